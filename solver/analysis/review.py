"""A game that was played, turn by turn: the best score that was still reachable before each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, NamedTuple

from solver.analysis.moves import distinct_actions
from solver.errors import Interrupted, of_kind
from solver.game.actions import Action
from solver.game.position import Position
from solver.hanab_live.games import PlayedGame
from solver.notation.lines import Turn
from solver.reasons.moves import MoveReason, why_move
from solver.search.answers import Answer, unknown
from solver.search.budget import Budget, given
from solver.search.searcher import Searcher

Cause = Literal[
    "last strike",
    "misplay of a last copy",
    "misplay",
    "discard of a last copy",
    "discard of a needed card",
    "discard of trash",
    "play",
    "clue",
]

# What else would have kept the best score is good to know, but not worth a long search.
NODES_FOR_OTHERS = 200_000


class Bounds(NamedTuple):
    """Proven bounds of the best score; 0 is also a defeat in Bouquet final, as on the site."""

    low: int
    high: int

    @property
    def value(self) -> int | None:
        """The best score; None if it is not proven."""
        return self.low if self.low == self.high else None


@dataclass(frozen=True)
class ReviewedTurn:
    """A turn of a game, with what is proven about the positions before and after it.

    If the turn is proven to have cost something, `line` is a best line from the position before it,
    and `why` says why that was gone, if both values are known.
    """

    number: int
    turn: Turn
    before: Bounds
    after: Bounds
    line: tuple[Action, ...] = ()
    why: MoveReason | None = None

    @property
    def fell(self) -> bool | None:
        """Whether the best score fell; None if that is not proven."""
        if self.after.high < self.before.low:
            return True
        return False if self.after.low >= self.before.high else None

    @property
    def better(self) -> Action | None:
        """An action that would have kept the best score, if the turn cost something."""
        return self.line[0] if self.line else None

    @property
    def cause(self) -> Cause:
        """What kind of move it was, as far as that explains a loss."""
        return cause(self.turn)


@dataclass(frozen=True)
class Review:
    """A game and what its turns were worth.

    `others` are all moves that are proven to keep the best score on the first turn that did not;
    equal moves are one, which the first of their actions stands for. `rest` is a best line after
    the last turn.
    """

    game: PlayedGame
    start: Bounds
    turns: tuple[ReviewedTurn, ...]
    others: tuple[tuple[Action, ...], ...]
    rest: tuple[Action, ...]
    nodes: int
    seconds: float

    @property
    def end(self) -> Bounds:
        """The best score after the last turn."""
        return self.turns[-1].after if self.turns else self.start

    @property
    def best_possible(self) -> int | None:
        """The best score of the deal; None if it is not proven."""
        return self.start.value

    @property
    def final_score(self) -> int:
        """The score that the site records: 0 for a game that somebody ended before its end."""
        return 0 if self.game.ended == "terminated" else self.game.score

    @cached_property
    def lost(self) -> ReviewedTurn | None:
        """The first turn that is proven to have cost something."""
        return next((turn for turn in self.turns if turn.fell), None)

    @property
    def lost_on_turn(self) -> int | None:
        """The number of the first turn that cost something; None if none did, or if undecided."""
        first = next((turn for turn in self.turns if turn.fell is not False), None)
        return first.number if first is not None and first.fell else None

    @property
    def is_undecided(self) -> bool:
        """Whether the value of some position is not proven."""
        return self.start.value is None or any(turn.after.value is None for turn in self.turns)

    @property
    def line(self) -> tuple[Action, ...]:
        """The game up to the first loss and a best line from there; or else from its end."""
        if self.lost is None:
            return (*self.game.actions, *self.rest)
        return (*self.game.actions[: self.lost.number - 1], *self.lost.line)

    @property
    def leaves_on_turn(self) -> int:
        """The number of the first turn of `line` that was not played."""
        return len(self.turns) + 1 if self.lost is None else self.lost.number


def review(
    game: PlayedGame,
    budget: Budget | None = None,
    seen: Callable[[int], None] = lambda turn: None,
    searcher: Searcher | None = None,
) -> Review:
    """The best score before and after each turn; the budget is for each position.

    `seen` is told the turns whose positions are looked at next. A `searcher` of the caller's has a
    budget of its own.

    >>> from solver.hanab_live.games import game_from_json
    >>> game = {"players": 2, "seed": "p2v0s1", "actions": [{"type": 0, "target": 0}]}
    >>> found = review(game_from_json(game))
    >>> found.best_possible, found.lost_on_turn, found.turns[0].cause
    (25, 1, 'misplay of a last copy')
    """
    of_kind(game, PlayedGame, "the game")
    return _Reviewer(game, searcher or Searcher(given(budget)), seen).review()


class _Reviewer:
    """One walk through a game, with one search context, in which all of it is loaded.

    The best score never rises along a game, as every line from a later position is one from
    before, too. So between two positions of the same value all have it, and the search is for the
    turns on which it falls: halving finds each of them after a few positions.
    """

    def __init__(self, game: PlayedGame, searcher: Searcher, seen: Callable[[int], None]) -> None:
        self.game, self.searcher, self.seen = game, searcher, seen
        self.answers: dict[int, Answer] = {}
        self.interrupted = False
        self.nodes, self.seconds = 0, 0.0

    def review(self) -> Review:
        last = len(self.game.actions)
        self.searcher.load(self.game.start)
        self._solve(0, self.game.deal.rules.perfect_score)
        self._solve(last, self._high(0))
        self._fill(0, last)
        found = self._result()
        if found.lost is not None and not self.interrupted:
            found = replace(found, others=tuple(self._others(found.lost)))
            found = replace(found, nodes=self.nodes, seconds=self.seconds)
        if self.interrupted:
            raise Interrupted(found)
        return found

    def _solve(self, number: int, at_most: int) -> None:
        if self.interrupted or number in self.answers:
            return
        self.seen(number + 1)
        self.answers[number] = self._search(self.game.positions[number], at_most)

    def _search(self, position: Position, at_most: int) -> Answer:
        """What is proven about a position, also by a search that was interrupted."""
        try:
            answer = self.searcher.solve_next(position, at_most)
        except Interrupted as stop:
            answer, self.interrupted = stop.result, True
        except KeyboardInterrupt:  # before the search has begun, or after it
            answer, self.interrupted = unknown(position, at_most), True
        self.nodes += answer.nodes
        self.seconds += answer.seconds
        return answer.replayed()

    def _high(self, number: int) -> int:
        """An upper bound of a position that was solved."""
        answer = self.answers.get(number)
        return self.game.deal.rules.perfect_score if answer is None else answer.bounds[1]

    def _fill(self, first: int, last: int) -> None:
        """Solve what lies between two positions, as far as their values leave it open."""
        if last - first < 2 or self.interrupted:
            return
        if self._high(first) == self.answers[last].bounds[0]:
            return
        middle = (first + last) // 2
        self._solve(middle, self._high(first))
        if not self.interrupted:
            self._fill(first, middle)
            self._fill(middle, last)

    def _bounds(self) -> list[Bounds]:
        """The bounds of all positions: an earlier one is worth no less than a later one."""
        count = len(self.game.positions)
        lows, highs = [0] * count, [self.game.deal.rules.perfect_score] * count
        for number in range(count):
            before = highs[number - 1] if number else highs[0]
            highs[number] = min(before, self._high(number))
        for number in reversed(range(count)):
            after = lows[number + 1] if number + 1 < count else 0
            answer = self.answers.get(number)
            lows[number] = max(after, 0 if answer is None else answer.bounds[0])
        return list(map(Bounds, lows, highs))

    def _result(self) -> Review:
        bounds = self._bounds()
        turns = []
        for number, turn in enumerate(self.game.replay.turns, 1):
            made = ReviewedTurn(number, turn, bounds[number - 1], bounds[number])
            if made.fell:
                # The later positions do not prove so much, so this one was solved itself.
                made = replace(made, line=self.answers[number - 1].line, why=self._why(made))
            turns.append(made)
        end = self.answers.get(len(turns))
        return Review(
            game=self.game,
            start=bounds[0],
            turns=tuple(turns),
            others=(),
            rest=() if end is None else end.line,
            nodes=self.nodes,
            seconds=self.seconds,
        )

    def _why(self, fallen: ReviewedTurn) -> MoveReason | None:
        answer, best = self.answers.get(fallen.number), fallen.before.value
        if answer is None or best is None or fallen.after.value is None:
            return None
        return why_move(fallen.turn.before, fallen.turn.action, best, answer.line)

    def _others(self, lost: ReviewedTurn) -> Iterator[tuple[Action, ...]]:
        budget = self.searcher.budget
        self.searcher.budget = replace(budget, nodes=min(budget.nodes, NODES_FOR_OTHERS))
        for actions in distinct_actions(lost.turn.before):
            if self.interrupted:
                return
            if lost.better in actions:
                yield actions
                continue
            answer = self._search(lost.turn.before.push(actions[0]), lost.before.high)
            if answer.bounds[0] >= lost.before.low:
                yield actions


def cause(turn: Turn) -> Cause:
    """What kind of move a turn was, as far as that explains a loss."""
    before, action, after = turn
    if action.card is None:
        return "clue"
    useful = before.is_useful(action.card)
    is_last = useful and before.card(action.card) not in after.alive
    if after.strikes > before.strikes:
        if after.strikes >= after.rules.strikes:
            return "last strike"
        return "misplay of a last copy" if is_last else "misplay"
    if action.kind == "play":
        return "play"
    if is_last:
        return "discard of a last copy"
    return "discard of a needed card" if useful else "discard of trash"
