"""Sets of cards as numbers, a bit for each card: a census asks why millions of deals are lost.

The cards of a suit are neighbours, in the order in which they are played, and behind them is a bit
that no card has. So `cards << 1` is what comes upon these cards, and no suit runs into the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from solver.game.cards import Card
from solver.game.rules import MAX_VALUES, Rules

Cards = int

SUIT_BITS = MAX_VALUES + 1


def fireworks(levels: Iterable[int]) -> Cards:
    """The cards of fireworks that are as high, in the order of the suits.

    >>> f"{fireworks((2, 0, 5)):018b}"
    '011111000000000011'
    """
    return sum((1 << level) - 1 << suit * SUIT_BITS for suit, level in enumerate(levels))


@lru_cache(maxsize=64)
def firsts(suits: int) -> Cards:
    """The first card of each of so many fireworks."""
    return fireworks([1] * suits)


def heights(cards: Cards) -> list[int]:
    """How high these fireworks are, up to the last one that has a card.

    >>> heights(fireworks((2, 0, 5)))
    [2, 0, 5]
    """
    suits = range(0, cards.bit_length(), SUIT_BITS)
    return [(cards >> suit & (1 << SUIT_BITS) - 1).bit_count() for suit in suits]


def tops(cards: Cards) -> Cards:
    """The top card of each of these fireworks."""
    return cards & ~(cards >> 1)


def each(cards: Cards) -> Iterator[Cards]:
    """The single cards of a set, suit by suit in the order in which they are played."""
    while cards:
        card = cards & -cards
        yield card
        cards ^= card


@lru_cache(maxsize=64)
def bits(rules: Rules) -> dict[Card, Cards]:
    """The bit of each card of a game."""
    return {
        Card(suit.letter, suit.value_at(level)): 1 << index * SUIT_BITS + level - 1
        for index, suit in enumerate(rules.suits)
        for level in range(1, suit.size + 1)
    }


def printed(card: Cards, rules: Rules) -> Card:
    """A single card as it is printed."""
    index, below = divmod(card.bit_length() - 1, SUIT_BITS)
    suit = rules.suits[index]
    return Card(suit.letter, suit.value_at(below + 1))
