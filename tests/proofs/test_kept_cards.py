"""The formula of kept cards: no game violates it, it is the search's own, and it can be read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import reduce

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pysat.solvers import Solver

from benchmarks.cells import CELLS, Cell
from solver import Action, Budget, Deal, Position, Rules, Suit
from solver.proofs.claims import Claim
from solver.proofs.formula import Formula
from solver.proofs.kept_cards import KeptCards
from solver.search.sat import SOLVER
from solver.search.sat.clauses import FALSE, TRUE
from solver.search.sat.clue_counts import ClueCounts
from solver.search.sat.encoding import Encoding
from solver.search.sat.kept_counts import KeptCounts
from solver.search.sat.plays import Plays, WasteCounts
from solver.search.sat.told_games import NoGameError
from solver.search.searcher import Searcher
from tests.support.brute_force import brute_force
from tests.support.formula_words import every_clause_has_words, every_variable_has_words
from tests.support.kept_games import Truth
from tests.support.random_games import careless_game
from tests.support.sizes import sized
from tests.support.strategies import exactly, many, small_deals

FEW = [cell for cell in CELLS if cell.players == 3] + [Cell(("deck-plays",), 2)]
ALL = [*CELLS, *(Cell(("deck-plays",), players) for players in (2, 3, 4, 5))]


def formula_of(start: Position, score: int | None = None) -> Formula:
    return Formula(Claim.of(start, score), "kept-cards")


def encoding_of(start: Position, score: int) -> KeptCards:
    encoding = formula_of(start, score).encoding
    assert isinstance(encoding, KeptCards)
    return encoding


def violated(start: Position, score: int, line: Iterable[Action]) -> list[str]:
    """The clauses that a game violates, with what each variable says read from the referee."""
    encoding = encoding_of(start, score)
    true = Truth(encoding, line).literals()
    return [
        why
        for clause, why in zip(encoding.clauses, encoding.whys, strict=True)
        if true.isdisjoint(clause)
    ]


# Games


@pytest.mark.grows
@pytest.mark.check_takes(2)
@pytest.mark.parametrize("cell", ALL, ids=str)
def test_no_game_violates_a_clause(cell: Cell) -> None:
    """Careless games with all their clues, misplays and discards, and a line of the search."""
    for seed in range(1, 1 + max(1, sized(1))):
        deal = Deal.from_seed(seed, cell.players, cell.rules)
        start, perfect = Position.start(deal), deal.rules.perfect_score
        result = Searcher(Budget(memory=16)).solve(deal)
        if result.verdict == "perfect":
            assert not violated(start, perfect, result.line)
        if not deal.rules.is_bouquet_final:
            score, line = careless_game(start, seed)
            if score:
                assert not violated(start, score, line)
                middle = reduce(Position.push, line[: len(line) // 2], start)
                assert not violated(middle, score, line[len(line) // 2 :])


@many(150)
@given(deal=small_deals(most_cards=12), seed=st.integers(0, 10**6), part=st.floats(0, 1))
def test_no_small_game_violates_a_clause(deal: Deal, seed: int, part: float) -> None:
    """Of house rules, too: announced plays, plays from the pile, Bouquet final, hands of one."""
    start = Position.start(deal)
    score, line = careless_game(start, seed)
    if score:
        assert not violated(start, score, line)
        played = int(part * len(line))
        middle = reduce(Position.push, line[:played], start)
        if middle.outcome() is None:
            assert not violated(middle, score, line[played:])


def test_games_that_misplay_while_tokens_are_missing() -> None:
    """What the search rules out by an argument is allowed here: the formula has games only."""
    start = Position.start(Deal.from_seed(3, 2))
    line = [Action("clue")]
    position = start.push(line[0])
    hand = position.hands[position.to_move]
    line.append(Action("play", next(card for card in hand if not position.is_playable(card))))
    position = position.push(line[1])
    assert (position.strikes, position.tokens) == (1, start.rules.tokens - 1)
    score, rest = careless_game(position, 1)
    assert score
    assert not violated(start, score, [*line, *rest])
    search = Plays(start, score)
    true = Truth(encoding_of(start, score), [*line, *rest]).names()
    names = list(search.variables)
    assert any(
        all((literal > 0) is not true[names[abs(literal) - 1]] for literal in clause)
        for clause in search.clauses
    )


def test_a_misplay_from_the_pile_takes_no_card_of_the_hand() -> None:
    """All cards of the hands are played after it."""
    rules = Rules((Suit("r", (1, 2)),), hand_size=1, deck_plays=True)
    start = Position.start(Deal.from_text("r2 r1 r2", 2, rules))
    assert start.pile_card is not None
    line = [Action("play", card) for card in (start.pile_card, *start.hands[1], *start.hands[0])]
    end = reduce(Position.push, line, start)
    assert (end.score, end.strikes) == (2, 1)
    assert not violated(start, 2, line)


@pytest.mark.grows
@pytest.mark.parametrize("ending", ["last-round", "bouquet-final"])
def test_small_deals(ending: str) -> None:
    """What it refutes is out of reach by brute force; a model that is a game reaches the score."""

    @exactly(sized(60))
    @given(deal=small_deals(most_cards=9, ending=ending), data=st.data())
    def sound(deal: Deal, data: st.DataObject) -> None:
        start, perfect = Position.start(deal), deal.rules.perfect_score
        if start.outcome() is not None:
            return
        maximum = brute_force(start, limit=4000) or 0
        score = perfect
        if ending == "last-round":
            score = data.draw(st.sampled_from(sorted({1, maximum, maximum + 1} - {0})))
            score = min(score, perfect)
        formula = formula_of(start, score)
        with Solver(name=SOLVER, bootstrap_with=formula.clauses) as solver:
            found = solver.solve()
            assert found or maximum < score
            if found:
                try:
                    line = formula.encoding.line(solver.get_model())
                except NoGameError:
                    return
                outcome = reduce(Position.push, line, start).outcome()
                assert outcome is not None and (outcome.score or 0) >= score

    sound()


# Clauses


def named(encoding: Encoding) -> Counter[tuple[tuple[object, bool], ...]]:
    names = list(encoding.variables)
    return Counter(
        tuple((names[abs(literal) - 1], literal > 0) for literal in clause)
        for clause in encoding.clauses
    )


@pytest.mark.check_takes(2)
@pytest.mark.parametrize("cell", FEW, ids=str)
def test_it_is_what_the_search_asks_but_for_what_takes_arguments(cell: Cell) -> None:
    """The search asks twice, because the second time it has most clauses from the first."""
    start = Position.start(Deal.from_seed(1, cell.players, cell.rules))
    tokens = start.rules.tokens
    ours = named(encoding_of(start, start.rules.perfect_score))
    for _ in range(2):
        search = Plays(start)
        theirs = named(search)
        last = search.pile - 1 if search.rules.deck_plays else None
        steps = search.steps if search.bouquet else search.pile
        no_misplays = [
            ((("fail", step), False), (("left", step, tokens), True))
            for step in range(steps)
            if step != last
        ]
        counts = WasteCounts(search)
        search.clauses, search.variables = [], {("true",): TRUE}
        ClueCounts(counts).add()
        KeptCounts(search, counts).add()
        more, search.clauses = Counter(no_misplays) + named(search), []
        super(WasteCounts, counts)._add_drawn()
        assert theirs + named(search) == ours + more


@pytest.mark.check_takes(2)
@pytest.mark.parametrize("cell", FEW, ids=str)
def test_every_variable_and_every_clause_has_words(cell: Cell) -> None:
    formula = formula_of(Position.start(Deal.from_seed(1, cell.players, cell.rules)))
    every_variable_has_words(formula)
    every_clause_has_words(formula)


@many(40)
@given(deal=small_deals(), data=st.data())
def test_small_formulas_have_words(deal: Deal, data: st.DataObject) -> None:
    score = None
    if not deal.rules.is_bouquet_final:
        score = data.draw(st.integers(1, deal.rules.perfect_score))
    start = Position.start(deal)
    if start.outcome() is None:
        formula = formula_of(start, score)
        assert formula.clauses == [clause or [FALSE] for clause in formula.encoding.clauses]
        every_clause_has_words(formula)


def test_words() -> None:
    formula = formula_of(Position.start(Deal.from_seed(40, 2)))
    words = {word for _, word in formula.words.all()}
    assert {
        "Alice's r1 (slot 5) is kept",
        "r3 is for Bob to play",
        "step 7 puts a card on the firework of g",
        "step 7 puts a card on the firework of r or y or g",
        "step 7 puts a card on a firework, or is a discard",
        "step 7 puts a card on a firework, or is a discard, or is a misplay, or all fireworks are "
        "complete before step 7",
        "step 7 throws a card away",
        "step 41 throws a card away before the last round",
        "step 41 puts no card on a firework",
        "step 41 puts a card on a firework, or puts no card on a firework",
        "at least 2 of Bob's cards before step 7 are not kept",
        "the oldest card that Bob holds is not kept",
        "at least 2 of the oldest 3 cards that Bob holds are not kept",
        "at least 3 cards are wasted before step 41",
        "at least 3 cards are wasted in the end, the last round not counted",
        "at least 3 cards are not kept among the hands and the pile up to card 7 of the pile",
    } <= words
    assert not any("spoilt" in word for word in words)
