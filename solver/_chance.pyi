from collections.abc import Sequence
from typing import Literal, Self

from typing_extensions import disjoint_base

from solver._core import CUT_NAMES as CUT_NAMES
from solver._core import STOPPED_BY as STOPPED_BY
from solver._engine import Engine

MOST: int
CHANCE_CUTS: dict[str, int]

@disjoint_base
class ChanceContext(Engine):
    def __new__(cls, memory: int) -> Self: ...
    def load(
        self,
        *,
        sizes: Sequence[int],
        top_copies: Sequence[int],
        most_copies: int,
        hand_size: int,
        max_tokens: int,
        max_strikes: int,
        bouquet: bool,
        announce: bool,
        players: int,
        least_hand: int,
        target: int,
        mean: bool,
        unscored: int,
        off: int = 0,
    ) -> None: ...
    def value(
        self,
        *,
        pile: Sequence[int],
        levels: Sequence[int],
        hands: Sequence[Sequence[int]],
        tokens: int,
        strikes: int,
        to_move: int,
        turns_left: int,
        nodes: int,
        seconds: float,
    ) -> tuple[int, int, Literal["nodes", "seconds", "interrupt", "memory"] | None]: ...
    def nodes(self) -> int: ...
    def cuts(self) -> dict[str, int]: ...
