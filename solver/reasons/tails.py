"""Cards that come too late in a pile that lies face down.

The argument is that of `solver/kernel/tails.pxd`. Take a card of which all copies lie in the pile,
with others waiting for it. It is played after it is drawn, and so is what waits for it. Every play
draws a card while there are some, so with r cards behind it at most r of these cards are played
before the last round; the rest must fit into the seats of the last round. So the game is lost if
all copies of the card are among the last so-and-so many cards.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import perm
from typing import NamedTuple

from solver.game.cards import Card
from solver.game.position import Position
from solver.reasons.bits import Cards, each
from solver.reasons.view import View


class Tail(NamedTuple):
    """A card of the pile, its copies there, and how near to the end they must not all lie."""

    card: Card
    copies: int
    late: int

    def __str__(self) -> str:
        """What must not happen.

        >>> str(Tail(Card("b", 3), 1, 1)), str(Tail(Card("b", 3), 2, 3))
        ('b3 is the last card', 'both b3 are among the last 3 cards')
        """
        if self.copies > 1:
            all_of_them = "both" if self.copies == 2 else f"all {self.copies}"
            return f"{all_of_them} {self.card} are among the last {self.late} cards"
        if self.late == 1:
            return f"{self.card} is the last card"
        return f"{self.card} is among the last {self.late} cards"


def tails_of(position: Position) -> tuple[Tail, ...]:
    """The cards that must not come too late for the perfect score, sorted.

    Not where the last card may be played from the pile: everybody has a turn after it then.
    """
    rules = position.rules
    if rules.is_bouquet_final or rules.tiles or rules.deck_plays:
        return ()
    view = View.of(position)
    found = []
    for card, copies in Counter(view.pile).items():
        if card & view.needed & ~view.held:
            late = _late(view, card)
            if late >= copies:
                found.append(Tail(view.card(card), copies, late))
    return tuple(sorted(found))


def _late(view: View, card: Cards) -> int:
    """An order is lost if all copies are among this many last cards; 0: no order is."""
    everybody = frozenset(range(view.players))
    chain = [everybody]
    for waiting in each(view.above(card)):
        holders = frozenset(p for p, hand in enumerate(view.hands) if waiting & hand)
        chain.append(everybody if waiting in view.pile else holders)
    if len(chain) == 1:
        return 0
    return max(1, len(chain) - _in_last_round(chain, view.players))


def _in_last_round(chain: list[frozenset[int]], players: int) -> int:
    """How many cards at the end of a chain the last round has turns for, at most."""
    best = 0
    for last in range(players):
        turn, fitting = players, 0
        for holders in reversed(chain):
            turns = [t for t in range(turn) if (last + 1 + t) % players in holders]
            if not turns:
                break
            turn, fitting = max(turns), fitting + 1
        best = max(best, fitting)
    return best


def share_in_time(tails: tuple[Tail, ...], cards: int) -> Fraction | None:
    """The exact share of the orders of a pile in which no card comes too late.

    None where single cards and cards with several copies are mixed, or two of the latter may both
    come too late: then it is not a simple count.
    """
    singles = sorted((tail.late for tail in tails if tail.copies == 1), reverse=True)
    several = [tail for tail in tails if tail.copies > 1]
    share = Fraction(1)
    if singles and several:
        return None
    # The longest tail first: what lies before it lies before the others, too.
    for place, late in enumerate(singles):
        share *= Fraction(max(0, cards - late - place), cards - place)
    for place, tail in enumerate(several):
        for other in several[:place]:
            if tail.copies + other.copies <= max(tail.late, other.late):
                return None
        late = min(tail.late, cards)
        share -= Fraction(perm(late, tail.copies), perm(cards, tail.copies))
    return share
