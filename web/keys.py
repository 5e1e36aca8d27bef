"""Moves as short keys, which the page carries around and addresses hold."""

from __future__ import annotations

import re
from collections.abc import Sequence

from solver.errors import ActionError, shown
from solver.game.actions import Action, Choice
from solver.game.position import Position

CLUE = "c"
# What is taken for a bonus tile goes on a firework (f) or is shuffled into the pile (s).
_KEY = re.compile(r"([pad])([0-9]{1,3})((?:-[0-9][fs][0-9]{1,3})*)")
_CHOICE = re.compile(r"-([0-9])([fs])([0-9]{1,3})")


def key_of(action: Action) -> str:
    """The key of an action, which holds the orders of its cards.

    >>> key_of(Action("play", 12)), key_of(Action("discard", 7)), key_of(Action("clue"))
    ('p12', 'd7', 'c')
    >>> key_of(Action("play", 12, announce=True))
    'a12'
    >>> key_of(Action("play", 7, choices=(Choice(6, 31, "play"), Choice(5, 4, "pile"))))
    'p7-6f31-5s4'
    """
    if action.card is None:
        return CLUE
    kind = "a" if action.announce else action.kind[0]
    taken = "".join(
        f"-{tile}{'f' if into == 'play' else 's'}{card}" for tile, card, into in action.choices
    )
    return f"{kind}{action.card}{taken}"


def action_of(key: str) -> Action:
    """The action that a key stands for; whether it is legal is for the referee to say.

    >>> action_of("d7")
    Action(kind='discard', card=7, announce=False, choices=())
    """
    if key == CLUE:
        return Action("clue")
    match = _KEY.fullmatch(key)
    if match is None:
        raise ActionError(f"{shown(key)} is not the key of a move, like p12, d7 or c")
    kind, card, taken = match.groups()
    choices = tuple(
        Choice(int(tile), int(order), "play" if into == "f" else "pile")
        for tile, into, order in _CHOICE.findall(taken)
    )
    return Action("discard" if kind == "d" else "play", int(card), kind == "a", choices)


def follow(start: Position, path: Sequence[str]) -> tuple[list[Position], list[Action]]:
    """The positions of a path, from the start to the one after its last move, and its actions."""
    positions, actions = [start], list[Action]()
    for turn, key in enumerate(path, 1):
        try:
            actions.append(action_of(key))
            positions.append(positions[-1].push(actions[-1]))
        except ActionError as error:
            raise ActionError(f"turn {turn}: {error}") from None
    return positions, actions
