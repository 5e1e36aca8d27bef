"""Figures as people read them."""

from __future__ import annotations

from math import ceil, log10

from solver.survey.summary import Summary


def percent(summary: Summary, share: float) -> str:
    """A share with as many decimals as the interval of its cell is worth.

    Its width has two of its digits shown, so that a share below 1 does not look like 100 %.
    """
    low, high = summary.interval
    decimals = min(max(ceil(-log10(100 * (high - low))) + 1, 2), 7)
    return f"{100 * share:.{decimals}f} %"


def mean(value: float | None) -> str:
    """A mean maximum."""
    return "" if value is None else f"{value:.4f}"


def count(value: float | None) -> str:
    """A whole number; nothing if there is none."""
    return "" if value is None else f"{value:,.0f}"


def duration(seconds: float | None) -> str:
    """A time with three digits.

    >>> duration(0.0000157), duration(0.0123), duration(59.96), duration(2_000), duration(1e6)
    ('15.7 µs', '12.3 ms', '60.0 s', '33.3 min', '278 h')
    """
    if seconds is None:
        return ""
    for unit, size, most in (
        ("µs", 1e-6, 1e-3), ("ms", 1e-3, 1), ("s", 1, 120), ("min", 60, 7200),
    ):  # fmt: skip
        if seconds < most:
            return f"{_three_digits(seconds / size)} {unit}"
    return f"{_three_digits(seconds / 3600)} h"


def _three_digits(value: float) -> str:
    decimals = 2 if value < 9.995 else 1 if value < 99.95 else 0
    return f"{value:,.{decimals}f}"


def ranges(summary: Summary) -> str:
    """Which deals were done; where there are gaps, so much only."""
    if len(summary.ranges) == 1:
        return str(summary.ranges[0])
    return f"{len(summary.ranges)} ranges"
