"""Lines of play as words and JSON: what is read, what is refused and where."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import ActionError, CardError, InputError
from solver.game.actions import Action, Choice
from solver.game.deals import Deal
from solver.game.position import Position, replay
from solver.game.rules import Rules
from solver.game.suits import Suit
from solver.notation.actions import action_to_json
from solver.notation.lines import follow, has_line, line_to_text, loads_line, read_moves
from solver.notation.positions import position_from_text, position_to_text
from solver.notation.words import choice_words
from tests.support.strategies import eager, late_positions, many, randoms, small_deals

# Alice   y5 y2 p5 g4 p1 (slot 1 first)
# Bob     b2 b3 y1 p4 y2
# Cathy   p3 r4 p1 b2 y4, pile r1 y3 r2 b1 ...
DEAL = Deal.from_seed(42, players=3)
START = Position.start(DEAL)
BASE = DEAL.rules

HOUSE = Rules((Suit("r", (2, 1)), Suit("g", (1, 1))), hand_size=1, strikes=2, announce=True)
ANNOUNCING = Position.start(Deal.from_text("r1 | g2 | r1 r2 g1", 2, HOUSE))


# What is read


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("play p1", Action("play", 0)),
        ("PLAY P1", Action("play", 0)),
        ("play y5", Action("play", 4)),  # a misplay that is not told as anything else
        ("play slot 5", Action("play", 0)),
        ("play from slot 5", Action("play", 0)),
        ("play p1 slot 5", Action("play", 0)),
        ("play  p1\tfrom slot   5", Action("play", 0)),
        ("plays p1", Action("play", 0)),
        ("alice: play p1", Action("play", 0)),
        ("1. Alice plays p1 from slot 5, draws r1", Action("play", 0)),
        (" 1) plays p1,draws r1", Action("play", 0)),
        ("Alice misplays g4 from slot 4 (strike 1), draws r1", Action("play", 1)),
        ("misplay g4", Action("play", 1)),
        ("clue", Action("clue")),
        ("1. Alice gives a clue", Action("clue")),
        ("give a clue", Action("clue")),
    ],
)
def test_words(text: str, action: Action) -> None:
    assert loads_line(text, START) == [action]


@pytest.mark.parametrize(
    "text",
    [
        "announce r1",
        "play r1, announced",
        "Alice plays r1 from slot 1, announced, draws r1",
        "play slot 1 announced",
    ],
)
def test_announced_plays(text: str) -> None:
    assert loads_line(text, ANNOUNCING) == [Action("play", 0, announce=True)]


def test_an_announced_misplay() -> None:
    text = "clue; Bob misplays g2 from slot 1, announced (strike 1), draws r1"
    assert loads_line(text, ANNOUNCING) == [Action("clue"), Action("play", 1, announce=True)]


@pytest.mark.parametrize(
    "text",
    [
        "clue\ndiscard y2\nplay y4",
        "clue; discard y2; play y4;",
        "clue, discard y2, draws r1, play y4, draws y3",
        "\n# opening\nclue\r\n\r\n  # Bob\nBob discards y2, draws r1; play y4\n",
        "1. clue\n2. Bob discards y2\n3. plays y4".replace("plays", "misplays"),
    ],
)
def test_several_moves(text: str) -> None:
    line = [Action("clue"), Action("discard", 5), Action("play", 10)]
    assert loads_line(text, START) == line


def test_the_oldest_of_equal_cards_is_meant() -> None:
    deal = Deal.from_text("r1 r1 g1 | g2 r2 b1", 2, Rules(_suits("r21", "g11", "b1"), hand_size=3))
    start = Position.start(deal)
    assert loads_line("play r1", start) == [Action("play", 0)]
    assert loads_line("play r1 from slot 2", start) == [Action("play", 1)]


def _suits(*words: str) -> tuple[Suit, ...]:
    return tuple(Suit(word[0], tuple(map(int, word[1:]))) for word in words)


def test_a_whole_page_is_read() -> None:
    rows = ["A line that reaches 25:", " 1. Alice plays p1 from slot 5, draws r1", "", "12 nodes"]
    text = "\n".join(["p3v0s42, 3 players, base", "", "Alice   y5 y2 p5 g4 p1", "", *rows])
    assert loads_line(text, START) == [Action("play", 0)]
    assert loads_line(text.replace("\n", "\r\n"), START) == [Action("play", 0)]
    assert loads_line("\n".join(rows[:2]), START) == [Action("play", 0)]


ACTIONS = [{"type": 0, "target": 0, "value": 0}, {"type": 3, "target": 0, "value": 5}]
END = [{"type": 5, "target": 1, "value": 0}, {"type": 4, "target": 0, "value": 3}]


@pytest.mark.parametrize(
    "value", [ACTIONS, {"line": ACTIONS}, {"actions": ACTIONS + END, "players": ["a", "b"]}]
)
def test_json(value: dict[str, Any] | list[dict[str, Any]]) -> None:
    assert loads_line(json.dumps(value, indent=1), START) == [Action("play", 0), Action("clue")]


def test_a_json_line_may_have_no_moves() -> None:
    assert loads_line("[]", START) == loads_line('{"line": []}', START) == []


@pytest.mark.parametrize(
    ("value", "held"),
    [
        ({"seed": 1, "line": []}, True),
        ({"actions": 7}, True),
        ({"seed": 1, "line": None}, False),
        ({"seed": 1}, False),
        (["line"], False),
        ("r1 r2", False),
    ],
)
def test_objects_that_hold_a_line(value: object, held: bool) -> None:
    assert has_line(value) is held


# What cannot be understood


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", r"line: is empty; write \"play r1\""),
        (" \n\t", "line: is empty"),
        ("clue; jump", 'line: turn 2: "jump" is not a move: write "play r1"'),
        ("clue\nplay", 'turn 2: "play" names no card'),
        ("play red", "turn 1: 'red' is not a card"),
        ("play k1", "turn 1: unknown card 'k1'.* k comes with black-powder"),
        ("play p1, draws r9", "turn 1: unknown card 'r9'"),
        ("play p1 from slot two", "is not a move"),
        ("play p1 from slot 99999999", "is not a move"),
        ("clue p1", "is not a move"),
        ("Zoe plays p1", "is not a move"),
        ("Alice", "is not a move"),
        ("7", "is no line of moves"),
        ("2. Alice plays p1", "turn 1: is numbered 2; before it a move is missing"),
        ("1. clue\n1. clue", "turn 2: is numbered 1; before it a move is missing"),
        ("plays p1 (strike one)", "is not a move"),
        ("\x00\x1b[31m", "is not a move"),
        ("playſ p1", "is not a move"),  # a long s
        ("mi\u017fplays p1", "is not a move"),
        ("play p１", "is not a card"),
        ("play slot ２", "is not a move"),
        ("play slot ²", "is not a move"),
        ("play \u212a1", "is not a card"),  # the sign for kelvin
        ("١. clue", "is not a move"),
        ("[", r"line: is not JSON \(column 2"),
        ('{"line": [{"type": 0', "line: is not JSON"),
        ("null", "must be an array of actions, not null"),
        ('"play r1"', "must be an array of actions"),
        ("{}", 'a line in JSON, or its "line" or "actions", must be an array of actions, not {}'),
        ('{"line": null}', "line: line must be an array of actions, not null"),
        ('{"actions": {}}', "line: actions must be an array of actions, not {}"),
        ('{"line": [], "actions": []}', "line and actions are both a line"),
        ("[1]", "line: turn 1: action: an action is an object with type and target"),
        ('[{"type": "play", "target": 0}]', r'turn 1: action.type must be a whole .* not "play"'),
        ('[{"type": 0, "target": null}]', "action.target must be a whole number"),
        ('[{"type": 9, "target": 0}]', "unknown type 9"),
        ('[{"type": 4, "target": 0}, {"type": 0, "target": 0}]', "turn 1: action: type 4 ends"),
        ('[{"type": 1, "target": 0, "announce": true}]', "only a play can be announced"),
        ("[" * 100_000, "lie in each other more than 100 deep"),
        ("[" + "9" * 10_000 + "]", "a number has 10,000 digits"),
    ],
)
def test_what_is_not_a_line(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_moves(text, BASE)


def test_the_place_is_named() -> None:
    with pytest.raises(CardError, match=r"^game\.txt: turn 2: 'x' is not a card"):
        loads_line("clue; play x", START, "game.txt")
    with pytest.raises(ActionError, match=r"^game\.txt: turn 2: Bob does not hold r1"):
        loads_line("clue; play r1", START, "game.txt")


# What is not allowed, or not as it is told


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "clue; play r1",
            "turn 2: Bob does not hold r1: the hand is b2 b3 y1 p4 y2, slot 1 first",
        ),
        ("Bob plays y1", "turn 1: it is Alice's turn, not Bob's"),
        ("Emily plays y1", "turn 1: it is Alice's turn, not Emily's"),
        ("play p1 from slot 1", "turn 1: Alice holds y5 in slot 1, not p1"),
        ("play slot 6", "turn 1: Alice has no slot 6: the hand is y5 y2 p5 g4 p1, slot 1 first"),
        ("play slot 0", "turn 1: Alice has no slot 0: the hand is y5 y2 p5 g4 p1, slot 1 first"),
        ("plays g4", "turn 1: it is a misplay: the card does not fit"),
        ("misplays p1", "turn 1: it is no misplay: the card fits"),
        ("play p1, draws y3", "turn 1: it does not draw y3: r1 is next in the pile"),
        ("misplays g4 (strike 2)", "turn 1: it gives strike 1, not strike 2"),
        ("play p1 (strike 1)", "turn 1: it gives no strike, not strike 1"),
        ("discard p1", "turn 1: no discard with all 8 tokens available: play or give a clue"),
        ("announce p1", "turn 1: announcing is not in these rules (base); timed-display has it"),
        ("clue; discard y2, announced", "turn 2: only a play can be announced"),
        (
            '[{"type": 0, "target": 5}]',
            "turn 1: Alice does not hold y2 (order 5)",
        ),
        ('[{"type": 0, "target": -1}]', "turn 1: no card has the order -1: they go from 0 to 49"),
        ('[{"type": 3, "target": 0}]', "turn 1: Alice cannot give a clue to Alice"),
        ('[{"type": 2, "target": 3}]', "turn 1: no player 3: they go from 0 to 2"),
        ("clue;" * 9, "turn 9: no token left for a clue: play or discard"),
        ("play y5; play p4; play p3; clue", "turn 4: the game is over: too many strikes"),
    ],
)
def test_what_is_refused(text: str, message: str) -> None:
    with pytest.raises(ActionError) as caught:
        loads_line(text, START)
    assert str(caught.value) == f"line: {message}"


def test_no_draw_from_an_empty_pile() -> None:
    rules = Rules(_suits("r11"), hand_size=1)
    start = Position.start(Deal.from_text("r1 | r2", 2, rules))
    with pytest.raises(ActionError, match="it does not draw r2: the pile is empty"):
        loads_line("play r1, draws r2", start)
    with pytest.raises(ActionError, match="Alice does not hold r2: the hand is r1"):
        loads_line("play r2", start)


def test_an_empty_hand() -> None:
    rules = Rules(_suits("r11", "g11"), hand_size=1, ending="bouquet-final")
    start = Position.start(Deal.from_text("r1 | g2 | r2 | g1", 4, rules))
    with pytest.raises(ActionError, match="turn 5: Alice does not hold r1: the hand is empty"):
        loads_line("play r1; clue; clue; clue; play r1", start)


def test_what_comes_before_the_fault_is_kept() -> None:
    followed = follow(read_moves("play p1; play y1; discard p3; clue", BASE), START)
    assert [turn.action for turn in followed.turns] == [Action("play", 0), Action("play", 7)]
    assert followed.end.score == 2
    assert followed.end == followed.turns[-1].after
    assert followed.fault == "no discard with all 8 tokens available: play or give a clue"


# Bonus tiles

TILES = Rules(
    tuple(Suit(letter, (1, 1, 1, 2, 1)) for letter in "rgb"), hand_size=1, announce=True, tiles=True
)


def turning(tiles: str, **changes: Any) -> Position:
    """Alice's r5 turns the first of these tiles; g5 b1 b4 b4 are gone, and r4 g4 too."""
    parts = {"hands": "r5 / b5", "pile": "b2 b3", "tokens": 3, "tile5": 0.5} | changes
    left = " ".join(n for n in "123456" if n not in tiles.split())
    words = f"fireworks r4 g4; tiles {tiles} {left}; " + "; ".join(
        f"{name.replace('_', ' ')} {value}" for name, value in parts.items()
    )
    return position_from_text(words, rules=TILES)


