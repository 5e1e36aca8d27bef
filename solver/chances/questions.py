"""What is asked about a position whose pile lies face down, checked before the work begins."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from solver.chances.aims import Aim, check_aim
from solver.chances.searcher import check_pile
from solver.errors import PositionError
from solver.game.cards import card_type
from solver.game.position import Position


class Question(NamedTuple):
    """A position and an aim that chances can be counted for.

    `hidden` are cards of the player to move, who does not know them.
    """

    position: Position
    aim: Aim
    hidden: tuple[int, ...] = ()


def question(position: Position, aim: Aim | str, hidden: tuple[int, ...] = ()) -> Question:
    """The question, if it has an answer; the position's pile is sorted, as nobody knows its order.

    >>> from solver.notation.positions import loads_position
    >>> house = {"suits": [{"letter": "r", "copies": [3, 2, 1, 1, 1]}], "hand_size": 2}
    >>> text = "hands r4 r1 / r2 r1; pile r5 r3; fireworks r2; tokens 1"
    >>> [str(card) for card in question(loads_position(text, "text", house), "5").position.pile]
    ['r3', 'r5']
    """
    outcome = position.outcome()
    if outcome is not None:
        raise PositionError(f"the game is over, {outcome.termination.value}: no move is left")
    aim = check_aim(aim, position)
    check_pile(position, aim)
    return Question(face_down(position), aim, hidden)


def face_down(position: Position) -> Position:
    """The same with the cards of the pile sorted by their suits, and as these are built."""
    draws = sorted(
        position.draws, key=lambda order: card_type(position.card(order), position.rules)
    )
    return replace(position, draws=tuple(draws))
