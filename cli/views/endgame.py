"""What each move of a position is worth, the best moves first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from cli.views.deal import SCHEMA, STOPS
from cli.views.parts.moves import line_words, move_words
from cli.views.parts.reasons import reason_json, reason_words
from cli.views.parts.rows import hanging
from solver._version import __version__
from solver.analysis.moves import Endgame, ValuedMove
from solver.game.actions import Action
from solver.game.position import Position
from solver.notation.actions import action_to_json, named_choices
from solver.notation.positions import position_to_json, position_to_text
from solver.reasons.moves import MoveReason

if TYPE_CHECKING:
    from rich.text import Text

    from cli.inputs.position import Given

MARK_STYLES = {"keeps the best": "green", "costs": "yellow", "loses": "red", "undecided": "cyan"}
# How "position" and "text" list a hand. The page counts slots from the other end.
HAND_ORDER = "oldest card first"


def to_json(
    asked: Given, found: Endgame, with_lines: bool, whys: Mapping[Action, MoveReason]
) -> dict[str, Any]:
    """All that is known about a position and its moves, as one object."""
    position, answer = asked.position, found.answer
    return {
        "schema": SCHEMA,
        "version": __version__,
        "seed": None if asked.deal is None else asked.deal.seed,
        "turn": asked.turn,
        "position": position_to_json(position),
        "text": position_to_text(position),
        "hand_order": HAND_ORDER,
        "perfect_score": position.rules.perfect_score,
        "verdict": found.verdict,
        "max_score": found.max_score,
        "bounds": list(found.bounds),
        "moves": [
            _move_json(asked, move, with_lines) | {"why": _why_json(asked, whys.get(move.action))}
            for move in found.moves
        ],
        "nodes": sum([answer.nodes, *(move.after.nodes for move in found.moves)]),
        "seconds": sum([answer.seconds, *(move.after.seconds for move in found.moves)]),
    }


def _move_json(asked: Given, move: ValuedMove, with_line: bool) -> dict[str, Any]:
    position = asked.position
    value = {
        **action_json(asked, position, move.action),
        "card": None if move.card is None else str(move.card),
        "trash": move.is_trash,
        "max_score": move.max_score,
        "keeps_best": move.keeps_best,
    }
    if move.after.verdict == "undecided":
        value["bounds"] = list(move.bounds)
    if with_line:
        value["line"] = []
        for action in move.line:
            value["line"].append(action_json(asked, position, action))
            position = position.push(action)
    return value


def _why_json(asked: Given, reason: MoveReason | None) -> dict[str, Any] | None:
    """Why a move costs something; None if it costs nothing, or if that is not proven."""
    return (
        None if reason is None else reason_json(reason, lambda at, do: action_json(asked, at, do))
    )


def action_json(asked: Given, position: Position, action: Action) -> dict[str, Any]:
    """An action; where no deal gives a card its order, the target is its place in the hand.

    Of the card that is played from the pile it is "pile".
    A card that a bonus tile takes from the discards is then named: of its copies any will do.
    """
    value = action_to_json(position, action)
    if asked.deal is not None:
        return value
    if action.card is not None and action.card == position.pile_card:
        value["target"] = "pile"
    elif action.card is not None:
        value["target"] = position.hands[position.to_move].index(action.card)
    return value | named_choices(position, action)


def sentence(found: Endgame) -> str:
    """The value of the position in one plain sentence."""
    over = over_sentence(found.position)
    if over is not None:
        return over
    rules = found.position.rules
    perfect, bouquet = rules.perfect_score, rules.is_bouquet_final
    if found.verdict == "undecided":
        low, high = found.bounds
        why = STOPS.get(_stopped_by(found), "Undecided within the budget: ")
        if bouquet:
            return f"{why}the game may or may not be winnable."
        return f"{why}at least {low} and at most {high} can be reached."
    if found.verdict == "perfect":
        return f"{perfect} of {perfect} can still be reached."
    if bouquet:
        return "The game cannot be won any more."
    return f"The most that can still be reached is {found.max_score} of {perfect}."


def over_sentence(position: Position) -> str | None:
    """How the game ended; None while it goes on."""
    outcome = position.outcome()
    if outcome is None:
        return None
    perfect = position.rules.perfect_score
    score = "a defeat" if outcome.score is None else f"{outcome.score} of {perfect}"
    return f"The game is over, {outcome.termination.value}: {score}."


def _stopped_by(found: Endgame) -> str | None:
    """What ended the first search that could not decide."""
    answers = (found.answer, *(move.after for move in found.moves))
    return next((answer.stopped_by for answer in answers if answer.stopped_by), None)


def page(
    asked: Given,
    found: Endgame,
    with_lines: bool,
    whys: Mapping[Action, MoveReason],
    link: str | None = None,
    *,
    width: int,
    table_width: int,
) -> Iterator[Text]:
    """The position, the verdict, and the moves, the best ones first; and a link to a best line.

    The rows of the moves may be wider than the others.
    """
    from rich.text import Text  # noqa: PLC0415 (slow, and only people need it)

    from cli.views.parts.board import board_rows, in_blocks  # noqa: PLC0415
    from cli.views.parts.cards import coloured  # noqa: PLC0415

    position = asked.position
    blocks = [
        [Text(title(asked))],
        board_rows(position, width),
        [Text(sentence(found), "bold")],
    ]
    if found.moves:
        rows = _move_rows(found, with_lines, whys, width, table_width)
        blocks.append(coloured(row, position.rules) for row in rows)
    if link is not None:
        blocks.append([Text(link, no_wrap=True)])
    return in_blocks(blocks)


def title(asked: Given) -> str:
    """What position it is."""
    deal, rules = asked.deal, asked.position.rules
    parts = [f"{asked.position.players} players", str(rules)]
    if deal is not None:
        parts = [*([deal.seed] if deal.seed else []), *parts, f"turn {asked.turn}"]
    return ", ".join(parts)


def _move_rows(
    found: Endgame,
    with_lines: bool,
    whys: Mapping[Action, MoveReason],
    width: int,
    table_width: int,
) -> Iterator[Text]:
    from rich.text import Text  # noqa: PLC0415 (as above)

    values = [value_words(found.position, move.bounds) for move in found.moves]
    marks = [mark_words(move) for move in found.moves]
    left = max(map(len, values), default=0)
    middle = max(map(len, marks), default=0)
    for move, value, mark in zip(found.moves, values, marks, strict=True):
        row = Text(f"{value:>{left}}  ", "bold")
        row.append(f"{mark:<{middle}}  ", MARK_STYLES[move.mark])
        yield from hanging(row, move_words(found.position, move), table_width, "not bold")
        if move.action in whys:
            why = Text(" " * (left + 2))
            yield from hanging(why, reason_words(whys[move.action]), table_width, "dim")
        if with_lines and len(move.line) > 1:
            after = found.position.push(move.line[0])
            indent = " " * (left + 2)
            for text in wrap(line_words(after, move.line[1:]), max(width - len(indent), 40)):
                yield Text(indent + text)


def value_words(position: Position, bounds: tuple[int, int]) -> str:
    """A best score, or what is proven of it."""
    low, high = bounds
    if position.rules.is_bouquet_final:
        return "open" if low < high else "won" if high else "lost"
    return str(low) if low == high else f"{low}-{high}"


def mark_words(move: ValuedMove) -> str:
    """What a move does to the best score."""
    return f"costs {move.cost}" if move.mark == "costs" else move.mark
