"""Moves as people type them."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import Action, Deal, Position, Rules, Suit
from solver.errors import InputError
from solver.notation.answers import VERBS, parse_answer
from solver.notation.positions import position_from_text
from tests.support.house_rules import any_deal
from tests.support.strategies import many, played_positions, randoms

HOUSE = Rules((Suit("r", (3, 2, 2, 2, 1)), Suit("g", (3, 2, 2, 2, 1))), hand_size=4)
# The newest card is slot 1: r4, then g1, r1 and another r4.
TEXT = "hands r4 r1 g1 r4 / g2 g3 g3 g4; pile r5 g5; fireworks r3; 3 tokens"


def board(text: str = TEXT) -> Position:
    return position_from_text(text, rules=HOUSE)


def in_slot(position: Position, slot: int) -> int:
    return position.hands[position.to_move][-slot]


@pytest.mark.parametrize(
    ("text", "kind", "slot"),
    [
        ("play r4", "play", 1),  # the newest of two
        ("p 3", "play", 3),
        ("p 4", "play", 4),
        ("Play slot 3", "play", 3),
        ("play the card 3", "play", 3),
        ("plays r1", "play", 3),
        ("misplay g1", "play", 2),
        ("discard 2", "discard", 2),
        ("d r1", "discard", 3),
        ("discards slot 04", "discard", 4),
        ("Alice plays r4", "play", 1),
        ("ALICE DISCARDS G1", "discard", 2),
        ("alice, play 3", "play", 3),
        ("  play\tR4 \n", "play", 1),
        ("clue", "clue", None),
        ("c", "clue", None),
        ("HINT", "clue", None),
        ("give a clue", "clue", None),
        ("Alice gives a clue", "clue", None),
        ("clue Bob about 3", "clue", None),
    ],
)
def test_a_move(text: str, kind: str, slot: int | None) -> None:
    position = board()
    found = parse_answer(position, text)
    assert (found.kind, found.card) == (kind, None if slot is None else in_slot(position, slot))
    assert position.is_legal(found)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", '"" is no move: write a move like play 3, discard r1 or clue'),
        ("   ", "is no move"),
        ("Alice", '"Alice" is no move'),
        ("slot 3", "is no move"),
        ("r4", '"r4" is no move'),
        ("jump 3", '"jump 3" is no move'),
        ("Bob plays g2", "is no move"),  # it is not his turn
        ("play", "play which card? Write a move like play 3"),
        ("d", "d which card?"),
        ("play slot", "play which card?"),
        ("play 1 2", "play which card?"),
        ("play 0", "slot 0: the hand has the slots 1 to 4"),
        ("discard 9", "slot 9: the hand has the slots 1 to 4"),
        ("play 5", "the slots 1 to 4"),
        ("play g2", 'Alice has no "g2": the hand is r4 g1 r1 r4'),
        ("play x7", 'Alice has no "x7"'),
        ("play -1", 'Alice has no "-1"'),
        ("play ³", 'Alice has no "³"'),
        ("play " + "7" * 5000, "the hand has the slots 1 to 4"),
        ("p" * 100_000, "is no move"),
    ],
)
def test_no_move(text: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        parse_answer(board(), text)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("text", "move", "message"),
    [
        (TEXT.replace("3 tokens", "8 tokens"), "discard 1", "no discard with all 8 tokens"),
        (TEXT.replace("3 tokens", "0 tokens"), "clue", "no token left for a clue"),
    ],
)
def test_not_possible(text: str, move: str, message: str) -> None:
    position = board(text)
    with pytest.raises(InputError, match=message):
        parse_answer(position, move)


def test_a_hand_without_cards() -> None:
    rules = Rules((Suit("r", (1, 1, 1)),), hand_size=1, ending="bouquet-final")
    position = position_from_text("hands - / r3; fireworks r2; 1 token", rules=rules)
    assert parse_answer(position, "clue") == Action("clue")
    for move in ("play 1", "play r3"):
        with pytest.raises(InputError, match="Alice has no card"):
            parse_answer(position, move)


def test_a_game_that_is_over() -> None:
    position = Position.start(Deal.from_seed(42, players=3))
    while position.outcome() is None:
        position = position.push(position.legal_actions()[0])
    for move in ("clue", "play 1"):
        with pytest.raises(InputError, match="the game is over"):
            parse_answer(position, move)


@many(60)
@given(random=randoms())
def test_every_legal_action_can_be_typed(random: Random) -> None:
    position = Position.start(any_deal(random))
    for _ in range(random.randrange(40)):
        if position.outcome() is not None:
            break
        position = position.push(random.choice(position.legal_actions()))
    for action in position.legal_actions():
        verb = random.choice([verb for verb, kind in VERBS.items() if kind == action.kind])
        where = "" if action.card is None else f" {position.place(action.card)}"
        found = parse_answer(position, verb + where)
        # To announce and to choose are not typed: the plain form stands for them.
        assert found == Action(action.kind, action.card)
        if action.card is not None and action.card == position.pile_card:
            text = f"{verb} {position.card(action.card)} from the pile"
            assert parse_answer(position, text) == action
        elif action.card is not None:
            named = parse_answer(position, f"{verb} {position.card(action.card)}")
            assert named.card is not None and named.kind == action.kind
            assert position.card(named.card) == position.card(action.card)


WORDS = st.lists(
    st.sampled_from([*VERBS, "alice", "Bob", "slot", "r1", "g5", "k3", "1", "5", "12", ",", "-"])
    | st.text(max_size=4)
)


@many(200)
@given(position=played_positions(), text=st.text() | WORDS.map(" ".join))
def test_any_text_is_a_move_or_an_input_error(position: Position, text: str) -> None:
    try:
        found = parse_answer(position, text)
    except InputError as error:
        assert str(error)
    else:
        assert found in position.legal_actions()
