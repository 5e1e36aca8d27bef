"""The table of a folder of games: what each scored, what was possible, and where it was lost."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import Any

from rich.console import Console
from rich.text import Text

from cli.views.replay import KNOWN

HEADINGS = ("game", "players", "rules", "score", "best", "lost on", "cause")
NUMBERS = frozenset({"players", "score", "best", "lost on"})
SHORTEST_NAME = 12
MARKS = {"over": "", "terminated": "*", "unfinished": "+"}
MEANINGS = {
    "terminated": "* somebody ended the game, which counts as 0",
    "unfinished": "+ the game is not over: the score so far",
}


def print_table(console: Console, rows: Sequence[dict[str, Any]]) -> None:
    """A row for each game; below them what the columns do not say by themselves."""
    read = [row for row in rows if "error" not in row]
    cells = [HEADINGS, *map(_cells, read)]
    widths = [max(len(row[place]) for row in cells) for place in range(len(HEADINGS))]
    if not console.soft_wrap:  # a table that is too wide has shorter names
        widths[0] = min(
            widths[0], max(console.width - sum(widths[1:]) - 2 * len(widths) + 2, SHORTEST_NAME)
        )
    if read:
        console.print(Text(_joined(HEADINGS, widths), "bold"))
    for row in rows:
        if "error" in row:
            console.print(Text(f"{_name(row)}  error: {row['error']}", "red"))
        else:
            style = "" if row["lost_on_turn"] else "green"
            console.print(Text(_joined(_cells(row), widths), style))
    if read:
        console.print()
        for ended, meaning in MEANINGS.items():
            if any(row["ended"] == ended for row in read):
                console.print(Text(meaning, "dim"))
        for text in wrap(KNOWN, 80 if console.soft_wrap else console.width):
            console.print(Text(text, "dim"))


def _joined(cells: Sequence[str], widths: Sequence[int]) -> str:
    name, *figures = cells
    if len(name) > widths[0]:
        name = name[: widths[0] - 1] + "…"
    return "  ".join(
        cell.rjust(width) if heading in NUMBERS else cell.ljust(width)
        for heading, cell, width in zip(HEADINGS, (name, *figures), widths, strict=True)
    ).rstrip()


def _cells(row: dict[str, Any]) -> tuple[str, ...]:
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
        row["cause"] or "",
    )


def _name(row: dict[str, Any]) -> str:
    number = row["line_number"]
    return str(row["file"]) if number is None else f"{row['file']}:{number}"
