"""What surveys found: the winnable shares, the maxima, the reasons and the effort.

A cell is what all surveys found for the same rules, number of players and numbering of the deals.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from cli.views.parts import figures
from solver._version import __version__
from solver.errors import counted
from solver.survey.folder import Folder
from solver.survey.histogram import Percentiles
from solver.survey.summary import Summary, kinds

if TYPE_CHECKING:
    from rich.text import Text

SCHEMA = "hanabi-solve/report-1"
GAP = 2  # blanks between columns
PERCENTILES = {"median": 0, "90 %": 1, "99 %": 2, "most": 3}  # their places


def to_json(folders: Sequence[Folder], found: Sequence[Summary]) -> dict[str, Any]:
    """All figures of all cells, and how the rows of each folder were made."""
    return {
        "schema": SCHEMA,
        "version": __version__,
        "folders": [
            {"path": str(folder.path), "digest": folder.digest(), "manifest": folder.manifest}
            for folder in folders
        ],
        "cells": [cell_json(summary) for summary in found],
    }


def cell_json(summary: Summary) -> dict[str, Any]:
    """All figures of a cell."""
    low, high = summary.interval
    return {
        "rules": summary.cell.rules.to_json(),
        "players": summary.cell.players,
        "numbering": summary.cell.numbering,
        "ranges": [list(there) for there in summary.ranges],
        "perfect_score": summary.cell.rules.perfect_score,
        "deals": summary.deals,
        "perfect": summary.perfect,
        "lost": summary.lost,
        "undecided": summary.undecided,
        "share": summary.share,
        "low": low,
        "high": high,
        "mean_max": summary.mean_max,
        "lowest_max": summary.lowest_max,
        "lowest_seed": lowest_seed(summary),
        "maxima": summary.maxima,
        "reasons": summary.reasons,
        "nodes": {**percentiles(summary.nodes), "total": summary.total_nodes},
        "microseconds": {
            **percentiles(summary.microseconds),
            "mean": round(summary.mean_microseconds, 3),
        },
        "conflicts": summary.conflicts,
        "seconds": round(summary.seconds, 6),
        "census_hours": summary.census_hours,
        "versions": list(summary.versions),
        "digests": list(summary.digests),
    }


def percentiles(found: Percentiles | None) -> dict[str, float | None]:
    """The percentiles by name; without any, all are None."""
    return dict.fromkeys(Percentiles._fields) if found is None else found._asdict()


def lowest_seed(summary: Summary) -> str | None:
    """The name of the first deal with the lowest maximum."""
    return None if summary.lowest_deal is None else summary.deal_name(summary.lowest_deal)


def sentence(summary: Summary) -> str:
    """The share of a cell in one plain sentence."""
    cell = summary.cell
    share, low, high = (
        figures.percent(summary, value) for value in (summary.share, *summary.interval)
    )
    return (
        f"{cell.rules}, {cell.players} players: {share} of {counted(summary.deals, 'deal')} "
        f"{'is' if summary.deals == 1 else 'are'} winnable "
        f"(95 % interval {low} to {high}), {summary.undecided:,} undecided."
    )


class Row(NamedTuple):
    """A label and a figure of each cell; a heading has none."""

    label: str
    figures: tuple[str, ...] = ()
    style: str = ""


def page(found: Sequence[Summary], *, width: int) -> Iterator[Text]:
    """A table for each rule set, with a column for each number of players.

    One that is too wide is split between its columns.
    """
    from cli.views.parts.board import in_blocks  # noqa: PLC0415 (slow, and only people need it)

    games = groupby(found, key=lambda summary: summary.cell[:2])
    return in_blocks([list(_table(list(cells), width)) for _, cells in games])


def _table(cells: Sequence[Summary], width: int) -> Iterator[Text]:
    from rich.text import Text  # noqa: PLC0415 (as above)

    rows = list(_rows(cells))
    left = max(len(row.label) for row in rows)
    column = GAP + max(len(figure) for row in rows for figure in row.figures)
    fitting = max(1, (width - left) // column)
    yield Text(f"{cells[0].cell.rules}, by {cells[0].cell.numbering}", "bold")
    for begin in range(0, len(cells), fitting):
        if begin:
            yield Text()
        for row in rows:
            shown = row.figures[begin : begin + fitting]
            line = row.label.ljust(left if shown else 0)
            line += "".join(figure.rjust(column) for figure in shown)
            yield Text(line.rstrip(), row.style)
    for version, digest in dict.fromkeys(
        (", ".join(summary.versions), digest) for summary in cells for digest in summary.digests
    ):
        yield Text(f"version {version}, digest {digest[:16]}", "dim")


def _rows(cells: Sequence[Summary]) -> Iterator[Row]:
    yield _row("players", (str(cell.cell.players) for cell in cells), "bold")
    yield _row(cells[0].cell.numbering, map(figures.ranges, cells))
    yield _row("deals", (figures.count(cell.deals) for cell in cells))
    yield _row("winnable", (figures.percent(cell, cell.share) for cell in cells), "bold")
    yield _row("  95 % from", (figures.percent(cell, cell.interval[0]) for cell in cells))
    yield _row("  95 % to", (figures.percent(cell, cell.interval[1]) for cell in cells))
    undecided = any(cell.undecided for cell in cells)
    yield _row(
        "undecided",
        (figures.count(cell.undecided) for cell in cells),
        "yellow" if undecided else "",
    )
    if any(cell.mean_max is not None for cell in cells):
        yield from _maxima(cells)
    yield Row("lost deals", style="dim")
    yield _row("  in all", (figures.count(cell.lost) for cell in cells))
    for kind in kinds(cells):
        yield _row(f"  {kind}", (figures.count(cell.reasons.get(kind)) for cell in cells))
    yield from _effort(cells)


def _row(label: str, shown: Iterable[str], style: str = "") -> Row:
    return Row(label, tuple(shown), style)


def _maxima(cells: Sequence[Summary]) -> Iterator[Row]:
    yield _row("mean maximum", (figures.mean(cell.mean_max) for cell in cells))
    yield _row("lowest maximum", (figures.count(cell.lowest_max) for cell in cells))
    yield _row(
        "  first deal",
        ("" if cell.lowest_deal is None else cell.deal_name(cell.lowest_deal) for cell in cells),
    )
    yield Row("maxima", style="dim")
    for score in sorted({score for cell in cells for score in cell.maxima}, reverse=True):
        yield _row(f"  {score}", (figures.count(cell.maxima.get(score)) for cell in cells))


def _effort(cells: Sequence[Summary]) -> Iterator[Row]:
    """What the deals took; of a census there are only the means."""
    yield Row("nodes of a deal", style="dim")
    nodes = [cell.nodes for cell in cells if cell.nodes]
    for label, place in PERCENTILES.items() if nodes else ():
        yield _row(f"  {label}", (figures.count(deal[place]) for deal in nodes))
    yield _row("  mean", (figures.count(cell.total_nodes / cell.deals) for cell in cells))
    if any(cell.conflicts for cell in cells):
        yield _row("conflicts", (figures.count(cell.conflicts) for cell in cells))
    yield Row("time of a deal", style="dim")
    times = [cell.microseconds for cell in cells if cell.microseconds]
    for label, place in PERCENTILES.items() if times else ():
        yield _row(f"  {label}", (figures.duration(deal[place] / 1e6) for deal in times))
    yield _row("  mean", (figures.duration(cell.mean_microseconds / 1e6) for cell in cells))
    yield Row("core time", style="dim")
    yield _row("  these deals", (figures.duration(cell.seconds) for cell in cells))
    if all(cell.census_hours is not None for cell in cells):
        yield _row(
            "  whole census", (figures.duration((cell.census_hours or 0) * 3600) for cell in cells)
        )
