"""Plays from the pile: the last card may be played from there."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from solver import Action, Deal, Position, Rules, Suit
from solver.errors import ActionError
from solver.game.actions import Termination
from solver.game.position import replay
from solver.twin import best_score

HOUSE = Rules((Suit("r", (2, 1, 1)), Suit("g", (1, 1, 1))), hand_size=1, tokens=1, deck_plays=True)
# Alice g2, Bob r1, Cathy g1; the pile is g3 r1 r3 r2.
DECK = "g2 r1 g1 g3 r1 r3 r2"

LAST = 6


def deal(text: str = DECK, players: int = 3, **changes: Any) -> Deal:
    return Deal.from_text(text, players, replace(HOUSE, **changes))


def before_last(**changes: Any) -> Position:
    """Bob is to move, with r2 alone in the pile, and r1 and g2 on the table."""
    line = [Action("clue"), Action("play", 1), Action("play", 2), Action("play", 0)]
    return replay(deal(**changes), line)[-1]


def test_the_last_card_is_played_and_the_last_round_begins() -> None:
    position = before_last()
    assert position.pile_card == LAST
    assert str(position.pile[0]) == "r2"
    after = position.push(Action("play", LAST))
    assert after.levels == (2, 2)
    assert after.hands == position.hands
    assert after.draws == () and after.turns_left == 3
    assert after.to_move == 2
    for _ in range(3):
        assert after.outcome() is None
        after = after.push(after.legal_actions()[-1])
    outcome = after.outcome()
    assert outcome is not None and outcome.termination is Termination.LAST_ROUND


def test_a_misplay_is_a_strike_and_a_discard() -> None:
    position = replace(before_last(), levels=(0, 2))
    after = position.push(Action("play", LAST))
    assert after.strikes == 1 and after.discards == (LAST,)
    assert after.hands == position.hands
    assert after.turns_left == 3


def test_only_the_last_card() -> None:
    start = Position.start(deal())
    assert start.pile_card is None
    assert start.fault(Action("play", 3)) == "Alice does not hold g3 (order 3)"
    ended = before_last().push(Action("play", LAST))
    assert ended.pile_card is None


def test_not_without_the_rule() -> None:
    position = before_last(deck_plays=False)
    assert position.pile_card is None
    assert Action("play", LAST) not in position.legal_actions()
    assert position.fault(Action("play", LAST)) == "Bob does not hold r2 (order 6)"


def test_it_is_not_discarded_and_not_announced() -> None:
    position = replace(before_last(announce=True), tokens=0)
    assert Action("play", LAST) in position.legal_actions()
    assert position.fault(Action("play", LAST, announce=True)) == (
        "a card from the pile is not announced"
    )
    assert Action("play", LAST, announce=True) not in position.legal_actions()
    assert position.fault(Action("discard", LAST)) == (
        "r2 is in the pile: it can be played from there, not discarded"
    )
    with pytest.raises(ActionError, match="not announced"):
        position.push(Action("play", LAST, announce=True))


def test_a_completed_firework_gives_a_token() -> None:
    position = replace(before_last(), levels=(1, 3), tokens=0)
    shorter = replace(HOUSE, suits=(Suit("r", (2, 1)), HOUSE.suits[1]))
    ended = replace(position, rules=shorter, levels=(1, 1)).push(Action("play", LAST))
    assert ended.tokens == 1
    assert position.push(Action("play", LAST)).tokens == 0


def test_bouquet_final_goes_on() -> None:
    position = before_last(ending="bouquet-final")
    after = position.push(Action("play", LAST))
    assert (after.turns_left, after.outcome(), after.draws) == (None, None, ())
    lost = replace(position, levels=(0, 2)).push(Action("play", LAST)).outcome()
    assert lost is not None and lost.termination is Termination.INDISPENSABLE


@pytest.mark.parametrize(
    ("text", "players", "changes", "without"),
    [
        (DECK, 3, {}, 5),
        ("r1 r3 g1 r1 g3 r2 g2", 3, {"strikes": 1}, 5),
        # No hand has room for another card: without a strike the pile cannot be drawn.
        (
            "r3 g3 r2 r1 g1 r1 g2",
            2,
            {"hand_size": 2, "strikes": 2, "ending": "bouquet-final"},
            None,
        ),
    ],
)
def test_deals_that_are_won_by_it_alone(
    text: str, players: int, changes: dict[str, Any], without: int | None
) -> None:
    assert best_score(Position.start(deal(text, players, **changes))) == 6
    plain = deal(text, players, **changes, deck_plays=False)
    assert best_score(Position.start(plain)) == without
