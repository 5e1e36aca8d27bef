"""Short reasons as small certificates, which `check_certificate.py` checks from the cards alone."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from solver.game.position import Position
from solver.game.rules import Rules
from solver.reasons.explanations import (
    BottomDeck,
    FinalRound,
    HandSize,
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
    >>> found["cases"][0]["reason"]["kind"]
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
        cases.append({"goal": list(goal), "reason": witness})
    return claim(position, score, cases)


def claim(position: Position, score: int, cases: list[dict[str, object]]) -> dict[str, object]:
    """The certificate with these cases, true or not: that is the checker's business."""
    return {
        "rules": _rules(position.rules, position.players),
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
            return {"kind": reason.kind, **_told(reason)}
    return None


def _told(reason: Reason) -> dict[str, object]:
    match reason:
        case BottomDeck(card=card):
            return {"card": str(card)}
        case OutOfPace(place=place):
            return {"place": place or 0}
        case HandSize(choices=0, place=place, cards=cards):
            return {"place": place, "cards": list(map(str, cards))}
        case HandSize():
            return {"shared": True}
        case FinalRound(draws=draws):
            return {"draws": draws}
    raise AssertionError(reason.kind)


def _rules(rules: Rules, players: int) -> dict[str, object]:
    return {
        "suits": [suit.to_json() for suit in rules.suits],
        "hand_size": rules.hand_size_for(players),
        "tokens": rules.tokens,
        "strikes": rules.strikes,
        "ending": rules.ending,
        "announce": rules.announce,
        "deck_plays": rules.deck_plays,
    }


def _position(position: Position) -> dict[str, object]:
    """The position; the discards are sorted, as when they went is not told with a position."""
    rules = position.rules

    def cards(orders: tuple[int, ...]) -> list[str]:
        return [str(position.card(order)) for order in orders]

    def place(order: int) -> tuple[int, int]:
        card = position.card(order)
        return rules.suit_index(card.suit), card.value

    return {
        "hands": list(map(cards, position.hands)),
        "pile": cards(position.draws),
        "fireworks": list(position.levels),
        "discards": cards(tuple(sorted(position.discards, key=place))),
        "tokens": position.tokens,
        "strikes": position.strikes,
        "to_move": position.to_move,
        "turns_left": position.turns_left,
    }
