"""What the asking process and the learning one say to each other: objects, each with its size."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

_SIZE = 8  # bytes


def to_bytes(message: Any) -> bytes:
    """A message as it is written."""
    content = pickle.dumps(message)
    return len(content).to_bytes(_SIZE, "big") + content


def read(some: Callable[[int], bytes]) -> Any:
    """The next message; `some` reads at most so many bytes, and none at the end: EOFError."""
    return pickle.loads(_exactly(some, int.from_bytes(_exactly(some, _SIZE), "big")))


def _exactly(some: Callable[[int], bytes], number: int) -> bytes:
    content = b""
    while len(content) < number:
        more = some(number - len(content))
        if not more:
            raise EOFError
        content += more
    return content
