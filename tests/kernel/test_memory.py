"""A search that cannot have the memory it needs says so, and proves nothing by what it left out."""

from __future__ import annotations

import pytest

from solver import Budget
from solver._core import Context
from solver.notation.positions import position_from_text
from solver.search.searcher import Plan, Searcher
from solver.twin import best_score

# Tile 5 is turned at once, and the best score takes a card into the pile.
TAKING = (
    "hands g5 / r1; pile g2; fireworks r4 g4; tokens 1; strikes 2; tiles 5 6 4 1 2 3; tile5 0.37; "
    'rules {"suits": [{"letter": "r", "copies": [2, 1, 2, 2, 1]}, '
    '{"letter": "g", "copies": [1, 2, 1, 1, 1]}], "hand_size": 1, "tokens": 1, "tiles": true}'
)
PLANS: dict[str, Plan] = {
    "bold and lenient": {},
    "exact": {"bold": 0},
    "beams": {"bold": 0, "first_run": 1, "short_runs": 0, "rounds": 1},
}


def searcher_with(piles: int, plan: Plan) -> Searcher:
    searcher = Searcher(Budget(memory=1), plan=plan)
    searcher.context = Context(1 << 20, piles=piles)
    return searcher


@pytest.mark.parametrize("plan", PLANS)
def test_no_room_for_a_pile(plan: str) -> None:
    position = position_from_text(TAKING)
    best = best_score(position)
    assert best is not None
    answer = searcher_with(0, PLANS[plan]).solve_position(position)
    assert (answer.verdict, answer.stopped_by) == ("undecided", "memory")
    assert answer.bounds[0] <= best <= answer.bounds[1]
    answer = searcher_with(100, PLANS[plan]).solve_position(position)
    assert (answer.max_score, answer.stopped_by) == (best, None)


def test_the_next_search_has_its_memory() -> None:
    """What one position lacks is not held against the next."""
    searcher = searcher_with(0, PLANS["exact"])
    assert searcher.solve_position(position_from_text(TAKING)).stopped_by == "memory"
    other = position_from_text(TAKING.replace("tiles 5 6 4 1 2 3", "tiles 4 6 5 1 2 3"))
    assert searcher.solve_position(other).max_score == best_score(other)


def test_states_that_there_is_no_room_for_are_not_counted() -> None:
    searcher = searcher_with(0, {})
    searcher.load(position_from_text(TAKING))
    with pytest.raises(MemoryError):
        searcher.context.count_states(1)
