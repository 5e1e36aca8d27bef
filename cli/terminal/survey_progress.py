"""How far a survey is: a bar on a terminal, sparse lines elsewhere; always on stderr."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from datetime import timedelta
from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, TextColumn
from rich.progress import Progress as Bar
from rich.table import Column

from cli.terminal import output
from solver.errors import counted
from solver.survey.statistics import winnable_interval

LOG_EVERY = 30.0  # seconds between two lines


class Tally:
    """How many deals are perfect, lost and undecided.

    They are all deals of the parts, and a part may reach beyond what is asked for.
    """

    def __init__(self) -> None:
        """None yet."""
        self.perfect = self.lost = self.undecided = 0

    def add(self, counts: dict[str, int]) -> None:
        """Count the deals of a part."""
        self.perfect += counts["perfect"]
        self.lost += counts["not-perfect"]
        self.undecided += counts["undecided"]

    @property
    def deals(self) -> int:
        """All of them."""
        return self.perfect + self.lost + self.undecided

    def winnable(self) -> str:
        """The winnable share, as an interval."""
        low, high = winnable_interval(self.perfect, self.undecided, self.deals)
        return f"winnable {100 * low:.2f}-{100 * high:.2f} %"

    def __str__(self) -> str:
        """All of it in words."""
        return f"{self.winnable()} of {self.deals:,}, {self.undecided:,} undecided"


class Progress:
    """Done, rate, time left, winnable so far with its interval, and undecided."""

    def __init__(self, total: int) -> None:
        """Begin with no deal of all that are to be done."""
        self.total, self.before, self.done = total, 0, 0
        self.tally, self.by_players = Tally(), dict[int, Tally]()
        self._began = time.monotonic()
        self._next_log = self._began + LOG_EVERY
        self._bar: Bar | None = None

    def __enter__(self) -> Progress:
        """Begin to show."""
        self._began = time.monotonic()
        self._next_log = self._began + LOG_EVERY
        if sys.stderr is not None and sys.stderr.isatty():
            self._bar = Bar(
                # The bar has what the words leave of the line, which must not be wrapped.
                BarColumn(None, table_column=Column(min_width=4, ratio=1)),
                TextColumn("{task.description}", table_column=Column(no_wrap=True)),
                console=Console(stderr=True, highlight=False),
                expand=True,
            )
            self._task = self._bar.add_task(self._words(), total=self.total, completed=self.done)
            self._bar.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Stop showing."""
        if self._bar:
            self._bar.stop()

    def add_earlier(self, players: int, deals: int, counts: dict[str, int]) -> None:
        """Add deals that an earlier run has done."""
        self.before += deals
        self._count(players, deals, counts)

    def add(self, players: int, deals: int, counts: dict[str, int]) -> None:
        """Add deals that are done now."""
        self._count(players, deals, counts)
        if self._bar:
            self._bar.update(self._task, completed=self.done, description=self._words())
        elif time.monotonic() >= self._next_log:
            self._next_log = time.monotonic() + LOG_EVERY
            output.note(self._words())

    def summary(self) -> str:
        """One line when all is done."""
        new = self.done - self.before
        took = f"{time.monotonic() - self._began:,.1f} s"
        did = f"{counted(new, 'deal')} in {took}" if new else "nothing was left to do"
        return f"{did}; {self.tally}."

    def summaries(self) -> Iterator[str]:
        """The same for each number of players, if there are several."""
        if len(self.by_players) > 1:
            for players, tally in sorted(self.by_players.items()):
                yield f"{players} players: {tally}."

    def _count(self, players: int, deals: int, counts: dict[str, int]) -> None:
        self.done += deals
        self.tally.add(counts)
        self.by_players.setdefault(players, Tally()).add(counts)

    def _words(self) -> str:
        rate = (self.done - self.before) / max(time.monotonic() - self._began, 1e-9)
        left = _time((self.total - self.done) / rate) if rate else "?"
        return (
            f"{_short(self.done)}/{_short(self.total)} {_short(round(rate))}/s {left} left, "
            f"{self.tally.winnable()}, {_short(self.tally.undecided)} undecided"
        )


def _time(seconds: float) -> str:
    """A time in few letters.

    >>> _time(3725.2), _time(1e6)
    ('1:02:05', '11.6 days')
    """
    days = timedelta(seconds=round(seconds)) / timedelta(days=1)
    return f"{days:,.1f} days" if days >= 1 else str(timedelta(seconds=round(seconds)))


def _short(number: int) -> str:
    """A number in few letters.

    >>> [_short(number) for number in (9_999, 12_345, 40_000, 999_960, 1_234_567, 2_147_483_646)]
    ['9,999', '12.3k', '40k', '1M', '1.23M', '2.15G']
    """
    if number < 10_000:
        return f"{number:,}"
    rounded = float(f"{number:.3g}")
    power = next(power for power in (3, 6, 9, 12, 15, 18) if rounded < 10 ** (power + 3))
    return f"{rounded / 10**power:g}{'kMGTPE'[power // 3 - 1]}"
