"""Lines of play that tests begin from: written down, so that they stay what they are.

What the search finds first may change with it. Each turn is a play or discard of a slot, or a clue.
"""

from __future__ import annotations

_VERBS = {"p": "play", "d": "discard"}
_TWO_PLAYERS = {
    7: "p1 p4 c p4 c c c c c c c d2 c p1 p2 d1 p1 p1 d1 d1 c c c d1 c d1 c d1 c p1 p2 d1 c c "
    "d1 c d1 c p1 p5 d1 p5 p1 p3 p5 d3 d2 p1 d2 p4 d2 p5 p5 p1 p5 p2 p5 p3 c c c d5 c p1",
    33: "c c d2 c p1 c c c c c c d4 c d1 c p1 d1 d1 c c d1 c p1 d4 p4 d1 p1 p3 p2 d2 p5 c p1 "
    "p5 d3 p1 p5 d3 p3 d1 d3 c d2 c d1 c p1 c p1 p4 p2 p3 c d3 c d3 c p1 c p5 p5 c p1 c p1 "
    "p5 p5",
    40: "p5 p1 p2 c c d1 c c c c c c c d5 c d1 c d1 c d5 c d1 c p1 p5 d1 c d1 c d4 c d1 c d1 c "
    "d4 c d1 c p1 d2 c d1 c d5 c d1 c p1 p4 p1 p2 p3 p2 p1 p5 c d3 c p1 p5 p4 p2 p5 p3 p1 "
    "p4 p2 p5",
    41: "p4 c p1 c p5 c d3 c c c c c c d4 c d1 c d1 c d1 c d1 c d1 c p1 d2 p1 p1 p1 d1 p1 d1 "
    "p3 d1 p5 d1 p4 p1 p3 p1 d4 p1 c p1 d4 p1 c p2 c p5 c p1 d4 p5 c p1 p5 p5 p1",
}


def at_turn(seed: int, turn: int) -> tuple[object, ...]:
    """The options of a command for a turn of a base deal with two players."""
    moves = "; ".join(map(_words, _TWO_PLAYERS[seed].split()))
    return ("--seed", seed, "-p", 2, "--moves", moves, "--turn", turn)


def _words(turn: str) -> str:
    return "clue" if turn == "c" else f"{_VERBS[turn[0]]} slot {turn[1:]}"