LAST_ROUND = {"pile": "-", "turns_left": 2}


def taking(start: Position, *choices: str, announce: bool = False) -> Action:
    """Alice's r5 with choices like "6 g5 play", of the oldest such card."""
    taken = []
    for tile, card, into in map(str.split, choices):
        order = next(n for n in start.discards if str(start.card(n)) == card)
        taken.append(Choice(int(tile), order, "pile" if into == "pile" else "play"))
    return Action("play", start.hands[0][0], announce, tuple(taken))


@pytest.mark.parametrize(
    ("tiles", "words", "choices"),
    [
        ("6", "play r5", []),
        ("6", "play r5: tile 6", []),
        ("6", "play r5: tile 6, takes nothing", []),
        ("6", "play r5: tile 6, no effect", []),
        ("6", "play r5: tile 6, puts b1 into play", ["6 b1 play"]),
        ("6", "PLAY R5 : TILE 6, PUTS B1 INTO PLAY", ["6 b1 play"]),
        ("6", "play r5:tile 6,put b1 into play", ["6 b1 play"]),
        ("6", "play slot 1: tile 6 puts b1 from the discard pile into play", ["6 b1 play"]),
        (
            "6",
            "1. Alice plays r5 from slot 1: tile 6, puts b1 from the discard pile into play, "
            "draws b2",
            ["6 b1 play"],
        ),
        ("5", "play r5: tile 5, shuffles b4 into the pile", ["5 b4 pile"]),
        ("5", "play r5: tile 5, shuffles b4 from the discard pile into the pile", ["5 b4 pile"]),
        ("5", "plays r5: tile 5, shuffle b4 into the pile, draws b2", ["5 b4 pile"]),
        ("6 1", "play r5: tile 6, puts g5 into play: tile 1, gains a token", ["6 g5 play"]),
        ("6 1", "play r5: tile 6, puts g5 into play", ["6 g5 play"]),
        (
            "6 5",
            "play r5: tile 6, puts g5 into play: tile 5, shuffles b4 into the pile, draws b2",
            ["6 g5 play", "5 b4 pile"],
        ),
        ("1", "play r5: tile 1, gains a token", []),
        ("1", "play r5: tile 1", []),
        ("2", "play r5: tile 2, gains a token, draws b2", []),
        ("3", "play r5: tile 3, no effect", []),
    ],
)
def test_words_for_tiles(tiles: str, words: str, choices: list[str]) -> None:
    start = turning(tiles)
    assert loads_line(words, start) == [taking(start, *choices)]
    for sign in ("; ", ", ", "\n"):
        assert loads_line(f"{words}{sign}clue", start) == [
            taking(start, *choices),
            Action("clue"),
        ]


