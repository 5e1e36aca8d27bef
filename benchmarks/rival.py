"""Side by side with SAT: the exact maximum of the same deals, in the same run.

The rival is `solver/search/sat`, asked like the kernel: for the perfect score, and downwards until
one is reached. Its time is that of an answer, so it includes the Python that writes the clauses;
what CaDiCaL needs alone, a compiled program like the kernel, is said too.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Iterable
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from solver import Budget, Deal, Position, Result
from solver.search import sat
from solver.search.searcher import Searcher

SECONDS = 60.0  # for each question to SAT


class Race(NamedTuple):
    """One deal, solved by both; SAT's maximum is None where its time was over."""

    cell: str
    kernel: Result
    maximum: int | None
    seconds: float
    making: float

    @property
    def ratio(self) -> float:
        """How many times faster the kernel was; more than that if SAT did not finish."""
        return (self.seconds + self.making) / self.kernel.seconds

    @property
    def is_decided(self) -> bool:
        return self.kernel.verdict != "undecided"

    @property
    def is_contradicted(self) -> bool:
        low, high = self.kernel.bounds
        return self.maximum is not None and not low <= self.maximum <= high

    def __str__(self) -> str:
        low, high = self.kernel.bounds
        return (
            f"{self.kernel.deal.seed:>16} {self.kernel.deal.rules!s:<28}"
            f"{low if low == high else f'{low}-{high}':>6}{self.kernel.seconds:>12.6f} s"
            f"{'-' if self.maximum is None else self.maximum:>6}{self.seconds:>9.3f} s"
            f"{self.making:>7.2f} s{self.ratio:>12,.0f}"
        )


def side_by_side(sets: Iterable[tuple[str, Iterable[Deal]]], budget: Budget) -> int:
    """Run the races and print them; the exit code is 1 if the two contradict each other."""
    if not sat.is_installed():
        sys.exit("--sat: python-sat is missing or cannot be loaded: pip install python-sat")
    searcher = Searcher(budget)
    races = []
    print(f"{'deal':>16} {'rules':<28}{'kernel':>20}{'SAT':>17}{'clauses':>9}{'ratio':>12}")
    for cell, chosen in sets:
        deals = list(chosen)
        for deal in deals:
            searcher.solve(deal)  # not counted: afterwards caches are warm, as in a long run
        for result in list(map(searcher.solve, deals)):
            races.append(Race(cell, result, *_maximum(result.deal)))
            print(races[-1], flush=True)
    _summarize(races)
    return int(any(race.is_contradicted for race in races))


def _maximum(deal: Deal) -> tuple[int | None, float, float]:
    """The maximum by SAT, the seconds of its searches and those of writing the clauses."""
    seconds = making = 0.0
    perfect, bouquet = deal.rules.perfect_score, deal.rules.ending == "bouquet-final"
    for score in range(perfect, perfect - 1 if bouquet else 0, -1):
        end = time.perf_counter() + SECONDS

        def goes_on(_: int, end: float = end) -> bool:
            return time.perf_counter() < end

        found = sat.opinion(Position.start(deal), score, goes_on=goes_on)
        seconds += found.seconds
        making += found.making
        if found.reachable is not False:
            return (score if found.reachable else None), seconds, making
    return 0, seconds, making


def _summarize(races: list[Race]) -> None:
    decided = [race for race in races if race.is_decided]
    console = Console(width=None if sys.stdout.isatty() else 110)
    table = Table("", title="kernel and SAT, medians of the deals that the kernel decided")
    for column in ("deals", "kernel µs", "SAT s", "times faster", "least", "SAT faster"):
        table.add_column(column, justify="right")
    for cell in dict.fromkeys(race.cell for race in decided):
        table.add_row(cell, *_medians([race for race in decided if race.cell == cell]))
    if decided:
        table.add_row("all", *_medians(decided))
        alone = statistics.median(race.seconds / race.kernel.seconds for race in decided)
    console.print(table)
    if decided:
        console.print(
            f"Without the writing of the clauses: {alone:,.0f} times faster at the median."
        )
    _list("SAT was faster", [race for race in decided if race.ratio < 1])
    _list("SAT did not finish", [race for race in races if race.maximum is None])
    _list("the kernel did not decide", [race for race in races if not race.is_decided])
    _list("THEY CONTRADICT EACH OTHER", [race for race in races if race.is_contradicted])


def _medians(races: list[Race]) -> list[str]:
    ratios = [race.ratio for race in races]
    return [
        str(len(races)),
        f"{statistics.median(race.kernel.seconds for race in races) * 1e6:,.0f}",
        f"{statistics.median(race.seconds + race.making for race in races):.3f}",
        f"{statistics.median(ratios):,.0f}",
        f"{min(ratios):,.1f}",
        str(sum(ratio < 1 for ratio in ratios)),
    ]


def _list(title: str, races: list[Race]) -> None:
    print(f"{title}: {len(races) or 'on no deal'}")
    for race in races:
        print(race)
