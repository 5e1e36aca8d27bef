"""The six bonus tiles of Five Flamboyants."""

from __future__ import annotations

TILES = (1, 2, 3, 4, 5, 6)

# Those that take a card from the discard pile: 5 into the draw pile, 6 into play.
TAKING = frozenset({5, 6})
