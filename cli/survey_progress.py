"""How far a survey is: a bar on a terminal, sparse lines elsewhere; always on stderr."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar

from cli import output
from solver.statistics import winnable_interval

LOG_EVERY = 30.0  # seconds between two lines


class Progress:
    """Done, rate, time left, winnable so far with its interval, and undecided."""

    def __init__(self, total: int, done: int) -> None:
        """So many deals in all, of which some were done before."""
        self.total, self.before, self.done = total, done, done
        self.perfect = self.lost = self.undecided = 0
        self._began = time.monotonic()
        self._next_log = self._began + LOG_EVERY
        self._bar: Bar | None = None
        if sys.stderr is not None and sys.stderr.isatty():
            self._bar = Bar(
                BarColumn(20),
                MofNCompleteColumn(),
                TimeRemainingColumn(),
                TextColumn("{task.fields[words]}"),
                console=Console(stderr=True),
            )
            self._task = self._bar.add_task("", total=total, completed=done, words="")

    def __enter__(self) -> Progress:
        """Begin to show."""
        if self._bar:
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

    def add(self, deals: int, counts: dict[str, int]) -> None:
        """So many deals more are done."""
        self.done += deals
        self.perfect += counts["perfect"]
        self.lost += counts["not-perfect"]
        self.undecided += counts["undecided"]
        if self._bar:
            self._bar.update(self._task, completed=self.done, words=self._words())
        elif time.monotonic() >= self._next_log:
            self._next_log = time.monotonic() + LOG_EVERY
            left = (self.total - self.done) / max(self._rate(), 1e-9)
            output.note(
                f"{self.done:,} of {self.total:,} deals, {self._words()}, {left:,.0f} s left"
            )

    def summary(self, path: Path) -> str:
        """One line when all is done."""
        new = self.done - self.before
        if not new:
            return f"{path}: nothing was missing."
        seconds = time.monotonic() - self._began
        return f"{path}: {new:,} deals in {seconds:,.1f} s, {self._words()}."

    def _rate(self) -> float:
        return (self.done - self.before) / max(time.monotonic() - self._began, 1e-9)

    def _words(self) -> str:
        low, high = winnable_interval(
            self.perfect, self.undecided, self.perfect + self.lost + self.undecided
        )
        return (
            f"{self._rate():,.0f}/s, winnable {100 * low:.2f}-{100 * high:.2f} %, "
            f"{self.undecided} undecided"
        )
