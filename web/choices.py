"""What the page's forms offer."""

from __future__ import annotations

from typing import Any

from solver._version import __version__
from solver.exercises.themes import LESSONS, OFFERED
from solver.game.rule_sets import RULE_SETS
from solver.game.rules import MAX_PLAYERS, MIN_PLAYERS


def choices_json() -> dict[str, Any]:
    """Rule sets, themes of exercises, and numbers of players."""
    return {
        "rules": [{"name": one.name, "meaning": one.meaning} for one in RULE_SETS.values()],
        "themes": [{"name": name, "title": LESSONS[name].title} for name in OFFERED],
        "min_players": MIN_PLAYERS,
        "max_players": MAX_PLAYERS,
        "version": __version__,
    }
