"""Times a deal beside the goals, in microseconds and in lines of the yardstick.

Processor time of one core with the dealing, as a survey's rows have it. The yardstick runs before
and after each cell, because a shared machine is not the same from one minute to the next.
"""

from __future__ import annotations

import statistics
from typing import NamedTuple

import numpy as np
from rich.table import Table

from benchmarks.cells import Cell
from benchmarks.yardstick import line_times
from solver import Budget, Rules
from solver.search.blocks import BlockSolver, starts_of_seeds

BLOCK = 1000
MEDIAN, MEDIAN_LINES = 4.0, 6.0


class Goals(NamedTuple):
    """For 2 to 5 players."""

    micros: tuple[float, float, float, float]  # mean
    lines: tuple[float, float, float, float] | None = None


GOALS = {
    "base": Goals((8, 8, 20, 60), (12, 12, 30, 80)),
    "avalanche-10": Goals((25, 15, 30, 80)),
    "black-powder": Goals((25, 15, 30, 80)),
    "avalanche-5": Goals((80, 300, 1500, 4000)),
}


def rows_of(cell: Cell, deals: int) -> np.ndarray:
    """The rows of the cell's first deals at the default budget."""
    rules = Rules.named(*cell.rules)
    solver = BlockSolver(rules, cell.players, Budget())
    starts = starts_of_seeds(rules, cell.players, 1, deals)
    return np.concatenate(
        [solver.solve(starts[first : first + BLOCK]) for first in range(0, deals, BLOCK)]
    )


def goals_table(deals: int) -> Table:
    """`deals` of base and a tenth of them of the other rule sets."""
    table = Table(
        "", "deals", "mean µs", "goal", "lines", "goal", "median µs", "goal", "lines", "goal",
        "undecided", title="times a deal beside the goals (see benchmarks/goals.py)",
        title_justify="left", padding=(0, 0, 0, 1),
    )  # fmt: skip
    for column in table.columns[1:]:
        column.justify = "right"
    for rules, goals in GOALS.items():
        for players in (2, 3, 4, 5):
            number = deals if rules == "base" else max(deals // 10, 1)
            before = line_times().get(players)
            rows = rows_of(Cell((rules,), players), number)
            after = line_times().get(players)
            line = statistics.mean((before, after)) if before and after else None
            mean, median = rows["microseconds"].mean(dtype=float), np.median(rows["microseconds"])
            base = goals.lines is not None
            table.add_row(
                f"{rules}:{players}", f"{number:,}",
                f"{mean:,.1f}", f"{goals.micros[players - 2]:,.0f}",
                _lines(mean, line), f"{goals.lines[players - 2]:,.0f}" if goals.lines else "",
                f"{median:.2f}", f"{MEDIAN:.0f}" if base else "",
                _lines(median, line), f"{MEDIAN_LINES:.0f}" if base else "",
                f"{int((rows['low'] < rows['high']).sum())}",
            )  # fmt: skip
    return table


def _lines(micros: float, line: float | None) -> str:
    return "?" if line is None else f"{micros / line:,.1f}"
