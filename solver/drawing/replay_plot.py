"""The picture of a review, by matplotlib: the best score and the score over the turns."""

from __future__ import annotations

import os
import textwrap

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from solver.analysis.review import Review
from solver.drawing import plots
from solver.drawing.plots import COLOURS
from solver.hanab_live.words import turn_words

# In inches.
WIDTH, HEIGHT = 9.0, 4.2
BEST, SCORE = COLOURS[:2]
LEGEND = 26  # characters of a line
MOST_WORDS = 9  # falls with words; more would not fit beside the picture


def write_plot(review: Review, path: str | os.PathLike[str]) -> None:
    """Draw the review into a file, in the format of its ending."""
    plots.write_plot(lambda: _figure(review), path)


def _figure(review: Review) -> Figure:
    figure = Figure(figsize=(WIDTH, HEIGHT), layout="constrained")
    axes = figure.subplots()
    turns = range(len(review.turns) + 1)
    values = [review.start, *(turn.after for turn in review.turns)]
    lows = [value.low for value in values]
    highs = [value.high for value in values]
    axes.step(turns, highs, where="post", color=BEST, linewidth=1.8, label="best score still there")
    if lows != highs:
        axes.fill_between(
            turns, lows, highs, step="post", color=BEST, alpha=0.25, label="undecided"
        )
    scores = [position.score for position in review.game.positions]
    axes.step(turns, scores, where="post", color=SCORE, linewidth=1.2, label="score so far")
    perfect = review.game.deal.rules.perfect_score
    axes.axhline(perfect, color="#999999", linewidth=0.6, linestyle="--")
    axes.set_ylim(0, perfect * 1.06)
    axes.set_xlim(0, max(len(review.turns), 1))
    _mark_falls(axes, review)
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_locator(MaxNLocator(integer=True, steps=[1, 5, 10]))
    game = review.game
    seed = f"{game.seed}, " if game.seed else ""
    axes.set_title(f"{seed}{game.deal.players} players, {game.deal.rules}", loc="left")
    axes.set_xlabel("turn (all cards known to the solver, not to the players)")
    axes.set_ylabel("points")
    axes.grid(axis="y", color="#DDDDDD", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.legend(
        loc="upper left", bbox_to_anchor=(1.01, 1), borderaxespad=0, frameon=False, fontsize=9
    )
    return figure


def _mark_falls(axes: Axes, review: Review) -> None:
    """A dot with its number on each turn that cost something, and in the legend what it was."""
    for place, turn in enumerate(turn for turn in review.turns if turn.fell):
        words = turn_words(review.game, turn.number).rsplit(" from slot ", 1)[0]
        words = words.replace("$", r"\$")  # or matplotlib would read a name as a formula
        axes.plot(
            turn.number, turn.after.high, "o", color=BEST, markersize=5,
            label=textwrap.fill(f"{turn.number}. {words}", LEGEND) if place < MOST_WORDS else None,
        )  # fmt: skip
        axes.annotate(
            str(turn.number), (turn.number, turn.after.high), xytext=(4, 4),
            textcoords="offset points", fontsize=8,
        )  # fmt: skip
