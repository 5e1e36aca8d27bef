"""The same game with another player on the first seat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from solver.game.actions import Action
from solver.game.deals import Deal


def seated(deal: Deal, first: int) -> Deal:
    """The deal with player `first` as player 0, the others after them in turn.

    A deal is solved from player 0's turn on, and a link has no place for another beginner.

    >>> deal = Deal.from_seed(42, players=3)
    >>> seated(deal, 1).hands == (*deal.hands[1:], deal.hands[0])
    True
    """
    if first == 0:
        return deal
    hands = (*deal.hands[first:], *deal.hands[:first])
    dealt = tuple(card for hand in hands for card in hand)
    return replace(deal, deck=(*dealt, *deal.pile), seed=None)


def seated_line(deal: Deal, line: Iterable[Action], first: int) -> Iterator[Action]:
    """The line of the deal as a line of `seated(deal, first)`: dealt cards change their orders."""
    dealt = deal.players * deal.hand_size

    def order(card: int) -> int:
        return card if card >= dealt else (card - first * deal.hand_size) % dealt

    for action in line:
        yield action._replace(
            card=None if action.card is None else order(action.card),
            choices=tuple(choice._replace(card=order(choice.card)) for choice in action.choices),
        )
