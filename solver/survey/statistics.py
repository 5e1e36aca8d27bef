"""Shares with their intervals."""

from __future__ import annotations


def winnable_interval(perfect: int, undecided: int, deals: int) -> tuple[float, float]:
    """The 95 % Wilson interval of the winnable share, widened by the undecided at both ends.

    They may all be lost, or all be winnable; the interval holds for both.

    >>> [round(bound, 3) for bound in winnable_interval(90, 0, 100)]
    [0.826, 0.945]
    >>> [round(bound, 3) for bound in winnable_interval(90, 5, 100)]
    [0.826, 0.978]
    """
    from scipy.stats import binomtest  # noqa: PLC0415 (slow to load)

    if not deals:
        return 0.0, 1.0
    low = binomtest(perfect, deals).proportion_ci(method="wilson").low
    high = binomtest(perfect + undecided, deals).proportion_ci(method="wilson").high
    return float(low), float(high)
