"""Positions by their parts: read, written, and refused with all their faults."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from strategies import small_deals

from solver import Deal, Position, Rules, solve
from solver.errors import CardError, InputError, PositionError, RulesError
from solver.position_notation import (
    loads_position,
    position_from_json,
    position_from_text,
    position_to_json,
    position_to_text,
)

SCHEMA = json.loads((Path(__file__).parent.parent / "docs/position.schema.json").read_text())
VALIDATOR = Draft202012Validator(SCHEMA)


@st.composite
def played_positions(draw: st.DrawFn) -> Position:
    """A position that arises in a small game."""
    position = Position.start(draw(small_deals(most_cards=12)))
    for _ in range(draw(st.integers(0, 14))):
        actions = position.legal_actions()
        if not actions:
            break
        position = position.push(draw(st.sampled_from(actions)))
    return position


def table(position: Position) -> tuple[object, ...]:
    """What lies on the table, without the cards' orders."""
    return (
        position.rules, position.players, position.pile, position.levels, position.tokens,
        position.strikes, position.to_move, position.turns_left,
        [[position.card(order) for order in hand] for hand in position.hands],
        sorted(position.card(order) for order in position.discards),
    )  # fmt: skip


@settings(max_examples=150, deadline=None, derandomize=True)
@given(position=played_positions())
def test_reading_and_writing_are_inverse(position: Position) -> None:
    assert position.status() == []
    value = position_to_json(position)
    VALIDATOR.validate(value)
    read = position_from_json(json.loads(json.dumps(value)))
    assert table(read) == table(position)
    assert position_to_json(read) == value
    text = position_to_text(position)
    assert "\n" not in text
    assert table(position_from_text(text)) == table(position)
    assert position_to_text(loads_position(text)) == text
    assert table(loads_position(json.dumps(value))) == table(position)


@pytest.mark.parametrize("rules", ["base", "avalanche-5", "black-powder", "bouquet-final", "hard"])
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_every_position_of_a_full_game(rules: str, players: int) -> None:
    for position in solve(Deal.from_seed(1, players, rules)).positions:
        assert position.status() == []
        read = position_from_text(position_to_text(position))
        assert table(read) == table(position)
        assert read.outcome() == position.outcome()
        assert len(read.legal_actions()) == len(position.legal_actions())


def base_position(**changes: object) -> dict[str, object]:
    """A position with two cards in the pile, as an object, with changes."""
    position = next(p for p in solve(Deal.from_seed(42, 3)).positions if len(p.pile) == 2)
    return {**position_to_json(position), **changes}


def kinds(**changes: object) -> list[str]:
    """The kinds of faults of a position that is made without the check."""
    position = next(p for p in solve(Deal.from_seed(42, 3)).positions if len(p.pile) == 2)
    return [fault.kind for fault in replace(position, **changes).status()]  # type: ignore[arg-type]


def test_each_fault_is_named() -> None:
    position = next(p for p in solve(Deal.from_seed(42, 3)).positions if len(p.pile) == 2)
    assert kinds() == []
    assert kinds(tokens=9) == kinds(tokens=-1) == ["tokens"]
    assert kinds(strikes=4, discards=tuple(range(4))) == ["strikes"]
    assert kinds(strikes=2, discards=(1,)) == ["discards"]
    assert kinds(to_move=3) == ["to-move"]
    assert kinds(turns_left=1) == ["turns-left"]
    assert kinds(hands=position.hands[:2]) == ["players"]
    shorter = (position.hands[0][1:], *position.hands[1:])
    assert kinds(hands=shorter) == ["hand-size"]
    assert kinds(levels=(6, *position.levels[1:])) == ["firework"]
    deck = list(position.deck)
    deck[position.draws[0]] = deck[position.draws[1]]
    assert kinds(deck=tuple(deck)) == ["copies"]


