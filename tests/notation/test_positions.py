"""Positions by their parts: read, written, and refused with all their faults."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from jsonschema import Draft202012Validator

from solver import Deal, Position, Rules, solve
from solver.errors import CardError, InputError, PositionError, RulesError
from solver.notation.positions import (
    loads_position,
    position_from_json,
    position_from_text,
    position_to_json,
    position_to_text,
)
from tests.support.places import DOCS
from tests.support.strategies import eager, late_positions, many, played_positions, randoms

SCHEMA = json.loads((DOCS / "position.schema.json").read_text())
VALIDATOR = Draft202012Validator(SCHEMA)


def table(position: Position) -> tuple[object, ...]:
    """What lies on the table, without the cards' orders."""
    return (
        position.rules, position.players, position.pile, position.levels, position.tokens,
        position.strikes, position.to_move, position.turns_left,
        [[position.card(order) for order in hand] for hand in position.hands],
        sorted(position.card(order) for order in position.discards), position.tiles,
        position.tile5,
    )  # fmt: skip


@many(150)
@given(position=played_positions())
def test_reading_and_writing_are_inverse(position: Position) -> None:
    assert position.status() == []
    check_inverse(position)


def test_the_schema_knows_piles_face_down() -> None:
    position = position_from_text("hands r5 y5 r1 r2 r3 / r4 y4 y1 y2 y3; pile g1; tokens 3")
    hidden = position.hands[0][:2]
    asked = position_to_json(position, hidden) | {"pile_order": "unknown", "aim": "mean"}
    assert "?" in asked["hands"][0]
    VALIDATOR.validate(asked)
    VALIDATOR.validate(asked | {"aim": 24})
    for wrong in ({"pile_order": "known"}, {"aim": "best"}, {"pile": "? g1"}):
        assert not VALIDATOR.is_valid(asked | wrong)


def check_inverse(position: Position) -> None:
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


@many(150)
@given(late_positions(), randoms())
def test_reading_and_writing_tiles_are_inverse(position: Position, random: Random) -> None:
    for _ in range(random.randrange(6)):
        if position.outcome() is None:
            position = position.push(eager(position, random))
    if 5 not in position.tiles and random.random() < 0.5:
        position = replace(position, tile5=None)
    value = position_to_json(position)
    assert value["tiles"] == list(position.tiles)
    assert value.get("tile5") == position.tile5
    assert ("tile5" in value) == (position.tile5 is not None)
    check_inverse(position)


def test_tiles_are_written_only_where_the_rules_have_them() -> None:
    assert not {"tiles", "tile5"} & position_to_json(Position.start(Deal.from_seed(1, 2))).keys()
    start = Position.start(Deal.from_seed(42, 3, "flamboyants"))
    value = position_to_json(start)
    assert (value["tiles"], value["tile5"]) == ([5, 4, 2, 3, 6, 1], 0.9036408951506019)
    assert "; tiles 5 4 2 3 6 1; tile5 0.9036408951506019; rules flam" in position_to_text(start)


FIVES = {
    "suits": [{"letter": x, "copies": [1] * 5} for x in "ryg"],
    "hand_size": 1,
    "tiles": True,
}


def test_tiles_as_a_person_writes_them() -> None:
    rest = "hands r5 / y5; pile g1; fireworks r4 y4; 3 tokens"
    for words in (
        "tiles 5 3 1 2 4 6; tile5 0.37",
        "Tiles 5,3,1, 2 4 6; tile 5 .37",
        "tile5 3.7e-1\ntiles 5 3 1 2 4 6",
    ):
        position = position_from_text(f"{rest}; {words}", rules=FIVES)
        assert (position.tiles, position.tile5) == ((5, 3, 1, 2, 4, 6), 0.37)
    done = "hands y5 / y4; pile g1; fireworks r5 y3; 3 tokens; tiles 6 3 1 2 4"
    assert position_from_text(done, rules=FIVES).tile5 is None


def test_no_tiles_left() -> None:
    house = {**FIVES, "suits": [{"letter": x, "copies": [1] * 5} for x in "rygbpow"]}
    done = " ".join(f"{letter}5" for letter in "rygbpo")
    text = f"hands w1 / w2; pile w3; fireworks {done}; tokens 3; tiles -"
    position = position_from_text(text, rules=house)
    assert position.tiles == ()
    assert "; tiles -; rules" in position_to_text(position)


