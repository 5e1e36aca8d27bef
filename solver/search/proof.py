"""What a search has proven so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from solver._core import STAGES as KERNEL_STAGES
from solver.game.actions import Action
from solver.game.rules import Rules
from solver.search.lines import KernelMove

StoppedBy = Literal["nodes", "seconds", "interrupt", "memory"]

STAGES = (*KERNEL_STAGES, "clause-learning")

CONFLICT = 50  # a conflict of clause learning takes about as long as this many nodes


@dataclass
class Proof:
    """What the kernel has proven: bounds of the total, which counts cards on the fireworks.

    Where suits do not score, the score is less than the total by their length. `floor` is the
    highest total that is worth nothing, which every game reaches; in Bouquet final, where only
    the perfect total counts (`all_or_nothing`), it stands for a defeat. `moves` lead to `low`.
    """

    low: int
    high: int
    floor: int
    all_or_nothing: bool
    moves: Sequence[KernelMove | Action] = ()
    nodes: int = 0
    conflicts: int = 0  # of clause learning
    learning_seconds: float = 0.0  # of the processor, for clause learning
    stopped_by: StoppedBy | None = None
    stage: str = STAGES[0]

    @classmethod
    def nothing(cls, rules: Rules) -> Proof:
        """Before any search."""
        goal = sum(suit.size for suit in rules.suits)
        floor = goal - rules.perfect_score
        return cls(floor, goal, floor, rules.is_bouquet_final)

    @classmethod
    def given(cls, rules: Rules, low: int, high: int) -> Proof:
        """Bounds of the score that are known without a search."""
        proof = cls.nothing(rules)
        proof.low, proof.high = low + proof.floor, high + proof.floor
        return proof

    @property
    def spent(self) -> int:
        """What was used of a budget for nodes."""
        return self.nodes + self.conflicts * CONFLICT

    def reach_stage(self, stage: str) -> None:
        """Note that this stage was needed."""
        self.stage = max(self.stage, stage, key=STAGES.index)

    def lower_high(self) -> None:
        """The highest total is out of reach."""
        self.high = self.floor if self.all_or_nothing else max(self.high - 1, self.low)

    def scores(self) -> tuple[int, int]:
        """The bounds of the score."""
        return self.low - self.floor, self.high - self.floor
