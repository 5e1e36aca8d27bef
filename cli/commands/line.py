"""`hanabi-solve line`: whether a line of play is legal, and what it scores."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from cli.inputs import options
from cli.terminal import codes, output
from cli.views import line as view
from solver.errors import InputError
from solver.game.deals import Deal
from solver.game.position import Position
from solver.game.rules import Rules
from solver.notation.lines import Replay, WrittenMove, follow, read_moves


def line(
    seed: options.Seed = None,
    deck: options.Deck = None,
    file: options.File = None,
    players: options.Players = None,
    rules: options.RuleNames = None,
    tiles: options.Tiles = None,
    tile5: options.Tile5 = None,
    line: Annotated[
        str | None,
        typer.Option(
            metavar="PATH",
            help="The line, - for stdin: what `deal` prints, moves like "
            '"play r1; clue; discard g4 from slot 2; announce r2", or hanab.live\'s actions.',
            show_default="the one in --file, or else stdin",
        ),
    ] = None,
    json: options.Json = False,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="Print the verdict and nothing else.")
    ] = False,
    check: Annotated[bool, typer.Option("--check", help="Exit with 3 if illegal.")] = False,
) -> None:
    """Replay a line of play: whether each move is legal, and the score.

    Example: hanabi-solve deal --seed 42 -p 3 --json | hanabi-solve line --file -
    """
    game = options.read_rules(rules)
    options.check_one_deal(seed, deck, file)
    if file is None:
        deal = options.read_deal(seed, deck, None, players, game, tiles, tile5)
        replay = follow(_read_moves(deal.rules, line), Position.start(deal))
    else:
        deal, replay = _in_file(file, players, game, tiles, tile5, line)
    if json:
        output.json_line(view.to_json(deal, replay))
    elif quiet:
        output.line(view.sentence(replay))
    else:
        output.page(view.page(deal, replay, width=output.width()))
    raise typer.Exit(codes.ILLEGAL if check and replay.fault is not None else codes.ANSWERED)


def _in_file(
    file: str,
    players: int | None,
    rules: Rules | None,
    tiles: str | None,
    tile5: float | None,
    line: str | None,
) -> tuple[Deal, Replay]:
    """The deal of a file, and the line: of the file too, unless --line names another place."""
    brought = options.read_file(file, players, rules, tiles, tile5)
    if brought.deal is None:
        raise InputError(f"{brought.where}: is a position, and a line begins with a deal")
    if line in (None, file) and brought.replay is not None:
        return brought.deal, brought.replay
    if file == "-" and line in (None, "-"):
        raise InputError("stdin holds the deal alone: name the file of the line with --line")
    return brought.deal, follow(_read_moves(brought.deal.rules, line), brought.start)


def _read_moves(rules: Rules, line: str | None) -> list[WrittenMove]:
    """The moves of --line, or of stdin."""
    if line is None and sys.stdin is not None and sys.stdin.isatty():
        output.note("The line of play, a move on each row:")
    path = "-" if line is None else line
    return read_moves(options.read_text(path), rules, options.shown_path(path))
