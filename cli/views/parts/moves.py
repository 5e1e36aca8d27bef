"""Moves in words: the same ones wherever a move stands with its value."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from solver.analysis.moves import ValuedMove
from solver.game.actions import Action
from solver.game.deals import PLAYER_NAMES
from solver.game.position import Position
from solver.notation.words import choice_words, tile_effects

if TYPE_CHECKING:
    from solver.chances.moves import ChanceMove


def move_words(position: Position, move: ValuedMove | ChanceMove) -> str:
    """A move with all cards that do the same, the newest first: any copy, or any trash."""
    action = move.action
    if action.card is None:
        return _short(position, action)
    if action.card == position.pile_card:
        return _short(position, action) + _strike(position, position.push(action))
    orders = {other.card for other in move.actions if other.card is not None}
    held = [order for order in reversed(position.hands[position.to_move]) if order in orders]
    cards = list(dict.fromkeys(str(position.card(order)) for order in held))
    slots = [position.slot(order) for order in held]
    if getattr(move, "is_blind", False):
        verb = "discards" if action.kind == "discard" else "plays"
        verb = f"announces and {verb}" if action.announce else verb
        slots_words = _slots(slots) if len(slots) > 1 else f"slot {slots[0]}"
        return f"{PLAYER_NAMES[position.to_move]} {verb} a card that is not known ({slots_words})"
    words = _verb(position, action)
    if len(cards) > 1:
        words += f" any trash: {listed(cards, 'or')} ({_slots(slots)})"
    else:
        trash = " trash:" if move.is_trash else ""
        words += f"{trash} {cards[0]} (slot {listed(slots, 'or')})"
    after = position.push(action)
    return (words + _strike(position, after)) + "".join(
        f": tile {tile}, {effect}" for tile, effect in tile_effects(position, action, after)
    )


def _strike(position: Position, after: Position) -> str:
    return f", strike {after.strikes}" if after.strikes > position.strikes else ""


def line_words(position: Position, line: Sequence[Action]) -> str:
    """A line in few words: cards without their slots."""
    parts = []
    for action in line:
        parts.append(_short(position, action))
        position = position.push(action)
    return ", ".join(parts)


def _short(position: Position, action: Action) -> str:
    words = _verb(position, action)
    if action.card is None:
        return words
    place = " from the pile" if action.card == position.pile_card else ""
    return f"{words} {position.card(action.card)}{place}{choice_words(position, action)}"


def _verb(position: Position, action: Action) -> str:
    """Who does what; the card is to follow."""
    name = PLAYER_NAMES[position.to_move]
    if action.card is None:
        return f"{name} gives a clue"
    if action.kind == "discard":
        return f"{name} discards"
    if not position.is_playable(action.card):
        return f"{name} misplays"
    return f"{name} announces and plays" if action.announce else f"{name} plays"


def _slots(slots: Sequence[int]) -> str:
    """Several slots.

    >>> _slots([2, 3, 4]), _slots([1, 2, 4])
    ('slots 2 to 4', 'slots 1, 2 and 4')
    """
    first, last = slots[0], slots[-1]
    if len(slots) > 2 and last - first == len(slots) - 1:
        return f"slots {first} to {last}"
    return f"slots {listed(slots, 'and')}"


def listed(things: Sequence[object], word: str) -> str:
    """Things in a list, with a word before the last.

    >>> listed(["b1", "r2", "g3"], "or"), listed([2, 4], "or"), listed([3], "or")
    ('b1, r2 or g3', '2 or 4', '3')
    """
    *most, last = map(str, things)
    return f"{', '.join(most)} {word} {last}" if most else last
