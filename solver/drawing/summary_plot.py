"""The picture of summaries, by matplotlib: the winnable shares, the maxima, the effort."""

from __future__ import annotations

import os
import textwrap
from collections.abc import Sequence
from itertools import groupby

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, PercentFormatter

from solver.drawing import plots
from solver.drawing.plots import COLOURS
from solver.survey.summary import Summary

MARKERS = "osD^vPX"
PERCENTILES = {"median": "o", "90 %": "^", "99 %": "s", "most": "D"}

# In inches.
WIDTH = 9.0
PANEL, HISTOGRAM = 3.2, 2.4
LEGEND = 22  # characters of a line

Cells = list[Summary]  # those of one rule set, by players


def write_plot(found: Sequence[Summary], path: str | os.PathLike[str]) -> None:
    """Draw the summaries into a file, in the format of its ending."""
    plots.write_plot(lambda: _figure(found), path)


def _figure(found: Sequence[Summary]) -> Figure:
    """Three panels below each other; the one of the maxima has a part for each rule set."""
    games = [list(cells) for _, cells in groupby(found, key=lambda summary: summary.cell[:2])]
    scoring = [game for game in games if any(cell.mean_max is not None for cell in game)]
    heights = [PANEL, *[HISTOGRAM] * max(len(scoring), 1), PANEL]
    figure = Figure(figsize=(WIDTH, sum(heights)), layout="constrained")
    shares, *maxima, effort = figure.subplots(len(heights), height_ratios=heights)
    _draw_shares(shares, games)
    for axes, game in zip(maxima, scoring, strict=False):
        _draw_maxima(axes, game)
    if not scoring:
        _say(maxima[0], "no maxima: Bouquet final has no scores, or no deal is decided")
    _draw_effort(effort, games)
    return figure


def _draw_shares(axes: Axes, games: Sequence[Cells]) -> None:
    for place, game in enumerate(games):
        shares = [summary.share for summary in game]
        below = [summary.share - summary.interval[0] for summary in game]
        above = [summary.interval[1] - summary.share for summary in game]
        axes.errorbar(
            _across(game, place, len(games)), shares, yerr=(below, above),
            label=textwrap.fill(_name(game), LEGEND, break_on_hyphens=False),
            color=_colour(place), marker=MARKERS[place % len(MARKERS)], markersize=5,
            linestyle="none", capsize=3, linewidth=1.2,
        )  # fmt: skip
    axes.set_title("Winnable deals, with 95 % intervals", loc="left")
    axes.yaxis.set_major_formatter(PercentFormatter(1, symbol=" %"))
    _finish(axes, games, "share of all deals")


def _draw_maxima(axes: Axes, game: Cells) -> None:
    """Shares of deals on a logarithmic axis, as nearly all of them have one maximum."""
    width = 0.8 / len(game)
    for place, summary in enumerate(game):
        axes.bar(
            [score + (place - (len(game) - 1) / 2) * width for score in summary.maxima],
            [deals / summary.deals for deals in summary.maxima.values()],
            width, color=_colour(place), label=f"{summary.cell.players} players",
        )  # fmt: skip
    axes.set_yscale("log")
    axes.yaxis.set_major_formatter(lambda share, _: f"{100 * share:g} %")
    axes.set_ylim(0.5 / max(summary.deals for summary in game), 2)
    lowest = min(score for summary in game for score in summary.maxima)
    axes.set_xlim(lowest - 0.7, game[0].cell.rules.perfect_score + 0.7)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_title(f"Maximum scores: {_name(game)}", loc="left")
    axes.set_xlabel("maximum score")
    axes.set_ylabel("share of all deals")
    _legend(axes)


def _draw_effort(axes: Axes, games: Sequence[Cells]) -> None:
    axes.set_title("Search effort", loc="left")
    known = [[summary for summary in game if summary.nodes] for game in games]
    if not any(known):
        _say(axes, "no percentiles: a census keeps the sums alone")
        return
    room = min(0.5, 0.84 / len(games))
    for place, game in enumerate(known):
        middle = (place - (len(games) - 1) / 2) * room
        for summary in game:
            # Beside each other, because the median and 90 % are often nearly the same.
            across = [
                summary.cell.players + middle + room * (number - 1.5) / 5 for number in range(4)
            ]
            nodes = [max(number, 1) for number in summary.nodes or ()]
            axes.plot(across, nodes, color=_colour(place), linewidth=0.6)
            for x, y, marker in zip(across, nodes, PERCENTILES.values(), strict=True):
                axes.plot(x, y, marker, color=_colour(place), markersize=4)
    for label, marker in PERCENTILES.items():
        axes.plot([], [], marker, color="#555555", markersize=6, label=label)
    axes.set_yscale("log")
    _finish(axes, games, "nodes of a deal")


def _across(game: Cells, place: int, games: int) -> list[float]:
    """Beside each other above the number of players."""
    aside = (place - (games - 1) / 2) * min(0.12, 0.84 / games)
    return [summary.cell.players + aside for summary in game]


def _finish(axes: Axes, games: Sequence[Cells], label: str) -> None:
    players = {summary.cell.players for game in games for summary in game}
    axes.set_xlim(min(players) - 0.5, max(players) + 0.5)
    axes.set_xticks(sorted(players))
    for players_before in sorted(players)[:-1]:
        axes.axvline(players_before + 0.5, color="#DDDDDD", linewidth=0.6)
    axes.set_xlabel("players")
    axes.set_ylabel(label)
    _legend(axes)


def _legend(axes: Axes) -> None:
    """Outside, where no figure can be below it."""
    axes.grid(axis="y", color="#DDDDDD", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.legend(loc="upper left", bbox_to_anchor=(1.01, 1), borderaxespad=0, frameon=False)


def _say(axes: Axes, words: str) -> None:
    axes.axis("off")
    axes.text(0.5, 0.5, words, ha="center", va="center", transform=axes.transAxes)


def _name(game: Cells) -> str:
    cell = game[0].cell
    return f"{cell.rules}" if cell.numbering == "seeds" else f"{cell.rules} (census)"


def _colour(place: int) -> str:
    return COLOURS[place % len(COLOURS)]
