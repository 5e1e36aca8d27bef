"""Why the moves of a position cost something."""

from __future__ import annotations

from solver.analysis.moves import Endgame
from solver.game.actions import Action
from solver.reasons.moves import MoveReason, why_move


def why_moves(endgame: Endgame) -> dict[Action, MoveReason]:
    """The reason for each move that is proven to cost something, by its action."""
    low, high = endgame.bounds
    if low != high:
        return {}
    return {
        move.action: why_move(endgame.position, move.action, low, move.after.line)
        for move in endgame.moves
        if move.cost
    }
