"""The one sink: data goes to stdout, everything else to stderr.

A row is a row: what stands in it from a file or a name cannot end it, hide or steer the terminal.
"""

from __future__ import annotations

import io
import json
import os
import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from solver import systems
from solver.errors import shortened
from solver.letters import visible

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

PATIENCE = 1.0  # seconds before a line of progress appears


def line(text: str) -> None:
    """A line of data."""
    with _alone():
        print(visible(text), flush=True)


def lines(text: str) -> None:
    """Several lines of data, as the program has put them together."""
    for row in text.split("\n"):
        line(row)


def json_line(value: Any) -> None:
    """A JSON value on a line of its own, at once, for whoever reads along."""
    # JSON escapes all that `visible` would, but one sign.
    line(json.dumps(value, allow_nan=False).replace("\x7f", "\\u007f"))


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


def table_width() -> int:
    """The room for a table. Outside a terminal it is as wide as it is: it may be searched."""
    sink = console()
    return 10_000 if sink.soft_wrap else sink.width


def page(rows: Iterable[Text]) -> None:
    """Rows for people, wrapped to the width unless they must be found whole by whoever copies them.

    A link that is broken into rows is none, and `line` reads a move from one row.
    """
    sink = console()
    for row in map(_visible_row, rows):
        with _alone():
            sink.print(row, soft_wrap=True if row.no_wrap else None)


def _visible_row(row: Text) -> Text:
    """The same for a row with its colours, which are the program's own."""
    if row.plain.isprintable():
        return row
    shown = row.blank_copy()
    for sign in row.divide(range(1, len(row))):
        styles, sign.spans = [span.style for span in sign.spans], []
        sign.plain = visible(sign.plain)
        for style in styles:
            sign.stylize(style)
        shown.append_text(sign)
    return shown


def note(text: str) -> None:
    """A remark that is not data."""
    if sys.stderr is not None:  # closed by the caller; print would fall back to stdout
        with _alone():
            print(visible(text), file=sys.stderr, flush=True)


def error(text: str) -> None:
    """What went wrong; a text that was given in it may be of any length."""
    note(f"error: {shortened(text)}")


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
    """A changing line on stderr for whoever waits at a terminal for more than a second.

    It goes away before anything else is written, wherever that goes. A thread writes it, because
    a single search may be what takes so long.
    """

    def __init__(self, quiet: bool = False) -> None:
        """Say nothing yet; if quiet, never."""
        self._is_wanted = not quiet and sys.stderr is not None and sys.stderr.isatty()
        self._is_shown = False
        self._text = self._written = ""
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._write, daemon=True)

    def __enter__(self) -> Progress:
        """Begin."""
        if self._is_wanted:
            _lines.append(self)
            self._thread.start()
        return self

    def say(self, text: str) -> None:
        """What is being done now, in less than a row; nothing takes the row away."""
        self._text = text

    def _write(self) -> None:
        pause = PATIENCE
        while not self._over.wait(pause):
            with _screen:
                if self._text != self._written and not self._over.is_set():
                    self._written = self._text
                    self._is_shown = bool(self._written)
                    print(f"\r\x1b[K{visible(self._written)}", end="", file=sys.stderr, flush=True)
            pause = 0.1

    def hide(self) -> None:
        """Take the line away until there is something new to say, which may be never."""
        self._written = self._text
        if self._is_shown:
            self._is_shown = False
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)

    def __exit__(self, *_: object) -> None:
        """Take the line away for good."""
        self._over.set()
        if self._is_wanted:
            with _screen:
                self.hide()
                _lines.remove(self)


# Who writes on the terminal, and the lines that have to go before somebody else does.
_screen = threading.RLock()
_lines: list[Progress] = []


@contextmanager
def _alone() -> Iterator[None]:
    with _screen:
        for shown in _lines:
            shown.hide()
        yield
