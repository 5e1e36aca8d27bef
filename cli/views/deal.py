"""What a result says: as an object for programs, and in a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from solver._version import __version__
from solver.game.cards import cards_text
from solver.game.deals import Deal
from solver.notation.actions import action_to_json
from solver.reasons.explanations import Reason
from solver.reasons.finders import find_reason
from solver.search import sat
from solver.search.answers import Result
from solver.search.budget import Budget

SCHEMA = "hanabi-solve/1"


def as_json(result: Result) -> dict[str, Any]:
    """All that is known about a deal, as one object."""
    why = reason(result)
    return {
        **deal_json(result.deal),
        "verdict": result.verdict,
        "max_score": result.max_score,
        "bounds": list(result.bounds),
        "rating": rating(result),
        "reason": None if why is None else why.to_json(),
        "line": _actions(result),
        "nodes": result.nodes,
        "conflicts": result.conflicts,
        "seconds": result.seconds,
        "stage": result.stage,
        "stopped_by": result.stopped_by,
    }


def deal_json(deal: Deal) -> dict[str, Any]:
    """The fields with which every report about a deal begins."""
    return {
        "schema": SCHEMA,
        "version": __version__,
        "seed": deal.seed,
        "players": deal.players,
        "rules": deal.rules.to_json(),
        "deck": cards_text(deal.deck),
        **({"tiles": list(deal.tiles), "tile5": deal.tile5} if deal.rules.tiles else {}),
        "perfect_score": deal.rules.perfect_score,
    }


def tiles_words(tiles: Sequence[int], tile5: float | None) -> str:
    """The bonus tiles to come, the next one first, and where tile 5 puts a card if it is there.

    >>> tiles_words((5, 4, 2, 3, 6, 1), 0.9036408951506019)
    '5 4 2 3 6 1  (tile 5 at 0.904)'
    """
    words = " ".join(map(str, tiles)) or "none"
    if 5 not in tiles or tile5 is None:
        return words
    return f"{words}  (tile 5 at {min(round(tile5, 3), 0.999):g})"


def _actions(result: Result) -> list[dict[str, Any]]:
    pairs = zip(result.positions, result.line, strict=False)  # no action follows the last position
    return [action_to_json(position, action) for position, action in pairs]


def rating(result: Result) -> str | None:
    """The books' word for the maximum, where it is known and they have one."""
    best = result.max_score
    return None if best is None else result.deal.rules.rating(best)


def reason(result: Result) -> Reason | None:
    """Why the perfect score is out of reach, where that is the verdict."""
    if result.verdict != "not-perfect":
        return None
    return find_reason(result.deal, result.nodes, result.conflicts)


def sentence(result: Result, budget: Budget) -> str:
    """The verdict in one plain sentence."""
    perfect = result.deal.rules.perfect_score
    bouquet = result.deal.rules.is_bouquet_final
    if result.verdict == "perfect":
        return f"{perfect} of {perfect} can be reached: the deal is winnable."
    if result.verdict == "undecided":
        return f"{_stop(result, budget)}: {_still_open(result, bouquet)}.{_advice(result)}"
    if bouquet:
        return f"The deal cannot be won: {perfect} of {perfect} is out of reach."
    return (
        f"The most this deal can score is {result.max_score} of {perfect}; "
        f"{perfect} cannot be reached."
    )


def _stop(result: Result, budget: Budget) -> str:
    if result.stopped_by == "interrupt":
        return "Interrupted and undecided"
    if result.stopped_by == "seconds":
        return f"Undecided within the budget of {budget.seconds:g} s"
    return f"Undecided within the budget of {_counted_nodes(budget.nodes)}"


def _still_open(result: Result, bouquet: bool) -> str:
    low, high = result.bounds
    if bouquet:
        return "the deal may be winnable or not"
    return f"the maximum is at least {low} and at most {high}"


def _advice(result: Result) -> str:
    learns = not result.deal.rules.tiles  # `sat.opinion` knows no tiles
    if learns and result.stopped_by == "nodes" and not sat.is_installed():
        return (
            " Clause learning may decide it, but python-sat is missing or cannot be loaded: "
            "pip install python-sat"
        )
    return ""


def effort(result: Result) -> str:
    """What the answer cost."""
    work = _counted_nodes(result.nodes)
    if result.conflicts:
        work += f" and {result.conflicts:,} conflicts of clause learning"
    return f"{work} in {_duration(result.seconds)}"


def _counted_nodes(nodes: int) -> str:
    return f"{nodes:,} node{'' if nodes == 1 else 's'}"


def _duration(seconds: float) -> str:
    if seconds >= 1:
        return f"{seconds:.1f} s"
    return f"{seconds * 1000:.{0 if seconds >= 0.01 else 2}f} ms"
