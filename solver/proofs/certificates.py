"""Short reasons as small certificates, which `check_certificate.py` checks from the cards alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

from solver.game.cards import Card, cards_text
from solver.game.position import Position
from solver.game.rules import Rules
from solver.game.suits import Suit
from solver.reasons.explanations import (
    BottomDeck,
    FinalRound,
    OutOfPace,
    Reason,
)
from solver.reasons.finders import FINDERS
from solver.reasons.view import Levels, View

MOST_GOALS = 100  # each may take a fraction of a second


def certificate(position: Position, score: int) -> dict[str, object] | None:
    """Why the position cannot end with this score, ready for JSON; None if no reason is short.

    Nor is there one with bonus tiles, or for more goals than a reader would follow. Where the cards
    that are left do not even give the score, there is no case to look at. In Bouquet final any
    score means the perfect one.

    >>> from solver.game.deals import Deal
    >>> found = certificate(Position.start(Deal.from_seed(40, players=2)), 25)
    >>> found["cases"][0]["kind"]
    'hand-size'
    """
    rules = position.rules
    if rules.is_bouquet_final:
        score = rules.perfect_score
    if rules.tiles or position.status() or not 0 < score <= rules.perfect_score:
        return None
    needed = score + sum(suit.size for suit in rules.suits) - rules.perfect_score
    if sum(position.levels) >= needed:
        return None
    cases = list[dict[str, object]]()
    for goal in _goals(position, needed):
        witness = _witness(View.of(position, goal))
        if witness is None or len(cases) == MOST_GOALS:
            return None
        cases.append({"goal": list(goal), **witness})
    return claim(position, score, cases)


def claim(position: Position, score: int, cases: list[dict[str, object]]) -> dict[str, object]:
    """The certificate with these cases, true or not: that is the checker's business."""
    return {
        "rules": _rules(position.rules),
        "position": _position(position),
        "score": score,
        "cases": cases,
    }


def _goals(position: Position, needed: int) -> Iterator[Levels]:
    """All fireworks with so many cards that can be made of the cards that are there."""
    ranges = (
        range(level, most + 1)
        for level, most in zip(position.levels, position.reachable_levels(), strict=True)
    )
    return (goal for goal in product(*ranges) if sum(goal) == needed)


def _witness(view: View) -> dict[str, object] | None:
    """The simplest reason why nobody reaches the goal of the view, with what a checker needs."""
    for finder in FINDERS:
        reason = finder(view)
        if reason is not None:
            return {"kind": reason.kind, "place": _place(reason, len(view.pile))}
    return None


def _place(reason: Reason, pile: int) -> int:
    """How many cards are drawn when the argument begins."""
    match reason:
        case BottomDeck(place=place):
            return place
        case OutOfPace(place=place):
            return place or 0
        case FinalRound(draws=draws):
            return pile - draws
    return 0


def _rules(rules: Rules) -> dict[str, object]:
    """What the checker knows of rules; it does not count strikes."""
    return {
        "suits": [cards_text(suit_cards(suit)) for suit in rules.suits],
        "perfect_score": rules.perfect_score,
        "tokens": rules.tokens,
        "last_round": not rules.is_bouquet_final,
        "announce": rules.announce,
        "deck_plays": rules.deck_plays,
    }


def suit_cards(suit: Suit) -> tuple[Card, ...]:
    """All cards of a suit, in the order in which they are played."""
    return tuple(
        Card(suit.letter, value)
        for value in map(suit.value_at, range(1, suit.size + 1))
        for _ in range(suit.copies[value - 1])
    )


def _position(position: Position) -> dict[str, object]:
    """The position; the discards are sorted, as when they went is not told with a position."""
    rules = position.rules

    def cards(orders: Iterable[int]) -> str:
        return cards_text(tuple(map(position.card, orders)))

    def place(order: int) -> tuple[int, int]:
        card = position.card(order)
        return rules.suit_index(card.suit), card.value

    return {
        "hands": list(map(cards, position.hands)),
        "pile": cards(position.draws),
        "discards": cards(sorted(position.discards, key=place)),
        "fireworks": list(position.levels),
        "tokens": position.tokens,
        "to_move": position.to_move,
        "turns_left": position.turns_left or 0,
    }
