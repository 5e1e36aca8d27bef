"""The second opinion: SAT and the kernel, the plain twin and the referee must all agree."""

from __future__ import annotations

import _thread
import math
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pysat.solvers import Solver

from benchmarks.cells import CELLS, Cell
from cli.terminal import codes
from solver import Action, Budget, Deal, Position, Result
from solver.errors import Interrupted
from solver.search import sat
from solver.search.sat import SOLVER, Form, Opinion, opinion
from solver.search.sat.encoding import Encoding
from solver.search.searcher import Searcher
from tests.support.asking import ask
from tests.support.brute_force import brute_force
from tests.support.processes import ENVIRONMENT
from tests.support.random_games import careless_game
from tests.support.sizes import sized
from tests.support.strategies import exactly, small_deals

# Lost deals of every cell that has some among the first seeds; each takes SAT about a second, most
# of it for writing the clauses. The second ones are for `--size long`.
LOST: dict[str, dict[int, tuple[int, ...]]] = {
    "base": {2: (40, 242), 3: (1041, 2094), 4: (280, 12060), 5: (3174, 8826)},
    "avalanche-10": {2: (19, 25), 3: (56, 1053), 4: (1904, 10166), 5: (910, 1534)},
    "black-powder": {2: (27, 34), 3: (5449, 5896), 4: (993, 14579), 5: (14649,)},
    "avalanche-5": {2: (1, 7), 3: (6, 19), 4: (7, 16), 5: (9, 10)},
    "bouquet-final": {2: (40, 242)},
    "avalanche-5+bouquet-final": {2: (1, 7), 3: (17131,)},
    "avalanche-10+bouquet-final": {2: (19, 30), 3: (18065,)},
    "timed-display": {2: (40,), 3: (1041,), 4: (280,), 5: (3174,)},
    "hard": {2: (40,), 3: (1041,), 4: (280,), 5: (3174,)},
    "easy": {2: (40,), 3: (1041,), 4: (280,), 5: (8826,)},
}
WON = [
    ("base", 2, 1), ("base", 3, 1), ("base", 4, 2), ("base", 5, 2), ("avalanche-10", 2, 1),
    ("black-powder", 3, 1), ("avalanche-5", 4, 2), ("bouquet-final", 2, 1),
    ("avalanche-5+bouquet-final", 5, 1), ("timed-display", 5, 1), ("hard", 3, 2), ("easy", 4, 1),
]  # fmt: skip
LONG_RUN = Budget(nodes=300_000)
LONG_RUN_SEEDS = 10_000
LONG_RUN_CONFLICTS = 300_000  # half a minute or so


def deal_of(rules: str, players: int, seed: int) -> Deal:
    return Deal.from_seed(seed, players, rules.split("+"))


def check(start: Position, score: int, *, reachable: bool, form: Form = "counts") -> None:
    """SAT says so, and where it says yes the referee confirms its game."""
    found = opinion(start, score, form=form)
    assert found.reachable is reachable
    if reachable:
        outcome = reduce(Position.push, found.line, start).outcome()
        assert outcome is not None and outcome.score is not None and outcome.score >= score


def agree(result: Result, conflicts: float = math.inf) -> bool:
    """No game is better than the kernel's maximum; false if more conflicts are needed to say so.

    The line that reaches the maximum is the referee's business.
    """
    deal, perfect = result.deal, result.deal.rules.perfect_score
    above = perfect if result.max_score is None else result.max_score + 1
    forms: tuple[Form, ...] = ("counts", "plays")
    answers = [
        opinion(
            Position.start(deal), score, form=form, goes_on=lambda number: number < conflicts
        ).reachable
        for score in {perfect, above}
        for form in forms
    ]
    assert True not in answers, f"{deal.seed}: SAT reaches more than {result.max_score}"
    return None not in answers


@pytest.mark.grows
@pytest.mark.parametrize("ending", ["last-round", "bouquet-final"])
@pytest.mark.parametrize("form", ["rules", "counts", "plays"])
def test_small_deals(ending: str, form: Form) -> None:
    """Brute force over the referee gives the same maximum, at the start and later."""

    @exactly(sized(60))
    @given(deal=small_deals(most_cards=9, ending=ending), data=st.data())
    def equal(deal: Deal, data: st.DataObject) -> None:
        start = Position.start(deal)
        for _ in range(data.draw(st.integers(0, 6), "turns played")):
            following = [start.push(action) for action in start.legal_actions()]
            going_on = [position for position in following if position.outcome() is None]
            start = data.draw(st.sampled_from(going_on)) if going_on else start
        maximum = brute_force(start, limit=4000) or 0
        perfect = deal.rules.perfect_score
        if maximum:
            check(start, maximum, reachable=True, form=form)
        if maximum < perfect:
            above = perfect if ending == "bouquet-final" else maximum + 1
            check(start, above, reachable=False, form=form)

    equal()


@pytest.mark.check_takes(2)
@pytest.mark.parametrize("cell", [cell for cell in CELLS if cell.players in (2, 5)], ids=str)
def test_games_are_models(cell: Cell) -> None:
    """No clause excludes a legal game: a line of the kernel's, and one that is played at random."""
    deal = Deal.from_seed(3, cell.players, cell.rules)
    result = Searcher(Budget(memory=16)).solve(deal)
    games: list[tuple[int | None, Sequence[Action]]] = [(result.max_score, result.line)]
    if deal.rules.ending == "last-round":
        games.append(careless_game(Position.start(deal), deal.seed))
    for score, line in games:
        if score is not None:
            encoding = Encoding(Position.start(deal), score)
            with Solver(name=SOLVER, bootstrap_with=encoding.clauses) as solver:
                assert solver.solve(encoding.literals(line))


