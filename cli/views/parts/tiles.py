"""The bonus tiles in words."""

from __future__ import annotations

from collections.abc import Sequence


def tiles_words(tiles: Sequence[int], tile5: float | None) -> str:
    """The bonus tiles to come, the next one first, and where tile 5 puts a card if it is there.

    >>> tiles_words((5, 4, 2, 3, 6, 1), 0.9036408951506019)
    '5 4 2 3 6 1  (tile 5 at 0.904)'
    """
    words = " ".join(map(str, tiles)) or "none"
    if 5 not in tiles or tile5 is None:
        return words
    return f"{words}  (tile 5 at {min(round(tile5, 3), 0.999):g})"
