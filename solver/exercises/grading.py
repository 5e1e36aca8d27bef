"""How hard an exercise is for people: what else looks right, how far to look, how close it is."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

# From so many on, a point more: wrong moves that look right; turns until the loss is plain.
MANY_TEMPTING = (3, 4)
FAR = (3, 6)
# Up to so little, a point more: what the second best move costs, as a chance and in points.
CLOSE = (Fraction(3, 10), Fraction(12, 100))
CLOSE_POINTS = (1,)


@dataclass(frozen=True)
class Grade:
    """How hard an exercise is, from 1 to 5, with what that is made of.

    `failing` is the number of wrong moves that look right. `depth` is how many turns after the
    most tempting one pass until the loss is plain to see. `margin` is what the second best move
    costs: a chance, or points.
    """

    failing: int
    depth: int
    margin: Fraction | int

    @property
    def number(self) -> int:
        """The grade: 1 for up to one point, and then one more for each.

        There is a point for three failing moves and another for four; for a depth of three turns
        and of six; and for a margin of 30 % or less and of 12 % or less. In a puzzle a margin of
        one score point counts as one.

        >>> Grade(failing=2, depth=2, margin=Fraction(1, 2)).number
        1
        >>> Grade(failing=4, depth=6, margin=Fraction(1, 10)).number
        5
        """
        close: tuple[Fraction | int, ...] = CLOSE
        if isinstance(self.margin, int):
            close = CLOSE_POINTS
        points = (
            *(self.failing >= least for least in MANY_TEMPTING),
            *(self.depth >= least for least in FAR),
            *(self.margin <= most for most in close),
        )
        return max(1, min(5, sum(points)))
