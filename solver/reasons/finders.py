"""Why a deal cannot reach the perfect score, derived from the cards alone.

Each reason has a function of its own, with the argument why it proves the loss; none of them asks
the search. They look at a `View`, which could be one of any position; `find_reason` looks at the
start of a deal.

Turns are numbered by the card they draw: turn i draws card i of the pile, counted from 0, and the
turns after those are the last round. Clues come in between and have no number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from solver.game.cards import Card
from solver.game.deals import PLAYER_NAMES, Deal
from solver.game.position import Position
from solver.game.rules import Rules
from solver.reasons.explanations import (
    BottomDeck,
    Exhaustion,
    FinalRound,
    HandSize,
    OutOfPace,
    Play,
    Reason,
    Tokens,
)
from solver.twin import CardType

Levels = tuple[int, ...]  # the cards of each firework, in the order of the suits

POOL_STATES = 5_000  # choices that the pooled game may look at …
ENDING_STATES = 6_000  # … and positions of all endings: together some 0.2 s at most


class TooMany(Exception):
    """More states than a small check may look at: it says nothing then."""


def find_reason(deal: Deal, nodes: int, conflicts: int = 0) -> Reason:
    """Why a deal is lost that a search of so many nodes and conflicts has found to be lost.

    The first of the short reasons that holds, the simplest one first.

    >>> find_reason(Deal.from_seed(40, players=2), nodes=1000).kind
    'hand-size'
    """
    return next(_short_reasons(deal), Exhaustion(nodes, conflicts))


def holds(reason: Reason, deal: Deal) -> bool:
    """Whether the cards of the deal give this very reason; an exhaustion cannot be checked so."""
    return reason in _short_reasons(deal)


def _short_reasons(deal: Deal) -> Iterator[Reason]:
    """All short reasons that the cards give, the simplest one first.

    None with bonus tiles: every one of them counts on it that a turn plays one card at most, that
    a card which is gone stays gone, and that the pile is drawn as it lies there. Tile 6 puts a
    second card into play on a turn, and from the discards; tile 5 puts a card back into the pile,
    which also moves the last round. So what is proven without tiles may be false with them. Whether
    the tiles in question can be turned in time is for the search to find out.
    """
    if deal.rules.tiles:
        return
    view = View.of(Position.start(deal))
    yield from (reason for finder in FINDERS if (reason := finder(view)) is not None)


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

    @classmethod
    def of(cls, at: Position) -> View:
        """The view of a position."""
        rules = at.rules

        def type_of(card: Card) -> CardType:
            index = rules.suit_index(card.suit)
            return CardType(index, rules.suits[index].level_of(card.value))

        hands = tuple(frozenset(type_of(at.card(order)) for order in hand) for hand in at.hands)
        pile = tuple(map(type_of, at.pile))
        return cls(rules, at.levels, hands, pile, at.to_move, at.tokens, at.turns_left)

    @property
    def bouquet(self) -> bool:
        """Whether the game has no last round."""
        return self.rules.ending == "bouquet-final"

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

    @cached_property
    def goal(self) -> Levels:
        """The finished fireworks."""
        return tuple(suit.size for suit in self.rules.suits)

    def needs(self, card: CardType) -> bool:
        """Whether the card's firework still needs it."""
        return card.level > self.levels[card.suit]

    @cached_property
    def held(self) -> frozenset[CardType]:
        """The needed cards in all hands."""
        return frozenset(card for hand in self.hands for card in hand if self.needs(card))

    @cached_property
    def reached(self) -> list[Levels]:
        """For every turn that draws: the most that can be on the fireworks when it is over.

        That is all that can be built from what was seen until then, in hands and in the pile; the
        card that the turn itself draws comes too late for it.
        """
        seen, levels, reached = set(self.held), list(self.levels), []
        for card in self.pile:
            for suit in range(len(levels)):
                while (suit, levels[suit] + 1) in seen:
                    levels[suit] += 1
            reached.append(tuple(levels))
            seen.add(card)
        return reached

    @cached_property
    def coming(self) -> list[frozenset[CardType]]:
        """For every place in the pile: the cards that come there or later, and not too late.

        Whoever draws the last card has the last turn of the game, so that nothing can be built on
        that card: it is in time only if it completes its firework. In Bouquet final it is.
        """
        coming: list[frozenset[CardType]] = []
        later: frozenset[CardType] = frozenset()
        for place in reversed(range(len(self.pile))):
            card = self.pile[place]
            in_time = card.level == self.goal[card.suit] or place < len(self.pile) - 1
            if in_time or self.bouquet:
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


