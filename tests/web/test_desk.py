"""Requests that wait: how many, in which order, and what becomes of those nobody waits for."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from random import Random
from typing import Any

import pytest
from starlette.requests import Request

from solver import Deal, Position
from solver.errors import InputError
from solver.notation.positions import position_to_text
from tests.support.endgames import usual
from tests.support.pages import SMALL
from web.bodies import Refused, read_body
from web.desk import Desk
from web.limits import LONGEST_LINE, Allowance, GivenUp
from web.opening import open_table
from web.values import values

PATIENCE = 60


class Browser:
    """Somebody who waits for an answer, and may go away."""

    def __init__(self) -> None:
        self.left = asyncio.Event()

    def request(self) -> Request:
        async def receive() -> MutableMapping[str, Any]:
            await self.left.wait()
            return {"type": "http.disconnect"}

        return Request({"type": "http", "method": "POST", "headers": []}, receive)


def run(scene: Callable[[Desk], Awaitable[None]]) -> None:
    """Play a scene at a desk, within a time that is long enough unless it never ends."""

    async def play() -> None:
        desk = Desk(SMALL)
        try:
            await asyncio.wait_for(scene(desk), PATIENCE)
        finally:
            desk.close()

    asyncio.run(play())


async def until(is_true: Callable[[], bool]) -> None:
    while not is_true():
        await asyncio.sleep(0.005)


def test_answers_come_as_they_are_told() -> None:
    async def scene(desk: Desk) -> None:
        items = desk.stream(Browser().request(), 10, lambda allowance, tell: [*map(tell, "abc")])  # type: ignore[arg-type]
        assert [item async for item in items] == ["a", "b", "c"]
        assert await desk.answer(Browser().request(), 10, lambda allowance: 7) == 7

    run(scene)


def test_faults_reach_whoever_asked() -> None:
    def wrong(allowance: Allowance) -> None:
        raise InputError("so it is")

    async def scene(desk: Desk) -> None:
        with pytest.raises(InputError, match="so it is"):
            await desk.answer(Browser().request(), 10, wrong)

    run(scene)


def test_time_counts_from_when_the_work_begins() -> None:
    async def scene(desk: Desk) -> None:
        left = await desk.answer(Browser().request(), 10, lambda allowance: allowance.seconds_left)
        assert 9 < left <= 10

    run(scene)


def test_too_many_are_sent_away() -> None:
    free = threading.Event()

    async def scene(desk: Desk) -> None:
        def wait() -> Awaitable[Any]:
            return asyncio.ensure_future(
                desk.answer(Browser().request(), 60, lambda allowance: free.wait(PATIENCE))
            )

        waiting = [wait() for _ in range(desk.most_at_once + LONGEST_LINE)]
        await asyncio.sleep(0.05)
        with pytest.raises(Refused, match="busy") as caught:
            await desk.answer(Browser().request(), 60, lambda allowance: 1)
        assert caught.value.status == 503
        free.set()
        assert await asyncio.gather(*waiting) == [True] * len(waiting)
        assert await desk.answer(Browser().request(), 60, lambda allowance: 1) == 1

    run(scene)


def endless(ended: Callable[[], None]) -> Callable[[Allowance], None]:
    """Work without an end, which says so when it is given up."""

    def work(allowance: Allowance) -> None:
        try:
            while True:
                allowance.check()
                time.sleep(0.005)
        finally:
            ended()

    return work


def test_whoever_goes_away_takes_the_work_along() -> None:
    ended = threading.Event()

    async def scene(desk: Desk) -> None:
        browser = Browser()
        work = endless(ended.set)
        waiting = asyncio.ensure_future(desk.answer(browser.request(), 60, work))
        await asyncio.sleep(0.05)
        assert not ended.is_set()
        browser.left.set()
        with pytest.raises(GivenUp):
            await waiting
        await until(ended.is_set)

    run(scene)


def test_work_that_has_not_begun_is_never_done() -> None:
    free, begun = threading.Event(), threading.Event()

    async def scene(desk: Desk) -> None:
        busy = [
            asyncio.ensure_future(
                desk.answer(Browser().request(), 60, lambda allowance: free.wait(PATIENCE))
            )
            for _ in range(desk.most_at_once)
        ]
        browser = Browser()
        waiting = asyncio.ensure_future(
            desk.answer(browser.request(), 60, lambda allowance: begun.set())
        )
        await asyncio.sleep(0.05)
        browser.left.set()
        with pytest.raises(GivenUp):
            await waiting
        free.set()
        await asyncio.gather(*busy)
        assert not begun.is_set()

    run(scene)


def large_pile() -> Position:
    """A position whose chances take minutes: much can be drawn, and nothing is lost yet."""
    for seed in range(1, 100):
        position = Position.start(Deal.from_seed(seed, 3))
        while position.outcome() is None and len(position.draws) > 20:
            position = position.push(usual(position, Random(seed), 1))
        if position.reachable_levels() == [5] * 5 and (position.pace or 0) > 1:
            return position
    raise AssertionError("there is none")


def test_a_search_ends_when_nobody_waits() -> None:
    opened = open_table(position_to_text(large_pile()))

    async def scene(desk: Desk) -> None:
        browser, began = Browser(), time.monotonic()
        items = desk.stream(
            browser.request(), 600, lambda allowance, tell: tell(_values(opened, allowance))
        )
        waiting = asyncio.ensure_future(_first(items))
        await asyncio.sleep(0.2)
        assert not waiting.done()
        browser.left.set()
        with pytest.raises(GivenUp):
            await waiting
        # The thread is free again, long before the time is up.
        for _ in range(desk.most_at_once):
            assert await desk.answer(Browser().request(), 10, lambda allowance: 1) == 1
        assert time.monotonic() - began < 300

    run(scene)


def _values(opened: Any, allowance: Allowance) -> Any:
    allowance.budget = SMALL
    return values(opened, [], "unknown", allowance)


async def _first(items: AsyncIterator[Any]) -> Any:
    return await anext(items)


def test_a_desk_that_closes_gives_up_all() -> None:
    ended = threading.Semaphore(0)

    async def scene(desk: Desk) -> None:
        work = endless(ended.release)
        waiting = [
            asyncio.ensure_future(desk.answer(Browser().request(), 60, work))
            for _ in range(desk.most_at_once + 3)
        ]
        await asyncio.sleep(0.05)
        desk.close()
        for one in await asyncio.gather(*waiting, return_exceptions=True):
            assert isinstance(one, GivenUp)
        with pytest.raises(Refused):
            await desk.answer(Browser().request(), 60, lambda allowance: 1)
        assert all(ended.acquire(timeout=PATIENCE) for _ in range(desk.most_at_once))

    run(scene)


def test_a_body_that_never_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.bodies.BODY_SECONDS", 0.05)
    parts = [{"type": "http.request", "body": b'{"opening": ', "more_body": True}]

    async def receive() -> MutableMapping[str, Any]:
        if parts:
            return parts.pop()
        await asyncio.Event().wait()
        raise AssertionError

    headers = [(b"content-type", b"application/json")]
    request = Request({"type": "http", "method": "POST", "headers": headers}, receive)
    with pytest.raises(Refused, match="did not come in time") as caught:
        asyncio.run(read_body(request))
    assert caught.value.status == 408
