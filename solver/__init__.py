"""With all cards known, what is the most that a Hanabi deal can score?"""

from solver._version import __version__
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
