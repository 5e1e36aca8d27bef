"""Lines of play as words and JSON: what is read, what is refused and where."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import small_deals

from solver.deals import Deal
from solver.errors import ActionError, CardError, InputError
from solver.game import Action, Position, replay
from solver.lines import follow, holds_line, line_to_text, loads_line, read_moves
from solver.notation import action_to_json
from solver.rules import Rules, Suit

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
def test_words(text, action):
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
def test_announced_plays(text):
    assert loads_line(text, ANNOUNCING) == [Action("play", 0, announce=True)]


def test_an_announced_misplay():
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
def test_several_moves(text):
    line = [Action("clue"), Action("discard", 5), Action("play", 10)]
    assert loads_line(text, START) == line


def test_the_oldest_of_equal_cards_is_meant():
    deal = Deal.from_text("r1 r1 g1 | g2 r2 b1", 2, Rules(_suits("r21", "g11", "b1"), hand_size=3))
    start = Position.start(deal)
    assert loads_line("play r1", start) == [Action("play", 0)]
    assert loads_line("play r1 from slot 2", start) == [Action("play", 1)]


def _suits(*words: str) -> tuple[Suit, ...]:
    return tuple(Suit(word[0], tuple(map(int, word[1:]))) for word in words)


def test_a_whole_page_is_read():
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
def test_json(value):
    assert loads_line(json.dumps(value, indent=1), START) == [Action("play", 0), Action("clue")]


def test_a_json_line_may_have_no_moves():
    assert loads_line("[]", START) == loads_line('{"line": []}', START) == []


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ('{"seed": 1, "line": []}', True),
        ('{"actions": 7}', True),
        ('{"seed": 1}', False),
        ('["line"]', False),
        ("r1 r2", False),
    ],
)
def test_texts_that_hold_a_line(text, held):
    assert holds_line(text) is held


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
        ("2. Alice plays p1", "turn 1: is numbered 2; a move is missing"),
        ("1. clue\n1. clue", "turn 2: is numbered 1; a move is missing or too many"),
        ("plays p1 (strike one)", "is not a move"),
        ("\x00\x1b[31m", "is not a move"),
        ("[", r"line: is not JSON \(line 1, column 2"),
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
        ("[" * 100_000, "is not JSON that can be read"),
        ("[" + "9" * 10_000 + "]", "is not JSON that can be read"),
    ],
)
def test_what_is_not_a_line(text, message):
    with pytest.raises(InputError, match=message):
        read_moves(text, BASE)


def test_the_place_is_named():
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
def test_what_is_refused(text, message):
    with pytest.raises(ActionError) as caught:
        loads_line(text, START)
    assert str(caught.value) == f"line: {message}"


def test_no_draw_from_an_empty_pile():
    rules = Rules(_suits("r11"), hand_size=1)
    start = Position.start(Deal.from_text("r1 | r2", 2, rules))
    with pytest.raises(ActionError, match="it does not draw r2: the pile is empty"):
        loads_line("play r1, draws r2", start)
    with pytest.raises(ActionError, match="Alice does not hold r2: the hand is r1"):
        loads_line("play r2", start)


def test_an_empty_hand():
    rules = Rules(_suits("r11", "g11"), hand_size=1, ending="bouquet-final")
    start = Position.start(Deal.from_text("r1 | g2 | r2 | g1", 4, rules))
    with pytest.raises(ActionError, match="turn 5: Alice does not hold r1: the hand is empty"):
        loads_line("play r1; clue; clue; clue; play r1", start)


def test_what_comes_before_the_fault_is_kept():
    followed = follow(read_moves("play p1; play y1; discard p3; clue", BASE), START)
    assert [turn.action for turn in followed.turns] == [Action("play", 0), Action("play", 7)]
    assert followed.end.score == 2
    assert followed.end == followed.turns[-1].after
    assert followed.fault == "no discard with all 8 tokens available: play or give a clue"


# What is written is read back


@settings(max_examples=100, deadline=None)
@given(small_deals(), st.randoms(use_true_random=False), st.integers(0, 30))
def test_lines_come_back(deal, random, most):
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


@settings(max_examples=200, deadline=None)
@given(st.text() | st.text("clueplaydiscrfomst1234,;. \n\"[{}]:'"))
def test_no_text_is_too_odd(text):
    try:
        loads_line(text, START)
    except InputError as error:
        assert str(error).startswith("line: ")
