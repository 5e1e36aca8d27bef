"""Summaries as a picture in a file."""

from __future__ import annotations

import os
from collections.abc import Sequence

from solver.files import check_form, write_whole
from solver.survey.summary import Summary

ENDINGS = (".png", ".svg", ".pdf")


def write_plot(found: Sequence[Summary], path: str | os.PathLike[str]) -> None:
    """Draw the summaries into a file, in the format of its ending."""
    ending = check_path(path)
    from solver.drawing.summary_plot import picture  # noqa: PLC0415 (matplotlib is optional, and slow)

    write_whole(path, picture(found, ending[1:]))


def check_path(path: str | os.PathLike[str]) -> str:
    """The ending of a file that can be drawn; to be asked before all is read.

    >>> check_path("out.gif")
    Traceback (most recent call last):
    ...
    solver.errors.InputError: out.gif: a plot is written as .png, .svg or .pdf
    """
    return check_form(path, "a plot", ENDINGS, ENDINGS)
