"""An exercise: what it asks, and the answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from cli.views.deal import SCHEMA
from cli.views.endgame import HAND_ORDER
from cli.views.parts.moves import move_words
from solver._version import __version__
from solver.analysis.moves import ValuedMove
from solver.errors import counted
from solver.exercises.making import Exercise
from solver.exercises.themes import IN_WORDS
from solver.game.actions import Action
from solver.game.deals import PLAYER_NAMES
from solver.game.position import Position
from solver.notation.actions import action_to_json, named_choices
from solver.notation.positions import position_to_json, position_to_text
from solver.notation.words import describe

if TYPE_CHECKING:
    from rich.text import Text


def to_json(exercise: Exercise) -> dict[str, Any]:
    """All that is known about an exercise, as one object; orders are those of its position."""
    position, grade = exercise.position, exercise.grade
    return {
        "schema": SCHEMA,
        "version": __version__,
        "question": sentence(exercise),
        "position": position_to_json(position),
        "text": position_to_text(position),
        "hand_order": HAND_ORDER,
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
        "line": [_action_json(there, action) for there, action in exercise.steps],
    }


def _move_json(position: Position, move: ValuedMove) -> dict[str, Any]:
    return {
        **_action_json(position, move.action),
        "card": None if move.card is None else str(move.card),
        "max_score": move.max_score,
        "keeps_best": move.keeps_best,
    }


def _action_json(position: Position, action: Action) -> dict[str, Any]:
    """An action; a card that a bonus tile takes is named, as it is in nobody's hand."""
    return action_to_json(position, action) | named_choices(position, action)


def sentence(exercise: Exercise) -> str:
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


def setting(exercise: Exercise) -> str:
    """What game the position is from, and how hard it is."""
    position = exercise.position
    turn = f"{exercise.seed}, turn {exercise.turn}; " if exercise.seed else ""
    return f"{turn}{position.players} players, {position.rules}; grade {exercise.grade.number}"


def page(exercise: Exercise, number: int, *, width: int) -> Iterator[Text]:
    """The table and what is asked."""
    from rich.text import Text  # noqa: PLC0415 (slow, and only people need it)

    from cli.views.parts.board import board_rows, in_blocks  # noqa: PLC0415

    title = Text(f"Exercise {number}", "bold") + Text(f"  {setting(exercise)}")
    asked = Text(sentence(exercise), "bold")
    return in_blocks([[title], board_rows(exercise.position, width), [asked]])


def answer_page(exercise: Exercise) -> Iterator[Text]:
    """The value of every move, what there is to say, and a line of play."""
    from rich.text import Text  # noqa: PLC0415 (as above)

    from cli.views.parts.board import in_blocks  # noqa: PLC0415
    from cli.views.parts.cards import coloured  # noqa: PLC0415

    moves = [
        Text(
            f"{value_words(exercise, move):>5}  {move_words(exercise.position, move)}",
            "bold" if move.keeps_best else "",
        )
        for move in exercise.endgame.moves
    ]
    line = list(line_words(exercise))
    turns = [f"{turn:>{len(str(len(line)))}}. {words}" for turn, words in enumerate(line, 1)]
    blocks = [moves, map(Text, remarks(exercise)), map(Text, ["A best line:", *turns])]
    return (coloured(row, exercise.position.rules) for row in in_blocks(blocks))


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
        f"Grade {grade.number} of 5: {grade.forced} of {counted(grade.choices, 'choice')} along "
        f"the best line {'is' if grade.forced == 1 else 'are'} forced; "
        f"{counted(grade.failing, 'plausible move')} {'fails' if grade.failing == 1 else 'fail'}; "
        f"{_depth_words(grade.depth)}."
    )


def _depth_words(depth: int) -> str:
    if depth == 0:
        return "it is clear at once that the obvious move fails"
    return f"it is clear only {counted(depth, 'turn')} later that the obvious move fails"


def line_words(exercise: Exercise) -> Iterator[str]:
    """The best line, turn by turn."""
    for position, action in exercise.steps:
        yield describe(position, action)
