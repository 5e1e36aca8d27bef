"""Clauses that are written down with the reason of each, and with what their ladders stand for."""

from __future__ import annotations

from collections.abc import Iterable

from solver.game.position import Position
from solver.search.sat.clauses import FALSE
from solver.search.sat.encoding import Encoding


class Recording(Encoding):
    """An encoding that keeps why each clause is there, and the literals of each rung."""

    def __init__(self, start: Position, score: int) -> None:
        """Write all clauses."""
        self.whys: list[str] = []
        self.rungs: dict[int, list[int]] = {}
        super().__init__(start, score)

    def keep(self, clause: list[int]) -> None:
        """Keep a clause, unless it is always true, and why it is there."""
        before = len(self.clauses)
        if not self.whys:
            self.whys.append(Encoding.FIRST)
        super().keep(clause)
        self.whys += [self.why] * (len(self.clauses) - before)

    def keep_all(self, clauses: Iterable[list[int]]) -> None:
        """The same for many clauses."""
        for clause in clauses:
            self.keep(clause)

    def one_of(self, literals: list[int]) -> None:
        """Exactly one; what is new here are rungs, each for one literal more than the last."""
        before = len(self.variables)
        super().one_of(literals)
        real = [literal for literal in literals if literal != FALSE]
        for place in range(len(self.variables) - before):
            self.rungs[before + place + 1] = real[: place + 1]
