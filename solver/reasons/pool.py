"""Hand size: one shared hand cannot do it either."""

from __future__ import annotations

import sys

from solver.reasons.bits import Cards
from solver.reasons.explanations import HandSize
from solver.reasons.view import TooMany, View

POOL_STATES = 5_000  # choices that the pooled game may look at …


def pooled(view: View) -> HandSize | None:
    """One shared hand with free clues and no strikes cannot do it either; see `_Pool`."""
    if view.may_come_back:
        return None
    pool = _Pool(view)
    try:
        won = pool.wins(0, view.needed, view.held, pool.spare)
    except TooMany:
        return None
    if won or not pool.failed:
        return None
    place, _, held = min(pool.failed)  # the first choice
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
    has played another one, it stays there, and the additional play is for it. (Where a needed card
    lies in the discard pile already, the pool would have to begin with it, and says nothing.)

    Two cards may be given up in either order. Say that x was tried at a choice, in vain, and then
    y; nothing is played until the next choice, and neither of them is drawn. Then x need not be
    given up there: what comes of it came of giving up x first and then y, and failed. The same goes
    for an x that for this reason was not tried at the first of the two choices.

    What a firework still needs says how high it is.
    """

    def __init__(self, view: View) -> None:
        tiles = len(view.taking)
        self.size = len(view.pile)
        self.pile, self.coming = view.pile, view.coming
        self.room = view.room + tiles
        # How many turns that draw may go by without a play.
        self.spare = view.turns + tiles - view.needed.bit_count()
        if view.bouquet:
            self.spare = sys.maxsize
        # The one place whose card may be played from the pile.
        self.open_place = len(view.pile) - 1 if view.rules.deck_plays else -1
        self.failed: set[tuple[int, Cards, Cards]] = set()  # place, needed, held at a choice

    def wins(
        self, place: int, needed: Cards, held: Cards, spare: int, given: Cards = 0, tried: Cards = 0
    ) -> bool:
        """Whether the pool can play all that is needed when the card at `place` is the next one.

        `spare` turns may draw without a play. At the last choice `given` was given up; at the next
        one `tried` need not be.
        """
        pile, size = self.pile, self.size
        while place < size:
            # The lowest card that each firework needs: the one below it is not needed.
            playable = held & ~(needed << 1)
            if not playable:
                if place == self.open_place:
                    playable = pile[place] & needed & ~(needed << 1)
                    held |= playable
                elif held.bit_count() > self.room:
                    break
            if spare < 0:
                return False
            if playable:
                card = playable & -playable
                held ^= card
                needed ^= card
                tried = 0
            else:
                spare -= 1
            drawn = pile[place] & needed
            held |= drawn
            tried = 0 if drawn & given else tried & ~drawn
            place += 1
        else:
            return spare >= 0 and held == needed
        choice = place, needed, held
        if choice in self.failed:
            return False
        if len(self.failed) == POOL_STATES:
            raise TooMany
        drawn = pile[place] & needed
        again = held & self.coming[place]
        tried &= again
        again ^= tried
        while again:
            card = 1 << again.bit_length() - 1
            again ^= card
            known = 0 if drawn & card else tried & ~drawn
            if self.wins(place + 1, needed, held ^ card | drawn, spare - 1, card, known):
                return True
            tried |= card
        self.failed.add(choice)
        return False
