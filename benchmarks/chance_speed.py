"""How long exact chances with the pile face down take, by players and cards in the pile."""

from __future__ import annotations

import time
from itertools import islice

from benchmarks.chance_positions import PILES, PLAYERS, late_positions
from solver import Budget
from solver.chances.moves import chances_with
from solver.chances.searcher import ChanceSearcher


def chance_speed(positions: int) -> None:
    """Print times for the best move alone and for all moves; the two answers must be equal."""
    for players in PLAYERS:
        for cards in PILES:
            best, every, unfinished, nodes = [], [], 0, []
            for position in islice(late_positions(players, cards), positions):
                searcher = ChanceSearcher(position, "win", Budget())
                began = time.process_time()
                value = searcher.value(position).value
                best.append(time.process_time() - began)
                searcher = ChanceSearcher(position, "win", Budget())
                began = time.process_time()
                found = chances_with(searcher, position)
                every.append(time.process_time() - began)
                nodes.append(found.nodes)
                unfinished += any(move.value is None for move in found.moves)
                assert None in (value, found.value) or value == found.value
            print(
                f"{players} players, pile {cards:2}: best move {_spread(best)}; all moves "
                f"{_spread(every)}; {max(nodes):,} nodes at most, {unfinished} unfinished",
                flush=True,
            )


def _spread(seconds: list[float]) -> str:
    """The median, the time that nine of ten stay below, and the worst."""
    ordered = sorted(seconds)
    shares = (0.5, 0.9, 1.0)
    found = (ordered[min(len(ordered) - 1, int(share * len(ordered)))] for share in shares)
    return " / ".join(f"{1000 * value:.2f}" for value in found) + " ms"
