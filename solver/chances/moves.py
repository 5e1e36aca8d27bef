"""The chance of a position and of each of its moves while the pile lies face down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import factorial

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
    first; a move that draws nothing has none. `best` is the chance of the best move, None if it is
    not proven.
    """

    actions: tuple[Action, ...]
    card: Card | None
    is_trash: bool
    span: Span
    draws: tuple[Draw, ...]
    best: Fraction | None
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
    def keeps_best(self) -> bool | None:
        """Whether no other move is better; None if that is not proven."""
        if self.best is None:
            return None
        if self.span.low == self.best:
            return True
        return False if self.span.high < self.best else None

    @property
    def cost(self) -> Fraction | None:
        """What the move gives away; None if that is not proven."""
        if self.best is None or self.value is None:
            return None
        return self.best - self.value


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


def chances_with(searcher: ChanceSearcher, position: Position) -> Chances:
    """The same with a search context of the caller's."""
    before = searcher.nodes
    moves = list(distinct_actions(position))
    found: list[tuple[tuple[Action, ...], Span, tuple[Draw, ...]]] = []
    try:
        for actions in moves:
            found.append((actions, *span_after(searcher, position, actions[0])))
    except KeyboardInterrupt:  # between two searches
        searcher.stopped_by = "interrupt"
        found += ((actions, searcher.anything, ()) for actions in moves[len(found) :])
    if found:
        span = Span(max(span.low for _, span, _ in found), max(span.high for _, span, _ in found))
    else:
        span = searcher.value(position)
    result = Chances(
        position,
        searcher.aim,
        span,
        tuple(_moves(position, span, found)),
        searcher.nodes - before,
        searcher.stopped_by,
    )
    searcher.raise_pending()
    if searcher.stopped_by == "interrupt":
        raise Interrupted(result)
    return result


def _moves(
    position: Position,
    best: Span,
    found: list[tuple[tuple[Action, ...], Span, tuple[Draw, ...]]],
) -> Iterator[ChanceMove]:
    """The best moves first; equals by their kind, and then as the referee lists them."""
    found.sort(key=lambda m: (-m[1].high, -m[1].low, kind_place(position, m[0][0])))
    for actions, span, draws in found:
        card = actions[0].card
        yield ChanceMove(
            actions=actions,
            card=None if card is None else position.card(card),
            is_trash=card is not None and not position.is_useful(card),
            span=span,
            draws=draws,
            best=best.value,
        )


def span_after(
    searcher: ChanceSearcher, position: Position, action: Action, nodes: int | None = None
) -> tuple[Span, tuple[Draw, ...]]:
    """The chance after a move, and after each draw, within these nodes, or the budget's."""
    after = position.push(action)
    left = searcher.budget.nodes if nodes is None else nodes
    until = searcher.until()
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
