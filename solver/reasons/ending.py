"""The final round and the tokens: an ending played backwards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce
from operator import or_
from typing import NamedTuple

from solver.game.deals import PLAYER_NAMES
from solver.reasons.bits import Cards, each, fireworks, heights, tops
from solver.reasons.explanations import (
    FinalRound,
    Play,
    Tokens,
)
from solver.reasons.view import TooMany, View

ENDING_STATES = 6_000  # … and positions of all endings: together some 0.2 s at most


def final_round(view: View) -> FinalRound | None:
    """The last round alone, or with the draw before it, cannot be ordered; see `_Ending`."""
    return _first_ending(view, range(min(2, len(view.pile) + 1)))


def long_ending(view: View) -> FinalRound | None:
    """The same for more draws before the last round; the fewest that do not fit."""
    return _first_ending(view, range(2, len(view.pile) + 1))


def _first_ending(view: View, numbers: Iterable[int]) -> FinalRound | None:
    if view.bouquet or view.taking:
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
        (built.bit_count() - turn, -turn, built) for turn, built in ending.marks if turn < start
    )
    least = goal.bit_count() - most - (start - 1)
    # In each suit they are the topmost cards; those above what is `before` must come in any case.
    low = ending.before & (reached | fireworks(max(size - least, 0) for size in heights(goal)))
    surely = low if goal.bit_count() - low.bit_count() == least else ending.before
    plays, others = _plays(view, goal & ~surely), _plays(view, surely & ~low)
    data = ending.draws, start + 1 if ending.draws else None, least, plays, others
    free = _Ending(view, ending.draws, ENDING_STATES, free=True)
    if not ending.free and free.try_fits() is not False:
        return Tokens(*data, view.rules.tokens)
    return FinalRound(*data)


def _plays(view: View, cards: Cards) -> tuple[Play, ...]:
    """These cards, with where they are."""
    return tuple(
        Play(
            view.card(card),
            tuple(PLAYER_NAMES[p] for p, hand in enumerate(view.hands) if card & hand),
            tuple(place for place, other in enumerate(view.pile, 1) if other == card),
        )
        for card in each(cards)
    )


class _Moment(NamedTuple):
    """A place in an ending that is played backwards: all turns after `turn` are known."""

    turn: int
    after: int  # who has the next of the known turns
    built: Cards  # on the fireworks after this turn
    owners: tuple[int, ...]  # who must have drawn each card of the ending, as far as known; or -1
    need: int  # the tokens that the known turns need


class _Ending:
    """The last draws and the last round, played backwards from the finished fireworks.

    A turn plays the top card of a firework, or nothing. Its player must have the card: held now,
    or drawn in an earlier turn of the ending, or drawn before it, which anybody may have done if a
    copy lies there. Between two turns that draw, the players in between give clues. A turn that
    plays nothing gives a token at best, and so does one that completes a firework. The ending may
    begin with all tokens and with any player; if it begins now, with what is there now. And no
    turn ends with more on the fireworks than is `in_time`. Where the last card may be played from
    the pile, the turn that takes it needs no holder for it.

    Every won game, from the beginning of the ending on, is a line of this game, with the needed
    tokens or more at every turn. So if there is no line, the deal is lost. With clues for `free`
    tokens do not matter; so it must be with announcing, where every play can give one.
    """

    def __init__(self, view: View, draws: int, states: int, free: bool) -> None:
        self.view, self.draws, self.states, self.free = view, draws, states, free
        self.size = len(view.pile)
        self.start = self.size - draws
        self.before = view.reached[self.start - 1] if self.start else view.built
        # Before an ending only the last of several turns with the same bound matters.
        marks = {built: turn for turn, built in enumerate(view.reached[: self.start])}
        self.marks = [(turn, built) for built, turn in marks.items()]
        self.marks += [(-1, view.built), *list(enumerate(view.reached))[self.start :]]
        # The last card is its drawer's even if only the last round is looked at.
        self.first = min(self.start, max(self.size - 1, 0))
        self.unknown = reduce(or_, view.pile[: self.first], 0)
        self.completing = tops(view.goal)
        self.failed: dict[tuple[object, ...], int] = {}
        self.known_in_time: dict[tuple[Cards, int], bool] = {}

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
        need, state = moment.need, moment[:-1]
        if not self.in_time(moment.built, moment.turn):
            return False
        if moment.turn < self.start:
            return bool(self.start) or self.free or self._can_begin(moment)
        if self.failed.get(state, need + 1) <= need:
            return False
        if not self.states:
            raise TooMany
        self.states -= 1
        if any(map(self._fits, self._earlier(moment))):
            return True
        self.failed[state] = need
        return False

    def _can_begin(self, moment: _Moment) -> bool:
        """Whether the tokens that are there now last until the first turn and what follows."""
        clues = (moment.after - self.view.to_move) % self.view.players
        return moment.need + clues <= self.view.tokens

    def in_time(self, built: Cards, turn: int) -> bool:
        """Whether the fireworks can be as high when this turn is over.

        Each card above what an earlier turn can have reached takes a turn after that one.
        """
        known = self.known_in_time.get((built, turn))
        if known is None:
            known = all(
                (built & ~reached).bit_count() <= turn - earlier
                for earlier, reached in self.marks
                if earlier <= turn
            )
            self.known_in_time[built, turn] = known
        return known

    def _earlier(self, moment: _Moment) -> Iterator[_Moment]:
        """All that this turn can be, each with what must come before it.

        A turn that plays nothing is as good as one that plays a card that is not late, if all of
        those can be on the fireworks before the ending: it gives a token as well.
        """
        turn, _, built, owners, _ = moment
        early = built & self.before
        keep = self.before if self.in_time(early, self.start - 1) else self.view.built
        if turn < self.size:
            owners = owners[: turn - self.start]
        for actor, need in self._actors(moment):
            after = 0 if self.free and turn <= self.size else actor
            for card in each(tops(built) & ~keep):
                left = max(need - bool(card & self.completing), 0)
                for owned in self._owned(turn, actor, card, owners):
                    yield _Moment(turn - 1, after, built ^ card, owned, left)
            yield _Moment(turn - 1, after, built, owners, max(need - 1, 0))

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
        self, turn: int, actor: int, card: Cards, owners: tuple[int, ...]
    ) -> Iterator[tuple[int, ...]]:
        """The ways in which the player can have the card, by who draws what in the ending."""
        from_pile = self.view.may_be_played(turn) and card == self.view.pile[turn]
        if from_pile or card & (self.view.hands[actor] | self.unknown):
            yield owners
            return
        for place, owner in enumerate(owners):
            if self.view.pile[self.first + place] == card and owner in (-1, actor):
                yield (*owners[:place], actor, *owners[place + 1 :])
