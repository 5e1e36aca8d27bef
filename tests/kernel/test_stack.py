"""Threads with little stack: the answer, or an error that says so, and never a crash."""

from __future__ import annotations

import pytest

from tests.support.processes import PYTHON, started

SOLVING = """
import sys
import threading
from solver import Budget, Deal, Rules, Suit, solve
from solver.search.blocks import BlockSolver, starts_of_seeds

# Hundreds of cards and many tokens: a game can be as long as any.
LONG = Rules(tuple(Suit(letter, (9, 9, 8, 8, 8)) for letter in "rygbpmt"), hand_size=2, tokens=30)

def work():
    for seed, players, rules, score in (
        (42, 3, "base", 25), (19, 2, "avalanche-5", 29), (7, 2, "flamboyants", 25), (4, 6, LONG, 35)
    ):
        try:
            print(solve(Deal.from_seed(seed, players, rules), Budget(memory=1)).max_score == score)
        except RuntimeError as error:
            print(error)
    rules = Rules.named("avalanche-5")
    starts = starts_of_seeds(rules, 2, 1, 50)
    try:
        print(len(BlockSolver(rules, 2, Budget(memory=1, nodes=1000)).solve(starts)) == 50)
    except RuntimeError as error:
        print(error)

threading.stack_size(int(sys.argv[1]) << 10)
thread = threading.Thread(target=work)
thread.start()
thread.join()
"""


@pytest.mark.check_takes(2)
@pytest.mark.parametrize("kibibytes", [32, 64, 128, 192, 256, 384, 512, 1024, 4096])
def test_a_small_stack(kibibytes: int) -> None:
    process = started(kibibytes, command=[*PYTHON, SOLVING])
    out, err = process.communicate()
    assert (process.returncode, err) == (0, "")
    lines = out.splitlines()
    assert len(lines) == 5
    for line in lines:
        too_small = line.startswith("the stack of this thread is too small for the search")
        assert line == "True" or (too_small and kibibytes < 4096)
