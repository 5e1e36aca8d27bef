"""Where requests wait: of each kind, as many are worked on at once as there are processors.

The work is done by threads, as the kernel lets others run meanwhile. Whoever goes away takes the
work along: it is given up between two searches, and a search itself soon.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Any, NamedTuple

from starlette.requests import Request

from solver import systems
from solver.search.budget import Budget
from web.bodies import Refused
from web.limits import LONG, LONGEST_LINE, Allowance, GivenUp

Tell = Callable[[Any], None]


class _End(NamedTuple):
    """The last thing that is told: the work is over, and what went wrong."""

    fault: BaseException | None


class Desk:
    """Takes requests, and tells what is found."""

    def __init__(self, budget: Budget) -> None:
        """The budget is for each search."""
        self.budget = budget
        self.most_at_once = systems.processors()
        # What somebody looks at and waits for does not wait for reviews and searches of exercises.
        self._pools = {
            is_long: ThreadPoolExecutor(self.most_at_once, "search") for is_long in (False, True)
        }
        self._taken: set[Allowance] = set()
        self._is_closed = False

    async def answer(
        self, request: Request, seconds: float, work: Callable[[Allowance], Any]
    ) -> Any:
        """What the work finds, which may take so many seconds."""
        found: list[Any] = []
        async for item in self.stream(request, seconds, lambda a, tell: tell(work(a))):
            found.append(item)
        return found[0]

    async def stream(
        self, request: Request, seconds: float, work: Callable[[Allowance, Tell], None]
    ) -> AsyncIterator[Any]:
        """All that the work tells, as it comes."""
        if self._is_closed or len(self._taken) >= self.most_at_once + LONGEST_LINE:
            raise Refused(503, "busy: too many requests wait already, try again in a moment")
        allowance = Allowance(self.budget)
        loop, told = asyncio.get_running_loop(), asyncio.Queue[Any]()

        def tell(item: Any) -> None:
            with suppress(RuntimeError):  # the server has ended meanwhile
                loop.call_soon_threadsafe(told.put_nowait, item)

        def run() -> None:
            allowance.until = time.monotonic() + seconds
            work(allowance, tell)

        def end(future: Future[None]) -> None:
            self._taken.discard(allowance)
            fault = GivenUp() if future.cancelled() else future.exception()
            # A search that was stopped is as good as interrupted.
            tell(_End(GivenUp() if isinstance(fault, KeyboardInterrupt) else fault))

        self._taken.add(allowance)
        future = self._pools[seconds > LONG].submit(run)
        future.add_done_callback(end)
        watcher = asyncio.create_task(_wait_until_gone(request, allowance, tell))
        try:
            while not isinstance(item := await told.get(), _End):
                yield item
            if item.fault is not None:
                raise item.fault
        finally:
            watcher.cancel()
            allowance.give_up()
            future.cancel()

    def close(self) -> None:
        """Give up everything that is being worked on, and take no more."""
        self._is_closed = True
        for allowance in tuple(self._taken):
            allowance.give_up()
        for pool in self._pools.values():
            pool.shutdown(wait=False, cancel_futures=True)


async def _wait_until_gone(request: Request, allowance: Allowance, tell: Tell) -> None:
    """End the work if the browser goes away."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
    allowance.give_up()
    tell(_End(GivenUp()))
