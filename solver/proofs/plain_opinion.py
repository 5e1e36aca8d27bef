"""What clause learning says to the plain formula."""

from __future__ import annotations

from collections.abc import Callable

from solver.game.position import Position
from solver.proofs.plain_encoding import PlainEncoding
from solver.search.sat.learning import CADICAL, Opinion, Question
from solver.search.sat.process import asked_opinion


class _PlainQuestion(Question):
    """A question that is asked with the plain formula."""

    def formula(self) -> PlainEncoding:
        """The question as clauses."""
        return PlainEncoding(self.start, self.score)


def plain_opinion(
    position: Position,
    score: int | None = None,
    conflicts: int | None = None,
    *,
    goes_on: Callable[[int], bool] = lambda conflicts: True,
    solver: str = CADICAL,
) -> Opinion:
    """Can the game end with at least this score? Without one: perfectly?

    After so many `conflicts` it is undecided (`reachable` is None); they are looked at now and
    then, so it may be some more. `goes_on` is asked as well, with the number so far, and may show
    progress. What has no formula is a ValueError. It searches in a process of its own, which
    Ctrl-C ends.
    """

    def still_goes_on(number: int) -> bool:
        return (conflicts is None or number < conflicts) and goes_on(number)

    return asked_opinion(
        _PlainQuestion(position, score, form="rules", solver=solver), still_goes_on
    )
