"""Deals and actions as text and JSON, their faults, and actions in words."""

from __future__ import annotations

import io
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import ActionError, CardError, DealError, InputError, RulesError
from solver.game.actions import Action, Choice
from solver.game.cards import cards_text, parse_cards
from solver.game.deals import Deal, unshuffled
from solver.game.position import Position
from solver.game.rules import Rules
from solver.game.suits import Suit
from solver.notation.actions import action_from_json, action_to_json
from solver.notation.deals import deal_from_json, load_deal, loads_deal
from solver.notation.words import describe
from tests.support.strategies import eager, late_positions, many, randoms, small_deals

DEAL = Deal.from_seed(42, players=3)
TAKEN = {"tile": 6, "card": 12, "to": "play"}
HOUSE = Rules((Suit("r", (2, 1)), Suit("g", (1, 1))), hand_size=1, announce=True)


def start(deck: str, players: int = 2, rules: Rules = HOUSE) -> Position:
    return Position.start(Deal.from_text(deck, players, rules))


# Deals


@pytest.mark.parametrize(
    "value",
    [
        {"seed": 42, "players": 3},
        {"seed": "42", "players": 3, "rules": "base"},
        {"seed": "p3v0s42"},
        {"seed": "p3v0s42", "players": 3, "rules": ["base"]},
        {"deck": str(DEAL), "players": 3},
        {"deck": str(DEAL), "players": 3, "seed": None, "rules": None},
        {"seed": 42, "players": 3, "perfect": True, "known_by": "SAT", "prototype_nodes": 7},
        {"seed": 42, "players": 3, "id": 1, "comment": "", "name": "x", "options": {}},
    ],
    ids=str,
)
def test_deal(value: dict[str, Any]) -> None:
    assert deal_from_json(value) == DEAL
    assert loads_deal(json.dumps(value)) == DEAL


def test_rules_of_a_deal() -> None:
    several = {"seed": 1, "players": 2, "rules": ["avalanche-5", "hard"]}
    assert deal_from_json(several).rules == Rules.named("avalanche-5", "hard")
    assert deal_from_json({"seed": "p2v2s1"}).rules == Rules.named("avalanche-5")
    house = {"deck": "r1 r2 r1 g1 g2", "players": 2, "rules": HOUSE.to_json()}
    assert deal_from_json(house).rules == HOUSE


@pytest.mark.parametrize(
    ("value", "kind", "message"),
    [
        ({}, DealError, 'a deal needs "seed" or "deck"'),
        (
            [],
            DealError,
            r"a deal is an object with seed, deck, players, rules, tiles, tile5, not \[\]",
        ),
        ({"seed": 1, "deck": "r1", "players": 2}, DealError, "seed and deck are different deals"),
        ({"seed": 1, "player": 2}, DealError, "unknown key 'player'; did you mean players?"),
        ({"Seed": 1, "players": 2}, DealError, "unknown key 'Seed'; did you mean seed?"),
        ({"seed": 1, "players": 2, "rule": "hard"}, DealError, "did you mean rules?"),
        ({"decks": "r1", "players": 2}, DealError, "did you mean deck?"),
        ({"seed": 1.5, "players": 2}, DealError, "seed must be a whole number or text, not 1.5"),
        ({"seed": True, "players": 2}, DealError, "seed must be a whole number or text, not true"),
        ({"seed": 1}, DealError, "does not say how many players"),
        ({"seed": "p3v0s1", "players": 2}, DealError, "is for 3 players, not for 2"),
        ({"seed": "p3v0s1", "rules": "avalanche-5"}, DealError, "is for base"),
        ({"seed": "a b", "players": 2}, DealError, "use letters, digits and hyphens"),
        ({"deck": str(DEAL)}, DealError, "a deck does not say how many players: give their number"),
        ({"deck": ["r1"], "players": 2}, DealError, "deck must be text like"),
        ({"deck": "r1 r2", "players": 2}, DealError, "the deck is not the 50 cards of base"),
        ({"deck": "r1 x2", "players": 2}, CardError, "card 2: unknown card 'x2'"),
        ({"seed": 1, "players": "3"}, RulesError, 'players must be a whole number, not "3"'),
        ({"seed": 1, "players": 7}, RulesError, "7 players"),
        ({"seed": 1, "players": 2, "rules": "bas"}, RulesError, "did you mean base?"),
        ({"seed": 1, "players": 2, "rules": 5}, RulesError, "rules must be a name"),
        ({"seed": 1, "players": 2, "rules": {"suits": [{}]}}, RulesError, r"rules.suits\[0\]"),
    ],
)
def test_faults_of_a_deal_name_the_place(
    value: dict[str, Any], kind: type[Exception], message: str
) -> None:
    with pytest.raises(kind, match=message) as caught:
        deal_from_json(value, "line 7")
    assert str(caught.value).startswith("line 7: ")


