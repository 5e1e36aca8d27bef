"""What is proven: that from a position a score cannot be reached."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from solver.errors import InputError
from solver.game.cards import cards_text
from solver.game.deals import Deal
from solver.game.position import Position
from solver.notation.positions import position_to_json
from solver.reader import read_value


class Claim(NamedTuple):
    """That the game cannot end with this score or more; `deal` is what the position begins."""

    position: Position
    score: int
    deal: Deal | None = None

    @classmethod
    def of(cls, position: Position, score: int | None = None, deal: Deal | None = None) -> Claim:
        """The claim, if it can be put into clauses; without a score it is about the perfect one."""
        rules = position.rules
        perfect = rules.perfect_score
        if rules.tiles:
            raise InputError("a game with bonus tiles: there are no proofs for it")
        if score is None:
            score = perfect
        if rules.is_bouquet_final and score != perfect:
            raise InputError(f"score {score}: in Bouquet final only {perfect} is a score")
        if not 1 <= score <= perfect:
            raise InputError(f"score {score}: {rules} has the scores 1 to {perfect}")
        if position.outcome() is not None:
            raise InputError("the game is over in this position: there is nothing to prove")
        return cls(position, score, deal if deal and position == Position.start(deal) else None)

    @property
    def most_left(self) -> int:
        """The score of all cards that can still be played."""
        return self.position.rules.score(self.position.reachable_levels())

    @property
    def what(self) -> str:
        """What the claim is about: a deal, or a position."""
        return "position" if self.deal is None else "deal"

    def __str__(self) -> str:
        """What is claimed, in a sentence."""
        name = "this position" if self.deal is None else (self.deal.seed or "this deal")
        players, rules = self.position.players, self.position.rules
        return f"{self.score} cannot be reached in {name} ({players} players, {rules})."

    def to_json(self) -> dict[str, Any]:
        """The deal or the position, as every reader of this program reads it."""
        if self.deal is None:
            return position_to_json(self.position)
        return {
            **({"seed": self.deal.seed} if self.deal.seed else {}),
            "players": self.deal.players,
            "rules": self.deal.rules.to_json(),
            "deck": cards_text(self.deal.deck),
        }

    def to_bytes(self) -> bytes:
        """The same as a file."""
        return json_bytes(self.to_json())


def claim_from_json(value: object, score: int, where: str) -> Claim:
    """The claim about a deal or a position that was written down."""
    brought = read_value(value, where)
    return Claim.of(brought.start, score, brought.deal)


def json_bytes(value: object) -> bytes:
    """A JSON file: the same bytes for the same value."""
    return (json.dumps(value, indent=2, ensure_ascii=True) + "\n").encode()
