"""Which files a plot can be written to; asked without loading matplotlib."""

from __future__ import annotations

import os

from solver.files import check_form

ENDINGS = (".png", ".svg", ".pdf")


def check_path(path: str | os.PathLike[str]) -> str:
    """The ending of a file that can be drawn; to be asked before long work.

    >>> check_path("out.gif")
    Traceback (most recent call last):
    ...
    solver.errors.InputError: out.gif: a plot is written as .png, .svg or .pdf
    """
    return check_form(path, "a plot", ENDINGS, ENDINGS)