WITH_TILES = Deal.from_seed(42, 3, "flamboyants")
CARDS = {"deck": str(WITH_TILES), "players": 3, "rules": "flamboyants"}


@pytest.mark.parametrize("tiles", [[5, 4, 2, 3, 6, 1], "5 4 2 3 6 1", "5,4, 2,3\n6 1"], ids=repr)
def test_bonus_tiles(tiles: list[int] | str) -> None:
    deal = deal_from_json(CARDS | {"tiles": tiles, "tile5": 0.37})
    assert (deal.deck, deal.tiles, deal.tile5) == (WITH_TILES.deck, WITH_TILES.tiles, 0.37)
    assert deal_from_json(CARDS | {"tiles": tiles, "tile5": 0}).tile5 == 0
    own = {"seed": "p3v0s42", "rules": "flamboyants"}
    assert deal_from_json(own | {"tiles": tiles, "tile5": WITH_TILES.tile5}) == WITH_TILES
    assert deal_from_json(own | {"tiles": tiles}) == deal_from_json(own) == WITH_TILES


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"tiles": None}, "the bonus tiles are missing"),
        ({"tile5": None}, "the bonus tiles are missing"),
        ({"tiles": []}, "the bonus tiles are missing"),
        ({"tiles": [1, 2]}, "the tiles 1 2 are not the six bonus tiles"),
        ({"tiles": [True, 2, 3, 4, 5, 6]}, r"tiles must be the numbers .*, not \[true, 2"),
        ({"tiles": [1.0, 2, 3, 4, 5, 6]}, "tiles must be the numbers"),
        ({"tiles": "1 2 three 4 5 6"}, "tiles must be the numbers"),
        ({"tiles": "1 2 3 4 5 " + "6" * 5000}, "tiles must be the numbers"),
        ({"tiles": " "}, "tiles must be the numbers"),
        ({"tiles": 123456}, "tiles must be the numbers .*, not 123456"),
        ({"tiles": {"1": 2}}, "tiles must be the numbers"),
        ({"tile5": True}, "tile5 must be a number from 0 to below 1, like 0.37, not true"),
        ({"tile5": "0.3"}, "tile5 must be a number"),
        ({"tile5": float("nan")}, "tile5 must be a number .*, not NaN"),
        ({"tile5": float("inf")}, "tile5 must be a number .*, not Infinity"),
        ({"tile5": 10**400}, "tile5 must be a number"),
        ({"tile5": 1}, "tile5 must be a number from 0 to below 1"),
        ({"rules": "base"}, "base has no bonus tiles: leave tiles and tile5 out"),
        ({"seed": 42, "deck": None}, "seed and tile5 are different deals"),
        ({"seed": 43, "deck": None}, "seed and tiles are different deals"),
        ({"seed": 42, "deck": None, "rules": "base"}, "base has no bonus tiles"),
        ({"tile": 1}, "unknown key 'tile'; did you mean tile"),
        ({"tile_5": 1}, "unknown key 'tile_5'; did you mean tile5?"),
        ({"Tiles": 1}, "unknown key 'Tiles'; did you mean tiles?"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_faults_of_bonus_tiles(given: dict[str, Any], message: str) -> None:
    with pytest.raises(DealError, match=f"^line 7: .*{message}"):
        deal_from_json(CARDS | {"tiles": [5, 4, 2, 3, 6, 1], "tile5": 0.37} | given, "line 7")


def test_keys_of_others_that_are_not_tiles() -> None:
    others = {"title": "x", "titles": [], "times": 3, "files": [], "time": 1, "file": ""}
    assert deal_from_json({"seed": 42, "players": 3} | others) == DEAL


def test_the_caller_gives_bonus_tiles() -> None:
    text = str(WITH_TILES)
    given: dict[str, Any] = {
        "players": 3,
        "rules": "flamboyants",
        "tiles": "5 4 2 3 6 1",
        "tile5": 0.37,
    }
    assert loads_deal(text, **given).tile5 == 0.37
    assert load_deal(io.StringIO(text), **given).tiles == WITH_TILES.tiles
    with pytest.raises(DealError, match="tiles: two different ones are given; leave one out"):
        loads_deal(json.dumps({"deck": text, "tiles": "1 2 3 4 5 6"}), **given)


def test_cards_alone() -> None:
    assert loads_deal(str(DEAL), players=3) == DEAL
    assert loads_deal("\n".join(str(DEAL).split()), players=3, rules="base") == DEAL
    assert loads_deal("r1 r2\nr1, g1 g2\n", players=2, rules=HOUSE).rules == HOUSE
    with pytest.raises(DealError, match=r"cards\.txt: a deck does not say how many players"):
        loads_deal(str(DEAL), "cards.txt")


def test_the_caller_fills_in_what_the_deal_leaves_out() -> None:
    assert loads_deal('{"seed": 42}', players=3) == DEAL
    assert loads_deal('{"seed": "p3v0s42"}', rules="hard").rules == Rules.named("hard")
    assert loads_deal(json.dumps({"deck": str(DEAL)}), players=3, rules="base") == DEAL


def test_the_caller_may_repeat_but_not_contradict() -> None:
    text = '{"seed": 42, "players": 3, "rules": "hard"}'
    assert loads_deal(text, players=3, rules=["hard"]) == loads_deal(text)
    with pytest.raises(DealError, match="deal: the deal is for 3 players, not for 2"):
        loads_deal(text, players=2)
    with pytest.raises(DealError, match="deal: the deal's rules are hard, not base"):
        loads_deal(text, rules="base")
    with pytest.raises(DealError, match="is for 3 players, not for 2"):
        loads_deal('{"seed": "p3v0s42"}', players=2)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is empty"),
        (" \n", "is empty"),
        ('{"seed": 42,}', r"is not JSON \(column"),
        ("[" * 100_000, "lie in each other more than 100 deep"),
        ('{"seed": 1' + "0" * 5000 + "}", "a number has 5,001 digits"),
        ('{"seed": 1, "seed": 2}', "the key 'seed' is given twice"),
        ("[1]", "a deal is an object"),
        ("hello", "card 1: 'hello' is not a card"),
    ],
    ids=lambda text: text[:20],
)
def test_texts_that_are_no_deal(text: str, message: str) -> None:
    with pytest.raises(InputError, match=f"^my file: .*{message}"):
        loads_deal(text, "my file", players=2)


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "deal.json"
    path.write_text('\ufeff{"seed": 42, "players": 3}', encoding="utf-8")
    assert load_deal(path) == load_deal(str(path)) == DEAL
    assert load_deal(io.StringIO(str(DEAL)), players=3) == DEAL
    with path.open(encoding="utf-8-sig") as stream:
        assert load_deal(stream) == DEAL


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"missing\.json: cannot be read: No such file"):
        load_deal(tmp_path / "missing.json")
    with pytest.raises(InputError, match="cannot be read: Is a directory"):
        load_deal(tmp_path)
    (tmp_path / "bytes").write_bytes(b"r1 \xff")
    with pytest.raises(InputError, match=r"bytes: is not UTF-8 text \(byte 3\)"):
        load_deal(tmp_path / "bytes", players=2)
    with pytest.raises(InputError, match=r"^input: is empty"):
        load_deal(io.StringIO(""))


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)


