"""Summaries as a picture in a file."""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from solver.errors import InputError
from solver.files import write_whole
from solver.summary import Summary

ENDINGS = (".png", ".svg", ".pdf")


def write_plot(found: Sequence[Summary], path: str | os.PathLike[str]) -> None:
    """Draw the summaries into a file, in the format of its ending."""
    ending = check_path(path)
    from solver.summary_plot import picture  # noqa: PLC0415 (matplotlib is optional, and slow)

    write_whole(path, picture(found, ending[1:]))


def check_path(path: str | os.PathLike[str]) -> str:
    """The ending of a file that can be drawn; to be asked before all is read.

    >>> check_path("out.gif")
    Traceback (most recent call last):
    ...
    solver.errors.InputError: out.gif: a plot is written as .png, .svg or .pdf
    """
    ending = Path(path).suffix.lower()
    if ending not in ENDINGS:
        raise InputError(f"{os.fspath(path)}: a plot is written as .png, .svg or .pdf")
    if find_spec("matplotlib") is None:
        raise InputError(
            f"{os.fspath(path)}: a plot needs matplotlib, which is not installed: "
            "pip install 'hanabi-solve[plot]'"
        )
    return ending
