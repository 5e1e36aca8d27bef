"""Clause learning with bonus tiles: brute force, the referee and the kernel must all agree."""

from __future__ import annotations

from functools import reduce

import pytest
from hypothesis import given
from pysat.solvers import Solver

from solver import Action, Budget, Deal, Position
from solver.notation.positions import position_from_text
from solver.search.sat import SOLVER, Form, opinion
from solver.search.sat.learning import CADICAL
from solver.search.sat.tile_plays import TilePlays
from solver.search.searcher import Plan, Searcher
from tests.kernel.test_twin_tiles import TAKING
from tests.support.brute_force import brute_force
from tests.support.sizes import sized
from tests.support.strategies import exactly, late_positions, small_deals


def check(start: Position, score: int, *, form: Form) -> tuple[Action, ...]:
    """The game that reaches the score, as the referee confirms; none reaches more."""
    line: tuple[Action, ...] = ()
    perfect = start.rules.perfect_score
    if score:
        found = opinion(start, score, form=form)
        assert found.reachable is True
        line = found.line
        outcome = reduce(Position.push, line, start).outcome()
        assert outcome is not None and outcome.score is not None and outcome.score >= score
    if score < perfect:
        above = perfect if start.rules.is_bouquet_final else score + 1
        assert opinion(start, above, form=form).reachable is False
    return line


@pytest.mark.grows
@pytest.mark.parametrize("form", ["rules", "counts", "plays"])
def test_small_deals(form: Form) -> None:
    @exactly(sized(40))
    @given(deal=small_deals(most_cards=11, tiles=True))
    def equal(deal: Deal) -> None:
        start = Position.start(deal)
        check(start, brute_force(start, limit=3000) or 0, form=form)

    equal()


@pytest.mark.grows
@pytest.mark.parametrize("form", ["rules", "counts", "plays"])
def test_late_positions(form: Form) -> None:
    @exactly(sized(60))
    @given(position=late_positions())
    def equal(position: Position) -> None:
        if position.outcome() is None:
            check(position, brute_force(position, limit=800) or 0, form=form)

    equal()


# The kernel gives up at once, so that clause learning decides; or it has a few nodes to win with.
GIVING_UP: dict[str, Plan] = {
    "at once": {"kernel": 1, "lines": 0, "mending": 0, "bold": 0},
    "soon": {"kernel": 20, "first_run": 1, "short_runs": 0, "rounds": 0},
}


@pytest.mark.grows
@pytest.mark.parametrize("plan", GIVING_UP)
def test_the_whole_search(plan: str) -> None:
    searcher, stages = Searcher(Budget(memory=1), plan=GIVING_UP[plan]), set()

    @exactly(sized(40))
    @given(position=late_positions())
    def equal(position: Position) -> None:
        answer = searcher.solve_position(position)
        assert answer.verdict != "undecided"
        assert answer.max_score == brute_force(position, limit=800)
        stages.add(answer.stage)

    equal()
    assert "clause-learning" in stages


@pytest.mark.parametrize("form", ["counts", "plays"])
@pytest.mark.parametrize("way", TAKING, ids=str)
def test_a_card_must_be_taken(way: tuple[int, str, str], form: Form) -> None:
    """Perhaps into play from an empty pile, where the kernel's line puts it into the pile."""
    tile, _, _ = way
    position = position_from_text(TAKING[way])
    best = brute_force(position, limit=800)
    assert best
    line = check(position, best, form=form)
    choices = [choice for action in line for choice in action.choices]
    assert tile in [choice.tile for choice in choices]


@pytest.mark.check_takes(2)
@pytest.mark.parametrize(
    ("rules", "players", "seed", "maximum"),
    [
        ("avalanche-5+flamboyants", 3, 296, 29),
        ("avalanche-5+flamboyants", 4, 158, 29),
        ("avalanche-5+black-powder+flamboyants", 3, 277, 29),
    ],
)
def test_clause_learning_decides(rules: str, players: int, seed: int, maximum: int) -> None:
    """Lost deals that the kernel leaves open; another clause-learning solver confirms them."""
    deal = Deal.from_seed(seed, players, rules.split("+"))
    result = Searcher(Budget(nodes=1_000_000, memory=16)).solve(deal)
    assert (result.max_score, result.stage) == (maximum, "clause-learning")
    assert opinion(Position.start(deal), maximum + 1, solver="glucose4").reachable is False


@pytest.mark.check_takes(1)
@pytest.mark.parametrize(("players", "seed"), [(2, 92), (2, 175)])
def test_defeats_that_only_the_fine_count_proves(players: int, seed: int) -> None:
    """Without it 200,000 conflicts do not decide them; another solver confirms them."""
    rules = ("avalanche-5", "black-powder", "flamboyants", "bouquet-final")
    deal = Deal.from_seed(seed, players, rules)
    result = Searcher(Budget(nodes=1_000_000, memory=16)).solve(deal)
    assert (result.verdict, result.stage) == ("not-perfect", "clause-learning")
    start = Position.start(deal)
    assert opinion(start, form="plays", solver=CADICAL).reachable is False


@pytest.mark.parametrize("seed", [788, 2140, 2210])
def test_a_misplay_of_the_model_fits(seed: int) -> None:
    """All free cards of the hand fit: one is played, and the kept copy is misplayed later."""
    start = Position.start(Deal.from_seed(seed, 5, ("avalanche-5", "flamboyants")))
    plays = TilePlays(start)
    with Solver(name=SOLVER, bootstrap_with=plays.clauses) as solver:
        assert solver.solve()
        line = plays.line(solver.get_model())
    outcome = reduce(Position.push, line, start).outcome()
    assert outcome is not None and outcome.score == 30