def test_what_tiles_1_and_2_do_is_told_as_it_is() -> None:
    full = turning("1", tokens=8)
    assert loads_line("play r5: tile 1, no effect", full) == [taking(full)]
    struck = turning("2", strikes=1)
    words = "play r5: tile 2, takes a strike back and gains a token"
    assert loads_line(words, struck) == [taking(struck)]
    both = turning("2", strikes=1, tokens=8)
    assert loads_line("play r5: tile 2, takes a strike back", both) == [taking(both)]


def test_an_announced_play_that_turns_a_tile() -> None:
    start = turning("6")
    action = taking(start, "6 b1 play", announce=True)
    for words in (
        "play r5, announced: tile 6, puts b1 into play",
        "announce r5: tile 6, puts b1 into play",
    ):
        assert loads_line(words, start) == [action]


def test_tiles_without_verbs_as_an_endgame_names_them() -> None:
    start = turning("6 5")
    action = taking(start, "6 g5 play", "5 b4 pile")
    words = choice_words(start, action)
    assert words == ": tile 6, g5 into play: tile 5, b4 into the pile"
    assert loads_line(f"Alice plays r5{words}, Bob gives a clue", start) == [action, Action("clue")]
    put = words.replace("b4", "shuffles b4")
    assert loads_line(f"play r5{put}, draws b2; clue", start) == [action, Action("clue")]


