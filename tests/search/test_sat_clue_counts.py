"""The number of all clues so far, as clauses: it is right, and no game is excluded."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

import pytest
from hypothesis import given
from pysat.solvers import Solver

from benchmarks.cells import TILE_CELLS, Cell
from solver import Action, Deal, Position
from solver.search.sat import SOLVER
from solver.search.sat.clue_counts import ClueCounts
from solver.search.sat.counts import Counts
from solver.search.sat.encoding import Encoding
from solver.search.sat.tile_counts import TileCounts
from solver.search.sat.tiles import TileEncoding
from tests.support.random_games import careless_game
from tests.support.strategies import many, played_positions
from tests.support.tile_games import literals

RULES = ["base", "timed-display", "hard", "easy", "deck-plays", "black-powder"]


def given_clues(line: Sequence[Action], start: Position, steps: int) -> list[int]:
    """The clues before each step of the game: a play or a discard before the last round."""
    found, clues, position = [], 0, start
    for action in line:
        if position.turns_left is not None:
            break
        if action.card is None:
            clues += 1
        else:
            found.append(clues)
        position = position.push(action)
    return found[:steps]


def counts_clues(start: Position, line: Sequence[Action], score: int) -> None:
    """With the plain rules, whose models are games: misplays and all that the line does."""
    counts: Counts
    if start.rules.tiles:
        tiles = TileEncoding(start, score)
        counts, told = TileCounts(tiles), literals(tiles, line)
    else:
        plain = Encoding(start, score)
        counts, told = Counts(plain), plain.literals(line)
    counts.add()
    clues = ClueCounts(counts)
    clues.add()
    encoding = counts.encoding
    with Solver(name=SOLVER, bootstrap_with=encoding.clauses) as solver:
        assert solver.solve(told)
        true = set(solver.get_model())
    for step, number in enumerate(given_clues(line, start, encoding.steps)):
        assert clues.given(step, number) in true | {1}
        assert clues.given(step, number + 1) not in true


@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("rules", RULES)
def test_whole_games(rules: str, players: int) -> None:
    start = Position.start(Deal.from_seed(7, players, rules))
    for seed in range(3):
        score, line = careless_game(start, seed)
        if score:
            counts_clues(start, line, score)


@many(100)
@given(start=played_positions())
def test_positions(start: Position) -> None:
    """With strikes, tokens and fireworks that are there already; house rules, too."""
    if start.outcome() is None and not start.rules.is_bouquet_final:
        score, line = careless_game(start, 1)
        if score:
            counts_clues(start, line, score)


@pytest.mark.parametrize("cell", TILE_CELLS[:24:5], ids=str)
def test_bonus_tiles(cell: Cell) -> None:
    start = Position.start(Deal.from_seed(5, cell.players, cell.rules))
    score, line = careless_game(start, 2)
    assert score and reduce(Position.push, line, start).outcome() is not None
    counts_clues(start, line, score)
