"""The commands of `hanabi-solve` and what they share."""

from __future__ import annotations

from typing import Annotated

import typer

from cli.commands.batch import batch
from cli.commands.deal import deal
from cli.commands.deals import deals
from cli.commands.endgame import endgame
from cli.commands.exercise import exercise
from cli.commands.line import line
from cli.commands.replay import replay
from cli.commands.report import report
from cli.commands.rules import rules
from cli.commands.survey import survey
from cli.terminal import codes, output
from solver._version import __version__
from solver.errors import InputError

PROGRAM = "hanabi-solve"

app = typer.Typer(
    name=PROGRAM,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
)
app.command(epilog=codes.WITH_CHECK)(deal)
app.command(epilog=codes.IN_WORDS)(batch)
app.command(epilog=codes.IN_WORDS)(deals)
app.command(epilog=codes.IN_WORDS)(endgame)
app.command(epilog=codes.IN_WORDS)(exercise)
app.command(epilog=codes.WITH_CHECK_OF_LINE)(line)
app.command(epilog=codes.IN_WORDS)(replay)
app.command(epilog=codes.IN_WORDS)(rules)
app.command(epilog=codes.WITH_VERIFY)(survey)
app.command(epilog=codes.IN_WORDS)(report)


def _print_version(wanted: bool) -> None:
    if wanted:
        output.line(f"{PROGRAM} {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True, epilog=codes.OF_ALL)
def about(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    """With all cards known, what is the most that a Hanabi deal can score?

    Exact, never a guess; with a line of play that reaches it.

    Example: hanabi-solve deal --seed 42 --players 3
    """
    if context.invoked_subcommand is None:
        output.line(context.get_help())


def call(args: list[str] | None) -> int:
    """Run a command line; its exit code."""
    try:
        code = app(args, prog_name=PROGRAM, standalone_mode=False)
    except typer.TyperException as error:
        context = getattr(error, "ctx", None)
        path = context.command_path if context else PROGRAM
        raise InputError(f"{error.format_message()} (see {path} --help)") from None
    return int(code or 0)
