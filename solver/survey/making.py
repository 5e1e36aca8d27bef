"""What the rows of a survey depend on: which deals, and how they are solved."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from solver._version import __version__
from solver.errors import SurveyError
from solver.game.rules import Rules
from solver.search import sat
from solver.search.blocks import MAX_START
from solver.search.budget import Budget

SCHEMA = "hanabi-solve/survey-2"

METADATA = b"hanabi-solve"  # the key of what a file says about itself

MAX_SEED = 10**18

# Deals of a part. Where a deal takes milliseconds, smaller ones, so that a stop costs little.
BLOCK = 10_000

SLOW_BLOCK = 1_000

MOST_DEALS = 1_000_000  # of any part

CENSUS_BLOCK = MOST_DEALS

SLOW_CENSUS_BLOCK = 50_000

# Start values of a line in a ledger: the same for everybody, so that lines can be compared.
LEDGER_BLOCK = 10_000_000

# What is written down beside the ledger: some seconds of work.
LEDGER_SLICE = 500_000

SLOW_LEDGER_SLICE = 10_000

MOST_UNDECIDED = 10_000  # in a line, which names them

Numbering = Literal["seeds", "starts"]


class Range(NamedTuple):
    """Deals from one number to another, both included."""

    first: int
    last: int

    def __len__(self) -> int:
        """How many there are."""
        return self.last - self.first + 1

    def __str__(self) -> str:
        """As it is typed."""
        return f"{self.first}-{self.last}"

    def shared(self, other: Range) -> int:
        """How many deals are in both.

        >>> Range(1, 10).shared(Range(8, 20)), Range(1, 10).shared(Range(11, 20))
        (3, 0)
        """
        return max(0, min(self.last, other.last) - max(self.first, other.first) + 1)


@dataclass(frozen=True)
class Making:
    """All that the rows of a folder depend on, apart from the deals themselves."""

    rules: Rules
    numbering: Numbering
    budget: Budget
    lines: bool = False
    version: str = __version__
    clause_learning: bool = field(default_factory=sat.is_installed)

    def to_json(self) -> dict[str, Any]:
        """What the manifest and every part say about it."""
        return {
            "schema": SCHEMA,
            "version": self.version,
            "rules": self.rules.to_json(),
            "numbering": self.numbering,
            "budget": {"nodes": self.budget.nodes, "memory": self.budget.memory},
            "clause_learning": self.clause_learning,
            "lines": self.lines,
        }

    def block(self, players: int) -> int:
        """Deals of a part."""
        slow = self._is_slow(players)
        if self.numbering == "starts":
            return SLOW_CENSUS_BLOCK if slow else CENSUS_BLOCK
        return SLOW_BLOCK if slow or self.lines else BLOCK

    def slice(self, players: int) -> int:
        """Deals of a slice of a ledger's block."""
        return SLOW_LEDGER_SLICE if self._is_slow(players) else LEDGER_SLICE

    def _is_slow(self, players: int) -> bool:
        """Whether a deal takes milliseconds."""
        sparse = any(min(suit.copies) == max(suit.copies) == 1 for suit in self.rules.suits)
        return sparse and players > 3 and not self.rules.is_bouquet_final


def check_range(numbering: Numbering, wanted: Range) -> None:
    """Refuse deals that there are not."""
    most = MAX_START if numbering == "starts" else MAX_SEED
    if not 1 <= wanted.first <= wanted.last <= most:
        raise SurveyError(f"the range {wanted}: it must go upwards from 1 to {most} at most")
