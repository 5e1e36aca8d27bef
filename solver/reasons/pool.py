"""Hand size: one shared hand cannot do it either."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from solver.game.cards import CardType
from solver.reasons.explanations import HandSize
from solver.reasons.view import TooMany, View

POOL_STATES = 5_000  # choices that the pooled game may look at …


def pooled(view: View) -> HandSize | None:
    """One shared hand with free clues and no strikes cannot do it either; see `_Pool`."""
    needed = {
        CardType(suit, level)
        for suit, goal in enumerate(view.goal)
        for level in range(view.levels[suit] + 1, goal + 1)
    }
    pool = _Pool(view)
    try:
        won = pool.wins(0, _bits(needed), _bits(view.held))
    except TooMany:
        return None
    if won or pool.first is None:
        return None
    place, bits = pool.first
    held = [card for card in needed if _bit(card) & bits]
    card, choices = view.card(view.pile[place]), len(pool.failed)
    return HandSize(place + 1, card, view.room, view.cards(held), choices, len(view.taking))


class _Pool:
    """The game with one hand of all places, clues for free, and no strikes.

    Whatever the players can do, the pool can do in the same order: if it fails, they fail. Every
    draw costs it an action, too, and in the last round it has one play for each player.

    It loses nothing by playing what can be played at once. A line that puts card x away now and
    plays c later is copied by playing c now, keeping x in its place, and putting x away when the
    line plays c. By the same exchange it puts away cards that nobody needs before any other. So its
    only choice is which card to give up when it is full of different needed cards that cannot be
    played, and only one that comes again in time is worth a try.

    A last card that fits is played from the pile, if the rules have that and nothing in the hand
    can be played: to draw it would take another turn. (If something can, the last card takes its
    turn later.) And because nobody puts a card away who takes it so, the pool need not either.

    For each bonus tile that takes a card it has one more place and one more play. A card that a
    tile brings back lies in that place until then. If the tile puts it into play, on a turn that
    has played another one, it stays there, and the additional play is for it.

    Sets of cards are numbers, a bit for each card: a census asks this of millions of deals. What a
    firework still needs says how high it is.
    """

    def __init__(self, view: View) -> None:
        tiles = len(view.taking)
        self.room = view.room + tiles
        self.turns = sys.maxsize if view.bouquet else view.turns + tiles
        # The one place whose card may be played from the pile.
        self.open_place = len(view.pile) - 1 if view.rules.deck_plays else -1
        self.first: tuple[int, int] | None = None  # the first choice: place, hand
        self.failed: set[tuple[int, int, int]] = set()
        self.pile = [_bit(card) for card in view.pile]
        self.coming = [_bits(cards) for cards in view.coming]

    def wins(self, place: int, needed: int, held: int) -> bool:
        """Whether the pool can play all that is needed when the card at `place` is the next one."""
        pile, size = self.pile, len(self.pile)
        while True:
            # The lowest card that each firework needs: the one below it is not needed.
            playable = held & ~(needed << 1)
            if not playable and place < size:
                if place == self.open_place:
                    playable = pile[place] & needed & ~(needed << 1)
                    held |= playable
                elif held.bit_count() > self.room:
                    return self._wins_choice(place, needed, held)
            if needed.bit_count() > self.turns - place:
                return False
            if place == size:
                return held == needed
            if playable:
                card = playable & -playable
                held ^= card
                needed ^= card
            held |= pile[place] & needed
            place += 1

    def _wins_choice(self, place: int, needed: int, held: int) -> bool:
        self.first = self.first or (place, held)
        if (place, needed, held) in self.failed:
            return False
        if len(self.failed) == POOL_STATES:
            raise TooMany
        drawn = self.pile[place] & needed
        again = held & self.coming[place]
        while again:
            card = 1 << again.bit_length() - 1
            again ^= card
            if self.wins(place + 1, needed, held ^ card | drawn):
                return True
        self.failed.add((place, needed, held))
        return False


_SUIT_BITS = 16  # more than a suit has cards, so that no firework runs into the next


def _bit(card: CardType) -> int:
    return 1 << card.suit * _SUIT_BITS + card.level


def _bits(cards: Iterable[CardType]) -> int:
    return sum(map(_bit, cards))
