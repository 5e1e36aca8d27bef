"""hanab.live's game files: what is read, what is refused, and both ways."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import Action, Deal, Position, Rules, solve
from solver.errors import InputError
from solver.hanab_live.games import game_from_json, game_to_json, is_game, loads_game
from solver.hanab_live.links import link_of
from solver.hanab_live.variants import rules_of_variant
from tests.support.games import played
from tests.support.strategies import many

DEAL = Deal.from_seed("p2v0s1")
DECK = game_to_json(DEAL, ())["deck"]
ACTIONS = [
    {"type": 3, "target": 1, "value": 1},
    {"type": 0, "target": 7, "value": 0},
    {"type": 1, "target": 0},
    {"type": 2, "target": 0, "value": None},
]
LINE = (Action("clue"), Action("play", 7), Action("discard", 0), Action("clue"))
GAME = {"players": ["Ann", "Ben"], "deck": DECK, "actions": ACTIONS}


def fault(value: object) -> str:
    with pytest.raises(InputError) as caught:
        game_from_json(value, "a.json")
    assert str(caught.value).startswith("a.json: ")
    return str(caught.value).removeprefix("a.json: ")


# Reading


def test_the_least_that_a_game_needs() -> None:
    game = loads_game(json.dumps(GAME))
    assert (game.deal, game.actions, game.names) == (DEAL, LINE, ("Ann", "Ben"))
    assert (game.variant, game.seed, game.id, game.turn) == ("No Variant", None, None, None)
    assert (game.ended, game.score, game.start_player) == ("unfinished", 1, 0)
    assert (game.positions[0], game.positions[-1]) == (game.start, game.end)


@pytest.mark.parametrize(
    "more",
    [
        {"id": 12, "seed": "p2v0s1", "notes": [["x"]], "characters": None, "extra": {"deep": []}},
        {"seed": None, "options": None, "variant": None, "id": None},
        {"seed": "not one of theirs"},
        {"seed": "legacy-0-p2v0s1"},
        {"options": {"variant": "No Variant", "timed": True, "emptyClues": True}},
        {"options": {"variant": None, "startingPlayer": None, "deckPlays": False}},
        {"variant": "No Variant"},
        {"turn": -5, "id": [1], "rank": 5},
        {"deck": None, "seed": "p2v0s1"},
        {"players": None, "seed": "p2v0s1"},
        {"actions": [*ACTIONS, {"type": 4, "target": 1, "value": 4}]},
        {"actions": [*ACTIONS, {"type": 5, "target": None}, {"type": 4}, "whatever"]},
        {"options": {"detrimentalCharacters": False}, "characters": [{"name": "x"}]},
    ],
    ids=str,
)
def test_leniencies(more: dict[str, Any]) -> None:
    game = game_from_json(GAME | more)
    assert (game.deal, game.actions) == (DEAL, LINE)
    assert game.terminated == any(
        isinstance(a, dict) and a.get("type") in (4, 5) for a in more.get("actions", [])
    )


def test_a_seed_whose_number_is_unknown_needs_the_name() -> None:
    value = {"players": ["a", "b"], "seed": "p2v55s1"}
    assert "variant 55 is not one that is known here by its number" in fault(value)
    game = game_from_json(value | {"variant": "Duck (5 Suits)"})
    assert game.deal.rules == Rules.named("base") and game.deal.deck != DEAL.deck
    assert (game.seed, game.deal.seed) == ("p2v55s1", None)


def test_games_without_actions() -> None:
    for none in (None, list[object]()):
        assert game_from_json(GAME | {"actions": none}).actions == ()
    assert game_from_json({"players": ["a", "b"], "deck": DECK}).actions == ()


def test_the_seed_says_the_variant() -> None:
    game = game_from_json({"players": list("abcd"), "seed": "p4v106s1"})
    assert game.variant == "Pink (6 Suits)"
    assert game.deal == Deal.from_seed("p4v106s1")
    assert game.deal.seed == game.seed == "p4v106s1"


def test_variants_without_a_number_of_ours_keep_their_seed() -> None:
    game = game_from_json(
        {"players": list("abc"), "seed": "p3v118s1", "variant": "Black & Pink (6 Suits)"}
    )
    assert game.deal.rules == rules_of_variant("Black & Pink (6 Suits)")
    assert (game.seed, game.deal.seed) == ("p3v118s1", None)


def test_options() -> None:
    value = {"players": ["a", "b", "c"], "seed": "p3v0s42"}
    game = game_from_json(
        value | {"options": {"startingPlayer": 2}, "actions": [{"type": 0, "target": 12}]}
    )
    assert (game.start_player, game.start.to_move, game.end.to_move) == (2, 2, 0)
    assert str(game.end.card(12)) == "p1" and game.score == 1
    assert game_from_json(value | {"options": {"oneExtraCard": True}}).deal.hand_size == 6
    assert game_from_json(value | {"options": {"oneLessCard": True}}).deal.hand_size == 4
    both = game_from_json(value | {"options": {"oneExtraCard": True, "oneLessCard": True}})
    assert both.deal.hand_size == 5
    bouquet = game_from_json(value | {"options": {"allOrNothing": True}})
    assert bouquet.deal.rules == Rules.named("bouquet-final")
    every = {"allOrNothing": True, "oneLessCard": True, "variant": "Black (6 Suits)"}
    rules = game_from_json({"players": ["a", "b"], "seed": "p2v2s1", "options": every}).deal.rules
    assert rules == replace(Rules.named("avalanche-5", "bouquet-final"), hand_size=4)


def test_plays_from_the_pile() -> None:
    """With one card left in the pile, and only with the option on."""
    deal = Deal.from_seed("p2v18s1")
    line, position = [], Position.start(deal)
    while len(position.pile) > 1:
        plays = [
            Action("play", o) for o in position.hands[position.to_move] if position.is_playable(o)
        ]
        discards = [a for a in position.legal_actions() if a.kind == "discard"]
        line.append((plays or discards or [Action("clue")])[0])
        position = position.push(line[-1])
    value = game_to_json(deal, line)
    value["actions"] = value["actions"][: len(line)]
    assert len(value["actions"]) == len(line)
    value["actions"].append({"type": 0, "target": len(deal.deck) - 1})
    assert "does not hold" in fault(value)
    value["options"]["deckPlays"] = True
    game = game_from_json(value)
    assert game.deal.rules == Rules.named("three-suits", "deck-plays")
    before, action, after = game.replay.turns[-1]
    assert before.pile_card == action.card and after.turns_left == 2
    assert after.hands == before.hands


def test_a_game_with_plays_from_the_pile_is_written_with_the_option() -> None:
    deal = Deal.from_seed(2604, 2, Rules.named("deck-plays"))
    line = solve(deal).line
    value = game_to_json(deal, line)
    assert value["options"] == {"variant": "No Variant", "deckPlays": True}
    assert {"type": 0, "target": 49, "value": 0} in value["actions"]
    game = game_from_json(value)
    assert (game.deal, game.actions, game.score) == (deal, tuple(line), 25)
    with pytest.raises(InputError) as caught:
        link_of(deal, line)
    assert str(caught.value) == (
        "the line cannot be shown on hanab.live: turn 67: Alice does not hold r4 (order 49); the "
        "site does not have: plays from the pile (a link has no options; a game file has)"
    )


def test_plays_from_the_pile_and_other_options() -> None:
    options = {"deckPlays": True, "allOrNothing": True, "variant": "Black (6 Suits)"}
    rules = game_from_json({"players": ["a", "b"], "seed": "p2v2s1", "options": options}).deal.rules
    assert rules == Rules.named("avalanche-5", "bouquet-final", "deck-plays")


def test_how_games_end() -> None:
    line = solve(DEAL).line
    assert game_from_json(game_to_json(DEAL, line)).ended == "over"
    assert game_from_json(game_to_json(DEAL, line)).score == 25
    strikes = [{"type": 0, "target": t} for t in (0, 5, 1)]  # b5, b3, p4
    game = game_from_json(GAME | {"actions": strikes})
    assert (game.ended, game.score) == ("over", 0)
    assert game_from_json(GAME | {"actions": [{"type": 4}]}).ended == "terminated"


def test_lax_reading_ends_before_the_fault() -> None:
    value = GAME | {"actions": [*ACTIONS, {"type": 0, "target": 0}]}
    game = game_from_json(value, strict=False)
    assert (game.actions, game.replay.fault) == (LINE, "Alice does not hold b5 (order 0)")


def test_what_is_a_game() -> None:
    assert is_game(GAME) and is_game({"players": ["a"]}) and is_game({"variant": "6 Suits"})
    assert is_game({"seed": "p2v0s1", "options": {"startingPlayer": 1}})
    others: list[Any] = [{"seed": 1, "players": 2}, {"deck": "r1", "options": {}}, [], None, "x"]
    for value in others:
        assert not is_game(value)
    assert not is_game({"seed": 1, "players": 2, "options": {"colour": "red"}})


# Faults


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ([], "a game is an object with players, deck and actions, not []"),
        ({}, "players must be a list of names, not null"),
        (GAME | {"players": ["a", 1]}, 'players must be a list of names, not ["a", 1]'),
        (GAME | {"players": ["a"]}, "1 player: the game is for 2 to 6"),
        (GAME | {"players": ["a"] * 7}, "7 players: the game is for 2 to 6"),
        (GAME | {"seed": "p3v0s1"}, "the seed is for 3 players, and the game has 2"),
        (GAME | {"seed": "p2v0s2"}, "the deck is not the one of the seed p2v0s2"),
        (GAME | {"seed": "p2v1s1", "variant": "No Variant"}, "the seed is for '6 Suits'"),
        (GAME | {"deck": None}, 'a game needs a "deck", or a "seed" like p3v0s42'),
        (GAME | {"deck": None, "seed": 5}, 'a game needs a "deck"'),
        (GAME | {"deck": "r1"}, 'deck must be a list of objects with "suitIndex" and "rank"'),
        (GAME | {"deck": [*DECK[:3], 5]}, 'deck[3] must be an object with "suitIndex" and "rank"'),
        (GAME | {"deck": [{"rank": 1}]}, "deck[0].suitIndex must be a whole number, not null"),
        (GAME | {"deck": [{"suitIndex": 5, "rank": 1}]}, "deck[0].suitIndex is 5, must be 0 to 4"),
        (GAME | {"deck": [{"suitIndex": -1, "rank": 1}]}, "deck[0].suitIndex is -1"),
        (GAME | {"deck": [{"suitIndex": 0, "rank": 6}]}, "deck[0].rank is 6, must be 1 to 5"),
        (GAME | {"deck": [{"suitIndex": True, "rank": 6}]}, "deck[0].suitIndex must be a whole"),
        (GAME | {"deck": DECK[:-1]}, "the deck is not the 50 cards of base (it has 49)"),
        (GAME | {"deck": [*DECK[:-1], DECK[0]]}, "the deck is not the 50 cards of base"),
        (GAME | {"variant": "6 Suits"}, "the deck is not the 60 cards of six-suits"),
        (GAME | {"variant": 5}, "the variant must be a name, not 5"),
        (GAME | {"variant": "x", "options": {"variant": "3 Suits"}}, "two variants are named"),
        (GAME | {"variant": "Sudoku (5 Suits)"}, "hanab.live's variant 'Sudoku (5 Suits)' is"),
        (GAME | {"variant": "Nonsense"}, "hanab.live's variant 'Nonsense' is not known here"),
        (GAME | {"options": []}, "options must be an object, not []"),
        (GAME | {"options": {"deckPlays": "yes"}}, "options.deckPlays must be true or false"),
        (GAME | {"options": {"emptyClues": 1}}, "options.emptyClues must be true or false, not 1"),
        (GAME | {"options": {"startingPlayer": 2}}, "options.startingPlayer is 2, must be 0 to 1"),
        (GAME | {"options": {"startingPlayer": "x"}}, "options.startingPlayer must be a whole"),
        (GAME | {"options": {"detrimentalCharacters": True}}, "the option detrimentalCharacters"),
        (GAME | {"actions": {}}, "actions must be a list, not {}"),
        (GAME | {"actions": [None]}, "turn 1: action: an action is an object"),
        (GAME | {"actions": [{"type": 9}]}, "turn 1: action: unknown type 9"),
        (GAME | {"actions": [{"type": 0}]}, "turn 1: action.target must be a whole number"),
        (GAME | {"actions": [*ACTIONS, ACTIONS[1]]}, "turn 5: Alice does not hold r1 (order 7)"),
        (GAME | {"actions": [{"type": 0, "target": 99}]}, "turn 1: no card has the order 99"),
        (GAME | {"actions": [{"type": 3, "target": 0}]}, "turn 1: Alice cannot give a clue to"),
        (GAME | {"actions": [{"type": 1, "target": 0}]}, "turn 1: no discard with all 8 tokens"),
        (GAME | {"actions": [{"type": 0, "target": t} for t in (0, 5, 1, 6)]}, "turn 4: the game"),
    ],
)  # fmt: skip
def test_faults_name_the_place(value: dict[str, Any], message: str) -> None:
    assert fault(value).startswith(message)


def test_text_that_is_no_game() -> None:
    for text in ("", "{", "null", "[1]", "nonsense", '{"players": ["a", "b"]'):
        with pytest.raises(InputError, match=r"^a\.json: "):
            loads_game(text, "a.json")


# Both ways


@many(80)
@given(played(), st.booleans(), st.integers(-1, 1))
def test_games_come_back(played: tuple[Any, ...], bouquet: bool, extra: int) -> None:
    deal, line, starter = played
    game = game_from_json(json.loads(json.dumps(game_to_json(deal, line, starter))))
    assert (game.deal, game.actions, game.start_player) == (deal, tuple(line), starter)
    assert (game.seed, game.deal.seed) == (deal.seed, deal.seed)
    size = deal.hand_size + extra
    ending = "bouquet-final" if bouquet else "last-round"
    rules = replace(deal.rules, hand_size=size, ending=ending, names=())
    other = Deal(rules, deal.players, deal.deck)
    again = game_from_json(game_to_json(other, (), starter, ["x"] * deal.players))
    assert again.deal.hands == other.hands
    assert again.deal.rules.ending == ending


JUNK: st.SearchStrategy[Any] = (
    st.none()
    | st.booleans()
    | st.integers(-3, 70)
    | st.text(max_size=3)
    | st.just([])
    | st.just({})
)


@many(150)
@given(played(), st.data())
def test_broken_games_are_input_errors(played: tuple[Any, ...], data: st.DataObject) -> None:
    """Values taken out or replaced anywhere: a game that can be written again, or an InputError."""
    value = game_to_json(*played)
    for _ in range(data.draw(st.integers(1, 3))):
        place = value
        while True:
            keys = list(place) if isinstance(place, dict) else list(range(len(place)))
            if not keys:
                break
            key = data.draw(st.sampled_from(keys))
            if isinstance(place[key], dict | list) and data.draw(st.booleans()):
                place = place[key]
            elif data.draw(st.booleans()):
                del place[key]
                break
            else:
                place[key] = data.draw(JUNK)
                break
    try:
        game = game_from_json(value)
    except InputError as error:
        assert str(error).startswith("game: ")
    else:
        again = game_from_json(game_to_json(game.deal, game.actions, game.start_player))
        assert again.deal == game.deal
        assert again.actions == game.actions[: len(again.actions)]


@many(100)
@given(played(), st.data())
def test_broken_texts_are_input_errors(played: tuple[Any, ...], data: st.DataObject) -> None:
    text = json.dumps(game_to_json(*played))
    place = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(place, len(text)))
    text = text[:place] + data.draw(st.text(max_size=3)) + text[end:]
    try:
        loads_game(text)
    except InputError as error:
        assert str(error).startswith("game: ")
