"""The kernel and clause learning against the plain twin where the last card may be played."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from random import Random

import pytest
from hypothesis import given

from solver import Budget, Deal, Position, Result, Rules, Suit
from solver._core import CUT_NAMES
from solver.game.deals import unshuffled
from solver.search import sat
from solver.search.searcher import Plan, Searcher
from solver.twin import count_positions
from tests.kernel.test_twin import PLANS
from tests.support.brute_force import brute_force
from tests.support.strategies import exactly, many, randoms, small_deals

SMALL = Budget(memory=1)


def late_deal(random: Random) -> Deal:
    """A deal with a small pile, few tokens and small hands, where the last card often matters."""
    suits: list[Suit] = []
    most = random.choice([6, 8, 9, 10])
    for letter in "rgk"[: random.choice([1, 2, 2, 3])]:
        copies = [random.choice([1, 1, 1, 2, 3]) for _ in range(random.randint(1, 5))]
        if random.random() < 0.3:
            copies[random.choice([0, -1])] = random.randint(1, 4)
        while copies and sum(copies) + sum(sum(suit.copies) for suit in suits) > most:
            copies.pop()
        if copies:
            scores = not suits or random.random() < 0.8
            suits.append(Suit(letter, tuple(copies), random.random() < 0.3, scores))
    cards = sum(sum(suit.copies) for suit in suits)
    if cards < 3:
        suits, cards = [Suit("r", (2, 1))], 3
    players = random.randint(2, min(5, cards - 1))
    rules = Rules(
        tuple(suits),
        hand_size=random.randint(1, min(4, (cards - 1) // players)),
        tokens=random.choice([1, 1, 1, 2, 2, 3, 4]),
        strikes=random.randint(1, 3),
        ending=random.choice(["last-round", "last-round", "bouquet-final"]),
        announce=random.random() < 0.3,
        deck_plays=True,
    )
    return Deal(rules, players, tuple(random.sample(unshuffled(rules), cards)))


def check(searcher: Searcher, deal: Deal, limit: int = 3000) -> Result:
    best = brute_force(Position.start(deal), limit)
    result = searcher.solve(deal)
    assert result.verdict != "undecided"
    assert result.max_score == best
    assert result.line or best is None
    return result


@pytest.mark.parametrize("plan", [None, *PLANS])
def test_every_stage(plan: str | None, deals: int) -> None:
    searcher = Searcher(SMALL, plan=None if plan is None else PLANS[plan])

    @exactly(deals // 24)
    @given(random=randoms())
    def equal(random: Random) -> None:
        check(searcher, late_deal(random))

    equal()


@pytest.mark.check_takes(3)
@pytest.mark.parametrize("name", CUT_NAMES)
def test_without_a_pruning(name: str, deals: int) -> None:
    plans: list[Plan] = [{}, PLANS["long proofs"]]
    searchers = [Searcher(SMALL, off=[name], plan=plan) for plan in plans]

    @exactly(deals // 30)
    @given(random=randoms())
    def equal(random: Random) -> None:
        deal = late_deal(random)
        for searcher in searchers:
            check(searcher, deal)

    equal()


def test_without_any_pruning(deals: int) -> None:
    searcher = Searcher(SMALL, off=[name for name in CUT_NAMES if name != "table"])

    @exactly(deals // 30)
    @given(random=randoms())
    def equal(random: Random) -> None:
        check(searcher, late_deal(random), limit=1500)

    equal()


@many(30)
@given(random=randoms())
def test_clause_learning(random: Random) -> None:
    """Its games are legal, and what it refuses is out of reach."""
    deal = late_deal(random)
    start, rules = Position.start(deal), deal.rules
    best = brute_force(start, 3000) or 0
    if best:
        found = sat.opinion(start, best)
        outcome = reduce(Position.push, found.line, start).outcome()
        assert found.reachable and outcome is not None and (outcome.score or 0) >= best
    if best < rules.perfect_score:
        above = rules.perfect_score if rules.is_bouquet_final else best + 1
        assert sat.opinion(start, above).reachable is False


@many(40)
@given(deal=small_deals(deck_plays=True))
def test_the_same_states(deal: Deal) -> None:
    position, searcher = Position.start(deal), Searcher(SMALL)
    searcher.load(position)
    assert searcher.context.count_states(5) == count_positions(position, 5)


@pytest.mark.parametrize(
    ("rules", "players", "seed"), [("base", 2, 2604), ("base", 2, 3805), ("avalanche-5", 3, 8)]
)
def test_whole_deals_that_are_won_by_it_alone(rules: str, players: int, seed: int) -> None:
    deal = Deal.from_seed(seed, players, Rules.named(rules, "deck-plays"))
    result = Searcher(Budget(memory=16)).solve(deal)
    plain = Deal.from_seed(seed, players, Rules.named(rules))
    without = Searcher(Budget(memory=16)).solve(plain)
    assert result.max_score is not None and without.max_score is not None
    assert result.max_score > without.max_score
    assert any(
        action.card is not None and action.card == position.pile_card
        for position, action in zip(result.positions, result.line, strict=False)
    )


@many(30)
@given(random=randoms())
def test_the_rule_never_costs_anything(random: Random) -> None:
    deal = late_deal(random)
    plain = Deal(replace(deal.rules, deck_plays=False), deal.players, deal.deck)
    best, without = (Searcher(SMALL).solve(one).max_score for one in (deal, plain))
    assert (-1 if without is None else without) <= (-1 if best is None else best)
