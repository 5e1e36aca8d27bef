"""Clause learning: the same question for a SAT solver, where python-sat can be loaded.

It is slow where the kernel is fast, and decides in seconds most of what the kernel does not. So
it is the search's last stage, and a second opinion about the kernel's answers.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import NamedTuple

from solver.game.actions import Action
from solver.game.position import Position

SOLVER = "cadical195"
# This solver cannot be interrupted: after this many conflicts, about 0.2 s, it is asked whether to
# go on.
SLICE = 2_000


class Opinion(NamedTuple):
    """Whether the score can be reached, None if it was stopped before; and by which game.

    `conflicts` measure the work; `seconds` are those of the search, `making` those that it took
    to write the clauses.
    """

    reachable: bool | None
    line: tuple[Action, ...]
    conflicts: int
    seconds: float
    making: float


@cache
def is_installed() -> bool:
    """Whether python-sat is there and can be loaded: its compiled part may not fit this system."""
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
    counts: bool = True,
    solver: str = SOLVER,
) -> Opinion:
    """Can the game end with at least this score, which is above 0? Without one: perfectly?

    `goes_on` is asked now and then, with the number of conflicts so far. A game with bonus tiles
    is refused: the clauses know none, and so a "no" about it might be false.
    """
    if start.rules.tiles:
        raise ValueError("clause learning does not know bonus tiles: ask the search alone")
    import pysolvers  # noqa: PLC0415
    from pysat.solvers import Solver  # noqa: PLC0415 (may be missing, and few deals need it)

    from solver.search.sat.counts import Counts  # noqa: PLC0415
    from solver.search.sat.encoding import Encoding  # noqa: PLC0415

    began = time.perf_counter()
    encoding = Encoding(start, score)
    if counts:
        Counts(encoding).add()
    made = time.perf_counter()
    with Solver(name=solver, bootstrap_with=encoding.clauses) as search:
        found, conflicts = None, 0
        while found is None and goes_on(conflicts):
            search.conf_budget(SLICE)
            try:
                found = search.solve_limited()
            except pysolvers.error:  # how it says that Ctrl-C was pressed
                raise KeyboardInterrupt from None
            conflicts = search.accum_stats()["conflicts"]
        ended = time.perf_counter()
        line = encoding.line(search.get_model()) if found else ()
    return Opinion(found, line, conflicts, ended - made, made - began)
