"""How long the values of all moves take: of fresh deals, and with ten cards left in the pile."""

from __future__ import annotations

import statistics
import time

from solver import Budget, Deal, Position
from solver.analysis.moves import analyse_with
from solver.search.searcher import Searcher

PILE = 10


def endgame_speed(deals: int) -> None:
    """Print medians and maxima; the answers are compared with those of the whole deal."""
    searcher = Searcher(Budget())
    for name, late in (("fresh deals", False), (f"{PILE} cards in the pile", True)):
        times = []
        for players in (2, 3, 4, 5):
            for seed in range(1, deals + 1):
                result = searcher.solve(Deal.from_seed(seed, players))
                start = next(p for p in result.positions if not late or len(p.pile) == PILE)
                times.append(_seconds(searcher, start, result.max_score))
        print(
            f"all moves, {name}: {len(times)} positions, median "
            f"{1000 * statistics.median(times):.2f} ms, most {1000 * max(times):.1f} ms"
        )


def _seconds(searcher: Searcher, start: Position, best: int | None) -> float:
    began = time.perf_counter()
    endgame = analyse_with(searcher, start)
    seconds = time.perf_counter() - began
    # Along a best line the best stays what it was.
    assert endgame.max_score == best
    return seconds
