"""A second opinion about the formula: one that was written apart, turn by turn, says the same."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

from solver.errors import ProofError
from solver.proofs.claims import Claim
from solver.proofs.plain_opinion import plain_opinion
from solver.search import sat
from solver.search.budget import Budget
from solver.search.proof import CONFLICT


class Compared(NamedTuple):
    """Whether the plain formula cannot be satisfied either; None if that was not decided."""

    agrees: bool | None
    conflicts: int


def compare(claim: Claim, budget: Budget, seen: Callable[[int], None]) -> Compared:
    """Whether the plain formula says the same of a claim that is proven; if not, it is an error."""
    began = time.perf_counter()

    def goes_on(conflicts: int) -> bool:
        seen(conflicts)
        if budget.seconds is not None and time.perf_counter() - began >= budget.seconds:
            return False
        return conflicts * CONFLICT < budget.nodes

    try:
        found = plain_opinion(claim.position, claim.score, goes_on=goes_on)
    except sat.NoRoomError:
        raise ProofError("the plain formula does not fit into memory") from None
    if found.reachable:
        raise ProofError(
            f"the plain formula contradicts the proof: with it {claim.score} is reached; "
            "please report the deal"
        )
    return Compared(None if found.reachable is None else True, found.conflicts)
