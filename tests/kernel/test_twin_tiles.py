"""The kernel against the plain twin with bonus tiles: equal maxima, from positions and deals."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given

from solver import Budget, Deal, Position, Rules, Suit
from solver._core import CUT_NAMES
from solver.analysis.moves import analyse_with
from solver.notation.positions import position_from_text
from solver.search.answers import Answer
from solver.search.searcher import Plan, Searcher
from solver.twin import best_score
from tests.support.brute_force import brute_force
from tests.support.strategies import exactly, late_positions, small_deals

SMALL = Budget(memory=1)

# The two bold tries win nearly everything, and the lenient game proves nearly everything else.
EXACT: Plan = {"bold": 0}
PLANS: dict[str, Plan] = {
    "bold and lenient": {},
    "exact": EXACT,
    "short tries": {"bold": 20, "first_run": 3, "short_runs": 1, "rounds": 0},
    "beams": {**EXACT, "first_run": 1, "short_runs": 0, "rounds": 1},
    "long proofs": {**EXACT, "first_run": 2, "long_proof": 1, "short_runs": 0, "rounds": 0},
}


def check(searcher: Searcher, position: Position) -> Answer:
    best = brute_force(position, limit=800)
    answer = searcher.solve_position(position)
    assert answer.verdict != "undecided"
    assert answer.max_score == best
    return answer


@pytest.mark.parametrize("plan", PLANS)
def test_late_positions(plan: str, deals: int) -> None:
    """Equal maxima, and lines that the referee accepts."""
    searcher = Searcher(SMALL, plan=PLANS[plan])

    @exactly(deals // 20)
    @given(position=late_positions())
    def equal(position: Position) -> None:
        answer = check(searcher, position)
        assert answer.line or answer.max_score is None

    equal()


def house(copies: dict[str, list[int]], **changes: object) -> str:
    suits = [{"letter": letter, "copies": numbers} for letter, numbers in copies.items()]
    return "rules " + json.dumps({"suits": suits, "hand_size": 1, "tiles": True} | changes)


# Positions in which the best score takes a card in each of the ways that there are.
TAKING = {
    (6, "play", "last-round"): (
        "hands g5 / g2; fireworks r4 g4; tokens 2; turns left 1; tiles 6 2 5 4 3 1; tile5 0.5; "
        + house({"r": [2, 1, 1, 1, 1], "g": [1, 2, 1, 1, 1]}, tokens=2)
    ),
    (5, "play", "last-round"): (
        "hands r5 / g5; fireworks r2 g4; tokens 3; to move Bob; turns left 1; tiles 5 4 3 2 6 1; "
        "tile5 0.5; " + house({"r": [1, 1, 1, 1, 1], "g": [1, 1, 2, 1, 1]}, tokens=3)
    ),
    (5, "pile", "last-round"): (
        "hands g5 / r1; pile g2; fireworks r4 g4; tokens 1; strikes 2; tiles 5 6 4 1 2 3; "
        "tile5 0.37; " + house({"r": [2, 1, 2, 2, 1], "g": [1, 2, 1, 1, 1]}, tokens=1)
    ),
    (5, "pile", "bouquet-final"): (
        "hands g1 / k5; pile r5 k4; fireworks r4 g2 k3; tokens 0; tiles 5 2 3 1 4 6; tile5 0; "
        + house(
            {"r": [3, 1, 2, 1, 1], "g": [2, 1], "k": [2, 1, 1, 2, 2]},
            tokens=3, strikes=2, ending="bouquet-final",
        )
    ),
    (6, "play", "bouquet-final"): (
        "hands r5 / g5 / g1; pile g5 r4; fireworks r3 g4; tokens 0; strikes 2; to move Cathy; "
        "tiles 6 4 1 5 3 2; tile5 0.37; "
        + house({"r": [2, 3, 2, 2, 1], "g": [2, 1, 1, 2, 2]}, tokens=3, ending="bouquet-final")
    ),
}  # fmt: skip


@pytest.mark.parametrize("plan", PLANS)
@pytest.mark.parametrize("way", TAKING, ids=str)
def test_a_card_must_be_taken(way: tuple[int, str, str], plan: str) -> None:
    """Without the tile's effect the position is worth less, and so the line uses it."""
    tile, into, ending = way
    position = position_from_text(TAKING[way])
    assert position.rules.ending == ending
    answer = check(Searcher(SMALL, plan=PLANS[plan]), position)
    choices = [choice for action in answer.line for choice in action.choices]
    assert (tile, into) in [(choice.tile, choice.into) for choice in choices]
    idle = replace(position, tiles=tuple(3 if n == tile else n for n in position.tiles))
    assert (best_score(idle) or 0) < (answer.max_score or 0)


