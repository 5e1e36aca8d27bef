"""Deals with a property, looked for among the seeds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from solver.game.deals import Deal
from solver.game.rules import Rules
from solver.game.seeds import seed_prefix
from solver.reasons.explanations import ReasonKind
from solver.reasons.finders import find_reason
from solver.search.blocks import BlockSolver, starts_of_seeds
from solver.search.budget import Budget

BLOCK = 100  # seeds that are looked at before what was found is handed out


@dataclass(frozen=True)
class Property:
    """What is wanted of a deal: winnable or lost, perhaps a maximum and a reason."""

    verdict: Literal["perfect", "not-perfect"]
    max_score: int | None = None
    reason: ReasonKind | None = None


class Found(NamedTuple):
    """A deal that has the property; a defeat in Bouquet final has no maximum."""

    seed: str
    max_score: int | None
    reason: ReasonKind | None


class Finder:
    """Looks at seeds upwards and remembers at how many, and how many of them are undecided.

    >>> finder = Finder(Rules.named("base"), 2, Property("not-perfect"), Budget(memory=16))
    >>> next(finder.find(1, 100))
    Found(seed='p2v0s40', max_score=24, reason='hand-size')
    """

    def __init__(self, rules: Rules, players: int, wanted: Property, budget: Budget) -> None:
        """Make the solver."""
        self.rules, self.players, self.wanted = rules, players, wanted
        self.looked_at = self.undecided = 0
        self._solver = BlockSolver(rules, players, budget)

    def find(
        self, first: int, among: int, seen: Callable[[int], None] = lambda seeds: None
    ) -> Iterator[Found]:
        """The deals with the property among `among` seeds, from `first` on.

        `seen` is told now and then how many seeds were looked at.
        """
        end = first + among
        for begin in range(first, end, BLOCK):
            seen(self.looked_at)
            starts = starts_of_seeds(self.rules, self.players, begin, min(begin + BLOCK, end) - 1)
            rows = self._solver.solve(starts)
            for number, row in enumerate(rows, begin):
                self.looked_at += 1
                found = self._match(number, row)
                if found is not None:
                    yield found
            if len(rows) < len(starts) or self._solver.searcher.context.is_stopping():
                raise KeyboardInterrupt

    def _match(self, number: int, row: Any) -> Found | None:
        low, high = int(row["low"]), int(row["high"])
        if low < high:
            self.undecided += 1
            return None
        perfect = low == self.rules.perfect_score
        if perfect != (self.wanted.verdict == "perfect"):
            return None
        if self.wanted.max_score not in (None, low):
            return None
        reason = None
        deal = Deal.from_start(self.rules, self.players, int(row["start"]))
        if not perfect:
            reason = find_reason(deal, int(row["nodes"])).kind
        if self.wanted.reason not in (None, reason):
            return None
        self._solver.searcher.solve(deal).replayed()
        scored = perfect or not self.rules.is_bouquet_final
        seed = f"{seed_prefix(self.rules, self.players)}{number}"
        return Found(seed, low if scored else None, reason)
