"""The plain twin of the search: every action tried with the referee's rules, nothing pruned."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from solver.game.actions import Action, Termination
from solver.game.cards import Card
from solver.game.position import Position

# Worse than every score: the value of a defeat in Bouquet final, which has none.
_DEFEAT = -1


class TooLarge(Exception):
    """The game has more positions than the caller wanted to look at."""


def best_score(position: Position, limit: int | None = None) -> int | None:
    """The highest final score that can be reached; exact.

    In Bouquet final it is the perfect score, or None where every line ends in defeat. More than
    `limit` different positions raise TooLarge.

    >>> from solver.game.deals import Deal
    >>> from solver.game.rules import Rules, Suit
    >>> house = Rules((Suit("r", (2, 1)), Suit("g", (1, 1))), hand_size=1, tokens=1)
    >>> best_score(Position.start(Deal.from_text("g2 r1 r2 g1 r1", 2, house)))
    3
    """
    score = _Enumeration(position, limit).value(position)
    return None if score == _DEFEAT else score


class _Enumeration:
    """One walk through all positions that can follow a first one, equal positions joined.

    Two positions are equal if they agree in all but the identity of equal cards and the
    discard pile. Equal cards in one hand are interchangeable because no rule asks for a card's
    age or order. The discard pile need not be compared: it is what the other parts leave over
    of all cards, and no rule asks for its order. Nor need the tiles: they follow from the
    fireworks.
    """

    def __init__(self, position: Position, limit: int | None) -> None:
        """Prepare a walk through what can follow `position`."""
        self.limit = limit
        self.values: dict[tuple[object, ...], int] = {}
        numbers = {card: number for number, card in enumerate(sorted(set(position.deck)))}
        # Small numbers in place of cards: they are hashed and compared all the time.
        self.types = tuple(numbers[card] for card in position.deck)
        self.sorted_hands: dict[tuple[int, ...], tuple[int, ...]] = {}

    def value(self, position: Position) -> int:
        """The best final score from here on."""
        key = self._key(position)
        known = self.values.get(key)
        if known is not None:
            return known
        if len(self.values) == self.limit:
            raise TooLarge(f"more than {self.limit} positions")
        # Reserves the place so that the limit counts positions under way; no line of play
        # comes back to a position (cards only leave hands, clues only use up tokens), so this
        # value is never read before it is replaced. (Bonus tiles only run out, too.)
        self.values[key] = _DEFEAT
        outcome = position.outcome()
        if outcome is None:
            score = max(map(self.value, map(position.push, self._actions(position))))
        else:
            score = _DEFEAT if outcome.score is None else outcome.score
        self.values[key] = score
        return score

    def _key(self, position: Position) -> tuple[object, ...]:
        draws = position.draws
        return (
            # Without tile 5 the number of its cards says which ones the pile has.
            tuple(self.types[n] for n in draws) if position.rules.tiles else len(draws),
            position.to_move,
            position.tokens,
            position.strikes,
            position.turns_left,
            position.levels,
            *map(self._sorted, position.hands),
        )

    def _sorted(self, hand: tuple[int, ...]) -> tuple[int, ...]:
        known = self.sorted_hands.get(hand)
        if known is None:
            known = tuple(sorted(self.types[order] for order in hand))
            self.sorted_hands[hand] = known
        return known

    def _actions(self, position: Position) -> Iterator[Action]:
        """The legal actions, those on equal cards only once."""
        tried = set()
        for action in position.legal_actions():
            kind, order, announce, choices = action
            taken = tuple((tile, self.types[card], into) for tile, card, into in choices)
            same = (kind, None if order is None else self.types[order], announce, taken)
            if same not in tried:
                tried.add(same)
                yield action


class CardType(NamedTuple):
    """A kind of card as the search sees it: the suit's place, and the level the card brings."""

    suit: int
    level: int


class AbstractState(NamedTuple):
    """What the search kernel sees of a position."""

    pile: int
    to_move: int
    tokens: int
    strikes: int
    levels: tuple[int, ...]
    turns_left: int | None
    hands: tuple[tuple[int, frozenset[CardType]], ...]  # number of cards, useful types


def abstract(position: Position) -> AbstractState:
    """The position without what the search does not tell apart.

    Every card that is not of a useful type is trash and only counted, and so is a second card
    of the same type in the same hand.
    """
    useful = useful_types(position)
    return AbstractState(
        len(position.draws),
        position.to_move,
        position.tokens,
        position.strikes,
        position.levels,
        position.turns_left,
        tuple(
            (len(hand), useful.intersection(_type_of(position, order) for order in hand))
            for hand in position.hands
        ),
    )


def useful_types(position: Position) -> frozenset[CardType]:
    """The types that their fireworks still need and can still reach.

    A needed type with no copy in a hand or in the pile is dead, and nothing above it counts.
    """
    held = {_type_of(position, order) for hand in position.hands for order in hand}
    alive = held.union(_type_of(position, n) for n in position.draws)
    useful = set()
    for index, level in enumerate(position.levels):
        card_type = CardType(index, level + 1)
        while card_type in alive:
            useful.add(card_type)
            card_type = CardType(index, card_type.level + 1)
    return frozenset(useful)


def count_positions(position: Position, depth: int) -> list[int]:
    """The numbers of different abstract states after exactly 0, 1, … `depth` moves.

    The moves are those of the abstract state: a second copy in the same hand IS trash from the
    moment it gets there, so that it fails when it is played and leaves nothing behind when the
    first copy goes. Only so does an abstract state decide what can follow it.

    A game lost by strikes or by an indispensable card is not counted; one that ended otherwise
    is, and nothing follows it.

    >>> from solver.game.deals import Deal
    >>> count_positions(Position.start(Deal.from_seed(42, players=3)), 2)
    [1, 6, 41]
    """
    layer = _states([position])
    counts = [len(layer)]
    for _ in range(depth):
        layer = _states(
            state.push(action) for state in layer.values() for action in state.legal_actions()
        )
        counts.append(len(layer))
    return counts


def _states(positions: Iterator[Position] | list[Position]) -> dict[AbstractState, Position]:
    """The abstract states of the positions that are not lost, each with one that stands for it."""
    lost = (Termination.STRIKES, Termination.INDISPENSABLE)
    states: dict[AbstractState, Position] = {}
    for position in positions:
        outcome = position.outcome()
        if outcome is None or outcome.termination not in lost:
            state = abstract(position)
            if state not in states:
                states[state] = _with_blank_trash(position)
    return states


def _with_blank_trash(position: Position) -> Position:
    """The position with all trash in the hands replaced by blank cards.

    A blank is a card of level 0, which fits no firework and which no firework needs.
    """
    useful = useful_types(position)
    first = position.rules.suits[0]
    blank = Card(first.letter, first.value_at(0))
    deck = list(position.deck)
    for hand in position.hands:
        kept: set[CardType] = set()
        for order in hand:
            card_type = _type_of(position, order)
            if card_type in kept or card_type not in useful:
                deck[order] = blank
            kept.add(card_type)
    return replace(position, deck=tuple(deck))


def _type_of(position: Position, order: int) -> CardType:
    card = position.deck[order]
    index = position.rules.suit_index(card.suit)
    return CardType(index, position.rules.suits[index].level_of(card.value))
