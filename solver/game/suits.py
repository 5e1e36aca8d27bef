"""One firework: its cards, and how it is built."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

USUAL_COPIES = (3, 2, 2, 2, 1)


@dataclass(frozen=True)
class Suit:
    """One firework: its letter, how many copies of each value exist, and how it is built.

    `copies[v - 1]` is the number of cards of value v. A descending suit is built from its
    highest value down to 1. A suit that does not score costs a point for each missing card.
    """

    letter: str
    copies: tuple[int, ...] = USUAL_COPIES
    descending: bool = False
    scores: bool = True

    @property
    def size(self) -> int:
        """The number of values, which is the length of the finished firework."""
        return len(self.copies)

    @property
    def ends_with_five(self) -> bool:
        """Whether the card that completes the firework is a 5, which turns a bonus tile."""
        return self.value_at(self.size) == 5

    def value_at(self, level: int) -> int:
        """The value of the card that brings the firework to `level` cards (1 … size)."""
        return self.size + 1 - level if self.descending else level

    def level_of(self, value: int) -> int:
        """The height of the firework once the card of this value lies on it."""
        return self.size + 1 - value if self.descending else value

    def to_json(self) -> dict[str, Any]:
        """The suit in the form of a house-rules file."""
        return {
            "letter": self.letter,
            "copies": list(self.copies),
            "descending": self.descending,
            "scores": self.scores,
        }
