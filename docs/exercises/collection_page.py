"""Make the page of the collection: `python docs/exercises/collection_page.py`, in seconds.

It writes collection.html from collection.jsonl: the exercises in a browser, in one file that works
offline. It is not kept in the repository: it holds the whole page, so it would change with it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from solver.exercises.exercise import Exercise
from solver.exercises.judging import BUDGET, judgement, puzzle
from solver.notation.positions import position_from_text
from solver.search.searcher import Searcher
from web.document import kept_page
from web.kept import kept_exercises

HERE = Path(__file__).parent
TITLE = "Exercises: endgames"


def records() -> list[dict[str, Any]]:
    """The exercises as they are kept."""
    text = (HERE / "collection.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def made_again(record: dict[str, Any], searcher: Searcher) -> Exercise:
    """The exercise of a record, from its position alone."""
    position, seed, turn = position_from_text(record["text"]), record["seed"], record["turn"]
    if record["kind"] == "judgement":
        made = judgement(position, seed, turn)
    else:
        made = puzzle(searcher, position, 1, seed, turn)
    if made is None:
        raise SystemExit(f"{seed}, turn {turn}: is no exercise any more; make the collection again")
    return made


def page(exercises: Iterable[Exercise]) -> str:
    """The page."""
    return kept_page(kept_exercises(exercises, TITLE))


def write_page(exercises: Iterable[Exercise]) -> None:
    """Write it beside the collection."""
    (HERE / "collection.html").write_text(page(exercises), encoding="utf-8")


def main() -> None:
    """Write the page of the collection that is there."""
    searcher = Searcher(BUDGET)
    write_page(made_again(record, searcher) for record in records())


if __name__ == "__main__":
    main()