@many(50)
@given(
    st.dictionaries(
        st.sampled_from(["seed", "deck", "players", "rules", "tiles", "tile5"]), json_values
    )
)
def test_any_object_is_a_deal_or_an_input_error(value: dict[str, Any]) -> None:
    try:
        deal = deal_from_json(value, "place")
    except InputError as error:
        assert str(error).startswith("place: ")
    else:
        assert sorted(deal.deck) == sorted(unshuffled(deal.rules))


# Actions as hanab.live writes them


def test_actions_to_json() -> None:
    position = Position.start(DEAL)
    assert action_to_json(position, Action("play", 0)) == {"type": 0, "target": 0, "value": 0}
    # Bob's newest card is b2.
    assert action_to_json(position, Action("clue")) == {"type": 3, "target": 1, "value": 2}
    position = position.push(Action("clue"))
    assert action_to_json(position, Action("discard", 5)) == {"type": 1, "target": 5, "value": 0}
    assert action_to_json(position, Action("clue")) == {"type": 3, "target": 2, "value": 3}
    with pytest.raises(ActionError, match="Bob does not hold"):
        action_to_json(position, Action("play", 0))


def test_announced_plays_say_so() -> None:
    value = {"type": 0, "target": 0, "value": 0, "announce": True}
    position = start("r1 | r2 | r1 g1 g2")
    assert action_to_json(position, Action("play", 0, announce=True)) == value
    assert action_from_json(position, value) == Action("play", 0, announce=True)


