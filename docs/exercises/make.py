"""Make the collection again: `python docs/exercises/make.py` writes both files beside it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from cli.views.exercise import to_json
from cli.views.forms.sheet import as_markdown
from solver.exercises.making import BUDGET, Exercise, exercise, from_deal
from solver.exercises.themes import Theme
from solver.game.deals import Deal
from solver.game.rules import Rules
from solver.notation.positions import position_from_text
from solver.search.searcher import Searcher

TITLE = "Exercises: endgames"


class Source(NamedTuple):
    """Where an exercise comes from: a deal, its rules, the cards left, and what it teaches."""

    rules: str
    seed: str
    pile: int
    theme: Theme | None


# Found by going through deals with seeds that begin with "ex"; few of them for each rule set,
# number of players and theme.
SOURCES = (
    Source("base", "p2v0sex-11-0", 4, "hand-over-the-draw"),
    Source("base", "p2v0sex-8-0", 2, "hold-the-five"),
    Source("base", "p3v0sex-8-0", 4, "hand-over-the-draw"),
    Source("base", "p3v0sex-2-0", 2, None),
    Source("base", "p3v0sex-2", 4, "hold-the-five"),
    Source("base", "p3v0s1-8", 4, "hand-over-the-draw"),
    Source("base", "p4v0sex-2-0", 4, "hand-over-the-draw"),
    Source("base", "p4v0sex-5-0", 2, "hold-the-five"),
    Source("base", "p4v0sex-1-0", 2, None),
    Source("base", "p4v0sex-7-0", 0, "last-round"),
    Source("base", "p5v0sex-1-0", 2, "hand-over-the-draw"),
    Source("base", "p5v0sex-2-0", 2, None),
    Source("base", "p5v0sex-29", 0, "last-round"),
    Source("base", "p5v0sex-29", 4, "hold-the-five"),
    Source("avalanche-5", "p2v2sex-6-0", 2, "hold-the-five"),
    Source("avalanche-5", "p3v2sex-1-0", 4, "hand-over-the-draw"),
    Source("avalanche-5", "p4v2sex-2", 0, "last-round"),
    Source("avalanche-5", "p4v2sex-7-0", 4, "hand-over-the-draw"),
    Source("avalanche-5", "p5v2sex-1-0", 2, "hold-the-five"),
    Source("avalanche-5", "p5v2sex-2-0", 2, "hold-the-five"),
    Source("black-powder", "p2v1356sex-3-0", 2, "hand-over-the-draw"),
    Source("black-powder", "p3v1356sex-4-0", 4, "hold-the-five"),
    Source("black-powder", "p4v1356sex-5-0", 4, "hold-the-five"),
    Source("black-powder", "p5v1356sex-5-0", 2, "hand-over-the-draw"),
    Source("timed-display", "p2v0sex-1-0", 4, "hand-over-the-draw"),
    Source("timed-display", "p3v0sex-2-0", 2, "hold-the-five"),
    Source("timed-display", "p4v0sex-8-0", 4, "hand-over-the-draw"),
    Source("timed-display", "p5v0sex-1-0", 4, "hand-over-the-draw"),
    Source("bouquet-final avalanche-5", "p3v2sex-16", 0, None),
    Source("bouquet-final avalanche-5", "p4v2sex-15", 1, None),
    Source("bouquet-final avalanche-5", "p5v2sex-2", 0, "empty-hand"),
    Source("bouquet-final avalanche-5", "p5v2sex-55", 0, "empty-hand"),
    Source("bouquet-final black-powder", "p3v1356sex-5", 0, None),
    Source("bouquet-final black-powder", "p4v1356sex-75", 0, "empty-hand"),
    Source("bouquet-final black-powder", "p5v1356sex-51", 0, "empty-hand"),
    Source("bouquet-final black-powder", "p5v1356sex-110", 0, "empty-hand"),
    Source("bouquet-final", "p3v0sex-46", 0, None),
    Source("bouquet-final", "p3v0sex-75", 2, None),
    Source("bouquet-final", "p3v0sex-96", 4, None),
    Source("bouquet-final", "p4v0sex-50", 4, "discard-to-draw"),
    Source("bouquet-final", "p4v0sex-61", 4, None),
    Source("bouquet-final", "p4v0sex-96", 0, None),
    Source("bouquet-final", "p5v0sex-27", 0, "empty-hand"),
    Source("bouquet-final", "p5v0sex-63", 0, "empty-hand"),
    Source("bouquet-final", "p5v0sex-77", 0, "empty-hand"),
)

# To fail on purpose is rare: these come from many games of five players who hurry, with the deal
# and the turn of each.
RARE = (
    (
        "hands p1 p1 y4 y3 / y1 p3 g3 r1 / b1 r1 b3 p4 / g4 r4 g1 m5 / m3 m4 g2 b4; "
        "pile m2 p2 y1 r3 b1; fireworks r5 y5 g5 b5 p5 m1; 8 tokens; 1 strike; Donald to move; "
        "rules avalanche-5",
        "p5v2sf-536",
        34,
    ),
    (
        "hands m3 r4 y3 r2 / g4 m4 p1 y4 / m5 p4 y1 p2 / y2 p1 m2 y1 / g1 g1 p3 p5; "
        "pile g5 r5 m1 r3; fireworks r4 y5 g4 b5 p4 m0; 8 tokens; 0 strikes; Cathy to move; "
        "rules avalanche-5",
        "p5v2sf-1155",
        43,
    ),
)


def collection() -> Iterator[Exercise]:
    """The exercises, in order."""
    searcher = Searcher(BUDGET)
    for source in SOURCES:
        deal = Deal.from_seed(source.seed, rules=Rules.named(*source.rules.split()))
        made = from_deal(
            searcher, deal, source.pile, wanted=lambda one, theme=source.theme: one.theme == theme
        )
        if made is None:
            raise SystemExit(f"{source}: there is no such exercise any more; look for another")
        yield made
    for text, seed, turn in RARE:
        made = exercise(searcher, position_from_text(text), 1, seed, turn)
        if made is None:
            raise SystemExit(f"{seed}: this is no exercise any more; look for another")
        yield made


def main() -> None:
    """Write the collection as JSON Lines and as a sheet."""
    here, exercises = Path(__file__).parent, list(collection())
    lines = (json.dumps(to_json(exercise)) + "\n" for exercise in exercises)
    (here / "collection.jsonl").write_text("".join(lines), encoding="utf-8")
    (here / "README.md").write_text(as_markdown(exercises, TITLE), encoding="utf-8")


if __name__ == "__main__":
    main()
