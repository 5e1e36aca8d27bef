"""Clause learning in a process of its own, which nothing can interrupt but its end.

python-sat leaves its solver on Ctrl-C by a jump out of a signal handler: sometimes that crashes.
So it runs where no Ctrl-C arrives, and who waits for it can be interrupted at any moment: the
process is killed then, and the next question starts another. Otherwise it stays, for the next
question. It ends with this process, however this one ends: the pipe that it reads is closed then.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from queue import Empty, SimpleQueue
from typing import IO, Any, NamedTuple, Protocol, TypeVar
from weakref import WeakSet

from solver import systems
from solver.errors import InputError
from solver.search.sat import messages
from solver.search.sat.helper import READY
from solver.search.sat.learning import NoRoomError, Opinion

# It must find what this process finds, be that in the folder of a script or of a notebook.
CODE = "import sys; sys.path[:] = sys.argv[1:]; from solver.search.sat.helper import main; main()"
# Seconds between two looks at what else may end the waiting: other threads, and the clock.
LOOK_EVERY = 0.05

Answer_co = TypeVar("Answer_co", covariant=True)


class Question(Protocol[Answer_co]):
    """What is asked; it is answered over there, and never with a number."""

    def answer(self, goes_on: Callable[[int], bool]) -> Answer_co:
        """Work for as long as it `goes_on`, which is told the number of conflicts so far."""
        ...


class Unanswered(NamedTuple):
    """What there is in place of an answer that was not waited for."""

    conflicts: int
    seconds: float


class Learner:
    """A process that answers one question after the other."""

    def __init__(self) -> None:
        """Start it."""
        self._said: SimpleQueue[Any] = SimpleQueue()  # None: it is gone
        self._is_ready = False
        with systems.interrupt_held_back():  # and the process never gets one either
            try:
                self._process = subprocess.Popen(
                    [sys.executable, "-c", CODE, *(p for p in sys.path if isinstance(p, str))],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    bufsize=0,
                    # What keeps Ctrl-C away on Windows; other systems do not have it.
                    creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
                )
                arguments = (self._process.stdout, self._said)
                threading.Thread(target=_listen, args=arguments, daemon=True).start()
            except (BlockingIOError, MemoryError, RuntimeError):  # of processes, memory, threads
                raise NoRoomError from None
            except OSError as error:
                raise _no_python(error.strerror or str(error)) from None
            _all.add(self)

    def ask(
        self, question: Question[Answer_co], goes_on: Callable[[int], bool]
    ) -> Answer_co | Unanswered:
        """Its answer, unless it does not go on."""
        began, conflicts, more = time.perf_counter(), 0, True
        self._write(question)
        while True:
            said = self._next(partial(goes_on, conflicts) if more else lambda: True)
            if isinstance(said, Exception):
                raise said
            if said is None:  # it is in the middle of something
                self.end()
                return Unanswered(conflicts, time.perf_counter() - began)
            if not isinstance(said, int):
                answer: Answer_co = said
                return answer
            conflicts = said
            more = goes_on(conflicts)
            self._write(more)

    def _next(self, goes_on: Callable[[], bool]) -> Any:
        """What it says next, or None if that is not to be waited for."""
        while True:
            try:
                said = self._said.get(timeout=LOOK_EVERY)
            except Empty:
                if goes_on():
                    continue
                return None
            if said is READY:
                self._is_ready = True
            elif said is not None:
                return said
            elif self._is_ready:
                raise NoRoomError
            else:
                raise _no_python("it does not answer")

    def _write(self, message: Any) -> None:
        with suppress(OSError):  # it is gone, as `_next` will find
            systems.write_to_process(self._process.stdin, messages.to_bytes(message))

    def is_there(self) -> bool:
        """Whether it can be asked."""
        return self._process.poll() is None

    def end(self) -> None:
        """End it, whatever it does."""
        self._process.kill()
        self._process.wait()

    def leave_to_parent(self) -> None:
        """Close this process's ends of the pipes, which a fork has copied."""
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            pipe.close()


def _listen(pipe: IO[bytes], said: SimpleQueue[Any]) -> None:
    """Hand on what a process says: on every system a thread can wait for that, and be left."""
    read = partial(os.read, pipe.fileno())
    try:
        while _line(read) != READY:
            pass
        said.put(READY)
        while True:
            said.put(messages.read(read))
    except (EOFError, OSError):
        pass
    finally:
        pipe.close()
        said.put(None)


def _line(read: Callable[[int], bytes]) -> bytes:
    line = b""
    while not line.endswith(b"\n"):
        more = read(1)
        if not more:
            raise EOFError
        line += more
    return line


def _no_python(why: str) -> InputError:
    return InputError(
        f"clause learning needs a Python for a process of its own, but {sys.executable} does not "
        f"start: {why}; let sys.executable be a Python that finds this package"
    )


_idle: list[Learner] = []
_all: WeakSet[Learner] = WeakSet()


def _leave_all() -> None:
    """After a fork: the processes are the parent's, and must end with it."""
    for learner in _all:
        learner.leave_to_parent()
    _all.clear()
    _idle.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_leave_all)


def asked(question: Question[Answer_co], goes_on: Callable[[int], bool]) -> Answer_co | Unanswered:
    """What a process of its own says to the question."""
    learner = _waiting() or Learner()
    try:
        answer = learner.ask(question, goes_on)
    except BaseException:
        learner.end()
        raise
    _idle.append(learner)
    return answer


def asked_opinion(question: Question[Opinion], goes_on: Callable[[int], bool]) -> Opinion:
    """The same for a question whose answer is an opinion: an undecided one if it was stopped."""
    answer = asked(question, goes_on)
    if isinstance(answer, Unanswered):
        return Opinion(None, (), answer.conflicts, answer.seconds, 0.0, 0.0)
    return answer


def _waiting() -> Learner | None:
    """A process that has answered before, and was not ended since."""
    while True:
        try:
            learner = _idle.pop()
        except IndexError:
            return None
        if learner.is_there():
            return learner
