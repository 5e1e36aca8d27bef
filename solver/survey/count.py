"""A count of start values: what became of them, in a few numbers that anybody can check.

Its digests are sums, so that the counts of two ranges can be added up, and a deal that is decided
later can be put in the place of the undecided one without looking at the others again.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
import pyarrow as pa

from solver.game.rules import Rules
from solver.survey.making import Making, Range
from solver.survey.rows import VERDICTS, plain, solve_numbers, solve_range

DEFEAT = "defeat"  # a deal that is lost and has no maximum, in Bouquet final
UNDECIDED = VERDICTS[2]

_MODULUS = 2**256


@dataclass(frozen=True)
class Count:
    """What became of the deals of a range.

    `maxima` counts the decided deals by their maximum, as text, and `reasons` the lost ones. The
    digests are explained in docs/census/README.md.
    """

    range: Range
    maxima: Mapping[str, int]
    reasons: Mapping[str, int]
    undecided: tuple[int, ...]
    digest: int
    reason_digest: int

    @property
    def lost(self) -> int:
        """The deals that cannot reach the perfect score."""
        return sum(self.reasons.values())

    @property
    def perfect(self) -> int:
        """The deals that can."""
        return len(self.range) - self.lost - len(self.undecided)

    @property
    def verdicts(self) -> dict[str, int]:
        """The deals by their verdict."""
        return dict(zip(VERDICTS, (self.perfect, self.lost, len(self.undecided)), strict=True))


def count_range(making: Making, players: int, wanted: Range) -> Count:
    """Solve the deals of a range and count them; this is what workers run."""
    return _count(making.rules, wanted, solve_range(making, players, wanted))


def added(counts: Iterable[Count]) -> Count:
    """The count of ranges that follow each other."""
    parts = sorted(counts, key=lambda count: count.range)
    for one, other in pairwise(parts):
        if one.range.last + 1 != other.range.first:
            raise ValueError(f"{other.range} does not follow {one.range}")
    return Count(
        Range(parts[0].range.first, parts[-1].range.last),
        sum((Counter(part.maxima) for part in parts), Counter()),
        sum((Counter(part.reasons) for part in parts), Counter()),
        tuple(start for part in parts for start in part.undecided),
        sum(part.digest for part in parts) % _MODULUS,
        sum(part.reason_digest for part in parts) % _MODULUS,
    )


def solve_undecided(
    making: Making, players: int, count: Count, starts: Iterable[int] | None = None
) -> Count:
    """The count with its undecided deals, or these of them, solved again; for workers, too."""
    chosen = sorted(count.undecided if starts is None else starts)
    if not chosen:
        return count
    table = solve_numbers(making, players, np.array(chosen))
    # As if these deals were a range of their own, in which all others are perfect.
    again = _count(making.rules, count.range, table)
    perfect = len(chosen) - again.lost - len(again.undecided)
    tried = sum(_digest(start, UNDECIDED) for start in chosen)
    left = (set(count.undecided) - set(chosen)) | set(again.undecided)
    maxima = Counter(again.maxima)
    maxima[str(making.rules.perfect_score)] = perfect
    return replace(
        count,
        maxima=Counter(count.maxima) + maxima,
        reasons=Counter(count.reasons) + Counter(again.reasons),
        undecided=tuple(sorted(left)),
        digest=(count.digest - tried + again.digest) % _MODULUS,
        reason_digest=(count.reason_digest + again.reason_digest) % _MODULUS,
    )


def _count(rules: Rules, wanted: Range, table: pa.Table) -> Count:
    """What the rows of the deals that are not perfect say; all others of the range are."""
    maxima, reasons = Counter[str](), Counter[str]()
    undecided: list[int] = []
    digest = reason_digest = 0
    names = ("start", "verdict", "max_score", "reason")
    columns = (plain(table.select(list(names)))[name].to_pylist() for name in names)
    for start, verdict, maximum, reason in zip(*columns, strict=True):
        if verdict == VERDICTS[0]:
            continue
        if verdict == UNDECIDED:
            undecided.append(start)
            digest += _digest(start, UNDECIDED)
            continue
        word = DEFEAT if maximum is None else str(maximum)
        maxima[word] += 1
        reasons[reason] += 1
        digest += _digest(start, word)
        reason_digest += _digest(start, reason)
    perfect = len(wanted) - reasons.total() - len(undecided)
    if perfect:
        maxima[str(rules.perfect_score)] = perfect
    return Count(
        wanted, maxima, reasons, tuple(undecided), digest % _MODULUS, reason_digest % _MODULUS
    )


def _digest(start: int, word: str) -> int:
    return int.from_bytes(hashlib.sha256(f"{start} {word}".encode()).digest(), "big")
