"""The chance of a position and of each of its moves while the pile lies face down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import factorial
from typing import NamedTuple

from solver.analysis.moves import distinct_actions, kind_place
from solver.chances.aims import Aim, check_aim
from solver.chances.searcher import ChanceSearcher, Span
from solver.errors import Interrupted
from solver.game.actions import Action
from solver.game.cards import Card
from solver.game.position import Position
from solver.search.budget import Budget
from solver.search.proof import StoppedBy


@dataclass(frozen=True)
class Draw:
    """A card that may be drawn after a move, how many copies the pile has, and the chance then."""

    card: Card
    copies: int
    span: Span

    @property
    def value(self) -> Fraction | None:
        """The chance after this draw; None if it is not known."""
        return self.span.value


@dataclass(frozen=True)
class ChanceMove:
    """A move with what is proven of the chance after it, before the draw.

    `actions` are all legal actions that are this move. `draws` are what may be drawn, the worst
    first; a move that draws nothing has none. `rivals` are bounds of the best of all other moves, 0
    if there is none.
    """

    actions: tuple[Action, ...]
    card: Card | None
    is_trash: bool
    span: Span
    draws: tuple[Draw, ...]
    rivals: Span
    is_blind: bool = False  # the card is one that the player does not know

    @property
    def action(self) -> Action:
        """The action that stands for the move."""
        return self.actions[0]

    @property
    def value(self) -> Fraction | None:
        """The chance, or the mean score, after the move; None if it is not known."""
        return self.span.value

    @property
    def best(self) -> Fraction | None:
        """The chance of the best move; None if it is not proven."""
        return best_of([self.span, self.rivals]).value

    @property
    def keeps_best(self) -> bool | None:
        """Whether no other move is better; None if that is not proven."""
        if self.span.low >= self.rivals.high:
            return True
        return False if self.span.high < self.rivals.low else None

    @property
    def cost(self) -> Fraction | None:
        """What the move gives away; None if that is not proven."""
        if self.best is None or self.value is None:
            return None
        return self.best - self.value

    @property
    def least_cost(self) -> Fraction:
        """What it is proven to give away, if not more: another move has so much for sure."""
        return max(self.rivals.low - self.span.high, Fraction(0))


@dataclass(frozen=True)
class Chances:
    """A position whose pile lies face down, with the chance of each of its moves, the best first.

    With the aim `mean` the "chances" are mean scores.
    """

    position: Position
    aim: Aim
    span: Span
    moves: tuple[ChanceMove, ...]
    nodes: int = 0
    stopped_by: StoppedBy | None = None
    hidden: tuple[int, ...] = ()  # cards that the player to move does not know

    @property
    def value(self) -> Fraction | None:
        """The chance with the best play; None if it is not known."""
        return self.span.value

    @property
    def orders(self) -> int:
        """The number of orders of the pile, each of which is equally likely."""
        return factorial(len(self.position.pile))

    @property
    def arrangements(self) -> int:
        """The number of ways to deal all unseen cards, to the pile and to the hidden places.

        All cards and places are told apart; with nothing hidden they are the `orders`.
        """
        return factorial(len(self.position.pile) + len(self.hidden))

    @cached_property
    def best_moves(self) -> tuple[ChanceMove, ...]:
        """The moves that are proven to keep the best chance."""
        return tuple(move for move in self.moves if move.keeps_best)


def chances(position: Position, aim: Aim = "win", budget: Budget | None = None) -> Chances:
    """The exact chance of a position and of each of its moves; the budget is for each of them.

    All hands are known, and of the pile only what is in it: every order is equally likely, whatever
    order the position has it in.

    >>> from solver.notation.positions import loads_position
    >>> text = "hands r4 r1 / r2 r1; pile r3 r5; fireworks r2; tokens 1"
    >>> house = {"suits": [{"letter": "r", "copies": [3, 2, 1, 1, 1]}], "hand_size": 2}
    >>> found = chances(loads_position(text, "text", house))
    >>> found.value, len(found.moves)
    (Fraction(1, 2), 5)
    """
    aim = check_aim(aim, position)
    return chances_with(ChanceSearcher(position, aim, budget or Budget()), position)


class Growing(NamedTuple):
    """How many moves are done while their chances are counted, of how many, and what is known.

    In `so_far` the others may be anything.
    """

    done: int
    of: int
    so_far: Callable[[], Chances]


Seen = Callable[[Growing], None]


def seen_by_nobody(growing: Growing) -> None:
    """Tell nobody what is known so far."""


def chances_with(
    searcher: ChanceSearcher, position: Position, seen: Seen = seen_by_nobody
) -> Chances:
    """The same with a search context of the caller's; `seen` is told how far it is."""
    before = searcher.nodes
    moves = list(distinct_actions(position))
    found: list[tuple[tuple[Action, ...], Span, tuple[Draw, ...]]] = []

    def so_far() -> Chances:
        rest = [(actions, searcher.anything, ()) for actions in moves[len(found) :]]
        every = [*found, *rest]
        return Chances(
            position,
            searcher.aim,
            best_of([span for _, span, _ in every]) if every else searcher.value(position),
            tuple(_moves(position, every)),
            searcher.nodes - before,
            searcher.stopped_by,
        )

    try:
        for actions in moves:
            seen(Growing(len(found), len(moves), so_far))
            found.append((actions, *span_after(searcher, position, actions[0])))
    except KeyboardInterrupt:  # between two searches
        searcher.stopped_by = "interrupt"
    result = so_far()
    searcher.raise_pending()
    if searcher.stopped_by == "interrupt":
        raise Interrupted(result)
    return result


