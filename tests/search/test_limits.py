"""What the kernel cannot tell apart is refused by the search, in whatever way it is asked."""

from __future__ import annotations

import json

import pytest

from solver import Deal, Position, Rules, Suit, solve
from solver.analysis.moves import analyse
from solver.errors import DealError
from solver.search.blocks import BlockSolver
from solver.search.budget import Budget
from tests.support.asking import ask

SUITS = (Suit("r", (2, 5)), Suit("g", (9, 9)))
ANNOUNCING = Rules(SUITS, announce=True)
TILES = Rules((Suit("r", (6, 1, 1, 1, 1)),), hand_size=5, tiles=True)
SMALL = Budget(memory=1)


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        (ANNOUNCING, "hands of 5, r2 may have at most 4 copies"),
        (TILES, "with bonus tiles and hands of 5, a card may have at most"),
    ],
)
def test_many_copies_in_one_hand_are_refused(rules: Rules, words: str) -> None:
    deal = Deal.from_seed(1, 2, rules)
    with pytest.raises(DealError, match=words):
        solve(deal, SMALL)
    with pytest.raises(DealError, match=words):
        analyse(Position.start(deal), SMALL)
    with pytest.raises(DealError, match=words):
        BlockSolver(rules, 2, SMALL)


def test_the_referee_plays_them_all_the_same() -> None:
    assert Position.start(Deal.from_seed(1, 2, ANNOUNCING)).legal_actions()


def test_fewer_cards_in_a_hand_will_do() -> None:
    assert solve(Deal.from_seed(1, 4, ANNOUNCING), SMALL).verdict != "undecided"
    assert solve(Deal.from_seed(1, 2, Rules(SUITS)), SMALL).verdict != "undecided"


def test_a_batch_goes_on_after_such_a_deal() -> None:
    house = {"suits": [{"letter": "r", "copies": [2, 5]}, {"letter": "g", "copies": [9, 9]}]}
    lines = [
        {"seed": 1, "players": 2, "rules": house | {"announce": True}},
        {"seed": 1, "players": 2, "rules": house},
    ]
    answer = ask(
        "batch", "-", stdin="".join(f"{line}\n" for line in map(json.dumps, lines)).encode()
    )
    first, second = answer.lines
    assert "may have at most 4 copies" in first["error"]
    assert second["verdict"] in ("perfect", "not-perfect")