def test_only_a_play_turns_tiles() -> None:
    start = turning("6")
    with pytest.raises(ActionError, match="turn 1: it turns no tile"):
        loads_line("discard r5: tile 6, puts b2 into play", start)


def test_the_oldest_of_equal_discarded_cards_is_meant() -> None:
    start = turning("5")
    first, second = (n for n in start.discards if str(start.card(n)) == "b4")
    assert first < second
    (action,) = loads_line("play r5: tile 5, shuffles b4 into the pile", start)
    assert action.choices == (Choice(5, first, "pile"),)


def test_a_card_that_is_taken_is_not_there_for_the_next_tile() -> None:
    start = turning("5 6", **LAST_ROUND)
    words = "play r5: tile 5, puts g5 into play: tile 6, puts g5 into play"
    with pytest.raises(ActionError, match="turn 1: tile 6: g5 is not in the discard pile"):
        loads_line(words, start)


@pytest.mark.parametrize(
    ("tiles", "words", "message"),
    [
        ("6", ": tile 5, shuffles b4 into the pile", "tile 5 is not turned by this move"),
        ("6", ": tile 5, shuffles b2 into the pile", "it turns tile 6, not tile 5"),
        ("3", ": tile 3, puts b2 into play", "tile 3 offers no choice"),
        ("6", ": tile 6, puts b4 into play", "tile 6: b4 does not fit"),
        ("6", ": tile 6, puts b2 into play", "tile 6: b2 is not in the discard pile"),
        (
            "6",
            ": tile 6, shuffles b1 into the pile",
            "tile 6 puts b1 into play, not into the pile",
        ),
        (
            "5",
            ": tile 5, puts b1 into play",
            "tile 5 puts b1 into the pile: only with an empty pile it may be played",
        ),
        ("3", ": tile 3, puts b1 into play", "tile 3 offers no choice"),
        ("1", ": tile 3", "it turns tile 1, not tile 3"),
        ("1", ": tile 1, no effect", 'of tile 1 comes "gains a token", not "no effect"'),
        (
            "2",
            ": tile 2, takes a strike back and gains a token",
            'of tile 2 comes "gains a token", not "takes a strike back and gains a token"',
        ),
        ("3", ": tile 3, gains a token", 'of tile 3 comes "no effect", not "gains a token"'),
        ("3", ": tile 3, takes nothing", 'of tile 3 comes "no effect", not "takes nothing"'),
        ("5", ": tile 5, gains a token", 'of tile 5 comes "takes nothing", not "gains a token"'),
        ("6", ": tile 6, takes nothing: tile 5", "it turns only tile 6"),
        (
            "6 1",
            ": tile 6, puts g5 into play: tile 1: tile 2",
            "it turns only tile 6 and tile 1",
        ),
        (
            "5",
            ": tile 5, shuffles b4 into the pile, draws b4",
            "it does not draw b4: b2 is next in the pile",
        ),
        ("1", ": tile 99", "it turns tile 1, not tile 99"),
    ],
)
def test_tiles_that_are_refused(tiles: str, words: str, message: str) -> None:
    with pytest.raises(ActionError) as caught:
        loads_line(f"play r5{words}", turning(tiles))
    assert str(caught.value) == f"line: turn 1: {message}"


