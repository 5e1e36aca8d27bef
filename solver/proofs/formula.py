"""The formula of a claim: clauses that no assignment satisfies if the score cannot be reached.

There are two kinds, and both are clauses of the search. The plain rules of
`solver.search.sat.encoding`, with the counts, which make proofs short, have a model if and only if
the score can be reached. `kept_cards` is for the few claims that take too long by these. Every
clause says why it is there; `words` puts all of it into sentences.
"""

from __future__ import annotations

from functools import cached_property
from typing import Literal, get_args

from solver.game.position import Position
from solver.proofs.claims import Claim
from solver.proofs.kept_cards import KeptCards, KeptCardsWords
from solver.proofs.recording import Recording
from solver.proofs.words import Words
from solver.search.sat.clauses import FALSE
from solver.search.sat.counts import Counts

# How a manifest calls what a formula is made of.
Kind = Literal["rules", "kept-cards"]
KINDS: tuple[Kind, ...] = get_args(Kind)


class PlainRules(Recording):
    """The plain rules, and the counts."""

    def __init__(self, start: Position, score: int) -> None:
        """Write all clauses."""
        super().__init__(start, score)
        Counts(self).add()


class Formula:
    """The clauses of a claim, numbered from 1 as in the file, and what they mean."""

    def __init__(self, claim: Claim, kind: Kind = "rules") -> None:
        """Write the clauses."""
        self.claim, self.kind = claim, kind
        encoding = PlainRules if kind == "rules" else KeptCards
        self.encoding: Recording = encoding(claim.position, claim.score)

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
        words = Words if self.kind == "rules" else KeptCardsWords
        return words(self.encoding, self.encoding.rungs)

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
