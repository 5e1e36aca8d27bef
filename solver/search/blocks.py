"""Many deals at once: Python is touched once for a block of deals, not for each of them."""

from __future__ import annotations

import numpy as np

from solver import systems
from solver._core import Kind, blank_row
from solver.game._shuffle import start_values
from solver.game.actions import Action
from solver.game.deals import Deal, unshuffled
from solver.game.position import Position
from solver.game.rules import Rules
from solver.game.seeds import seed_prefix
from solver.search.answers import Result
from solver.search.budget import Budget
from solver.search.lines import card_types
from solver.search.proof import STAGES, Proof
from solver.search.searcher import Searcher

# What the kernel writes for each deal (kernel/rows.pxd); `low`, `high`: bounds of the total.
KERNEL_ROW = np.asarray(blank_row()).dtype
# A row of `BlockSolver.solve`: bounds of the score, and what clause learning took.
ROW = np.dtype([*KERNEL_ROW.descr, ("conflicts", np.uint64)])

MAX_START = (1 << 31) - 2


def starts_of_seeds(rules: Rules, players: int, first: int, last: int) -> np.ndarray:
    """The start values of hanab.live's shuffle for a range of seeds."""
    starts = np.empty(last - first + 1, np.uint32)
    start_values(seed_prefix(rules, players), first, starts)
    return starts


class BlockSolver:
    """Solves blocks of deals of one game; for one thread.

    Each deal has the row that `Searcher.solve` alone would give it, whatever the block.
    """

    def __init__(self, rules: Rules, players: int, budget: Budget) -> None:
        """Make the table and load the game."""
        self.rules, self.players = rules, players
        self.searcher = Searcher(budget)
        types = card_types(rules.suits)
        self._types = np.array([types[card] for card in unshuffled(rules)], np.uint8)
        self._start = Position.start(Deal.from_start(rules, players, 1))
        self._floor = Proof.nothing(rules).floor

    def solve(self, starts: np.ndarray) -> np.ndarray:
        """A row for each start value; those that the kernel does not decide soon come last."""
        found = np.zeros(len(starts), KERNEL_ROW)
        done = self.searcher.solve_block(
            self._start,
            np.ascontiguousarray(starts, np.uint32),
            self._types,
            found,
            floor=self._floor,
        )
        rows = np.zeros(done, ROW)
        for name in KERNEL_ROW.names or ():
            rows[name] = found[name][:done]
        rows["low"] -= self._floor
        rows["high"] -= self._floor
        for place in np.flatnonzero(rows["decided"] == 0):
            self._solve_alone(rows[place : place + 1])
        return rows

    def _solve_alone(self, row: np.ndarray) -> None:
        deal = Deal.from_start(self.rules, self.players, int(row["start"][0]))
        began = systems.thread_time()
        result = self.searcher.solve(deal)
        row["nodes"], row["conflicts"] = result.nodes, result.conflicts
        row["low"], row["high"] = result.bounds
        worked = systems.thread_time() - began + result.proof.learning_seconds
        row["microseconds"] = worked * 1e6
        row["stage"] = STAGES.index(result.stage)
        row["decided"] = result.verdict != "undecided"
        row["length"], row["digest"] = result.turns, line_digest(result)


def line_digest(result: Result) -> int:
    """A number that stands for the moves of the line: FNV-1a of two bytes for each.

    They are the kind of the move, as the kernel numbers them, and the card's type plus one; 0 for a
    clue and for any card of the kernel's trash.
    """
    types, deck = card_types(result.deal.rules.suits), result.deal.deck
    digest = 0xCBF29CE484222325
    for move in result.moves:
        if not isinstance(move, Action):
            kind, card, _ = move
        elif move.card is None:
            kind, card = Kind.CLUE, -1
        else:
            play = Kind.ANNOUNCED if move.announce else Kind.PLAY
            kind = Kind.DISCARD if move.kind == "discard" else play
            card = types[deck[move.card]]
        for byte in (kind, card + 1):
            digest = (digest ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return digest
