"""Cards that the player to move does not know: against all arrangements, one by one."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from random import Random

import pytest
from hypothesis import given, reject

from solver import Action, Budget, Position
from solver.chances.hidden import hidden_chances
from solver.chances.moves import chances
from solver.errors import PositionError
from solver.notation.positions import loads_position
from solver.twin import TooLarge, chance_after
from tests.chances.test_moves import LIMIT, small_position, some_aim
from tests.support.strategies import many, randoms

SMALL = Budget(nodes=100_000, memory=8)
HOUSE = {"suits": [{"letter": "r", "copies": [3, 2, 1, 1, 1]}], "hand_size": 2}


def arrangements(position: Position, hidden: list[int]) -> list[Position]:
    """The position with its unseen cards in every order, all cards told apart."""
    places = [*hidden, *position.draws]
    found = []
    for orders in permutations(places):
        deck = list(position.deck)
        for place, order in zip(places, orders, strict=True):
            deck[place] = position.deck[order]
        found.append(replace(position, deck=tuple(deck)))
    return found


@many(25)
@given(random=randoms())
def test_the_mean_over_all_arrangements(random: Random) -> None:
    position = small_position(random)
    hand = position.hands[position.to_move]
    if not hand or len(position.draws) > 3:
        reject()
    hidden = random.sample(hand, random.randint(1, min(2, len(hand))))
    aim = some_aim(random, position)
    found = hidden_chances(position, hidden, aim, SMALL)
    every = arrangements(position, hidden)
    for move in found.moves:
        for action in move.actions:
            try:
                values = [chance_after(one, action, aim, LIMIT) for one in every]
            except TooLarge:
                reject()
            assert move.value == sum(values, Fraction(0)) / len(every)


def test_nothing_hidden_is_the_usual_answer() -> None:
    position = loads_position(
        "hands r4 r1 / r2 r1; pile r3 r5; fireworks r2; tokens 1", "text", HOUSE
    )
    usual = {move.action: move.value for move in chances(position, budget=SMALL).moves}
    found = hidden_chances(position, [], budget=SMALL)
    assert found.value == Fraction(1, 2)
    assert all(usual[move.action] == move.value for move in found.moves if move.action in usual)


def test_unknown_cards_in_a_text() -> None:
    hidden: list[int] = []
    text = "hands ? r1 / r2 r1; pile r4 r3 r5; fireworks r2; tokens 1"
    position = loads_position(text, "text", HOUSE, hidden)
    assert [position.hands[0].index(order) for order in hidden] == [0]
    assert len(position.pile) == 2
    found = hidden_chances(position, hidden, budget=SMALL)
    blind = [move for move in found.moves if move.is_blind]
    assert {move.action.kind for move in blind} == {"play", "discard"}
    assert all(move.card is None for move in blind)
    # One of three: r3, and then r4 and r5 must come in time.
    assert all(found.value is not None and move.value is not None for move in found.moves)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hands r4 r1 / ? r1; pile r3 r5 r2; fireworks r2; tokens 1", "in another hand"),
        ("hands ?? / r1 r2; pile r3; fireworks r2; tokens 1", "2 unknown cards and 1 card"),
    ],
)
def test_unknown_cards_that_are_refused(text: str, message: str) -> None:
    with pytest.raises(PositionError, match=message):
        loads_position(text, "text", HOUSE, [])


def test_unknown_cards_are_for_chances_only() -> None:
    text = "hands ? r1 / r2 r1; pile r4 r3 r5; fireworks r2; tokens 1"
    with pytest.raises(PositionError, match="only chances"):
        loads_position(text, "text", HOUSE)


def test_too_many_hands() -> None:
    text = (
        "hands ? ? ? ? ? / r5 y5 g5 b5 p5; tokens 4; to move Alice; fireworks r0 y0 g0 b0 p0; "
        "pile r1 r2 r3 r4 y1 y2 y3 y4 g1 g2 g3 g4 b1 b2 b3 b4 p1 p2 p3 p4 r1 y1 g1 b1 p1"
    )
    hidden: list[int] = []
    position = loads_position(text, "text", None, hidden)
    with pytest.raises(PositionError, match="different hands are possible"):
        hidden_chances(position, hidden)


def test_a_blind_play_may_fail() -> None:
    """Alice knows nothing of her card, which is r3 or r1: half of the time it fits."""
    text = "hands ? r1 / r2 r2; pile r3 r1; fireworks r2; tokens 1; strikes 0"
    hidden: list[int] = []
    house = {"suits": [{"letter": "r", "copies": [4, 3, 1]}], "hand_size": 2}
    position = loads_position(text, "text", house, hidden)
    found = hidden_chances(position, hidden, budget=SMALL)
    blind = {move.action.kind: move.value for move in found.moves if move.is_blind}
    known = hidden_chances(position, [], budget=SMALL)
    assert Action("clue") in {move.action for move in known.moves}
    assert blind["discard"] is not None and blind["play"] is not None
    assert blind["discard"] < blind["play"]
