"""Hand size: one shared hand cannot do it either."""

from __future__ import annotations

from solver.game.cards import CardType
from solver.reasons.explanations import (
    HandSize,
)
from solver.reasons.view import Levels, TooMany, View

POOL_STATES = 5_000  # choices that the pooled game may look at …


def pooled(view: View) -> HandSize | None:
    """One shared hand with free clues and no strikes cannot do it either; see `_Pool`."""
    pool = _Pool(view)
    try:
        won = pool.wins(0, view.levels, view.held)
    except TooMany:
        return None
    if won or pool.first is None:
        return None
    place, held = pool.first
    card, choices = view.card(view.pile[place]), len(pool.failed)
    return HandSize(place + 1, card, view.room, view.cards(held), choices)


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
    """

    def __init__(self, view: View) -> None:
        self.view = view
        self.first: tuple[int, frozenset[CardType]] | None = None  # the first choice: place, hand
        self.failed: set[tuple[int, Levels, frozenset[CardType]]] = set()

    def wins(self, place: int, levels: Levels, held: frozenset[CardType]) -> bool:
        """Whether the pool can finish all fireworks when the card at `place` is the next one."""
        view, size = self.view, len(self.view.pile)
        while not (place < size and self._is_stuck(place, levels, held)):
            missing = sum(view.goal) - sum(levels)
            if not view.bouquet and missing > view.turns - place:
                return False
            if place == size:
                return len(held) == missing
            playable = [card for card in held if self._fits(card, levels)]
            if not playable and view.may_be_played(place) and self._fits(view.pile[place], levels):
                held |= {view.pile[place]}
                playable = [view.pile[place]]
            if playable:
                card = min(playable)
                held -= {card}
                levels = (*levels[: card.suit], card.level, *levels[card.suit + 1 :])
            held = self._drawn(place, levels, held)
            place += 1
        return self._wins_choice(place, levels, held)

    def _wins_choice(self, place: int, levels: Levels, held: frozenset[CardType]) -> bool:
        self.first = self.first or (place, held)
        if (place, levels, held) in self.failed:
            return False
        if len(self.failed) == POOL_STATES:
            raise TooMany
        for card in sorted(held & self.view.coming[place], reverse=True):
            if self.wins(place + 1, levels, self._drawn(place, levels, held - {card})):
                return True
        self.failed.add((place, levels, held))
        return False

    def _is_stuck(self, place: int, levels: Levels, held: frozenset[CardType]) -> bool:
        if len(held) <= self.view.room or self.view.may_be_played(place):
            return False
        return not any(self._fits(card, levels) for card in held)

    @staticmethod
    def _fits(card: CardType, levels: Levels) -> bool:
        return card.level == levels[card.suit] + 1

    def _drawn(self, place: int, levels: Levels, held: frozenset[CardType]) -> frozenset[CardType]:
        """The hand with the card at this place, if it is needed."""
        card = self.view.pile[place]
        needed = levels[card.suit] < card.level <= self.view.goal[card.suit]
        return held | {card} if needed else held
