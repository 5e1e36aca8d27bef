"""What ends a long run, and what does not."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event
from typing import Any

from solver import systems

_lost = Event()


@contextmanager
def stoppable() -> Iterator[None]:
    """Let SIGTERM do the same as Ctrl-C, and lose neither.

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
    try:
        with systems.stopped_by_terminate():
            yield
    finally:
        sys.unraisablehook = usual


def raise_lost() -> None:
    """Raise an interrupt that could not be raised when it came."""
    if _lost.is_set():
        _lost.clear()
        raise KeyboardInterrupt
