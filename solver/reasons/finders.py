"""Why a deal cannot reach the perfect score, derived from the cards alone.

Each reason has a function of its own, with the argument why it proves the loss; none of them asks
the search. They look at a `View` of a position; `find_reason` looks at the start of a deal.

Turns are numbered by the card they draw: turn i draws card i of the pile, counted from 0, and the
turns after those are the last round. Clues come in between and have no number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from solver.game.deals import Deal
from solver.game.position import Position
from solver.reasons.ending import final_round, long_ending
from solver.reasons.explanations import (
    BottomDeck,
    Exhaustion,
    HandSize,
    OutOfPace,
    Reason,
)
from solver.reasons.pool import pooled
from solver.reasons.view import View


def find_reason(deal: Deal, nodes: int, conflicts: int = 0) -> Reason:
    """Why a deal is lost; `nodes` and `conflicts` are what the search took that found it lost.

    The first of the short reasons that holds, the simplest one first.

    >>> find_reason(Deal.from_seed(40, players=2), nodes=1000).kind
    'hand-size'
    """
    return reason_from(Position.start(deal), nodes, conflicts)


def reason_from(position: Position, nodes: int, conflicts: int = 0) -> Reason:
    """The same for a position from which the perfect score cannot be reached."""
    return next(short_reasons(View.of(position)), Exhaustion(nodes, conflicts))


def holds(reason: Reason, deal: Deal) -> bool:
    """Whether the cards of the deal give this very reason; an exhaustion cannot be checked so."""
    return reason in short_reasons(View.of(Position.start(deal)))


def short_reasons(view: View) -> Iterator[Reason]:
    """All short reasons that the cards give, the simplest one first.

    Bonus tiles 5 and 6 each take one discarded card, if they come: it is put into play, which is
    one play more than there are turns, or back into the pile, which is one turn more. So what
    counts turns or places holds if more is missing than there are such tiles. What relies on the
    order of the last turns holds only without them. The tiles that bring a token bring no more
    than a firework does without tiles.
    """
    yield from (reason for finder in FINDERS if (reason := finder(view)) is not None)


def bottom_deck(view: View) -> BottomDeck | None:
    """The last card of the pile cannot be built on.

    Whoever draws it has the last turn of the game. So if there is no other copy, it is played on
    the very last turn or never, and the cards above it in its suit are never played. Where it may
    be played from the pile, everybody has a turn after it, and this says nothing. Nor does it where
    tile 5 may put a card behind it, or tile 6 may put a copy into play that was thrown away. (It is
    no help that the last turn turns tile 6: only a card that completes its firework does that.)
    """
    if view.bouquet or view.rules.deck_plays or 5 in view.taking or not view.pile:
        return None
    last = view.pile[-1]
    if not last & view.needed & ~(view.held | view.may_come_back) or view.pile.count(last) > 1:
        return None
    above = view.above(last)
    return BottomDeck(view.card(last), len(view.pile), view.cards(above)) if above else None


def out_of_pace(view: View) -> OutOfPace | None:
    """Too few turns are left after some card of the pile; the one with the most missing.

    When a turn that draws is over, at most `reached` can be on the fireworks. After it come the
    draws of the rest of the pile and the last round, each of them one play at best. The same goes
    for what is on the fireworks now and all turns. A tile that takes a card adds one play.
    """
    if view.bouquet:
        return None
    bounds = [
        reached.bit_count() - turn for turn, reached in enumerate((view.built, *view.reached), -1)
    ]
    least = min(bounds)
    needed, tiles = view.goal.bit_count(), len(view.taking)
    if least + view.turns - 1 + tiles >= needed:
        return None
    turn = bounds.index(least) - 1
    turns = view.turns - 1 - turn
    if turn < 0:
        return OutOfPace(None, None, view.built.bit_count(), turns, needed, tiles)
    return OutOfPace(turn + 1, view.card(view.pile[turn]), least + turn, turns, needed, tiles)


def must_hold(view: View) -> HandSize | None:
    """At some draw more cards must be in the hands than there is room for.

    A card that was seen, that cannot be on the fireworks yet when the draw comes, and that does
    not come again in time is lost unless it is in a hand then. All fireworks need all cards. A card
    that may be played from the pile asks for no room.

    A tile can bring one card back. In Bouquet final one copy of the card must not be thrown away
    until then, and what tile 6 puts into play was seen before, so `reached` has it. So there only
    tile 5 counts, which may have put a card into the pile again, and only if it can be turned by
    then: the fives that take are among those reached.
    """
    seen = view.held
    draws = zip(view.pile, view.reached, view.coming, strict=True)
    for turn, (drawn, reached, coming) in enumerate(draws):
        kept = seen & ~(reached | coming)
        tiles = int(view.may_turn(5, reached)) if view.bouquet else len(view.taking)
        if kept.bit_count() > view.room + tiles and not view.may_be_played(turn):
            return HandSize(turn + 1, view.card(drawn), view.room, view.cards(kept), 0, tiles)
        seen |= drawn & view.needed
    return None


Finder = Callable[[View], Reason | None]

# The simplest first.
FINDERS: list[Finder] = [bottom_deck, out_of_pace, must_hold, final_round, pooled, long_ending]
