"""A lesson on the terminal: one exercise after the other, with tries, hints and a score."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable

from rich.text import Text

from cli.terminal import output
from cli.views import exercise as view
from cli.views.parts.cards import coloured
from solver.errors import InputError
from solver.exercises.exercise import Exercise
from solver.exercises.progress import Progress
from solver.notation.answers import parse_answer

SAY = "Type a move, like play 3, discard r1 or clue."
ASK = "Your move (h hint, s solution, n next, q quit):"
ASK_AGAIN = "Try again (h hint, s solution, n next, q quit):"
GO_ON = "Enter for the next, s for the value of every move, q to quit:"
QUIT, NEXT, SOLUTION, HINT = ("q", "quit"), ("n", "next"), ("s", "solution"), ("h", "hint")


class Quit(Exception):
    """Somebody has enough."""


class Lesson:
    """Shows exercises and takes answers.

    What is right at the first try, without a hint, counts as solved. Everything else counts as
    missed, and comes again if progress is kept.
    """

    def __init__(self, progress: Progress | None, show: Callable[[Exercise], None]) -> None:
        """`show` is called once an exercise is over."""
        self.progress, self.show = progress, show
        self.tried = self.solved = self.helped = 0

    def give(self, exercises: Iterable[Exercise]) -> int:
        """Give exercises until there are no more or somebody quits; how many were shown."""
        shown = 0
        try:
            for shown, exercise in enumerate(exercises, 1):
                if shown > 1:
                    output.line("")
                output.page(view.page(exercise, f"Exercise {shown}", width=output.width()))
                output.line("")
                if shown == 1:
                    output.line(SAY)
                self._take_answers(exercise)
        except Quit:
            pass
        except KeyboardInterrupt:
            output.line("")  # behind the question
            raise
        finally:  # also after Ctrl-C
            if self.tried:
                output.line("")
                output.line(self.score())
        return shown

    def score(self) -> str:
        """What became of the exercises."""
        words = f"Solved at the first try: {self.solved} of {self.tried}"
        more = f"; with a hint or more tries: {self.helped}" if self.helped else ""
        return f"{words}{more}."

    def _take_answers(self, exercise: Exercise) -> None:
        hints, is_first, asked = list(view.hints(exercise)), True, ASK
        while True:
            text = _ask(asked)
            if text in QUIT:
                if not is_first:
                    self._note(exercise, False)
                raise Quit
            if text in NEXT:
                self._note(exercise, False)
                return
            if text in SOLUTION:
                self._note(exercise, False)
                self._show_solution(exercise)
                return self._go_on(exercise, is_shown=True)
            if text in HINT:
                output.line(hints.pop(0) if hints else "That was the last hint; s is the solution.")
                is_first = False
                continue
            try:
                action = parse_answer(exercise.position, text)
            except InputError as fault:
                output.page([Text(str(fault))])
                continue
            move = next(move for move in exercise.moves if action in move.actions)
            output.page(_coloured(view.verdict(exercise, move), exercise))
            if move.keeps_best:
                self.helped += not is_first
                self._note(exercise, is_first)
                output.page(_coloured(view.remarks(exercise), exercise))
                return self._go_on(exercise, is_shown=False)
            is_first, asked = False, ASK_AGAIN

    def _show_solution(self, exercise: Exercise) -> None:
        output.line("")
        output.page(view.answer_page(exercise, width=output.width()))

    def _go_on(self, exercise: Exercise, is_shown: bool) -> None:
        self.show(exercise)
        while True:
            text = _ask(GO_ON if not is_shown else "Enter for the next, q to quit:")
            if text in QUIT:
                raise Quit
            if text in ("", *NEXT):
                return
            if text in SOLUTION and not is_shown:
                self._show_solution(exercise)
                is_shown = True

    def _note(self, exercise: Exercise, is_solved: bool) -> None:
        self.tried += 1
        self.solved += is_solved
        if self.progress is not None:
            self.progress.note(exercise, is_solved)


def _ask(question: str) -> str:
    """What is typed; the end of the input is the wish to quit."""
    sys.stdout.write(f"{question} ")
    sys.stdout.flush()
    text = sys.stdin.readline()
    if not text:
        output.line("")  # behind the question
    return text.strip().lower() if text else "q"


def _coloured(words: Iterable[str], exercise: Exercise) -> Iterable[Text]:
    return [coloured(Text(text), exercise.position.rules) for text in words]
