"""`python -m benchmarks`: solve the fixed sets and print what it took."""

from __future__ import annotations

import argparse
import resource
import statistics
import sys

from rich.console import Console
from rich.table import Table

from benchmarks.cells import CELLS, Cell, solve_cell
from benchmarks.signature import save, saved, signature
from solver import Budget, Result


def main() -> None:
    options = _options()
    console = Console(width=None if sys.stdout.isatty() else 130)
    found = signature()
    if options.sign:
        save(found)
    known = "as saved" if found == saved() else f"NOT as saved: {saved()}"
    console.print(f"Bench: {found['nodes']}  answers {str(found['answers'])[:16]}  ({known})")
    cells = [cell for cell in CELLS if not options.cells or str(cell) in options.cells]
    table = Table(
        "cell", "deals/s", "perfect", "lost", "undecided",
        "nodes med", "p99", "max", "µs med", "p99", "max", "peak MiB",
        title=f"{options.deals} deals a cell, seeds from 1, at most {options.nodes} nodes a deal",
    )  # fmt: skip
    for column in table.columns[1:]:
        column.justify = "right"
    for cell in cells:
        results = list(solve_cell(cell, options.deals, Budget(nodes=options.nodes)))
        table.add_row(*_row(cell, results))
        print(f"{cell} done", file=sys.stderr)
    console.print(table)
    sys.exit(0 if found == saved() else 1)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("cells", nargs="*", help="only these, like base:3 (default: all)")
    parser.add_argument("--deals", type=int, default=500, help="deals of each cell")
    parser.add_argument("--nodes", type=int, default=1_000_000, help="budget of each deal")
    parser.add_argument("--sign", action="store_true", help="save the signature as it is now")
    return parser.parse_args()


def _row(cell: Cell, results: list[Result]) -> list[str]:
    nodes = sorted(result.nodes for result in results)
    micros = sorted(result.seconds * 1e6 for result in results)
    verdicts = [result.verdict for result in results]
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return [
        str(cell),
        f"{len(results) / sum(result.seconds for result in results):,.0f}",
        *(str(verdicts.count(verdict)) for verdict in ("perfect", "not-perfect", "undecided")),
        *(f"{value:,.0f}" for value in _spread(nodes)),
        *(f"{value:,.0f}" for value in _spread(micros)),
        f"{peak:,.0f}",
    ]


def _spread(values: list[float] | list[int]) -> tuple[float, float, float]:
    return statistics.median(values), values[len(values) * 99 // 100], values[-1]


if __name__ == "__main__":
    main()
