"""Chances where the player to move does not know some of the own cards.

Those cards and the pile are dealt from what is unseen, every arrangement equally likely. The move
is chosen without knowing them; from then on all cards are known but the order of the pile, so the
chances after it are optimistic.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from math import comb
from typing import NamedTuple

from solver.analysis.moves import kind_place
from solver.chances.aims import Aim, check_aim
from solver.chances.moves import ChanceMove, Chances, chances_with, span_after
from solver.chances.questions import Question
from solver.chances.searcher import ChanceSearcher, Span
from solver.errors import Interrupted, PositionError, counted
from solver.game.actions import Action
from solver.game.cards import Card
from solver.game.position import Position
from solver.search.budget import Budget

# Different hands that are tried, each with every move and every draw.
MOST_HANDS = 3000


def answer(asked: Question, budget: Budget | None = None) -> Chances:
    """The chances that are asked for."""
    return answer_with(ChanceSearcher(asked.position, asked.aim, budget), asked)


def answer_with(searcher: ChanceSearcher, asked: Question) -> Chances:
    """The same with a search context of the caller's."""
    if asked.hidden:
        return _hidden_chances(searcher, asked.position, asked.hidden)
    return chances_with(searcher, asked.position)


def hidden_chances(
    position: Position, hidden: Sequence[int], aim: Aim = "win", budget: Budget | None = None
) -> Chances:
    """The exact chance of each move while the player to move does not know the `hidden` cards.

    What they are in the position, and in which order its pile lies, does not matter. All hidden
    cards are alike before the move, so to play any of them is one move, and to discard any.
    """
    aim = check_aim(aim, position)
    return _hidden_chances(ChanceSearcher(position, aim, budget), position, hidden)


def _hidden_chances(searcher: ChanceSearcher, position: Position, hidden: Sequence[int]) -> Chances:
    unseen = Counter(map(position.card, (*hidden, *position.draws)))
    hands = list(_hands(sorted(unseen.items()), len(hidden)))
    if len(hands) > MOST_HANDS:
        raise PositionError(
            f"{counted(len(hands), 'different hand')} are possible: chances are counted for at "
            f"most {MOST_HANDS:,}; name more of the cards"
        )
    left = dict.fromkeys(_moves(position, hidden), searcher.budget.nodes)
    sums = {move: Span(Fraction(0), Fraction(0)) for move in left}
    for hand, ways in hands:
        dealt = _dealt(position, hidden, hand)
        for move in left:
            before = searcher.nodes
            span = _value(searcher, dealt, hidden, move, left[move])
            left[move] -= searcher.nodes - before
            sums[move] = Span(sums[move].low + ways * span.low, sums[move].high + ways * span.high)
    arrangements = comb(unseen.total(), len(hidden))
    spans = {move: Span(s.low / arrangements, s.high / arrangements) for move, s in sums.items()}
    result = _result(searcher, position, tuple(hidden), spans)
    searcher.raise_pending()
    if searcher.stopped_by == "interrupt":
        raise Interrupted(result)
    return result


class _Move(NamedTuple):
    """All actions that are one move; a blind one takes any of the hidden cards."""

    actions: tuple[Action, ...]
    is_blind: bool


def _moves(position: Position, hidden: Sequence[int]) -> Iterator[_Move]:
    """The legal moves; those on equal cards, on trash and on hidden cards are one each.

    What is trash does not depend on where the unseen cards are.
    """
    groups: dict[tuple[bool, str, bool, Card | None], list[Action]] = {}
    for action in position.legal_actions():
        is_blind = action.card in hidden
        card = None
        if action.card is not None and not is_blind and position.is_useful(action.card):
            card = position.card(action.card)
        groups.setdefault((is_blind, action.kind, action.announce, card), []).append(action)
    for (is_blind, *_), actions in groups.items():
        yield _Move(tuple(actions), is_blind)


def _hands(unseen: Sequence[tuple[Card, int]], size: int) -> Iterator[tuple[list[Card], int]]:
    """The hands of this size from the unseen cards, each with the number of ways to draw it."""
    if size == 0:
        yield [], 1
        return
    if not unseen:
        return
    (card, copies), *others = unseen
    for number in range(min(copies, size) + 1):
        for rest, ways in _hands(others, size - number):
            yield [card] * number + rest, comb(copies, number) * ways


def _dealt(position: Position, hidden: Sequence[int], hand: Sequence[Card]) -> Position:
    """The position with this hand in place of the hidden cards, and the pile of what is left."""
    rest = Counter(map(position.card, (*hidden, *position.draws))) - Counter(hand)
    deck = list(position.deck)
    for order, card in zip((*hidden, *position.draws), (*hand, *rest.elements()), strict=True):
        deck[order] = card
    return replace(position, deck=tuple(deck))


def _value(
    searcher: ChanceSearcher, position: Position, hidden: Sequence[int], move: _Move, nodes: int
) -> Span:
    """The chance after a move; a blind one takes any of the hidden cards."""
    if not move.is_blind:
        return span_after(searcher, position, move.actions[0], nodes)[0]
    low = high = Fraction(0)
    for card, copies in Counter(map(position.card, hidden)).items():
        action = next(a for a in move.actions if position.card(a.card or 0) == card)
        before = searcher.nodes
        span = span_after(searcher, position, action, nodes)[0]
        nodes -= searcher.nodes - before
        low, high = low + copies * span.low, high + copies * span.high
    return Span(low / len(hidden), high / len(hidden))


def _place(position: Position, move: ChanceMove) -> int:
    """The place of a move among its equals; what a hidden card is must not decide it."""
    return 4 if move.is_blind else kind_place(position, move.action)


def _result(
    searcher: ChanceSearcher, position: Position, hidden: tuple[int, ...], spans: dict[_Move, Span]
) -> Chances:
    best = Span(max(s.low for s in spans.values()), max(s.high for s in spans.values()))
    moves = []
    for (actions, is_blind), span in spans.items():
        order = None if is_blind else actions[0].card
        moves.append(
            ChanceMove(
                actions=actions,
                card=None if order is None else position.card(order),
                is_trash=order is not None and not position.is_useful(order),
                span=span,
                draws=(),
                best=best.value,
                is_blind=is_blind,
            )
        )
    moves.sort(key=lambda move: (-move.span.high, -move.span.low, _place(position, move)))
    return Chances(
        position, searcher.aim, best, tuple(moves), searcher.nodes, searcher.stopped_by, hidden
    )
