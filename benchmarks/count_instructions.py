"""What `--instructions` runs inside valgrind: some deals of a cell, and nothing else is counted."""

from __future__ import annotations

import sys

from solver import Budget, Rules
from solver.search.blocks import BlockSolver, starts_of_seeds

if __name__ == "__main__":
    names, players, deals = sys.argv[1].split("+"), int(sys.argv[2]), int(sys.argv[3])
    rules = Rules.named(*names)
    BlockSolver(rules, players, Budget()).solve(starts_of_seeds(rules, players, 1, deals))
