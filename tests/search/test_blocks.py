"""Blocks of deals: each row is what a search for that deal alone gives."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.cells import CELLS, TILE_CELLS, Cell
from solver import Budget, Deal, Result, Rules
from solver.game._shuffle import start_value
from solver.game.rule_sets import RULE_SETS
from solver.game.seeds import seed_prefix
from solver.game.suits import Suit
from solver.search.blocks import BlockSolver, line_digest, starts_of_seeds
from solver.search.proof import STAGES
from solver.search.searcher import Searcher

DEALS = 5


def row_of(result: Result, start: int) -> dict[str, object]:
    return {
        "start": start,
        "low": result.bounds[0],
        "high": result.bounds[1],
        "nodes": result.nodes,
        "conflicts": result.conflicts,
        "length": result.turns,
        "digest": line_digest(result),
        "stage": STAGES.index(result.stage),
        "decided": result.verdict != "undecided",
    }


@pytest.mark.check_takes(10)
@pytest.mark.parametrize("nodes", [1, 300, 20_000])
@pytest.mark.parametrize("cell", [*CELLS, *TILE_CELLS[:20]], ids=str)
def test_rows_are_those_of_single_searches(cell: Cell, nodes: int) -> None:
    budget = Budget(nodes=nodes, memory=4)
    rules = Rules.of(cell.rules)
    starts = starts_of_seeds(rules, cell.players, 1, DEALS)
    rows = BlockSolver(rules, cell.players, budget).solve(starts)
    searcher = Searcher(budget)
    for deal, start, row in zip(cell.deals(DEALS), starts, rows, strict=True):
        expected = row_of(searcher.solve(deal), start)
        assert {name: row[name] for name in expected} == expected


# Every rule set alone, and some of what the books let one combine.
GAMES = (
    *((name,) for name in RULE_SETS),
    ("avalanche-5", "bouquet-final", "timed-display"),
    ("avalanche-10", "black-powder", "hard"),
    ("black-powder", "bouquet-final", "easy"),
    ("avalanche-5", "flamboyants", "timed-display"),
    ("black-powder", "bouquet-final", "flamboyants"),
)


@pytest.mark.check_takes(6)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("names", GAMES, ids="+".join)
def test_the_two_descents_over_targets_agree(names: tuple[str, ...], players: int) -> None:
    """`solve_soon` in the kernel and `Searcher.prove`, on deals of every outcome and stage."""
    rules, budget = Rules.of(names), Budget(nodes=3_000, memory=4)
    rows = BlockSolver(rules, players, budget).solve(starts_of_seeds(rules, players, 1, 150))
    chosen = {0, 1, 2}
    for deals in (
        (rows["decided"] == 1) & (rows["high"] < rules.perfect_score),
        rows["decided"] == 0,
        *(rows["stage"] == stage for stage in range(len(STAGES))),
    ):
        chosen.update(np.flatnonzero(deals)[:2].tolist())
    searcher = Searcher(budget)
    for row in rows[sorted(chosen)]:
        result = searcher.solve(Deal.from_start(rules, players, int(row["start"])))
        expected = row_of(result, row["start"])
        assert {name: row[name] for name in expected} == expected


def test_rows_do_not_depend_on_the_block() -> None:
    rules, budget = Rules.named("avalanche-5"), Budget(nodes=2_000, memory=4)
    starts = starts_of_seeds(rules, 5, 1, 30)
    names = ["start", "low", "high", "nodes", "conflicts", "length", "digest", "stage"]
    solver = BlockSolver(rules, 5, budget)
    whole = solver.solve(starts)
    parts = np.concatenate([solver.solve(starts[:7]), solver.solve(starts[7:])])
    backwards = solver.solve(starts[::-1])[::-1]
    for other in (parts, backwards):
        for name in names:
            assert (whole[name] == other[name]).all()


@pytest.mark.parametrize("cell", CELLS, ids=str)
def test_start_values_are_those_of_the_full_seeds(cell: Cell) -> None:
    rules = Rules.of(cell.rules)
    for first in (1, 99_998, 10**18 - 3):
        starts = starts_of_seeds(rules, cell.players, first, first + 3)
        seeds = [f"{seed_prefix(rules, cell.players)}{first + i}" for i in range(4)]
        assert starts.tolist() == [start_value(seed) for seed in seeds]


def test_the_longest_composition() -> None:
    rules = Rules(tuple(Suit(letter, (1,) * 5) for letter in "abcdefg"), hand_size=2)
    [start] = starts_of_seeds(rules, 6, 10**18, 10**18)
    assert Deal.from_start(rules, 6, int(start)) == Deal.from_seed(10**18, 6, rules)
