"""JSON text, and where a fault in it stands."""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from solver.errors import InputError, nearest_of
from solver.notation.sources import check_size

MOST_LEVELS = 100  # of arrays and objects in each other; a game has five
MOST_DIGITS = 1000
MOST_KEYS = 1000


def parse_json(text: str, where: str) -> Any:
    """The value of a JSON text; a fault names its place.

    What comes out can be walked through and written again as JSON: no NaN, no number without
    bounds, no half of a character, and no nesting that is deeper than any object has.
    """
    check_size(text, where)
    with at(where):
        try:
            value = json.loads(
                text,
                object_pairs_hook=_without_repeated_keys,
                parse_int=_whole_number,
                parse_float=_finite_number,
                parse_constant=_no_constant,
            )
        except json.JSONDecodeError as error:
            line = f"line {error.lineno}, " if "\n" in text.strip() else ""
            raise InputError(f"is not JSON ({line}column {error.colno}: {error.msg})") from None
        except RecursionError:
            raise InputError(_TOO_DEEP) from None
        _check_levels(value)
        _check_letters(value)
        return value


_TOO_DEEP = f"arrays and objects lie in each other more than {MOST_LEVELS} deep"


def _without_repeated_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise InputError(f"the key {key!r} is given twice")
            seen.add(key)
    return fields


def _whole_number(text: str) -> int:
    if len(text) > MOST_DIGITS:
        raise InputError(f"a number has {len(text):,} digits: at most {MOST_DIGITS:,} are read")
    return int(text)


def _finite_number(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise InputError(f"the number {text[:20]} is too large")
    return number


def _no_constant(name: str) -> Any:
    raise InputError(f"is not JSON: {name} is not a number")


def _check_levels(value: object) -> None:
    level = [value]
    for _ in range(MOST_LEVELS + 1):
        level = [inner for outer in level for inner in _inside(outer)]
        if not level:
            return
    raise InputError(_TOO_DEEP)


def _inside(value: object) -> Collection[object]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def _check_letters(value: object) -> None:
    r"""Refuse what a text can name as \ud800, and nothing can write or show."""
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        half = error.object[error.start].encode("unicode_escape").decode()
        raise InputError(f"{half} is half of a character: the other half is missing") from None


def check_keys(value: Mapping[Any, Any], known: Collection[str], error: type[InputError]) -> None:
    """Refuse misspelt keys, and pass over those of other programs.

    Far stricter than the hints for names: a key that only looks a bit alike is somebody's.
    """
    if len(value) > MOST_KEYS:
        raise error(f"an object with {len(value):,} keys: at most {MOST_KEYS:,} are read")
    for key in value:
        if key in known:
            continue
        # A title or the times of a deal are not its tiles.
        word = str(key).lower()
        meant = nearest_of(word, known, cutoff=0.75)
        if meant is not None and (not meant.startswith("tile") or word.startswith("til")):
            raise error(f"unknown key {key!r}; did you mean {meant}?")


@contextmanager
def at(where: str) -> Iterator[None]:
    """Put the place in front of the message of whatever is found wrong."""
    try:
        yield
    except InputError as error:
        raise type(error)(f"{where}: {error}") from None
