"""`hanabi-solve report`: what surveys found."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, get_args

import typer

from cli.inputs import options
from cli.inputs.outputs import check_outputs
from cli.terminal import output
from solver.errors import InputError, nearest

if TYPE_CHECKING:
    from solver.survey.folder import Folder
    from solver.survey.summary import Summary

Form = Literal["table", "markdown", "csv", "json"]
FORMS: tuple[Form, ...] = get_args(Form)


def complete_forms(incomplete: str) -> list[str]:
    """The forms that begin like this, for the shell."""
    return [form for form in FORMS if form.startswith(incomplete)]


def report(
    folders: Annotated[
        list[Path],
        typer.Argument(
            metavar="FOLDER...", help="Folders that `survey` has written.", show_default=False
        ),
    ],
    form: Annotated[
        str | None,
        typer.Option(
            "--format",
            metavar="FORM",
            help=f"The form of the report: {', '.join(FORMS)}.",
            show_default="table",
            autocompletion=complete_forms,
        ),
    ] = None,
    json: options.Json = False,
    plot: Annotated[
        str | None, typer.Option(metavar="FILE", help="Also draw it: .png, .svg or .pdf.")
    ] = None,
    quiet: Annotated[
        bool,
        typer.Option(
            "--quiet", "-q", help="Print one sentence for each number of players, nothing else."
        ),
    ] = False,
) -> None:
    """What surveys found: the winnable share with its interval, maxima, reasons and effort.

    Folders with the same rules are added up; seeds and start values are kept apart.

    Example: hanabi-solve report results/ --plot results.png
    """
    from solver.survey.folder import open_folder  # noqa: PLC0415
    from solver.survey.summary import summaries  # noqa: PLC0415 (slow to load, as are the others)

    asked = _read_form(form, json, quiet)
    if plot is not None:
        from solver.drawing.plot_files import check_path  # noqa: PLC0415

        check_path(plot)
    check_outputs({"--plot": plot})
    opened = [open_folder(path) for path in folders]
    found = summaries(opened)
    try:
        if plot is not None:
            from solver.drawing.summary_plot import write_plot  # noqa: PLC0415

            write_plot(found, plot)
    finally:  # what cannot be drawn was found all the same
        _print(asked, opened, found)


def _read_form(form: str | None, json: bool, quiet: bool) -> Form | None:
    """The form that the options ask for; None for sentences."""
    given = {"--json": json, f"--format {form}": form is not None, "--quiet": quiet}
    options_given = [option for option, is_given in given.items() if is_given]
    if len(options_given) > 1 and not (json and form == "json" and not quiet):
        raise InputError(f"{' and '.join(options_given)}: use one of them")
    if quiet:
        return None
    wanted = "json" if json else form or "table"
    for known in FORMS:
        if known == wanted:
            return known
    raise InputError(f"--format {form}: the forms are {', '.join(FORMS)}{nearest(wanted, FORMS)}")


def _print(form: Form | None, folders: Sequence[Folder], found: Sequence[Summary]) -> None:
    from cli.views import report as view  # noqa: PLC0415 (as above)

    if form is None:
        for summary in found:
            output.line(view.sentence(summary))
    elif form == "json":
        output.json_line(view.to_json(folders, found))
    elif form == "csv":
        from cli.views.forms.report_csv import as_csv  # noqa: PLC0415

        output.lines(as_csv(found).rstrip("\n"))
    elif form == "markdown":
        from cli.views.forms.report_markdown import as_markdown  # noqa: PLC0415

        output.lines(as_markdown(found))
    else:
        output.page(view.page(found, width=output.table_width()))
