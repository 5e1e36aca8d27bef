"""An exercise: what it asks, hints, the answer, and why the other moves are wrong."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from cli.views.deal import SCHEMA
from cli.views.endgame import HAND_ORDER
from cli.views.parts.chances import percent
from cli.views.parts.moves import line_words, move_words
from cli.views.parts.reasons import step_words
from solver._version import __version__
from solver.analysis.moves import ValuedMove
from solver.chances.moves import Chances
from solver.errors import counted
from solver.exercises.exercise import Exercise, Step
from solver.exercises.simple import Move
from solver.exercises.themes import LESSONS
from solver.game.actions import Action
from solver.game.deals import PLAYER_NAMES
from solver.game.position import Position
from solver.notation.actions import action_to_json, named_choices
from solver.notation.positions import position_to_json, position_to_text
from solver.notation.words import describe

if TYPE_CHECKING:
    from rich.text import Text

KINDS = {"play": "a play", "discard": "a discard", "clue": "a clue"}
CLEARLY = "The best move is ahead by at least 5 %."


def to_json(exercise: Exercise) -> dict[str, Any]:
    """All that is known about an exercise, as one object; orders are those of its position."""
    position, grade, found = exercise.position, exercise.grade, exercise.found
    record: dict[str, Any] = {
        "schema": SCHEMA,
        "version": __version__,
        "kind": exercise.kind,
        "question": sentence(exercise),
        "position": position_to_json(position),
        "text": position_to_text(position),
        "hand_order": HAND_ORDER,
        "pile_order": None,
        "seed": exercise.seed,
        "turn": exercise.turn,
        "perfect_score": position.rules.perfect_score,
        "max_score": exercise.score,
        "solutions": [_move_json(exercise, move) for move in exercise.solutions],
        "obvious": [_move_json(exercise, move) for move in exercise.tempting],
        "moves": [_move_json(exercise, move) for move in exercise.moves],
        "theme": exercise.theme,
        "themes": list(exercise.themes),
        "lesson": LESSONS[exercise.theme].lesson,
        "why": why_words(exercise, exercise.solutions[0]),
        "refutation": refutation_words(exercise, exercise.tempting[0]),
        "grade": {
            "number": grade.number,
            "failing": grade.failing,
            "depth": grade.depth,
            "margin": grade.margin if isinstance(grade.margin, int) else str(grade.margin),
            "quiet": grade.is_quiet,
        },
        "line": [_action_json(there, action) for there, action in exercise.steps],
    }
    if isinstance(found, Chances):
        unknown = {"pile_order": "unknown", "aim": found.aim}
        record |= unknown | {"win": str(found.value)}
        record["position"] |= unknown if found.aim != "win" else {"pile_order": "unknown"}
    return record


def _move_json(exercise: Exercise, move: Move) -> dict[str, Any]:
    position = exercise.position
    value: dict[str, Any] = {
        **_action_json(position, move.action),
        "card": None if move.card is None else str(move.card),
        "keeps_best": move.keeps_best,
    }
    if isinstance(move, ValuedMove):
        value["max_score"] = move.max_score
    else:
        value["win"] = str(move.value)
    note = exercise.notes.get(move.action)
    steps = () if note is None or move.keeps_best else note.steps
    value["why"] = why_words(exercise, move)
    write = _story_json if exercise.kind == "judgement" else _step_json
    value["refutation"] = list(map(write, steps))
    return value


def _step_json(step: Step) -> dict[str, Any]:
    return _action_json(step.position, step.action)


def _story_json(step: Step) -> dict[str, Any]:
    """A turn with what is drawn; cards by name, as their orders in a pile face down say nothing."""
    card = step.action.card
    return {
        "type": _step_json(step)["type"],
        "card": None if card is None else str(step.position.card(card)),
        "draws": None if step.drawn is None else str(step.drawn),
    }


def _action_json(position: Position, action: Action) -> dict[str, Any]:
    """An action; a card that a bonus tile takes is named, as it is in nobody's hand."""
    return action_to_json(position, action) | named_choices(position, action)


# The question


