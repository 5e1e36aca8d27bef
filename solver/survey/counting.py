"""Counting the blocks of a ledger, in slices: workers count them, one process writes them down."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Generator, Iterable, Iterator
from typing import NamedTuple

from solver.errors import SurveyError
from solver.survey.begun import Begun
from solver.survey.count import Count, added, count_range
from solver.survey.ledger import Ledger
from solver.survey.ledger_line import Line
from solver.survey.making import MOST_UNDECIDED, Making, Range
from solver.workers import Call, Workers, results


class Counted(NamedTuple):
    """A slice that is written down; `is_new` unless an earlier run has counted it."""

    part: Count
    is_new: bool


class Gathering:
    """Slices put together to blocks."""

    def __init__(self, making: Making, players: int, blocks: Iterable[Range]) -> None:
        """Nothing is there of any block yet."""
        self._block = {part: block for block in blocks for part in slices(making, players, block)}
        self._left = Counter(self._block.values())
        self._found = defaultdict[Range, list[Count]](list)

    def missing(self) -> list[Range]:
        """The slices that are not there."""
        return list(self._block)

    def expects(self, part: Range) -> bool:
        """Whether this is such a slice."""
        return part in self._block

    def add(self, count: Count) -> Count | None:
        """Put in a slice; the count of its block, if that is whole now."""
        block = self._block.pop(count.range)
        self._left[block] -= 1
        self._found[block].append(count)
        if self._left[block]:
            return None
        whole = added(self._found.pop(block))
        if len(whole.undecided) > MOST_UNDECIDED:
            raise SurveyError(
                f"{len(whole.undecided):,} deals of {block} are undecided, too many for a ledger, "
                "which names them: use a larger budget, or a folder"
            )
        return whole


def slices(making: Making, players: int, block: Range) -> Iterator[Range]:
    """What a worker counts at a time."""
    size = making.slice(players)
    for first in range(block.first, block.last + 1, size):
        yield Range(first, min(first + size - 1, block.last))


def count_blocks(
    ledger: Ledger, begun: Begun, making: Making, wanted: Range, workers: Workers
) -> Generator[Counted, None, None]:
    """Count what the ledger has not of the range; the slices, as they are written down."""
    gathering = Gathering(making, ledger.players, ledger.missing(wanted))

    def take(count: Count) -> None:
        if (whole := gathering.add(count)) is not None:
            ledger.write(whole)
            begun.forget(whole.range)

    for part, count in begun.taken_up(ledger).items():
        if gathering.expects(part):
            take(count)
            yield Counted(count, is_new=False)
    calls = (
        Call(part, count_range, (making, ledger.players, part)) for part in gathering.missing()
    )
    for _, count in results(calls, workers):
        begun.add(Line(ledger.rules, ledger.players, count))
        take(count)
        yield Counted(count, is_new=True)