def test_tiles_of_other_moves_are_refused() -> None:
    start = turning("6")
    for words, message in (
        ("clue; play b5: tile 6", "turn 2: it turns no tile"),
        ("clue; play b5: tile 6, puts b1 into play", "turn 2: a misplay turns no tile"),
        ("discard r5: tile 6", "turn 1: it turns no tile"),
        ("discard r5: tile 6, puts b1 into play", "turn 1: only a play turns tiles"),
    ):
        with pytest.raises(ActionError, match=f"line: {message}"):
            loads_line(words, start)
    with pytest.raises(ActionError, match="turn 1: it turns no tile"):
        loads_line("play p1: tile 1, gains a token", START)


def test_nobody_draws_a_card_that_tile_5_puts_into_the_pile_of_the_last_round() -> None:
    start = turning("5", **LAST_ROUND)
    words = "play r5: tile 5, shuffles b2 into the pile"
    assert loads_line(words, start) == [taking(start, "5 b2 pile")]
    with pytest.raises(ActionError, match="it does not draw b2: nobody draws in the last round"):
        loads_line(f"{words}, draws b2", start)


@pytest.mark.parametrize(
    "words",
    [
        ": tile",
        ": tile six",
        ": tiles 6",
        ": tile 6 eats b1",
        ": tile 6, puts b1",
        ": tile 6, puts b1 into the pile",
        ": tile 5, shuffles b1 into play",
        ": tile 6, puts b1 into play and draws b2",
        ": tile 6: puts b1 into play",
        ": tile 99999",
        " tile 6",
        ": tile 6, puts , into play",
    ],
)
def test_tiles_that_are_not_understood(words: str) -> None:
    with pytest.raises(InputError, match="is not a move: write tiles like"):
        loads_line(f"play r5{words}", turning("6"))


