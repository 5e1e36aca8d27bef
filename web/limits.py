"""How much a request may use: size, time, nodes, memory."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from math import inf

from solver.search.budget import Budget
from solver.search.many import Stop

LARGEST_BODY = 1_000_000  # bytes
# Seconds for each kind of work; then what is known by then is told.
VALUES_SECONDS = 10
FILM_SECONDS = 10
REVIEW_SECONDS = 60
EXERCISE_SECONDS = 20
ANSWER_SECONDS = 60  # of the interface for programs
# Requests that wait for a free processor; more are sent away.
LONGEST_LINE = 16


class GivenUp(Exception):
    """Nobody waits for the answer any more."""


@dataclass(eq=False)
class Allowance:
    """What one request may use, and whether somebody still waits for its answer."""

    budget: Budget = field(default_factory=Budget)
    until: float = inf  # by time.monotonic
    stop: Stop = field(default_factory=Stop)

    @classmethod
    def of(cls, budget: Budget, seconds: float) -> Allowance:
        """So many seconds from now on."""
        return cls(budget, time.monotonic() + seconds)

    @property
    def seconds_left(self) -> float:
        """The time that is left, and -1 if there is no limit, as locks have it."""
        return -1 if self.until == inf else max(self.until - time.monotonic(), 0)

    @property
    def is_over(self) -> bool:
        """Whether the time is up."""
        return time.monotonic() >= self.until

    def left(self) -> Budget:
        """The budget for the next search: it ends when the time is up."""
        if self.until == inf:
            return self.budget
        seconds = max(self.until - time.monotonic(), 1e-6)
        return replace(self.budget, seconds=min(seconds, self.budget.seconds or inf))

    def check(self) -> None:
        """Give up if nobody waits."""
        if self.stop.is_set():
            raise GivenUp
