"""What is remembered is bounded: a program that runs for months meets many house rules."""

from __future__ import annotations

import inspect
from importlib import import_module
from itertools import product
from pkgutil import walk_packages

import solver
from solver import Budget, Deal, Rules, solve
from solver.game.deals import unshuffled
from solver.game.suits import Suit
from solver.search.lines import card_types


def test_every_cache_has_a_bound() -> None:
    found = 0
    for module in walk_packages(solver.__path__, "solver."):
        for function in vars(import_module(module.name)).values():
            if hasattr(function, "cache_parameters"):
                found += 1
                takes = inspect.signature(function).parameters
                assert function.cache_parameters()["maxsize"] is not None or not takes, function
    assert found > 3


def test_house_rules_are_forgotten() -> None:
    for copies in product((1, 2, 3), repeat=5):
        rules = Rules((Suit("r", copies),), hand_size=1)
        assert len(solve(Deal.from_seed(1, 2, rules), Budget(nodes=100, memory=1)).line) > 0
    for cache in (unshuffled, card_types):
        assert cache.cache_info().currsize <= 64
