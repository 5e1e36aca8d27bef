"""`hanabi-solve line`: what it reports, what it refuses, how it exits."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

import cli
from cli.terminal import codes
from solver import Deal, Position, solve
from solver.notation.lines import loads_line
from tests.support.asking import ask

SEED_42 = ("--seed", "42", "--players", "3")
LEGAL = b"play p1\nBob plays y1\nclue\n"
TURNS = len(solve(Deal.from_seed(42, players=3)).line)
PERFECT = (
    f"The line is legal. After {TURNS} turns the game is over with 25 of 25: "
    "all fireworks are complete.\n"
)
LOST = {"suits": [{"letter": "r", "copies": [1, 1, 1]}], "hand_size": 1, "ending": "bouquet-final"}


@pytest.fixture(scope="module")
def solved() -> bytes:
    """What `deal --json` writes."""
    return ask("deal", *SEED_42, "--json").out.encode()


# The sources of a line


def test_what_deal_writes(solved: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(b"\xef\xbb\xbf" + solved)
    assert ask("line", "--file", path, "--quiet") == (codes.ANSWERED, PERFECT, "")
    assert ask("line", "--file", path, "--line", path, "-q").out == PERFECT
    assert ask("line", "--file", "-", "--quiet", stdin=solved).out == PERFECT
    assert ask("line", "--file", "-", "--line", "-", "--quiet", stdin=solved).out == PERFECT
    assert ask("line", *SEED_42, "--quiet", stdin=solved).out == PERFECT
    assert ask("line", *SEED_42, "--line", path, "--quiet").out == PERFECT


def test_what_deal_prints() -> None:
    page = ask("deal", *SEED_42).out.encode()
    assert ask("line", *SEED_42, "--quiet", stdin=page).out == PERFECT


def test_line_comes_before_the_line_of_the_file(solved: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(solved)
    answer = ask("line", "--file", path, "--line", "-", "--json", stdin=LEGAL).json
    assert len(answer["turns"]) == 3


def test_a_file_with_the_deal_alone(tmp_path: Path) -> None:
    path = tmp_path / "deal.json"
    path.write_text('{"seed": 42, "players": 3}')
    assert len(ask("line", "--file", path, "--json", stdin=LEGAL).json["turns"]) == 3
    for more in ((), ("--line", "-")):
        code, out, err = ask("line", "--file", "-", *more, stdin=path.read_bytes())
        assert (code, out) == (codes.BAD_INPUT, "")
        assert err == ("error: stdin holds the deal alone: name the file of the line with --line\n")


# Reports


def test_the_page() -> None:
    code, out, err = ask("line", *SEED_42, stdin=LEGAL)
    assert (code, err) == (codes.ANSWERED, "")
    blocks = [block.splitlines() for block in out.split("\n\n")]
    assert blocks[0] == ["p3v0s42, 3 players, base"]
    assert blocks[1][1] == "Alice   y5 y2 p5 g4 p1"
    assert blocks[3] == [
        "                                         tokens strikes score",
        "1. Alice plays p1 from slot 5, draws r1       8       0     1",
        "2. Bob plays y1 from slot 3, draws y3         8       0     2",
        "3. Cathy gives a clue                         7       0     2",
    ]
    assert blocks[4] == [
        "The line is legal. After 3 turns the game is not over; the score so far is 2 of 25."
    ]
    assert len(blocks) == 5


def test_rows_fit_a_terminal() -> None:
    out = ask("line", "--seed", "42", "-p", "3", stdin=ask("deal", *SEED_42).out.encode()).out
    rows = out.split("\n\n")[3].splitlines()
    assert len(rows) == TURNS + 1
    assert max(map(len, rows)) <= 80
    assert len({len(row) for row in rows}) == 1


def test_a_long_row_leaves_the_others_alone() -> None:
    args = ("line", *SEED_42, "-r", "timed-display")
    out = ask(*args, stdin=b"announce y5; play y1").out
    rows = out.split("\n\n")[3].splitlines()
    assert rows[1] == "1. Alice misplays y5 from slot 1, announced (strike 1), draws r1"
    assert rows[2].split() == ["8", "1", "0"]
    assert [len(row) for row in (rows[0], *rows[2:])] == [80, 80, 80]


def test_colours() -> None:
    out = ask("line", *SEED_42, stdin=LEGAL, FORCE_COLOR="1").out
    assert "plays \x1b[1;35mp1\x1b[0m from slot 5, draws \x1b[1;31mr1\x1b[0m" in out
    plain = ask("line", *SEED_42, stdin=LEGAL, FORCE_COLOR="1", NO_COLOR="1").out
    assert "\x1b[35" not in plain
    assert "\x1b[1;3" not in plain


def test_json() -> None:
    answer = ask("line", *SEED_42, "--json", stdin=b"play p1, misplay b2; clue").json
    assert list(answer) == [
        *("schema", "version", "seed", "players", "rules", "deck", "perfect_score"),
        *("legal", "turns", "fault", "over", "termination", "score"),
    ]
    assert answer["seed"] == "p3v0s42"
    assert answer["legal"] is True
    assert answer["turns"][1] == {
        "turn": 2,
        "player": "Bob",
        "action": {"type": 0, "target": 9, "value": 0},
        "words": "Bob misplays b2 from slot 1 (strike 1), draws y3",
        "tokens": 8,
        "strikes": 1,
        "score": 1,
    }
    assert [answer[key] for key in ("fault", "over", "termination", "score")] == [
        *(None, False, None, None)
    ]
    start = Position.start(Deal.from_seed(42, 3))
    actions = json.dumps([turn["action"] for turn in answer["turns"]])
    assert len(loads_line(actions, start)) == 3


def test_json_of_a_game_that_is_over(solved: bytes) -> None:
    answer = ask("line", "--file", "-", "--json", stdin=solved).json
    assert (answer["over"], answer["score"], answer["legal"]) == (True, 25, True)
    assert answer["termination"] == "all fireworks are complete"


def test_an_illegal_line() -> None:
    args, stdin = ("line", *SEED_42), b"play p1; play r1; clue"
    message = "Bob does not hold r1: the hand is b2 b3 y1 p4 y2, slot 1 first"
    answer = ask(*args, "--json", stdin=stdin)
    assert answer.code == codes.ANSWERED
    assert answer.json["legal"] is False
    assert answer.json["fault"] == {"turn": 2, "message": message}
    assert len(answer.json["turns"]) == 1
    code, out, err = ask(*args, "--check", stdin=stdin)
    assert (code, err) == (codes.ILLEGAL, "")
    assert "1. Alice plays p1 from slot 5, draws r1" in out
    verdict = (
        f"The line is illegal at turn 2: {message}. "
        "Before it, the game is not over; the score so far is 1 of 25.\n"
    )
    assert out.endswith(verdict)
    assert ask(*args, "-q", stdin=stdin).out == verdict
    assert ask(*args, "--check", stdin=LEGAL).code == codes.ANSWERED


def test_illegal_at_once() -> None:
    out = ask("line", *SEED_42, stdin=b"play r1").out
    assert "tokens strikes" not in out
    assert out.endswith(
        "The line is illegal at turn 1: Alice does not hold r1: the hand is "
        "y5 y2 p5 g4 p1, slot 1 first.\n"
    )


def test_moves_after_the_end(solved: bytes) -> None:
    line = json.loads(solved)["line"]
    answer = ask("line", *SEED_42, "-q", "--check", stdin=json.dumps([*line, line[-1]]).encode())
    assert answer == (
        codes.ILLEGAL,
        f"The line is illegal at turn {TURNS + 1}: the game is over: all fireworks are complete. "
        "Before it, the game is over with 25 of 25: all fireworks are complete.\n",
        "",
    )


def test_no_moves() -> None:
    out = ask("line", *SEED_42, stdin=b"[]").out
    assert out.endswith("After 0 turns the game is not over; the score so far is 0 of 25.\n")
    assert "After 1 turn the" in ask("line", *SEED_42, stdin=b"clue").out


def test_a_defeat() -> None:
    strikes = b"play y5; play p4; play p3"
    assert ask("line", *SEED_42, "-q", stdin=strikes).out == (
        "The line is legal. After 3 turns the game is over with 0 of 25: too many strikes.\n"
    )
    args = ("line", "--deck", "r3 r2 r1", "-p", "2", "-r", json.dumps(LOST))
    assert ask(*args, "-q", stdin=b"play r3").out == (
        "The line is legal. After 1 turn the game is lost: an indispensable card is lost.\n"
    )
    answer = ask(*args, "--json", stdin=b"play r3").json
    assert (answer["over"], answer["score"]) == (True, None)
    assert answer["termination"] == "an indispensable card is lost"


# Bad input


BAD_LINES = [
    (b"", "stdin: is empty"),
    (b"\xef\xbb\xbf", "stdin: is empty"),
    (b"\xff\xfe", "stdin: is not UTF-8 text (byte 0)"),
    (b'[{"type": 0, "tar', "stdin: is not JSON (column"),
    (b"[1, 2]", "stdin: turn 1: action: an action is an object"),
    (b'{"line": 7}', "stdin: line must be an array of actions, not 7"),
    (b'[{"type": true, "target": 0}]', "stdin: turn 1: action.type must be a whole number"),
    (b"clue\nhint", 'stdin: turn 2: "hint" is not a move'),
    (b"play m1", "stdin: turn 1: unknown card 'm1'"),
    (b"clue\x00", "stdin: turn 1: "),
    (b"play r1 " * 100_000, "stdin: turn 1: "),
    (b"clue; " * 100_000 + b"play", "stdin: turn 100001: "),
    (b"play " + b"r" * 1_000_000, "stdin: turn 1: "),
    (b"9" * 1_000_000, "stdin: is no line of moves"),
]


@pytest.mark.parametrize(("stdin", "words"), BAD_LINES, ids=range(len(BAD_LINES)))
def test_bad_lines(stdin: bytes, words: str) -> None:
    for more in ((), ("--json",)):
        code, out, err = ask("line", *SEED_42, *more, stdin=stdin)
        assert (code, out) == (codes.BAD_INPUT, "")
        assert err.startswith(f"error: {words}")
        assert err.count("\n") == 1
        assert len(err) < 1100


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ((), "no deal is given: use --seed, --deck or --file"),
        ((*SEED_42, "--file", "-"), "--seed and --file are both a deal"),
        (("--seed", "42"), "does not say how many players"),
        ((*SEED_42, "--line", "/none/at/all"), "/none/at/all: cannot be read: No such file"),
        ((*SEED_42, "--line", "/"), "/: cannot be read: Is a directory"),
        ((*SEED_42, "--lines", "x"), "No such option: --lines"),
    ],
)
def test_bad_options(args: Sequence[object], words: str) -> None:
    code, out, err = ask("line", *args, stdin=LEGAL)
    assert (code, out) == (codes.BAD_INPUT, "")
    assert words in err
    assert err.count("\n") == 1


@pytest.mark.check_takes(0)
def test_a_long_legal_beginning_is_no_trouble() -> None:
    answer = ask("line", *SEED_42, "--json", stdin=b"clue\n" * 100_000).json
    assert answer["fault"] == {"turn": 9, "message": "no token left for a clue: play or discard"}


def test_json_does_not_load_rich() -> None:
    code = (
        "import sys; from cli.app import run\n"
        "run(['line', '--seed', '42', '-p', '3', '--json'])\n"
        "print(sorted({'numpy', 'networkx', 'rich'} & set(sys.modules)), file=sys.stderr)"
    )
    environment = os.environ | {"PYTHONPATH": str(Path(cli.__file__).parent.parent)}
    done = subprocess.run(
        [sys.executable, "-c", code], input=LEGAL, env=environment, capture_output=True, check=True
    )
    assert done.stderr == b"[]\n"
    assert json.loads(done.stdout)["legal"] is True