def sentence(exercise: Exercise) -> str:
    """What is asked."""
    name = PLAYER_NAMES[exercise.position.to_move]
    bouquet = exercise.position.rules.is_bouquet_final
    if exercise.kind == "judgement":
        chance = "chance to win" if bouquet else f"chance of {exercise.score}"
        return f"{name} to move. Which move has the best {chance}?"
    number = len(exercise.solutions)
    if number == 1:
        asked = "Which move still wins" if bouquet else f"Which move keeps {exercise.score}"
    else:
        moves = f"Which {number} moves"
        asked = f"{moves} still win" if bouquet else f"{moves} keep {exercise.score}"
    return f"{name} to move. {asked}?"


def setting(exercise: Exercise) -> str:
    """What game the position is from, what is known of the pile, and how hard it is."""
    position = exercise.position
    turn = f"{exercise.seed}, turn {exercise.turn}; " if exercise.seed else ""
    pile = "pile face down" if exercise.kind == "judgement" else "pile known"
    if not position.draws:
        pile = "pile empty"
    grade = f"grade {exercise.grade.number}"
    return f"{turn}{position.players} players, {position.rules}; {pile}; {grade}"


def pile_label(exercise: Exercise) -> str:
    """What stands before the cards of the pile."""
    return "in pile" if exercise.kind == "judgement" else "pile"


def page(exercise: Exercise, title: str, *, width: int) -> Iterator[Text]:
    """The table and what is asked."""
    from rich.text import Text  # noqa: PLC0415 (slow, and only people need it)

    from cli.views.parts.board import board_rows, in_blocks  # noqa: PLC0415

    heading = Text(title, "bold") + Text(f"  {setting(exercise)}")
    board = board_rows(exercise.position, width, pile=pile_label(exercise))
    asked = [Text(sentence(exercise), "bold")]
    if exercise.kind == "judgement":
        asked.append(Text(CLEARLY, "dim"))
    return in_blocks([[heading], board, asked])


def hints(exercise: Exercise) -> tuple[str, str]:
    """Two hints: the theme, and which kind of move it is; with a clue that would be the answer."""
    kind = KINDS[exercise.answer_kind]
    second = "It is not a play." if exercise.answer_kind == "clue" else f"It is {kind}."
    return f"Theme: {LESSONS[exercise.theme].title}.", second


# The answer


def value_words(exercise: Exercise, move: Move) -> str:
    """What a move is worth."""
    if not isinstance(move, ValuedMove):
        return "?" if move.value is None else percent(move.value)
    if exercise.position.rules.is_bouquet_final:
        return "wins" if move.keeps_best else "loses"
    return str(move.max_score)


def why_words(exercise: Exercise, move: Move) -> str | None:
    """Why a move is right or wrong, in a sentence or two; None if nothing is noted about it."""
    if move.action not in exercise.notes:
        return None if not move.keeps_best else _kept(exercise, move)
    note = exercise.notes[move.action]
    if note.sentence is not None:
        return note.sentence
    return _kept(exercise, move) if move.keeps_best else _left(exercise, move)


def _kept(exercise: Exercise, move: Move) -> str:
    if isinstance(move, ValuedMove):
        return f"Keeps {exercise.score}: {line_words(exercise.position, move.line)}."
    return f"Leaves {value_words(exercise, move)}, more than any other move."


def _left(exercise: Exercise, move: Move) -> str:
    best = value_words(exercise, exercise.solutions[0])
    return f"Leaves {value_words(exercise, move)} where {best} was possible."


def plan_words(exercise: Exercise) -> str | None:
    """How it may go on after the answer; None for a puzzle, which has a whole line."""
    note = exercise.notes.get(exercise.solutions[0].action)
    if note is None or len(note.steps) < 2:
        return None
    played = ", ".join(step_words(*step) for step in note.steps[1:])
    return f"Then for example: {played}."