def bottom_deck(view: View) -> BottomDeck | None:
    """The last card of the pile cannot be built on.

    Whoever draws it has the last turn of the game. So if there is no other copy, it is played on
    the very last turn or never, and the cards above it in its suit are never played.
    """
    if view.bouquet or not view.pile:
        return None
    last = view.pile[-1]
    levels = range(last.level + 1, view.goal[last.suit] + 1)
    if not levels or not view.needs(last) or last in view.held or last in view.pile[:-1]:
        return None
    above = view.cards(CardType(last.suit, level) for level in levels)
    return BottomDeck(view.card(last), len(view.pile), above)


def out_of_pace(view: View) -> OutOfPace | None:
    """Too few turns are left after some card of the pile; the one with the most missing.

    When a turn that draws is over, at most `reached` can be on the fireworks. After it come the
    draws of the rest of the pile and the last round, each of them one play at best. The same goes
    for what is on the fireworks now and all turns.
    """
    if view.bouquet:
        return None
    bounds = [(sum(levels) - turn, turn) for turn, levels in enumerate(view.reached)]
    least, turn = min([(sum(view.levels) + 1, -1), *bounds])
    needed, turns = sum(view.goal), view.turns - 1 - turn
    if least + view.turns - 1 >= needed:
        return None
    if turn < 0:
        return OutOfPace(None, None, sum(view.levels), turns, needed)
    return OutOfPace(turn + 1, view.card(view.pile[turn]), least + turn, turns, needed)


