"""The one sink: data goes to stdout, everything else to stderr."""

from __future__ import annotations

import io
import json
import os
import sys
import threading
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TextIO

from solver import systems

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text


def line(text: str) -> None:
    """A line of data."""
    print(text, flush=True)


def json_line(value: Any) -> None:
    """A JSON value on a line of its own, at once, for whoever reads along."""
    line(json.dumps(value))


def console() -> Console:
    """A console for stdout: coloured on a terminal, or with FORCE_COLOR; never with NO_COLOR."""
    from rich.console import Console  # noqa: PLC0415 (slow, and not needed for JSON)

    made = Console(
        color_system=None if os.environ.get("NO_COLOR") else "auto",
        highlight=False,
        markup=False,
        emoji=False,
    )
    # Outside a terminal a line is as long as it is: it may be searched.
    made.soft_wrap = not made.is_terminal
    return made


def width() -> int:
    """The room for a page: the width of the terminal, or 80 columns."""
    return console().width


def page(rows: Iterable[Text]) -> None:
    """Rows for people, wrapped to the width unless they must be found whole by whoever copies them.

    A link that is broken into rows is none, and `line` reads a move from one row.
    """
    sink = console()
    for row in rows:
        sink.print(row, soft_wrap=True if row.no_wrap else None)


def note(text: str) -> None:
    """A remark that is not data."""
    if sys.stderr is not None:  # closed by the caller; print would fall back to stdout
        print(text, file=sys.stderr, flush=True)


def error(text: str) -> None:
    """What went wrong; a text that was given in it may be of any length."""
    note(f"error: {text if len(text) <= 1000 else text[:900] + ' […] ' + text[-90:]}")


def flush() -> None:
    """Write out what is left, while a fault can still be reported."""
    if sys.stdout is not None:  # closed by the caller
        sys.stdout.flush()


def give_up(fault: OSError) -> None:
    """Stdout cannot be written to: say so, and keep Python from trying again at its end.

    A reader that went away, like `| head`, has all it wanted: nothing is said.
    """
    sys.stdout = io.StringIO()
    if not systems.reader_is_gone(fault):
        error(f"the output cannot be written: {fault.strerror or fault}")


class Progress:
    """One changing line on stderr, if that is a terminal and the data goes elsewhere."""

    def __init__(self, quiet: bool) -> None:
        """Show nothing yet; if quiet, never."""
        self._shown = not quiet and _is_terminal(sys.stderr) and not _is_terminal(sys.stdout)
        self._next_time = 0.0

    def __enter__(self) -> Progress:
        """Begin."""
        return self

    def show(self, text: str) -> None:
        """Write a text over the one before, ten times a second at most."""
        now = time.monotonic()
        if self._shown and now >= self._next_time:
            self._next_time = now + 0.1
            print(f"\r{text}", end="", file=sys.stderr, flush=True)

    def __exit__(self, *_: object) -> None:
        """Take the line away."""
        if self._shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and stream.isatty()


class Waiting:
    """A line on stderr for whoever waits at a terminal for more than a second; then it is gone.

    It is for work after which all is printed at once, so it does not matter where that goes. A
    thread writes it, because a single search may be what takes so long.
    """

    def __init__(self, quiet: bool) -> None:
        """Say nothing yet; if quiet, never."""
        self._shown = not quiet and _is_terminal(sys.stderr)
        self._text = ""
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._write, daemon=True)

    def __enter__(self) -> Waiting:
        """Begin to wait."""
        if self._shown:
            self._thread.start()
        return self

    def say(self, text: str) -> None:
        """What is being done now."""
        self._text = text

    def _write(self) -> None:
        pause, written = 1.0, ""
        while not self._over.wait(pause):
            if self._text != written:
                written = self._text
                print(f"\r\x1b[K{written}", end="", file=sys.stderr, flush=True)
            pause = 0.1
        if written:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)

    def __exit__(self, *_: object) -> None:
        """Take the line away."""
        self._over.set()
        if self._shown:
            self._thread.join()
