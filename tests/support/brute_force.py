"""Best scores of the plain twin, each computed once: many tests ask for the same deals."""

from __future__ import annotations

from functools import cache

from hypothesis import reject

from solver import Position
from solver.twin import TooLarge, best_score


def brute_force(position: Position, limit: int) -> int | None:
    """The best score; an example of Hypothesis with more positions than `limit` is not used."""
    found = _brute_force(position, limit)
    if isinstance(found, TooLarge):
        reject()
    return found


@cache
def _brute_force(position: Position, limit: int) -> int | TooLarge | None:
    try:
        return best_score(position, limit)
    except TooLarge as fault:
        return fault.with_traceback(None)
