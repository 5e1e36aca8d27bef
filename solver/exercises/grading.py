"""How hard an exercise is for people: how close the second best is, and how far one has to look.

The number of wrong moves that look right is told with the grade, but does not count: players who
try a few orders in their heads solve exercises with two and with five of them equally often, and
discards much less often than plays and clues. `benchmarks/exercise_quality.py` prints the table.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

# A point for each that what the second best move costs is not above. In a puzzle that is nearly
# always one point of the score, and says nothing.
CLOSE = tuple(Fraction(percent, 100) for percent in (60, 30, 15, 10))
# A point for each that the depth reaches, in a judgement and in a puzzle.
FAR = (6,)
FAR_IN_PUZZLES = (1, 3, 5, 8, 11)
# The points from which on the grade is higher by one.
STEPS = (1, 2, 4, 5)


@dataclass(frozen=True)
class Grade:
    """How hard an exercise is, from 1 to 5, with what that is made of.

    `failing` is the number of wrong moves that look right. `depth` is the number of turns until the
    loss is plain to see, after that of them with which it takes the longest. `margin` is what the
    second best move costs: a chance, or points. `is_quiet` says that the answer is a discard, which
    few look for.
    """

    failing: int
    depth: int
    margin: Fraction | int
    is_quiet: bool

    @property
    def number(self) -> int:
        """The grade.

        >>> Grade(failing=2, depth=2, margin=Fraction(1), is_quiet=False).number
        1
        >>> Grade(failing=4, depth=6, margin=Fraction(1, 10), is_quiet=True).number
        5
        """
        if isinstance(self.margin, int):
            points = sum(self.depth >= least for least in FAR_IN_PUZZLES)
        else:
            points = sum(self.margin <= most for most in CLOSE)
            points += sum(self.depth >= least for least in FAR)
        points += self.is_quiet
        return 1 + sum(points >= least for least in STEPS)
