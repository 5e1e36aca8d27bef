"""With all cards known, what is the most that a Hanabi deal can score?"""

from solver._version import __version__
from solver.game.cards import Card
from solver.game.deals import Deal
from solver.game.position import Action, Position
from solver.game.rules import Rules, Suit
from solver.search.searcher import Budget, Interrupted, Result, solve, solve_many

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
