"""The page of `report`: a table for each rule set, with a column for each number of players."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from rich.console import Console
from rich.text import Text

from cli.views.parts import figures
from solver.survey.summary import Summary, kinds

GAP = 2  # blanks between columns
PERCENTILES = {"median": 0, "90 %": 1, "99 %": 2, "most": 3}  # their places


class Row(NamedTuple):
    """A label and a figure of each cell; a heading has none."""

    label: str
    figures: tuple[str, ...] = ()
    style: str = ""


def print_page(console: Console, found: Sequence[Summary]) -> None:
    """The tables one after the other; one that is too wide is split between its columns."""
    games = groupby(found, key=lambda summary: summary.cell[:2])
    for place, cells in enumerate(list(group) for _, group in games):
        if place:
            console.print()
        for row in _table(cells, None if console.soft_wrap else console.width):
            console.print(row)


def _table(cells: Sequence[Summary], width: int | None) -> Iterator[Text]:
    rows = list(_rows(cells))
    left = max(len(row.label) for row in rows)
    column = GAP + max(len(figure) for row in rows for figure in row.figures)
    fitting = len(cells) if width is None else max(1, (width - left) // column)
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