def test_a_card_that_is_never_drawn() -> None:
    """In the last round tile 5 has put it into the pile."""
    text = "hands - / y5; pile g1; fireworks r5 y4; tokens 3; Bob to move; turns left 1"
    position = position_from_text(f"{text}; tiles 6 3 1 2 4", rules=FIVES)
    assert position_from_text(position_to_text(position)).pile == position.pile
    with pytest.raises(PositionError, match="the pile has cards"):
        position_from_text(f"{text}; tiles 6 3 1 2 5; tile5 0", rules=FIVES)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("", "tiles are missing: 0 fireworks are complete with a 5, so it must be 6"),
        ("tiles 1 2 3 4 6; tile5 0", "there are 5 tiles to turn"),
        ("tiles 1 2 3 4 5 5; tile5 0", "the tiles 1 2 3 4 5 5 are not bonus tiles"),
        ("tiles 1 2 3 4 5 7; tile5 0", "are not bonus tiles: name numbers of 1 to 6, once"),
        ("tiles 1 2 3 4 5 6", "tile5 is missing"),
        ("tiles 1 2 3 4 5 6; tile5 1", "tile5 is 1: it must be a number from 0 to below 1"),
        ("tiles 1 2 3 4 5 6; tile5 -1", "'-1' is not a number from 0 to below 1, like 0.37"),
        ("tiles 1 2 3 4 5 6; tile5 " + "1" * 100_000 + "x", "is not a number from 0 to below 1"),
        ("tiles 1 2 3 4 5 6; tile5 nan", "'nan' is not a number from 0 to below 1"),
        ("tiles 1 2 3 four", "'four' is not a number: write it in digits"),
        ("tiles", '"tiles" has no value: write it behind the word, and - for'),
    ],
)
def test_faults_of_tiles_in_the_text(words: str, message: str) -> None:
    text = f"hands r5 / y5; pile g1; fireworks r4 y4; 3 tokens; {words}"
    with pytest.raises(InputError, match=message):
        position_from_text(text, rules=FIVES)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"tiles": "5 3"}, r'"tiles" must be a list like \[5, 3\], not "5 3"'),
        ({"tiles": 5}, '"tiles" must be a list'),
        ({"tiles": [1, "2"]}, r'tiles\[1\] must be a whole number, not "2"'),
        ({"tile5": "0.5"}, 'tile5 must be a number from 0 to below 1, not "0.5"'),
        ({"tile5": True}, "tile5 must be a number from 0 to below 1, not true"),
        ({"tile5": 10**400}, "tile5 must be a number from 0 to below 1, not a huge one"),
        ({"tile5": float("nan")}, "tile5 is nan"),
        ({"tile": [1]}, "unknown key 'tile'; did you mean tile"),
        ({"tiles": [1], "tokens": 9, "tile5": 7}, "9 tokens.*there is 1 tile to turn.*tile5 is 7"),
    ],
)
def test_faults_of_tiles_in_the_object(changes: dict[str, object], message: str) -> None:
    good = {
        "rules": FIVES, "hands": ["r5", "y5"], "pile": "g1", "tokens": 3, "title": "An endgame",
        "fireworks": {"r": 4, "y": 4}, "tiles": [1, 2, 3, 4, 5, 6], "tile5": 0,
    }  # fmt: skip
    assert position_from_json(good).tile5 == 0
    with pytest.raises(PositionError, match=message):
        position_from_json({**good, **changes})


def test_tiles_without_the_rule() -> None:
    with pytest.raises(PositionError, match="base has no bonus tiles: leave tiles and tile5 out"):
        position_from_json(base_position(tiles=[1, 2]))
    with pytest.raises(PositionError, match="base has no bonus tiles"):
        position_from_json(base_position(tile5=0.5))


@pytest.mark.parametrize(
    ("changes", "valid"),
    [
        ({"tiles": [5, 3], "tile5": 0.37}, True),
        ({"tiles": [], "tile5": 0}, True),
        ({"tiles": [7]}, False),
        ({"tiles": [0]}, False),
        ({"tiles": [1, 1]}, False),
        ({"tiles": "1 2"}, False),
        ({"tile5": 1}, False),
        ({"tile5": -0.1}, False),
        ({"rules": {"suits": [{"letter": "r"}], "tiles": 1}}, False),
        ({"rules": {"suits": [{"letter": "r"}], "tiles": True}}, True),
    ],
)
def test_the_schema_knows_tiles(changes: dict[str, object], valid: bool) -> None:
    assert VALIDATOR.is_valid({"hands": ["r1", "g1"], "tokens": 3, **changes}) is valid


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
    games = (solve(Deal.from_seed(seed, 3)).positions for seed in range(1, 100))
    end = next(position for game in games for position in game if position.turns_left == 2)
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
        ("hands r1 / g1; pile r1; tokens 3", "Alice holds 1 card instead of 5: hands are shorter"),
        ("hands - / g1; tokens 3; 2 turns left", "Alice holds 0 cards instead of 1 to 5"),
        ("hands r1; tokens 3", "1 hand: the game is for 2 to 6"),
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


def test_odd_letters_are_no_words() -> None:
    tokens = ("to\u212aens 3", "tokens ３", "tokens ٣", "tokens ²")
    for text in ("handſ r1 / g1", *(f"hands r1 / g1; {part}" for part in tokens)):
        with pytest.raises(PositionError, match=r"is not a part|is not a number"):
            position_from_text(text)
    wide = "hands\u00a0r2 / r1;\u3000 3\u2003tokens ; 2 turns   left"
    house = {"suits": [{"letter": "r", "copies": [1, 1]}], "hand_size": 1}
    assert position_from_text(wide, rules=house).tokens == 3


@pytest.mark.parametrize(
    ("part", "message"),
    [
        (
            "pile",
            '"pile" has no value: write it behind the word, and - for an empty hand, an empty',
        ),
        ("to move", '"to move" has no value'),
        ("tokens three", "'three' is not a number: write it in digits, like 3"),
        ("to move Zoe", "no player 'Zoe': they are Alice, Bob$"),
        ("to move Frank", "no player 'Frank': they are Alice, Bob$"),
    ],
)
def test_what_is_said_of_a_part(part: str, message: str) -> None:
    with pytest.raises(PositionError, match=message):
        position_from_text(f"{part}; hands r1 / g1")
