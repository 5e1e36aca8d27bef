"""Progress between lessons: what was missed comes again, and no other file is touched."""

from __future__ import annotations

import errno
import json
import os
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from solver import Rules
from solver.errors import InputError
from solver.exercises import judging
from solver.exercises.exercise import Exercise
from solver.exercises.judging import BUDGET
from solver.exercises.making import make
from solver.exercises.progress import SCHEMA, Progress
from solver.exercises.themes import ExerciseKind
from solver.notation.positions import position_to_text
from solver.search.searcher import Searcher

KINDS: tuple[ExerciseKind, ...] = ("judgement", "puzzle")
OVER = "hands r5 / y5; fireworks r4; 1 token; 0 turns left"
FINE = "hands r1 r1 r1 r2 r2 / g1 g1 g1 g2 g2; pile b1; tokens 3"


@cache
def some(kind: ExerciseKind) -> tuple[Exercise, ...]:
    return tuple(islice(make(Rules.named("base"), 3, kind=kind, pile=4, seed=7), 2))


def texts(entries: list[dict[str, Any]]) -> list[str]:
    return [entry["text"] for entry in entries]


def text_of(exercise: Exercise) -> str:
    return position_to_text(exercise.position)


def test_a_missing_file_is_empty(tmp_path: Path) -> None:
    path = tmp_path / "progress.json"
    progress = Progress.read(str(path))
    assert (progress.solved, progress.missed, progress.again()) == ([], [], [])
    assert not progress.has_solved(some("puzzle")[0])
    assert not path.exists()


@pytest.mark.parametrize("kind", KINDS)
def test_round_trip(kind: ExerciseKind, tmp_path: Path) -> None:
    path = str(tmp_path / "progress.json")
    first, second = some(kind)
    progress = Progress.read(path)
    progress.note(first, is_solved=True)
    progress.note(second, is_solved=False)
    read = Progress.read(path)
    assert read == progress
    assert texts(read.solved) == [text_of(first)] and texts(read.missed) == [text_of(second)]
    assert read.has_solved(first) and not read.has_solved(second)
    entry = read.missed[0]
    assert (entry["kind"], entry["seed"], entry["turn"]) == (kind, second.seed, second.turn)
    assert os.listdir(tmp_path) == ["progress.json"]


def test_what_was_missed_comes_again(tmp_path: Path) -> None:
    """It is the same exercise, with the same answer; the one missed the longest ago first."""
    path = str(tmp_path / "progress.json")
    missed = [exercise for kind in KINDS for exercise in some(kind)]
    progress = Progress.read(path)
    for exercise in missed:
        progress.note(exercise, is_solved=False)
    again = Progress.read(path).again()
    assert [(e.kind, text_of(e), e.seed, e.turn) for e in again] == [
        (e.kind, text_of(e), e.seed, e.turn) for e in missed
    ]
    for one, other in zip(again, missed, strict=True):
        answers = [
            {(move.action.kind, move.card) for move in exercise.solutions}
            for exercise in (one, other)
        ]
        assert answers[0] == answers[1]
        assert one.theme == other.theme


def test_the_last_answer_counts(tmp_path: Path) -> None:
    path = str(tmp_path / "progress.json")
    first, second = some("puzzle")
    progress = Progress.read(path)
    for is_solved in (True, False, False, True, False):
        progress.note(first, is_solved)
        progress.note(second, not is_solved)
        read = Progress.read(path)
        good, bad = (first, second) if is_solved else (second, first)
        assert texts(read.solved) == [text_of(good)] and texts(read.missed) == [text_of(bad)]
        assert read.has_solved(good) and not read.has_solved(bad)


def test_a_position_may_be_an_exercise_of_either_kind(tmp_path: Path) -> None:
    """Here a puzzle's pile happens to lie in order."""
    path, searcher = str(tmp_path / "progress.json"), Searcher(BUDGET)
    judgement, puzzle = next(
        (one, other)
        for one in make(Rules.named("base"), 3, pile=4, seed=7)
        if (other := judging.puzzle(searcher, one.position, 1, one.seed, one.turn)) is not None
    )
    assert text_of(judgement) == text_of(puzzle)
    progress = Progress.read(path)
    progress.note(judgement, is_solved=True)
    assert not progress.has_solved(puzzle)
    progress.note(puzzle, is_solved=False)
    read = Progress.read(path)
    assert read.has_solved(judgement) and [one.kind for one in read.again()] == ["puzzle"]


