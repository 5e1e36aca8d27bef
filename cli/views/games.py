"""A folder of games: what each scored, what was possible, and where it was lost.

A game is a row: an object with what `replay` says about the game and where it was found, as it
also stands in a file of rows; or with the error that kept the game from being read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from cli.views import replay
from cli.views.deal import SCHEMA
from cli.views.parts.luck import change
from solver.analysis.review import Review
from solver.chances.luck import Luck
from solver.errors import counted
from solver.letters import visible

if TYPE_CHECKING:
    from rich.text import Text

Row = dict[str, Any]

LUCK = ("mistakes", "luck")
HEADINGS = ("game", "players", "rules", "score", "best", "lost on", *LUCK, "cause")
NUMBERS = frozenset({"players", "score", "best", "lost on", *LUCK})
# What a narrow terminal has no room for, the first one first.
SPARED = ("players", "rules", "cause")
SHORTEST_NAME = 12
GAP = 2  # between columns
MARKS = {"over": "", "terminated": "*", "unfinished": "+"}
MEANINGS = {
    "terminated": "* somebody ended the game, which counts as 0",
    "unfinished": "+ the game is not over: the score so far",
}
CHANGES = (
    "mistakes, luck: what moves and draws did to the chance of all points near the end, in "
    "percentage points, with the pile face down"
)


# In place of a 0 that would look like perfect play.
NOT_KNOWN, GONE = "–", "gone"
REMARKS = {
    NOT_KNOWN: f"{NOT_KNOWN}: no chance is known, for example because the pile was still too large "
    "when the game stopped",
    GONE: f"{GONE}: there was no chance left on the first turn whose chance is known",
}


def to_json(place: Mapping[str, Any], found: Review | Exception, luck: Luck | None = None) -> Row:
    """The row of a game, or of what is wrong with it; it begins with where it was found."""
    if isinstance(found, Review):
        return {**place, **replay.to_json(found, luck)}
    return {**place, "schema": SCHEMA, "error": str(found)}


def is_row(value: object) -> bool:
    """Whether this is the row of a game that was read, with all that is shown of it."""
    if not isinstance(value, dict) or "error" in value or "turns" not in value:
        return False
    if not all(isinstance(value.get(name), str) for name in ("file", "digest")):
        return False
    try:
        texts = _cells(value)
        lines, turns = value["line_number"], value["lost_on_turn"]
        is_open = value["undecided"]
    except (KeyError, TypeError, ValueError, ArithmeticError):
        return False
    return (
        all(isinstance(text, str) for text in texts)
        and all(number is None or isinstance(number, int) for number in (lines, turns))
        and isinstance(is_open, bool)
    )


def sentence(rows: Sequence[Row]) -> str:
    """How many of the games lost something, in one plain sentence."""
    read = [row for row in rows if "error" not in row]
    lost = sum(row["lost_on_turn"] is not None for row in read)
    is_open = sum(row["lost_on_turn"] is None and row["undecided"] for row in read)
    parts = [
        (lost, "lost points that could have been kept"),
        (len(read) - lost - is_open, "lost none"),
        (is_open, "undecided within the budget"),
        (len(rows) - len(read), "cannot be read"),
    ]
    games = counted(len(rows), "game")
    return f"{games}: {', '.join(f'{number:,} {words}' for number, words in parts if number)}."


def page(rows: Sequence[Row], *, width: int) -> Iterator[Text]:
    """A row for each game; below them what the columns do not say by themselves."""
    from rich.text import Text  # noqa: PLC0415 (slow, and only people need it)

    read = [row for row in rows if "error" not in row]
    cells = [HEADINGS, *map(_cells, read)]
    widths = [max(len(row[place]) for row in cells) for place in range(len(HEADINGS))]
    has_luck = any(row.get("chances") for row in read)
    if not has_luck:
        widths = _without(widths, *LUCK)
    left_out = []
    for heading in SPARED:
        if _least(widths) > width:
            widths = _without(widths, heading)
            left_out.append(heading)
    # A table that is too wide has shorter names.
    widths[0] = min(widths[0], max(width - _rest(widths), SHORTEST_NAME))
    if read:
        yield Text(_joined(HEADINGS, widths), "bold")
    for row in rows:
        if "error" in row:
            yield Text(f"{_name(row)}  error: {visible(row['error'])}", "red")
        else:
            style = "" if row["lost_on_turn"] else "green"
            yield Text(_joined(_cells(row), widths), style)
    yield Text()
    yield Text(sentence(rows), "bold")
    if read:
        for ended, meaning in MEANINGS.items():
            if any(row["ended"] == ended for row in read):
                yield Text(meaning, "dim")
        if has_luck:
            yield Text(CHANGES, "dim")
            for word, remark in REMARKS.items():
                if any(word in _changes(row) for row in read):
                    yield Text(remark, "dim")
        if left_out:
            yield Text(f"no room here for: {', '.join(left_out)}", "dim")
        yield Text(replay.KNOWN, "dim")


def _rest(widths: Sequence[int]) -> int:
    """The room that all columns but the name take, with the gaps."""
    return sum(width + GAP for width in widths[1:] if width)


def _least(widths: Sequence[int]) -> int:
    """The room of a table with the shortest names."""
    return min(widths[0], SHORTEST_NAME) + _rest(widths)


def _without(widths: Sequence[int], *left_out: str) -> list[int]:
    return [
        0 if heading in left_out else width for heading, width in zip(HEADINGS, widths, strict=True)
    ]


def _joined(cells: Sequence[str], widths: Sequence[int]) -> str:
    """A row of the table; a column without a width is left out."""
    name, *figures = cells
    if len(name) > widths[0]:
        name = name[: widths[0] - 1] + "…"
    return (
        (" " * GAP)
        .join(
            cell.rjust(width) if heading in NUMBERS else cell.ljust(width)
            for heading, cell, width in zip(HEADINGS, (name, *figures), widths, strict=True)
            if width
        )
        .rstrip()
    )


def _cells(row: Row) -> tuple[str, ...]:
    """The figures of a game; rules that have no name are those of a variant."""
    rules, lost = row["rules"], row["lost_on_turn"]
    best = [row["best_possible"]] if "bounds" not in row else row["bounds"]
    never = "open" if row["undecided"] else "never"
    return (
        _name(row),
        str(row["players"]),
        " + ".join(rules) if isinstance(rules, list) else row["variant"],
        f"{row['final_score']}{MARKS[row['ended']]}",
        "-".join(map(str, best)),
        never if lost is None else f"turn {lost}",
        *_changes(row),
        row["cause"] or "",
    )


def _changes(row: Row) -> tuple[str, str]:
    """What mistakes and luck did to the chance, or a word where they could do nothing.

    Rows that were written before there were chances have none.
    """
    chances = row.get("chances")
    if chances is None:
        return NOT_KNOWN, NOT_KNOWN
    if not Fraction(chances["win"]):
        return GONE, GONE
    return change(-Fraction(chances["mistakes"])), change(Fraction(chances["luck"]))


def _name(row: Row) -> str:
    number = row["line_number"]
    file = visible(row["file"])
    return file if number is None else f"{file}:{number}"
