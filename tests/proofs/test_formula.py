"""The formula of a proof: it is the search's own, no game violates it, and it can be read."""

from __future__ import annotations

import ast
import inspect
from functools import reduce

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pysat.solvers import Solver

from benchmarks.cells import CELLS, Cell
from solver import Action, Budget, Deal, Position
from solver.proofs.claims import Claim
from solver.proofs.formula import Formula
from solver.search.sat import SOLVER
from solver.search.sat import counts as counts_module
from solver.search.sat import encoding as encoding_module
from solver.search.sat import free_cards as free_cards_module
from solver.search.sat import plays as plays_module
from solver.search.sat.clauses import FALSE, TRUE
from solver.search.sat.counts import Counts
from solver.search.sat.encoding import Encoding
from solver.search.searcher import Searcher
from tests.support.brute_force import brute_force
from tests.support.formula_words import every_clause_has_words, every_variable_has_words
from tests.support.random_games import careless_game
from tests.support.sizes import sized
from tests.support.strategies import exactly, many, small_deals

FEW = [cell for cell in CELLS if cell.players == 3]


def formula_of(deal: Deal, score: int | None = None) -> Formula:
    return Formula(Claim.of(Position.start(deal), score, deal))


@pytest.mark.check_takes(2)
@pytest.mark.parametrize("cell", FEW, ids=str)
def test_it_is_what_clause_learning_is_asked(cell: Cell) -> None:
    deal = Deal.from_seed(1, cell.players, cell.rules)
    encoding = Encoding(Position.start(deal))
    Counts(encoding).add()
    formula = formula_of(deal)
    assert formula.clauses == [clause or [FALSE] for clause in encoding.clauses]
    assert formula.encoding.variables == encoding.variables


@pytest.mark.check_takes(2)
@pytest.mark.parametrize("cell", FEW, ids=str)
def test_every_variable_and_every_clause_has_words(cell: Cell) -> None:
    formula = formula_of(Deal.from_seed(1, cell.players, cell.rules))
    every_variable_has_words(formula)
    every_clause_has_words(formula)


@many(40)
@given(deal=small_deals(), data=st.data())
def test_small_formulas_have_words(deal: Deal, data: st.DataObject) -> None:
    score = None
    if not deal.rules.is_bouquet_final:
        score = data.draw(st.integers(1, deal.rules.perfect_score))
    formula = formula_of(deal, score)
    every_clause_has_words(formula)


def test_words_say_what_the_clause_says() -> None:
    formula = formula_of(Deal.from_seed(40, 2))
    names: dict[str, int] = {}
    for number, word in formula.words.all():
        names.setdefault(word, number)  # the first rung of a ladder means the same
    plays, takes = names["step 1 is a play that fits"], names["step 1 takes Alice's r1 (slot 5)"]
    there = names["r1 lies on its firework before step 2"]
    number = formula.clauses.index([-takes, -plays, there]) + 1
    assert formula.explained(number) == (
        "If step 1 takes Alice's r1 (slot 5) and step 1 is a play that fits, then r1 lies on its "
        "firework before step 2."
    )
    assert formula.why(number) == (
        "A card fits if it is the next one of its firework, and then lies on it."
    )
    assert formula.clauses[0] == [TRUE]
    assert formula.explained(1) == "True is true."


def test_words_of_a_ladder() -> None:
    """A step takes one of many cards: each rung stands for all of them up to one."""
    formula = formula_of(Deal.from_seed(40, 2))
    words = {word for _, word in formula.words.all()}
    assert {
        "step 1 takes Bob's g3 (slot 5) or one of the 5 cards listed before it",
        "step 1 takes a card, or all fireworks are complete before step 1",
        "step 41 takes a card or is a clue",
        "step 41 takes a card, is a clue, or all fireworks are complete before step 41",
    } <= words
    assert sum(word.endswith(" or the card listed before it") for word in words) == 42


@pytest.mark.parametrize(
    "module",
    [encoding_module, counts_module, free_cards_module, plays_module],
    ids=lambda m: m.__name__,
)
def test_every_rule_says_why_before_its_first_clause(module: object) -> None:
    """Else the words of another rule would stand beside its clauses."""
    tree = ast.parse(inspect.getsource(module))  # type: ignore[arg-type]
    rules = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.name.startswith("_add_")
    ]
    assert len(rules) > 3
    for rule in rules:
        said = [
            node.lineno
            for node in ast.walk(rule)
            if isinstance(node, ast.Attribute)
            and node.attr == "why"
            and isinstance(node.ctx, ast.Store)
        ]
        clauses = [
            node.lineno
            for node in ast.walk(rule)
            if isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in ("add", "imply", "equal", "one_of", "change", "sum")
        ]
        assert not clauses or min(said) < min(clauses), rule.name


@pytest.mark.grows
@pytest.mark.check_takes(2)
@pytest.mark.parametrize("cell", CELLS, ids=str)
def test_no_game_violates_a_clause(cell: Cell) -> None:
    """Careless games with all their clues and strikes, and a line of the search."""
    for seed in range(1, 1 + max(1, sized(1))):
        deal = Deal.from_seed(seed, cell.players, cell.rules)
        games: list[tuple[int, list[Action]]] = []
        if deal.rules.is_bouquet_final:
            result = Searcher(Budget(memory=16)).solve(deal)
            if result.verdict == "perfect":
                games.append((deal.rules.perfect_score, list(result.line)))
        else:
            games.append(careless_game(Position.start(deal), seed))
        for score, line in games:
            if score:
                assert is_model(formula_of(deal, score), line), (deal.seed, score)


@many(60)
@given(deal=small_deals(most_cards=12, ending="last-round"), seed=st.integers(0, 10**6))
def test_no_small_game_violates_a_clause(deal: Deal, seed: int) -> None:
    """From a position in the middle of the game, too."""
    start = Position.start(deal)
    score, line = careless_game(start, seed)
    for played in {0, len(line) // 2}:
        position = reduce(Position.push, line[:played], start)
        if score and position.outcome() is None:
            formula = Formula(Claim.of(position, score))
            assert is_model(formula, line[played:])


def is_model(formula: Formula, line: list[Action]) -> bool:
    """Whether all clauses can be true in the game."""
    with Solver(name=SOLVER, bootstrap_with=formula.clauses) as solver:
        return bool(solver.solve(formula.encoding.literals(line)))


@pytest.mark.grows
def test_models_are_games() -> None:
    """A formula has a model if and only if the score can be reached; the referee replays it."""

    @exactly(sized(60))
    @given(deal=small_deals(most_cards=9), data=st.data())
    def equal(deal: Deal, data: st.DataObject) -> None:
        start, perfect = Position.start(deal), deal.rules.perfect_score
        score = perfect
        if not deal.rules.is_bouquet_final:
            score = data.draw(st.integers(1, perfect))
        maximum = brute_force(start, limit=4000) or 0
        if start.outcome() is not None:
            return
        formula = Formula(Claim.of(start, score, deal))
        with Solver(name=SOLVER, bootstrap_with=formula.clauses) as solver:
            assert solver.solve() is (maximum >= score)
            if maximum >= score:
                line = formula.encoding.line(solver.get_model())
                outcome = reduce(Position.push, line, start).outcome()
                assert outcome is not None and (outcome.score or 0) >= score

    equal()
