"""Running a survey: blocks of deals to workers, their rows into the folder as they finish."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import Any, NamedTuple

from solver.survey.folder import Folder, Part
from solver.survey.making import Range
from solver.survey.rows import solve_range
from solver.survey.sealed import account_of
from solver.workers import Call, Workers, results


class Done(NamedTuple):
    """A block that is finished and written."""

    part: Part
    account: dict[str, Any]


def run(
    folder: Folder, todo: Iterable[tuple[int, Range]], workers: Workers
) -> Generator[Done, None, None]:
    """Solve the blocks and write their parts; what is written when it stops stays."""
    calls = (Call(task, solve_range, (folder.making, *task)) for task in todo)
    for (players, done), table in results(calls, workers):
        part = folder.add(players, done, table)
        yield Done(part, account_of(part.path, table.schema))
