"""Parts of a survey solved again, to see that the same rows come out."""

from __future__ import annotations

import random
from collections.abc import Generator, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

import pyarrow as pa

from solver.survey.folder import Folder, Part
from solver.survey.retry import solve_range_again
from solver.survey.rows import plain
from solver.survey.sealed import account_of
from solver.workers import Call, Workers, results

Chosen = TypeVar("Chosen", bound=tuple[Any, ...])  # in an order, as named tuples are


class Verified(NamedTuple):
    """A part that was solved again, and what is not the same: nothing, if all is well."""

    part: Part
    account: dict[str, Any]
    differences: tuple[str, ...]


def choose(parts: Sequence[Chosen], number: int | None) -> list[Chosen]:
    """`number` of the parts at random, but always the same ones; None for all."""
    if number is None or number >= len(parts):
        return list(parts)
    return sorted(random.Random(number).sample(parts, number))


def verify(
    folder: Folder, parts: Sequence[Part], workers: Workers
) -> Generator[Verified, None, None]:
    """Solve parts again, their retries included, and compare."""
    for part, table in results(_calls(folder, parts), workers):
        account = account_of(part.path, table.schema)
        yield Verified(part, account, tuple(_differences(part, account, table)))


def _calls(folder: Folder, parts: Sequence[Part]) -> Iterator[Call]:
    for part in parts:
        retries = part.account().get("retries", ())
        arguments = (folder.making, part.players, part.range, retries)
        yield Call(part, solve_range_again, arguments)


def _differences(part: Part, account: dict[str, Any], table: pa.Table) -> Iterator[str]:
    """What the part has otherwise than the account and the rows of its deals solved again."""
    there = part.opened()
    said = there.account
    for key, value in account.items():
        if key != "seconds" and said.get(key) != value:
            yield key
    if not timeless(there.table()).equals(timeless(table)):
        yield "rows"


def timeless(table: pa.Table) -> pa.Table:
    """The rows without what is different each time."""
    return plain(table).select([name for name in table.column_names if name != "microseconds"])
