"""The kernel against the plain twin: small deals over all rules, equal maxima demanded."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import example, given

from solver import Budget, Deal, Position, Result, Rules, Suit
from solver._core import CUT_NAMES
from solver.search.searcher import Plan, Searcher
from tests.support.brute_force import brute_force
from tests.support.house_rules import any_deal, crowded_deal
from tests.support.strategies import exactly, many, randoms, small_deals

ENDINGS = ["last-round", "bouquet-final"]
SMALL = Budget(memory=1)

# The stages after the first lines hardly ever get to see a small deal; these plans force them to.
SEARCH: Plan = {"lines": 0, "mending": 0}
PLANS: dict[str, Plan] = {
    "randomised": {**SEARCH, "first_run": 1, "short_runs": 3, "rounds": 0},
    "beams": {**SEARCH, "first_run": 1, "short_runs": 0, "rounds": 1},
    "exhaustive": {**SEARCH, "first_run": 1, "short_runs": 0, "rounds": 0},
    "long proofs": {**SEARCH, "first_run": 2, "long_proof": 1, "short_runs": 0, "rounds": 0},
    "first run": SEARCH,
    "mended lines": {"lines": 0, "first_run": 1, "short_runs": 2, "rounds": 0},
    "clause learning": {**SEARCH, "first_run": 1, "kernel": 0},
}


def check(searcher: Searcher, deal: Deal, limit: int = 4000) -> Result:
    best = brute_force(Position.start(deal), limit)
    result = searcher.solve(deal)
    assert result.verdict != "undecided"
    assert result.max_score == best
    return result


@pytest.mark.check_takes(2)
@pytest.mark.parametrize("announce", [False, True])
@pytest.mark.parametrize("ending", ENDINGS)
def test_maximum_and_line(ending: str, announce: bool, deals: int) -> None:
    searcher = Searcher(SMALL)

    @exactly(deals // 6)
    @given(deal=small_deals(ending=ending, announce=announce))
    def equal(deal: Deal) -> None:
        result = check(searcher, deal)
        assert result.line or result.max_score is None

    equal()


@pytest.mark.parametrize("name", CUT_NAMES)
def test_without_a_pruning(name: str, deals: int) -> None:
    """Each pruning switched off: the same maxima, in every stage."""
    plans: list[Plan] = [{}, SEARCH, PLANS["long proofs"]]
    searchers = [Searcher(SMALL, off=[name], plan=plan) for plan in plans]

    @exactly(deals // 20)
    @given(deal=small_deals())
    def equal(deal: Deal) -> None:
        for searcher in searchers:
            check(searcher, deal)

    equal()


def test_without_any_pruning(deals: int) -> None:
    """Only the table is left, without which even small deals take too long."""
    off = [name for name in CUT_NAMES if name != "table"]
    searcher = Searcher(SMALL, off=off, plan=SEARCH)

    @exactly(deals // 20)
    @given(deal=small_deals(most_cards=9))
    def equal(deal: Deal) -> None:
        check(searcher, deal)

    equal()


@pytest.mark.parametrize("plan", PLANS)
def test_every_stage(plan: str, deals: int) -> None:
    searcher = Searcher(SMALL, plan=PLANS[plan])

    @exactly(deals // 24)
    @given(deal=small_deals())
    def equal(deal: Deal) -> None:
        result = check(searcher, deal)
        assert result.line or result.max_score is None

    equal()


def test_table_of_a_few_entries(deals: int) -> None:
    """Entries are overwritten all the time: that costs nodes, never an answer."""
    searcher = Searcher(SMALL)
    searcher.context = type(searcher.context)(1)  # the smallest table there is: 16 entries

    @exactly(deals // 24)
    @given(deal=small_deals())
    def equal(deal: Deal) -> None:
        check(searcher, deal)

    equal()


@many(100)
@given(deal=small_deals(hand_size=1, tokens=1))
@example(  # the only discard brings the token to the maximum, then nobody is left to point at
    deal=Deal.from_text(
        "g2 r1 r2 g1 r1",
        2,
        Rules((Suit("r", (2, 1)), Suit("g", (1, 1))), hand_size=1, tokens=1, strikes=1),
    )
)
def test_cramped_hands(deal: Deal) -> None:
    """Hands of one card and one token: forced strikes at the very end."""
    check(Searcher(SMALL), deal)


@many(30)
@given(deal=small_deals(announce=True, strikes=3, tokens=2))
@example(  # two copies of a completing card in one hand: neither of them can be misplayed
    deal=Deal.from_text(
        "r1 r1 g1 g2 g1 r1",
        2,
        Rules((Suit("r", (3,)), Suit("g", (2, 1))), hand_size=2, tokens=2, announce=True),
    )
)
def test_announced_twins(deal: Deal) -> None:
    check(Searcher(SMALL), deal)


@many(40)
@given(random=randoms())
def test_many_copies_in_one_hand(random: Random) -> None:
    """With announcing or tiles they are told apart, up to nine of them."""
    result = check(Searcher(SMALL), crowded_deal(random), limit=700)
    assert result.line or result.max_score is None


@many(60)
@given(random=randoms())
def test_any_house_rules(random: Random) -> None:
    result = check(Searcher(SMALL), any_deal(random), limit=700)
    assert result.line or result.max_score is None


def test_a_second_completing_card_is_not_misplayed_as_trash() -> None:
    """Four copies of b3: the line that is found misplays another card than the second of them."""
    house = Rules.from_json(
        {
            "suits": [
                {"letter": "b", "copies": [1, 1, 4]},
                {"letter": "r", "copies": [2, 4, 2, 1]},
            ],
            "hand_size": 5,
            "tokens": 2,
            "strikes": 1,
            "ending": "bouquet-final",
            "announce": True,
        }
    )
    result = Searcher(SMALL).solve(Deal.from_seed("p2vb114r2421s2", None, house))
    assert result.verdict == "perfect"
    assert result.line


def test_a_fifth_completing_card_is_not_misplayed_as_trash() -> None:
    """All that Alice holds is r3, which fits in the end: there is nothing to misplay."""
    house = Rules((Suit("r", (1, 1, 9)),), hand_size=5, tokens=1, strikes=4, announce=True)
    deal = Deal.from_text("r3 r3 r3 r3 r3 r3 r3 r3 r1 r2 r3", 2, house)
    for plan in PLANS.values():
        assert check(Searcher(SMALL, plan=plan), deal).line
