"""Ctrl-C in the middle of a search."""

from __future__ import annotations

import _thread
import threading

from solver.search import Budget, Plan, Position, Proof, Searcher


def interrupted_soon(budget: Budget, plan: Plan | None = None) -> Searcher:
    """A searcher that Ctrl-C interrupts a moment after its search has begun, never before."""
    return _Interrupted(budget, plan=plan)


class _Interrupted(Searcher):
    def prove(self, position: Position, at_most: int | None = None) -> Proof:
        threading.Timer(0.2, _thread.interrupt_main).start()
        return super().prove(position, at_most)
