"""What somebody has solved and missed, kept in a file between lessons."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from solver.errors import InputError
from solver.exercises.exercise import Exercise
from solver.exercises.judging import BUDGET, judgement, puzzle
from solver.exercises.themes import ExerciseKind
from solver.files import write_whole
from solver.notation.positions import position_from_text, position_to_text
from solver.search.searcher import Searcher

SCHEMA = "hanabi-solve/progress-1"
KINDS: tuple[ExerciseKind, ...] = ("judgement", "puzzle")


@dataclass
class Progress:
    """Exercises by what became of them; each stands for itself, as a line of text."""

    path: str
    solved: list[dict[str, Any]] = field(default_factory=list)
    missed: list[dict[str, Any]] = field(default_factory=list)

    @classmethod
    def read(cls, path: str) -> Self:
        """The progress in a file; a file that is not there yet is an empty one."""
        try:
            value = json.loads(Path(path).read_bytes())
        except (FileNotFoundError, NotADirectoryError):
            return cls(path)
        except OSError as error:
            raise InputError(f"{path}: cannot be read: {error.strerror}") from None
        except (ValueError, RecursionError):  # nested deeper than Python reads
            value = None
        if not _is_progress(value):
            raise InputError(
                f"{path}: this is no progress file, and it is left as it is; name another file"
            )
        return cls(path, value["solved"], value["missed"])

    def has_solved(self, exercise: Exercise) -> bool:
        """Whether it was solved before."""
        same = _name(_entry(exercise))
        return any(_name(entry) == same for entry in self.solved)

    def note(self, exercise: Exercise, is_solved: bool) -> None:
        """Remember an exercise, and write the file."""
        entry = _entry(exercise)
        self.solved = [one for one in self.solved if _name(one) != _name(entry)]
        self.missed = [one for one in self.missed if _name(one) != _name(entry)]
        (self.solved if is_solved else self.missed).append(entry)
        value = {"schema": SCHEMA, "solved": self.solved, "missed": self.missed}
        write_whole(self.path, (json.dumps(value, indent=1) + "\n").encode())

    def again(self) -> list[Exercise]:
        """The exercises that were missed, the longest ago first."""
        searcher = Searcher(BUDGET)
        found = (_made(searcher, entry) for entry in self.missed)
        return [exercise for exercise in found if exercise is not None]


def _entry(exercise: Exercise) -> dict[str, Any]:
    return {
        "kind": exercise.kind,
        "text": position_to_text(exercise.position),
        "seed": exercise.seed,
        "turn": exercise.turn,
    }


def _name(entry: dict[str, Any]) -> tuple[str, str]:
    """What tells exercises apart: a position may be one of either kind, with other answers."""
    return entry["kind"], entry["text"]


def _made(searcher: Searcher, entry: dict[str, Any]) -> Exercise | None:
    position = position_from_text(entry["text"])
    if entry["kind"] == "judgement":
        return judgement(position, entry["seed"], entry["turn"])
    return puzzle(searcher, position, len(position.legal_actions()), entry["seed"], entry["turn"])


def _is_progress(value: object) -> bool:
    if not isinstance(value, dict) or value.get("schema") != SCHEMA:
        return False
    lists = value.get("solved"), value.get("missed")
    return all(isinstance(one, list) and all(map(_is_entry, one)) for one in lists)


def _is_entry(entry: object) -> bool:
    if not isinstance(entry, dict) or entry.get("kind") not in KINDS:
        return False
    seed, turn, text = entry.get("seed"), entry.get("turn"), entry.get("text")
    if not (seed is None or isinstance(seed, str)) or type(turn) is not int:
        return False
    try:
        return isinstance(text, str) and position_from_text(text).outcome() is None
    except InputError:
        return False
