"""The value of every move of a position: the best score that is still reachable after it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from solver.errors import Interrupted, of_kind
from solver.game.actions import Action
from solver.game.cards import Card
from solver.game.position import Position
from solver.search.answers import Answer, Verdict, known, maximum, unknown, verdict
from solver.search.budget import Budget
from solver.search.searcher import Searcher

Mark = Literal["keeps the best", "costs", "loses", "undecided"]


@dataclass(frozen=True)
class ValuedMove:
    """A move of a position, with what is proven about the position after it.

    `actions` are all legal actions that are this move, the one with the oldest card first: equal
    cards, and trash, are one move. `best` is the value of the best move, None if it is not proven.
    """

    actions: tuple[Action, ...]
    card: Card | None
    is_trash: bool
    after: Answer
    best: int | None

    @property
    def action(self) -> Action:
        """The action that stands for the move."""
        return self.actions[0]

    @property
    def max_score(self) -> int | None:
        """The best score after the move; None if undecided, and for a defeat in Bouquet final."""
        return self.after.max_score

    @property
    def bounds(self) -> tuple[int, int]:
        """A proven lower and upper bound of that score; 0 is a defeat in Bouquet final."""
        return self.after.bounds

    @property
    def keeps_best(self) -> bool | None:
        """Whether no other move is better; None if that is not proven."""
        low, high = self.bounds
        if self.best is None:
            return None
        if low == self.best:
            return True
        return False if high < self.best else None

    @property
    def cost(self) -> int | None:
        """The points that the move costs; None if that is not proven."""
        low, high = self.bounds
        return self.best - low if self.best is not None and low == high else None

    @property
    def mark(self) -> Mark:
        """What the move does to the best score; "loses" is the end of every hope for a point."""
        if self.keeps_best:
            return "keeps the best"
        if self.bounds[1] == 0:
            return "loses"
        return "undecided" if self.cost is None else "costs"

    @property
    def line(self) -> tuple[Action, ...]:
        """A best line that begins with the move, replayed by the referee to its end."""
        return (self.action, *self.after.line)


@dataclass(frozen=True)
class Endgame:
    """A position with what is proven about it and each of its moves, the best move first."""

    answer: Answer
    moves: tuple[ValuedMove, ...]

    @property
    def position(self) -> Position:
        """The position."""
        return self.answer.start

    @cached_property
    def bounds(self) -> tuple[int, int]:
        """Bounds of the best score; the moves may have proven more than the search before them."""
        low = max([self.answer.bounds[0], *(move.bounds[0] for move in self.moves)])
        highs = [move.bounds[1] for move in self.moves]
        return low, min(self.answer.bounds[1], max(highs, default=self.answer.bounds[1]))

    def replayed(self) -> Endgame:
        """The endgame, after the referee has replayed the line of every move."""
        for answer in (self.answer, *(move.after for move in self.moves)):
            answer.replayed()
        return self

    @property
    def max_score(self) -> int | None:
        """The best score; None if undecided, and for a defeat in Bouquet final."""
        return maximum(self.position.rules, *self.bounds)

    @property
    def verdict(self) -> Verdict:
        """Whether the perfect score can still be reached."""
        return verdict(self.position.rules, *self.bounds)

    @cached_property
    def best_moves(self) -> tuple[ValuedMove, ...]:
        """The moves that are proven to keep the best score."""
        return tuple(move for move in self.moves if move.keeps_best)


@dataclass(frozen=True)
class Growing:
    """What is known of a position while its moves are being solved, one after the other."""

    moves: Sequence[tuple[Action, ...]]  # in the order in which they are solved
    found: Sequence[Answer]  # of the position, and of as many of its moves as are solved

    def endgame(self) -> tuple[Endgame, tuple[ValuedMove, ...]]:
        """All that is known, and the moves whose values are.

        One of them is known before it is solved: the first move of the position's best line.
        """
        answer, *after = self.found
        for actions in self.moves[len(after) :]:
            if answer.line and answer.line[0] in actions and answer.verdict != "undecided":
                after.append(_along(answer))
            else:
                after.append(unknown(answer.start.push(actions[0]), answer.bounds[1]))
        endgame = Endgame(
            answer, _moves(answer.start, answer, list(zip(self.moves, after, strict=True)))
        )
        return endgame, tuple(m for m in endgame.moves if m.after.stopped_by != "interrupt")


def _along(answer: Answer) -> Answer:
    """What a proven best line tells of the position after its first move."""
    after = known(answer.positions[1], *answer.bounds)
    after.proof.moves = answer.line[1:]
    return after


Seen = Callable[[Growing], None]


def seen_by_nobody(growing: Growing) -> None:
    """Tell nobody what is known so far."""


def analyse(position: Position, budget: Budget | None = None) -> Endgame:
    """The value of a position and of each of its moves; the budget is for each of them.

    >>> from solver.game.deals import Deal
    >>> endgame = analyse(Position.start(Deal.from_seed(42, players=3)))
    >>> endgame.answer.max_score, len(endgame.moves), len(endgame.best_moves)
    (25, 6, 3)
    """
    of_kind(position, Position, "the position")
    try:
        return analyse_with(Searcher(budget), position).replayed()
    except Interrupted as stop:
        stop.result.replayed()
        raise


def analyse_with(searcher: Searcher, position: Position, seen: Seen = seen_by_nobody) -> Endgame:
    """The same with a search context of the caller's, which may have solved anything before.

    `seen` is told what is known after the position itself is solved, and after each move.
    """
    moves = list(distinct_actions(position))
    following = [position.push(actions[0]) for actions in moves]
    found, interrupted = [unknown(position, position.rules.perfect_score)], False
    try:
        found = [searcher.solve_position(position)]
        seen(Growing(moves, found))
        for after in following:
            found.append(searcher.solve_next(after, found[0].bounds[1]))
            seen(Growing(moves, found))
    except Interrupted as stop:
        interrupted = True
        if stop.result.start is position:
            found.clear()
        found.append(stop.result)
    except KeyboardInterrupt:  # between two searches
        interrupted = True
    answer, *values = found
    values += (unknown(after, answer.bounds[1]) for after in following[len(values) :])
    endgame = Endgame(answer, _moves(position, answer, list(zip(moves, values, strict=True))))
    if interrupted:
        raise Interrupted(endgame)
    return endgame


def _moves(
    position: Position, answer: Answer, found: list[tuple[tuple[Action, ...], Answer]]
) -> tuple[ValuedMove, ...]:
    """The moves, the best ones first; equals by their kind, and then as the referee lists them."""
    low = max([answer.bounds[0], *(after.bounds[0] for _, after in found)])
    high = max((after.bounds[1] for _, after in found), default=low)
    moves = [
        ValuedMove(
            actions=actions,
            card=None if actions[0].card is None else position.card(actions[0].card),
            is_trash=actions[0].card is not None and not position.is_useful(actions[0].card),
            after=after,
            best=low if low == high else None,
        )
        for actions, after in found
    ]
    moves.sort(
        key=lambda move: (-move.bounds[1], -move.bounds[0], kind_place(position, move.action))
    )
    return tuple(moves)


def kind_place(position: Position, action: Action) -> int:
    """The place of a move among its equals: a play, the clue, a discard, a misplay."""
    if action.card is None:
        return 1
    if action.kind == "discard":
        return 2
    return 0 if position.is_playable(action.card) else 3


def distinct_actions(position: Position) -> Iterator[tuple[Action, ...]]:
    """The legal actions, those that are the same move together.

    Copies of a card in one hand are interchangeable, because no rule asks for a card's age. And so
    are trash cards: none of them will ever be played, and all do the same as long as
    they are held. To announce a card that does not fit changes nothing. What bonus tiles take from
    the discard pile is told apart in the same way. A play from the pile is a move of its own.
    """

    def useful(order: int) -> Card | None:
        return position.card(order) if position.is_useful(order) else None

    groups: dict[tuple[object, ...], list[Action]] = {}
    for action in position.legal_actions():
        card = None if action.card is None else useful(action.card)
        fits = card is not None and position.is_playable(action.card or 0)
        taken = tuple((tile, useful(order), into) for tile, order, into in action.choices)
        from_pile = action.card is not None and action.card == position.pile_card
        same = (action.kind, action.announce and fits, card, from_pile, taken)
        groups.setdefault(same, []).append(action)
    return map(tuple, groups.values())
