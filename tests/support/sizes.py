"""How much a run tests, as `--size` says; tests/conftest.py sets it before it reads the tests."""

from __future__ import annotations

from typing import Literal, get_args

Size = Literal["check", "test", "long"]
SIZES: tuple[Size, ...] = get_args(Size)

chosen: Size = "test"


def sized(number: int) -> int:
    """The number of examples or deals that is `number` in `--size test`."""
    if chosen == "check":
        return -(-number // 10)
    return 3 * number if chosen == "long" else number