def empty_handed_bob() -> Position:
    """Cathy to move; Bob has played all his cards."""
    rules = Rules((Suit("r", (1, 1, 1, 1)),), hand_size=1, ending="bouquet-final")
    position = start("r4 | r1 | r3 | r2", 3, rules)
    clue = Action("clue")
    for action in (clue, Action("play", 1), clue, clue, Action("play", 3)):
        position = position.push(action)
    return position


def test_a_clue_goes_to_the_next_teammate_who_holds_a_card() -> None:
    position = empty_handed_bob()
    assert (position.to_move, position.hands[1]) == (2, ())
    position = position.push(Action("clue"))
    assert action_to_json(position, Action("clue")) == {"type": 3, "target": 2, "value": 3}


@pytest.mark.parametrize(
    ("value", "action"),
    [
        ({"type": 0, "target": 3}, Action("play", 3)),
        ({"type": 1, "target": 3, "value": None}, Action("discard", 3)),
        ({"type": 2, "target": 1, "value": 4}, Action("clue")),
        ({"type": 3, "target": 2, "value": 5}, Action("clue")),
        ({"type": 3, "target": 2, "announce": False, "extra": 1}, Action("clue")),
        ({"type": 0, "target": 3, "tiles": []}, Action("play", 3)),
        (
            {"type": 0, "target": 3, "tiles": [TAKEN, {"tile": 5, "card": 7, "to": "pile"}]},
            Action("play", 3, choices=(Choice(6, 12, "play"), Choice(5, 7, "pile"))),
        ),
    ],
)
def test_actions_from_json(value: dict[str, Any], action: Action) -> None:
    assert action_from_json(Position.start(DEAL), value) == action


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ([], ": an action is an object"),
        ({"target": 1}, r"\.type must be a whole number, not null"),
        ({"type": True, "target": 1}, r"\.type must be a whole number, not true"),
        ({"type": 0}, r"\.target must be a whole number, not null"),
        ({"type": 0, "target": "1"}, r"\.target must be a whole number"),
        ({"type": 4, "target": 0}, ": type 4 ends the game"),
        ({"type": 5, "target": 0}, ": type 5 ends the game"),
        ({"type": 6, "target": 0}, ": unknown type 6"),
        ({"type": -1, "target": 0}, ": unknown type -1"),
        ({"type": 3, "target": 0}, ": Alice cannot give a clue to Alice"),
        ({"type": 2, "target": 3}, ": no player 3: they go from 0 to 2"),
        ({"type": 2, "target": -1}, ": no player -1"),
        ({"type": 0, "target": 0, "announce": 1}, r"\.announce must be true or false, not 1"),
        ({"type": 1, "target": 0, "announce": True}, ": only a play can be announced"),
        ({"type": 3, "target": 1, "announce": True}, ": only a play can be announced"),
        ({"type": 0, "target": 0, "tiles": 6}, r"\.tiles must be a list of objects, not 6"),
        ({"type": 0, "target": 0, "tiles": None}, r"\.tiles must be a list of objects, not null"),
        (
            {"type": 0, "target": 0, "tiles": [6]},
            r"\.tiles\[0\] must be an object with tile, card and to, not 6",
        ),
        (
            {"type": 0, "target": 0, "tiles": [TAKEN | {"card": "r3"}]},
            r'\.tiles\[0\]\.card must be a whole number, not "r3"',
        ),
        (
            {"type": 0, "target": 0, "tiles": [TAKEN, TAKEN | {"tile": True}]},
            r"\.tiles\[1\]\.tile must be a whole number, not true",
        ),
        (
            {"type": 0, "target": 0, "tiles": [TAKEN | {"to": "hand"}]},
            r'\.tiles\[0\]\.to must be "play" or "pile", not "hand"',
        ),
        (
            {"type": 0, "target": 0, "tiles": [TAKEN | {"to": ["play"]}]},
            r'\.tiles\[0\]\.to must be "play" or "pile", not \["play"\]',
        ),
        ({"type": 1, "target": 0, "tiles": [TAKEN]}, ": only a play turns tiles"),
        ({"type": 3, "target": 1, "tiles": [TAKEN]}, ": only a play turns tiles"),
    ],
)
def test_faults_of_an_action_name_the_place(value: dict[str, Any], message: str) -> None:
    with pytest.raises(ActionError, match=rf"^actions\[3\]{message}"):
        action_from_json(Position.start(DEAL), value, "actions[3]")


