"""Keys of moves: short, safe in an address, and read back as the same move."""

from __future__ import annotations

import re

import pytest
from hypothesis import given

from solver import Action, Deal, Position
from solver.errors import ActionError
from tests.support.endgames import seeded
from tests.support.pages import SETS, game, some_deal
from tests.support.strategies import late_positions, many
from web.keys import action_of, follow, key_of


@pytest.mark.parametrize("names", SETS)
def test_games_are_paths(names: tuple[str, ...]) -> None:
    for random in seeded(6):
        deal = some_deal(random, names)
        played = list(game(deal, random, 0.6))
        path = [key_of(action) for _, action in played]
        assert all(re.fullmatch("[A-Za-z0-9-]+", key) for key in path)
        positions, actions = follow(Position.start(deal), path)
        assert actions == [action for _, action in played]
        assert positions[:-1] == [position for position, _ in played]


@many(60)
@given(late_positions())
def test_all_moves_have_keys_of_their_own(position: Position) -> None:
    """Also those that take a card for a bonus tile, or two."""
    actions = position.legal_actions()
    assert len({key_of(action) for action in actions}) == len(actions)
    assert [action_of(key_of(action)) for action in actions] == actions
    assert any(action.choices for action in actions) == any("-" in key_of(a) for a in actions)


@pytest.mark.parametrize(
    "key",
    ["", "p", "x1", "p-1", "p1234", "P1", "c1", "cc", "p1.d2", "p1-", "p1-6f", "p1-6x3", "é", "p١"],
)
def test_what_is_no_key(key: str) -> None:
    with pytest.raises(ActionError, match="is not the key of a move"):
        action_of(key)


def test_an_illegal_move_is_told_with_its_turn() -> None:
    start = Position.start(Deal.from_seed("p3v0s42"))
    for path, said in (
        (["c", "p0"], "turn 2: Bob does not hold p1"),
        (["d0"], "turn 1: no discard with all 8 tokens"),
        (["c", "c", "zz"], 'turn 3: "zz" is not the key'),
        (["a0"], "turn 1: announcing is not in these rules"),
        (["p0-6f3"], "turn 1: tile 6 is not turned"),
    ):
        with pytest.raises(ActionError, match=re.escape(said)):
            follow(start, path)
    assert follow(start, ["p0", "c"])[1] == [Action("play", 0), Action("clue")]
