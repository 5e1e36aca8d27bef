"""How much a search may use."""

from __future__ import annotations

from dataclasses import dataclass

from solver.errors import InputError, of_kind, shown

MAX_NODES = 10**18

MAX_MEMORY = 1 << 30  # MiB: more than any machine has

MAX_SECONDS = 10**9  # thirty years


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
        if self.seconds is None:
            return
        if isinstance(self.seconds, bool) or not isinstance(self.seconds, int | float):
            raise InputError(f"a budget for seconds must be a number, not {self.seconds!r}")
        if not 0 < self.seconds <= MAX_SECONDS:
            raise InputError(
                f"a budget of {shown(self.seconds)} seconds is not above 0 and up to "
                f"{MAX_SECONDS}; None is no limit"
            )


def given(budget: Budget | None) -> Budget:
    """The budget that was given, or the usual one."""
    return Budget() if budget is None else of_kind(budget, Budget, "a budget")
