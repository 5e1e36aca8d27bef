"""Short reasons with bonus tiles: none holds that brute force contradicts."""

from __future__ import annotations

import pytest
from hypothesis import given

from solver import Budget, Deal, Position
from solver.notation.positions import position_from_text
from solver.reasons.explanations import HandSize
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


@pytest.mark.parametrize(
    ("seed", "tiles"),
    [(10, 0), (90, 1)],
)
def test_in_bouquet_final_only_tile_5_gives_room(seed: int, tiles: int) -> None:
    """And only after the fives that it takes to turn it."""
    deal = Deal.from_seed(seed, 2, ["avalanche-5", "black-powder", "flamboyants", "bouquet-final"])
    reason = find_reason(deal, 0)
    assert isinstance(reason, HandSize) and not reason.choices
    assert reason.tiles == tiles and len(reason.cards) > reason.room + tiles
    assert Searcher(Budget(nodes=1_000_000, memory=16)).solve(deal).verdict == "not-perfect"


@pytest.mark.parametrize(
    "text",
    [
        "hands r5 g1 g2 g3 g4 / y5 g1 b1 b2 b3; pile y4; "
        "fireworks r4 y3 g5 b5 p5; tiles 6 1 3; tile5 0; tokens 0; rules flamboyants",
        "hands r5 y3 y5 g1 g2 / y4 g1 g3 b1 b2; pile r1 r1 r2 y2; "
        "fireworks r4 y1 g5 b5 p5; tiles 6 1 3; tile5 0; tokens 1; rules flamboyants",
    ],
)
def test_what_was_thrown_away_before_may_come_back_early(text: str) -> None:
    """Tile 6 puts a copy into play long before the one in the pile, and others are built on it."""
    position = position_from_text(text)
    assert Searcher(Budget(memory=1)).solve_position(position).verdict == "perfect"
    assert reason_from(position, 0).kind == "exhaustion"