def best_of(spans: Sequence[Span]) -> Span:
    """Bounds of the best of values that have these."""
    return Span(
        max((span.low for span in spans), default=Fraction(0)),
        max((span.high for span in spans), default=Fraction(0)),
    )


def rivals_of(place: int, spans: Sequence[Span]) -> Span:
    """Bounds of the best of all values but one."""
    return best_of([*spans[:place], *spans[place + 1 :]])


def _moves(
    position: Position, found: list[tuple[tuple[Action, ...], Span, tuple[Draw, ...]]]
) -> Iterator[ChanceMove]:
    """The proven best moves first; equals by their kind, and then as the referee lists them."""
    found.sort(key=lambda m: (*proven_place(m[1]), kind_place(position, m[0][0])))
    spans = [span for _, span, _ in found]
    for place, (actions, span, draws) in enumerate(found):
        card = actions[0].card
        yield ChanceMove(
            actions=actions,
            card=None if card is None else position.card(card),
            is_trash=card is not None and not position.is_useful(card),
            span=span,
            draws=draws,
            rivals=rivals_of(place, spans),
        )


def proven_place(span: Span) -> tuple[Fraction, Fraction]:
    """What sorts moves: those first of which the most is proven, then those that may be better."""
    return -span.low, -span.high


def span_after(
    searcher: ChanceSearcher,
    position: Position,
    action: Action,
    nodes: int | None = None,
    until: float | None = None,
) -> tuple[Span, tuple[Draw, ...]]:
    """The chance after a move, and after each draw, within these limits or the budget's."""
    after = position.push(action)
    left = searcher.budget.nodes if nodes is None else nodes
    until = searcher.until() if until is None else until
    if action.kind == "clue" or not position.draws:
        return searcher.value(after, left, until), ()
    draws = []
    low = high = Fraction(0)
    trash: Span | None = None
    for card, copies in Counter(position.pile).items():
        drawn = drawing(position, after, card)
        useful = position.is_useful(next(o for o in position.draws if position.card(o) == card))
        if useful or trash is None:
            before = searcher.nodes
            span = searcher.value(drawn, left, until)
            left -= searcher.nodes - before
            if not useful:
                trash = span
        else:
            span = trash
        draws.append(Draw(card, copies, span))
        low += copies * span.low
        high += copies * span.high
    draws.sort(key=lambda draw: (draw.span.high, draw.span.low))
    cards = len(position.draws)
    return Span(low / cards, high / cards), tuple(draws)


def drawing(position: Position, after: Position, card: Card) -> Position:
    """The position after a move with this card drawn in place of the one on top of the pile."""
    top = position.draws[0]
    if position.card(top) == card:
        return after
    other = next(order for order in position.draws if position.card(order) == card)
    deck = list(after.deck)
    deck[top], deck[other] = deck[other], deck[top]
    return replace(after, deck=tuple(deck))
