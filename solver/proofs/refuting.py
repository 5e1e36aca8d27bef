"""Clause learning that writes down what it learns: a proof, as DRAT.

It runs in the process of clause learning (`solver.search.sat.process`), and what it writes goes
into a file, because it may be large.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

from solver.game.position import Position
from solver.proofs.temporary import disk_errors, no_room
from solver.search.sat.learning import CADICAL, SLICE

if TYPE_CHECKING:
    from solver.proofs.formula import Kind

END = "0"  # the empty clause, with which every proof ends


class Refuted(NamedTuple):
    """Whether the score can be reached, None if the work was stopped before.

    None, too, if the formula has a model that is no game (`is_no_game`), so that it has no proof
    and yet says nothing about the score.
    """

    reachable: bool | None
    conflicts: int
    is_too_large: bool = False
    is_no_game: bool = False


class Refutation(NamedTuple):
    """The question for a proof, which goes into a file of at most so many bytes."""

    start: Position
    score: int
    path: str
    most: int
    kind: Kind = "rules"

    def answer(self, goes_on: Callable[[int], bool]) -> Refuted:
        """Search, for as long as it `goes_on`, and write the proof if there is one.

        Slices are counted in conflicts, so the same question has the same proof.
        """
        from pysat.solvers import Solver  # noqa: PLC0415 (slow, and only this process needs it)

        from solver.proofs.claims import Claim  # noqa: PLC0415
        from solver.proofs.formula import Formula  # noqa: PLC0415
        from solver.search.sat.told_games import NoGameError  # noqa: PLC0415

        formula = Formula(Claim(self.start, self.score), self.kind)
        clauses = formula.clauses
        with Solver(name="minisat22", bootstrap_with=clauses) as simple:
            if not simple.propagate()[0]:
                self._write([])
                return Refuted(False, 0)
        with disk_errors():
            cadical = Solver(name=CADICAL, bootstrap_with=clauses, with_proof=True)
        with cadical as search:
            found, conflicts = None, 0
            while found is None and goes_on(conflicts):
                search.conf_budget(SLICE)
                found = search.solve_limited()
                conflicts = search.accum_stats()["conflicts"]
                # So far it is in binary form, which is shorter.
                if os.fstat(search.solver.prfile.fileno()).st_size > self.most:
                    return Refuted(None, conflicts, is_too_large=True)
            if found is False:
                self._write(_steps(search))
            elif found:
                try:
                    formula.encoding.line(search.get_model())
                except NoGameError:
                    return Refuted(None, conflicts, is_no_game=True)
        return Refuted(found, conflicts)

    def _write(self, steps: list[str]) -> None:
        """Write the steps up to the empty clause; without any it follows by unit propagation."""
        if END in steps:
            del steps[steps.index(END) :]
        # An OSError itself would be taken for the end of the process that asks.
        with disk_errors(), open(self.path, "w", encoding="ascii", newline="\n") as file:
            file.writelines(f"{step}\n" for step in [*steps, END])


def _steps(search: Any) -> list[str]:
    """All steps of a proof that is finished.

    CaDiCaL does not notice a full disk: its file just ends too early. A whole one has the empty
    clause, and ends with the end of a step. python-sat takes one that is cut off for the empty
    clause if only its first byte is there.
    """
    with disk_errors():
        steps: list[str] = search.get_proof()
        if END not in steps or not _ends_a_step(search.solver.prfile):
            raise no_room()
    return steps


def _ends_a_step(file: BinaryIO) -> bool:
    file.seek(-1, os.SEEK_END)
    return file.read() == b"\0"
