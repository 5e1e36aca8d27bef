"""The reasons for lost deals: no winnable deal has one, and the examples read as they should."""

from __future__ import annotations

import ast
import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from solver import Budget, Deal, Position, Rules, Suit, solve_many
from solver.reasons import bits, ending, explanations, finders, pool, starts, view
from solver.reasons.explanations import Exhaustion
from solver.reasons.finders import FINDERS, find_reason, holds
from solver.reasons.view import View
from solver.twin import best_score
from tests.support.brute_force import brute_force
from tests.support.strategies import exactly, small_deals


def check(position: Position) -> set[str]:
    """The kinds of all reasons of a position, which must be lost then."""
    view = View.of(position)
    found = {finder.__name__: reason.kind for finder in FINDERS if (reason := finder(view))}
    assert not found or brute_force(position, limit=4000) != position.rules.perfect_score, found
    return set(found.values())


# No reason for a winnable deal


def test_small_deals_with_a_reason_are_lost(deals: int) -> None:
    @exactly(deals // 4)
    @given(deal=small_deals())
    def lost(deal: Deal) -> None:
        check(Position.start(deal))

    lost()


@pytest.mark.check_takes(0)  # few deals do not show all kinds
@pytest.mark.parametrize(
    ("ending", "announce", "kinds"),
    [
        ("last-round", False, {"bottom-deck", "out-of-pace", "hand-size", "final-round", "tokens"}),
        ("last-round", True, {"bottom-deck", "out-of-pace", "hand-size", "final-round"}),
        ("bouquet-final", False, {"hand-size"}),
    ],
)
def test_cramped_deals_with_a_reason_are_lost(
    ending: str, announce: bool, kinds: set[str], deals: int
) -> None:
    """Hands of one card and one token, where reasons are many."""
    met: set[str] = set()

    @exactly(3 * deals // 10)
    @given(deal=small_deals(ending=ending, announce=announce, hand_size=1, tokens=1))
    def lost(deal: Deal) -> None:
        met.update(check(Position.start(deal)))

    lost()
    assert met == kinds


def test_later_positions_with_a_reason_are_lost(deals: int) -> None:
    """The functions take any view, also one of the last round or with dead cards."""

    @exactly(deals // 8)
    @given(deal=small_deals(), seed=st.integers(0, 10_000), turns=st.integers(1, 8))
    def lost(deal: Deal, seed: int, turns: int) -> None:
        choice, position = random.Random(seed), Position.start(deal)
        for _ in range(turns):
            actions = position.legal_actions()
            assume(actions)
            position = position.push(choice.choice(actions))
        assume(position.outcome() is None)
        check(position)

    lost()


@pytest.mark.check_takes(1)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize(
    "names",
    [
        ("base",),
        ("avalanche-5",),
        ("avalanche-10",),
        ("black-powder",),
        ("three-suits",),
        ("four-suits", "hard"),
        ("avalanche-5", "timed-display"),
        ("avalanche-5", "bouquet-final"),
        ("black-powder", "avalanche-5", "easy"),
    ],
)
def test_no_reason_for_a_winnable_deal(
    names: tuple[str, ...], players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        ending, "ENDING_STATES", 300
    )  # the first endings; they are the telling ones
    deals = (Deal.from_seed(seed, players, names) for seed in range(1, 61))
    winnable = [
        result.deal
        for result in solve_many(deals, Budget(nodes=20_000, memory=8))
        if result.verdict == "perfect"
    ]
    assert len(winnable) > 40
    for deal in winnable:
        assert find_reason(deal, 7) == Exhaustion(7), deal.seed


# Lost deals

LOST: dict[str, tuple[tuple[str, str], str, dict[str, Any]]] = {
    "bottom-deck": (
        ("p4v2s3", "avalanche-5"),
        "Bottom-decked: m3 is the last card of the pile and there is no other copy; it is played "
        "on the very last turn at best, so m4 and m5 are never played.",
        {"card": "m3", "place": 39, "lost": ["m4", "m5"]},
    ),
    "out-of-pace": (
        ("p2v0s220", "base"),
        "Out of pace: when card 38 of the pile (y5) is drawn, at most 20 cards can be on the "
        "fireworks, and only 4 turns that can play come after it: 24 of 25 cards, 1 short.",
        {"place": 38, "card": "y5", "reached": 20, "turns": 4, "needed": 25},
    ),
    "hand-size": (
        ("p2v0s40", "base"),
        "Hand size: when card 22 of the pile (b1) is drawn, 10 cards that cannot be played yet and "
        "do not come again in time must be in the hands, which have room for 9 then: "
        "r4 r5 y2 y3 y4 y5 g2 g3 g4 p3.",
        {
            "place": 22,
            "card": "b1",
            "room": 9,
            "cards": ["r4", "r5", "y2", "y3", "y4", "y5", "g2", "g3", "g4", "p3"],
            "choices": 0,
        },
    ),
    "hand-size, with choices": (
        ("p2v0s406", "base"),
        "Hand size: when card 6 of the pile (r3) is drawn, even hands that are shared hold 10 "
        "cards that cannot be played yet and are needed, and have room for 9: r4 y4 g2 g3 g4 g5 "
        "b2 b4 b5 p5. Whichever is given up for a later copy, the fireworks cannot be finished "
        "(37 choices tried).",
        {"place": 6, "card": "r3", "room": 9, "choices": 37},
    ),
    "final-round": (
        ("p4v2s16", "avalanche-5"),
        "Final round: the last round must see m3 (Bob), m4 (Donald) and m5 (Cathy); "
        "no order of turns allows that.",
        {
            "draws": 0,
            "place": None,
            "least": 3,
            "plays": [
                {"card": "m3", "players": ["Bob"], "places": []},
                {"card": "m4", "players": ["Donald"], "places": []},
                {"card": "m5", "players": ["Cathy"], "places": []},
            ],
            "others": [],
        },
    ),
    "final-round, with draws": (
        ("p5v2s404", "avalanche-5"),
        "Final round: the last draw and the last round must see y5 (pile 34), and at least 4 more "
        "plays from among m1 (pile 33), m2 (Bob), m3 (pile 19), m4 (pile 28) and m5 (Donald); "
        "no order of turns allows that.",
        {"draws": 1, "place": 35, "least": 5},
    ),
    "tokens": (
        ("p5v2s1299", "avalanche-5"),
        "Tokens: the last 4 draws and the last round must see g5 (pile 35), m1 (pile 33), "
        "m2 (Bob), m3 (pile 3), m4 (Emily) and m5 (pile 4), and at least 2 more plays from among "
        "r3 (pile 30, 32), r4 (Cathy, Donald) and r5 (Bob); to wait for the turns of those who "
        "hold or draw these cards takes more clues than 8 tokens and the discards in between "
        "allow.",
        {"draws": 4, "place": 32, "least": 8, "tokens": 8},
    ),
}


@pytest.mark.parametrize("name", LOST)
def test_a_lost_deal(name: str) -> None:
    (seed, rules), sentence, data = LOST[name]
    deal = Deal.from_seed(seed, rules=rules)
    reason = find_reason(deal, 1000)
    assert reason.kind == name.partition(",")[0]
    assert str(reason) == reason.sentence() == sentence
    found = json.loads(json.dumps(reason.to_json()))
    assert found.items() >= {"kind": reason.kind, **data}.items()
    assert holds(reason, deal)
    assert not holds(reason, Deal.from_seed(42, players=3))


def test_exhaustion() -> None:
    deal = Deal.from_seed(42, players=3)
    reason = find_reason(deal, 123_456)
    assert reason.to_json() == {"kind": "exhaustion", "nodes": 123_456, "conflicts": 0}
    assert str(reason).endswith("the search went through 123,456 positions.")
    assert not holds(reason, deal)


@pytest.mark.check_takes(1)
@pytest.mark.parametrize(
    ("names", "players"),
    [
        (("base",), 2),
        (("avalanche-5",), 2),
        (("avalanche-5",), 3),
        (("avalanche-5",), 5),
        (("black-powder",), 2),
        (("avalanche-5", "bouquet-final"), 2),
    ],
)
def test_lost_deals_have_short_reasons(names: tuple[str, ...], players: int) -> None:
    deals = (Deal.from_seed(seed, players, names) for seed in range(1, 401))
    lost = [
        result.deal
        for result in solve_many(deals, Budget(nodes=20_000, memory=8))
        if result.verdict == "not-perfect"
    ]
    assert lost
    for deal in lost:
        reason = find_reason(deal, 0)
        assert reason.kind != "exhaustion"
        assert holds(reason, deal)


def house(*suits: Suit, hand_size: int = 1, tokens: int = 8) -> Rules:
    return Rules(suits, hand_size=hand_size, tokens=tokens)


def test_all_cards_dealt() -> None:
    """The last round begins at once: there is no pile to speak of."""
    short = Deal.from_text(
        "r1 r2 r3 g1", 2, house(Suit("r", (1, 1, 1)), Suit("g", (1,)), hand_size=2)
    )
    assert str(find_reason(short, 0)) == (
        "Out of pace: only 2 turns can play a card: 2 of 4 cards, 2 short."
    )
    crossed = Deal.from_text("r2 r1", 2, house(Suit("r", (1, 1))))
    assert str(find_reason(crossed, 0)) == (
        "Final round: the last round must see r1 (Bob) and r2 (Alice); "
        "no order of turns allows that."
    )


def test_values_of_a_descending_suit() -> None:
    down = Suit("k", (1, 1, 1), descending=True)
    deal = Deal.from_text("k1 k2 k3", 2, house(down))
    assert find_reason(deal, 0).to_json() == {
        "kind": "bottom-deck",
        "card": "k3",
        "place": 1,
        "lost": ["k2", "k1"],
    }


def test_the_search_is_not_asked() -> None:
    """A check is worth something only if it shares nothing with what it checks."""
    for module in (bits, ending, explanations, finders, pool, starts, view):
        tree = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))
        imported = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        assert not [
            name for name in imported if str(name).startswith(("solver.search", "solver._core"))
        ]
        assert "solver" not in imported


@pytest.mark.parametrize(
    ("suits", "deck", "players", "tiles", "kind"),
    [
        (
            (Suit("r", (1,) * 5), Suit("g", (1, 1), descending=True)),
            "g1 r1 r2 r3 g2 r4 r5",
            4,
            (6, 4, 3, 5, 1, 2),
            "tokens",
        ),
        (
            (Suit("r", (1,) * 5), Suit("g", (1, 1, 1, 2))),
            "r1 g4 r2 r3 g4 r4 r5 g2 g1 g3",
            2,
            (5, 3, 6, 1, 2, 4),
            "bottom-deck",
        ),
    ],
)
def test_no_short_reason_with_bonus_tiles(
    suits: tuple[Suit, ...], deck: str, players: int, tiles: tuple[int, ...], kind: str
) -> None:
    """These deals are lost for a reason without their tiles, and winnable with them."""
    rules = Rules(suits, hand_size=1, tokens=1, strikes=2)
    deal = Deal.from_text(deck, players, rules)
    reason = find_reason(deal, 0)
    assert reason.kind == kind
    turned = Deal.from_text(deck, players, replace(rules, tiles=True), tiles, 0.999)
    assert best_score(Position.start(turned)) == rules.perfect_score
    assert find_reason(turned, 7).to_json() == {"kind": "exhaustion", "nodes": 7, "conflicts": 0}
    assert not holds(reason, turned)
