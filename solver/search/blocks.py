"""Many deals at once: Python is touched once for a block of deals, not for each of them."""

from __future__ import annotations

import numpy as np

from solver import systems
from solver.game._shuffle import start_values
from solver.game.actions import Action
from solver.game.deals import Deal, unshuffled
from solver.game.position import Position
from solver.game.rules import Rules
from solver.game.seeds import seed_prefix
from solver.search.answers import Result
from solver.search.budget import Budget
from solver.search.limits import check_copies_apart
from solver.search.lines import card_types
from solver.search.proof import STAGES, Proof
from solver.search.searcher import SOON, Searcher

# What the kernel writes for each deal, `Row` in _core.pyx; `low`, `high`: bounds of the total.
KERNEL_ROW = np.dtype(
    [
        ("nodes", np.uint64), ("digest", np.uint64), ("start", np.uint32),
        ("microseconds", np.float32), ("low", np.int16), ("high", np.int16),
        ("length", np.uint16), ("stage", np.uint8), ("decided", np.uint8),
    ]
)  # fmt: skip
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
        check_copies_apart(rules, players)
        self.rules, self.players = rules, players
        self.searcher = Searcher(budget)
        types = card_types(rules.suits)
        self._types = np.array([types[card] for card in unshuffled(rules)], np.uint8)
        self._start = Position.start(Deal.from_start(rules, players, 1))
        self._floor = Proof.nothing(rules).floor

    def solve(self, starts: np.ndarray) -> np.ndarray:
        """A row for each start value; those that the kernel does not decide soon come last."""
        self.searcher.load(self._start)
        memory, done = self.searcher.context.solve_block(
            np.ascontiguousarray(starts, np.uint32),
            self._types,
            self._floor,
            min(SOON, self.searcher.budget.nodes // 2 + 1),
            self.searcher.budget.nodes,
            self.rules.tokens,
            self._start.turns_left or 0,
        )
        if (pending := self.searcher.context.take_pending()) is not None:
            raise pending  # a signal's: it came in before the last deal was solved
        found = np.frombuffer(memory, KERNEL_ROW)[:done]
        rows = np.zeros(done, ROW)
        for name in KERNEL_ROW.names or ():
            rows[name] = found[name]
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
        row["microseconds"] = (systems.thread_time() - began) * 1e6
        row["stage"] = STAGES.index(result.stage)
        row["decided"] = result.verdict != "undecided"
        row["length"], row["digest"] = result.turns, line_digest(result)


def line_digest(result: Result) -> int:
    """A number that stands for the moves of the line: FNV-1a of two bytes for each.

    They are the kind of the move (0 play, 1 discard, 2 clue, 3 announced play, 4 misplay of trash)
    and the card's type plus one; 0 for a clue and for any card of the kernel's trash.
    """
    types, deck = card_types(result.deal.rules.suits), result.deal.deck
    digest = 0xCBF29CE484222325
    for move in result.moves:
        if not isinstance(move, Action):
            kind, card, _ = move
        elif move.card is None:
            kind, card = 2, -1
        else:
            kind = 1 if move.kind == "discard" else 3 if move.announce else 0
            card = types[deck[move.card]]
        for byte in (kind, card + 1):
            digest = (digest ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return digest
