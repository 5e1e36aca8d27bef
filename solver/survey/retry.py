"""Undecided deals of a survey, tried again with a larger budget."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from solver.errors import SurveyError
from solver.search.budget import Budget
from solver.survey.folder import Folder, Part
from solver.survey.making import METADATA, Making, Range
from solver.survey.rows import VERDICTS, solve_numbers, solve_range
from solver.workers import Call, Workers, results


class Retried(NamedTuple):
    """A part whose undecided deals were tried again."""

    part: Part
    tried: int
    decided: int


def retry(folder: Folder, budget: Budget, workers: Workers) -> Generator[Retried, None, None]:
    """Solve the undecided deals of all parts again and replace just their rows.

    A part that has been tried with as many nodes is passed over, so that a retry which was
    stopped goes on when it is asked for again.
    """
    before = folder.making.budget
    if budget.nodes <= before.nodes:
        raise SurveyError(
            f"{folder.path}: was made with {before.nodes:,} nodes a deal: a retry needs more"
        )
    making = replace(folder.making, budget=budget)
    for (part, numbers), again in results(_calls(folder, making), workers):
        whole = merged(part.opened().table(), again, budget)
        folder.add(part.players, part.range, whole)
        yield Retried(part, len(numbers), len(numbers) - _account(again)["counts"]["undecided"])


def _calls(folder: Folder, making: Making) -> Iterator[Call]:
    for part, account in folder.checked():
        tried = max((step["nodes"] for step in account.get("retries", ())), default=0)
        if account["counts"]["undecided"] and tried < making.budget.nodes:
            numbers = _undecided(part.opened().table())
            yield Call((part, numbers), solve_numbers, (making, part.players, numbers))


def solve_range_again(
    making: Making, players: int, wanted: Range, retries: Sequence[Mapping[str, int]]
) -> pa.Table:
    """The rows of these deals, as solving and then these retries give them."""
    table = solve_range(making, players, wanted)
    for step in retries:
        budget = Budget(nodes=step["nodes"], memory=step["memory"])
        numbers = _undecided(table)
        if not len(numbers):
            break
        again = solve_numbers(replace(making, budget=budget), players, numbers)
        table = merged(table, again, budget)
    return table


def merged(table: pa.Table, again: pa.Table, budget: Budget) -> pa.Table:
    """The rows of a part with those of a retry in place of the undecided ones.

    Its counts are those of the new rows, its sums (nodes, conflicts, seconds) of all that was done.
    The digest is that of the digest before it and the retry's: so it still stands for all deals,
    and solving the part and repeating its retries reproduces it.
    """
    number = table.column_names[0]
    account, new = _account(table), _account(again)
    tried = account["counts"]["undecided"]
    account["counts"]["undecided"] = 0
    for name, count in new["counts"].items():
        account["counts"][name] += count
    account["seconds"] = round(account["seconds"] + new["seconds"], 6)
    account["digest"] = hashlib.sha256(
        bytes.fromhex(account["digest"]) + bytes.fromhex(new["digest"])
    ).hexdigest()
    account["retries"] = [
        *account.get("retries", ()),
        {"nodes": budget.nodes, "memory": budget.memory, "deals": tried},
    ]
    kept = table.filter(pc.invert(_is_undecided(table))).replace_schema_metadata(None)
    rows = pa.concat_tables([kept, again.replace_schema_metadata(None).cast(kept.schema)])
    return rows.sort_by(number).replace_schema_metadata({METADATA: json.dumps(account)})


def _account(table: pa.Table) -> dict[str, Any]:
    account: dict[str, Any] = json.loads(table.schema.metadata[METADATA])
    return account


def _is_undecided(table: pa.Table) -> pa.ChunkedArray:
    return pc.equal(table["verdict"].cast(pa.string()), VERDICTS[2])


def _undecided(table: pa.Table) -> np.ndarray[Any, Any]:
    numbers: np.ndarray[Any, Any] = table.filter(_is_undecided(table)).column(0).to_numpy()
    return numbers
