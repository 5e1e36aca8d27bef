"""The interval of a share as E. B. Wilson gave it in 1927."""

from __future__ import annotations

from math import sqrt

NORMAL = 1.959963984540054  # the normal distribution's 97.5 % point


def wilson(successes: int, trials: int, sign: int) -> float:
    """The lower bound of the 95 % interval if the sign is -1, the upper one if it is 1."""
    share = successes / trials
    middle = share + NORMAL**2 / (2 * trials)
    spread = NORMAL * sqrt(share * (1 - share) / trials + NORMAL**2 / (4 * trials**2))
    return (middle + sign * spread) / (1 + NORMAL**2 / trials)
