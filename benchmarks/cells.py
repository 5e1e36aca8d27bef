"""The cells of the benchmark: a rule set and a number of players, with seeds from 1 on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from solver import Budget, Deal, Result
from solver.search.searcher import Searcher

RULE_SETS = (
    ("base",),
    ("avalanche-10",),
    ("black-powder",),
    ("avalanche-5",),
    ("bouquet-final",),
    ("avalanche-5", "bouquet-final"),
    ("avalanche-10", "bouquet-final"),
    ("timed-display",),
    ("hard",),
    ("easy",),
)


class Cell(NamedTuple):
    rules: tuple[str, ...]
    players: int

    def __str__(self) -> str:
        return f"{'+'.join(self.rules)}:{self.players}"

    def deals(self, number: int) -> Iterator[Deal]:
        return (Deal.from_seed(seed, self.players, self.rules) for seed in range(1, number + 1))


CELLS = tuple(Cell(rules, players) for rules in RULE_SETS for players in (2, 3, 4, 5))

# Five Flamboyants with all that the books allow beside it; first alone and with the other suits.
TILE_CELLS = tuple(
    Cell((*suits, "flamboyants", *change), players)
    for change in ((), ("bouquet-final",), ("timed-display",), ("hard",), ("easy",))
    for suits in (
        (),
        ("black-powder",),
        ("avalanche-5",),
        ("avalanche-10",),
        ("avalanche-5", "black-powder"),
        ("avalanche-10", "black-powder"),
    )
    for players in (2, 3, 4, 5)
)

# The hardest deals found, among the seeds 1 to 10,000 of these cells and in the surveys of
# docs/results/winnability.md; docs/results/kernel.md says what is known of them.
HARDEST = {
    Cell(("base",), 3): (2787,),
    Cell(("base",), 4): (568037,),
    Cell(("base",), 5): (3174, 9286),
    Cell(("easy",), 5): (5757,),
    Cell(("avalanche-10",), 2): (1693, 4275, 4753, 6547),
    Cell(("avalanche-10",), 4): (36589,),
    Cell(("black-powder",), 5): (2017, 2482),
    Cell(("avalanche-5",), 2): (340, 664, 883),
    Cell(("avalanche-5",), 3): (95, 163, 21360),
    Cell(("avalanche-5",), 4): (53, 287, 1727, 2013, 3081, 3425, 6740, 7881, 9018, 64150),
    Cell(("avalanche-5",), 5): (178, 448, 788, 1056, 1669, 1830, 2394, 2952, 3417, 4465),
    Cell(("avalanche-5", "bouquet-final"), 3): (19978,),
    Cell(("avalanche-5", "bouquet-final"), 4): (62485, 64150),
}


def hardest() -> Iterator[Deal]:
    for cell, seeds in HARDEST.items():
        for seed in seeds:
            yield Deal.from_seed(seed, cell.players, cell.rules)


def solve_all(deals: Iterable[Deal], budget: Budget) -> Iterator[Result]:
    searcher = Searcher(budget)
    return map(searcher.solve, deals)
