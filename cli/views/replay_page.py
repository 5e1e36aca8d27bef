"""The page of `replay`: a row for each turn, where the best score fell, and what was better."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from rich.console import Console
from rich.text import Text

from cli.views.parts.cards import coloured
from cli.views.replay import KNOWN, better_words, bounds_words, line_steps, sentence
from solver.analysis.review import Review, ReviewedTurn
from solver.notation.words import describe

BLOCKS = "▁▂▃▄▅▆▇█"
OPEN = "?"  # in the place of a block where the value is not proven


def print_page(console: Console, found: Review, link: str | None, why_not: str | None) -> None:
    """The turns, the curve, the verdict, and a better line with its link or why there is none."""
    width = 80 if console.soft_wrap else console.width
    blocks: list[list[Text]] = [[Text(_title(found))]]
    if found.turns:
        blocks.append(list(_turn_rows(found, width)))
        blocks.append(list(_curve_rows(found, width)))
    blocks.append([Text(row, "bold") for row in wrap(sentence(found), width)])
    blocks[-1] += [Text(row, "dim") for row in wrap(KNOWN, width)]
    if found.lost is not None:
        blocks.append(list(_better_rows(found, found.lost, width)))
    steps = line_steps(found)
    if steps:
        blocks.append(list(_line_rows(found)))
    for number, block in enumerate(blocks):
        if number:
            console.print()
        for row in block:
            shown = coloured(row, found.game.deal.rules)
            console.print(shown, soft_wrap=True if row.no_wrap else None)
    if link is not None and (steps or found.turns):
        console.print()
        console.print(Text(link), soft_wrap=True)
    elif why_not is not None:
        console.print()
        for text in wrap(f"No link: {why_not}.", width):
            console.print(Text(text, "dim"))


def _title(found: Review) -> str:
    game = found.game
    seed = f"{game.seed}, " if game.seed else ""
    return f"{seed}{game.deal.players} players, {game.deal.rules}"


def _turn_rows(found: Review, width: int) -> Iterator[Text]:
    """What was done on each turn, the best score after it, and by how much that fell."""
    words = [_numbered(turn.number, found, describe(*turn.turn[:2])) for turn in found.turns]
    best = max(len(bounds_words(turn.after)) for turn in found.turns)
    best = max(best, len("best"))
    changes = [_change(turn) for turn in found.turns]
    change = max(map(len, changes))
    left = min(max(map(len, words)), max(width - best - change - 4, 20))
    start = f"{bounds_words(found.start):>{best}}"
    yield Text(f"{'':<{left}}  {'best':>{best}}", "dim")
    yield Text(f"{'before the first turn':<{left}}  {start}", "dim")
    for turn, text, fall in zip(found.turns, words, changes, strict=True):
        row = Text(text.ljust(left), no_wrap=True)
        if len(text) > left:  # its numbers stand below it
            yield row
            row = Text(" " * left)
        row.append(f"  {bounds_words(turn.after):>{best}}", "bold" if turn.fell else "")
        row.append(f"  {fall}" if fall else "", "red" if turn is found.lost else "yellow")
        yield row
        if turn is found.lost:
            yield Text(f"{'':<{_places(found) + 2}}^ {_remark(found, turn)}", "red")


def _numbered(number: int, found: Review, words: str) -> str:
    return f"{number:>{_places(found)}}. {words}"


def _places(found: Review) -> int:
    """The digits of the highest turn."""
    return len(str(max(len(found.turns), len(found.line))))


def _change(turn: ReviewedTurn) -> str:
    if turn.fell is None:
        return "?"
    if not turn.fell:
        return ""
    before, after = turn.before.value, turn.after.value
    return "fell" if before is None or after is None else str(after - before)


def _remark(found: Review, turn: ReviewedTurn) -> str:
    if found.lost_on_turn is None:
        return f"the first that is proven to cost something: {turn.cause}"
    return f"the first losing move: {turn.cause}"


def _curve_rows(found: Review, width: int) -> Iterator[Text]:
    """The best score before the first turn and after each, as a curve of blocks."""
    values = [found.start, *(turn.after for turn in found.turns)]
    top = max(value.high for value in values)
    bottom = min(value.low for value in values)
    curve = "".join(
        OPEN if value.value is None else _block(value.low, bottom, top) for value in values
    )
    label = len(str(top))
    room = max(width - 2 * label - 2, 10)
    for begin in range(0, len(curve), room):
        row = Text(f"{values[begin].low:>{label}} " if begin == 0 else " " * (label + 1), "dim")
        row.append(curve[begin : begin + room], "cyan")
        if begin + room >= len(curve):
            row.append(f" {values[-1].low}", "dim")
        yield row


def _block(value: int, bottom: int, top: int) -> str:
    """A full block for the top, the lowest one for the bottom."""
    highest = len(BLOCKS) - 1
    return BLOCKS[highest if top == bottom else round(highest * (value - bottom) / (top - bottom))]


def _better_rows(found: Review, lost: ReviewedTurn, width: int) -> Iterator[Text]:
    head = f"What would have kept {bounds_words(lost.before)} on turn {lost.number}:"
    for row in wrap(f"{head} {better_words(found, lost)}.", width):
        yield Text(row)


def _line_rows(found: Review) -> Iterator[Text]:
    reached = found.end if found.lost is None else found.lost.before
    steps = line_steps(found)
    yield Text(f"A line that reaches {reached.low} from there:")
    for number, (position, action) in enumerate(steps, found.leaves_on_turn):
        yield Text(_numbered(number, found, describe(position, action)), no_wrap=True)