def test_all_faults_at_once() -> None:
    with pytest.raises(PositionError) as error:
        position_from_json(
            base_position(tokens=12, strikes=9, to_move=7, turns_left=1), "endgame.json"
        )
    message = str(error.value)
    assert message.startswith("endgame.json: ")
    for part in ("12 tokens", "9 strikes", "no player 7", "the pile has cards"):
        assert part in message


def test_hands_of_the_last_round() -> None:
    """They may be shorter than usual, but whoever has a turn to come needs a card for it."""
    end = [p for p in solve(Deal.from_seed(2, 3)).positions if p.turns_left == 2][-1]
    for who, least in ((end.to_move, 1), ((end.to_move - 1) % 3, 0)):
        for size in range(5):
            hands = tuple(hand[:size] if p == who else hand for p, hand in enumerate(end.hands))
            faults = replace(end, hands=hands).status()
            assert [fault.kind for fault in faults] == ["hand-size"] * (size < least)


def test_bouquet_final_has_short_and_empty_hands() -> None:
    rules = Rules.named("bouquet-final")
    text = "hands - / r5; fireworks r4 y5 g5 b5 p5; tokens 1; to move Bob; rules bouquet-final"
    position = position_from_text(text)
    assert position.rules == rules
    assert position.status() == []
    assert position.turns_left is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the hands are missing"),
        ("hands r1 / g1", '"tokens" is missing'),
        ("hands r1 / g1; tokens many", "'many' is not a number"),
        ("hands r1 / g1; tokens 3; tokens 4", "this was said before"),
        ("hands r1 / x1; tokens 3", "unknown card 'x1'"),
        ("hands r1 / g1; tokens 3; wind strong", "is not a part of a position"),
        ("hands r1 / g1; tokens 3; to move Zoe", "no player 'Zoe'"),
        ("hands r1 / g1; tokens 3; fireworks r", "'r' is not a firework"),
        ("hands r1 / g1; tokens 3; fireworks r1 r2", "is given twice"),
        ("hands r1 / g1; tokens 3; fireworks k1", "unknown firework 'k'"),
        ("hands r1 / g1; tokens 3; rules nonsense", "nonsense"),
        ("hands r1 / g1; tokens 3; rules {", "is not JSON"),
        ("hands r1 / g1; tokens 3", "how many turns are left must be said"),
        ("hands r1 / g1; pile r1; tokens 3", "Alice holds 1 cards instead of 5: hands are shorter"),
        ("hands - / g1; tokens 3; 2 turns left", "Alice holds 0 cards instead of 1 to 5"),
        ("hands r1; tokens 3", "1 hands: the game is for 2 to 6"),
    ],
)
def test_faults_of_the_text(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message) as error:
        position_from_text(text, "given")
    assert str(error.value).startswith("given: ")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"hands": "r1 g1"}, '"hands" must be a list'),
        ({"hands": [1, 2, 3]}, "must be text"),
        ({"hands": None}, '"hands" must be a list'),
        ({"pile": 3}, "must be text"),
        ({"fireworks": [1]}, "must be an object"),
        ({"fireworks": {"r": "3"}}, "fireworks.r must be a whole number"),
        ({"tokens": True}, "tokens must be a whole number"),
        ({"tokens": None}, '"tokens" is missing'),
        ({"players": 4}, "3 hands for 4 players"),
        ({"token": 3}, "unknown key 'token'; did you mean tokens"),
        ({"rules": "bse"}, "did you mean base"),
        ({"to_move": "Bob"}, "to_move must be a whole number"),
    ],
)
def test_faults_of_the_object(changes: dict[str, object], message: str) -> None:
    with pytest.raises((PositionError, RulesError, CardError), match=message):
        position_from_json(base_position(**changes))


def test_rules_of_the_caller() -> None:
    value = base_position(rules=None)
    assert position_from_json(value, rules="hard").rules == Rules.named("hard")
    with pytest.raises(PositionError, match="rules are base, not hard"):
        position_from_json(base_position(), rules="hard")
