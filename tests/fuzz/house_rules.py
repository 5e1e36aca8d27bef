"""Deals of random house rules: each is solved and its line replayed, small ones by brute force."""

from __future__ import annotations

import json
from functools import cache
from random import Random

from solver import Budget, Deal, Position, Result
from solver.search.searcher import Plan, Searcher
from solver.twin import TooLarge, best_score
from tests.support.house_rules import any_deal

BUDGET = Budget(nodes=1000, memory=1)
POSITIONS = 600
# The later stages hardly ever get to see a small deal; these sizes let them.
PLANS: tuple[Plan, ...] = (
    {},
    {},
    {"lines": 0},
    {"lines": 0, "mending": 0, "first_run": 1, "short_runs": 2, "rounds": 1, "bold": 0},
    {"lines": 0, "first_run": 2, "long_proof": 1, "short_runs": 0, "rounds": 0},
)


def attack(random: Random) -> str | None:
    """Solve a deal, let the referee replay its line, and compare with what the plain rules say."""
    plan = random.randrange(len(PLANS))
    try:
        deal = any_deal(random)
        result = _searcher(plan).solve(deal)
        fault = _check(result, random)
    except Exception as error:  # whatever it is, it is a finding
        fault = f"{type(error).__name__}: {error}"
    if fault:
        return f"{fault}; plan {plan}, {_told(deal)}"
    return None


@cache
def _searcher(plan: int) -> Searcher:
    return Searcher(BUDGET, plan=PLANS[plan])


def _check(result: Result, random: Random) -> str | None:
    low, high = result.bounds
    if result.line or not result.start.rules.is_bouquet_final:
        outcome = result.positions[-1].outcome()
        if outcome is None or outcome.score is None or not low <= outcome.score <= high:
            return f"a line for {low} to {high} ends with {outcome}"
    if random.random() < 0.5:
        return None
    best = _best(result.deal)
    if best is not None and not low <= best <= high:
        return f"brute force says {best}, the search {low} to {high}"
    return None


def _best(deal: Deal) -> int | None:
    """The maximum by the plain rules, if they find it soon; 0 for a defeat."""
    start = Position.start(deal)
    try:
        return best_score(start, POSITIONS) or 0
    except (TooLarge, RecursionError):
        return None


def _told(deal: Deal) -> str:
    """The deal as `batch` reads it."""
    fields = {
        "players": deal.players,
        "deck": " ".join(map(str, deal.deck)),
        "rules": deal.rules.to_json(),
    }
    if deal.rules.tiles:
        fields |= {"tiles": list(deal.tiles), "tile5": deal.tile5}
    return json.dumps(fields)