def test_a_taken_card_must_be_a_card() -> None:
    with pytest.raises(CardError, match="line: turn 1: 'red' is not a card"):
        loads_line("play r5: tile 6, puts red into play", turning("6"))
    with pytest.raises(CardError, match="unknown card 'z1'"):
        loads_line("play r5: tile 5, shuffles z1 into the pile", turning("5"))


def test_tiles_in_json() -> None:
    start = turning("6 5")
    action = taking(start, "6 g5 play", "5 b4 pile")
    value = action_to_json(start, action)
    assert [choice["to"] for choice in value["tiles"]] == ["play", "pile"]
    assert loads_line(json.dumps([value]), start) == [action]
    with pytest.raises(ActionError, match="turn 1: tile 5 is not turned by this move"):
        loads_line(json.dumps([{**value, "tiles": value["tiles"][1:]}]), start)
    value["tiles"][1]["card"] = None
    with pytest.raises(
        ActionError, match=r"turn 1: action\.tiles\[1\]\.card must be a whole number"
    ):
        loads_line(json.dumps([value]), start)


def with_oldest(position: Position, action: Action) -> Action:
    """The same action, with the oldest of equal discarded cards."""
    left, choices = list(position.discards), []
    for choice in action.choices:
        same = position.card(choice.card)
        order = next(order for order in left if position.card(order) == same)
        left.remove(order)
        choices.append(choice._replace(card=order))
    return action._replace(choices=tuple(choices))


@many(150)
@given(late_positions(), randoms())
def test_lines_with_tiles_come_back(start: Position, random: Random) -> None:
    position, line, written = start, list[Action](), []
    while position.outcome() is None:
        line.append(with_oldest(position, eager(position, random)))
        written.append(action_to_json(position, line[-1]))
        position = position.push(line[-1])
    text = line_to_text(start, line)
    assert len(text.splitlines()) == max(1, len(line))
    if line:
        for sign in ("\n", "; ", ", "):
            assert loads_line(text.replace("\n", sign), start) == line
        short = text.replace(" from the discard pile", "")
        assert loads_line(short, start) == line
    assert loads_line(json.dumps(written), start) == line


@many(60)
@given(late_positions(), randoms())
def test_which_of_equal_discarded_cards_is_taken_does_not_matter(
    start: Position, random: Random
) -> None:
    position, line = start, list[Action]()
    while position.outcome() is None:
        line.append(eager(position, random))
        position = position.push(line[-1])
    text = line_to_text(start, line)
    if line:
        assert line_to_text(start, loads_line(text, start)) == text


GARBLED = st.text("tile 56puts shuffles b1g5 into play the pile:,;. draws 0\n()", max_size=40)


@many(300)
@given(GARBLED | st.text(max_size=20))
def test_no_words_for_tiles_are_too_odd(words: str) -> None:
    for tiles in ("6 5", "5 6", "1"):
        try:
            loads_line(f"play r5: tile {words}", turning(tiles))
        except InputError as error:
            assert str(error).startswith("line: ")


