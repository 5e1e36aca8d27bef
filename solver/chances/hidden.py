"""Chances where the player to move does not know some of the own cards.

Those cards and the pile are dealt from what is unseen, every arrangement equally likely. The move
is chosen without knowing them; from then on all cards are known but the order of the pile, so the
chances after it are optimistic.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from math import comb
from typing import NamedTuple

from solver.analysis.moves import kind_place
from solver.chances.aims import Aim, check_aim
from solver.chances.moves import (
    ChanceMove,
    Chances,
    Growing,
    Seen,
    best_of,
    chances_with,
    proven_place,
    rivals_of,
    seen_by_nobody,
    span_after,
)
from solver.chances.questions import Question
from solver.chances.searcher import ChanceSearcher, Span
from solver.errors import Interrupted, PositionError, counted
from solver.game.actions import Action
from solver.game.cards import Card
from solver.game.position import Position
from solver.search.budget import Budget

# Different hands that are tried, each with every move and every draw.
MOST_HANDS = 3000


def answer(asked: Question, budget: Budget | None = None, seen: Seen = seen_by_nobody) -> Chances:
    """The chances that are asked for; `seen` is told how far it is."""
    return answer_with(ChanceSearcher(asked.position, asked.aim, budget), asked, seen)


def answer_with(searcher: ChanceSearcher, asked: Question, seen: Seen = seen_by_nobody) -> Chances:
    """The same with a search context of the caller's."""
    if asked.hidden:
        return _hidden_chances(searcher, asked.position, asked.hidden, seen)
    return chances_with(searcher, asked.position, seen)


def hidden_chances(
    position: Position, hidden: Sequence[int], aim: Aim = "win", budget: Budget | None = None
) -> Chances:
    """The exact chance of each move while the player to move does not know the `hidden` cards.

    `hidden` are orders of cards, as in `position.hands`. What they are in the position, and in
    which order its pile lies, does not matter. All hidden cards are alike before the move, so to
    play any of them is one move, and to discard any. The budget is for each move.
    """
    aim = check_aim(aim, position)
    return _hidden_chances(ChanceSearcher(position, aim, budget), position, hidden)


class _Dealt(NamedTuple):
    """The position with one of the possible hands, and in how many ways that can be dealt."""

    position: Position
    ways: int


def _hidden_chances(
    searcher: ChanceSearcher,
    position: Position,
    hidden: Sequence[int],
    seen: Seen = seen_by_nobody,
) -> Chances:
    unseen = sorted(Counter(map(position.card, (*hidden, *position.draws))).items())
    number = _number_of_hands([copies for _, copies in unseen], len(hidden))
    if number > MOST_HANDS:
        raise PositionError(
            f"{counted(number, 'different hand')} are possible: chances are counted for at "
            f"most {MOST_HANDS:,}; name more of the cards"
        )
    moves = list(_moves(position, hidden))
    spans: dict[_Move, Span] = {}

    def so_far() -> Chances:
        every = {move: spans.get(move, searcher.anything) for move in moves}
        return _result(searcher, position, tuple(hidden), every)

    try:
        dealt = [
            _Dealt(_with_hand(position, hidden, hand), ways)
            for hand, ways in _hands(unseen, len(hidden))
        ]
        for move in moves:
            seen(Growing(len(spans), len(moves), so_far))
            spans[move] = _span(searcher, dealt, hidden, move)
    except KeyboardInterrupt:  # between two moves
        searcher.stopped_by = "interrupt"
    result = so_far()
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


def _number_of_hands(copies: Iterable[int], size: int) -> int:
    """How many different hands there are, without making them: there may be millions."""
    numbers = [1] + [0] * size
    for most in copies:
        numbers = [sum(numbers[max(n - most, 0) : n + 1]) for n in range(size + 1)]
    return numbers[size]


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


def _with_hand(position: Position, hidden: Sequence[int], hand: Sequence[Card]) -> Position:
    """The position with this hand in place of the hidden cards, and the pile of what is left."""
    rest = Counter(map(position.card, (*hidden, *position.draws))) - Counter(hand)
    deck = list(position.deck)
    for order, card in zip((*hidden, *position.draws), (*hand, *rest.elements()), strict=True):
        deck[order] = card
    return replace(position, deck=tuple(deck))


def _span(
    searcher: ChanceSearcher, dealt: Sequence[_Dealt], hidden: Sequence[int], move: _Move
) -> Span:
    """The chance after a move, over all hands.

    What is left when the budget is used up, or after an interrupt, may be anything: there may be
    thousands of hands, and even to set them up takes time.
    """
    end, until = searcher.nodes + searcher.budget.nodes, searcher.until()
    low = high = Fraction(0)
    total = left = sum(ways for _, ways in dealt) * (len(hidden) if move.is_blind else 1)
    try:
        for position, action, ways in _cases(dealt, hidden, move):
            if searcher.is_over(end - searcher.nodes, until):
                break
            span = span_after(searcher, position, action, end - searcher.nodes, until)[0]
            low, high, left = low + ways * span.low, high + ways * span.high, left - ways
    except KeyboardInterrupt:  # between two searches
        searcher.stopped_by = "interrupt"
    rest = searcher.anything
    return Span((low + left * rest.low) / total, (high + left * rest.high) / total)


def _cases(
    dealt: Iterable[_Dealt], hidden: Sequence[int], move: _Move
) -> Iterator[tuple[Position, Action, int]]:
    """What a move may be, each with its weight; a blind one takes any of the hidden cards."""
    for position, ways in dealt:
        if not move.is_blind:
            yield position, move.actions[0], ways
            continue
        for card, copies in Counter(map(position.card, hidden)).items():
            action = next(a for a in move.actions if position.card(a.card or 0) == card)
            yield position, action, ways * copies


def _place(position: Position, move: ChanceMove) -> int:
    """The place of a move among its equals; what a hidden card is must not decide it."""
    return 4 if move.is_blind else kind_place(position, move.action)


def _result(
    searcher: ChanceSearcher, position: Position, hidden: tuple[int, ...], spans: dict[_Move, Span]
) -> Chances:
    moves = []
    every = list(spans.values())
    for place, ((actions, is_blind), span) in enumerate(spans.items()):
        order = None if is_blind else actions[0].card
        moves.append(
            ChanceMove(
                actions=actions,
                card=None if order is None else position.card(order),
                is_trash=order is not None and not position.is_useful(order),
                span=span,
                draws=(),
                rivals=rivals_of(place, every),
                is_blind=is_blind,
            )
        )
    moves.sort(key=lambda move: (*proven_place(move.span), _place(position, move)))
    return Chances(
        position,
        searcher.aim,
        best_of(every),
        tuple(moves),
        searcher.nodes,
        searcher.stopped_by,
        hidden,
    )
