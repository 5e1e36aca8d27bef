"""The position that a command is asked about: by its parts, or a deal and what was played."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from functools import reduce
from typing import Annotated, Any, NamedTuple

import typer

from cli.inputs import options
from cli.inputs.numbers import whole
from solver.errors import InputError, counted
from solver.game.actions import Action
from solver.game.deals import Deal
from solver.game.position import Position
from solver.game.rules import Rules
from solver.notation.lines import loads_line
from solver.notation.positions import loads_position
from solver.search.budget import Budget
from solver.search.many import solve
from solver.search.searcher import Searcher

Parts = Annotated[
    str | None,
    typer.Option(
        "--text",
        metavar="PARTS",
        help='The position by its parts: "hands r1 g4 ... / b5 ...; pile y3; fireworks r3 g2; '
        'tokens 4; to move Bob". Each hand begins with its oldest card.',
    ),
]
PositionFile = Annotated[
    str | None,
    typer.Option(
        "--file",
        metavar="PATH",
        help="A file with a position (its parts as text, or an object) or a deal; - is stdin. "
        "What `deal --json` writes is a deal with a line, and so is a game of hanab.live, as a "
        "file or as a link that holds the game.",
    ),
]
Moves = Annotated[
    str | None,
    typer.Option(
        metavar="MOVES",
        help='What was played in the deal: "play r1; discard g4; clue"; or a file, - for stdin.',
    ),
]
Turn = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        parser=whole(1),
        help="The position of a deal before turn N: along --moves or the file's line, or else "
        "along a best line. Without it: after all moves.",
    ),
]


class Given(NamedTuple):
    """A position, and where it comes from a deal that deal, the turn to come, and how it came.

    A position may say that nobody knows the order of its pile, and what it is asked for then.
    """

    position: Position
    deal: Deal | None = None
    turn: int | None = None
    moves: tuple[Action, ...] = ()
    start_player: int = 0
    is_pile_unknown: bool = False
    hidden: tuple[int, ...] = ()  # cards that the player to move does not know
    aim: Any = None


def read_position(
    *,
    seed: str | None,
    deck: str | None,
    file: str | None,
    text: str | None,
    players: int | None,
    rules: Rules | None,
    tiles: str | None,
    tile5: float | None,
    moves: str | None,
    turn: int | None,
    budget: Budget,
    check: Callable[[Deal], None],
) -> Given:
    """The position that the options name; a deal is checked before a search for a line of it."""
    sources = {"--seed": seed, "--deck": deck, "--file": file, "--text": text}
    given = [option for option, value in sources.items() if value is not None]
    if not given:
        raise InputError("no position is given: use --text, --file, --seed or --deck")
    if len(given) > 1:
        raise InputError(f"{' and '.join(given)} are both a position: use one of them")
    of_deal = {
        "moves": moves, "turn": turn, "players": players, "tiles": tiles, "tile5": tile5
    }  # fmt: skip
    if text is not None:
        _refuse_deal_options("--text", **of_deal)
        hidden: list[int] = []
        position = loads_position(text, "--text", rules, hidden)
        return Given(position, hidden=tuple(hidden))
    line: Sequence[Action] | None = None
    if file is None:
        deal = options.read_deal(seed, deck, None, players, rules, tiles, tile5)
        start = Position.start(deal)
    else:
        brought = options.read_file(file, players, rules, tiles, tile5)
        if brought.deal is None:
            _refuse_deal_options(brought.where, **of_deal)
            return Given(
                brought.start,
                is_pile_unknown=brought.is_pile_unknown,
                hidden=brought.hidden,
                aim=brought.aim,
            )
        brought.check_line()
        deal, start = brought.deal, brought.start
        if brought.replay is not None:
            line = [turn.action for turn in brought.replay.turns] or None
        turn = brought.turn if turn is None else turn
    check(deal)
    if moves is not None:
        if line is not None:
            raise InputError("--moves: the file has a line already; leave one of them out")
        line = _read_moves(moves, start)
    return at_turn(deal, start, line, turn, lambda: _best_line(deal, start, budget), "--turn")


def _refuse_deal_options(where: str, **given: object) -> None:
    for name, value in given.items():
        if value is not None:
            raise InputError(f"--{name} goes with a deal, and {where} is a position")


def _read_moves(moves: str, start: Position) -> Sequence[Action]:
    if moves == "-" or os.path.isfile(moves):
        text, where = options.read_text(moves), options.shown_path(moves)
    elif os.path.isdir(moves):
        raise InputError(f"--moves {moves}: is a folder, not a file")
    elif re.fullmatch(r"\S*[./\\]\S*", moves):
        raise InputError(f"--moves {moves}: there is no such file")
    else:
        text, where = moves, "--moves"
    return loads_line(text, start, where)


def at_turn(
    deal: Deal,
    start: Position,
    line: Sequence[Action] | None,
    turn: int | None,
    best_line: Callable[[], Sequence[Action]],
    where: str,
) -> Given:
    """The position of a deal before a turn, along a line or else a best one.

    Without a turn it is the position after the whole line. `where` names the turn in messages.
    """
    if line is None:
        line = best_line() if turn is not None and turn > 1 else ()
    if turn is None:
        turn = len(line) + 1
    if turn > len(line) + 1:
        played = f"{counted(len(line), 'turn')} {'was' if len(line) == 1 else 'were'} played"
        raise InputError(f"{where} {turn}: only {played}")
    moves = tuple(line[: turn - 1])
    position = reduce(Position.push, moves, start)
    return Given(position, deal, turn, moves, start.to_move)


def _best_line(deal: Deal, start: Position, budget: Budget) -> Sequence[Action]:
    if start.to_move == 0:
        return solve(deal, budget).line
    return Searcher(budget).solve_position(start).line
