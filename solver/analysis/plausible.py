"""Which moves look right at first sight."""

from __future__ import annotations

from solver.game.actions import Action
from solver.game.position import Position


def has_copy(position: Position, order: int) -> bool:
    """Whether another copy of the card is in a hand or in the pile."""
    card = position.card(order)
    held = (other for hand in position.hands for other in hand)
    return any(position.card(o) == card for o in (*held, *position.draws) if o != order)


def fits(position: Position, action: Action) -> bool:
    """Whether the action is a play that lets a firework grow."""
    return action.kind == "play" and action.card is not None and position.is_playable(action.card)


def is_plausible(position: Position, action: Action) -> bool:
    """Whether a move looks right: the clue, a play that fits, most discards.

    Of a discard it takes a look at all that is gone to see that it loses a last copy; only of the
    last card of a suit everybody knows.
    """
    if action.card is None or fits(position, action):
        return True
    return action.kind == "discard" and (
        not position.is_useful(action.card)
        or has_copy(position, action.card)
        or not _completes(position, action.card)
    )


def _completes(position: Position, order: int) -> bool:
    """Whether the card is the last of its suit."""
    card = position.card(order)
    suit = position.rules.suits[position.rules.suit_index(card.suit)]
    return suit.level_of(card.value) == suit.size
