"""How much a search may use."""

from __future__ import annotations

from dataclasses import dataclass

from solver.errors import InputError

MAX_NODES = 10**18

MAX_MEMORY = 1 << 30  # MiB: more than any machine has


@dataclass(frozen=True)
class Budget:
    """How much a search may use before it says `undecided`; None is no limit.

    A conflict of clause learning counts as 50 nodes, because it takes as long as they.
    `memory` is the transposition table's size in MiB, for each of the jobs.
    """

    nodes: int = 10_000_000
    seconds: float | None = None
    memory: int = 256

    def __post_init__(self) -> None:
        """Refuse a budget that allows nothing."""
        for name, value, most in (
            ("nodes", self.nodes, MAX_NODES),
            ("memory", self.memory, MAX_MEMORY),
        ):
            if isinstance(value, bool) or not isinstance(value, int):
                raise InputError(f"a budget for {name} must be a whole number, not {value!r}")
            if value < 1:
                raise InputError(f"a budget of {value} for {name} is below 1")
            if value > most:
                raise InputError(f"a budget of {value} for {name} is above {most}")
        if self.seconds is not None and not self.seconds > 0:
            raise InputError(f"a budget of {self.seconds:g} seconds is not above 0")
