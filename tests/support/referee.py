"""What is true of every position that arises."""

from __future__ import annotations

from solver import Card, Position


def check_cards(position: Position) -> None:
    """Every card is in exactly one place, and the tokens are within their bounds."""
    held = [order for hand in position.hands for order in hand]
    away = {*held, *position.discards, *position.draws}
    assert len(away) == len(held) + len(position.discards) + len(position.draws)
    played = [card for n, card in enumerate(position.deck) if n not in away]
    suits = zip(position.rules.suits, position.levels, strict=True)
    assert sorted(played) == sorted(
        Card(suit.letter, suit.value_at(level))
        for suit, top in suits
        for level in range(1, top + 1)
    )
    assert 0 <= position.tokens <= position.rules.tokens
    assert 0 <= position.strikes <= position.rules.strikes
