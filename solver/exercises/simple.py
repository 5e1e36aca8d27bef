"""What a player does who does not think ahead."""

from __future__ import annotations

from solver.analysis.moves import ValuedMove
from solver.analysis.plausible import has_copy
from solver.chances.moves import ChanceMove
from solver.game.actions import Action
from solver.game.position import Position

# A move with its value: the best score after it, or the chance.
Move = ValuedMove | ChanceMove


def simple_action(position: Position) -> Action:
    """Play what fits, the lowest card first; else give a clue; else discard trash.

    Where there is no trash, it is a card of which there is another copy, or the oldest one.
    """
    hand = position.hands[position.to_move]
    playable = [order for order in hand if position.is_playable(order)]
    wanted = [Action("play", order) for order in sorted(playable, key=lambda o: level(position, o))]
    wanted.append(Action("clue"))
    wanted += (Action("discard", order) for order in sorted(hand, key=lambda o: _loss(position, o)))
    legal = position.legal_actions()
    for action in (*wanted, *legal):
        found = next((one for one in legal if _same(one, action)), None)
        if found is not None:
            return found
    raise ValueError("the game is over: no move is left")


def _same(action: Action, other: Action) -> bool:
    """Whether they do the same to the same card; announcing and tiles do not matter."""
    return (action.kind, action.card) == (other.kind, other.card)


def _loss(position: Position, order: int) -> int:
    """What giving a card up loses: trash, a card with another copy, a last copy."""
    if not position.is_useful(order):
        return 0
    return 1 if has_copy(position, order) else 2


def level(position: Position, order: int) -> int:
    """The place of a card in its firework: 1 is played first."""
    card = position.card(order)
    return position.rules.suits[position.rules.suit_index(card.suit)].level_of(card.value)


def missing(position: Position, order: int) -> int:
    """The cards that the card's firework still needs."""
    index = position.rules.suit_index(position.card(order).suit)
    return position.rules.suits[index].size - position.levels[index]
