"""The short way from a start value to a reason, against the long one."""

from __future__ import annotations

import pytest

from solver import Deal, Position, Rules, Suit
from solver.reasons import ending
from solver.reasons.finders import find_reason
from solver.reasons.starts import kinds_of_starts, views_of_starts
from solver.reasons.view import View

GAMES = [
    (Rules.named("base"), 2),
    (Rules.named("avalanche-5"), 3),
    (Rules.named("avalanche-5"), 5),
    (Rules.named("black-powder"), 2),
    (Rules.named("avalanche-5", "bouquet-final"), 2),
    (Rules.named("avalanche-5", "deck-plays"), 4),
    (Rules.named("avalanche-5", "flamboyants"), 2),
    (Rules.named("black-powder", "avalanche-5", "flamboyants"), 2),
    (Rules((Suit("r", (1, 1, 1)), Suit("g", (1,))), hand_size=2), 2),  # no pile
]


@pytest.mark.check_takes(1)
@pytest.mark.parametrize(("rules", "players"), GAMES, ids=str)
def test_the_same_views_and_kinds(
    rules: Rules, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ending, "ENDING_STATES", 300)  # won deals are here, too, and take all
    starts = range(300_000_001, 300_000_201)
    deals = [Deal.from_start(rules, players, start) for start in starts]
    views = [View.of(Position.start(deal)) for deal in deals]
    assert list(views_of_starts(rules, players, starts)) == views
    kinds = [find_reason(deal, 0).kind for deal in deals]
    assert list(kinds_of_starts(rules, players, starts)) == kinds
    assert set(kinds) - {"exhaustion"}, "no lost deal among them"
