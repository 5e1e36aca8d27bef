"""The plain twin of the search: every action tried with the referee's rules, nothing pruned."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from math import floor
from typing import Literal, NamedTuple

from solver.game.actions import Action, Choice, Termination
from solver.game.cards import Card, CardType, card_type
from solver.game.position import Position

# What a plan is to reach: the perfect score, the best mean, or this many points.
Aim = Literal["win", "mean"] | int

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
            place = order is not None and order == position.pile_card
            same = (kind, None if order is None else self.types[order], place, announce, taken)
            if same not in tried:
                tried.add(same)
                yield action


def best_chance(position: Position, aim: Aim, limit: int | None = None) -> Fraction:
    """The exact chance, or the mean score, of the best plan with the pile face down.

    Every order of the pile is equally likely, and a drawn card is seen by all.
    """
    return _Expectation(aim, limit).value(position)


def chance_after(
    position: Position, action: Action, aim: Aim, limit: int | None = None
) -> Fraction:
    """The same after a move, before the draw."""
    return _Expectation(aim, limit).after(position, action)


class _Expectation:
    """One walk through all that can follow a position; equal positions are valued once."""

    def __init__(self, aim: Aim, limit: int | None) -> None:
        self.aim, self.limit = aim, limit
        self.values: dict[tuple[object, ...], Fraction] = {}

    def value(self, position: Position) -> Fraction:
        outcome = position.outcome()
        if outcome is not None:
            if self.aim == "mean":
                return Fraction(outcome.score or 0)
            wanted = position.rules.perfect_score if self.aim == "win" else self.aim
            return Fraction(int(outcome.score is not None and outcome.score >= wanted))
        key = (
            position.levels,
            *(tuple(sorted(map(position.card, hand))) for hand in position.hands),
            tuple(sorted(position.pile)),
            position.tokens,
            position.strikes,
            position.to_move,
            position.turns_left,
        )
        if key not in self.values:
            if len(self.values) == self.limit:
                raise TooLarge(f"more than {self.limit} positions")
            self.values[key] = Fraction(0)  # reserves the place, as above
            self.values[key] = max(
                self.after(position, action) for action in position.legal_actions()
            )
        return self.values[key]

    def after(self, position: Position, action: Action) -> Fraction:
        if action.card is None or not position.draws:
            return self.value(position.push(action))
        total = Fraction(0)
        for card, copies in Counter(position.pile).items():
            total += copies * self.value(_with_next(position, card).push(action))
        return total / len(position.draws)


def _with_next(position: Position, card: Card) -> Position:
    """The position with such a card on top of the pile."""
    orders = list(position.draws)
    place = next(n for n, order in enumerate(orders) if position.card(order) == card)
    return replace(position, draws=(orders.pop(place), *orders))


class AbstractState(NamedTuple):
    """What the search kernel sees of a position."""

    pile: int
    to_move: int
    tokens: int
    strikes: int
    levels: tuple[int, ...]
    turns_left: int | None
    hands: tuple[tuple[int, frozenset[CardType]], ...]  # number of cards, useful types
    further: tuple[tuple[CardType, ...], ...]  # copies beyond the first that are told apart
    gone: frozenset[CardType]  # useful types in the discard pile that a tile may take
    put: Put | None  # what tile 5 has put into the pile


class Put(NamedTuple):
    """What tile 5 put into the pile: the number of cards behind it, its type unless it is trash."""

    behind: int
    kind: CardType | None


def abstract(position: Position, put: Put | None = None) -> AbstractState:
    """The position without what the search does not tell apart.

    Every card that is not of a useful type is trash and only counted, and so is a second card
    of the same type in the same hand, unless `_counted_types` has it. The search also knows what
    tile 5 has `put` into the pile, which a position does not tell once the card is drawn.
    """
    useful = useful_types(position)
    counted = _counted_types(position, useful)
    hands = [[_type_of(position, order) for order in hand] for hand in position.hands]
    gone = frozenset[CardType]()
    if position.taking_tiles():
        gone = useful.intersection(_type_of(position, order) for order in position.discards)
    return AbstractState(
        len(position.draws),
        position.to_move,
        position.tokens,
        position.strikes,
        position.levels,
        position.turns_left,
        tuple((len(hand), useful.intersection(hand)) for hand in hands),
        tuple(tuple(sorted(_beyond_first(hand, counted))) for hand in hands),
        gone,
        put,
    )


def _beyond_first(hand: list[CardType], counted: frozenset[CardType]) -> Iterator[CardType]:
    """The copies of these types in a hand, but for one of each."""
    for place, kind in enumerate(hand):
        if kind in counted and kind in hand[:place]:
            yield kind


def useful_types(position: Position) -> frozenset[CardType]:
    """The types that their fireworks still need and can still reach.

    A needed type with no copy in a hand or in the pile is dead, and nothing above it counts. But
    each bonus tile that may still bring a card back makes good one such gap in a suit. (In Bouquet
    final a dead type is a defeat, tiles or not.)
    """
    held = {_type_of(position, order) for hand in position.hands for order in hand}
    alive = held.union(_type_of(position, n) for n in position.draws)
    spare = 0 if position.rules.is_bouquet_final else len(position.taking_tiles())
    useful = set()
    for index, level in enumerate(position.levels):
        gaps = spare
        for above in range(level + 1, position.rules.suits[index].size + 1):
            kind = CardType(index, above)
            gaps -= kind not in alive
            if gaps < 0:
                break
            useful.add(kind)
    return frozenset(useful)


def _counted_types(position: Position, useful: frozenset[CardType]) -> frozenset[CardType]:
    """The useful types of which all copies in a hand count, not only the first.

    That is all of them as long as tiles may come that make a difference for what is misplayed or
    put away: one that takes, one that takes back a strike, or tiles of different effects. With
    announcing, tiles or plays from the pile it is always so for the cards that complete a firework.
    """
    rules, effects = position.rules, set(_effects(position))
    if effects - {"token", "nothing"} or len(effects) > 1:
        return useful
    turns_tiles = rules.tiles and any(suit.ends_with_five for suit in rules.suits)
    if rules.announce or rules.deck_plays or turns_tiles:
        return frozenset(kind for kind in useful if kind.level == rules.suits[kind.suit].size)
    return frozenset()


def _effects(position: Position) -> Iterator[str]:
    """What the tiles that may still be turned do; a 5 for which none is left gives a token."""
    rules = position.rules
    fives = [suit.ends_with_five for suit in rules.suits]
    open_fives = sum(
        five and level < suit.size
        for five, level, suit in zip(fives, position.levels, rules.suits, strict=True)
    )
    if rules.tiles and open_fives - all(fives) > len(position.tiles):
        yield "token"
    for tile in position.turnable_tiles():
        if tile == 1 or (tile == 2 and rules.strikes == 1):
            yield "token"
        elif tile in (3, 4):
            yield "nothing"
        else:
            yield f"tile {tile}"


def count_positions(position: Position, depth: int) -> list[int]:
    """The numbers of different abstract states after exactly 0, 1, … `depth` turns.

    The moves are those of the abstract state: a second copy in the same hand IS trash from the
    moment it gets there, so that it fails when it is played and leaves nothing behind when the
    first copy goes. Only so does an abstract state decide what can follow it. Nor does tile 5 put
    a card into the pile when nobody will draw it: in the last round, and when the game is won.

    A game lost by strikes or by an indispensable card is not counted; one that ended otherwise
    is, and nothing follows it.

    >>> from solver.game.deals import Deal
    >>> count_positions(Position.start(Deal.from_seed(42, players=3)), 2)
    [1, 6, 41]
    """
    layer = _states([(position, None)])
    counts = [len(layer)]
    for _ in range(depth):
        layer = _states(
            following
            for state, before in layer.items()
            for following in _following(before, state.put)
        )
        counts.append(len(layer))
    return counts


def _following(position: Position, put: Put | None) -> Iterator[tuple[Position, Put | None]]:
    for action in position.legal_actions():
        after = position.push(action)
        if not any(choice.into == "pile" for choice in action.choices):
            yield after, put
        elif position.turns_left is None and not _is_won(after):
            yield after, _put(position, action.choices[-1], after.levels)


def _states(positions: Iterable[tuple[Position, Put | None]]) -> dict[AbstractState, Position]:
    """The abstract states of the positions that are not lost, each with one that stands for it."""
    lost = (Termination.STRIKES, Termination.INDISPENSABLE)
    states: dict[AbstractState, Position] = {}
    for position, put in positions:
        outcome = position.outcome()
        if outcome is None or outcome.termination not in lost:
            state = abstract(position, put)
            if state not in states:
                states[state] = _with_blank_trash(position)
    return states


def _is_won(position: Position) -> bool:
    outcome = position.outcome()
    return outcome is not None and outcome.termination is Termination.PERFECT


def _put(position: Position, choice: Choice, levels: tuple[int, ...]) -> Put:
    """What tile 5 puts into the pile, on a turn that leaves the fireworks at these levels."""
    assert position.tile5 is not None
    cards = len(position.draws)
    behind = cards - floor(position.tile5 * (cards + 1))
    kind = _type_of(position, choice.card)
    needed = kind.level > levels[kind.suit] and kind in useful_types(position)
    return Put(behind, kind if needed else None)


def _with_blank_trash(position: Position) -> Position:
    """The position with all trash in the hands replaced by blank cards.

    A blank is a card of level 0, which fits no firework and which no firework needs.
    """
    useful = useful_types(position)
    counted = _counted_types(position, useful)
    first = position.rules.suits[0]
    blank = Card(first.letter, first.value_at(0))
    deck = list(position.deck)
    for hand in position.hands:
        kept: set[CardType] = set()
        for order in hand:
            kind = _type_of(position, order)
            if kind not in useful or (kind in kept and kind not in counted):
                deck[order] = blank
            kept.add(kind)
    return replace(position, deck=tuple(deck))


def _type_of(position: Position, order: int) -> CardType:
    return card_type(position.card(order), position.rules)
