"""Exercises: each claim is true, answers are of every kind, themes hold where they should."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from itertools import islice
from typing import Any

import pytest

from cli.views.exercise import sentence, to_json
from cli.views.forms.sheet import as_markdown
from solver import Rules
from solver.analysis.moves import analyse
from solver.analysis.plausible import is_plausible
from solver.chances.aims import Aim
from solver.chances.moves import ChanceMove, chances
from solver.chances.why import CLEARLY
from solver.errors import InputError
from solver.exercises.exercise import Exercise
from solver.exercises.grading import Grade
from solver.exercises.judging import BUDGET, best_hope, judgement, puzzle
from solver.exercises.making import make
from solver.exercises.simple import simple_action
from solver.exercises.themes import LESSONS, OFFERED, ExerciseKind, Theme
from solver.game.actions import Action
from solver.game.position import Position, replay
from solver.notation.actions import action_from_json
from solver.notation.positions import position_from_json, position_from_text, position_to_text
from solver.search.searcher import Searcher
from solver.twin import TooLarge, best_score
from tests.support import places

DOCS = places.DOCS / "exercises"
RECORDS = [
    json.loads(line)
    for line in (DOCS / "collection.jsonl").read_text(encoding="utf-8").splitlines()
]
NAMES = [f"{number}-{record['seed']}" for number, record in enumerate(RECORDS, 1)]
SEARCHER = Searcher(BUDGET)
LIMIT = 1_000  # positions for the plain twin, which tries everything


def made_again(record: dict[str, Any]) -> Exercise:
    """The exercise of a record, from its position alone."""
    position = position_from_text(record["text"])
    if record["kind"] == "judgement":
        made = judgement(position, record["seed"], record["turn"])
    else:
        made = puzzle(SEARCHER, position, 1, record["seed"], record["turn"])
    assert made is not None
    return made


@cache
def some(
    players: int, count: int, kind: ExerciseKind = "judgement", rules: str = "base"
) -> list[Exercise]:
    named = Rules.named(*rules.split())
    return list(islice(make(named, players, kind=kind, seed="test"), count))


# The collection


def test_the_collection_is_large_and_varied() -> None:
    assert len(RECORDS) >= 60
    kinds = Counter(record["kind"] for record in RECORDS)
    assert min(kinds["judgement"], kinds["puzzle"]) >= len(RECORDS) * 2 // 5
    positions = [record["position"] for record in RECORDS]
    assert len({record["text"] for record in RECORDS}) == len(RECORDS)
    assert {position["players"] for position in positions} >= {2, 3, 4, 5}
    names = {name for position in positions for name in position["rules"]}
    assert names >= {"base", "avalanche-5", "black-powder", "timed-display", "bouquet-final"}
    for kind in kinds:
        own = [record for record in RECORDS if record["kind"] == kind]
        themes = {theme for record in own for theme in record["themes"]}
        assert themes >= set(OFFERED) - ({"late-card"} if kind == "puzzle" else set())
        assert {record["grade"]["number"] for record in own} == {1, 2, 3, 4, 5}


@pytest.mark.parametrize("record", RECORDS, ids=NAMES)
def test_the_claims_of_the_collection(record: dict[str, Any]) -> None:
    """Each value by a search of its own, which knows nothing of the others."""
    position = position_from_text(record["text"])
    assert (
        position_from_json(
            {k: v for k, v in record["position"].items() if k not in ("pile_order", "aim")}
        )
        == position
    )
    values = [_value(record, position, move) for move in record["moves"]]
    best = max(values)
    solutions = [move for move in record["moves"] if move["keeps_best"]]
    assert record["solutions"] == solutions and len(solutions) == 1
    for move, value in zip(record["moves"], values, strict=True):
        assert move["keeps_best"] == (value == best)
        if record["kind"] == "judgement" and value < best:
            assert best - value >= Fraction(5, 100)
    simple, wrong = simple_action(position), [m for m in record["moves"] if not m["keeps_best"]]
    first = action_from_json(position, record["obvious"][0])
    assert (first.kind, first.card is None) == (simple.kind, simple.card is None)
    assert len(record["obvious"]) >= 2 and all(move in wrong for move in record["obvious"])
    for value in record["line"]:
        position = position.push(action_from_json(position, value))
    if record["line"]:
        outcome = position.outcome()
        assert outcome is not None and outcome.score == record["max_score"]


def _value(record: dict[str, Any], position: Position, move: dict[str, Any]) -> Fraction | int:
    """What a move is worth, and that the record says so."""
    action = action_from_json(position, move)
    if record["kind"] == "puzzle":
        answer = SEARCHER.solve_position(position.push(action))
        assert answer.verdict != "undecided"
        assert answer.max_score == move["max_score"]
        return answer.max_score or 0
    found = next(m for m in _chances(record["text"], record["aim"]) if action in m.actions)
    assert found.value is not None and found.value == Fraction(move["win"])
    return found.value


@cache
def _chances(text: str, aim: Aim) -> tuple[ChanceMove, ...]:
    return chances(position_from_text(text), aim).moves


@pytest.mark.check_takes(4)
@pytest.mark.parametrize("record", RECORDS, ids=NAMES)
def test_the_collection_is_what_the_program_says(record: dict[str, Any]) -> None:
    """Question, obvious moves, why, themes and grade, from the position alone."""
    assert to_json(made_again(record)) == record


@pytest.mark.check_takes(0)
def test_brute_force_agrees_with_the_collection() -> None:
    """Where the plain twin can go through everything: the last round, and more."""
    tried: Counter[str] = Counter()
    for record in RECORDS:
        if record["kind"] == "judgement":
            continue
        position = position_from_text(record["text"])
        for move in record["moves"]:
            try:
                score = best_score(position.push(action_from_json(position, move)), LIMIT)
            except TooLarge:
                break
            assert score == move["max_score"]
            tried[position.rules.ending] += 1
    assert tried["last-round"] >= 10


@pytest.mark.check_takes(0)
def test_the_sheet_of_the_collection() -> None:
    made = [(made_again(record), None) for record in RECORDS]
    sheet = (DOCS / "README.md").read_text(encoding="utf-8")
    assert sheet == as_markdown(made, "Exercises: endgames")


@pytest.mark.check_takes(0)
def test_the_course_says_what_the_collection_says() -> None:
    """Each board, answer and reason of docs/endgames.md, from the positions alone."""
    spec = spec_from_file_location("course", DOCS / "course.py")
    assert spec is not None and spec.loader is not None
    course = module_from_spec(spec)
    spec.loader.exec_module(course)
    made = [made_again(record) for record in RECORDS]
    assert (DOCS.parent / "endgames.md").read_text(encoding="utf-8") == course.course(made)
    assert set(course.CHAPTERS) == set(OFFERED)


# Making


@pytest.mark.check_takes(0)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_answers_are_of_every_kind(players: int) -> None:
    """In a fixed set with the default options; the benchmark counts more of them."""
    kinds = Counter(exercise.answer_kind for exercise in some(players, 50))
    assert kinds.total() == 50
    for kind in ("play", "discard", "clue"):
        assert 5 <= kinds[kind] <= 25, kinds


@pytest.mark.check_takes(1)
@pytest.mark.parametrize(
    ("players", "kind", "rules"),
    [
        (3, "judgement", "base"),
        (4, "puzzle", "base"),
        (4, "judgement", "black-powder"),
        (5, "puzzle", "avalanche-5"),
        (3, "puzzle", "flamboyants"),
    ],
)
def test_what_is_made_is_an_exercise(players: int, kind: ExerciseKind, rules: str) -> None:
    for made in some(players, 3, kind, rules):
        position = made.position
        assert position.status() == []
        assert (made.kind, position.players, len(made.solutions)) == (kind, players, 1)
        assert 0 <= len(position.pile) <= 8
        assert any(simple_action(position) in move.actions for move in made.tempting[:1])
        assert len(made.tempting) >= 2
        assert all(is_plausible(position, move.action) for move in made.tempting[1:])
        assert not any(move.keeps_best for move in made.tempting)
        assert set(made.notes) >= {move.action for move in made.tempting}
        if kind == "judgement":
            assert made.score == best_hope(position)
            assert made.margin >= CLEARLY
        else:
            assert made.score == analyse(position, BUDGET).max_score
        assert made.theme in LESSONS and made.theme == made.themes[0]


def test_what_is_asked_in_bouquet_final() -> None:
    asked = {
        record["kind"]: sentence(made_again(record)).partition(". ")[2]
        for record in RECORDS
        if "bouquet-final" in record["position"]["rules"]
    }
    assert asked == {
        "judgement": "Which move has the best chance to win?",
        "puzzle": "Which move still wins?",
    }


@pytest.mark.check_takes(0)
def test_the_same_seed_makes_the_same_exercises() -> None:
    def texts(seed: str, count: int) -> list[str]:
        made = make(Rules.named("base"), 4, pile=4, seed=seed)
        return [position_to_text(one.position) for one in islice(made, count)]

    first = texts("7", 4)
    assert first == texts("7", 4)
    assert first[:2] == texts("7", 2)  # a shorter set is the beginning of a longer one
    assert first != texts("8", 4)


@pytest.mark.check_takes(1)
@pytest.mark.parametrize("theme", OFFERED)
def test_every_theme_that_is_offered_is_found(theme: Theme) -> None:
    made = next(make(Rules.named("base"), 3, theme=theme, deals=4000))
    assert theme in made.themes


def test_only_the_grade_that_is_wanted() -> None:
    made = islice(make(Rules.named("base"), 4, grade=2, seed=3), 2)
    assert [one.grade.number for one in made] == [2, 2]


def test_deals_are_counted() -> None:
    seen: list[int] = []
    list(make(Rules.named("base"), 3, deals=4, seen=seen.append))
    assert seen == [1, 2, 3, 4]


@pytest.mark.parametrize(("kind", "most"), [("puzzle", 35), ("judgement", 20)])
def test_a_pile_that_cannot_be(kind: ExerciseKind, most: int) -> None:
    for pile in (-1, most + 1):
        with pytest.raises(InputError, match=f"0 to {most} are possible"):
            make(Rules.named("base"), 3, kind=kind, pile=pile)


def test_no_judgement_with_bonus_tiles() -> None:
    with pytest.raises(InputError, match="ask for puzzles"):
        make(Rules.named("flamboyants"), 3)


@pytest.mark.parametrize("kind", ["judgement", "puzzle"])
def test_none_with_plays_from_the_pile(kind: ExerciseKind) -> None:
    with pytest.raises(InputError, match="do not know plays from the pile"):
        make(Rules.named("deck-plays"), 3, kind=kind)


@pytest.mark.check_takes(0)
def test_the_game_of_an_exercise() -> None:
    """A position alone has none; from a deal, it leads to the question, or through the puzzle."""
    with pytest.raises(InputError, match="a position alone"):
        made_again(RECORDS[0]).game()
    for made in some(4, 3, "puzzle"):
        deal, line = made.game()
        assert (deal.seed, len(made.played)) == (made.seed, made.turn - 1)
        outcome = replay(deal, line)[-1].outcome()
        assert outcome is not None and outcome.score == made.score
    for made in some(3, 3):
        deal, line = made.game()
        there = replay(deal, line)[-1]
        assert (there.to_move, there.tokens) == (made.position.to_move, made.position.tokens)


# The simple player


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("hands r5 y2 r1 r1 g4 / g1 g1 p1 p1 y1; pile g2; fireworks r4 y1; tokens 3", "play y2"),
        ("hands r1 r1 b1 b1 g3 / g1 g1 p1 p1 y1; pile g2; fireworks r4; tokens 3", "play b1"),
        ("hands r1 r1 r2 r3 g3 / g1 g1 p1 p1 y1; pile g2; fireworks r4; tokens 3", "clue"),
        ("hands r1 r1 r2 r3 g3 / g1 g1 p1 p1 y1; pile g2; fireworks r4; tokens 0", "discard r1"),
        ("hands y3 y4 y5 r5 g3 / g1 g1 y3 p1 y1; pile g2; fireworks r3; tokens 0", "discard y3"),
    ],
)
def test_what_a_simple_player_does(text: str, expected: str) -> None:
    position = position_from_text(text)
    action = simple_action(position)
    card = "" if action.card is None else f" {position.card(action.card)}"
    assert f"{action.kind}{card}" == expected


# Themes and grades


def exercise_with(theme: Theme) -> Exercise:
    return next(make(Rules.named("base"), 4, theme=theme, seed="condition"))


@pytest.mark.check_takes(0)
def test_themes_hold() -> None:
    """What can be seen of each theme on the board."""
    one = exercise_with("keep-the-five")
    plays = [move for move in one.tempting if move.action.kind == "play"]
    assert any(move.card is not None and move.card.value == 5 for move in plays)
    one = exercise_with("who-draws-last")
    assert len(one.position.pile) == 1
    one = exercise_with("last-round-order")
    assert one.position.turns_left is not None and one.answer_kind == "play"
    one = exercise_with("earn-a-token")
    assert one.position.tokens == 0 and one.answer_kind == "discard"
    assert exercise_with("stall").answer_kind == "clue"
    one = exercise_with("give-up-a-card")
    assert one.score < one.position.rules.score(one.position.reachable_levels()) or (
        one.answer_kind == "discard"
    )
    one = exercise_with("late-card")
    assert (one.notes[one.solutions[0].action].sentence or "").startswith("Wins unless")


@pytest.mark.check_takes(0)
def test_with_one_more_token_the_clue_would_do() -> None:
    one = exercise_with("save-a-token")
    position, aim = one.position, "win" if one.score == 25 else one.score
    richer = replace(position, tokens=position.tokens + 1)
    clue = richer.push(Action("clue"))
    best = max(move.value or 0 for move in one.moves if hasattr(move, "value"))
    assert (chances(clue, aim).value or 0) >= best  # type: ignore[arg-type]


def test_grades() -> None:
    assert Grade(2, 1, Fraction(1), is_quiet=False).number == 1
    assert Grade(2, 1, Fraction(1, 2), is_quiet=False).number == 2
    assert Grade(5, 1, Fraction(3, 10), is_quiet=False).number == 3
    assert Grade(2, 6, Fraction(15, 100), is_quiet=False).number == 4
    assert Grade(2, 1, Fraction(10, 100), is_quiet=True).number == 5
    assert Grade(2, 0, 1, is_quiet=False).number == 1
    assert Grade(2, 3, 1, is_quiet=False).number == 3
    assert Grade(2, 11, 1, is_quiet=False).number == 5
