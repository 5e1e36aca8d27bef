"""What surveys found, added up: one summary for each rule set and number of players.

Folders are read a part at a time, so that the room it takes does not grow with the deals.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple, get_args

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from solver.errors import SurveyError
from solver.game.rules import Rules
from solver.game.seeds import seed_prefix
from solver.reasons.explanations import ReasonKind
from solver.search.blocks import MAX_START
from solver.survey.folder import Folder, Part, digest_of
from solver.survey.histogram import Histogram, Percentiles
from solver.survey.making import Numbering, Range
from solver.survey.sealed import readable
from solver.survey.statistics import winnable_interval


class Cell(NamedTuple):
    """What is added up. Seeds and start values name deals in two ways: they are never mixed."""

    rules: Rules
    numbering: Numbering
    players: int


@dataclass(frozen=True, kw_only=True)
class Summary:
    """All deals of a cell.

    `maxima` counts the decided deals by their maximum, `reasons` the lost ones. A defeat in
    Bouquet final has no maximum. `nodes` and `microseconds` tell what a deal takes; a census,
    which keeps no rows of perfect deals, knows the sums alone. `lowest_deal` is the first deal with
    the lowest maximum; None if no deal falls short of the perfect score by points.
    """

    cell: Cell
    ranges: tuple[Range, ...]
    perfect: int
    lost: int
    undecided: int
    maxima: dict[int, int]
    lowest_deal: int | None
    reasons: dict[str, int]
    nodes: Percentiles | None
    microseconds: Percentiles | None
    total_nodes: int
    conflicts: int
    seconds: float
    versions: tuple[str, ...]
    digests: tuple[str, ...]

    @property
    def deals(self) -> int:
        """How many there are."""
        return self.perfect + self.lost + self.undecided

    @property
    def share(self) -> float:
        """The winnable ones among all; no undecided deal counts as one of them."""
        return self.perfect / self.deals

    @cached_property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share, wide enough whatever the undecided deals are."""
        return winnable_interval(self.perfect, self.undecided, self.deals)

    @property
    def mean_max(self) -> float | None:
        """The mean of the maxima of all decided deals; None where the game knows no score."""
        if self.cell.rules.is_bouquet_final or not self.maxima:
            return None
        points = sum(score * deals for score, deals in self.maxima.items())
        return points / sum(self.maxima.values())

    @property
    def lowest_max(self) -> int | None:
        """The lowest maximum of all decided deals; None where the game knows no score."""
        if self.cell.rules.is_bouquet_final:
            return None
        return min(self.maxima, default=None)

    @property
    def mean_microseconds(self) -> float:
        """What a deal took."""
        return self.seconds * 1e6 / self.deals

    @property
    def census_hours(self) -> float | None:
        """Core-hours for all start values, at the pace of this census."""
        if self.cell.numbering == "seeds":
            return None
        return self.mean_microseconds * MAX_START / 3.6e9

    def deal_name(self, number: int) -> str:
        """How a deal of the cell is called: its full seed, or its start value."""
        if self.cell.numbering == "seeds":
            return f"{seed_prefix(self.cell.rules, self.cell.players)}{number}"
        return str(number)


def summaries(folders: Sequence[Folder]) -> list[Summary]:
    """The summaries of all cells: rule sets in the order of the folders, then by players."""
    cells: dict[Cell, list[tuple[Part, Folder]]] = {}
    for folder in folders:
        parts = folder.parts()
        if not parts:
            raise SurveyError(f"{folder.path}: no deals are done yet")
        for part in parts:
            cell = Cell(folder.making.rules, folder.making.numbering, part.players)
            cells.setdefault(cell, []).append((part, folder))
    for found in cells.values():
        found.sort(key=lambda pair: pair[0].range)
        _refuse_overlap([part for part, _ in found])
    sums = {cell: _Sums(cell) for cell in cells}
    digests: dict[Folder, dict[Part, str]] = {folder: {} for folder in folders}
    for cell, found in cells.items():
        for part, folder in found:
            digests[folder][part] = sums[cell].add(part)
    whole = {folder: digest_of(of_parts) for folder, of_parts in digests.items()}
    games = list(dict.fromkeys(cell[:2] for cell in cells))
    return [
        _summary(sums[cell], cells[cell], whole)
        for cell in sorted(cells, key=lambda cell: (games.index(cell[:2]), cell.players))
    ]


def kinds(found: Iterable[Summary]) -> list[str]:
    """The reasons that are there, the simplest first."""
    there = {kind for summary in found for kind in summary.reasons}
    return [kind for kind in get_args(ReasonKind) if kind in there]


def _summary(sums: _Sums, found: list[tuple[Part, Folder]], digests: dict[Folder, str]) -> Summary:
    parts, folders = [part for part, _ in found], list(dict.fromkeys(folder for _, folder in found))
    cell = sums.cell
    has_effort = cell.numbering == "seeds"
    return Summary(
        cell=cell,
        ranges=tuple(_joined(part.range for part in parts)),
        perfect=sums.verdicts["perfect"],
        lost=sums.verdicts["not-perfect"],
        undecided=sums.verdicts["undecided"],
        maxima=dict(sorted(sums.maxima.items(), reverse=True)),
        lowest_deal=sums.lowest and sums.lowest[1],
        reasons={kind: sums.reasons[kind] for kind in get_args(ReasonKind) if sums.reasons[kind]},
        nodes=sums.nodes.percentiles() if has_effort else None,
        microseconds=_in_microseconds(sums.nanoseconds) if has_effort else None,
        total_nodes=sums.total_nodes,
        conflicts=sums.conflicts,
        seconds=sums.seconds,
        versions=tuple(dict.fromkeys(folder.making.version for folder in folders)),
        digests=tuple(digests[folder] for folder in folders),
    )


