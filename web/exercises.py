"""Exercises for the page, one after the other, by what is wished for."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from threading import TIMEOUT_MAX, Lock
from typing import Any, NamedTuple

from cli.views import exercise as view
from cli.views.parts.moves import move_words
from solver.errors import InputError, shown
from solver.exercises.exercise import Exercise, Step
from solver.exercises.making import look_for
from solver.exercises.simple import Move
from solver.exercises.themes import LESSONS, ExerciseKind, Theme, check_theme
from solver.game.deals import PLAYER_NAMES
from solver.game.rules import Rules
from solver.notation.objects import at
from solver.notation.positions import position_to_text
from solver.reader import Brought
from web.films import BEST_AFTER, BEST_LINE, LIKELY, LOST, Film, Seats, film_json, story_json
from web.keys import key_of
from web.limits import Allowance
from web.opening import open_table
from web.shortest import shortest
from web.tables import table_json

# In so many deals something is found, or it is too rare to be asked for.
DEALS = 20_000
# Searches that can go on where they were; each may have a table of 64 MiB.
REMEMBERED = 8
NONE_SOON = (
    "no exercise of this kind was found in the time there is: ask for another grade or theme, or "
    "try again, and the search goes on from here"
)


class Wish(NamedTuple):
    """What exercises somebody wants; the same wish gives the same ones every time."""

    players: int
    rules: Rules
    kind: ExerciseKind
    grade: int | None
    theme: Theme | None
    seed: str


def read_theme(
    name: str | None, rules: Rules, pile: int | None, kind: ExerciseKind
) -> Theme | None:
    """The theme of this name, if it can come up."""
    if name is None:
        return None
    with at(f"theme {shown(name)}"):
        return check_theme(name, rules, pile, kind)


@dataclass
class _Lesson:
    """The exercises of a wish: those that were found, and the search for more."""

    more: Iterator[Exercise | None]
    found: list[Exercise] = field(default_factory=list)
    lock: Lock = field(default_factory=Lock)

    def take(self, number: int, allowance: Allowance) -> Exercise | None:
        if not self.lock.acquire(timeout=min(allowance.seconds_left, TIMEOUT_MAX)):
            raise InputError(NONE_SOON)
        try:
            while len(self.found) <= number:
                allowance.check()
                if allowance.is_over:
                    raise InputError(NONE_SOON)
                one = next(self.more, _OVER)
                if isinstance(one, Exercise):
                    self.found.append(one)
                elif one is _OVER:
                    return None
            return self.found[number]
        finally:
            self.lock.release()


_OVER = object()


class Lessons:
    """Remembers the searches of recent wishes, so that the next exercise need not begin anew."""

    def __init__(self) -> None:
        """None yet."""
        self._lessons: OrderedDict[Wish, _Lesson] = OrderedDict()
        self._lock = Lock()

    def take(self, wish: Wish, number: int, allowance: Allowance) -> Exercise | None:
        """The exercise of this number, from 0; None if there are not so many."""
        return self._lesson(wish).take(number, allowance)

    def _lesson(self, wish: Wish) -> _Lesson:
        with self._lock:
            lesson = self._lessons.pop(wish, None)
            if lesson is None:
                more = look_for(
                    wish.rules, wish.players, kind=wish.kind, seed=wish.seed, deals=DEALS,
                    theme=wish.theme, grade=wish.grade,
                )  # fmt: skip
                lesson = _Lesson(more)
            self._lessons[wish] = lesson
            if len(self._lessons) > REMEMBERED:
                self._lessons.popitem(last=False)
            return lesson


# As the page is told


def exercise_json(exercise: Exercise) -> dict[str, Any]:
    """An exercise with its answer; what the page shows of it, and when, is its affair."""
    judgement = exercise.kind == "judgement"
    text = position_to_text(exercise.position)
    return {
        "id": sha256(f"{exercise.kind} {text}".encode()).hexdigest()[:16],
        "kind": exercise.kind,
        "question": view.sentence(exercise),
        "remark": view.CLEARLY if judgement else None,
        "setting": view.setting(exercise),
        "grade": exercise.grade.number,
        "theme": exercise.theme,
        "theme_title": LESSONS[exercise.theme].title,
        "hints": list(view.hints(exercise)),
        "table": _table(exercise),
        "moves": [_move_json(exercise, move) for move in exercise.moves],
        "remarks": list(view.remarks(exercise)),
        "film": _plan(exercise),
    }


def _table(exercise: Exercise) -> dict[str, Any]:
    """The table, which has the same orders in the hands as the exercise."""
    is_unknown = exercise.kind == "judgement"
    aim = exercise.score if exercise.score != exercise.position.rules.perfect_score else None
    brought = Brought(
        exercise.position,
        "exercise",
        is_pile_unknown=is_unknown,
        aim=aim if is_unknown else None,
    )
    return table_json(open_table(shortest(brought, None)["text"]))


def _move_json(exercise: Exercise, move: Move) -> dict[str, Any]:
    _, *why = verdict = list(view.verdict(exercise, move))
    return {
        "keys": list(map(key_of, move.actions)),
        "label": view.value_words(exercise, move),
        "is_right": bool(move.keeps_best),
        "words": move_words(exercise.position, move),
        "verdict": verdict,
        "why": why,
        "film": None if move.keeps_best else _refutation(exercise, move),
    }


def _refutation(exercise: Exercise, move: Move) -> Film | None:
    """How a wrong move comes to light, where that is not plain at once."""
    note = exercise.notes.get(move.action)
    if note is None or not note.steps or note.plain == note.sentence:
        return None
    if exercise.kind == "judgement":
        return story_json(note.steps, _seats(), LOST, note.plain)
    line = [move.action, *(step.action for step in note.steps)]
    return film_json(exercise.position, line, _seats(), BEST_AFTER, note.plain)


def _plan(exercise: Exercise) -> Film | None:
    """The best line of a puzzle, or how it may go on after the answer."""
    if exercise.kind == "puzzle":
        line = [action for _, action in exercise.steps]
        return film_json(exercise.position, line, _seats(), BEST_LINE)
    steps: tuple[Step, ...] = exercise.notes[exercise.solutions[0].action].steps
    return story_json(steps, _seats(), LIKELY, None) if len(steps) > 1 else None


def _seats() -> Seats:
    """An exercise is a position, of which nobody knows the turn."""
    return Seats(PLAYER_NAMES, None)
