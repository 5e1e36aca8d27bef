"""Boards as the page draws them, compared with the referee."""

from __future__ import annotations

from itertools import chain

import pytest

from solver import Position
from solver.errors import InputError
from tests.support.endgames import seeded
from tests.support.pages import SETS, game, some_deal
from web.keys import action_of, key_of
from web.opening import open_table
from web.tables import board_json, boards_json, table_json

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Flo")


@pytest.mark.parametrize("names", SETS)
def test_boards_of_whole_games(names: tuple[str, ...]) -> None:
    for random in seeded(4):
        deal = some_deal(random, names)
        played = list(game(deal, random, 0.8))
        end = played[-1][0].push(played[-1][1])
        for turn, position in enumerate([*(one for one, _ in played), end], 1):
            check_board(position, turn)


def check_board(position: Position, turn: int) -> None:
    board = board_json(position, turn, NAMES)
    held = {order for hand in position.hands for order in hand}
    everywhere = [*held, *position.draws, *position.discards]
    shown = [*chain(*board["hands"]), *board["pile"], *board["discards"]]
    assert sorted(shown) == sorted(everywhere)
    assert len(everywhere) + sum(board["levels"]) == len(position.deck)
    for order in held:
        alive = [*(o for o in held if o != order), *position.draws]
        alone = position.card(order) not in map(position.card, alive)
        assert (order in board["playable"]) == position.is_playable(order)
        assert (order in board["trash"]) != position.is_useful(order)
        assert (order in board["critical"]) == (position.is_useful(order) and alone)
    assert (board["over"] is None) == (position.outcome() is None)
    assert [action_of(move["key"]) for move in board["moves"]] == position.legal_actions()
    for move in board["moves"]:
        assert move["words"].startswith(NAMES[position.to_move])
        assert "draws" not in move["words"]
        assert move["card"] == action_of(move["key"]).card
    assert (board["tiles"] is not None) == position.rules.tiles
    for suit, level, top in zip(position.rules.suits, board["levels"], board["tops"], strict=True):
        assert top == (f"{suit.letter}{suit.value_at(level)}" if level else None)


def test_a_table() -> None:
    table = table_json(open_table("42", 3, ("black-powder",)))
    assert table["suits"][-1] == {"letter": "k", "name": "black", "size": 5, "descending": True}
    assert (table["title"], table["rules"]) == (
        "p3v1356s42, 3 players, black-powder",
        "black-powder",
    )
    assert (table["perfect_score"], table["max_tokens"], table["max_strikes"]) == (25, 8, 3)
    assert len(table["cards"]) == 60 and table["line"] == [] and len(table["boards"]) == 1
    assert not table["is_game"]


def test_boards_along_a_path() -> None:
    opened = open_table("p3v0s42")
    path = [key_of(action) for action in opened.follow(["p0", "c", "c"])[1]]
    boards = boards_json(opened, path)
    assert [board["turn"] for board in boards] == [1, 2, 3, 4]
    assert boards_json(opened, path, 2) == boards[2:]
    assert boards_json(opened, path, 3) == boards[3:]
    with pytest.raises(InputError, match="a path of 3 moves has no board 4"):
        boards_json(opened, path, 4)


def test_how_a_game_ended() -> None:
    deal = open_table("p2v0s1")
    path = [f"p{order}" for order in (0, 5)]
    over = boards_json(open_table("p2v0s1", rules=("hard",)), path[:1])[-1]
    assert over["over"] == "The game is over, too many strikes: 0 of 25." and not over["moves"]
    assert boards_json(deal, path)[-1]["over"] is None
