"""Lines that are followed before the search: the referee replays them, and they decide nothing."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given

from benchmarks.cells import CELLS, Cell
from solver import Budget, Deal, Position
from solver._core import Reply
from solver.search.lines import checked_game
from solver.search.searcher import Plan, Searcher
from tests.support.house_rules import any_deal
from tests.support.sizes import sized
from tests.support.strategies import many, randoms

LINES = "first-lines"
TURNS_A_NODE = 16  # what a node of the budget pays for
SMALL = Budget(nodes=3000, memory=1)
PLANS: tuple[Plan, Plan] = ({}, {"lines": 0, "mending": 0})
MORE = [(["six-suits"], 6), (["avalanche-5", "black-powder"], 4), (["easy", "timed-display"], 6)]


@pytest.mark.grows
@pytest.mark.parametrize("cell", [*CELLS, *(Cell(tuple(names), n) for names, n in MORE)], ids=str)
def test_the_referee_replays_them(cell: Cell) -> None:
    searcher = Searcher(SMALL)
    found = 0
    for deal in cell.deals(sized(100)):
        result = searcher.solve(deal)
        if result.stage == LINES and result.verdict == "perfect":
            assert result.line  # refused by the referee unless it keeps what it promises
            found += 1
    assert found  # of most deals, in every cell


@pytest.mark.grows
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_referee_replays_mended_lines(players: int) -> None:
    """Nothing else before them: no lines from the start, one node of the search."""
    searcher = Searcher(SMALL, plan={"lines": 0, "first_run": 1})
    for names in (["base"], ["black-powder", "timed-display"], ["avalanche-10", "bouquet-final"]):
        for seed in range(1, sized(30) + 1):
            result = searcher.solve(Deal.from_seed(seed, players, names))
            if result.stage == "short-runs" and result.verdict == "perfect":
                assert result.line


def test_a_second_copy_of_a_lent_card_is_not_misplayed() -> None:
    """Dave lent one g4 to a tile, and the line took his other one for trash when it fitted."""
    deal = Deal.from_seed(3318, 5, ["avalanche-5", "flamboyants"])
    searcher = Searcher(Budget(memory=1))
    searcher.load(Position.start(deal))
    answer, *_ = searcher.context.decide(29, 30_000, 0.0)
    assert answer == Reply.REACHED
    checked_game(Position.start(deal), searcher.context.line(), 29)


@many(300)
@given(random=randoms())
def test_house_rules(random: Random) -> None:
    """Hands of one card, one token, announced copies: with lines and without the same is proven."""
    deal = any_deal(random)
    one, two = (Searcher(SMALL, plan=plan).solve(deal) for plan in PLANS)
    assert one.bounds[0] <= two.bounds[1] and two.bounds[0] <= one.bounds[1]
    one.replayed()


@many(150)
@given(random=randoms())
def test_positions(random: Random) -> None:
    """Anywhere in a game, also in the last round, and for totals below the highest."""
    cell = random.choice(CELLS)
    position = Position.start(Deal.from_seed(random.randint(1, 10**6), cell.players, cell.rules))
    for _ in range(random.randint(0, 70)):
        following = position.push(random.choice(position.legal_actions()))
        if following.outcome() is not None:
            break
        position = following
    one, two = (Searcher(SMALL, plan=plan).solve_position(position) for plan in PLANS)
    assert one.bounds[0] <= two.bounds[1] and two.bounds[0] <= one.bounds[1]
    one.replayed()


def test_a_budget_of_nodes_ends_them() -> None:
    deal = Deal.from_seed(42, 3)
    turns = Searcher(SMALL).solve(deal).turns
    for nodes in range(1, 2 * turns):
        result = Searcher(Budget(nodes=nodes, memory=1)).solve(deal)
        assert result.nodes <= nodes
        assert result.verdict == "undecided" or (nodes - 1) * TURNS_A_NODE >= turns
