"""Plays from the pile on the page: a legal move whose card is the last of the pile."""

from __future__ import annotations

from solver.notation.positions import position_from_text
from web.keys import action_of, follow
from web.tables import board_json

LATE = position_from_text(
    "rules deck-plays; hands b1 b1 r1 p2 p5 / r5 p4 b2 g2 y4; pile r4; fireworks r3 y5 g5 b5 p4; "
    "tokens 1; to move Bob"
)
NAMES = ("Alice", "Bob")


def test_the_move_and_its_key() -> None:
    board = board_json(LATE, None, NAMES)
    [order] = board["pile"]
    [move] = [move for move in board["moves"] if move["card"] == order]
    assert move == {
        "key": f"p{order}", "kind": "play", "card": order, "words": "Bob plays r4 from the pile",
    }  # fmt: skip
    assert LATE.is_legal(action_of(move["key"]))
    positions, _ = follow(LATE, [move["key"]])
    assert board_json(positions[-1], None, NAMES)["turns_left"] == 2


def test_a_card_that_nobody_knows() -> None:
    board = board_json(LATE, None, NAMES, hidden=LATE.hands[1][:1])
    [move] = [move for move in board["moves"] if move["card"] == LATE.pile_card]
    assert move["words"] == "Bob plays a card that is not known from the pile"
