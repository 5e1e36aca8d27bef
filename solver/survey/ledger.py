"""A ledger: a census in one small file, a line for each block of start values.

The blocks are the same for everybody: 1 to 10,000,000, 10,000,001 to 20,000,000 and so on, up to
the last start value. So anybody can count a block that is missing, or count one again and compare.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from solver.errors import SurveyError
from solver.files import is_regular, write_whole
from solver.game.rules import Rules
from solver.search.blocks import MAX_START
from solver.survey import making
from solver.survey.count import Count
from solver.survey.ledger_line import HEAD, Line, read_line
from solver.survey.making import Range

_MOST_BYTES = 2**25  # far above what all blocks take


class Ledger:
    """The counts of one game, by their blocks."""

    def __init__(self, path: Path, rules: Rules, players: int) -> None:
        """Take what the file has, if it is there; see `game_of`."""
        if not rules.names:
            raise SurveyError("a ledger is of rule sets with a name, not of house rules")
        self.path, self.rules, self.players = path, rules, players
        self.counts = dict[Range, Count]()
        self._read()

    def _read(self) -> None:
        for number, line in enumerate(_lines(self.path), 2):
            if (line.rules, line.players) != (self.rules, self.players):
                raise SurveyError(
                    f"{self.path}: line {number}: is of {line.rules} with {line.players} players, "
                    f"and asked for is {self.rules} with {self.players}: use another ledger"
                )
            self.counts[line.count.range] = line.count
        self.counts = dict(sorted(self.counts.items()))

    def missing(self, wanted: Range) -> Iterator[Range]:
        """The blocks of the range that are not counted."""
        return (block for block in blocks(wanted) if block not in self.counts)

    def write(self, count: Count) -> None:
        """Put the count of a block into the file, in the place of an older one."""
        if self.path.exists():
            self._read()  # somebody may have brought blocks from elsewhere in the meantime
        self.counts = dict(sorted({**self.counts, count.range: count}.items()))
        lines = [Line(self.rules, self.players, each) for each in self.counts.values()]
        write_whole(self.path, "".join(f"{line}\n" for line in [HEAD, *lines]).encode())


def blocks(wanted: Range) -> Iterator[Range]:
    """The blocks that the range consists of."""
    size = making.LEDGER_BLOCK
    return (
        Range(first, min(first + size - 1, MAX_START))
        for first in range(wanted.first, wanted.last + 1, size)
    )


def check_blocks(wanted: Range) -> None:
    """Refuse a range that cuts a block."""
    size = making.LEDGER_BLOCK
    first = (wanted.first - 1) // size * size + 1
    last = min(-(-wanted.last // size) * size, MAX_START)
    if wanted != Range(first, last):
        raise SurveyError(
            f"the range {wanted}: a ledger has whole blocks of {size:,} start values: write "
            f"{first}-{last}"
        )


def game_of(path: Path) -> tuple[Rules, int] | None:
    """The rules and the number of players of a ledger; None if it is not there."""
    for line in _lines(path):
        return line.rules, line.players
    return None


def _lines(path: Path) -> Iterator[Line]:
    """The lines of a file, each of another block."""
    seen = dict[Range, int]()
    for number, text in enumerate(_texts(path), 1):
        where = f"{path}: line {number}"
        if number == 1:
            if text != HEAD:
                raise SurveyError(f"{where}: is not the head of a ledger, which is {HEAD}")
            continue
        try:
            line = read_line(text)
        except ValueError as error:
            raise SurveyError(f"{where}: {error}; remove it, and it is counted again") from None
        here = line.count.range
        if [here] != list(blocks(here)) or (here.first - 1) % making.LEDGER_BLOCK:
            raise SurveyError(
                f"{where}: {here} is no block of {making.LEDGER_BLOCK:,} start values; remove it"
            )
        if here in seen:
            raise SurveyError(f"{where}: {here} is in line {seen[here]} as well; remove one")
        seen[here] = number
        yield line


def _texts(path: Path) -> list[str]:
    try:
        if not path.exists():
            return []
        if not is_regular(path):
            raise SurveyError(f"{path}: is not a file, and so not a ledger")
        if path.stat().st_size > _MOST_BYTES:
            raise SurveyError(f"{path}: is too large for a ledger")
        return path.read_text("utf-8").splitlines() or [""]
    except UnicodeDecodeError:
        raise SurveyError(f"{path}: is not a ledger: it is not text") from None
    except OSError as error:
        raise SurveyError(f"{path}: cannot be read: {error.strerror}") from None
