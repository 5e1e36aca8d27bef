"""A position as the reasons look at it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from solver.game.cards import Card, CardType, card_type
from solver.game.position import Position
from solver.game.rules import Rules

Levels = tuple[int, ...]  # the cards of each firework, in the order of the suits


class TooMany(Exception):
    """More states than a small check may look at: it says nothing then."""


@dataclass(frozen=True)
class View:
    """A position without what does not matter here: levels for values, no second copies in a hand.

    A descending suit is like any other then.
    """

    rules: Rules
    levels: Levels
    hands: tuple[frozenset[CardType], ...]
    pile: tuple[CardType, ...]
    to_move: int
    tokens: int
    turns_left: int | None
    goal: Levels
    taking: frozenset[int] = frozenset()  # the bonus tiles to come that take a discarded card

    @classmethod
    def of(cls, at: Position, goal: Levels | None = None) -> View:
        """The view of a position; the goal is to finish all fireworks unless it is given."""
        rules = at.rules
        types = {card: card_type(card, rules) for card in set(at.deck)}
        hands = tuple(frozenset(types[at.card(order)] for order in hand) for hand in at.hands)
        # What tile 5 puts into the pile in the last round is not drawn.
        pile = tuple(types[card] for card in at.pile) if at.turns_left is None else ()
        finished = tuple(suit.size for suit in rules.suits)
        return cls(
            rules=rules,
            levels=at.levels,
            hands=hands,
            pile=pile,
            to_move=at.to_move,
            tokens=at.tokens,
            turns_left=at.turns_left,
            goal=goal or finished,
            taking=at.taking_tiles(),
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

    def needs(self, card: CardType) -> bool:
        """Whether the card's firework still needs it."""
        return self.levels[card.suit] < card.level <= self.goal[card.suit]

    @cached_property
    def held(self) -> frozenset[CardType]:
        """The needed cards in all hands."""
        return frozenset(card for hand in self.hands for card in hand if self.needs(card))

    @cached_property
    def reached(self) -> list[Levels]:
        """For every turn that draws: the most that can be on the fireworks when it is over.

        That is all that can be built from what was seen until then, in hands and in the pile; the
        card that the turn itself draws comes too late for it. Only the last one may be played
        from the pile, if the rules have that and it fits where all this ends.
        """
        seen, levels, reached = set(self.held), list(self.levels), []
        for suit in range(len(levels)):
            while (suit, levels[suit] + 1) in seen:
                levels[suit] += 1
        for card in self.pile:
            reached.append(tuple(levels))
            seen.add(card)
            while (card.suit, levels[card.suit] + 1) in seen:
                levels[card.suit] += 1
        if self.rules.deck_plays and self.pile:
            (suit, level), last = self.pile[-1], reached[-1]
            if level == last[suit] + 1:
                reached[-1] = (*last[:suit], level, *last[suit + 1 :])
        return reached

    @cached_property
    def coming(self) -> list[frozenset[CardType]]:
        """For every place in the pile: the cards that come there or later, and not too late.

        Whoever draws the last card has the last turn of the game, so that nothing can be built on
        that card: it is in time only if it completes its firework. In Bouquet final it is, and
        where it may be played from the pile, or where tile 5 may put a card behind it.
        """
        may_follow = self.bouquet or self.rules.deck_plays or 5 in self.taking
        coming: list[frozenset[CardType]] = []
        later: frozenset[CardType] = frozenset()
        for place in reversed(range(len(self.pile))):
            card = self.pile[place]
            in_time = card.level == self.goal[card.suit] or place < len(self.pile) - 1
            if in_time or may_follow:
                later |= {card}
            coming.append(later)
        return coming[::-1]

    def card(self, card: CardType) -> Card:
        """The card as it is printed."""
        suit = self.rules.suits[card.suit]
        return Card(suit.letter, suit.value_at(card.level))

    def cards(self, cards: Iterable[CardType]) -> tuple[Card, ...]:
        """Cards as they are printed, in the order of the suits."""
        return tuple(map(self.card, sorted(cards)))
