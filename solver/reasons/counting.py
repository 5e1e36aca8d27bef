"""How much a small check may look at."""

from __future__ import annotations


class TooMany(Exception):
    """More states than a small check may look at: it says nothing then."""
