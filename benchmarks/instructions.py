"""Instructions a deal, which a busy machine does not change, and two builds compared by them.

`python -m benchmarks --instructions` counts those of this checkout with valgrind's callgrind, and
`--against DIRECTORY` those of another one beside it, which must have been built for this Python:

    git worktree add ../before HEAD~1 && make -C ../before .venv/built
    python -m benchmarks --instructions --against ../before

Only the kernel's part is counted: dealing, searching and the row, not Python's start nor clause
learning, which runs in a process of its own.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.table import Table

from benchmarks.cells import Cell

CELLS = (*(Cell(("base",), players) for players in (2, 3, 4, 5)), Cell(("avalanche-5",), 2))
SCRIPT = Path(__file__).parent / "count_instructions.py"
# The kernel's function that solves a block, whatever number Cython gives it.
BLOCK = "__pyx_pw_6solver_5_core_7Context_*solve_block"


def instructions(cell: Cell, deals: int, checkout: Path) -> float:
    """The instructions for each of the cell's first deals."""
    with tempfile.TemporaryDirectory() as folder:
        command = [
            "valgrind", "--tool=callgrind", "--collect-atstart=no", f"--toggle-collect={BLOCK}",
            f"--callgrind-out-file={folder}/out", sys.executable, str(SCRIPT),
            "+".join(cell.rules), str(cell.players), str(deals),
        ]  # fmt: skip
        surroundings = os.environ | {"PYTHONPATH": str(checkout.resolve()), "PYTHONHASHSEED": "0"}
        run = subprocess.run(
            command, check=True, capture_output=True, text=True, env=surroundings, cwd=folder
        )
    found = re.search(r"Collected : (\d+)", run.stderr)
    if found is None:
        sys.exit(f"valgrind says nothing:\n{run.stderr}")
    return int(found[1]) / deals


def instructions_table(deals: int, against: Path | None) -> Table:
    """The cells' instructions here, and in another checkout."""
    if shutil.which("valgrind") is None:
        sys.exit("instructions are counted by valgrind, which is not installed")
    table = Table("", "instructions a deal", title=f"seeds 1 to {deals:,}")
    if against:
        table.add_column(str(against), justify="right")
        table.add_column("here : there", justify="right")
    table.columns[1].justify = "right"
    for cell in CELLS:
        here = instructions(cell, deals, Path(__file__).parents[1])
        row = [str(cell), f"{here:,.0f}"]
        if against:
            there = instructions(cell, deals, against)
            row += [f"{there:,.0f}", f"{here / there:.4f}"]
        table.add_row(*row)
        print(f"{cell} done", file=sys.stderr)
    return table
