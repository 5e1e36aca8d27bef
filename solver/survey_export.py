"""The rows of a survey in other forms."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq

from solver.errors import InputError
from solver.survey import Folder


def write_csv(folder: Folder, path: Path) -> None:
    """All rows as one CSV file, in the order of the deals; a part at a time, to save memory."""
    unfinished = path.with_name(f".{path.name}.tmp")
    try:
        with unfinished.open("wb") as sink:
            for number, part in enumerate(folder.parts()):
                table = pq.read_table(part.path)
                plain = pa.schema(
                    pa.field(
                        field.name,
                        pa.string() if pa.types.is_dictionary(field.type) else field.type,
                    )
                    for field in table.schema
                )
                options = pyarrow.csv.WriteOptions(include_header=number == 0)
                pyarrow.csv.write_csv(table.cast(plain), sink, options)
        unfinished.replace(path)
    except OSError as error:
        unfinished.unlink(missing_ok=True)
        raise InputError(f"{path}: cannot be written: {error.strerror}") from None
