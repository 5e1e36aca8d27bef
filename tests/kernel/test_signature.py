"""The search does what it did when its signature was saved."""

from __future__ import annotations

from benchmarks.signature import saved, signature


def test_signature() -> None:
    """After a change of the search: `python -m benchmarks --sign`, and say so in the commit."""
    assert signature() == saved()
