"""How fast a survey is, beside the kernel alone on the same deals, and how much memory it takes.

Each measurement is a process of its own, so that none warms another's caches or counts its memory.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from solver import Budget, Rules, systems
from solver.search.blocks import BlockSolver, starts_of_seeds

RULES, PLAYERS = "base", 3


def survey_speed(deals: int) -> None:
    """Print rates and peak memory; times are only printed, the rows are compared."""
    few = max(deals // 10, 1)
    kernel = _measured("kernel", deals)
    one, two = _measured("survey", deals, 1), _measured("survey", deals, 2)
    short = _measured("survey", few, 1)
    assert one["digest"] == two["digest"], "the rows depend on the number of jobs"
    table = Table("", "deals", "deals/s", "compared", "peak MiB", title=f"{RULES}:{PLAYERS}")
    for name, run, compared in (
        ("kernel alone", kernel, ""),
        ("survey, 1 job", one, f"{one['rate'] / kernel['rate']:.0%} of the kernel"),
        ("survey, 2 jobs", two, f"{two['rate'] / one['rate']:.2f} times 1 job"),
        ("survey, 1 job", short, _memory_compared(one["peak"], short["peak"])),
    ):
        peak = "?" if run["peak"] is None else f"{run['peak']:.0f}"
        table.add_row(name, f"{run['deals']:,}", f"{run['rate']:,.0f}", compared, peak)
    Console(width=None if sys.stdout.isatty() else 110).print(table)


def _memory_compared(long: float | None, short: float | None) -> str:
    return f"{long / short:.2f} times the memory above" if long and short else ""


def _measured(*what: object) -> dict[str, Any]:
    """Run one measurement in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.survey_speed", *map(str, what)]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    found: dict[str, Any] = json.loads(output)
    return found


def _kernel(deals: int) -> dict[str, object]:
    rules = Rules.named(RULES)
    solver = BlockSolver(rules, PLAYERS, Budget())
    starts = starts_of_seeds(rules, PLAYERS, 1, deals)
    solver.solve(starts[:1000])
    began = time.perf_counter()
    for first in range(0, deals, 1000):
        solver.solve(starts[first : first + 1000])
    return {"rate": deals / (time.perf_counter() - began)}


def _survey(deals: int, jobs: int) -> dict[str, object]:
    """The rate from the first finished block to the last, without the start of the workers."""
    from solver.survey.folder import make_folder, tasks  # noqa: PLC0415
    from solver.survey.making import Making, Range  # noqa: PLC0415
    from solver.survey.run import run  # noqa: PLC0415
    from solver.workers import OwnProcess, Processes  # noqa: PLC0415

    making = Making(Rules.named(RULES), "seeds", Budget())
    with tempfile.TemporaryDirectory() as path:
        folder = make_folder(Path(path) / "survey", making)
        workers = OwnProcess() if jobs == 1 else Processes(jobs)
        times = []
        for done in run(folder, tasks(folder, [PLAYERS], Range(1, deals)), workers):
            times.append((time.perf_counter(), len(done.part.range)))
        rate = sum(n for _, n in times[1:]) / (times[-1][0] - times[0][0]) if times[1:] else 0.0
        return {"rate": rate, "digest": folder.digest()}


if __name__ == "__main__":
    what, deals, *jobs = sys.argv[1:]
    result = _kernel(int(deals)) if what == "kernel" else _survey(int(deals), int(jobs[0]))
    print(json.dumps({**result, "deals": int(deals), "peak": systems.peak_memory()}))
