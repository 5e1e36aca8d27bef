"""Clause learning: the same question for a SAT solver, where python-sat can be loaded.

It is slow where the kernel is fast, and decides in seconds most of what the kernel does not. So
it is the search's last stage, and a second opinion about the kernel's answers.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module

from solver.game.position import Position
from solver.search.sat.learning import (
    SOLVER,
    Form,
    NoRoomError,
    Opinion,
    Question,
)

__all__ = [
    "SOLVER",
    "Form",
    "NoRoomError",
    "Opinion",
    "is_installed",
    "opinion",
]


@cache
def is_installed() -> bool:
    """Whether python-sat is there and can be loaded: its compiled part may not fit this system.

    It runs in a Python of its own, which a program that carries its Python inside cannot start.
    """
    if not sys.executable or getattr(sys, "frozen", False):
        return False
    try:
        for name in ("pysolvers", "pysat.solvers"):
            import_module(name)
    except ImportError:
        return False
    return True


def opinion(
    start: Position,
    score: int | None = None,
    *,
    goes_on: Callable[[int], bool] = lambda conflicts: True,
    form: Form = "counts",
    solver: str = SOLVER,
) -> Opinion:
    """Can the game end with at least this score, which is above 0? Without one: perfectly?

    `goes_on` is asked now and then, with the number of conflicts so far.
    """
    from solver.search.sat.process import asked_opinion  # noqa: PLC0415 (few deals need it)

    return asked_opinion(Question(start, score, form, solver), goes_on)
