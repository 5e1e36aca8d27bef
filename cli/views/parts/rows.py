"""Rows that are longer than the terminal is wide."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.text import Text

LEAST_WORDS = 20  # the room that words get in the narrowest terminal


def hanging(row: Text, words: str, width: int, style: str = "") -> Iterator[Text]:
    """A row with words behind its figures; what has no room stands below the first of them."""
    from rich.text import Text  # noqa: PLC0415 (slow, and only people need it)

    indent = row.cell_len
    first, *others = wrap(
        words, max(width - indent, LEAST_WORDS), break_long_words=False, break_on_hyphens=False
    )
    row.append(first, style)
    yield row
    for other in others:
        yield Text(" " * indent + other, style)
