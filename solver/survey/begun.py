"""What is counted of blocks that are not finished, beside the ledger, so that a stop costs little.

The file is also what keeps other runs from the same ledger: it is locked as long as a run is at
work. It has lines like the ledger's, of slices of blocks. A line that a lost machine has not
written to its end is passed over, and its slice is counted again.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from solver import systems
from solver.errors import SurveyError
from solver.survey.count import Count
from solver.survey.ledger import Ledger
from solver.survey.ledger_line import HEAD, Line, read_line
from solver.survey.making import Range


class Begun:
    """The slices that are counted, in their file."""

    def __init__(self, path: Path, file: BinaryIO) -> None:
        """Take the file, which nobody else uses now."""
        self._path, self._file = path, file
        self._lines = list(self._read())

    def _read(self) -> Iterator[Line]:
        self._file.seek(0)
        head, *texts = self._file.read().decode("utf-8", "replace").splitlines() or [""]
        if not HEAD.startswith(head):
            raise SurveyError(f"{self._path}: is in the way: the ledger needs a file of this name")
        for text in texts:
            with suppress(ValueError):
                yield read_line(text)

    def taken_up(self, ledger: Ledger) -> dict[Range, Count]:
        """The slices that the ledger lacks; all others are crossed out."""
        game = (ledger.rules, ledger.players)
        self._lines = [
            line
            for line in self._lines
            if (line.rules, line.players) == game
            and not any(line.count.range.shared(block) for block in ledger.counts)
        ]
        self._write_all()
        return {line.count.range: line.count for line in self._lines}

    def add(self, line: Line) -> None:
        """Write down a slice."""
        self._lines.append(line)
        self._write(f"{line}\n")

    def forget(self, block: Range) -> None:
        """Cross out the slices of a block that is in the ledger now."""
        self._lines = [line for line in self._lines if not line.count.range.shared(block)]
        self._write_all()

    def is_empty(self) -> bool:
        """Whether nothing would be lost with it."""
        return not self._lines

    def _write_all(self) -> None:
        self._file.truncate(0)
        self._write("".join(f"{line}\n" for line in [HEAD, *self._lines]))

    def _write(self, text: str) -> None:
        try:
            rest = memoryview(text.encode())
            while rest:
                rest = rest[self._file.write(rest) :]
        except OSError as error:
            raise SurveyError(f"{self._path}: cannot be written: {error.strerror}") from None


@contextmanager
def begun_beside(ledger: Path) -> Iterator[Begun]:
    """Keep the ledger from other runs until this one ends, in whatever way."""
    path = Path(f"{os.path.realpath(ledger)}.begun")
    with ExitStack() as held:
        file = _locked(ledger, path, held)
        begun = Begun(path, file)
        try:
            yield begun
        finally:
            if begun.is_empty():
                with suppress(OSError):  # Windows removes no file that is open: it stays, empty
                    path.unlink()


def _locked(ledger: Path, path: Path, held: ExitStack) -> BinaryIO:
    while True:
        try:
            # Opened to add to its end, and nothing is kept back in case the process is killed.
            file: BinaryIO = held.enter_context(path.open("a+b", buffering=0))
            held.enter_context(systems.locked(file))
            # The run before may have removed it after it was opened here.
            if os.path.samestat(os.stat(path), os.fstat(file.fileno())):
                return file
        except FileNotFoundError:
            if not path.parent.is_dir():
                raise SurveyError(f"{ledger}: there is no such folder") from None
        except BlockingIOError as error:
            left = f" (if there is none, remove {error.filename})" if error.filename else ""
            raise SurveyError(f"{ledger}: another run is at work there{left}") from None
        except OSError as error:
            raise SurveyError(f"{path}: cannot be locked: {error.strerror}") from None
        held.close()
