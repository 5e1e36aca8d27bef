"""The commands of `hanabi-solve`, each loaded when it is asked for."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import Annotated, Any, NamedTuple

import typer
from typer.core import TyperCommand, TyperGroup

from cli.inputs.unsaved import UnsavedError, how_to_save
from cli.terminal import codes, output
from solver import systems
from solver._version import __version__
from solver.errors import InputError

PROGRAM = "hanabi-solve"
COMPLETE = "_HANABI_SOLVE_COMPLETE"  # set by the shell when it asks for completions

SETTINGS: dict[str, Any] = {
    "context_settings": {"help_option_names": ["-h", "--help"]},
    "pretty_exceptions_enable": False,
    # Help without boxes: what draws them takes longer to load than all of this program.
    "rich_markup_mode": None,
}


class Entry(NamedTuple):
    """What the program's own help says about a command, and how that command's help ends."""

    meaning: str
    epilog: str = codes.IN_WORDS


# The function `deal` in cli/commands/deal.py is the command `deal`, and so on.
COMMANDS = {
    "deal": Entry(
        "The most that one deal can score, and a line that reaches it.", codes.WITH_CHECK
    ),
    "batch": Entry("Solve many deals: JSON Lines in, JSON Lines out."),
    "deals": Entry("Find seeds of winnable or lost deals."),
    "endgame": Entry("What each move of a position is worth."),
    "exercise": Entry("Endgames to learn from."),
    "line": Entry(
        "Check a line of play: is it legal, and what does it score?", codes.WITH_CHECK_OF_LINE
    ),
    "prove": Entry("Prove that a score cannot be reached, for others to check.", codes.OF_PROOF),
    "replay": Entry("Where a game that was played lost points, turn by turn."),
    "rules": Entry("The rule sets, and what a combination of them means."),
    "serve": Entry("The page in the browser: open, try, learn."),
    "survey": Entry("Solve a range of deals into a folder of Parquet files.", codes.WITH_VERIFY),
    "report": Entry("What surveys found: winnable shares, maxima, reasons, effort."),
}


def load(name: str) -> Any:
    """A command, ready to parse its arguments."""
    function = getattr(import_module(f"cli.commands.{name}"), name)
    alone = typer.Typer(add_completion=False, **SETTINGS)
    alone.command(name, epilog=COMMANDS[name].epilog)(function)
    return typer.main.get_command(alone)


class Commands(TyperGroup):
    """The commands by name and meaning; the one that is asked for is loaded."""

    def __init__(self, **settings: Any) -> None:
        """Name all commands."""
        super().__init__(**settings)
        for name, entry in COMMANDS.items():
            self.add_command(TyperCommand(name, short_help=entry.meaning))

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """Find the command that the arguments begin with."""
        name, command, rest = super().resolve_command(ctx, args)
        loaded = None if command is None or name is None else load(name)
        systems.raise_interrupt()  # from now on there may be something to keep
        return name, loaded, rest


app = typer.Typer(name=PROGRAM, cls=Commands, **SETTINGS)


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
        output.lines(context.get_help())


def call(args: list[str] | None) -> int:
    """Run a command line; its exit code."""
    if COMPLETE in os.environ:
        _complete_without_markup()
    try:
        code = app(args, prog_name=PROGRAM, standalone_mode=False)
    except typer.TyperException as error:
        raise InputError(_in_words(error)) from None
    except UnsavedError as error:
        given = sys.argv[1:] if args is None else args
        raise InputError(how_to_save(error, PROGRAM, given)) from None
    return int(code or 0)


def _in_words(error: typer.TyperException) -> str:
    """What is wrong; a bad value comes with its option, as in our own messages."""
    option, context = getattr(error, "param", None), getattr(error, "ctx", None)
    if option is not None and error.message:  # without a message, it is missing
        return f"{max(option.opts, key=len)} {error.message}"
    path = context.command_path if context else PROGRAM
    return f"{error.format_message()} (see {path} --help)"


def _complete_without_markup() -> None:
    """Let completions show our help texts as they are: they have no markup to take out."""
    from typer import _completion_classes  # noqa: PLC0415 (only for completions)

    _completion_classes._sanitize_help_text = str  # type: ignore[assignment]