@pytest.mark.check_takes(2)
@pytest.mark.parametrize(
    ("rules", "players", "seed"),
    [
        pytest.param(rules, players, seed, marks=[pytest.mark.long] if place else [])
        for rules, cells in LOST.items()
        for players, seeds in cells.items()
        for place, seed in enumerate(seeds)
    ],
)
def test_lost_deals(rules: str, players: int, seed: int) -> None:
    result = Searcher(Budget(memory=16)).solve(deal_of(rules, players, seed))
    assert result.verdict == "not-perfect"
    assert agree(result)


@pytest.mark.check_takes(1)
@pytest.mark.parametrize(("rules", "players", "seed"), WON)
def test_won_deals(rules: str, players: int, seed: int) -> None:
    deal = deal_of(rules, players, seed)
    assert Searcher(Budget(memory=16)).solve(deal).verdict == "perfect"
    check(Position.start(deal), deal.rules.perfect_score, reachable=True)


@pytest.mark.check_takes(1)
@pytest.mark.parametrize(
    ("rules", "players", "seed", "maximum"),
    [("base", 2, 86015, 24), ("avalanche-5", 5, 448, 29), ("avalanche-5", 4, 1727, 29)],
)
@pytest.mark.parametrize("form", ["counts", "plays"])
def test_clause_learning_decides(
    rules: str, players: int, seed: int, maximum: int, form: Form
) -> None:
    """Lost deals that the kernel leaves open; another solver confirms them by the plain rules."""
    deal = deal_of(rules, players, seed)
    result = Searcher(Budget(memory=16), plan={"kernel": 1000, "form": form}).solve(deal)
    assert (result.max_score, result.stage) == (maximum, "clause-learning")
    assert result.conflicts > 0
    other = opinion(Position.start(deal), maximum + 1, solver="cadical195")
    assert other.reachable is False


@pytest.mark.check_takes(0)
def test_clause_learning_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the budget, and with Ctrl-C; what was proven until then is kept."""
    deal = deal_of("avalanche-5", 4, 13687)
    result = Searcher(Budget(nodes=100_000, memory=16), plan={"kernel": 1000}).solve(deal)
    assert (result.verdict, result.stopped_by) == ("undecided", "nodes")
    low, high = result.bounds
    assert low < 30 == high
    assert len(result.line) > 40

    def interrupted_opinion(
        start: Position, score: int, *, goes_on: Callable[[int], bool], **how: Any
    ) -> Opinion:
        def goes_on_until(conflicts: int) -> bool:
            if conflicts:
                _thread.interrupt_main()
            return goes_on(conflicts)

        return opinion(start, score, goes_on=goes_on_until, **how)

    monkeypatch.setattr("solver.search.sat.opinion", interrupted_opinion)
    searcher = Searcher(Budget(nodes=10**12, memory=16), plan={"kernel": 1000})
    with pytest.raises(Interrupted) as interrupted:
        searcher.solve(deal)
    assert interrupted.value.result.stopped_by == "interrupt"


@pytest.mark.parametrize("missing", [("pysat", "pysat.solvers", "pysolvers"), ("pysolvers",)])
def test_without_python_sat(monkeypatch: pytest.MonkeyPatch, missing: tuple[str, ...]) -> None:
    """Not installed, or its compiled part cannot be loaded: the kernel is all there is."""
    for name in missing:
        monkeypatch.setitem(sys.modules, name, None)  # importing it is an error
    sat.is_installed.cache_clear()
    try:
        answer = ask("deal", "--seed", "13687", "-p", "4", "-r", "avalanche-5", "--nodes", "20000")
        assert answer.code == codes.ANSWERED
        assert "python-sat is missing or cannot be loaded: pip install python-sat" in answer.out
        assert ask("deal", "--seed", "42", "-p", "3", "--quiet").out.startswith("25 of 25 ")
    finally:
        sat.is_installed.cache_clear()


def test_python_sat_is_loaded_only_when_it_is_needed() -> None:
    code = """
import sys
from solver import Deal, solve
assert solve(Deal.from_seed(42, players=3)).max_score == 25
print(sorted({"pysat", "pysolvers"} & set(sys.modules)))
"""
    command = [sys.executable, "-c", code]
    assert subprocess.check_output(command, env=ENVIRONMENT, text=True) == "[]\n"


@pytest.mark.long
@pytest.mark.parametrize("cell", CELLS, ids=str)
def test_more_lost_deals(cell: Cell, request: pytest.FixtureRequest) -> None:
    """The first lost deals of each cell, as many as `--sat` says."""
    results = lost_deals(cell, request.config.getoption("--sat"))
    unfinished = [r.deal.seed for r in results if not agree(r, LONG_RUN_CONFLICTS)]
    if unfinished:
        message = f"SAT needs more than {LONG_RUN_CONFLICTS:,} conflicts: {unfinished}"
        warnings.warn(message, stacklevel=1)


def lost_deals(cell: Cell, number: int) -> Iterator[Result]:
    searcher = Searcher(LONG_RUN)
    for seed in range(1, LONG_RUN_SEEDS + 1):
        if number == 0:
            return
        result = searcher.solve(Deal.from_seed(seed, cell.players, cell.rules))
        if result.verdict == "not-perfect":
            number -= 1
            yield result