def _in_microseconds(nanoseconds: Histogram) -> Percentiles:
    return Percentiles(*(number / 1000 for number in nanoseconds.percentiles()))


def _refuse_overlap(parts: Sequence[Part]) -> None:
    """A deal that is there twice would count twice."""
    for before, after in pairwise(parts):
        if after.range.first <= before.range.last:
            both = Range(after.range.first, min(before.range.last, after.range.last))
            raise SurveyError(
                f"{before.path} and {after.path}: the deals {both} are in both of them; leave one "
                "of them out"
            )


def _joined(ranges: Iterable[Range]) -> list[Range]:
    """Ranges that go upwards, those made one that touch each other."""
    joined: list[Range] = []
    for there in ranges:
        if joined and joined[-1].last + 1 == there.first:
            joined[-1] = Range(joined[-1].first, there.last)
        else:
            joined.append(there)
    return joined


class _Sums:
    """What is known after some parts of a cell."""

    def __init__(self, cell: Cell) -> None:
        self.cell = cell
        self.verdicts: Counter[str] = Counter()
        self.maxima: Counter[int] = Counter()
        self.reasons: Counter[str] = Counter()
        self.lowest: tuple[int, int] | None = None  # the score, the deal
        self.total_nodes = self.conflicts = 0
        self.seconds = 0.0
        self.nodes, self.nanoseconds = Histogram(), Histogram()

    def add(self, part: Part) -> str:
        """Take in a part; its digest."""
        file = part.opened()
        with readable(part.path):
            account = file.account
            _check_place(self.cell, part, account)
            table = file.table(_columns(self.cell.numbering))
            if self.cell.numbering == "seeds":
                due = len(part.range)
                self._add_effort(table)
            else:
                counts = account["counts"]
                due = counts["not-perfect"] + counts["undecided"]
                self._add_account(account)
            if len(table) != due:
                raise SurveyError(f"{part.path}: has {len(table)} rows, {due} are due")
            self.verdicts += _counts(table["verdict"])
            self.maxima += _counts(table["max_score"])
            self.reasons += _counts(table["reason"])
            self._look_for_lowest(table)
            return str(account["digest"])

    def _add_effort(self, table: pa.Table) -> None:
        nodes, microseconds = table["nodes"].to_numpy(), table["microseconds"].to_numpy()
        self.nodes.add(nodes)
        self.nanoseconds.add(np.rint(microseconds.astype(np.float64) * 1000))
        self.total_nodes += int(nodes.sum())
        self.conflicts += int(table["conflicts"].to_numpy().sum())
        self.seconds += float(microseconds.sum(dtype=np.float64)) / 1e6

    def _add_account(self, account: Mapping[str, Any]) -> None:
        """What a part of a census only counts: its perfect deals, and what all of them took."""
        counts = account["counts"]
        self.verdicts["perfect"] += counts["perfect"]
        if counts["perfect"]:
            self.maxima[self.cell.rules.perfect_score] += counts["perfect"]
        self.total_nodes += counts["nodes"]
        self.conflicts += counts["conflicts"]
        self.seconds += account["seconds"]

    def _look_for_lowest(self, table: pa.Table) -> None:
        short = table.filter(pc.less(table["max_score"], self.cell.rules.perfect_score))
        if not len(short):
            return
        score = pc.min(short["max_score"]).as_py()
        deals = short.filter(pc.equal(short["max_score"], score))[0]
        found = score, pc.min(deals).as_py()
        self.lowest = found if self.lowest is None else min(self.lowest, found)


def _check_place(cell: Cell, part: Part, account: Mapping[str, Any]) -> None:
    """A part that was put into another folder, or under another name, is not what it seems."""
    own = Cell(Rules.of(account["rules"]), account["numbering"], account["players"])
    if own != cell or Range(account["first"], account["last"]) != part.range:
        raise SurveyError(
            f"{part.path}: was made as {own.players}p-{account['first']}-{account['last']}, "
            f"{own.numbering}, {own.rules}, and does not belong here"
        )


def _columns(numbering: Numbering) -> tuple[str, ...]:
    """What is read of a part; a census keeps no effort."""
    found = ("verdict", "max_score", "reason")
    if numbering == "seeds":
        return ("seed", *found, "nodes", "conflicts", "microseconds")
    return ("start", *found)


def _counts(column: pa.ChunkedArray) -> Counter[Any]:
    """How often each value is there; nulls are nothing."""
    if pa.types.is_dictionary(column.type):
        column = column.cast(pa.string())
    found = pc.value_counts(column.drop_null()).to_pylist()
    return Counter({entry["values"]: entry["counts"] for entry in found})
