"""Running a survey: blocks of deals to workers, their rows into the folder as they finish.

The workers are processes of this machine or of a Dask cluster; both are used as an executor of
`concurrent.futures`. Only this process writes to the folder.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, contextmanager
from importlib import import_module
from typing import Any, NamedTuple, Protocol

import pyarrow as pa

from solver.errors import InputError
from solver.survey import Folder, Part, Range, SurveyError
from solver.survey_rows import solve_range

# Blocks that wait in line for each worker: enough to keep it busy, few enough to keep memory flat.
AHEAD = 2
# A pool whose worker was killed is made anew so often.
NEW_POOLS = 3

Task = tuple[int, Range]


class Done(NamedTuple):
    """A block that is finished and written."""

    part: Part
    account: dict[str, Any]


class Workers(Protocol):
    """Where blocks are solved: `open` gives an executor, `number` says how many work at once."""

    number: int

    def open(self) -> AbstractContextManager[Executor]:
        """An executor for a while."""
        ...


def run(folder: Folder, todo: Sequence[Task], workers: Workers) -> Iterator[Done]:
    """Solve the blocks and write their parts; what is written when it stops stays."""
    waiting = list(reversed(todo))
    for _ in range(NEW_POOLS):
        try:
            with workers.open() as executor:
                yield from _run(folder, waiting, executor, workers.number)
            return
        except BrokenProcessPool:
            done = {(part.players, part.range) for part in folder.parts()}
            waiting = [task for task in reversed(todo) if task not in done]
    raise SurveyError(
        f"a worker was killed {NEW_POOLS} times, perhaps for lack of memory: use fewer jobs or "
        "less --memory, and run the same command again"
    )


def _run(folder: Folder, waiting: list[Task], executor: Executor, number: int) -> Iterator[Done]:
    running: dict[Future[pa.Table], Task] = {}
    while waiting or running:
        while waiting and len(running) < AHEAD * number:
            task = waiting.pop()
            running[executor.submit(solve_range, folder.making, *task)] = task
        finished, _ = wait(running, return_when=FIRST_COMPLETED)
        for future in finished:
            players, done = running.pop(future)
            part = folder.add(players, done, future.result())
            yield Done(part, part.account())


class OwnProcess:
    """No workers: this process does everything, one block after the other."""

    number = 1

    @contextmanager
    def open(self) -> Iterator[Executor]:
        """An executor that solves a block when it is handed over."""
        yield _AtOnce()


class _AtOnce(Executor):
    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


class Processes:
    """Worker processes of this machine."""

    def __init__(self, number: int) -> None:
        """So many of them."""
        self.number = number

    @contextmanager
    def open(self) -> Iterator[Executor]:
        """A pool, whose processes end with it even if they are at work."""
        # Spawned, because a fork of a process with threads may hang.
        context = multiprocessing.get_context("spawn")
        pool = ProcessPoolExecutor(self.number, mp_context=context, initializer=_leave_interrupts)
        try:
            yield pool
        except BaseException:
            processes = list((pool._processes or {}).values())
            pool.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.terminate()
            raise
        pool.shutdown()


def _leave_interrupts() -> None:
    """Ctrl-C is for the process that writes; it stops the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class Cluster:
    """The workers of a Dask cluster, which must have this package, in the same version."""

    def __init__(self, address: str) -> None:
        """Connect to the scheduler."""
        try:
            distributed: Any = import_module("distributed")  # optional, and slow to load
        except ImportError:
            raise InputError(
                "--cluster needs Dask: pip install 'hanabi-solve[cluster]', here and on the workers"
            ) from None
        try:
            self.client = distributed.Client(address, timeout=10)
        except (OSError, ValueError, TimeoutError) as error:
            raise InputError(f"no Dask scheduler answers at {address}: {error}") from None
        self.number = max(1, sum(self.client.nthreads().values()))

    @contextmanager
    def open(self) -> Iterator[Executor]:
        """The cluster as an executor."""
        # pure=False: a block is done when it is asked for, not looked up.
        with self.client.get_executor(pure=False) as executor:
            yield executor
