"""Undecided deals of a survey, tried again with a larger budget."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from solver.blocks import starts_of_seeds
from solver.search import Budget
from solver.survey import METADATA, Folder, Part, SurveyError
from solver.survey_rows import VERDICTS, rows_of_starts


class Retried(NamedTuple):
    """A part whose undecided deals were tried again."""

    part: Part
    tried: int
    decided: int


def retry(folder: Folder, budget: Budget) -> Iterator[Retried]:
    """Solve the undecided deals of all parts again and replace just their rows."""
    before = folder.making.budget
    if budget.nodes <= before.nodes:
        raise SurveyError(
            f"{folder.path}: was made with {before.nodes:,} nodes a deal; give a retry more --nodes"
        )
    for part in folder.parts():
        account = part.account()
        if account["counts"]["undecided"]:
            yield _retry_part(folder, part, account, budget)


def _retry_part(folder: Folder, part: Part, account: dict[str, Any], budget: Budget) -> Retried:
    making = replace(folder.making, budget=budget)
    table = pq.read_table(part.path)
    number = table.column_names[0]
    is_open = pc.equal(table["verdict"].cast(pa.string()), "undecided")
    numbers = table.filter(is_open)[number].to_numpy()
    starts = numbers.astype(np.uint32)
    if making.numbering == "seeds":
        starts = np.concatenate(
            [starts_of_seeds(making.rules, part.players, seed, seed) for seed in numbers.tolist()]
        )
    again = rows_of_starts(making, part.players, numbers, starts)
    counts = account["counts"]
    counts["undecided"] -= len(numbers)
    for verdict in VERDICTS:
        counts[verdict] += (
            pc.sum(pc.equal(again["verdict"].cast(pa.string()), verdict)).as_py() or 0
        )
    if making.numbering == "starts":  # where perfect deals are only counted
        again = again.filter(pc.not_equal(again["verdict"].cast(pa.string()), "perfect"))
    kept = table.filter(pc.invert(is_open)).replace_schema_metadata(None)
    whole = pa.concat_tables([kept, again.cast(kept.schema)]).sort_by(number)
    account["retried"] = {"nodes": budget.nodes, "deals": len(numbers)}
    folder.replace(part, whole.replace_schema_metadata({METADATA: json.dumps(account)}))
    return Retried(part, len(numbers), len(numbers) - counts["undecided"])
