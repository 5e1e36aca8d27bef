"""Short reasons with bonus tiles: none holds that brute force contradicts."""

from __future__ import annotations

import pytest
from hypothesis import given

from solver import Budget, Deal, Position
from solver.reasons.finders import find_reason, reason_from
from solver.search.searcher import Searcher
from tests.support.brute_force import brute_force
from tests.support.strategies import late_positions, many, small_deals


def check(position: Position) -> None:
    if position.outcome() is None and reason_from(position, 0).kind != "exhaustion":
        assert (brute_force(position, 3000) or 0) < position.rules.perfect_score


@many(150)
@given(position=late_positions())
def test_late_positions(position: Position) -> None:
    check(position)


@many(150)
@given(deal=small_deals(tiles=True))
def test_small_deals(deal: Deal) -> None:
    check(Position.start(deal))


@pytest.mark.parametrize(
    ("rules", "seed", "kind", "words"),
    [
        ("avalanche-5", 29, "out-of-pace", "from bonus tiles that makes 29 of 30 cards, 1 short"),
        ("avalanche-5", 63, "bottom-deck", "so m2, m3, m4 and m5 are never played"),
        ("avalanche-5 black-powder", 10, "hand-size", "(bonus tiles bring back at most 2 more)"),
    ],
)
def test_full_deals(rules: str, seed: int, kind: str, words: str) -> None:
    deal = Deal.from_seed(seed, 2, [*rules.split(), "flamboyants"])
    reason = find_reason(deal, 0)
    assert reason.kind == kind and words in reason.sentence()
    assert reason.to_json().get("tiles", 0) == (0 if kind == "bottom-deck" else 2)
    assert Searcher(Budget(memory=16)).solve(deal).verdict == "not-perfect"
