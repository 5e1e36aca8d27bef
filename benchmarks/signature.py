"""The signature of the search: total nodes and a digest of the answers on a fixed set.

A change that should not alter the search leaves it as it is; one that does writes it anew with
`python -m benchmarks --sign` and names the nodes in the commit message (`Bench: N`).
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from benchmarks.cells import CELLS, TILE_CELLS, solve_all
from solver import Budget

FILE = Path(__file__).parent / "signature.json"
DEALS = 60
BUDGET = Budget(nodes=20_000, memory=16)


def signature() -> dict[str, object]:
    nodes = 0
    answers = hashlib.sha256()
    for cell in (*CELLS, *TILE_CELLS[:8]):
        for result in solve_all(cell.deals(DEALS), BUDGET):
            nodes += result.nodes
            answers.update(f"{cell} {result.deal.seed} {result.bounds}\n".encode())
    return {"nodes": nodes, "answers": answers.hexdigest()}


def saved() -> dict[str, object]:
    content: dict[str, object] = json.loads(FILE.read_text(encoding="utf-8"))
    return content


def save(content: dict[str, object]) -> None:
    FILE.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
