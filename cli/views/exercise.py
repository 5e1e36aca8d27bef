"""What an exercise asks and answers: as an object for programs, and in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cli.views.deal import SCHEMA
from solver._version import __version__
from solver.analysis.moves import ValuedMove
from solver.exercises.making import Exercise
from solver.exercises.themes import IN_WORDS
from solver.game.deals import PLAYER_NAMES
from solver.game.position import Position
from solver.notation.actions import action_to_json
from solver.notation.positions import position_to_json, position_to_text
from solver.notation.words import describe


def as_json(exercise: Exercise) -> dict[str, Any]:
    """All that is known about an exercise, as one object; orders are those of its position."""
    position, grade = exercise.position, exercise.grade
    return {
        "schema": SCHEMA,
        "version": __version__,
        "question": question(exercise),
        "position": position_to_json(position),
        "text": position_to_text(position),
        "seed": exercise.seed,
        "turn": exercise.turn,
        "perfect_score": position.rules.perfect_score,
        "max_score": exercise.best,
        "solutions": [_move_json(position, move) for move in exercise.solutions],
        "obvious": [_move_json(position, move) for move in exercise.obvious],
        "moves": [_move_json(position, move) for move in exercise.endgame.moves],
        "theme": exercise.theme,
        "grade": {
            "number": grade.number,
            "forced": grade.forced,
            "choices": grade.choices,
            "failing": grade.failing,
            "depth": grade.depth,
        },
        "line": [action_to_json(there, action) for there, action in exercise.steps],
    }


def _move_json(position: Position, move: ValuedMove) -> dict[str, Any]:
    return {
        **action_to_json(position, move.action),
        "card": None if move.card is None else str(move.card),
        "max_score": move.max_score,
        "keeps_best": move.keeps_best,
    }


def setting(exercise: Exercise) -> str:
    """What game the position is from, and how hard it is."""
    position = exercise.position
    turn = f"{exercise.seed}, turn {exercise.turn}; " if exercise.seed else ""
    return f"{turn}{position.players} players, {position.rules}; grade {exercise.grade.number}"


def question(exercise: Exercise) -> str:
    """What is asked."""
    name = PLAYER_NAMES[exercise.position.to_move]
    bouquet = exercise.position.rules.is_bouquet_final
    number = len(exercise.solutions)
    if number == 1:
        asked = "Which move still wins" if bouquet else f"Which move keeps {exercise.best}"
    else:
        moves = f"Which {number} moves"
        asked = f"{moves} still win" if bouquet else f"{moves} keep {exercise.best}"
    return f"{name} to move. {asked}?"


def move_words(position: Position, move: ValuedMove) -> str:
    """A move in words, with the other cards that do the same."""
    words = describe(position, move.action)
    others = [str(position.slot(a.card)) for a in move.actions[1:] if a.card is not None]
    return f"{words}; or from slot {' or '.join(others)}" if others else words


def value_words(exercise: Exercise, move: ValuedMove) -> str:
    """What a move is worth."""
    if exercise.position.rules.is_bouquet_final:
        return "wins" if move.keeps_best else "loses"
    return str(move.max_score)


def remarks(exercise: Exercise) -> Iterator[str]:
    """What there is to say about the answer, in sentences: theme, what is wrong, the grade."""
    position, grade = exercise.position, exercise.grade
    if exercise.theme is not None:
        yield f"Theme: {IN_WORDS[exercise.theme]}."
    bouquet = position.rules.is_bouquet_final
    for move in exercise.obvious:
        worth = "loses" if bouquet else f"leaves {move.max_score} at most"
        yield f"Obvious, but {worth}: {move_words(position, move)}."
    yield (
        f"Grade {grade.number} of 5: {grade.forced} of {_count(grade.choices, 'choice')} along the "
        f"line {'is' if grade.forced == 1 else 'are'} forced; "
        f"{_count(grade.failing, 'plausible move')} {'fails' if grade.failing == 1 else 'fail'}; "
        f"{_depth_words(grade.depth)}."
    )


def _depth_words(depth: int) -> str:
    if depth == 0:
        return "that the obvious move fails shows at once"
    return f"that the obvious move fails shows {_count(depth, 'turn')} later"


def line_words(exercise: Exercise) -> Iterator[str]:
    """The best line, turn by turn."""
    for position, action in exercise.steps:
        yield describe(position, action)


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
