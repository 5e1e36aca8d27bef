"""Which positions are the same for everything that can follow."""

from __future__ import annotations

from solver.game.cards import Card
from solver.game.position import Position

Key = tuple[object, ...]

_TRASH = Card("", 0)


def node_key(position: Position) -> Key:
    """What two positions have in common that are one node.

    All but the order within the hands, the discard pile, and which cards the trash is. Trash is
    never played again, whoever holds it, and does the same as any other when it is discarded or
    fails. And which cards are trash is the same in both: a card is useful if it and all cards
    between it and its firework are alive. Each of these is useful too, so it is in the pile, which
    is the same in both, or named in a hand of one and therefore of the other. So both have the same
    moves to equal positions, and the same end: a firework that lacks an indispensable card is one
    whose useful cards do not reach to its top.
    """
    names: dict[Card, Card] = {}
    for hand in position.hands:
        for order in hand:
            card = position.card(order)
            if card not in names:
                names[card] = card if position.is_useful(order) else _TRASH
    return (
        position.pile if position.rules.tiles else len(position.draws),
        position.to_move,
        position.tokens,
        position.strikes,
        position.turns_left,
        position.levels,
        *(tuple(sorted(names[position.card(order)] for order in hand)) for hand in position.hands),
    )
