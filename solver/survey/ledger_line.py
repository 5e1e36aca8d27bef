"""A line of a ledger: the count of a range of deals as text, and back.

All fields are plain (no quotes, no commas within), and the last one is a checksum of the others: a
line that was changed by accident is not read.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass

from solver.errors import InputError, counted
from solver.game.rules import Rules
from solver.survey.count import DEFEAT, Count
from solver.survey.making import Range
from solver.survey.rows import REASONS

COLUMNS = (
    "rules", "players", "first", "last", "perfect", "lost", "undecided", "maxima", "reasons",
    "undecided_starts", "digest", "reason_digest", "check",
)  # fmt: skip
HEAD = ",".join(COLUMNS)

_NUMBER = r"(?:0|[1-9][0-9]{0,11})"
_FORM = re.compile(
    rf"(?P<rules>[a-z0-9+ -]+),(?P<players>[2-6]),(?P<first>{_NUMBER}),(?P<last>{_NUMBER}),"
    rf"(?P<perfect>{_NUMBER}),(?P<lost>{_NUMBER}),(?P<undecided>{_NUMBER}),"
    rf"(?P<maxima>[a-z0-9:;]*),(?P<reasons>[a-z0-9:;-]*),(?P<starts>[0-9;]*),"
    r"(?P<digest>[0-9a-f]{64}),(?P<reason_digest>[0-9a-f]{64})"
)


@dataclass(frozen=True)
class Line:
    """A count, and the game that was counted."""

    rules: Rules
    players: int
    count: Count

    def __str__(self) -> str:
        """As it stands in the file."""
        count = self.count
        fields = (
            self.rules, self.players, *count.range,
            count.perfect, count.lost, len(count.undecided),
            _pairs(dict(sorted(count.maxima.items(), key=_by_score))),
            _pairs({kind: count.reasons[kind] for kind in REASONS if kind in count.reasons}),
            ";".join(map(str, count.undecided)),
            f"{count.digest:064x}", f"{count.reason_digest:064x}",
        )  # fmt: skip
        text = ",".join(map(str, fields))
        return f"{text},{_check(text)}"


def read_line(text: str) -> Line:
    """What a line says; ValueError with the reason if it is none."""
    body, _, check = text.rpartition(",")
    found = _FORM.fullmatch(body)
    if found is None:
        fields = text.count(",") + 1
        raise ValueError(
            "is not a line of a ledger"
            if fields == len(COLUMNS)
            else f"has {counted(fields, 'field')} in place of {len(COLUMNS)}"
        )
    if check != _check(body):
        raise ValueError(f"was changed: its check is {check} and must be {_check(body)}")
    try:
        line = _line(found)
    except (InputError, ValueError) as error:
        raise ValueError(f"cannot be: {error}") from None
    if str(line) != text:
        raise ValueError("cannot be: its numbers do not add up, or are not in their order")
    return line


def _line(found: re.Match[str]) -> Line:
    """The fields as they are; whether they fit together is seen when they are written again."""
    rules = Rules.named(*found["rules"].split(" + "))
    wanted = Range(int(found["first"]), int(found["last"]))
    count = Count(
        wanted,
        _read_pairs(found["maxima"]),
        _read_pairs(found["reasons"]),
        tuple(int(start) for start in found["starts"].split(";") if start),
        int(found["digest"], 16),
        int(found["reason_digest"], 16),
    )
    if not 1 <= wanted.first <= wanted.last:
        raise ValueError(f"the range {wanted} does not go upwards from 1")
    if len(wanted) != sum(count.maxima.values()) + len(count.undecided):
        raise ValueError("maxima and undecided deals are not as many as the range has")
    if count.maxima.get(str(rules.perfect_score), 0) != count.perfect:
        raise ValueError("perfect, maxima and reasons contradict each other")
    strayed = [start for start in count.undecided if not wanted.first <= start <= wanted.last]
    if strayed or list(count.undecided) != sorted(set(count.undecided)):
        raise ValueError("the undecided starts are not of its range, or not in their order")
    return Line(rules, int(found["players"]), count)


def _check(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _by_score(item: tuple[str, int]) -> int:
    """The highest first, and defeats last."""
    return 1 if item[0] == DEFEAT else -int(item[0])


def _pairs(counts: Mapping[str, int]) -> str:
    """Numbers with their names, as in the CSV of `report`.

    >>> _pairs({"25": 990, "24": 10})
    '25:990;24:10'
    """
    return ";".join(f"{name}:{number}" for name, number in counts.items())


def _read_pairs(text: str) -> dict[str, int]:
    pairs = (pair.split(":") for pair in text.split(";") if pair)
    return {name: int(number) for name, number in pairs}
