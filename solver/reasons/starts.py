"""Why the deals of start values are lost: the short way for a census, without a `Deal` for each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import reduce
from operator import or_

from solver.game._shuffle import shuffled_from_start, tiles_from_start
from solver.game.deals import Deal, unshuffled
from solver.game.position import Position
from solver.game.rules import Rules
from solver.reasons.bits import bits
from solver.reasons.explanations import Exhaustion, ReasonKind
from solver.reasons.finders import short_reasons
from solver.reasons.view import View


def kinds_of_starts(rules: Rules, players: int, starts: Iterable[int]) -> Iterator[ReasonKind]:
    """For each of these lost deals of one game: the kind of reason that `find_reason` finds.

    >>> list(kinds_of_starts(Rules.named("base"), 2, [300_000_001]))
    ['exhaustion']
    """
    for view in views_of_starts(rules, players, starts):
        reason = next(short_reasons(view), None)
        yield Exhaustion.kind if reason is None else reason.kind


def views_of_starts(rules: Rules, players: int, starts: Iterable[int]) -> Iterator[View]:
    """The views in which these deals of one game begin.

    All but the order of the cards and of the tiles is the same in all of them.
    """
    some = Position.start(Deal.from_start(rules, players, 1))
    like = View.of(some)
    bit = bits(rules)
    deck = [bit[card] for card in unshuffled(rules)]
    for start in starts:
        cards = [deck[order] for order in shuffled_from_start(start, len(deck))]
        hands = [reduce(or_, map(cards.__getitem__, hand)) for hand in some.hands]
        tiles: tuple[int, ...] = ()
        if rules.tiles:
            shuffled, _ = tiles_from_start(start, len(deck))
            tiles = tuple(shuffled[: len(like.tiles)])
        pile = cards[len(cards) - len(like.pile) :]
        yield replace(like, hands=tuple(hands), pile=tuple(pile), tiles=tiles)
