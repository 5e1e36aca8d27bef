"""Exercises in numbers: how soon they are found, their answers and themes, and who solves them."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random

from solver import Position, Rules
from solver.analysis.plausible import is_plausible
from solver.exercises.exercise import Exercise
from solver.exercises.making import make
from solver.exercises.simple import Move, simple_action
from solver.exercises.themes import LESSONS

ORDERS = 8  # that a player tries in the head


def exercise_quality(count: int) -> None:
    """Print it for this many exercises of the default options, for each number of players."""
    everything: list[Exercise] = []
    for players in (2, 3, 4, 5):
        seconds, made = [], []
        began = time.process_time()
        for exercise in islice(make(Rules.named("base"), players, seed="quality"), count):
            seconds.append(time.process_time() - began)
            made.append(exercise)
            began = time.process_time()
        everything += made
        _print_players(players, made, seconds)
    _print_themes(everything)
    _print_grades(everything)


def _print_players(players: int, made: list[Exercise], seconds: list[float]) -> None:
    kinds = Counter(exercise.answer_kind for exercise in made)
    tens = [sum(seconds[start : start + 10]) for start in range(0, len(seconds) - 9, 10)]
    print(
        f"{players} players: "
        + ", ".join(f"{kind} {kinds[kind] / len(made):.0%}" for kind in ("play", "clue", "discard"))
        + f"; median {sorted(seconds)[len(seconds) // 2]:.2f} s, slowest {max(seconds):.1f} s, "
        f"slowest ten {max(tens, default=0):.1f} s",
        flush=True,
    )


def _print_themes(made: list[Exercise]) -> None:
    own = Counter(exercise.theme for exercise in made)
    some = Counter(theme for exercise in made for theme in exercise.themes)
    print("\n| theme | first | holds |\n|---|---|---|")
    for theme in LESSONS:
        print(f"| `{theme}` | {own[theme] / len(made):.1%} | {some[theme] / len(made):.1%} |")


def _print_grades(made: list[Exercise]) -> None:
    random = Random(1)
    solved: defaultdict[int, list[bool]] = defaultdict(list)
    for exercise in made:
        solved[exercise.grade.number].append(_thoughtful(exercise, random) in exercise.solutions)
    print(f"\n| grade | exercises | solved by who tries {ORDERS} orders |\n|---|---|---|")
    for grade, results in sorted(solved.items()):
        print(f"| {grade} | {len(results)} | {sum(results) / len(results):.0%} |", flush=True)


def _thoughtful(exercise: Exercise, random: Random) -> Move:
    """What a simple player chooses who plays each move that looks right through a few orders.

    Everybody is taken to go on simply. Where two moves do equally well it is what comes to mind
    first.
    """
    position = exercise.position
    orders = [tuple(random.sample(position.draws, len(position.draws))) for _ in range(ORDERS)]

    def wins(move: Move) -> int:
        return sum(
            _reaches(replace(position, draws=draws).push(move.action), exercise.score)
            for draws in orders
        )

    return max(_in_mind(exercise), key=wins)


def _in_mind(exercise: Exercise) -> Iterator[Move]:
    """The moves that are thought of: the simple one first, the solution last."""
    yield from exercise.tempting
    yield from (m for m in exercise.solutions if is_plausible(exercise.position, m.action))


def _reaches(position: Position, score: int) -> bool:
    while (outcome := position.outcome()) is None:
        position = position.push(simple_action(position))
    return (outcome.score or 0) >= score
