"""The rows of a survey in other forms."""

from __future__ import annotations

from pathlib import Path

import pyarrow.csv

from solver.errors import InputError
from solver.files import check_writable, writing_whole
from solver.survey.folder import Folder
from solver.survey.rows import plain


def check_csv(folder: Path, path: Path) -> None:
    """Refuse a place for the CSV file that would not do, before all the work."""
    check_writable(path)
    if path.parent.resolve() == folder.resolve():
        raise InputError(f"{path}: the folder of a survey holds its parts only; write it elsewhere")


def write_csv(folder: Folder, path: Path) -> None:
    """All rows as one CSV file, in the order of the deals; a part at a time, to save memory."""
    with writing_whole(path) as sink:
        for number, part in enumerate(folder.parts()):
            table = plain(part.opened().table())
            options = pyarrow.csv.WriteOptions(include_header=number == 0)
            pyarrow.csv.write_csv(table, sink, options)
