"""How many deals took how much: counts in bins that grow with what they count.

A survey may have more deals than memory has room for; the bins take the same room for any number.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

# Bins for each power of two. Numbers up to 8191 have one of their own, and above that a
# bin is no wider than a 4096th of what is in it.
BINS = 4096
BITS = 63
FIRST_SHIFTED = BINS.bit_length()  # numbers with no more bits than this are counted one by one


class Percentiles(NamedTuple):
    """What half, 90 % and 99 % of the deals do not exceed, and the most of all."""

    median: float
    p90: float
    p99: float
    max: float


class Histogram:
    """Counts of whole numbers from 0 up; the largest is kept as it is.

    >>> counts = Histogram()
    >>> counts.add(np.array([7, 9, 9, 100_001]))
    >>> counts.percentiles()
    Percentiles(median=9, p90=100000, p99=100000, max=100001)
    """

    def __init__(self) -> None:
        """Begin with nothing."""
        self._counts = np.zeros((BITS - FIRST_SHIFTED + 2) * BINS, np.int64)
        self._largest = 0

    def add(self, numbers: np.ndarray[Any, Any]) -> None:
        """Count these, too."""
        if len(numbers):
            places = _place(numbers.astype(np.int64))
            self._counts += np.bincount(places, minlength=len(self._counts))
            self._largest = max(self._largest, int(numbers.max()))

    def percentiles(self) -> Percentiles:
        """By the nearest rank: the smallest number that 50, 90 or 99 percent do not exceed.

        Above 8191 a percentile may be too low, by less than 0.025 %. The largest is exact.
        """
        upto = np.cumsum(self._counts)
        median, p90, p99 = (
            _lowest(int(np.searchsorted(upto, -(-int(upto[-1]) * percent // 100))))
            for percent in (50, 90, 99)
        )
        return Percentiles(median, p90, p99, self._largest)


def _place(numbers: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The bins of numbers: their highest bits, after the bins of all shorter numbers."""
    bits = np.frexp(numbers.astype(np.float64))[1]
    shift = np.maximum(bits - FIRST_SHIFTED, 0)
    place: np.ndarray[Any, Any] = shift * BINS + (numbers >> shift)
    return place


def _lowest(place: int) -> int:
    """The lowest number of a bin."""
    shift = max(place // BINS - 1, 0)
    return (place - shift * BINS) << shift
