"""A position as the reasons look at it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import accumulate
from operator import or_

from solver.game.cards import Card
from solver.game.position import Position
from solver.game.rules import Rules
from solver.game.tiles import TAKING
from solver.reasons.bits import Cards, bits, each, fireworks, firsts, printed, tops

Levels = tuple[int, ...]  # the cards of each firework, in the order of the suits


class TooMany(Exception):
    """More states than a small check may look at: it says nothing then."""


@dataclass(frozen=True)
class View:
    """A position without what does not matter here: no second copies in a hand, no values.

    A descending suit is like any other then. Sets of cards are numbers; `solver/reasons/bits.py`
    says how.
    """

    rules: Rules
    built: Cards  # on the fireworks
    hands: tuple[Cards, ...]
    pile: tuple[Cards, ...]  # single cards, the next one first
    to_move: int
    tokens: int
    turns_left: int | None
    goal: Cards  # to be on the fireworks in the end
    tiles: tuple[int, ...] = ()  # the bonus tiles that may still be turned and do something
    discards: Cards = 0  # what lies in the discard pile

    @classmethod
    def of(cls, at: Position, goal: Levels | None = None) -> View:
        """The view of a position; the goal is to finish all fireworks unless it is given."""
        rules, deck = at.rules, at.deck
        bit = bits(rules)
        # What tile 5 puts into the pile in the last round is not drawn.
        draws = at.draws if at.turns_left is None else ()
        return cls(
            rules=rules,
            built=fireworks(at.levels),
            hands=tuple(reduce(or_, (bit[deck[order]] for order in hand), 0) for hand in at.hands),
            pile=tuple(bit[deck[order]] for order in draws),
            to_move=at.to_move,
            tokens=at.tokens,
            turns_left=at.turns_left,
            goal=fireworks(goal or (suit.size for suit in rules.suits)),
            tiles=at.turnable_tiles(),
            discards=reduce(or_, (bit[deck[order]] for order in at.discards), 0),
        )

    @property
    def bouquet(self) -> bool:
        """Whether the game has no last round."""
        return self.rules.is_bouquet_final

    @cached_property
    def players(self) -> int:
        """The number of players."""
        return len(self.hands)

    @cached_property
    def turns(self) -> int:
        """The turns that can play a card: those that draw, and the last round."""
        return len(self.pile) + self.players if self.turns_left is None else self.turns_left

    @cached_property
    def room(self) -> int:
        """The cards in all hands at the moment of a draw, whose player has just put one away."""
        return self.players * self.rules.hand_size_for(self.players) - 1

    def may_be_played(self, place: int) -> bool:
        """Whether the card at this place may be played from the pile: nobody puts one away then."""
        return self.rules.deck_plays and place == len(self.pile) - 1

    @cached_property
    def taking(self) -> frozenset[int]:
        """The bonus tiles to come that take a discarded card."""
        return TAKING.intersection(self.tiles)

    @cached_property
    def may_come_back(self) -> Cards:
        """The needed cards that lie in the discard pile, where a bonus tile may take one.

        What is thrown away later was seen before, in a hand or in the pile; these were not.
        """
        return self.discards & self.needed if self.taking else 0

    def may_turn(self, tile: int, reached: Cards) -> bool:
        """Whether enough fives lie on these fireworks for the tile to be turned."""
        if tile not in self.tiles:
            return False
        sizes = [suit.size if suit.ends_with_five else 0 for suit in self.rules.suits]
        fives = tops(fireworks(sizes)) & reached & ~self.built
        return fives.bit_count() > self.tiles.index(tile)

    @cached_property
    def needed(self) -> Cards:
        """The cards that the fireworks still need."""
        return self.goal & ~self.built

    @cached_property
    def held(self) -> Cards:
        """The needed cards in all hands."""
        return reduce(or_, self.hands) & self.needed

    def above(self, card: Cards) -> Cards:
        """What the goal has above a card of its own."""
        waiting, card = 0, card << 1
        while card & self.goal:
            waiting, card = waiting | card, card << 1
        return waiting

    @cached_property
    def reached(self) -> list[Cards]:
        """For every turn that draws: the most that can be on the fireworks when it is over.

        That is all that can be built from what was seen until then, in hands and in the pile; the
        card that the turn itself draws comes too late for it. What may come back counts as seen.
        Only the last card of the pile may be played from there, if the rules have that and it fits
        where all this ends.
        """
        ones = firsts(len(self.rules.suits))
        seen, built, reached = self.held | self.may_come_back, self.built, list[Cards]()
        for card in self.pile:
            # A firework is a row of ones from its first bit on, so to add one gives its next card.
            while fitting := seen & built + ones:
                built |= fitting
            reached.append(built)
            seen |= card
        if self.rules.deck_plays and self.pile:
            reached[-1] |= self.pile[-1] & reached[-1] + ones
        return reached

    @cached_property
    def coming(self) -> list[Cards]:
        """For every place in the pile: the cards that come there or later, and not too late.

        Whoever draws the last card has the last turn of the game, so that nothing can be built on
        that card: it is in time only if it completes its firework. In Bouquet final it is, and
        where it may be played from the pile, or where tile 5 may put a card behind it.
        """
        if not self.pile:
            return []
        *others, last = self.pile
        may_follow = self.bouquet or self.rules.deck_plays or 5 in self.taking
        in_time = last if may_follow else last & tops(self.goal)
        return list(accumulate(reversed(others), or_, initial=in_time))[::-1]

    def card(self, card: Cards) -> Card:
        """A single card as it is printed."""
        return printed(card, self.rules)

    def cards(self, cards: Cards) -> tuple[Card, ...]:
        """Cards as they are printed, in the order of the suits."""
        return tuple(map(self.card, each(cards)))