def test_no_clue_to_an_empty_hand() -> None:
    with pytest.raises(ActionError, match="Bob holds no card to point at"):
        action_from_json(empty_handed_bob(), {"type": 3, "target": 1, "value": 1})


@many(50)
@given(small_deals(), st.randoms(use_true_random=False))
def test_actions_come_back(deal: Deal, random: Random) -> None:
    position = Position.start(deal)
    while actions := position.legal_actions():
        for action in actions:
            assert action_from_json(position, action_to_json(position, action)) == action
            assert describe(position, action)
        position = position.push(random.choice(actions))


@many(60)
@given(late_positions(), randoms())
def test_choices_come_back(position: Position, random: Random) -> None:
    while actions := position.legal_actions():
        for action in actions:
            value = json.loads(json.dumps(action_to_json(position, action)))
            assert ("tiles" in value) == bool(action.choices)
            assert action_from_json(position, value) == action
        position = position.push(eager(position, random))


# Words


def test_words() -> None:
    position = Position.start(DEAL)
    assert describe(position, Action("play", 0)) == "Alice plays p1 from slot 5, draws r1"
    assert describe(position, Action("clue")) == "Alice gives a clue"
    misplay = "Alice misplays y5 from slot 1 (strike 1), draws r1"
    assert describe(position, Action("play", 4)) == misplay
    position = position.push(Action("play", 4)).push(Action("clue"))
    assert describe(position, Action("discard", 10)) == "Cathy discards y4 from slot 5, draws y3"
    with pytest.raises(ActionError, match="Cathy does not hold"):
        describe(position, Action("discard", 0))


def test_words_for_announced_plays() -> None:
    position = start("r1 | r2 | r1 g1 g2")
    play = Action("play", 0, announce=True)
    assert describe(position, play) == "Alice plays r1 from slot 1, announced, draws r1"
    position = start("r2 | r1 | r1 g1 g2")
    failed = "Alice misplays r2 from slot 1, announced (strike 1), draws r1"
    assert describe(position, play) == failed


TILES = Rules(
    (*(Suit(letter, (1, 1, 1, 1, 1)) for letter in "rgb"), Suit("k", (1, 1), descending=True)),
    hand_size=2,
    announce=True,
    tiles=True,
)


