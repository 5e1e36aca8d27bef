"""JSON text, and where a fault in it stands."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from solver.errors import InputError


def parse_json(text: str, where: str) -> Any:
    """The value of a JSON text; a fault names its place."""
    try:
        return json.loads(text, object_pairs_hook=_without_repeated_keys)
    except json.JSONDecodeError as error:
        raise InputError(
            f"{where}: is not JSON (line {error.lineno}, column {error.colno}: {error.msg})"
        ) from None
    except InputError as error:
        raise InputError(f"{where}: {error}") from None
    except (ValueError, RecursionError):
        raise InputError(
            f"{where}: is not JSON that can be read: a number or a nesting without end"
        ) from None


def _without_repeated_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        keys = [key for key, _ in pairs]
        repeated = next(key for key in keys if keys.count(key) > 1)
        raise InputError(f"the key {repeated!r} is given twice")
    return fields


@contextmanager
def at(where: str) -> Iterator[None]:
    """Put the place in front of the message of whatever is found wrong."""
    try:
        yield
    except InputError as error:
        raise type(error)(f"{where}: {error}") from None
