"""What a plan is to reach: the perfect score, at least N points, or the best mean score."""

from __future__ import annotations

from typing import Literal

from solver.errors import InputError, counted, shown
from solver.game.position import Position

Aim = Literal["win", "mean"] | int


def read_aim(text: str) -> Aim:
    """The aim that a text names.

    >>> read_aim("win"), read_aim("24")
    ('win', 24)
    """
    if text == "win":
        return "win"
    if text == "mean":
        return "mean"
    if text.isascii() and text.isdigit() and len(text) < 4:
        return int(text)
    raise InputError(f"an aim is win, mean or a number of points, not {shown(text)}")


def check_aim(aim: Aim | str, position: Position) -> Aim:
    """The aim, if a plan for this position can have it; the perfect score is a win."""
    if isinstance(aim, str):
        aim = read_aim(aim)
    if aim in ("win", "mean"):
        return aim
    if isinstance(aim, bool) or not isinstance(aim, int):
        raise InputError(f"an aim is win, mean or a number of points, not {shown(aim)}")
    perfect = position.rules.perfect_score
    if aim == perfect:
        return "win"
    if position.rules.is_bouquet_final:
        raise InputError(
            f"an aim of {aim}: Bouquet final has no scores but {perfect} for a win; use win"
        )
    if aim > perfect:
        raise InputError(f"an aim of {aim}: the perfect score is {perfect}")
    if aim <= position.score:
        are = "is" if position.score == 1 else "are"
        points = counted(position.score, "point")
        raise InputError(f"an aim of {aim}: {points} {are} on the table already; ask for more")
    return aim
