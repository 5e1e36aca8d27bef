from collections.abc import Sequence
from typing import Literal

CUT_NAMES: tuple[str, ...]
STAGES: tuple[str, ...]

class Context:
    def __init__(self, memory: int) -> None: ...
    def stop(self) -> None: ...
    def is_stopping(self) -> bool: ...
    def take_pending(self) -> BaseException | None: ...
    def load(
        self,
        *,
        sizes: Sequence[int],
        top_copies: Sequence[int],
        hand_size: int,
        max_tokens: int,
        max_strikes: int,
        bouquet: bool,
        announce: bool,
        players: int,
        pile: Sequence[int],
        turning: Sequence[int] = (),
        tiles: Sequence[int] = (),
        turned: int = 0,
        tile5: float = 0,
        deck: Sequence[int] = (),
    ) -> None: ...
    def place(
        self,
        *,
        levels: Sequence[int],
        hands: Sequence[Sequence[int]],
        drawn: int,
        tokens: int,
        strikes: int,
        to_move: int,
        turns_left: int,
        discards: Sequence[int] = (),
    ) -> None: ...
    def decide(
        self,
        target: int,
        nodes: int,
        seconds: float,
        off: int = 0,
        *,
        first_run: int = 400,
        long_proof: int = 1000,
        short_runs: int = 8,
        rounds: int = 4,
        bold: int = 20000,
    ) -> tuple[int, int, int, Literal["nodes", "seconds", "interrupt"] | None, str]: ...
    def solve_block(
        self,
        starts: object,
        types: object,
        floor: int,
        soon: int,
        budget: int,
        tokens: int,
        turns_left: int,
    ) -> tuple[bytearray, int]: ...
    def line(self) -> list[tuple[int, int, int]]: ...
    def best_line(self) -> list[tuple[int, int, int]]: ...
    def count_states(self, depth: int) -> list[int]: ...
    def cuts(self) -> list[int]: ...