# Positions that were once judged wrongly, with what they are worth.
MENDED = {
    "the pool forgot the pile": (
        "hands r5 / g5; pile r4 g2 g3 g1; fireworks r4; tokens 2; strikes 2; tiles 5 4 3 1 2 6; "
        "tile5 0.6667; " + house({"r": [1, 1, 2, 2, 1], "g": [2, 1, 2, 1, 2]}, tokens=2),
        8,
    ),
    "the pool forgot the pile, with a downward suit": (
        "hands g4 / g2; pile r5 k2 g5 k1 g3 g1; fireworks r4; tokens 3; to move Bob; "
        "tiles 5 4 2 6 1 3; tile5 0.9; "
        'rules {"suits": [{"letter": "r", "copies": [1, 1, 1, 1, 1]}, '
        '{"letter": "g", "copies": [1, 1, 2, 1, 1], "scores": false}, '
        '{"letter": "k", "copies": [1, 2], "descending": true}], '
        '"hand_size": 1, "tokens": 3, "strikes": 1, "tiles": true}',
        5,
    ),
    "a copy behind the card need not be held": (
        "hands r4 / r5; pile k1 g4 g5 g3; fireworks r3 g2; tokens 1; strikes 2; to move Bob; "
        "tiles 5 6 1 3 2 4; tile5 0.9; "
        + house(
            {"r": [2, 1, 1, 2, 2], "g": [1, 1, 1, 1, 2], "k": [2]},
            tokens=1, ending="bouquet-final",
        ),
        11,
    ),
    "both of these": (
        "hands r5 / g2; pile r2 g5 g5 g4 g3 r1 g1; fireworks r4 g2; tokens 1; tiles 5 6 3 1 2 4; "
        "tile5 0.5; "
        + house(
            {"r": [2, 2, 1, 1, 1], "g": [2, 2, 1, 1, 2]},
            tokens=1, strikes=2, ending="bouquet-final",
        ),
        10,
    ),
}  # fmt: skip


@pytest.mark.parametrize("plan", PLANS)
@pytest.mark.parametrize("case", MENDED)
def test_mended(case: str, plan: str) -> None:
    text, best = MENDED[case]
    answer = Searcher(SMALL, plan=PLANS[plan]).solve_position(position_from_text(text))
    assert answer.max_score == best


@pytest.mark.parametrize(
    "text",
    [
        "hands g5 b2 / b1 b1; pile b2; fireworks g4; tokens 0; tiles 5 6 1 2 3 4; tile5 0.9; "
        + house({"g": [1, 1, 1, 1, 2], "b": [3, 3, 1]}, hand_size=2, tokens=2, strikes=1),
        "hands r5 / r5; pile k2; fireworks r4 g4 b1 p3; tokens 1; tiles 6 5 3 4 2 1; "
        "tile5 0.6667; "
        + house(
            {"r": [1, 4, 1, 4, 4], "g": [1, 2, 2, 1, 1], "k": [3, 3, 2], "b": [2, 2, 1, 1, 1],
             "p": [1, 1, 1, 3, 1]}, tokens=2,
        ),
    ],
)  # fmt: skip
def test_moves_after_one_that_turned_tile_5(text: str) -> None:
    """The next move goes on from the position before it, with all its tiles."""
    position = position_from_text(text)
    for move in analyse_with(Searcher(SMALL), position).moves:
        assert move.max_score == best_score(position.push(move.action))


@pytest.mark.parametrize("plan", ["bold and lenient", "exact"])
@pytest.mark.parametrize("ending", ["last-round", "bouquet-final"])
def test_deals(ending: str, plan: str, deals: int) -> None:
    searcher = Searcher(SMALL, plan=PLANS[plan])

    @exactly(deals // 48)
    @given(deal=small_deals(tiles=True, ending=ending))
    def equal(deal: Deal) -> None:
        check(searcher, Position.start(deal))

    equal()


@pytest.mark.parametrize("plan", ["bold and lenient", "long proofs"])
@pytest.mark.parametrize("name", CUT_NAMES)
def test_without_a_pruning(name: str, plan: str, deals: int) -> None:
    searcher = Searcher(SMALL, off=[name], plan=PLANS[plan])

    @exactly(deals // 50)
    @given(position=late_positions())
    def equal(position: Position) -> None:
        check(searcher, position)

    equal()


def test_without_any_pruning(deals: int) -> None:
    off = [name for name in CUT_NAMES if name != "table"]
    plans: list[Plan] = [{}, EXACT]
    searchers = [Searcher(SMALL, off=off, plan=plan) for plan in plans]

    @exactly(deals // 30)
    @given(position=late_positions())
    def equal(position: Position) -> None:
        for searcher in searchers:
            check(searcher, position)

    equal()


def test_table_of_a_few_entries(deals: int) -> None:
    searcher = Searcher(SMALL, plan=EXACT)
    searcher.context = type(searcher.context)(1)  # the smallest table there is: 16 entries

    @exactly(deals // 48)
    @given(position=late_positions())
    def equal(position: Position) -> None:
        check(searcher, position)

    equal()


def test_the_table_changes_its_form(deals: int) -> None:
    """Games with and without tiles in turn, in one context."""
    searcher = Searcher(SMALL)

    @exactly(deals // 40)
    @given(position=late_positions(), deal=small_deals())
    def equal(position: Position, deal: Deal) -> None:
        check(searcher, position)
        check(searcher, Position.start(deal))

    equal()


def test_a_lenient_line_with_many_copies() -> None:
    """It is asked whether it is legal; in a debug build a replay of it ended the process."""
    rules = Rules((Suit("r", (1, 1, 1, 1, 9)),), hand_size=1, tokens=19, strikes=8, tiles=True)
    deck = "r5 r5 r5 r1 r5 r5 r5 r5 r2 r5 r5 r3 r4"
    deal = Deal.from_text(deck, 2, rules, (5, 2, 1, 6, 3, 4), 0.5)
    searcher = Searcher(SMALL, plan={"first_run": 2, "short_runs": 0, "rounds": 0})
    result = searcher.solve(deal)
    assert result.max_score == 4 and result.line
