"""Cards that the player to move does not know: against all arrangements, one by one."""

from __future__ import annotations

import signal
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations
from random import Random

import pytest
from hypothesis import given, reject

from solver import Action, Budget, Interrupted, Position
from solver.chances import hidden as module
from solver.chances import moves
from solver.chances.hidden import answer, hidden_chances
from solver.chances.moves import Chances, Growing, chances
from solver.chances.questions import question
from solver.chances.searcher import Span
from solver.errors import PositionError
from solver.notation.positions import loads_position
from solver.twin import TooLarge, chance_after
from tests.chances.test_moves import LIMIT, small_position, some_aim
from tests.support.interrupts import interrupt_at_work
from tests.support.strategies import many, randoms

SMALL = Budget(nodes=100_000, memory=8)
ANYTHING = Span(Fraction(0), Fraction(1))
# Hundreds of hands, and a second or more to count them all.
MANY_HANDS = (
    "hands b2 b5 ? ? ? / b4 y1 r1 y1 g2; pile b1 y5 b1 b1 b3 b4 p1 p3 r1 r3 r4 y2 y3 y4 g1 g1 g4 "
    "b2 b3; fireworks r5 y4 g5 p5; tokens 6"
)
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
    with pytest.raises(PositionError, match=r"only chances .* hidden_chances"):
        loads_position(text, "text", HOUSE)


def test_too_many_hands() -> None:
    text = (
        "hands ? ? ? ? ? / r5 y5 g5 b5 p5; tokens 4; to move Alice; fireworks r0 y0 g0 b0 p0; "
        "pile r1 r2 r3 r4 y1 y2 y3 y4 g1 g2 g3 g4 b1 b2 b3 b4 p1 p2 p3 p4 r1 y1 g1 b1 p1"
    )
    hidden: list[int] = []
    position = loads_position(text, "text", None, hidden)
    unseen = sorted(map(position.card, (*hidden, *position.draws)))
    number = len(set(combinations(unseen, 5)))
    with pytest.raises(PositionError, match=f"{number:,} different hands are possible"):
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


def unknown(text: str, rules: object = None) -> tuple[Position, list[int]]:
    hidden: list[int] = []
    return loads_position(text, "text", rules, hidden), hidden


def test_all_arrangements_are_counted() -> None:
    position, hidden = unknown("hands ? r1 / r2 r1; pile r4 r3 r5; fireworks r2; tokens 1", HOUSE)
    found = hidden_chances(position, hidden, budget=SMALL)
    assert (found.orders, found.arrangements) == (2, len(arrangements(position, hidden)))
    assert chances(position, budget=SMALL).arrangements == 2


def test_an_unknown_card_and_nothing_to_draw() -> None:
    text = "hands ? r1 / r2 r1; pile r3; fireworks r2; tokens 1"
    with pytest.raises(PositionError, match="the pile lists the 1 unknown card and no other"):
        unknown(text, HOUSE)
    position, hidden = unknown(f"{text}; turns left 2", HOUSE)
    assert hidden_chances(position, hidden, 3, SMALL).value == 1


# Limits


def check_bounds(short: Chances, whole: Chances) -> None:
    assert whole.value is not None and short.span.low <= whole.value <= short.span.high
    exact = {move.actions: move.value for move in whole.moves}
    for move in short.moves:
        value = exact[move.actions]
        assert value is not None and move.span.low <= value <= move.span.high


@pytest.mark.parametrize(
    ("budget", "stopped_by"),
    [(Budget(nodes=1, memory=8), "nodes"), (Budget(seconds=1e-6, memory=8), "seconds")],
)
def test_a_budget_ends_the_work(
    budget: Budget, stopped_by: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When it is used up no further hand is set up."""
    hands = 72
    text = "hands b2 ? ? b5 ? / b4 y1 r1 y1 g2; pile b1 y5 b1 b1 b3 b4 p1 p3 r3 g1; tokens 6"
    position, hidden = unknown(f"{text}; fireworks r5 y4 g5 p5")
    whole = hidden_chances(position, hidden, budget=Budget(memory=8))
    searched = 0

    def span_after(*args: object) -> object:
        nonlocal searched
        searched += 1
        return moves.span_after(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(module, "span_after", span_after)
    short = hidden_chances(position, hidden, budget=budget)
    assert short.stopped_by == stopped_by and short.value is None
    check_bounds(short, whole)
    lost = sum(move.value == 0 for move in short.moves)  # which takes no nodes
    assert searched <= len(short.moves) + lost * hands


def test_ctrl_c_between_two_moves() -> None:
    position, hidden = unknown("hands ? r1 / r2 r1; pile r4 r3 r5; fireworks r2; tokens 1", HOUSE)
    asked = question(position, "win", tuple(hidden))
    told: list[tuple[int, int]] = []
    whole = answer(asked, SMALL, lambda growing: told.append((growing.done, growing.of)))
    assert told == [(number, len(whole.moves)) for number in range(len(whole.moves))]

    def press(growing: Growing) -> None:
        if growing.done == 2:
            signal.raise_signal(signal.SIGINT)

    with pytest.raises(Interrupted) as caught:
        answer(asked, SMALL, press)
    found = caught.value.result
    assert found.stopped_by == "interrupt"
    check_bounds(found, whole)
    assert sum(move.span != ANYTHING for move in found.moves) == 2


def test_ctrl_c_keeps_what_is_proven() -> None:
    position, hidden = unknown(MANY_HANDS)
    interrupt_at_work()
    with pytest.raises(Interrupted) as caught:
        hidden_chances(position, hidden, budget=Budget(nodes=10**12, memory=16))
    found = caught.value.result
    assert isinstance(found, Chances) and found.stopped_by == "interrupt"
    assert found.moves[-1].span == ANYTHING
