"""The formula of a claim: clauses that no assignment satisfies if the score cannot be reached.

It is the plain rules of `solver.search.sat.encoding`, with the counts, which make proofs short.
Every clause says why it is there; `words` puts all of it into sentences. (The search asks a
quicker form, `solver.search.sat.plays`, which takes an argument to believe.)
"""

from __future__ import annotations

from functools import cached_property

from solver.game.position import Position
from solver.proofs.claims import Claim
from solver.proofs.words import Words
from solver.search.sat.clauses import FALSE
from solver.search.sat.counts import Counts
from solver.search.sat.encoding import Encoding


class Recorded(Encoding):
    """The clauses with the reason of each, and with what the rungs of its ladders stand for."""

    def __init__(self, start: Position, score: int) -> None:
        """Write all clauses, with the counts."""
        self.whys: list[str] = []
        self.rungs: dict[int, list[int]] = {}
        super().__init__(start, score)
        Counts(self).add()

    def keep(self, clause: list[int]) -> None:
        """Keep a clause, unless it is always true, and why it is there."""
        before = len(self.clauses)
        if not self.whys:
            self.whys.append(Encoding.FIRST)
        super().keep(clause)
        self.whys += [self.why] * (len(self.clauses) - before)

    def one_of(self, literals: list[int]) -> None:
        """Exactly one; what is new here are rungs, each for one literal more than the last."""
        before = len(self.variables)
        super().one_of(literals)
        real = [literal for literal in literals if literal != FALSE]
        for place in range(len(self.variables) - before):
            self.rungs[before + place + 1] = real[: place + 1]


class Formula:
    """The clauses of a claim, numbered from 1 as in the file, and what they mean."""

    def __init__(self, claim: Claim) -> None:
        """Write the clauses."""
        self.claim = claim
        self.encoding = Recorded(claim.position, claim.score)

    @cached_property
    def clauses(self) -> list[list[int]]:
        """All clauses; one that nothing can satisfy is written as the literal that is false.

        Checkers differ in what they make of an empty clause in a formula.
        """
        return [clause or [FALSE] for clause in self.encoding.clauses]

    @cached_property
    def dimacs(self) -> bytes:
        """The formula as DIMACS CNF: a line that counts, and a line for each clause."""
        rows = [f"p cnf {len(self.encoding.variables)} {len(self.clauses)}"]
        rows += [f"{' '.join(map(str, clause))} 0" for clause in self.clauses]
        return ("\n".join(rows) + "\n").encode()

    @cached_property
    def words(self) -> Words:
        """What all variables mean."""
        return Words(self.encoding, self.encoding.rungs)

    @property
    def meanings(self) -> bytes:
        """The variables with their meanings, a line for each."""
        rows = [f"{number}\t{words}\n" for number, words in self.words.all()]
        return "".join(rows).encode()

    def explained(self, number: int) -> str:
        """A clause in words."""
        return self.words.clause(self.clauses[number - 1])

    def why(self, number: int) -> str:
        """Why a clause is there."""
        return self.encoding.whys[number - 1]


def first_difference(derived: bytes, given: bytes) -> str:
    """Where a formula is not the derived one, which it is not."""
    theirs, ours = (text.removesuffix(b"\n").split(b"\n") for text in (given, derived))
    for number, (mine, other) in enumerate(zip(ours, theirs, strict=False)):
        if mine != other:
            what = "its first line" if number == 0 else f"clause {number}"
            return f"{what} is {_shown(other)} and must be {_shown(mine)}"
    last, there = len(ours) - 1, len(theirs) - 1
    if there < last:
        return f"it ends after clause {there}, and must have {last}"
    return f"it goes on after clause {last}, the last" if there > last else "its last line is cut"


def _shown(line: bytes) -> str:
    text = line[:60].decode("ascii", "replace")
    return f'"{text}"' if len(line) <= 60 else f'"{text}…"'
