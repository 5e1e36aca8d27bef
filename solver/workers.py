"""The workers of a survey: processes of this machine, or of a Dask cluster.

Both are used as an executor of `concurrent.futures`. They give tables back, or what else they are
asked for; only the process that asks them writes files.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, contextmanager, suppress
from importlib import import_module
from typing import Any, NamedTuple, Protocol

from solver import systems
from solver.errors import InputError, SurveyError

# Calls that wait in line for each worker: enough to keep it busy, few enough to keep memory flat.
AHEAD = 2
# A pool whose worker was killed is made anew so often before a call is finished.
NEW_POOLS = 3
CONNECT_SECONDS = 10
# A call that a cluster lost is handed over so often.
LOSSES = 5


class Call(NamedTuple):
    """Something to do for a worker; `about` is for the asker, and stays here."""

    about: Any
    function: Callable[..., Any]
    arguments: tuple[Any, ...]


class Workers(Protocol):
    """Where calls are done."""

    def open(self) -> AbstractContextManager[Executor]:
        """An executor for a while."""
        ...

    def ahead(self) -> int:
        """How many calls to hand over before one is finished."""
        ...


def results(calls: Iterable[Call], workers: Workers) -> Generator[tuple[Any, Any], None, None]:
    """What each call is about and what it gave, as they finish.

    The calls are taken when they are needed. Those of a pool that lost a process are done again.
    """
    source, waiting, losses = iter(calls), deque[Call](), 0
    while True:
        running: dict[Future[Any], Call] = {}
        try:
            with workers.open() as executor:
                for result in _results(source, waiting, running, executor, workers):
                    losses = 0
                    yield result
            return
        except BrokenProcessPool:
            losses += 1
            waiting.extendleft(running.values())
        if losses == NEW_POOLS:
            raise SurveyError(
                f"a worker was killed {losses} times, perhaps for lack of memory: use fewer "
                "workers or smaller tables, and run the same again"
            )


def _results(
    source: Iterator[Call],
    waiting: deque[Call],
    running: dict[Future[Any], Call],
    executor: Executor,
    workers: Workers,
) -> Iterator[tuple[Any, Any]]:
    """The results of one executor; `waiting` and `running` hold what it has not done."""
    while True:
        room = workers.ahead() - len(running)
        for _ in range(room):
            if not waiting:
                waiting.extend(call for call in (next(source, None),) if call)
            if not waiting:
                break
            call = waiting[0]
            running[executor.submit(call.function, *call.arguments)] = call
            waiting.popleft()
        if not running:
            return
        finished, _ = wait(running, return_when=FIRST_COMPLETED)
        for future in finished:
            given = future.result()
            yield running.pop(future).about, given


class OwnProcess:
    """No workers: this process does everything, one call after the other."""

    @contextmanager
    def open(self) -> Iterator[Executor]:
        """An executor that does a call when it is handed over."""
        yield _AtOnce()

    def ahead(self) -> int:
        """One at a time."""
        return 1


class _AtOnce(Executor):
    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


class Processes:
    """Worker processes of this machine."""

    def __init__(self, number: int) -> None:
        """`number` of them, or as many as the system allows."""
        self.number = min(number, systems.MOST_WORKERS)

    def ahead(self) -> int:
        """Enough for all of them."""
        return AHEAD * self.number

    @contextmanager
    def open(self) -> Iterator[Executor]:
        """A pool, whose processes end with it even if they are at work."""
        # Spawned, because a fork of a process with threads may hang.
        context = multiprocessing.get_context("spawn")
        pool = _Pool(self.number, mp_context=context, initializer=_begin)
        try:
            yield pool
        except BaseException:
            for process in list((pool._processes or {}).values()):
                process.terminate()
            raise
        finally:
            pool.shutdown(cancel_futures=True)


class _Pool(ProcessPoolExecutor):
    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Hand over a call; this is where processes are started.

        Ctrl-C is not for them: it is for the process that writes, which stops them.
        """
        with systems.interrupt_held_back():
            try:
                return super().submit(fn, *args, **kwargs)
            except BrokenPipeError:
                raise BrokenProcessPool("a process was killed while it started") from None


def _begin() -> None:
    systems.ignore_interrupt()
    _end_with_parent()


