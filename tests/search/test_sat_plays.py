"""Who plays what and when: the same answers as the plain rules, and every game is a model."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

import pytest
from hypothesis import assume, given
from pysat.solvers import Solver

from benchmarks.cells import CELLS, Cell
from solver import Action, Budget, Deal, Position
from solver.search.sat import SOLVER, opinion
from solver.search.sat.learning import Question
from solver.search.sat.plays import Plays
from solver.search.sat.told_games import NoGameError
from solver.search.searcher import Searcher
from tests.support.brute_force import brute_force
from tests.support.random_games import careless_game
from tests.support.strategies import many, played_positions, small_deals

MOST_POSITIONS = 6_000


@many(150)
@given(position=played_positions())
def test_positions(position: Position) -> None:
    compare(position)


@many(60)
@given(deal=small_deals(most_cards=11))
def test_small_deals(deal: Deal) -> None:
    compare(Position.start(deal))


def compare(start: Position) -> None:
    """What brute force reaches is found, as a game, and nothing else is."""
    if start.outcome() is not None:
        return
    best, perfect = brute_force(start, MOST_POSITIONS) or 0, start.rules.perfect_score
    for score in [perfect] if start.rules.is_bouquet_final else range(1, perfect + 1):
        found = Question(start, score, "plays", SOLVER).answer(lambda conflicts: True)
        assert found.reachable is (score <= best)
        if found.reachable:
            outcome = reduce(Position.push, found.line, start).outcome()
            assert outcome is not None and (outcome.score or 0) >= score


@many(100)
@given(deal=small_deals(11, announce=False, deck_plays=False, ending="last-round"))
def test_a_model_is_a_game(deal: Deal) -> None:
    """With nothing to announce, and somebody to give a clue to in the last round."""
    assume(deal.hand_size > 1)
    start = Position.start(deal)
    for score in range(1, deal.rules.perfect_score + 1):
        plays = Plays(start, score)
        with Solver(name=SOLVER, bootstrap_with=plays.clauses) as solver:
            if solver.solve():
                assert plays.line(solver.get_model())


def test_a_model_that_is_no_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then the plain rules decide, and what was learnt before is counted."""

    def no_game(_plays: Plays, _model: list[int]) -> tuple[Action, ...]:
        raise NoGameError

    start = Position.start(Deal.from_seed(9286, 5))
    before = Question(start, 25, "plays", SOLVER).answer(lambda conflicts: True)
    rules = Question(start, 25, "counts", SOLVER).answer(lambda conflicts: True)
    monkeypatch.setattr(Plays, "line", no_game)
    told: list[int] = []

    def goes_on(conflicts: int) -> bool:
        told.append(conflicts)
        return True

    found = Question(start, 25, "plays", SOLVER).answer(goes_on)
    assert (found.reachable, found.line) == (True, rules.line)
    assert found.conflicts == before.conflicts + rules.conflicts
    assert told == sorted(told) and before.conflicts in told


@pytest.mark.check_takes(2)
@pytest.mark.parametrize("cell", CELLS, ids=str)
def test_games_are_models(cell: Cell) -> None:
    """No clause excludes a line of the kernel's, or a game that is played at random."""
    deal = Deal.from_seed(3, cell.players, cell.rules)
    start = Position.start(deal)
    result = Searcher(Budget(memory=16)).solve(deal)
    games: list[tuple[int | None, Sequence[Action]]] = [(result.max_score, result.line)]
    if deal.rules.ending == "last-round":
        games += [careless_game(start, seed, misplays=False) for seed in range(3)]
    for score, line in games:
        if score:
            plays = Plays(start, score)
            with Solver(name=SOLVER, bootstrap_with=plays.clauses) as solver:
                assert solver.solve(literals(plays, line))


def literals(plays: Plays, line: Sequence[Action]) -> list[int]:
    """What is true in the models that describe this game."""
    position, step, clues, found = plays.start, 0, 0, []
    for action in line:
        following = position.push(action)
        if action.card is None and following.turns_left is None:
            clues += 1
        else:
            found += [plays.clues(step, clues), -plays.clues(step, clues + 1)]
            found += [plays.acts(step, position.to_move), -plays.over(step)]
            grown = [a < b for a, b in zip(position.levels, following.levels, strict=True)]
            found += [
                plays.grows(step, suit) if grows else -plays.grows(step, suit)
                for suit, grows in enumerate(grown)
            ]
            if action.card is not None:
                kept = plays.kept(plays.cards.index(action.card))
                found.append(kept if any(grown) else -kept)
            step, clues = step + 1, 0
        position = following
    return found


@pytest.mark.check_takes(1)
@pytest.mark.parametrize(
    ("rules", "players", "seed", "maximum"),
    [("avalanche-10", 4, 36589, 29), ("base", 3, 1041, 24), ("avalanche-5", 4, 1727, 29)],
)
def test_lost_deals(rules: str, players: int, seed: int, maximum: int) -> None:
    """In a moment, where the plain rules take up to 205,000 conflicts."""
    start = Position.start(Deal.from_seed(seed, players, rules))
    above = opinion(start, maximum + 1, form="plays")
    assert above.reachable is False and above.conflicts < 20_000
    reached = opinion(start, maximum, form="plays")
    assert reached.reachable is True
