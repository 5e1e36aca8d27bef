"""Make the collection, its sheet, its page and the course: `python docs/exercises/make.py`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

from collection_page import TITLE, write_page
from course import course

from cli.views.exercise import to_json
from cli.views.forms.sheet import as_markdown
from solver.exercises.exercise import Exercise
from solver.exercises.making import make
from solver.exercises.themes import OFFERED, ExerciseKind, Theme
from solver.game.rules import Rules

KINDS: tuple[ExerciseKind, ...] = ("judgement", "puzzle")
SEED = "ex"
DEALS = 1200  # with one number of players
# In a puzzle the order of the pile is known: no card can come late by chance.
NO_PUZZLE: tuple[Theme, ...] = ("late-card",)
OTHER_RULES = ("avalanche-5", "black-powder", "timed-display", "hard", "avalanche-10")
BOUQUETS = ("bouquet-final", "bouquet-final avalanche-5")


def collection() -> Iterator[Exercise]:
    """The exercises, in order: two of each theme, one of each grade, and some of other rules."""
    for kind in KINDS:
        players = cycle((3, 4, 2, 5))
        for theme in OFFERED:
            if kind == "puzzle" and theme in NO_PUZZLE:
                continue
            for _ in range(2):
                yield from _some("base", next(players), kind, theme=theme)
            next(players)
        for grade in (1, 2, 3, 4, 5):
            yield from _some("base", next(players), kind, grade=grade)
        for rules in OTHER_RULES:
            yield from _some(rules, next(players), kind)
        for rules in BOUQUETS:
            yield from _some(rules, 5, kind)


def _some(
    rules: str, players: int, kind: ExerciseKind, theme: Theme | None = None,
    grade: int | None = None,
) -> Iterator[Exercise]:  # fmt: skip
    """The first exercise that is found and new, with this theme first or this grade.

    Some themes are rare with this number of players: then it is another one.
    """
    seed = f"{SEED}-{theme or grade or 'x'}"
    for number in (players, 4, 5, 3):
        made = make(
            Rules.named(*rules.split()), number, kind=kind, seed=seed, deals=DEALS, theme=theme,
            grade=grade,
        )  # fmt: skip
        for one in made:
            if theme in (None, one.theme) and (one.seed, one.turn) not in _TAKEN:
                _TAKEN.add((one.seed, one.turn))
                yield one
                return
    raise SystemExit(f"{rules}, {kind}, {theme or grade}: none is found")


_TAKEN: set[tuple[str | None, int]] = set()


def main() -> None:
    """Write the collection as JSON Lines, as a sheet and as a page."""
    here, exercises = Path(__file__).parent, list(collection())
    lines = (json.dumps(to_json(exercise)) + "\n" for exercise in exercises)
    (here / "collection.jsonl").write_text("".join(lines), encoding="utf-8")
    sheet = as_markdown([(exercise, None) for exercise in exercises], TITLE)
    (here / "README.md").write_text(sheet, encoding="utf-8")
    write_page(exercises)
    (here.parent / "endgames.md").write_text(course(exercises), encoding="utf-8")


if __name__ == "__main__":
    main()