def _end_with_parent() -> None:
    """End this worker when the process that started it is gone, even if it was killed."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def wait_for_its_end() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=wait_for_its_end, daemon=True).start()


class Cluster:
    """The workers of a Dask cluster, which must have this package, in the same version."""

    def __init__(self, address: str) -> None:
        """Connect to the scheduler."""
        try:
            distributed: Any = import_module("distributed")  # optional, and slow to load
        except ImportError:
            raise InputError(
                "a cluster needs Dask: pip install 'hanabi-solve[cluster]', here and on the workers"
            ) from None
        # What it logs about lost connections, at length, is said below in one line.
        for name in ("distributed", "distributed.client", "tornado.application", "asyncio"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
        self.address, self._killed = address, distributed.KilledWorker
        self._client = _connected(distributed, address)

    def ahead(self) -> int:
        """Enough for all threads that there are now: workers come and go."""
        with _lost_if_closed():
            threads: dict[str, int] = self._client.nthreads()
        return AHEAD * max(1, sum(threads.values()))

    @contextmanager
    def open(self) -> Iterator[Executor]:
        """The cluster as an executor; what is not finished in the end is given up."""
        executor = _OfCluster(self._client)
        try:
            yield executor
        except _SchedulerLostError:
            raise SurveyError(
                f"the scheduler at {self.address} is lost; what is written stays, and the same "
                "command goes on from there, with or without a cluster"
            ) from None
        except self._killed as error:
            raise SurveyError(
                f"workers of {self.address} die of their work, perhaps for lack of memory: "
                f"{_first_line(error)}"
            ) from None
        except ImportError as error:
            raise SurveyError(
                f"a worker of {self.address} does not have this package: {error}; "
                "pip install 'hanabi-solve[cluster]' there"
            ) from None
        finally:
            with suppress(Exception):
                executor.shutdown(wait=False)
            with suppress(Exception):
                self._client.close(timeout=1)


def _connected(distributed: Any, address: str) -> Any:
    """A client of the scheduler.

    In a thread of its own, because Dask's limit of time does not hold if something else is there.
    """
    found: Future[Any] = Future()

    def connect() -> None:
        try:
            found.set_result(distributed.Client(address, timeout=CONNECT_SECONDS))
        except BaseException as error:
            found.set_exception(error)

    threading.Thread(target=connect, daemon=True).start()
    # A little more than what is given to Dask, whose own words say more.
    wait([found], timeout=CONNECT_SECONDS + 5)
    try:
        return found.result(timeout=0)
    except (OSError, ValueError) as error:
        raise InputError(
            f"no Dask scheduler answers at {address}: {_first_line(error) or 'it says nothing'}"
        ) from None
    except Exception as error:  # whatever comes of reading what is no message of Dask
        raise InputError(
            f"no Dask scheduler answers at {address}: something else is there "
            f"({type(error).__name__})"
        ) from None


def _first_line(error: BaseException) -> str:
    return next(iter(str(error).splitlines()), "").rstrip(".")


class _SchedulerLostError(Exception):
    """There is nobody left to hand calls to."""


class _OfCluster(Executor):
    """A Dask client as an executor.

    Dask's own takes the status of a call for what was true when its result came. If the worker dies
    in between, the result is taken for an error, and is none.
    """

    def __init__(self, client: Any) -> None:
        self._client, self._tasks = client, dict[Future[Any], Any]()

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Hand over a call; it is handed over again if it is lost."""
        ours: Future[Any] = Future()
        with _lost_if_closed():
            self._hand_over(ours, fn, args)
        self._client.loop.add_callback(self._follow, ours, fn, args)
        return ours

    def _hand_over(self, ours: Future[Any], fn: Any, args: Any) -> None:
        # pure=False: a call is done when it is asked for, not looked up.
        self._tasks[ours] = self._client.submit(_outcome, fn, *args, pure=False)

    async def _follow(self, ours: Future[Any], fn: Any, args: Any) -> None:
        """Wait for the result of a call; in Dask's thread."""
        losses = 0
        while True:
            try:
                outcome = await self._tasks[ours]._result()
            except (CancelledError, OSError):
                losses += 1
                if losses == LOSSES or not await self._scheduler_answers():
                    ours.set_exception(_SchedulerLostError())
                    break
                self._hand_over(ours, fn, args)
            except BaseException as error:  # of Dask: whatever it is, somebody waits for it
                ours.set_exception(error)
                break
            else:
                outcome.give(ours)
                break
        self._tasks.pop(ours, None)

    async def _scheduler_answers(self) -> bool:
        try:
            await asyncio.wait_for(self._client.scheduler.identity(), CONNECT_SECONDS)
        except Exception:
            return False
        return True

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Give up what is not finished."""
        self._client.cancel(list(self._tasks.values()))


@contextmanager
def _lost_if_closed() -> Iterator[None]:
    """A client that gave up its scheduler has no words of its own for that."""
    try:
        yield
    except Exception:
        raise _SchedulerLostError from None


class _Outcome(NamedTuple):
    """What a call gave, or what it raised itself: everything else that is raised is Dask's."""

    given: Any
    error: Exception | None

    def give(self, future: Future[Any]) -> None:
        if self.error is None:
            future.set_result(self.given)
        else:
            future.set_exception(self.error)


def _outcome(function: Callable[..., Any], *arguments: Any) -> _Outcome:
    """Do a call; on a worker."""
    try:
        return _Outcome(function(*arguments), None)
    except Exception as error:
        return _Outcome(None, error)
