"""Numbers of positions by depth pin the referee and the kernel's move generator to each other.

The files in tests/kernel/perft/ hold a deal, or a position in which tiles are about to be turned,
and its counts. After a change of the rules `python tests/kernel/test_perft.py` counts anew, with
the referee.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given

from solver import Budget, Deal, Position
from solver.notation.deals import deal_from_json
from solver.notation.positions import position_from_text
from solver.search.searcher import Searcher
from solver.twin import count_positions
from tests.support.sizes import sized
from tests.support.strategies import late_positions, many, small_deals

SMALL = Budget(memory=1)
FOLDER = Path(__file__).parent / "perft"
FILES = sorted(FOLDER.glob("*.json"))


def read(path: Path) -> tuple[Position, list[int]]:
    content = json.loads(path.read_text(encoding="utf-8"))
    if "position" in content:
        return position_from_text(content["position"], path.name), content["positions"]
    return Position.start(deal_from_json(content["deal"], path.name)), content["positions"]


def states(position: Position, depth: int) -> list[int]:
    """The kernel's counts."""
    searcher = Searcher(SMALL)
    searcher.load(position)
    return searcher.context.count_states(depth)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_kernel(path: Path) -> None:
    position, counts = read(path)
    assert states(position, len(counts) - 1) == counts


@pytest.mark.grows
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_referee(path: Path) -> None:
    """As deep as slow Python goes in a moment."""
    position, counts = read(path)
    depth = max(d for d in range(len(counts)) if sum(counts[:d]) < sized(1200))
    assert count_positions(position, depth) == counts[: depth + 1]


def test_there_are_files() -> None:
    assert len(FILES) >= 23


@many(60)
@given(position=late_positions())
def test_tiles_of_all_kinds(position: Position) -> None:
    """Copies, the discard pile, the pile that tile 5 makes: the same states are told apart."""
    if position.outcome() is None:
        assert states(position, 3) == count_positions(position, 3)


@many(40)
@given(deal=small_deals(announce=True))
def test_second_copies_of_completing_cards(deal: Deal) -> None:
    """With announcing they are told apart from trash."""
    position = Position.start(deal)
    assert states(position, 4) == count_positions(position, 4)


if __name__ == "__main__":
    for path in FILES:
        position, counts = read(path)
        content = json.loads(path.read_text(encoding="utf-8"))
        content["positions"] = count_positions(position, len(counts) - 1)
        path.write_text(json.dumps(content) + "\n", encoding="utf-8")
