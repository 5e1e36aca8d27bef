"""The picture of a review, by matplotlib: the best score and the score over the turns.

Below them, as far as it is known, the chance while the pile lies face down.
"""

from __future__ import annotations

import os
import textwrap

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from solver.analysis.review import Review
from solver.chances.luck import Luck
from solver.drawing import plots
from solver.drawing.plots import COLOURS
from solver.hanab_live.words import turn_words

# In inches.
WIDTH, HEIGHT = 9.0, 4.2
CHANCE_HEIGHT = 2.4
BEST, SCORE, CHANCE = COLOURS[:3]
MISTAKE, LUCK = COLOURS[1], COLOURS[4]
LEGEND = 26  # characters of a line
MOST_WORDS = 9  # falls with words; more would not fit beside the picture


def write_plot(review: Review, path: str | os.PathLike[str], luck: Luck | None = None) -> None:
    """Draw the review into a file, in the format of its ending."""
    plots.write_plot(lambda: _figure(review, luck), path)


def _figure(review: Review, luck: Luck | None) -> Figure:
    if luck is None or not luck.start:  # a flat line at 0 is no picture
        figure = Figure(figsize=(WIDTH, HEIGHT), layout="constrained")
        _draw_scores(figure.subplots(), review)
        return figure
    figure = Figure(figsize=(WIDTH, HEIGHT + CHANCE_HEIGHT), layout="constrained")
    heights = {"height_ratios": [HEIGHT, CHANCE_HEIGHT]}
    above, below = figure.subplots(2, 1, sharex=True, gridspec_kw=heights)
    _draw_scores(above, review)
    _draw_chances(below, review, luck)
    return figure


def _draw_scores(axes: Axes, review: Review) -> None:
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
    _finish(axes)


def _draw_chances(axes: Axes, review: Review, luck: Luck) -> None:
    """The chance, and what moves and draws did to it: side by side, for both may be large."""
    turns = [luck.first.number - 1, *(turn.number for turn in luck.turns)]
    values = [luck.start, *(turn.after_draw for turn in luck.turns)]
    perfect = review.game.deal.rules.perfect_score
    axes.step(
        turns, [100 * float(value) for value in values], where="post", color=CHANCE, linewidth=1.8,
        label=textwrap.fill(f"chance of {perfect}, the pile face down", LEGEND),
    )  # fmt: skip
    numbers = [turn.number for turn in luck.turns]
    mistakes = [-100 * float(turn.mistake) for turn in luck.turns]
    draws = [100 * float(turn.luck) for turn in luck.turns]
    axes.bar([n - 0.2 for n in numbers], mistakes, 0.4, color=MISTAKE, label="mistake")
    axes.bar([n + 0.2 for n in numbers], draws, 0.4, color=LUCK, label="luck")
    axes.axhline(0, color="#999999", linewidth=0.6)
    axes.set_xlim(0, len(review.turns) + 0.5)  # with all of the last turn's bars
    axes.set_xlabel("turn (all hands known, of the pile only which cards are in it)")
    axes.set_ylabel("percent")
    axes.yaxis.set_major_locator(MaxNLocator(integer=True, steps=[1, 5, 10]))
    _finish(axes)


def _finish(axes: Axes) -> None:
    """A grid, and the legend beside the picture."""
    axes.grid(axis="y", color="#DDDDDD", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.legend(
        loc="upper left", bbox_to_anchor=(1.01, 1), borderaxespad=0, frameon=False, fontsize=9
    )


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
