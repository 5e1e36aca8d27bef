"""The interface for programs: every answer is that of the command with --json."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from solver import Deal
from solver.hanab_live.links import link_of
from tests.support.asking import ask
from tests.support.pages import client, refusal, replay_files

POSITION = "hands r4 r1 y1 y1 b1 / r2 r1 g1 g1 g2; pile r3 r5; fireworks r2; tokens 1"
UNKNOWN = POSITION.replace("r4 r1", "? ?").replace("pile", "pile r4 r1")
DECK = " ".join(map(str, Deal.from_seed("p3v0s42").deck))
HOUSE = {"suits": [{"letter": "r", "copies": [3, 2, 1, 1, 1]}], "hand_size": 2}


@pytest.fixture(scope="module")
def asked() -> Iterator[TestClient]:
    with client() as made:
        yield made


def told(asked: TestClient, name: str, body: Any) -> list[Any]:
    answer = asked.post(f"/api/{name}", json=body)
    assert answer.status_code == 200, answer.text
    return [without_time(json.loads(line)) for line in answer.text.splitlines()]


def without_time(value: dict[str, Any]) -> dict[str, Any]:
    return {key: value[key] for key in value if key != "seconds"}


@pytest.mark.parametrize(
    ("name", "body", "options"),
    [
        ("deal", {"seed": 42, "players": 3}, "--seed 42 -p 3"),
        ("deal", {"seed": "p4v2s16", "link": True}, "--seed p4v2s16 --link"),
        ("deal", {"seed": "7", "players": 2, "rules": "hard"}, "--seed 7 -p 2 -r hard"),
        ("deal", {"seed": 7, "players": 3, "rules": ["avalanche-5", "bouquet-final"]},
         "--seed 7 -p 3 -r avalanche-5 -r bouquet-final"),
        ("deal", {"seed": 7, "players": 2, "rules": HOUSE}, "--seed 7 -p 2 -r {house}"),
        ("deal", {"seed": 7, "players": 3, "rules": "flamboyants"}, "--seed 7 -p 3 -r flamboyants"),
        ("deal", {"deck": DECK, "players": 3}, "--deck {deck} -p 3"),
        ("deal", {"content": DECK, "players": 3}, "--deck {deck} -p 3"),
        ("deal", {"content": {"seed": 42, "players": 3}}, "--seed 42 -p 3"),
        ("deal", {"seed": 42, "players": 3, "nodes": 1}, "--seed 42 -p 3 --nodes 1"),
        ("endgame", {"seed": 42, "players": 3, "turn": 38}, "--seed 42 -p 3 --turn 38"),
        ("endgame", {"seed": 42, "players": 3, "turn": 38, "line": True, "link": True},
         "--seed 42 -p 3 --turn 38 --line --link"),
        ("endgame", {"seed": 42, "players": 3, "moves": "play p1; clue"},
         "--seed 42 -p 3 --moves {moves}"),
        ("endgame", {"seed": 42, "players": 3, "moves": [{"type": 0, "target": 0}]},
         "--seed 42 -p 3 --moves {json}"),
        ("endgame", {"seed": 42, "players": 3, "turn": 38, "unknown_pile": True, "draws": True},
         "--seed 42 -p 3 --turn 38 --unknown-pile --draws"),
        ("endgame", {"text": POSITION}, "--text {position}"),
        ("endgame", {"text": POSITION, "rules": ["hard"]}, "--text {position} -r hard"),
        ("endgame", {"content": POSITION}, "--text {position}"),
        ("endgame", {"text": POSITION, "unknown_pile": True, "aim": "mean"},
         "--text {position} --unknown-pile --aim mean"),
        ("endgame", {"text": POSITION, "unknown_pile": True, "aim": 5},
         "--text {position} --unknown-pile --aim 5"),
        ("endgame", {"text": UNKNOWN, "unknown_pile": True}, "--text {unknown} --unknown-pile"),
        ("exercise", {}, ""),
        ("exercise", {"count": 2, "known_pile": True, "link": True},
         "--count 2 --known-pile --link"),
        ("exercise", {"theme": "stall", "grade": 2, "seed": "x"},
         "--theme stall --grade 2 --seed x"),
    ],
)  # fmt: skip
def test_the_same_as_the_command(
    asked: TestClient, name: str, body: dict[str, Any], options: str
) -> None:
    words = {
        "{deck}": DECK, "{position}": POSITION, "{unknown}": UNKNOWN, "{moves}": "play p1; clue",
        "{house}": json.dumps(HOUSE), "{json}": '[{"type": 0, "target": 0}]',
    }  # fmt: skip
    args = [words.get(word, word) for word in options.split()]
    if name != "exercise":
        args += ["--memory", "16"]
    answer = ask(name, *args, "--json")
    assert told(asked, name, body) == [without_time(line) for line in answer.lines]


@pytest.mark.parametrize("file", replay_files()[1::4], ids=lambda file: file.stem)
def test_games(asked: TestClient, file: Path) -> None:
    few = {"nodes": 20_000}
    args = ["replay", file, "--nodes", 20_000, "--memory", 16, "--json"]
    expected = [without_time(ask(*args, "--link").json)]
    text = file.read_text(encoding="utf-8")
    assert told(asked, "replay", {"game": text, "link": True} | few) == expected
    assert told(asked, "replay", {"game": json.loads(text), "link": True} | few) == expected
    turn = ask("endgame", "--file", file, "--turn", 12, "--memory", 16, "--json").json
    assert told(asked, "endgame", {"content": text, "turn": 12}) == [without_time(turn)]


def test_links_and_answers_are_games(asked: TestClient) -> None:
    deal = Deal.from_seed("p2v0s1")
    (answer,) = told(asked, "deal", {"seed": "p2v0s1"})
    for game in (answer, json.dumps(answer), link_of(deal, ())):
        (found,) = told(asked, "replay", {"game": game, "nodes": 1000})
        assert found["best_possible"] == 25


def test_rules(asked: TestClient) -> None:
    assert asked.get("/api/rules").json() == ask("rules", "--json").json
    combined = asked.get("/api/rules", params={"rules": ["hard", "avalanche-5"]})
    assert combined.json() == ask("rules", "hard", "avalanche-5", "--json").json
    assert asked.get("/api/rules?rules=x").status_code == 400


@pytest.mark.parametrize(
    ("name", "body", "said"),
    [
        ("deal", {}, "nothing is given to answer about: use one of seed, deck, content"),
        ("deal", {"seed": 1, "deck": "r1"}, "seed and deck are all given"),
        ("deal", {"seed": 1}, "does not say how many players"),
        ("deal", {"seed": 1, "players": 7}, "the game is for 2 to 6"),
        ("deal", {"seed": [1], "players": 3}, "seed must be a whole number or text"),
        ("deal", {"sed": 1}, 'unknown key "sed"; did you mean seed?'),
        ("deal", {"seed": 1, "players": 3, "file": "x"}, 'unknown key "file"'),
        ("deal", {"content": "/etc/passwd", "players": 3}, "is not a card"),
        ("deal", {"content": "hello there"}, "'hello' is not a card"),
        ("deal", {"content": DECK}, "does not say how many players"),
        ("deal", {"content": POSITION}, "is a position, and a deal is needed"),
        ("deal", {"seed": 1, "players": 3, "rules": "/etc/passwd"}, "unknown rule set"),
        ("deal", {"seed": 1, "players": 3, "nodes": 0}, "for nodes is below 1"),
        ("deal", {"seed": 1, "players": 3, "seconds": -1}, "not above 0"),
        ("deal", {"seed": 1, "players": 3, "nodes": "many"}, "nodes must be a whole number"),
        ("deal", {"seed": 1, "players": 3, "link": 1}, "link must be true or false"),
        ("deal", {"seed": 1, "players": 3, "rules": "flamboyants", "link": True}, "bonus tiles"),
        ("endgame", {"text": POSITION, "seed": 1}, "seed and text are all given"),
        ("endgame", {"text": POSITION, "turn": 2}, "turn goes with a deal, and text is a position"),
        ("endgame", {"content": POSITION, "moves": "clue"}, "moves goes with a deal"),
        ("endgame", {"text": POSITION, "link": True}, "does not come from one"),
        ("endgame", {"text": POSITION, "aim": "win"}, "aim goes with unknown_pile"),
        ("endgame", {"text": POSITION, "draws": True}, "draws goes with unknown_pile"),
        ("endgame", {"text": POSITION, "unknown_pile": True, "aim": []}, "an aim is win"),
        ("endgame", {"text": POSITION, "unknown_pile": True, "line": True}, "line shows what"),
        ("endgame", {"text": UNKNOWN}, "not every card of the position is known"),
        ("endgame", {"text": UNKNOWN, "unknown_pile": True, "draws": True}, "draws: after a move"),
        ("endgame", {"seed": "p3v0s42", "turn": 999}, "turn 999: only"),
        ("endgame", {"seed": "p3v0s42", "turn": 0}, "turns count from 1"),
        ("endgame", {"seed": "p3v0s42", "moves": "/etc/passwd"}, "moves: turn 1"),
        ("endgame", {"seed": "p3v0s42", "moves": "discard g4"}, "moves: turn 1: no discard"),
        ("endgame", {"seed": "p3v0s42", "unknown_pile": True}, "35 cards in the pile"),
        ("replay", {}, "game must be text or an object"),
        ("replay", {"game": "p3v0s42"}, "game: is not a game"),
        ("replay", {"game": "/etc/passwd"}, "game: is not a game"),
        ("replay", {"game": {}}, 'a deal needs "seed" or "deck"'),
        ("replay", {"game": [1]}, "game must be text or an object"),
        ("exercise", {"count": 0}, "1 to 100 can be asked for at once"),
        ("exercise", {"count": 101}, "1 to 100 can be asked for at once"),
        ("exercise", {"grade": 6}, "the grades are 1 to 5"),
        ("exercise", {"theme": "stal"}, "did you mean stall?"),
        ("exercise", {"solutions": 2}, "solutions goes with known_pile"),
        ("exercise", {"pile": 30}, "0 to 20 are possible"),
        ("exercise", {"theme": "who-draws-last", "pile": 4}, "only with a pile of 1 card"),
        ("exercise", {"rules": "flamboyants"}, "with bonus tiles"),
    ],
)
def test_wrong_input_is_told(asked: TestClient, name: str, body: Any, said: str) -> None:
    assert said in refusal(asked, f"/api/{name}", body)


@pytest.mark.parametrize("name", ["deal", "endgame", "replay", "exercise"])
def test_what_is_no_request(asked: TestClient, name: str) -> None:
    assert asked.get(f"/api/{name}").status_code == 405
    assert asked.post(f"/api/{name}", data={"seed": "1"}).status_code == 415
    assert asked.post(f"/api/{name}", json=[]).status_code == 400
    assert asked.post(f"/api/{name}", json={"x": "y" * 1_000_000}).status_code == 413
    assert asked.post("/api/rules", json={}).status_code == 405
