"""`solve` and `solve_many`: deals, each on a search context of its thread."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable
from typing import TYPE_CHECKING, TypeVar

from solver.errors import InputError, shown, whole
from solver.game.deals import Deal
from solver.search.answers import Result
from solver.search.budget import Budget, given
from solver.search.searcher import Searcher

if TYPE_CHECKING:
    from concurrent.futures import Future

    from solver._engine import Engine

Item = TypeVar("Item")
Found = TypeVar("Found")

MAX_JOBS = 10_000  # more threads than any machine has use for


def solve(deal: Deal, budget: Budget | None = None) -> Result:
    """The exact maximum of a deal, with a line that reaches it.

    >>> result = solve(Deal.from_seed(42, players=3))
    >>> result.verdict, result.max_score, result.bounds
    ('perfect', 25, (25, 25))
    """
    return _searcher(given(budget)).solve(deal).replayed()


def solve_many(
    deals: Iterable[Deal], budget: Budget | None = None, jobs: int = 1
) -> Generator[Result, None, None]:
    """The results of many deals, in their order, on `jobs` threads.

    The referee takes longer than the search, so it replays a line when it is asked for.

    >>> deals = [Deal.from_seed(seed, players=2) for seed in range(1, 4)]
    >>> [result.max_score for result in solve_many(deals, jobs=2)]
    [25, 25, 25]
    """
    check_jobs(jobs)
    budget = given(budget)
    if not isinstance(deals, Iterable):
        raise InputError(f"the deals must be a list of Deal or the like, not {shown(deals)}")
    yield from in_order(deals, lambda deal, stop: solve_deal(deal, budget, stop), jobs)


def solve_deal(deal: Deal, budget: Budget, stop: Stop | None) -> Result:
    """What is proven about a deal, by this thread's searcher."""
    searcher = _searcher(budget)
    if stop is not None:
        stop.contexts.add(searcher.context)
    return searcher.solve(deal, stop)


def check_jobs(jobs: int) -> None:
    """Refuse a number of threads that cannot be."""
    if not 1 <= whole(jobs, "the number of jobs") <= MAX_JOBS:
        raise InputError(f"{jobs} jobs: from 1 to {MAX_JOBS:,} are possible")


class Stop(threading.Event):
    """Set, it ends the searches of several threads: those at work, and those that ask for it."""

    def __init__(self) -> None:
        """Nobody is at work yet."""
        super().__init__()
        self.contexts: set[Engine] = set()

    def set(self) -> None:
        """End them all."""
        super().set()
        for context in tuple(self.contexts):
            context.stop()


def in_order(
    items: Iterable[Item], work: Callable[[Item, Stop | None], Found], jobs: int
) -> Generator[Found, None, None]:
    """What `work` finds for each of the items, in their order, on `jobs` threads.

    One job is done by the caller's own thread, which needs no `Stop`: Ctrl-C reaches it.
    """
    if jobs == 1:
        for item in items:
            yield work(item, None)
        return
    from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415 (slow to load)

    stop = Stop()
    pool = ThreadPoolExecutor(jobs)
    waiting: deque[Future[Found]] = deque()
    try:
        for item in items:
            waiting.append(pool.submit(work, item, stop))
            while len(waiting) > 64 * jobs or (waiting and waiting[0].done()):
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        # Reached also by Ctrl-C and when the caller stops listening.
        for future in waiting:
            future.cancel()
        stop.set()
        pool.shutdown()


_local = threading.local()


def _searcher(budget: Budget) -> Searcher:
    """This thread's searcher: its table is made once and used for deal after deal.

    While it is at work only a signal handler can ask for one, and gets its own.
    """
    searcher: Searcher | None = getattr(_local, "searcher", None)
    if searcher is not None and searcher.context.is_busy():
        return Searcher(budget)
    if searcher is None or searcher.budget.memory != budget.memory:
        searcher = _local.searcher = Searcher(budget)
    searcher.budget = budget
    return searcher
