"""One reader for everything that a user may bring."""

from __future__ import annotations

import json

import pytest

from solver import Action, Deal, Position, Rules
from solver.errors import ActionError, DealError, InputError, PlayersMissingError
from solver.game.cards import cards_text
from solver.hanab_live.games import game_to_json
from solver.hanab_live.links import link_of
from solver.notation.positions import position_to_json, position_to_text
from solver.reader import read, read_game, read_value
from tests.support.asking import ask

DEAL = Deal.from_seed("p2v0s1")
LINE = [Action("clue"), Action("play", 7)]
START = Position.start(DEAL)
LATER = START.push(LINE[0])
GAME = game_to_json(DEAL, LINE)
OURS = {"seed": "p2v0s1", "line": GAME["actions"]}


@pytest.mark.parametrize(
    "text",
    [
        "p2v0s1",
        "legacy-1-p2v0s1\n",
        '{"seed": "p2v0s1"}',
        '{"seed": 1, "players": 2}',
        json.dumps({"deck": cards_text(DEAL.deck), "players": 2}),
        json.dumps(OURS),
        json.dumps(GAME),
        json.dumps({"link": link_of(DEAL, LINE)}),
        link_of(DEAL, LINE),
        f" {link_of(DEAL, ())}#1",
    ],
)
def test_a_deal_in_all_its_forms(text: str) -> None:
    brought = read(text, "text")
    assert brought.deal == DEAL
    assert brought.start == START
    assert brought.seated() == DEAL and brought.notes() == ()


def test_cards_alone_need_the_players() -> None:
    assert read(cards_text(DEAL.deck), "text", players=2).deal == DEAL
    with pytest.raises(PlayersMissingError, match="text: a deck does not say how many players"):
        read(cards_text(DEAL.deck), "text")


@pytest.mark.parametrize(
    "text",
    [
        position_to_text(LATER),
        json.dumps(position_to_json(LATER)),
        json.dumps({"seed": "p2v0s1", "turn": 2, "position": position_to_json(LATER), "line": []}),
    ],
)
def test_a_position_in_all_its_forms(text: str) -> None:
    brought = read(text, "text")
    assert brought.deal is None and brought.replay is None
    assert position_to_text(brought.start) == position_to_text(LATER)
    with pytest.raises(InputError, match="text: is a position, and a deal is needed"):
        brought.seated()
    with pytest.raises(InputError, match=r"is a position|is not a game"):
        read_game(text, "text")


@pytest.mark.parametrize("text", [json.dumps(OURS), json.dumps(GAME), link_of(DEAL, LINE)])
def test_the_line_that_comes_with_a_deal(text: str) -> None:
    brought = read(text, "text")
    assert brought.replay is not None
    assert [turn.action for turn in brought.replay.turns] == LINE
    assert read_game(text, "text").actions == tuple(LINE)


def test_a_line_is_looked_at_only_when_it_is_asked_for() -> None:
    brought = read('{"seed": "p2v0s1", "line": 7}', "text")
    assert brought.deal == DEAL
    with pytest.raises(InputError, match="text: line must be an array"):
        assert brought.replay


def test_an_illegal_line_names_its_turn() -> None:
    illegal = json.dumps(OURS | {"line": [*GAME["actions"], {"type": 0, "target": 49}]})
    brought = read(illegal, "text")
    assert brought.replay is not None and len(brought.replay.turns) == 2
    for refuse in (brought.check_line, lambda: read_game(illegal, "text")):
        with pytest.raises(ActionError, match=r"text: turn 3: Alice does not hold"):
            refuse()


def test_another_player_begins() -> None:
    brought = read(json.dumps(GAME | {"actions": [], "options": {"startingPlayer": 1}}), "text")
    assert brought.start.to_move == 1
    assert brought.notes() == ("note: Bob begins this game, and so is called Alice here",)
    assert brought.seated().hands == DEAL.hands[::-1]


def test_another_player_begins_a_deal_of_ours() -> None:
    brought = read(json.dumps(OURS | {"starting_player": 1, "line": []}), "text")
    assert brought.start.to_move == 1
    for seat in (2, -1, "Bob"):
        with pytest.raises(InputError, match="text: starting_player"):
            read(json.dumps(OURS | {"starting_player": seat}), "text")


def test_what_the_caller_knows_must_agree() -> None:
    with pytest.raises(DealError, match="the game is for 2 players, not for 3"):
        read(json.dumps(GAME), "text", players=3)
    with pytest.raises(DealError, match="the game's rules are base, not hard"):
        read(json.dumps(GAME), "text", rules=Rules.named("hard"))
    with pytest.raises(DealError, match="has no bonus tiles"):
        read(link_of(DEAL, ()), "text", tiles="1 2 3 4 5 6")


@pytest.mark.parametrize("value", [None, 7, "x", [], {}, {"link": 7}, {"link": "x"}])
def test_values_that_are_nothing(value: object) -> None:
    with pytest.raises(InputError, match="line 7"):
        read_value(value, "line 7")


@pytest.mark.parametrize("command", ["endgame", "exercise"])
def test_what_is_printed_about_a_position_is_read_as_that_position(command: str) -> None:
    args: dict[str, tuple[object, ...]] = {
        "endgame": ("--seed", 42, "-p", 3, "--turn", 40),
        "exercise": ("--known-pile", "--pile", 1),
    }
    printed = ask(command, *args[command], "--json")
    again = ask("endgame", "--file", "-", "--json", stdin=printed.out.encode())
    assert again.json["position"] == printed.json["position"]
    assert again.json["max_score"] == printed.json["max_score"]


def test_a_judgement_is_read_as_a_position_with_its_pile_face_down() -> None:
    printed = ask("exercise", "--pile", 3, "--json")
    again = ask("endgame", "--unknown-pile", "--file", "-", "--json", stdin=printed.out.encode())
    for key in ("position", "aim", "win"):
        assert again.json[key] == printed.json[key]
    inner = json.dumps(printed.json["position"]).encode()
    alone = ask("endgame", "--unknown-pile", "--file", "-", "--json", stdin=inner)
    assert alone.json["win"] == printed.json["win"]
