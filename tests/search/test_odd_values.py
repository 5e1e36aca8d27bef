"""Values that make no sense are refused in plain words, whatever their type."""

from __future__ import annotations

import math
from typing import Any

import pytest

from solver import Action, Budget, Deal, Position, Rules, Suit, solve, solve_many
from solver.analysis.graph import graph
from solver.analysis.moves import analyse
from solver.analysis.review import review
from solver.errors import ActionError, InputError, RulesError
from solver.exercises.making import make
from solver.notation.positions import position_from_text

NO_NUMBERS: list[Any] = ["3", b"3", [], {}, 3 + 0j, Ellipsis, True, math.nan, math.inf, -math.inf]
NO_WHOLE_NUMBERS = [*NO_NUMBERS, 1.5, -1, 0, 10**30]
NOTHING: list[Any] = ["p3v0s42", "rygb", 1, math.nan, b"", Ellipsis]
DEAL = Deal.from_seed(42, 3)


@pytest.mark.parametrize("value", NO_WHOLE_NUMBERS, ids=repr)
def test_numbers(value: Any) -> None:
    for name in ("nodes", "memory"):
        with pytest.raises(InputError, match=name):
            Budget(**{name: value})
    with pytest.raises(InputError, match="jobs"):
        list(solve_many([DEAL], jobs=value))
    with pytest.raises(InputError, match="players"):
        Deal.from_seed(42, value)
    for name in ("hand_size", "tokens", "strikes"):
        with pytest.raises(RulesError, match=name):
            Rules((Suit("r"),), **{name: value})
    with pytest.raises(RulesError, match="copies"):
        Rules((Suit("r", (value, 1)),))


@pytest.mark.parametrize("value", [*NO_NUMBERS, -1, 0, 10**400], ids=lambda value: repr(value)[:9])
def test_seconds(value: Any) -> None:
    with pytest.raises(InputError, match="seconds"):
        Budget(seconds=value)


@pytest.mark.parametrize("value", NOTHING, ids=repr)
def test_things_of_another_kind(value: Any) -> None:
    for ask in (
        solve,
        analyse,
        graph,
        review,
        Position.start,
        lambda value: solve(DEAL, value),
        lambda value: analyse(Position.start(DEAL), value),
        lambda value: list(solve_many([value])),
        lambda value: list(solve_many([value], jobs=2)),
        lambda value: list(solve_many([DEAL], value)),
        lambda value: next(make(value, 3)),
        lambda value: next(make(DEAL.rules, 3, pile=value)) if value != 1 else solve(value),
        position_from_text,
    ):
        with pytest.raises(InputError):
            ask(value)
    with pytest.raises(InputError):
        list(solve_many(value)) if value != b"" else solve(value)
    with pytest.raises(RulesError):
        Rules(value)
    with pytest.raises(RulesError):
        Rules((value,))
    with pytest.raises(ActionError):
        Position.start(DEAL).push(value)


@pytest.mark.parametrize("value", [*NO_NUMBERS, 1.5], ids=repr)
def test_the_card_of_an_action(value: Any) -> None:
    with pytest.raises(ActionError):
        Position.start(DEAL).push(Action("play", value))


def test_an_action_must_be_there() -> None:
    with pytest.raises(ActionError, match="the action must be a value of Action, not null"):
        Position.start(DEAL).push(None)  # type: ignore[arg-type]
