"""Every legal game with bonus tiles is a model of the clauses: a "no" of theirs is never wrong."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pysat.solvers import Solver

from benchmarks.cells import TILE_CELLS, Cell
from solver import Action, Budget, Deal, Position
from solver.game.actions import Choice
from solver.notation.positions import position_from_text
from solver.search.sat import SOLVER
from solver.search.sat.tile_counts import TileCounts
from solver.search.sat.tile_plays import TilePlays
from solver.search.sat.tiles import TileEncoding
from solver.search.searcher import Searcher
from tests.kernel.test_twin_tiles import TAKING, house
from tests.support.sizes import sized
from tests.support.strategies import exactly, late_positions, randoms, small_deals
from tests.support.tile_games import careful_game, literals, literals_of_plays

ONES = [1] * 5

# A few seconds for all rule sets with one number of players or another; more are for `long`.
OFTEN, SELDOM = set(TILE_CELLS[::11]), TILE_CELLS[::3]


def is_model(start: Position, line: Sequence[Action], score: int) -> None:
    """No clause excludes the game, and what the model says is a game with this score."""
    encoding = TileEncoding(start, score)
    TileCounts(encoding).add()
    with Solver(name=SOLVER, bootstrap_with=encoding.clauses) as solver:
        assert solver.solve(literals(encoding, line))
        told = encoding.line(solver.get_model())
    outcome = reduce(Position.push, told, start).outcome()
    assert outcome is not None and outcome.score == score
    plays = TilePlays(start, score)
    with Solver(name=SOLVER, bootstrap_with=plays.clauses) as solver:
        assert solver.solve(literals_of_plays(plays, line))


def some_starts(
    start: Position, line: Sequence[Action], random: Random
) -> list[tuple[Position, Sequence[Action]]]:
    """The game from its start, from somewhere in the middle, and from its last turns."""
    turns = {0, random.randrange(len(line)), max(0, len(line) - random.randint(1, start.players))}
    return [(reduce(Position.push, line[:turn], start), line[turn:]) for turn in sorted(turns)]


@pytest.mark.grows
def test_small_games() -> None:
    starts = small_deals(most_cards=14, tiles=True).map(Position.start)

    @exactly(sized(100))
    @given(start=st.one_of(late_positions(), starts), random=randoms())
    def are_models(start: Position, random: Random) -> None:
        score, line = careful_game(start, random)
        if score and line:
            for position, rest in some_starts(start, line, random):
                is_model(position, rest, score)

    are_models()


@pytest.mark.check_takes(1)
@pytest.mark.parametrize(
    "cell",
    [
        pytest.param(cell, marks=() if cell in OFTEN else pytest.mark.long)
        for cell in TILE_CELLS
        if cell in OFTEN or cell in SELDOM
    ],
    ids=str,
)
def test_games(cell: Cell) -> None:
    """Games of the rule sets, the best of a few; in Bouquet final only a perfect one is a model."""
    random = Random(str(cell))
    start, line, score = next(game for deal in cell.deals(20) if (game := a_game(deal, random))[-1])
    for position, rest in some_starts(start, line, random):
        is_model(position, rest, score)


def a_game(deal: Deal, random: Random) -> tuple[Position, Sequence[Action], int]:
    """The start, a line and its score: the best of a few games, or the kernel's if all are lost."""
    start = Position.start(deal)
    score, line = max((careful_game(start, random) for _ in range(4)), key=lambda game: game[0])
    if score:
        return start, line, score
    answer = Searcher(Budget(nodes=100_000, memory=16)).solve_position(start)
    return start, answer.line, answer.max_score or 0


@pytest.mark.check_takes(2)
@pytest.mark.parametrize("cell", TILE_CELLS[::9], ids=str)
def test_perfect_games(cell: Cell) -> None:
    """The kernel's lines, most of which use tiles: where all types are reached, more is counted."""
    searcher = Searcher(Budget(nodes=40_000, memory=16), plan={"form": None})
    deals = (Deal.from_seed(seed, cell.players, cell.rules) for seed in range(3000, 3100))
    won = (found for deal in deals if (found := searcher.solve(deal)).verdict == "perfect")
    result = next(won)
    start, perfect = Position.start(result.deal), result.deal.rules.perfect_score
    for position, line in some_starts(start, result.line, Random(0)):
        plays = TilePlays(position, perfect)
        with Solver(name=SOLVER, bootstrap_with=plays.clauses) as solver:
            assert solver.solve(literals_of_plays(plays, line))


@pytest.mark.parametrize("way", TAKING, ids=str)
def test_a_card_must_be_taken(way: tuple[int, str, str]) -> None:
    """The kernel's game, which takes a card in this way."""
    start = position_from_text(TAKING[way])
    answer = Searcher(Budget(memory=1)).solve_position(start)
    assert answer.max_score
    is_model(start, answer.line, answer.max_score)


def test_a_card_comes_back_twice() -> None:
    """Tile 5 puts it into the pile, it is drawn and discarded, and tile 6 puts it into play."""
    start = position_from_text(
        "hands r5 / g5; pile b2 b2; fireworks r4 g4; tokens 2; tiles 5 6 1 2 3 4; tile5 0; "
        + house({"r": ONES, "g": ONES, "b": [1, 2]}, tokens=2)
    )
    ((red,), (green,)), (blue,) = start.hands, start.discards
    line = [
        Action("play", red, choices=(Choice(5, blue, "pile"),)),
        Action("clue"),
        Action("discard", blue),
        Action("play", green, choices=(Choice(6, blue, "play"),)),
        Action("play", start.draws[0]),
    ]
    is_model(start, line, start.rules.perfect_score)


def test_a_card_is_drawn_and_discarded_at_once() -> None:
    start = position_from_text(
        "hands b1 / g5; pile b1 b1 r5 b2; fireworks r4 g4; tokens 0; tiles 5 1 6 2 3 4; tile5 0; "
        + house({"r": ONES, "g": ONES, "b": [3, 1]}, tokens=2)
    )
    ((blue,), (green,)), (second, third, red, last) = start.hands, start.draws
    line = [
        Action("discard", blue),
        Action("clue"),
        Action("discard", second),
        *(Action("play", card) for card in (green, third, red, last)),
    ]
    is_model(start, line, start.rules.perfect_score)


def test_a_copy_that_came_back_stands_in() -> None:
    """In Bouquet final: a card may be thrown away while tile 5 has brought back another copy."""
    start = position_from_text(
        "hands r5 g5 / b1 b2; fireworks r4 g4; tokens 0; tiles 5 6 1 2 3 4; tile5 0; "
        + house({"r": ONES, "g": ONES, "b": [2, 1]}, hand_size=2, tokens=2, ending="bouquet-final")
    )
    ((red, green), (low, high)), (gone,) = start.hands, start.discards
    line = [
        Action("play", red, choices=(Choice(5, gone, "pile"),)),
        Action("discard", low),
        Action("play", green, choices=(Choice(6, low, "play"),)),
        Action("play", high),
    ]
    is_model(start, line, start.rules.perfect_score)
