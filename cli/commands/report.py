"""`hanabi-solve report`: what surveys found."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from cli.inputs import options
from cli.terminal import output
from solver.errors import InputError

if TYPE_CHECKING:
    from solver.survey.folder import Folder
    from solver.survey.summary import Summary

Format = Literal["table", "markdown", "csv", "json"]


def report(
    folders: Annotated[
        list[Path],
        typer.Argument(metavar="FOLDER", help="What `survey` has written.", show_default=False),
    ],
    form: Annotated[
        Format | None, typer.Option("--format", help="How it is written.", show_default="table")
    ] = None,
    json: options.Json = False,
    plot: Annotated[
        str | None, typer.Option(metavar="FILE", help="Draw it, too: .png, .svg or .pdf.")
    ] = None,
) -> None:
    """The winnable share of surveys with its interval, the maxima, the reasons and the effort.

    Folders with the same rules are added up, seeds and start values apart.

    Example: hanabi-solve report results/ --plot results.png
    """
    from solver.survey.folder import open_folder  # noqa: PLC0415
    from solver.survey.summary import summaries  # noqa: PLC0415 (slow to load, as are the others)

    if json and form not in (None, "json"):
        raise InputError(f"--json and --format {form}: use one of them")
    if plot is not None:
        from solver.drawing.plot_files import check_path  # noqa: PLC0415

        check_path(plot)
    opened = [open_folder(path) for path in folders]
    found = summaries(opened)
    if plot is not None:
        from solver.drawing.summary_plot import write_plot  # noqa: PLC0415

        write_plot(found, plot)
    _print("json" if json else form or "table", opened, found)


def _print(form: Format, folders: Sequence[Folder], found: Sequence[Summary]) -> None:
    from cli.views import report_formats  # noqa: PLC0415 (as above)

    if form == "json":
        output.json_line(report_formats.as_json(folders, found))
    elif form == "csv":
        output.line(report_formats.as_csv(found).rstrip("\n"))
    elif form == "markdown":
        output.line(report_formats.as_markdown(found))
    else:
        from cli.views.report_page import print_page  # noqa: PLC0415

        print_page(output.console(), found)
