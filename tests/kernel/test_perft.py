"""Numbers of positions by depth pin the referee and the kernel's move generator to each other.

The files in tests/kernel/perft/ hold a deal and its counts. After a change of the rules
`python tests/kernel/test_perft.py` counts anew, with the referee.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from solver import Position
from solver.notation.deals import deal_from_json
from solver.search.searcher import Searcher
from solver.twin import count_positions
from tests.support.sizes import sized

FOLDER = Path(__file__).parent / "perft"
FILES = sorted(FOLDER.glob("*.json"))


def read(path: Path) -> tuple[Position, list[int]]:
    content = json.loads(path.read_text(encoding="utf-8"))
    return Position.start(deal_from_json(content["deal"], path.name)), content["positions"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_kernel(path: Path) -> None:
    position, counts = read(path)
    searcher = Searcher()
    searcher.load(position)
    assert searcher.context.count_states(len(counts) - 1) == counts


@pytest.mark.grows
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_referee(path: Path) -> None:
    """As deep as slow Python goes in a moment."""
    position, counts = read(path)
    depth = max(d for d in range(len(counts)) if sum(counts[:d]) < sized(1200))
    assert count_positions(position, depth) == counts[: depth + 1]


def test_there_are_files() -> None:
    assert len(FILES) >= 12


if __name__ == "__main__":
    for path in FILES:
        position, counts = read(path)
        content = json.loads(path.read_text(encoding="utf-8"))
        content["positions"] = count_positions(position, len(counts) - 1)
        path.write_text(json.dumps(content) + "\n", encoding="utf-8")
