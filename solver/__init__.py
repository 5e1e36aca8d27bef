"""With all cards known, what is the most that a Hanabi deal can score?"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from solver._version import __version__

if TYPE_CHECKING:
    from solver.errors import Interrupted
    from solver.game.actions import Action
    from solver.game.cards import Card
    from solver.game.deals import Deal
    from solver.game.position import Position
    from solver.game.rules import Rules
    from solver.game.suits import Suit
    from solver.search.answers import Result
    from solver.search.budget import Budget
    from solver.search.many import solve, solve_many

__all__ = [
    "Action",
    "Budget",
    "Card",
    "Deal",
    "Interrupted",
    "Position",
    "Result",
    "Rules",
    "Suit",
    "__version__",
    "solve",
    "solve_many",
]

# Where the names above live. They are loaded when they are asked for: this file runs before every
# module of the package, and whoever needs one of them should not wait for all.
_PLACES = {
    "Action": "solver.game.actions",
    "Budget": "solver.search.budget",
    "Card": "solver.game.cards",
    "Deal": "solver.game.deals",
    "Interrupted": "solver.errors",
    "Position": "solver.game.position",
    "Result": "solver.search.answers",
    "Rules": "solver.game.rules",
    "Suit": "solver.game.suits",
    "solve": "solver.search.many",
    "solve_many": "solver.search.many",
}


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value = getattr(import_module(_PLACES[name]), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
