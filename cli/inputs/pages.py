"""The option --page: one file that shows the answer in a browser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer

from solver.errors import InputError

ENDING = ".html"


def page_with(what: str) -> Any:
    """The option --page; what is on the page differs between the commands."""
    return typer.Option(
        metavar=f"FILE{ENDING}",
        help=f"Write a page to open in a browser, with no network and no server: {what}.",
    )


def check_page(path: str | None) -> None:
    """Refuse a name that a browser would not open as a page, before the work begins."""
    if path is not None and Path(path).suffix.lower() != ENDING:
        raise InputError(f"--page {path}: the name must end in {ENDING}")