def test_a_long_row_of_tiles() -> None:
    with pytest.raises(InputError):
        loads_line("play r5" + ": tile 6, puts b1 into play" * 20_000 + "!", turning("6"))


# What is written is read back


@many(100)
@given(small_deals(), st.randoms(use_true_random=False), st.integers(0, 30))
def test_lines_come_back(deal: Deal, random: Random, most: int) -> None:
    start = position = Position.start(deal)
    line: list[Action] = []
    written = []
    while len(line) < most and (actions := position.legal_actions()):
        line.append(random.choice(actions))
        written.append(action_to_json(position, line[-1]))
        position = position.push(line[-1])
    text = line_to_text(start, line)
    assert loads_line(text, start) == line
    assert loads_line(text.replace("\n", "; "), start) == line
    assert loads_line(text.replace("\n", ", "), start) == line
    assert loads_line(json.dumps(written), start) == line
    followed = follow(read_moves(text, deal.rules), start)
    assert [followed.start, *(turn.after for turn in followed.turns)] == replay(deal, line)


@many(200)
@given(st.text() | st.text("clueplaydiscrfomst1234,;. \n\"[{}]:'"))
def test_no_text_is_too_odd(text: str) -> None:
    try:
        loads_line(text, START)
    except InputError as error:
        assert str(error).startswith("line: ")


def test_no_draw_is_named_once_the_game_is_over() -> None:
    """Nobody plays such a card; but who wrote that it is drawn is right."""
    rules = Rules.from_json(
        {"suits": [{"letter": "r", "copies": [1, 1, 2]}], "hand_size": 1, "strikes": 1}
    )
    start = Position.start(Deal.from_text("r2 r1 r3 r3", 2, rules))
    assert line_to_text(start, [Action("play", 0)]) == (
        "1. Alice misplays r2 from slot 1 (strike 1)"
    )
    for told in ("", ", draws r3"):
        text = f"1. Alice misplays r2 from slot 1 (strike 1){told}"
        assert loads_line(text, start) == [Action("play", 0)]
    with pytest.raises(ActionError, match="it does not draw r1: r3 is next in the pile"):
        loads_line("play r2, draws r1", start)


# Plays from the pile


LATE = position_from_text(
    "rules deck-plays; hands b1 b1 r1 p2 p5 / r5 p4 b2 g2 y4; pile r4; fireworks r3 y5 g5 b5 p4; "
    "tokens 1; to move Bob"
)


@pytest.mark.parametrize(
    "text", ["Bob plays r4 from the pile", "play r4 from the pile", "play from the pile"]
)
def test_a_play_from_the_pile(text: str) -> None:
    [action] = loads_line(text, LATE)
    assert action == Action("play", LATE.pile_card)
    assert line_to_text(LATE, [action]) == "1. Bob plays r4 from the pile"
    written = json.dumps([action_to_json(LATE, action)])
    assert loads_line(written, LATE) == [action]


def test_a_misplay_from_the_pile() -> None:
    late = position_from_text(position_to_text(LATE).replace("fireworks r3", "fireworks r2"))
    [action] = loads_line("misplay r4 from the pile", late)
    assert line_to_text(late, [action]) == "1. Bob misplays r4 from the pile (strike 1)"


@pytest.mark.parametrize(
    ("text", "start", "fault"),
    [
        ("play r4", LATE, "Bob does not hold r4"),
        ("play r3 from the pile", LATE, "r4 is in the pile, not r3"),
        ("discard r4 from the pile", LATE, "r4 is in the pile: it can be played from there"),
        ("announce r4 from the pile", LATE, "announcing is not in these rules"),
        ("play r1 from the pile", START, "base has no plays from the pile; deck-plays has them"),
        (
            "play from the pile",
            Position.start(Deal.from_seed(1, 2, Rules.named("deck-plays"))),
            "only the last card is played from the pile, which has 40 cards",
        ),
    ],
)
def test_what_cannot_be_played_from_the_pile(text: str, start: Position, fault: str) -> None:
    with pytest.raises(ActionError) as caught:
        loads_line(text, start)
    assert fault in str(caught.value)
