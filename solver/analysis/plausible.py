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
    """Whether a move looks right: the clue, a play that fits, a discard that loses no last copy."""
    if action.card is None or fits(position, action):
        return True
    return action.kind == "discard" and (
        not position.is_useful(action.card) or has_copy(position, action.card)
    )
