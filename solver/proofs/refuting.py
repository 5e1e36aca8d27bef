"""Clause learning that writes down what it learns: a proof, as DRAT.

It runs in the process of clause learning (`solver.search.sat.process`), and what it writes goes
into a file, because it may be large.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import NamedTuple

from solver.game.position import Position
from solver.search.sat.learning import CADICAL, SLICE

END = "0"  # the empty clause, with which every proof ends


class Refuted(NamedTuple):
    """Whether the score can be reached, None if the work was stopped before."""

    reachable: bool | None
    conflicts: int
    is_too_large: bool = False


class Refutation(NamedTuple):
    """The question for a proof, which goes into a file of at most so many bytes."""

    start: Position
    score: int
    path: str
    most: int

    def answer(self, goes_on: Callable[[int], bool]) -> Refuted:
        """Search, for as long as it `goes_on`, and write the proof if there is one.

        Slices are counted in conflicts, so the same question has the same proof.
        """
        from pysat.solvers import Solver  # noqa: PLC0415 (slow, and only this process needs it)

        from solver.proofs.claims import Claim  # noqa: PLC0415
        from solver.proofs.formula import Formula  # noqa: PLC0415

        clauses = Formula(Claim(self.start, self.score)).clauses
        with Solver(name="minisat22", bootstrap_with=clauses) as simple:
            if not simple.propagate()[0]:
                self._write([])
                return Refuted(False, 0)
        with Solver(name=CADICAL, bootstrap_with=clauses, with_proof=True) as search:
            found, conflicts = None, 0
            while found is None and goes_on(conflicts):
                search.conf_budget(SLICE)
                found = search.solve_limited()
                conflicts = search.accum_stats()["conflicts"]
                # So far it is in binary form, which is shorter.
                if os.fstat(search.solver.prfile.fileno()).st_size > self.most:
                    return Refuted(None, conflicts, is_too_large=True)
            if found is False:
                self._write(search.get_proof())
        return Refuted(found, conflicts)

    def _write(self, steps: list[str]) -> None:
        """Write the steps up to the empty clause; without any it follows by unit propagation."""
        if END in steps:
            del steps[steps.index(END) :]
        with open(self.path, "w", encoding="ascii", newline="\n") as file:
            file.writelines(f"{step}\n" for step in [*steps, END])
