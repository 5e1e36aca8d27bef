"""What a program asks about: a deal, a position or a game, each by fields of its request.

They have the names of the command line's options. In place of a file there is its content, and
never a path.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from cli.inputs.position import Given, at_turn
from solver.errors import InputError, shown
from solver.game.actions import Action
from solver.game.position import Position
from solver.game.rules import Rules, check_players
from solver.hanab_live.games import PlayedGame
from solver.notation.lines import loads_line
from solver.notation.positions import loads_position
from solver.reader import Brought, read, read_game, read_value
from solver.search.budget import Budget
from web.bodies import Fields

SOURCES = ("seed", "deck", "content")
ABOUT_DEAL = ("players", "tiles", "tile5")
DEAL_FIELDS = (*SOURCES, *ABOUT_DEAL, "rules")
POSITION_FIELDS = (*DEAL_FIELDS, "text", "moves", "turn")
BUDGET_FIELDS = ("nodes", "seconds")


def budget_of(fields: Fields, most: Budget) -> Budget:
    """The budget that is asked for; never more than the server's own."""
    nodes, seconds = fields.number("nodes"), fields.decimal("seconds")
    asked = replace(most, nodes=most.nodes if nodes is None else nodes)
    if seconds is not None:
        asked = replace(asked, seconds=seconds)
    return replace(
        most,
        nodes=min(asked.nodes, most.nodes),
        seconds=asked.seconds if most.seconds is None else min(asked.seconds or 0, most.seconds),
    )


def rules_of(fields: Fields) -> Rules | None:
    """The rules: a name, several names, or an object of house rules."""
    spec = fields.get("rules")
    return None if spec is None else Rules.of(spec)


def brought_of(fields: Fields) -> Brought:
    """The deal, or whatever the content is."""
    source = _one_of(fields, SOURCES)
    players, value = fields.get("players"), fields.get(source)
    given: dict[str, Any] = {
        "players": None if players is None else check_players(players),
        "rules": rules_of(fields),
        "tiles": fields.get("tiles"),
        "tile5": fields.get("tile5"),
    }
    if source != "content":
        return read_value({source: value}, "request", **given)
    if isinstance(value, str):
        return read(value, "content", **given)
    return read_value(value, "content", **given)


def position_of(fields: Fields, best_line: Callable[[Position], Sequence[Action]]) -> Given:
    """The position; where a turn is asked for and no moves are given it lies on a best line."""
    if _one_of(fields, (*SOURCES, "text")) == "text":
        _refuse_deal_fields(fields, "text")
        hidden: list[int] = []
        position = loads_position(fields.needed("text"), "text", rules_of(fields), hidden)
        return Given(position, hidden=tuple(hidden))
    brought = brought_of(fields)
    if brought.deal is None:
        _refuse_deal_fields(fields, "content")
        return Given(
            brought.start,
            is_pile_unknown=brought.is_pile_unknown,
            hidden=brought.hidden,
            aim=brought.aim,
        )
    start, line = brought.start, _line_of(fields, brought)
    turn = brought.turn if fields.get("turn") is None else fields.number("turn")
    if turn is not None and turn < 1:
        raise InputError(f"turn {turn}: turns count from 1")
    return at_turn(brought.deal, start, line, turn, lambda: best_line(start), "turn")


def game_of(fields: Fields) -> PlayedGame:
    """The game: one of hanab.live, or a deal with a line."""
    value = fields.get("game")
    if isinstance(value, str):
        return read_game(value, "game")
    if isinstance(value, dict):
        return read_value(value, "game").played()
    raise InputError(f"request: game must be text or an object, not {shown(value)}")


def _one_of(fields: Fields, names: Sequence[str]) -> str:
    given = [name for name in names if fields.get(name) is not None]
    if len(given) == 1:
        return given[0]
    what = f"{' and '.join(given)} are all given" if given else "nothing is given to answer about"
    raise InputError(f"request: {what}: use one of {', '.join(names)}")


def _refuse_deal_fields(fields: Fields, where: str) -> None:
    for name in (*ABOUT_DEAL, "moves", "turn"):
        if fields.get(name) is not None:
            raise InputError(f"{name} goes with a deal, and {where} is a position")


def _line_of(fields: Fields, brought: Brought) -> Sequence[Action] | None:
    """What was played in the deal, if anybody says so."""
    brought.check_line()
    line = None
    if brought.replay is not None:
        line = [turn.action for turn in brought.replay.turns] or None
    moves = fields.get("moves")
    if moves is None:
        return line
    if line is not None:
        raise InputError("moves: the content has a line already; leave one of them out")
    text = moves if isinstance(moves, str) else json.dumps(moves)
    return loads_line(text, brought.start, "moves")
