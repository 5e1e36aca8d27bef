"""Positions of small games, written down in one line."""

from __future__ import annotations

from typing import Any

from solver import Deal, Position, Rules, Suit


def start(deck: str, *suits: Suit, players: int = 2, **changes: Any) -> Position:
    """The first position of a deck of these suits; `changes` are other fields of the rules."""
    return Position.start(Deal.from_text(deck, players, Rules(suits, **changes)))
