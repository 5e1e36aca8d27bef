"""What ends a long run, and what does not."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def stoppable() -> Iterator[None]:
    """Let SIGTERM, by which batch systems end a run, do the same as Ctrl-C.

    And let a worker that is killed be no more than an error: its pipe must not end this process.
    """
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
