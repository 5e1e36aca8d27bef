"""How much a request may use: size, time, nodes, memory."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from math import inf
from threading import Event, Lock
from typing import TYPE_CHECKING

from solver.errors import Interrupted
from solver.search.budget import Budget, given

if TYPE_CHECKING:
    from solver._engine import Engine

LARGEST_BODY = 1_000_000  # bytes
BODY_SECONDS = 30  # for all of it to come
# Seconds for each kind of work; then what is known by then is told.
VALUES_SECONDS = 10
FILM_SECONDS = 10
REVIEW_SECONDS = 60
EXERCISE_SECONDS = 20
ANSWER_SECONDS = 60  # of the interface for programs
LONG = 10  # work with more than this waits in a line of its own
# Requests that wait for a free processor; more are sent away.
LONGEST_LINE = 16


class GivenUp(Exception):
    """Nobody waits for the answer any more."""


class Allowance:
    """What one request may use, and whether somebody still waits for its answer."""

    def __init__(self, budget: Budget | None = None, seconds: float = inf) -> None:
        """So many seconds from now on; the budget is for each search."""
        self.budget = given(budget)
        self.until = time.monotonic() + seconds
        self.stop = Event()
        self._contexts: set[Engine] = set()
        self._lock = Lock()

    @property
    def seconds_left(self) -> float:
        """The time that is left; without end if there is no limit."""
        return max(self.until - time.monotonic(), 0)

    @property
    def is_over(self) -> bool:
        """Whether the time is up."""
        return not self.seconds_left

    def left(self, searches: int = 1) -> Budget:
        """The budget for the next of so many searches that share the time that is left."""
        if self.until == inf:
            return self.budget
        seconds = max(self.seconds_left / max(searches, 1), 1e-6)
        return replace(self.budget, seconds=min(seconds, self.budget.seconds or inf))

    def check(self) -> None:
        """Give up if nobody waits."""
        if self.stop.is_set():
            raise GivenUp

    def give_up(self) -> None:
        """Nobody waits any more: end the searches that are at work."""
        with self._lock:
            self.stop.set()
            for context in self._contexts:
                context.stop()

    @contextmanager
    def ends(self, context: Engine) -> Iterator[None]:
        """Let a search with this context be given up; afterwards it is somebody else's."""
        with self._lock:
            self._contexts.add(context)
        try:
            self.check()
            yield
        except Interrupted:
            raise GivenUp from None
        finally:
            with self._lock:
                self._contexts.discard(context)