def entry(**changes: object) -> dict[str, object]:
    good = {"kind": "puzzle", "text": FINE, "seed": None, "turn": 3}
    return {key: value for key, value in {**good, **changes}.items() if value != "left out"}


def progress_with(one: object) -> bytes:
    return json.dumps({"schema": SCHEMA, "solved": [], "missed": [one]}).encode()


FOREIGN = {
    "empty": b"",
    "garbage": bytes(range(256)),
    "text": b"solved: none\n",
    "cut off": progress_with(entry())[:-5],
    "deep": b"[" * 200_000,
    "huge number": b'{"schema": ' + b"9" * 5000 + b"}",
    "null": b"null",
    "list": b"[]",
    "number": b"7",
    "word": b'"hanabi-solve/progress-1"',
    "no schema": b'{"solved": [], "missed": []}',
    "another schema": b'{"schema": "hanabi-solve/progress-2", "solved": [], "missed": []}',
    "schema is a list": json.dumps({"schema": [SCHEMA], "solved": [], "missed": []}).encode(),
    "no lists": json.dumps({"schema": SCHEMA}).encode(),
    "one list": json.dumps({"schema": SCHEMA, "missed": []}).encode(),
    "no list": json.dumps({"schema": SCHEMA, "solved": {}, "missed": []}).encode(),
    "entry is a word": progress_with("puzzle"),
    "entry is null": progress_with(None),
    "unknown kind": progress_with(entry(kind="riddle")),
    "kind is a list": progress_with(entry(kind=["puzzle"])),
    "no text": progress_with(entry(text="left out")),
    "text is null": progress_with(entry(text=None)),
    "no position": progress_with(entry(text="hands")),
    "unknown cards": progress_with(entry(text=FINE.replace("r2 r2", "r2 ?"))),
    "half a letter": progress_with(entry(text="\ud800")),
    "game is over": progress_with(entry(text=OVER)),
    "seed is a number": progress_with(entry(seed=5)),
    "turn is a word": progress_with(entry(turn="3")),
    "turn is true": progress_with(entry(turn=True)),
    "no turn": progress_with(entry(turn="left out")),
}


@pytest.mark.parametrize("name", FOREIGN)
def test_another_file_is_refused_and_left_alone(name: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_bytes(FOREIGN[name])
    with pytest.raises(InputError, match="this is no progress file, and it is left as it is"):
        Progress.read(str(path))
    assert path.read_bytes() == FOREIGN[name]
    assert os.listdir(tmp_path) == ["mine.json"]


def test_entries_by_hand_are_taken(tmp_path: Path) -> None:
    """The ones above are refused for what is wrong with them. A position may be no exercise."""
    path = tmp_path / "progress.json"
    for kind in KINDS:
        path.write_bytes(progress_with(entry(kind=kind, seed="p3v0s1")))
        progress = Progress.read(str(path))
        assert texts(progress.missed) == [FINE]
        assert progress.again() == []


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        Progress.read(str(tmp_path))
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("name", ["x" * 300, "there/progress.json"])
def test_a_path_that_cannot_be(name: str, tmp_path: Path) -> None:
    """It is told in words, at the latest when something shall be written."""
    (tmp_path / "there").write_text("a file, not a folder")
    with pytest.raises(InputError, match="cannot be"):
        Progress.read(str(tmp_path / name)).note(some("puzzle")[0], is_solved=True)
    assert os.listdir(tmp_path) == ["there"]


def test_the_old_file_stays_if_the_new_one_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "progress.json"
    first, second = some("puzzle")
    progress = Progress.read(str(path))
    progress.note(first, is_solved=True)
    before = path.read_bytes()

    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(InputError, match="No space left"):
        progress.note(second, is_solved=False)
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == ["progress.json"]
    assert texts(Progress.read(str(path)).solved) == [text_of(first)]
