"""Chances and mean scores as people read them; rounding makes nothing certain."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor

HALF = Fraction(1, 2)


def percent(chance: Fraction) -> str:
    """A chance in percent; only what is certain is 100 %, and only what is impossible 0 %.

    >>> [percent(Fraction(*parts)) for parts in [(73, 90), (1, 1), (4999, 5000), (0, 1), (1, 5000)]]
    ['81.1 %', '100 %', '>99.9 %', '0 %', '<0.1 %']
    """
    if chance in (0, 1):
        return f"{100 * int(chance)} %"
    tenths = floor(1000 * chance + HALF)
    if tenths == 0:
        return "<0.1 %"
    return ">99.9 %" if tenths == 1000 else f"{tenths / 10:.1f} %"


def percent_between(low: Fraction, high: Fraction) -> tuple[str, str]:
    """Bounds of a chance in percent, rounded to the outside.

    >>> percent_between(Fraction(1, 3), Fraction(2, 3))
    ('33.3 %', '66.7 %')
    """
    return f"{floor(1000 * low) / 10:g} %", f"{ceil(1000 * high) / 10:g} %"


def points(mean: Fraction, most: int) -> str:
    """A mean score; only what is certain is the most, or 0.

    >>> [points(Fraction(*parts), 25) for parts in [(864, 35), (25, 1), (24999, 1000), (1, 1000)]]
    ['24.69', '25', '>24.99', '<0.01']
    """
    if mean.denominator == 1:
        return str(mean)
    hundredths = floor(100 * mean + HALF)
    if hundredths == 0:
        return "<0.01"
    if hundredths == 100 * most:
        return f">{most - 0.01:.2f}"
    return f"{hundredths / 100:.2f}"


def points_between(low: Fraction, high: Fraction) -> tuple[str, str]:
    """Bounds of a mean score, rounded to the outside.

    >>> points_between(Fraction(70, 3), Fraction(25))
    ('23.33', '25')
    """
    return f"{floor(100 * low) / 100:g}", f"{ceil(100 * high) / 100:g}"
