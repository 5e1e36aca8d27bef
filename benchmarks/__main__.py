"""`python -m benchmarks`: solve the fixed sets and print what it took."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.cells import CELLS, TILE_CELLS, Cell, hardest, solve_all
from benchmarks.chance_speed import chance_speed
from benchmarks.endgame_speed import endgame_speed
from benchmarks.exercise_quality import exercise_quality
from benchmarks.goals import goals_table
from benchmarks.instructions import instructions_table
from benchmarks.measures import measure
from benchmarks.signature import save, saved, signature
from solver import Budget, Deal

COLUMNS = (
    "deals/s", "perfect", "lost", "undecided", "nodes median", "nodes p99", "nodes max",
    "µs median", "µs p99", "µs max", "tail %", "peak MiB",
)  # fmt: skip
HARDEST = "hardest"
GOAL_DEALS = 100_000
# Each is run alone, with a number that it is usually given.
ALONE = {
    "sat": (3, "the search side by side with SAT, N deals of each cell"),
    "survey": (100_000, "a survey of N deals beside the kernel alone"),
    "goals": (GOAL_DEALS, "times beside the goals and the yardstick, N deals of base and a tenth "
              "of the others"),
    "instructions": (1000, "instructions a deal, N deals of each cell"),
    "endgames": (25, "all moves of positions of N deals for each number of players"),
    "exercises": (100, "answers, themes and grades of N exercises for each number of players"),
    "chances": (60, "exact chances of N positions for each size of the pile"),
    "page": (5, "how fast the page is, with N positions for each number of players"),
}  # fmt: skip


def main() -> None:
    options = _options()
    console = Console(width=None if sys.stdout.isatty() else 150)
    if options.sat:
        from benchmarks.rival import side_by_side  # noqa: PLC0415 (needs python-sat)

        options.deals = options.sat
        sys.exit(side_by_side(_sets(options, CELLS), Budget(nodes=options.nodes)))
    if options.survey:
        from benchmarks.survey_speed import survey_speed  # noqa: PLC0415 (slow to load)

        survey_speed(options.survey)
        return
    if options.chances:
        chance_speed(options.chances)
        return
    if options.exercises:
        exercise_quality(options.exercises)
        return
    if options.page:
        from benchmarks.page_speed import page_speed  # noqa: PLC0415 (needs a browser)

        page_speed(options.page)
        return
    if options.endgames:
        endgame_speed(options.endgames)
        return
    if options.instructions:
        console.print(instructions_table(options.instructions, options.against))
        return
    if options.goals:
        console.print(goals_table(options.goals))
        return
    found = signature()
    if options.sign:
        save(found)
    known = "as saved" if found == saved() else f"NOT as saved: {saved()}"
    console.print(f"Bench: {found['nodes']}  answers {str(found['answers'])[:16]}  ({known})")
    run = {}
    for name, deals in _sets(options, (*CELLS, *TILE_CELLS)):
        run[name] = measure(list(solve_all(deals, Budget(nodes=options.nodes))))
        print(f"{name} done", file=sys.stderr)
    title = f"{options.deals} deals a cell, seeds from 1, at most {options.nodes:,} nodes a deal"
    console.print(_table(title, COLUMNS, run))
    console.print(_table("how often each pruning applied, for each deal", *_cuts(run)))
    if not options.cells:
        console.print(goals_table(GOAL_DEALS))
    if options.compare:
        console.print(_comparison(json.loads(options.compare.read_text("utf-8")), run))
    if options.save:
        options.save.write_text(json.dumps(run, indent=1) + "\n", "utf-8")
    sys.exit(0 if found == saved() else 1)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(
        "cells", nargs="*", help=f"only these, like base:3 or {HARDEST} (default: all)"
    )
    parser.add_argument("--deals", type=int, default=500, help="deals of each cell")
    parser.add_argument("--nodes", type=int, default=1_000_000, help="budget of each deal")
    parser.add_argument("--sign", action="store_true", help="save the signature as it is now")
    parser.add_argument("--save", type=Path, metavar="FILE", help="save this run")
    parser.add_argument("--compare", type=Path, metavar="FILE", help="compare with a saved run")
    for name, (usual, words) in ALONE.items():
        parser.add_argument(
            f"--{name}", type=int, nargs="?", const=usual, metavar="N",
            help=f"nothing but {words} (N is {usual:,} if it is left out)",
        )  # fmt: skip
    parser.add_argument(
        "--against", type=Path, metavar="DIRECTORY",
        help="with --instructions: another checkout to compare with, built",
    )  # fmt: skip
    return parser.parse_args()


def _sets(
    options: argparse.Namespace, cells: Sequence[Cell]
) -> Iterator[tuple[str, Iterator[Deal]]]:
    sets = {str(cell): cell.deals(options.deals) for cell in cells} | {HARDEST: hardest()}
    unknown = set(options.cells) - set(sets)
    if unknown:
        sys.exit(f"unknown: {', '.join(sorted(unknown))}; there are {', '.join(sets)}")
    return ((name, deals) for name, deals in sets.items() if name in (options.cells or sets))


def _table(title: str, columns: Sequence[str], rows: dict[str, dict[str, Any]]) -> Table:
    table = Table("", title=title, title_justify="left", padding=(0, 0, 0, 1))
    table.columns[0].no_wrap = True
    for column in columns:
        table.add_column(column, justify="right")
    for name, row in rows.items():
        table.add_row(name, *(_number(row[column]) for column in columns))
    return table


def _number(value: float | None) -> str:
    if value is None:
        return "?"
    return f"{value:,.0f}" if abs(value) >= 10 or value == int(value) else f"{value:.2f}"


def _cuts(run: dict[str, dict[str, Any]]) -> tuple[list[str], dict[str, dict[str, float]]]:
    names = list(next(iter(run.values()))["cuts"])
    return names, {
        cell: {
            cut: count / (row["perfect"] + row["lost"] + row["undecided"])
            for cut, count in row["cuts"].items()
        }
        for cell, row in run.items()
    }


def _comparison(before: dict[str, Any], now: dict[str, Any]) -> Table:
    """Nodes compare exactly; times only as far as the machine was equally busy."""
    columns = ("nodes median", "nodes mean", "nodes max", "µs median", "µs p99", "undecided")
    table = Table("now : before", *columns, title="compared with the saved run")
    for cell in now:
        if cell in before:
            pairs = ((now[cell][c], before[cell][c]) for c in columns)
            table.add_row(cell, *(f"{_number(a)} : {_number(b)}" for a, b in pairs))
    return table


if __name__ == "__main__":
    main()
