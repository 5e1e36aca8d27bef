"""An exercise: a position, what is asked, the answer, and why the others are wrong."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from typing import Literal, NamedTuple

from solver.analysis.moves import Endgame, ValuedMove
from solver.chances.moves import Chances
from solver.errors import InputError
from solver.exercises.grading import Grade
from solver.exercises.simple import Move
from solver.exercises.themes import ExerciseKind, Theme
from solver.game.actions import Action
from solver.game.cards import Card
from solver.game.deals import Deal
from solver.game.position import Position

AnswerKind = Literal["play", "discard", "clue"]


class Step(NamedTuple):
    """A turn of a refutation: what is done, and what is drawn if that is chosen for the story."""

    position: Position
    action: Action
    drawn: Card | None = None


class Note(NamedTuple):
    """What there is to say of a move.

    A sentence; the best play after it up to where the loss is plain; and why it is plain then. For
    the answer of a judgement the steps are how it may go on.
    """

    sentence: str | None
    steps: tuple[Step, ...] = ()
    plain: str | None = None


@dataclass(frozen=True)
class Exercise:
    """A position with its question, which move is best, and the answer.

    `tempting` are the wrong moves that look right, first of all what a simple player does. `notes`
    are about the solutions and these, by their actions. The `themes` are all that hold, the most
    particular first. `seed` is the deal that the position comes from, and `turn` the number of the
    turn there. `deal` is that deal itself and `played` what was played until then, if the exercise
    was made from it.
    """

    found: Endgame | Chances
    tempting: tuple[Move, ...]
    notes: dict[Action, Note]
    themes: tuple[Theme, ...]
    grade: Grade
    seed: str | None
    turn: int
    deal: Deal | None = None
    played: tuple[Action, ...] = ()

    @property
    def kind(self) -> ExerciseKind:
        """A judgement if the pile lies face down, else a puzzle."""
        return "judgement" if isinstance(self.found, Chances) else "puzzle"

    @property
    def theme(self) -> Theme:
        """What it teaches, first of all."""
        return self.themes[0]

    @property
    def position(self) -> Position:
        """The position."""
        return self.found.position

    @property
    def moves(self) -> tuple[Move, ...]:
        """All moves, the best first."""
        return self.found.moves

    @property
    def solutions(self) -> tuple[Move, ...]:
        """The moves that keep the best score, or the best chance."""
        return self.found.best_moves

    @property
    def score(self) -> int:
        """The score that is asked for."""
        if isinstance(self.found, Endgame):
            return self.found.answer.bounds[0]
        aim = self.found.aim
        return aim if isinstance(aim, int) else self.position.rules.perfect_score

    @property
    def margin(self) -> Fraction | int:
        """What the best of the wrong moves costs."""
        return min(move.cost for move in self.moves if not move.keeps_best and move.cost)

    @property
    def answer_kind(self) -> AnswerKind:
        """What the first solution is; a misplay counts as a play."""
        return self.solutions[0].action.kind

    @property
    def steps(self) -> list[tuple[Position, Action]]:
        """A best line of a puzzle, from the first solution on: positions with the actions there."""
        solution = self.solutions[0]
        if not isinstance(solution, ValuedMove):
            return []
        position, line = self.position, []
        for action in solution.line:
            line.append((position, action))
            position = position.push(action)
        return line

    def game(self) -> tuple[Deal, tuple[Action, ...]]:
        """The deal, and what was played until the question; of a puzzle also the best line."""
        if self.deal is None:
            raise InputError("the exercise is a position alone: no moves lead to it from a deal")
        there = reduce(Position.push, self.played, Position.start(self.deal))
        # The position has orders of its own; hands and pile lie the same way in both, and of the
        # discards only the cards matter.
        here, orders = self.position, dict[int, int]()
        for part, same in (*zip(here.hands, there.hands, strict=True), (here.draws, there.draws)):
            orders.update(zip(part, same, strict=True))
        discards = sorted(here.discards, key=here.card), sorted(there.discards, key=there.card)
        orders.update(zip(*discards, strict=True))
        line = [
            action._replace(
                card=None if action.card is None else orders[action.card],
                choices=tuple(c._replace(card=orders[c.card]) for c in action.choices),
            )
            for _, action in self.steps
        ]
        return self.deal, (*self.played, *line)
