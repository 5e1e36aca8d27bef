"""A card and its one text form."""

from __future__ import annotations

import re
from typing import NamedTuple

from solver.errors import CardError
from solver.game.rule_sets import RULE_SETS
from solver.game.rules import Rules

MOST_CARDS = 1000  # more than any deck has, for which a fault is told card by card


class Card(NamedTuple):
    """A card type: the letter of its suit and its value.

    >>> str(Card("r", 3))
    'r3'
    """

    suit: str
    value: int

    def __str__(self) -> str:
        """The text form: letter, then value."""
        return f"{self.suit}{self.value}"


class CardType(NamedTuple):
    """A kind of card as the search sees it: the suit's place, and the level the card brings."""

    suit: int
    level: int


def card_type(card: Card, rules: Rules) -> CardType:
    """The type of a card; a descending suit is like any other then.

    >>> card_type(Card("k", 5), Rules.named("black-powder"))
    CardType(suit=5, level=1)
    """
    index = rules.suit_index(card.suit)
    return CardType(index, rules.suits[index].level_of(card.value))


def parse_card(text: str, rules: Rules) -> Card:
    """The card that a text like "r3" names in this game; capital letters are accepted.

    >>> parse_card("M5", Rules.named("avalanche-5"))
    Card(suit='m', value=5)
    """
    match = re.fullmatch(r"([A-Za-z])([0-9])", text)
    if match is None:
        raise CardError(f"{text!r} is not a card: write a suit's letter and a value, like r3")
    letter, value = match[1].lower(), int(match[2])
    index = rules.suit_index(letter)
    if index < 0:
        letters = " ".join(suit.letter for suit in rules.suits)
        raise CardError(
            f"unknown card {text!r}: the suits of {rules} are {letters}{_sets_with(letter)}"
        )
    size = rules.suits[index].size
    if not 1 <= value <= size:
        raise CardError(
            f"unknown card {text!r}: the suit {letter} has the values 1 to {size}; "
            f"did you mean {letter}{min(max(value, 1), size)}?"
        )
    return Card(letter, value)


def _sets_with(letter: str) -> str:
    """Where a suit that the game lacks would come from, ready to be appended to a message."""
    sets = [
        rule_set.name
        for rule_set in RULE_SETS.values()
        if any(suit.letter == letter for suit in (*rule_set.colours, *rule_set.extra))
    ]
    return f"; {letter} comes with {' or '.join(sets)}" if sets else ""


def parse_cards(text: str, rules: Rules) -> tuple[Card, ...]:
    """All cards of a text, separated by blanks, commas or bars; a fault names its place.

    >>> [str(card) for card in parse_cards("r1 y2, g3 | b4", Rules.named("base"))]
    ['r1', 'y2', 'g3', 'b4']
    """
    cards: list[Card] = []
    for place, word in enumerate(re.finditer(r"[^\s,|]+", text), 1):
        if place > MOST_CARDS:
            raise CardError(f"there are more than {MOST_CARDS:,} cards: no game has so many")
        try:
            cards.append(parse_card(word[0], rules))
        except CardError as error:
            raise CardError(f"card {place}: {error}") from None
    return tuple(cards)


def cards_text(cards: tuple[Card, ...]) -> str:
    """The cards as `parse_cards` reads them."""
    return " ".join(map(str, cards))