def refutation_words(exercise: Exercise, move: Move) -> str | None:
    """The best play after a wrong move up to where the loss is plain; None if it is so at once."""
    note = exercise.notes.get(move.action)
    if note is None or not note.steps or note.plain == note.sentence or move.keeps_best:
        return None
    played = ", ".join(step_words(*step) for step in note.steps)
    end = note.plain or f"{_aim_words(exercise)} is out of reach."
    start = "For example" if exercise.kind == "judgement" else "At best"
    return f"{start}: {played}. {end}"


def _aim_words(exercise: Exercise) -> str:
    return "A win" if exercise.position.rules.is_bouquet_final else str(exercise.score)


def verdict(exercise: Exercise, move: Move) -> Iterator[str]:
    """What there is to say to somebody who chose this move."""
    worth = value_words(exercise, move)
    name = move_words(exercise.position, move)
    if move.keeps_best:
        yield f"Right. {name}: {worth}."
        yield from move_notes(exercise, move) or [_kept(exercise, move)]
        return
    yield f"Wrong. {name}: {worth}."
    yield from move_notes(exercise, move)


def answer_page(exercise: Exercise, *, width: int) -> Iterator[Text]:
    """The value of every move with why, the lesson, and a line of play."""
    from rich.text import Text  # noqa: PLC0415 (as above)

    from cli.views.parts.board import in_blocks  # noqa: PLC0415
    from cli.views.parts.cards import coloured  # noqa: PLC0415

    blocks = [list(_move_rows(exercise, width)), [Text(words) for words in remarks(exercise)]]
    line = list(best_line(exercise))
    if line:
        turns = [f"{turn:>{len(str(len(line)))}}. {words}" for turn, words in enumerate(line, 1)]
        blocks.append([Text(row) for row in ("A best line:", *turns)])
    return (coloured(row, exercise.position.rules) for row in in_blocks(blocks))


def _move_rows(exercise: Exercise, width: int) -> Iterator[Text]:
    from rich.text import Text  # noqa: PLC0415 (as above)

    values = [value_words(exercise, move) for move in exercise.moves]
    left = max(map(len, values))
    room = max(width - left - 2, 40)
    for (move, notes), value in zip(noted_moves(exercise), values, strict=True):
        first, *more = wrap(move_words(exercise.position, move), room)
        yield Text(f"{value:>{left}}  {first}", "bold" if move.keeps_best else "")
        for text in notes:
            more += wrap(text, room)
        yield from (Text(" " * (left + 2) + row) for row in more)


def noted_moves(exercise: Exercise) -> Iterator[tuple[Move, list[str]]]:
    """All moves with what stands below each in a solution; no reason is told twice."""
    told: set[str] = set()
    for move in exercise.moves:
        notes = [text for text in move_notes(exercise, move) if text not in told]
        told.update(notes)
        yield move, notes


def move_notes(exercise: Exercise, move: Move) -> list[str]:
    """What there is to say of a move: the reason, and how it comes to light."""
    note = exercise.notes.get(move.action)
    if note is None:
        return []
    why, story = why_words(exercise, move), refutation_words(exercise, move)
    if move.keeps_best:
        story = plan_words(exercise)
    if story is not None and note.plain and why is not None and why.endswith(note.plain):
        why = None  # the story ends with it
    return [text for text in (why, story) if text is not None]


def remarks(exercise: Exercise) -> Iterator[str]:
    """What there is to say about the answer, in sentences: the lesson, and the grade."""
    lesson, grade = LESSONS[exercise.theme], exercise.grade
    yield f"Theme: {lesson.title}. {lesson.lesson}"
    if isinstance(grade.margin, int):
        close = f"the next best move costs {counted(grade.margin, 'point')}"
    else:
        close = f"the next best move costs {percent(grade.margin)}"
    yield (
        f"Grade {grade.number} of 5: {counted(grade.failing, 'wrong move')} look right; {close}; "
        f"{_depth_words(grade.depth)}."
    )


def _depth_words(depth: int) -> str:
    if depth == 0:
        return "what is wrong shows at once"
    return f"what is wrong may show only after {counted(depth, 'turn')}"


def best_line(exercise: Exercise) -> Iterator[str]:
    """The best line of a puzzle, turn by turn."""
    for position, action in exercise.steps:
        yield describe(position, action)
