"""Clause learning itself: a question as clauses, and a solver that is asked in slices."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Literal, NamedTuple, Protocol

from solver.game.actions import Action
from solver.game.position import Position

# Of python-sat's solvers Glucose is the quickest on hard deals: it takes half of CaDiCaL's time.
# CaDiCaL writes the proofs.
SOLVER, CADICAL = "glucose42", "cadical195"
# After this many conflicts, about 0.1 s, it is asked whether to go on. Glucose goes on as if nobody
# had asked; CaDiCaL begins anew with what it has learnt, which takes it longer on the whole.
SLICE = 2_000


# How a question is put: the plain rules; these, and redundant counts; or who plays what and when,
# which is decided much sooner.
Form = Literal["rules", "counts", "plays"]


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
    form: Form
    solver: str

    def formula(self) -> Formula:
        """The question as clauses."""
        from solver.search.sat.counts import Counts  # noqa: PLC0415
        from solver.search.sat.encoding import Encoding  # noqa: PLC0415
        from solver.search.sat.plays import Plays  # noqa: PLC0415
        from solver.search.sat.tile_counts import TileCounts  # noqa: PLC0415
        from solver.search.sat.tile_plays import TilePlays  # noqa: PLC0415
        from solver.search.sat.tiles import TileEncoding  # noqa: PLC0415

        if self.start.rules.tiles:
            if self.form == "plays":
                return TilePlays(self.start, self.score)
            with_tiles = TileEncoding(self.start, self.score)
            if self.form != "rules":
                TileCounts(with_tiles).add()
            return with_tiles
        if self.form == "plays":
            return Plays(self.start, self.score)
        encoding = Encoding(self.start, self.score)
        if self.form == "counts":
            Counts(encoding).add()
        return encoding

    def answer(self, goes_on: Callable[[int], bool]) -> Opinion:
        """Write the clauses and search, for as long as it `goes_on`.

        A model of `Plays` or `TilePlays` that is no game says nothing: then the plain rules are
        asked.

        Not for a process that somebody uses: python-sat leaves the solver on Ctrl-C by a jump,
        which may destroy its memory, and the signal stays blocked afterwards.
        """
        from pysat.solvers import Solver  # noqa: PLC0415 (may be missing, and few deals need it)

        from solver.search.sat.told_games import NoGameError  # noqa: PLC0415

        began, worked = time.perf_counter(), time.process_time()
        encoding = self.formula()
        made = time.perf_counter()
        with Solver(name=self.solver, bootstrap_with=encoding.clauses) as search:
            found, conflicts = None, 0
            while found is None and goes_on(conflicts):
                search.conf_budget(SLICE)
                found = search.solve_limited()
                conflicts = search.accum_stats()["conflicts"]
            try:
                line = encoding.line(search.get_model()) if found else ()
            except NoGameError:
                so_far = conflicts
                rules = self._replace(form="counts")
                again = rules.answer(lambda more: goes_on(so_far + more))
                found, line, conflicts = again.reachable, again.line, so_far + again.conflicts
            ended = time.perf_counter()
        return Opinion(
            reachable=found,
            line=line,
            conflicts=conflicts,
            seconds=ended - made,
            making=made - began,
            worked=time.process_time() - worked,
        )
