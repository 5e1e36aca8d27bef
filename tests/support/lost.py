"""Small deals that are lost, though not at first sight: a proof of them has a few lemmas."""

from __future__ import annotations

from solver import Deal, Position, Rules, Suit
from solver.proofs.claims import Claim

RULES = Rules((Suit("r"), Suit("y")), hand_size=3)
DECKS = (
    "y1 r5 r4 y1 y4 r3 y2 r3 r2 r2 y4 y2 y5 y3 r1 y1 r1 r1 y3 r4",
    "r2 y4 r4 r3 y3 r3 r4 y1 y1 r5 y5 y1 r1 y3 r1 y2 r2 y2 r1 y4",
)


def lost_deal(number: int = 0) -> Deal:
    """One of them: 10 cannot be reached."""
    return Deal.from_text(DECKS[number], 2, RULES)


def lost_claim(number: int = 0, score: int | None = None) -> Claim:
    """What can be proven about it."""
    deal = lost_deal(number)
    return Claim.of(Position.start(deal), score, deal)
