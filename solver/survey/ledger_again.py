"""What is in a ledger, solved again: blocks to compare them, undecided deals to decide them."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import NamedTuple

from solver.survey.count import Count, count_range, solve_undecided
from solver.survey.counting import Gathering
from solver.survey.ledger import Ledger
from solver.survey.making import Making, Range
from solver.workers import Call, Workers, results


class Compared(NamedTuple):
    """A block that was counted again.

    `differences` names what is not the same: nothing, if all is well. `decided` are deals that are
    undecided in the ledger and decided now, `undecided` the other way round: with such deals the
    two counts cannot be compared.
    """

    block: Range
    differences: tuple[str, ...]
    decided: tuple[int, ...]
    undecided: tuple[int, ...]


class Step(NamedTuple):
    """A slice that was counted again, and the comparison of its block if that was its last one."""

    part: Count
    compared: Compared | None


class Retried(NamedTuple):
    """A block whose undecided deals were tried again."""

    block: Range
    tried: int
    decided: int


def compare(
    ledger: Ledger, blocks: Sequence[Range], making: Making, workers: Workers
) -> Generator[Step, None, None]:
    """Count blocks again and compare them with what the ledger says."""
    gathering = Gathering(making, ledger.players, blocks)
    calls = (
        Call(part, count_range, (making, ledger.players, part)) for part in gathering.missing()
    )
    for _, count in results(calls, workers):
        whole = gathering.add(count)
        yield Step(count, None if whole is None else _compared(ledger, making, whole))


def _compared(ledger: Ledger, making: Making, again: Count) -> Compared:
    said = ledger.counts[again.range]
    decided = tuple(sorted(set(said.undecided) - set(again.undecided)))
    undecided = tuple(sorted(set(again.undecided) - set(said.undecided)))
    # What was undecided is no contradiction: with its answers the rest must be the same.
    said = solve_undecided(making, ledger.players, said, decided)
    differences = () if undecided else tuple(_differences(said, again))
    return Compared(again.range, differences, decided, undecided)


def _differences(said: Count, again: Count) -> Iterator[str]:
    if said.maxima != again.maxima:
        yield "maxima"
    if said.reasons != again.reasons:
        yield "reasons"
    if said.digest != again.digest:
        yield "digest"
    if said.reason_digest != again.reason_digest:
        yield "reason_digest"


def retry(ledger: Ledger, making: Making, workers: Workers) -> Generator[Retried, None, None]:
    """Solve the undecided deals of all blocks again and write down what is decided."""
    calls = (
        Call(count, solve_undecided, (making, ledger.players, count))
        for count in list(ledger.counts.values())
        if count.undecided
    )
    for before, after in results(calls, workers):
        tried = len(before.undecided)
        if after != before:
            ledger.write(after)
        yield Retried(before.range, tried, tried - len(after.undecided))
