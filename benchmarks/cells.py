"""The cells of the benchmark: a rule set and a number of players, with seeds from 1 on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from solver import Budget, Deal, Result
from solver.search import Searcher

RULE_SETS = (
    ("base",),
    ("avalanche-10",),
    ("black-powder",),
    ("avalanche-5",),
    ("bouquet-final",),
    ("avalanche-5", "bouquet-final"),
    ("timed-display",),
    ("hard",),
    ("easy",),
)


class Cell(NamedTuple):
    rules: tuple[str, ...]
    players: int

    def __str__(self) -> str:
        return f"{'+'.join(self.rules)}:{self.players}"


CELLS = tuple(Cell(rules, players) for rules in RULE_SETS for players in (2, 3, 4, 5))


def solve_cell(cell: Cell, deals: int, budget: Budget) -> Iterator[Result]:
    searcher = Searcher(budget)
    for seed in range(1, deals + 1):
        yield searcher.solve(Deal.from_seed(seed, cell.players, cell.rules))
