"""The page of `endgame`: the position, then its moves with what they are worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap

from rich.console import Console
from rich.text import Text

from cli.inputs.position import Given
from cli.views.deal_page import coloured
from cli.views.parts.board import board_rows
from solver.analysis.moves import Endgame, ValuedMove
from solver.game.actions import Action
from solver.game.deals import PLAYER_NAMES
from solver.game.position import Position
from solver.notation.words import choice_words

MARK_STYLES = {"keeps the best": "green", "costs": "yellow", "loses": "red", "undecided": "cyan"}


def print_page(
    console: Console, asked: Given, found: Endgame, with_lines: bool, link: str | None = None
) -> None:
    """The position, the verdict, and the moves, the best ones first; and a link to a best line."""
    position = asked.position
    console.print(Text(_title(asked)))
    console.print()
    for row in board_rows(position, console.width):
        console.print(row)
    console.print()
    console.print(Text(sentence(found), "bold"))
    if found.moves:
        console.print()
    letters = [suit.letter for suit in position.rules.suits]
    for row in _move_rows(found, with_lines, console.width):
        console.print(coloured(row, letters))
    if link is not None:
        console.print()
        console.print(Text(link), soft_wrap=True)


def _title(asked: Given) -> str:
    deal, rules = asked.deal, asked.position.rules
    parts = [f"{asked.position.players} players", str(rules)]
    if deal is not None:
        parts = [*([deal.seed] if deal.seed else []), *parts, f"turn {asked.turn}"]
    return ", ".join(parts)


def sentence(found: Endgame) -> str:
    """The value of the position in one plain sentence."""
    position = found.position
    outcome, perfect = position.outcome(), position.rules.perfect_score
    bouquet = position.rules.is_bouquet_final
    if outcome is not None:
        score = "a defeat" if outcome.score is None else f"{outcome.score} of {perfect}"
        return f"The game is over, {outcome.termination.value}: {score}."
    if found.verdict == "undecided":
        low, high = found.bounds
        if bouquet:
            return "Undecided within the budget: the game may be won or not."
        return f"Undecided within the budget: at least {low} and at most {high} can be reached."
    if found.verdict == "perfect":
        return f"{perfect} of {perfect} can still be reached."
    if bouquet:
        return "The game cannot be won any more."
    return f"The most that can still be reached is {found.max_score} of {perfect}."


def _move_rows(found: Endgame, with_lines: bool, width: int) -> Iterator[Text]:
    values = [_value(found.position, move) for move in found.moves]
    marks = [_mark(move) for move in found.moves]
    left = max(map(len, values), default=0)
    middle = max(map(len, marks), default=0)
    for move, value, mark in zip(found.moves, values, marks, strict=True):
        row = Text(f"{value:>{left}}  ", "bold")
        row.append(f"{mark:<{middle}}  ", MARK_STYLES[move.mark])
        row.append(words(found.position, move), "not bold")
        yield row
        if with_lines and len(move.line) > 1:
            after = found.position.push(move.line[0])
            indent = " " * (left + 2)
            for text in wrap(_line_words(after, move.line[1:]), max(width - len(indent), 40)):
                yield Text(indent + text)


def _value(position: Position, move: ValuedMove) -> str:
    low, high = move.bounds
    if position.rules.is_bouquet_final:
        return "open" if low < high else "won" if high else "lost"
    return str(low) if low == high else f"{low}-{high}"


def _mark(move: ValuedMove) -> str:
    return f"costs {move.cost}" if move.mark == "costs" else move.mark


def words(position: Position, move: ValuedMove) -> str:
    """The move in words; trash cards are named together."""
    action = move.action
    if action.card is None:
        return f"{PLAYER_NAMES[position.to_move]} gives a clue"
    orders = dict.fromkeys(other.card for other in move.actions if other.card is not None)
    if move.is_trash:
        cards = dict.fromkeys(str(position.card(order)) for order in orders)
        return f"{_verb(position, action)} trash: {' or '.join(cards)}"
    slots = " or ".join(str(position.slot(order)) for order in orders)
    tiles = choice_words(position, action)
    return f"{_verb(position, action)} {move.card} (slot {slots}){tiles}"


def _verb(position: Position, action: Action) -> str:
    name = PLAYER_NAMES[position.to_move]
    if action.kind == "discard":
        return f"{name} discards"
    if action.card is not None and position.is_playable(action.card):
        return f"{name} announces and plays" if action.announce else f"{name} plays"
    return f"{name} misplays"


def _line_words(position: Position, line: Sequence[Action]) -> str:
    """The rest of a line in few words."""
    parts = []
    for action in line:
        if action.card is None:
            parts.append(f"{PLAYER_NAMES[position.to_move]} gives a clue")
        else:
            tiles = choice_words(position, action)
            parts.append(f"{_verb(position, action)} {position.card(action.card)}{tiles}")
        position = position.push(action)
    return ", ".join(parts)
