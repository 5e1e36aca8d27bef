"""What a player does who does not think ahead, and which moves look right at first sight."""

from __future__ import annotations

from solver.analysis.moves import ValuedMove
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


def has_copy(position: Position, order: int) -> bool:
    """Whether another copy of the card is in a hand or in the pile."""
    card = position.card(order)
    held = (other for hand in position.hands for other in hand)
    return any(position.card(o) == card for o in (*held, *position.draws) if o != order)


def fits(position: Position, action: Action) -> bool:
    """Whether the action is a play that lets a firework grow."""
    return action.kind == "play" and action.card is not None and position.is_playable(action.card)


def is_plausible(position: Position, move: Move) -> bool:
    """Whether a move looks right: the clue, a play that fits, a discard that loses no last copy."""
    action = move.action
    if action.card is None or fits(position, action):
        return True
    return action.kind == "discard" and (move.is_trash or has_copy(position, action.card))
