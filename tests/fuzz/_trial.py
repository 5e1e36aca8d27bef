"""Attacks that find something, for the test of the runner."""

from __future__ import annotations

import os
from random import Random

ENDS = ("nothing", "finding", "crash")


def attack(random: Random) -> str | None:
    """Nothing, a finding or a crash."""
    end = random.choice(ENDS)
    if end == "crash":
        os.abort()
    return None if end == "nothing" else f"a\n{end}"
