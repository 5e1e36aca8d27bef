"""The pool skips no choice when it leaves out what was tried in another order."""

from __future__ import annotations

import pytest

from solver import Rules
from solver.reasons.bits import Cards
from solver.reasons.finders import must_hold, out_of_pace
from solver.reasons.pool import _Pool
from solver.reasons.starts import views_of_starts
from solver.reasons.view import TooMany, View


class _Everything(_Pool):
    """The same, but it tries every card at every choice."""

    def wins(
        self, place: int, needed: Cards, held: Cards, spare: int, given: Cards = 0, tried: Cards = 0
    ) -> bool:
        return super().wins(place, needed, held, spare)


def outcome(pool: _Pool, view: View) -> tuple[bool | None, set[tuple[int, Cards, Cards]]]:
    """Whether the pool wins, None for too many choices; and all choices that failed."""
    try:
        return pool.wins(0, view.needed, view.held, pool.spare), pool.failed
    except TooMany:
        return None, pool.failed


@pytest.mark.check_takes(1)
@pytest.mark.parametrize(
    ("names", "players"),
    [
        (("base",), 2),
        (("base", "deck-plays"), 2),
        (("black-powder",), 2),
        (("black-powder", "avalanche-5", "flamboyants"), 2),
        (("black-powder", "bouquet-final"), 2),
    ],
)
def test_the_same_choices_fail(names: tuple[str, ...], players: int) -> None:
    lost = 0
    for view in views_of_starts(Rules.named(*names), players, range(1, 3_001)):
        if out_of_pace(view) or must_hold(view):
            continue
        won, failed = outcome(_Pool(view), view)
        assert (won, failed) == outcome(_Everything(view), view)
        lost += won is False and len(failed) > 1
    assert lost
