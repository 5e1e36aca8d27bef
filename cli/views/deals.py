"""Deals that were looked for: their seeds, and how the search went."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from cli.views.deal import SCHEMA
from solver.errors import counted

if TYPE_CHECKING:
    from rich.text import Text

    from solver.survey.find import Finder, Found


def to_json(finder: Finder, found: Found) -> dict[str, Any]:
    """A deal that was found, as one object."""
    return {
        "schema": SCHEMA,
        "seed": found.seed,
        "players": finder.players,
        "rules": finder.rules.to_json(),
        "max_score": found.max_score,
        "verdict": finder.wanted.verdict,
        "reason": found.reason,
    }


def sentence(finder: Finder, number: int) -> str:
    """How many deals were found among how many, and how many were passed over."""
    words = f"{number:,} found among {counted(finder.looked_at, 'seed')}"
    if finder.undecided:
        deals = counted(finder.undecided, "undecided deal")
        words += f", {deals} skipped (more --nodes may decide them)"
    return words


def page(found: Found, *, width: int) -> Iterator[Text]:
    """A deal that was found: the seed alone, for whoever hands it on."""
    from rich.text import Text  # noqa: PLC0415 (slow, and only people need it)

    yield Text(found.seed, no_wrap=True)
