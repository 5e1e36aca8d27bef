"""What ends a long run, and what does not."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event
from typing import Any

_lost = Event()


@contextmanager
def stoppable() -> Iterator[None]:
    """Let SIGTERM, by which batch systems end a run, do the same as Ctrl-C.

    And let a worker that is killed be no more than an error: its pipe must not end this process.

    A KeyboardInterrupt that comes while an object is cleaned up (pyarrow's writer of files does so
    in Python) cannot be raised there and would be printed and forgotten. It is kept for
    `raise_lost`, which a long run asks now and then.
    """

    def keep(unraisable: Any) -> None:
        if unraisable.exc_type is KeyboardInterrupt:
            _lost.set()
        else:
            usual(unraisable)

    usual, sys.unraisablehook = sys.unraisablehook, keep
    _lost.clear()
    before = [
        (number, signal.signal(number, handler))
        for number, handler in (
            (signal.SIGTERM, signal.default_int_handler),
            (signal.SIGPIPE, signal.SIG_IGN),
        )
    ]
    try:
        yield
    finally:
        for number, handler in before:
            signal.signal(number, handler)
        sys.unraisablehook = usual


def raise_lost() -> None:
    """Raise an interrupt that could not be raised when it came."""
    if _lost.is_set():
        _lost.clear()
        raise KeyboardInterrupt