def must_hold(view: View) -> HandSize | None:
    """At some draw more cards must be in the hands than there is room for.

    A card that was seen, that cannot be on the fireworks yet when the draw comes, and that does
    not come again in time is lost unless it is in a hand then. All fireworks need all cards.
    """
    seen = set(view.held)
    for turn, levels in enumerate(view.reached):
        kept = {card for card in seen - view.coming[turn] if card.level > levels[card.suit]}
        if len(kept) > view.room:
            return HandSize(
                turn + 1, view.card(view.pile[turn]), view.room, view.cards(kept), choices=0
            )
        seen.add(view.pile[turn])
    return None


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
    """

    def __init__(self, view: View) -> None:
        self.view = view
        self.first: tuple[int, frozenset[CardType]] | None = None  # the first choice: place, hand
        self.failed: set[tuple[int, Levels, frozenset[CardType]]] = set()

    def wins(self, place: int, levels: Levels, held: frozenset[CardType]) -> bool:
        """Whether the pool can finish all fireworks when the card at `place` is the next one."""
        view, size = self.view, len(self.view.pile)
        while not (place < size and self._is_stuck(levels, held)):
            missing = sum(view.goal) - sum(levels)
            if not view.bouquet and missing > view.turns - place:
                return False
            if place == size:
                return len(held) == missing
            playable = [card for card in held if card.level == levels[card.suit] + 1]
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

    def _is_stuck(self, levels: Levels, held: frozenset[CardType]) -> bool:
        return len(held) > self.view.room and all(
            card.level > levels[card.suit] + 1 for card in held
        )

    def _drawn(self, place: int, levels: Levels, held: frozenset[CardType]) -> frozenset[CardType]:
        """The hand with the card at this place, if it is needed."""
        card = self.view.pile[place]
        return held | {card} if card.level > levels[card.suit] else held


def final_round(view: View) -> FinalRound | None:
    """The last round alone, or with the draw before it, cannot be ordered; see `_Ending`."""
    return _first_ending(view, range(min(2, len(view.pile) + 1)))


def long_ending(view: View) -> FinalRound | None:
    """The same for more draws before the last round; the fewest that do not fit."""
    return _first_ending(view, range(2, len(view.pile) + 1))


def _first_ending(view: View, numbers: Iterable[int]) -> FinalRound | None:
    if view.bouquet:
        return None
    states = ENDING_STATES
    for draws in numbers:
        ending = _Ending(view, draws, states, free=view.rules.announce)
        fits = ending.try_fits()
        if not fits:
            return None if fits is None else _describe(ending)
        states = ending.states
    return None


def _describe(ending: _Ending) -> FinalRound:
    """What does not fit, and whether more tokens would help.

    The least number of plays comes from the turn that leaves the fewest turns to spare before the
    ending: all of them are above what that turn can have reached.
    """
    view, start, goal = ending.view, ending.start, ending.view.goal
    most, _, reached = min(
        (sum(levels) - turn, -turn, levels) for turn, levels in ending.marks if turn < start
    )
    least = sum(goal) - most - (start - 1)
    # In each suit they are the topmost cards; those above what is `before` must come in any case.
    low = tuple(map(min, ending.before, map(max, reached, (size - least for size in goal))))
    surely = low if sum(goal) - sum(low) == least else ending.before
    plays, others = _plays(view, surely, goal), _plays(view, low, surely)
    data = ending.draws, start + 1 if ending.draws else None, least, plays, others
    free = _Ending(view, ending.draws, ENDING_STATES, free=True)
    if not ending.free and free.try_fits() is not False:
        return Tokens(*data, view.rules.tokens)
    return FinalRound(*data)


def _plays(view: View, above: Levels, up_to: Levels) -> tuple[Play, ...]:
    """The cards between these levels, with where they are."""
    cards = [
        CardType(suit, level)
        for suit, (low, high) in enumerate(zip(above, up_to, strict=True))
        for level in range(low + 1, high + 1)
    ]
    return tuple(
        Play(
            view.card(card),
            tuple(PLAYER_NAMES[p] for p, hand in enumerate(view.hands) if card in hand),
            tuple(place for place, other in enumerate(view.pile, 1) if other == card),
        )
        for card in cards
    )


class _Moment(NamedTuple):
    """A place in an ending that is played backwards: all turns after `turn` are known."""

    turn: int
    after: int  # who has the next of the known turns
    levels: Levels  # the fireworks after this turn
    owners: tuple[int, ...]  # who must have drawn each card of the ending, as far as known; or -1
    need: int  # the tokens that the known turns need


class _Ending:
    """The last draws and the last round, played backwards from the finished fireworks.

    A turn plays the top card of a firework, or nothing. Its player must have the card: held now,
    or drawn in an earlier turn of the ending, or drawn before it, which anybody may have done if a
    copy lies there. Between two turns that draw, the players in between give clues. A turn that
    plays nothing gives a token at best, and so does one that completes a firework. The ending may
    begin with all tokens and with any player; if it begins now, with what is there now. And no
    turn ends with more on the fireworks than is `in_time`.

    Every won game, from the beginning of the ending on, is a line of this game, with the needed
    tokens or more at every turn. So if there is no line, the deal is lost. With clues for `free`
    tokens do not matter; so it must be with announcing, where every play can give one.
    """

    def __init__(self, view: View, draws: int, states: int, free: bool) -> None:
        self.view, self.draws, self.states, self.free = view, draws, states, free
        self.size = len(view.pile)
        self.start = self.size - draws
        self.before = view.reached[self.start - 1] if self.start else view.levels
        # Before an ending only the last of several turns with the same bound matters.
        marks = {levels: turn for turn, levels in enumerate(view.reached[: self.start])}
        self.marks = [(turn, levels) for levels, turn in marks.items()]
        self.marks += [(-1, view.levels), *list(enumerate(view.reached))[self.start :]]
        # The last card is its drawer's even if only the last round is looked at.
        self.first = min(self.start, max(self.size - 1, 0))
        self.unknown = frozenset(view.pile[: self.first])
        self.failed: dict[tuple[object, ...], int] = {}
        self.known_in_time: dict[tuple[Levels, int], bool] = {}

    def try_fits(self) -> bool | None:
        """Whether the turns can be filled; None where that takes too many states."""
        try:
            return self._fits_somehow()
        except TooMany:
            return None

    def _fits_somehow(self) -> bool:
        """Whether it fits for some player who draws the last card."""
        view, owners = self.view, (-1,) * (self.draws - 1)
        if not self.size:
            after = view.to_move + view.turns
            return self._fits(_Moment(view.turns - 1, after, view.goal, (), 0))
        return any(
            self._fits(_Moment(view.turns - 1, last + 1, view.goal, (*owners, last), 0))
            for last in range(view.players)
        )

    def _fits(self, moment: _Moment) -> bool:
        """Whether the turns up to this one can be filled, so that what follows can happen."""
        *state, need = moment
        if not self.in_time(moment.levels, moment.turn):
            return False
        if moment.turn < self.start:
            return bool(self.start) or self.free or self._can_begin(moment)
        if self.failed.get(tuple(state), need + 1) <= need:
            return False
        if not self.states:
            raise TooMany
        self.states -= 1
        if any(map(self._fits, self._earlier(moment))):
            return True
        self.failed[tuple(state)] = need
        return False

    def _can_begin(self, moment: _Moment) -> bool:
        """Whether the tokens that are there now last until the first turn and what follows."""
        clues = (moment.after - self.view.to_move) % self.view.players
        return moment.need + clues <= self.view.tokens

    def in_time(self, levels: Levels, turn: int) -> bool:
        """Whether the fireworks can be as high when this turn is over.

        Each card above what an earlier turn can have reached takes a turn after that one.
        """
        known = self.known_in_time.get((levels, turn))
        if known is None:
            total = sum(levels)
            known = all(
                total - sum(map(min, reached, levels)) <= turn - earlier
                for earlier, reached in self.marks
                if earlier <= turn
            )
            self.known_in_time[levels, turn] = known
        return known

    def _earlier(self, moment: _Moment) -> Iterator[_Moment]:
        """All that this turn can be, each with what must come before it.

        A turn that plays nothing is as good as one that plays a card that is not late, if all of
        those can be on the fireworks before the ending: it gives a token as well.
        """
        turn, _, levels, owners, _ = moment
        early = tuple(map(min, levels, self.before))
        keep = self.before if self.in_time(early, self.start - 1) else self.view.levels
        if turn < self.size:
            owners = owners[: turn - self.start]
        for actor, need in self._actors(moment):
            after = 0 if self.free and turn <= self.size else actor
            for suit, level in enumerate(levels):
                if level > keep[suit]:
                    lower = (*levels[:suit], level - 1, *levels[suit + 1 :])
                    left = max(need - (level == self.view.goal[suit]), 0)
                    for owned in self._owned(actor, CardType(suit, level), owners):
                        yield _Moment(turn - 1, after, lower, owned, left)
            yield _Moment(turn - 1, after, levels, owners, max(need - 1, 0))

    def _actors(self, moment: _Moment) -> Iterator[tuple[int, int]]:
        """Who can have this turn, and how many tokens must be there when it is over."""
        turn, after, _, owners, need = moment
        players = self.view.players
        nearest = [(after - distance) % players for distance in range(1, players + 1)]
        if turn >= self.size:
            nearest = nearest[:1]
        elif owners[turn - self.start] >= 0:
            nearest = [owners[turn - self.start]]
        for actor in nearest:
            clues = 0 if self.free else (after - actor - 1) % players
            if need + clues <= self.view.rules.tokens:
                yield actor, need + clues

    def _owned(
        self, actor: int, card: CardType, owners: tuple[int, ...]
    ) -> Iterator[tuple[int, ...]]:
        """The ways in which the player can have the card, by who draws what in the ending."""
        if card in self.view.hands[actor] or card in self.unknown:
            yield owners
            return
        for place, owner in enumerate(owners):
            if self.view.pile[self.first + place] == card and owner in (-1, actor):
                yield (*owners[:place], actor, *owners[place + 1 :])


Finder = Callable[[View], Reason | None]
# The simplest first.
FINDERS: list[Finder] = [bottom_deck, out_of_pace, must_hold, final_round, pooled, long_ending]
