"""Clause learning itself: a question as clauses, and a solver that is asked in slices."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple, Protocol

from solver.game.actions import Action
from solver.game.position import Position

# Of python-sat's solvers Glucose is the quickest on hard deals: it takes half of CaDiCaL's time.
# CaDiCaL writes the proofs, and has the games with bonus tiles.
SOLVER, CADICAL = "glucose42", "cadical195"
# After this many conflicts, about 0.1 s, it is asked whether to go on. Glucose goes on as if nobody
# had asked; CaDiCaL begins anew with what it has learnt, which takes it longer on the whole.
SLICE = 2_000


class NoRoomError(Exception):
    """The process of clause learning is gone, or cannot be made: most likely memory ran out."""


class Opinion(NamedTuple):
    """Whether the score can be reached, None if it was stopped before; and by which game.

    `conflicts` measure the work; `seconds` are those of the search, `making` those that it took
    to write the clauses, and `worked` are the processor's, for both.
    """

    reachable: bool | None
    line: tuple[Action, ...]
    conflicts: int
    seconds: float
    making: float
    worked: float


class Formula(Protocol):
    """A question as clauses, and the game that a model of them tells."""

    @property
    def clauses(self) -> list[list[int]]: ...  # noqa: D102
    def line(self, model: list[int]) -> tuple[Action, ...]: ...  # noqa: D102


class Question(NamedTuple):
    """Can the game end with at least this score? Without one: perfectly?"""

    start: Position
    score: int | None
    counts: bool  # whether the clauses say more than the plain rules
    solver: str
    slice: int = SLICE  # conflicts after which it is asked whether to go on

    def formula(self) -> Formula:
        """The question as clauses."""
        from solver.search.sat.counts import Counts  # noqa: PLC0415
        from solver.search.sat.encoding import Encoding  # noqa: PLC0415
        from solver.search.sat.tile_counts import TileCounts  # noqa: PLC0415
        from solver.search.sat.tiles import TileEncoding  # noqa: PLC0415

        if self.start.rules.tiles:
            with_tiles = TileEncoding(self.start, self.score)
            if self.counts:
                TileCounts(with_tiles).add()
            return with_tiles
        encoding = Encoding(self.start, self.score)
        if self.counts:
            Counts(encoding).add()
        return encoding

    def answer(self, goes_on: Callable[[int], bool]) -> Opinion:
        """Write the clauses and search, for as long as it `goes_on`.

        Not for a process that somebody uses: python-sat leaves the solver on Ctrl-C by a jump,
        which may destroy its memory, and the signal stays blocked afterwards.
        """
        from pysat.solvers import Solver  # noqa: PLC0415 (may be missing, and few deals need it)

        began, worked = time.perf_counter(), time.process_time()
        encoding = self.formula()
        made = time.perf_counter()
        with Solver(name=self.solver, bootstrap_with=encoding.clauses) as search:
            found, conflicts = None, 0
            while found is None and goes_on(conflicts):
                search.conf_budget(self.slice)
                found = search.solve_limited()
                conflicts = search.accum_stats()["conflicts"]
            ended = time.perf_counter()
            line = encoding.line(search.get_model()) if found else ()
        return Opinion(
            reachable=found,
            line=line,
            conflicts=conflicts,
            seconds=ended - made,
            making=made - began,
            worked=time.process_time() - worked,
        )
