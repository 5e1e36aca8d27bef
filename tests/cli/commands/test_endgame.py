"""`hanabi-solve endgame`: what it prints, what it refuses."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from cli.terminal import codes
from solver import Deal, Interrupted, Position, Rules, solve
from solver.analysis.moves import analyse
from solver.game.position import replay
from solver.notation.actions import action_from_json
from solver.notation.positions import position_from_json, position_to_json, position_to_text
from solver.twin import best_score
from tests.support.asking import ask
from tests.support.lines import at_turn

SEED_40 = ("--seed", "40", "--players", "2")
LAST_TURNS = (
    "hands r5 g1 y1 b1 p1 / g5 g1 y1 b1 p1; fireworks r4 y3 g4 b3 p3; tokens 2; to move Alice; "
    "2 turns left"
)


def test_the_page() -> None:
    code, out, err = ask("endgame", *at_turn(40, 50))
    assert (code, err) == (codes.ANSWERED, "")
    blocks = [block.splitlines() for block in out.split("\n\n")]
    assert blocks[0] == ["p2v0s40, 2 players, base, turn 50"]
    assert blocks[1][1:] == ["Alice   b4 r4 y4 r5 p3", "Bob     y3 g3 g4 y2 g2  < to move"]
    assert blocks[2][0] == "played  r2 y1 g- b3 p1"
    assert blocks[2][-1] == "score 7 of 25, tokens 0 of 8, strikes 0 of 3, pile 16, pace 0"
    assert blocks[3] == ["The most that can still be reached is 24 of 25."]
    assert blocks[4][0] == "24  keeps the best  Bob plays y2 (slot 4)"
    assert blocks[4][1] == "22  costs 2         Bob discards g4 (slot 3)"
    assert blocks[4][2] == "    It was the last g4, so g4 and g5 are never played."
    assert blocks[4][-2:] == [
        "19  costs 5         Bob misplays g2 (slot 5), strike 1",
        "    It was the last g2, so g2, g3, g4 and g5 are never played.",
    ]


def test_trash_and_copies_in_words() -> None:
    """The same words as in the answer of an exercise."""
    text = "hands r1 g1 r4 g2 r4 / g4 g5 b1 b4 p3; pile b5 y4; fireworks r3 g3 y3; tokens 3"
    out = ask("endgame", "--text", text).out
    assert "Alice plays r4 (slot 1 or 3)\n" in out
    assert "Alice discards any trash: g2, g1 or r1 (slots 2, 4 and 5)\n" in out
    assert "Alice misplays any trash: g2, g1 or r1 (slots 2, 4 and 5), strike 1\n" in out
    copies = "hands r1 r1 r4 y5 r4 / g4 g5 b1 b4 p3; pile b5 y4; fireworks r3 g3 y3; tokens 3"
    assert "Alice discards trash: r1 (slot 4 or 5)\n" in ask("endgame", "--text", copies).out


def test_lines() -> None:
    _, out, _ = ask("endgame", "--text", LAST_TURNS, "--line")
    rows = out.split("\n\n")[-1].splitlines()
    assert rows[0] == "19  keeps the best  Alice plays r5 (slot 5)"
    assert rows[1] == "    Bob plays g5"
    assert any(row.startswith("18  costs 1         Alice gives a clue") for row in rows)


@pytest.mark.parametrize("rules", ["base", "black-powder", "timed-display", "bouquet-final"])
def test_the_object(rules: str) -> None:
    deal = Deal.from_seed(41, 2, rules)
    turn = 40
    found = ask(
        "endgame", "--seed", 41, "-p", 2, "-r", rules, "--turn", turn, "--line", "--json"
    ).json
    position = replay(deal, solve(deal).line[: turn - 1])[-1]
    assert found["schema"] == "hanabi-solve/1"
    assert (found["seed"], found["turn"]) == (deal.seed, turn)
    assert found["position"] == position_to_json(position)
    assert found["text"] == position_to_text(position)
    assert found["hand_order"] == "oldest card first"
    endgame = analyse(position)
    assert (found["max_score"], found["verdict"]) == (endgame.max_score, endgame.verdict)
    assert len(found["moves"]) == len(endgame.moves)
    for value in found["moves"]:
        at = position
        action = action_from_json(at, value)
        move = next(move for move in endgame.moves if action in move.actions)
        assert value["card"] == (None if action.card is None else str(at.card(action.card)))
        assert (value["max_score"], value["keeps_best"]) == (move.max_score, move.keeps_best)
        assert "bounds" not in value
        if value["max_score"] is not None:
            assert value["line"][0]["type"] == value["type"]
            for step in value["line"]:
                at = at.push(action_from_json(at, step))
            outcome = at.outcome()
            assert outcome is not None and outcome.score == value["max_score"]


def test_places_in_the_hand_without_a_deal(tmp_path: Path) -> None:
    """Targets count from the oldest card; the object can be read back."""
    found = ask("endgame", "--text", LAST_TURNS, "--json").json
    best = found["moves"][0]
    assert (best["type"], best["target"], best["card"], best["max_score"]) == (0, 0, "r5", 19)
    assert (found["seed"], found["turn"]) == (None, None)
    file = tmp_path / "position.json"
    file.write_text(json.dumps(found["position"]))
    assert ask("endgame", "--file", file, "--json").json["moves"] == found["moves"]
    file.write_text(found["text"])
    assert ask("endgame", "--file", file, "--json").json["moves"] == found["moves"]
    assert best_score(position_from_json(found["position"])) == 19


def test_a_deal_with_moves(tmp_path: Path) -> None:
    moves = "play p1; play y1; clue"
    found = ask("endgame", "--seed", 42, "-p", 3, "--moves", moves, "--json").json
    assert found["turn"] == 4
    assert found["position"]["fireworks"] == {"r": 0, "y": 1, "g": 0, "b": 0, "p": 1}
    earlier = ask("endgame", "--seed", 42, "-p", 3, "--moves", moves, "--turn", 2, "--json").json
    assert earlier["position"]["fireworks"]["y"] == 0
    file = tmp_path / "moves.txt"
    file.write_text(moves)
    assert ask("endgame", "--seed", 42, "-p", 3, "--moves", file, "--json").json == {
        **found,
        "seconds": pytest.approx(found["seconds"], abs=60),
    }


def test_a_saved_line(tmp_path: Path) -> None:
    """What `deal --json` writes holds the deal and a line."""
    file = tmp_path / "deal.json"
    file.write_text(ask("deal", "--seed", 42, "-p", 3, "--json").out)
    found = ask("endgame", "--file", file, "--turn", 38, "--json").json
    direct = ask("endgame", "--seed", 42, "-p", 3, "--turn", 38, "--json").json
    assert found["position"] == direct["position"]
    whole = ask("endgame", "--file", file)
    assert "The game is over, all fireworks are complete: 25 of 25." in whole.out


def test_a_whole_deal() -> None:
    found = ask("endgame", "--seed", 1, "-p", 5, "-r", "avalanche-10", "--json").json
    assert (found["turn"], found["max_score"]) == (1, 30)


def test_bouquet_final_words() -> None:
    text = "hands g1 r5 / -; tokens 3; fireworks r4 y5 g5 b5 p5; rules bouquet-final"
    out = ask("endgame", "--text", text).out
    assert "no cards" in out
    assert " won  keeps the best  Alice plays r5 (slot 1)" in out
    assert "lost  loses           Alice discards r5 (slot 1)" in out


def test_undecided_moves() -> None:
    given = ("--seed", 6740, "-p", 4, "-r", "avalanche-5", "--nodes", 2000)
    found = ask("endgame", *given, "--json").json
    assert (found["verdict"], found["max_score"]) == ("undecided", None)
    first = found["moves"][0]
    assert (first["max_score"], first["keeps_best"], first["bounds"][1]) == (None, None, 30)
    assert "undecided" in ask("endgame", *given).out


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ((), "no position is given: use --text, --file, --seed or --deck"),
        (("--text", "x", "--seed", "1"), "--seed and --text are both a position"),
        (("--text", "nonsense"), "is not a part of a position"),
        (("--text", LAST_TURNS, "--turn", 3), "--turn goes with a deal"),
        (("--text", LAST_TURNS, "--moves", "clue"), "--moves goes with a deal"),
        (("--text", LAST_TURNS, "-p", 2), "--players goes with a deal"),
        (("--text", LAST_TURNS, "-r", "nonsense"), "nonsense"),
        ((*SEED_40, "--turn", 0), "--turn 0: write a whole number, 1 or more"),
        ((*SEED_40, "--turn", 500), "turns were played"),
        ((*SEED_40, "--moves", "play x9"), "x9"),
        ((*SEED_40, "--moves", "discard y4"), "turn 1"),
        (("--file", "/nowhere/at/all.json"), "cannot be read"),
        (("--seed", "40"), "players"),
        ((*SEED_40, "--graph", "graph.xyz"), "xyz"),
        ((*SEED_40, "--graph-depth", 3), "go with --graph FILE"),
        ((*SEED_40, "--moves", "nofile.txt"), "there is no such file"),
        (("--text", "hands r1 / r2; tokens -1; 2 turns left"), '"tokens -1"'),
        (
            ("--text", "hands r1 / r2; tokens 1; 2 turns left; to move Cathy"),
            "no player 'Cathy': they are Alice, Bob\n",
        ),
        (("--file", "-"), "stdin: is empty; write a deal or a game of hanab.live, or a position"),
        ((*SEED_40, "--graph", "/nowhere/at/all.json"), "all.json"),
    ],
)
def test_bad_input(args: tuple[object, ...], message: str) -> None:
    code, out, err = ask("endgame", *args)
    assert (code, out) == (codes.BAD_INPUT, "")
    assert err.startswith("error: ") and err.count("\n") == 1
    assert message in err


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b'{"hands": []}', b'{"hands": ["r1"], "tokens": {}}', b"\xff\xfe", b"[1]", b"null",
     b'{"hands": ["r1 r1 r1 r1 r1", "r1"], "tokens": 1}', b'{"seed": 1}', b"hands", b"17",
     b'{"seed": 1, "players": 2, "line": 3}', b'{"seed": 1, "players": 2, "line": [{}]}'],
)  # fmt: skip
def test_garbage_in_a_file(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "garbage.json"
    file.write_bytes(content)
    for args in (("--file", file), ("--file", "-")):
        code, out, err = ask("endgame", *args, stdin=content)
        assert (code, out) == (codes.BAD_INPUT, "")
        assert err.startswith("error: ") and err.count("\n") == 1


def test_a_graph(tmp_path: Path) -> None:
    file = tmp_path / "graph.json"
    code, out, _ = ask("endgame", "--text", LAST_TURNS, "--graph", file, "--graph-depth", 1)
    assert code == codes.ANSWERED and "keeps the best" in out
    assert len(json.loads(file.read_text())["nodes"]) > 3


def test_a_picture_without_names_says_how_to_get_them(tmp_path: Path) -> None:
    file = tmp_path / "graph.svg"
    args = ("endgame", "--seed", 42, "-p", 3, "--turn", 38, "--graph", file)
    assert ask(*args).err == ""
    assert "discard trash" in file.read_text(encoding="utf-8")
    _, out, err = ask(*args, "--graph-nodes", 150)
    assert "keeps the best" in out
    assert re.fullmatch(
        rf"note: {file}: \d+ moves are too many to name; try --graph-nodes 40\n", err
    )
    assert "discard trash" not in file.read_text(encoding="utf-8")


@pytest.mark.parametrize("stop", [Interrupted(None), KeyboardInterrupt()], ids=repr)
def test_control_c_during_the_graph_keeps_the_moves(
    stop: BaseException, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a search of the graph, or while it is drawn."""

    def interrupted(*_: object, **__: object) -> None:
        raise stop

    monkeypatch.setattr("solver.analysis.graph.graph", interrupted)
    file = tmp_path / "graph.json"
    code, out, err = ask("endgame", "--text", LAST_TURNS, "--graph", file)
    assert code == codes.INTERRUPTED
    assert out == ask("endgame", "--text", LAST_TURNS).out
    assert err == f"interrupted: the graph is not written to {file}\n"
    assert list(tmp_path.iterdir()) == []


def test_start_of_a_position_is_the_deal() -> None:
    start = Position.start(Deal.from_seed(3, 4, "avalanche-5"))
    read = position_from_json(position_to_json(start))
    assert read.deck == start.deck
    assert read.hands == start.hands
    assert read.rules == Rules.named("avalanche-5")
