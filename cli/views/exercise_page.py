"""An exercise for people: the question with the table as it is, and the answer."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console
from rich.text import Text

from cli.views import exercise as exercise_report
from cli.views.deal_page import coloured
from cli.views.parts.board import board_rows
from solver.exercises.making import Exercise


def print_question(console: Console, exercise: Exercise, number: int) -> None:
    """The table and what is asked."""
    console.print(
        Text(f"Exercise {number}", "bold") + Text(f"  {exercise_report.setting(exercise)}")
    )
    console.print()
    for row in board_rows(exercise.position, console.width):
        console.print(row)
    console.print()
    console.print(Text(exercise_report.question(exercise), "bold"))


def print_answer(console: Console, exercise: Exercise) -> None:
    """The value of every move, what there is to say, and a line of play."""
    letters = [suit.letter for suit in exercise.position.rules.suits]
    for row in _answer_rows(exercise):
        console.print(coloured(row, letters))


def _answer_rows(exercise: Exercise) -> Iterator[Text]:
    for move in exercise.endgame.moves:
        value = exercise_report.value_words(exercise, move)
        words = exercise_report.move_words(exercise.position, move)
        yield Text(f"{value:>5}  {words}", "bold" if move.keeps_best else "")
    yield Text()
    for remark in exercise_report.remarks(exercise):
        yield Text(remark)
    yield Text()
    yield Text("A best line:")
    lines = list(exercise_report.line_words(exercise))
    for turn, words in enumerate(lines, 1):
        yield Text(f"{turn:>{len(str(len(lines)))}}. {words}")
