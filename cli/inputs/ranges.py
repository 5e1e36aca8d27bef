"""Options that are ranges: players and deals."""

from __future__ import annotations

import re

from cli.inputs.numbers import NUMBER
from solver.errors import InputError


def read_players(text: str) -> list[int]:
    """Numbers of players: 3, 2-5 or 2,4."""
    chosen: list[int] = []
    for part in text.split(","):
        match = re.fullmatch(r"\s*([0-9]{1,3})(?:\s*-\s*([0-9]{1,3}))?\s*", part)
        if match is None:
            raise InputError(f"--players {text}: write 3, 2-5 or 2,4")
        first, last = int(match[1]), int(match[2] or match[1])
        if not 2 <= min(first, last) <= max(first, last) <= 6:
            raise InputError(f"--players {text}: the game is for 2 to 6 players")
        if last < first:
            raise InputError(f"--players {text}: a range goes upwards")
        chosen += range(first, last + 1)
    return sorted(set(chosen))


def read_range(
    option: str,
    text: str,
    advice: str = "a range like 1-10000",
    order: str = "a range goes upwards from 1",
) -> tuple[int, int]:
    """The first and the last number of a range: 1-10000, or one number alone.

    >>> read_range("--seeds", "1-1,000,000"), read_range("--seeds", "42")
    ((1, 1000000), (42, 42))
    """
    match = re.fullmatch(rf"\s*({NUMBER})(?:\s*-\s*({NUMBER}))?\s*", text)
    if match is None:
        raise InputError(f"{option} {text}: write {advice}")
    first, last = (int(re.sub("[,_]", "", number)) for number in (match[1], match[2] or match[1]))
    if not 1 <= first <= last:
        raise InputError(f"{option} {text}: {order}")
    return first, last