def turning(
    tiles: str, pile: str = "b2 b3", bob: str = "b5 k2", black: int = 0, **changes: Any
) -> Position:
    """Alice holds r5 and b1; g5, b4 and k1 are gone, of which g5 fits."""
    left = [n for n in "123456" if n not in tiles.split()]
    parts = {"tokens": 3, "tile5": 0.0} | changes
    return Position.from_parts(
        TILES,
        [parse_cards("b1 r5", TILES), parse_cards(bob, TILES)],
        parse_cards(pile, TILES),
        (4, 4, 0, black),
        tiles=tuple(map(int, [*tiles.split(), *left])),
        **parts,
    )


def told(position: Position, *choices: str, announce: bool = False) -> str:
    """What is said of Alice's r5 with choices like "6 g5 play"."""
    taken = []
    for tile, card, into in map(str.split, choices):
        order = next(n for n in position.discards if str(position.card(n)) == card)
        taken.append(Choice(int(tile), order, "pile" if into == "pile" else "play"))
    action = Action("play", position.hands[0][1], announce, tuple(taken))
    return describe(position, action).removeprefix("Alice plays r5 from slot 1")


def test_words_for_tiles() -> None:
    assert told(turning("1")) == ": tile 1, gains a token, draws b2"
    assert told(turning("1", tokens=8)) == ": tile 1, no effect, draws b2"
    both = ": tile 2, takes a strike back and gains a token, draws b2"
    assert told(turning("2", strikes=1)) == both
    assert told(turning("2")) == ": tile 2, gains a token, draws b2"
    assert told(turning("2", strikes=1, tokens=8)) == ": tile 2, takes a strike back, draws b2"
    assert told(turning("2", tokens=8)) == ": tile 2, no effect, draws b2"
    assert told(turning("3", strikes=1)) == ": tile 3, no effect, draws b2"
    assert told(turning("4")) == ": tile 4, no effect, draws b2"
    assert told(turning("5")) == ": tile 5, takes nothing, draws b2"
    assert told(turning("6")) == ": tile 6, takes nothing, draws b2"


def test_words_for_what_is_taken() -> None:
    shuffled = ": tile 5, shuffles b4 from the discard pile into the pile"
    assert told(turning("5"), "5 b4 pile") == f"{shuffled}, draws b4"
    assert told(turning("5", tile5=0.9), "5 b4 pile") == f"{shuffled}, draws b2"
    last_round = turning("5", pile="", turns_left=2)
    assert told(last_round, "5 b4 pile") == shuffled
    put = "puts g5 from the discard pile into play"
    assert told(turning("6 3"), "6 g5 play") == f": tile 6, {put}: tile 3, no effect, draws b2"
    assert told(turning("6 5"), "6 g5 play", "5 b4 pile") == f": tile 6, {put}{shuffled}, draws b4"
    assert told(last_round, "5 g5 play") == f": tile 5, {put}: tile 1, gains a token"


def test_words_for_tiles_of_an_announced_play() -> None:
    assert told(turning("1"), announce=True) == ", announced: tile 1, gains a token, draws b2"
    # The announcement has taken the last token.
    full = turning("1", tokens=7)
    assert told(full, announce=True) == ", announced: tile 1, no effect, draws b2"


def test_a_token_for_a_black_card_from_tile_6_is_not_the_tile_s() -> None:
    position = turning("6", bob="b5 b4", black=1)
    words = ": tile 6, puts k1 from the discard pile into play, draws b2"
    assert told(position, "6 k1 play") == words


def test_no_draw_from_an_empty_pile() -> None:
    rules = Rules((Suit("r", (1, 1)),), hand_size=1)
    assert describe(start("r1 | r2", 2, rules), Action("play", 0)) == "Alice plays r1 from slot 1"


def test_what_deal_writes_is_read_back() -> None:
    deal = Deal.from_seed(42, 3)
    both = {"seed": deal.seed, "deck": cards_text(deal.deck), "players": 3, "rules": ["base"]}
    assert deal_from_json(both) == deal
    with pytest.raises(DealError, match="different deals"):
        deal_from_json(both | {"seed": 43})


@pytest.mark.parametrize("text", ["null", "42", '"r1"', " true", "-1"])
def test_json_that_is_no_object(text: str) -> None:
    with pytest.raises(DealError, match="a deal is an object"):
        loads_deal(text, "deal.json", players=3)
