"""What an answer says about itself."""

from __future__ import annotations

from dataclasses import replace

import pytest

from solver import Deal, Position, Rules, solve
from solver.errors import Interrupted
from solver.search.answers import known, unknown


def test_a_result_is_shown_in_short() -> None:
    result = solve(Deal.from_seed(42, players=3))
    assert repr(result) == (
        f"Result('p3v0s42', verdict='perfect', bounds=(25, 25), nodes={result.nodes})"
    )
    unnamed = replace(result, deal=replace(result.deal, seed=None))
    assert repr(unnamed).startswith("Result('3 players, base', verdict='perfect'")


def test_an_answer_is_shown_in_short() -> None:
    answer = known(Position.start(Deal.from_seed(42, players=3)), 3, 7)
    assert repr(answer) == "Answer(verdict='undecided', bounds=(3, 7), nodes=0)"


def test_why_a_deal_is_lost() -> None:
    reason = solve(Deal.from_seed(40, players=2)).reason
    assert reason is not None and reason.kind == "hand-size"
    assert solve(Deal.from_seed(42, players=3)).reason is None


@pytest.mark.parametrize("names", [("base",), ("black-powder",), ("bouquet-final",)])
def test_bounds_that_are_given_come_back(names: tuple[str, ...]) -> None:
    """The proof counts cards and the bounds points, which differ where a suit does not score."""
    start = Position.start(Deal.from_seed(1, 3, Rules.named(*names)))
    assert known(start, 0, 25).bounds == (0, 25)
    assert unknown(start, 25).stopped_by == "interrupt"


def test_one_interrupt_carries_whatever_was_proven() -> None:
    result = solve(Deal.from_seed(42, players=3))
    assert Interrupted(result).result is result
    assert issubclass(Interrupted, KeyboardInterrupt)
