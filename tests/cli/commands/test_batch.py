"""`hanabi-solve batch` and `hanabi-solve rules`, and what belongs to no command."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import cli.commands.batch
import cli.views.deal
from cli.terminal import codes
from solver import Rules
from solver._version import __version__
from solver.game.rule_sets import RULE_SETS
from tests.support.asking import ask

HOUSE = {"suits": [{"letter": "r"}, {"letter": "g"}], "hand_size": 3}
TINY = {
    "suits": [{"letter": "r", "copies": [1, 1]}, {"letter": "g", "copies": [1, 1]}],
    "hand_size": 1,
}
GOOD: list[dict[str, object]] = [
    {"seed": 42, "players": 3},
    {"seed": "p2v0s40"},
    {"deck": "g1 r1 g2 r2", "players": 2, "rules": TINY},
    {"seed": "x", "players": 4, "rules": "three-suits"},
    {"seed": 5, "players": 2, "rules": ["three-suits", "hard"]},
    {"seed": 6, "players": 2, "rules": HOUSE, "comment": "other keys are passed over"},
]
BAD = [
    (b"nonsense", "is not JSON"),
    (b"7", "a deal is an object"),
    (b'{"seed": 1}', "does not say how many players"),
    (b'{"seed": 1, "players": 9}', "9 players: the game is for 2 to 6"),
    (b'{"seed": 1, "players": 2, "rules": ["hrad"]}', "did you mean hard?"),
    (b"\xff", "is not UTF-8 text"),
]


def timeless(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{key: value for key, value in line.items() if key != "seconds"} for line in lines]


def written(*values: object) -> bytes:
    return b"".join(
        (value if isinstance(value, bytes) else json.dumps(value).encode()) + b"\n"
        for value in values
    )


def test_the_answers_are_those_of_deal() -> None:
    answer = ask("batch", "-", stdin=written(*GOOD))
    assert (answer.code, answer.err) == (codes.ANSWERED, "")
    alone = [ask("deal", "--file", "-", "--json", stdin=written(deal)).json for deal in GOOD]
    assert timeless(answer.lines) == timeless(alone)
    assert [list(line) for line in answer.lines] == [list(line) for line in alone]


ODD = [
    (b'{"seed": 1, "players": 2, "id": NaN}', "NaN is not a number"),
    (b'{"seed": 1, "players": 2, "id": 1e999}', "the number 1e999 is too large"),
    (rb'{"seed": 1, "players": 2, "id": "\ud800"}', "half of a character"),
    (b'{"seed": ' + b"9" * 5000 + b', "players": 2}', "a number has 5,000 digits"),
    *((b'{"id":' + b"[" * n + b"]" * n + b"}", "more than 100 deep") for n in range(900, 1100)),
    (b'{"seed": "' + b"x" * 2**20 + b'"}', "is too large: at most 1 MiB are read"),
]


def test_no_line_is_so_odd_that_it_stops_the_others() -> None:
    lines = [line for bad, _ in ODD for line in (bad, GOOD[2])]
    answer = ask("batch", "-", stdin=written(*lines))
    assert answer.code == codes.BAD_INPUT
    assert len(answer.lines) == len(lines)
    assert all(line["deck"] == GOOD[2]["deck"] for line in answer.lines[1::2])
    for fault, (_, words) in zip(answer.lines[::2], ODD, strict=True):
        assert words in fault["error"]


def test_an_id_comes_back_whatever_it_is() -> None:
    ids: list[object] = [
        None,
        -7,
        10**900,
        1.5,
        "\x7f\x1b\u202e\u2028",
        {"a": [[], {}]},
        "\U0001f600",
    ]
    answer = ask("batch", "-", stdin=written(*(GOOD[2] | {"id": one} for one in ids)))
    assert answer.code == codes.ANSWERED
    assert [line["id"] for line in answer.lines] == ids
    assert answer.out.replace("\n", "").isprintable()


@pytest.mark.parametrize("jobs", [1, 2])
def test_bad_lines_keep_their_place(jobs: int) -> None:
    lines = [line for pair in zip(GOOD, (bad for bad, _ in BAD), strict=True) for line in pair]
    answer = ask("batch", "-", "--jobs", jobs, stdin=written(*lines))
    assert answer.code == codes.BAD_INPUT
    assert answer.err == 'error: 6 bad lines: the results in their places have an "error"\n'
    good, bad = answer.lines[::2], answer.lines[1::2]
    assert timeless(good) == timeless(ask("batch", "-", stdin=written(*GOOD)).lines)
    for number, (fault, (_, words)) in enumerate(zip(bad, BAD, strict=True), 1):
        assert fault["line_number"] == 2 * number
        assert fault["error"].startswith(f"line {2 * number}: ")
        assert words in fault["error"]


def test_bad_lines_only() -> None:
    answer = ask("batch", "-", "--quiet", stdin=written(*(bad for bad, _ in BAD)))
    assert (answer.code, answer.err) == (codes.BAD_INPUT, "")
    assert [line["line_number"] for line in answer.lines] == [1, 2, 3, 4, 5, 6]


@pytest.mark.check_takes(0)
def test_more_jobs_give_the_same_answers() -> None:
    many = written(*({"seed": seed, "players": 2 + seed % 4} for seed in range(200)))
    one = ask("batch", "-", stdin=many)
    two = ask("batch", "-", "--jobs", "2", stdin=many)
    assert len(one.lines) == 200
    assert timeless(one.lines) == timeless(two.lines)


def test_blank_lines_and_windows_lines(tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"
    path.write_bytes(b'\xef\xbb\xbf{"seed": 1, "players": 2}\r\n\r\n  \n{"seed": 2, "players": 2}')
    answer = ask("batch", path)
    assert answer.code == codes.ANSWERED
    assert [line["seed"] for line in answer.lines] == ["p2v0s1", "p2v0s2"]


def test_an_empty_file() -> None:
    assert ask("batch", "-") == (codes.ANSWERED, "", "")


def test_an_id_is_handed_on() -> None:
    lines = ask(
        "batch", "-", stdin=written({"id": "a", "seed": "p2v0s1"}, {"id": [2], "seed": "p9v0s1"})
    ).lines
    assert [line["id"] for line in lines] == ["a", [2]]
    assert "error" in lines[1]


def test_budgets() -> None:
    hard = written({"seed": 53, "players": 4, "rules": "avalanche-5"})
    for option in ("--nodes", "--jobs", "--memory"):
        err = ask("batch", "-", option, "0").err
        assert err == f"error: {option} 0: write a whole number, 1 or more\n"
    line = ask("batch", "-", "--nodes", "1", stdin=hard).lines[0]
    assert line["nodes"] < ask("batch", "-", "--nodes", "2000", stdin=hard).lines[0]["nodes"]


def test_an_internal_error_ends_the_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise AssertionError("internal error: a line that ends early")

    monkeypatch.setattr(cli.views.deal, "to_json", fail)
    assert ask("batch", "-", "--jobs", "2", stdin=written(*GOOD)).code == codes.INTERNAL_ERROR


# rules


def test_the_table_of_rules_names_every_set() -> None:
    code, out, err = ask("rules")
    assert (code, err) == (codes.ANSWERED, "")
    assert all(f"\n{name} " in f"\n{out}" for name in RULE_SETS)
    assert all(len(row) <= 80 and row == row.rstrip() for row in out.splitlines())


def test_rules_as_json() -> None:
    sets = ask("rules", "--json").json["sets"]
    assert [rule_set["name"] for rule_set in sets] == list(RULE_SETS)
    for rule_set in sets:
        assert Rules.from_json(rule_set["rules"]) == Rules.named(rule_set["name"])


def test_a_combination_in_full() -> None:
    out = ask("rules", "avalanche-5", "black-powder", "hard").out
    assert "r y g b p   1 1 1 2 2 3 3 4 4 5\n" in out
    assert "m           1 2 3 4 5\n" in out
    assert "built downwards" in out
    assert "5 cards for 2 or 3 players, 4 cards for 4 or 5 players" in out
    assert "30 points, from 65 cards" in out
    assert "hands       3 cards\n" in ask("rules", json.dumps(HOUSE)).out


def test_a_combination_as_house_rules(tmp_path: Path) -> None:
    path = tmp_path / "house.json"
    path.write_text(ask("rules", "avalanche-5", "hard", "--json").out)
    assert Rules.from_json(json.loads(path.read_text())) == Rules.named("avalanche-5", "hard")
    assert ask("deal", "--seed", "1", "-p", "2", "-r", path, "--json").json["seed"] == "p2v2s1"


def test_unknown_rules() -> None:
    code, out, err = ask("rules", "avalanch-5")
    assert (code, out) == (codes.BAD_INPUT, "")
    assert "did you mean avalanche-5?" in err


# The program


def test_version() -> None:
    assert ask("--version") == (codes.ANSWERED, f"hanabi-solve {__version__}\n", "")


@pytest.mark.parametrize("args", [(), ("deal",), ("batch",), ("rules",)])
def test_help(args: Sequence[object]) -> None:
    code, out, err = ask(*args, "--help")
    assert (code, err) == (codes.ANSWERED, "")
    assert "Example: " in out
    assert "130 interrupted" in out


def test_without_a_command_the_help_is_shown() -> None:
    assert ask() == ask("--help")


@pytest.mark.parametrize("args", [("deal", "--seed", "p3v0s42"), ("rules",)])
def test_colour(args: Sequence[object]) -> None:
    plain = ask(*args).out
    coloured = ask(*args, FORCE_COLOR="1").out
    assert "\x1b[" not in plain
    assert "\x1b[" in coloured
    assert "\x1b[" not in ask(*args, FORCE_COLOR="1", NO_COLOR="1").out
    assert "\x1b[" not in ask("deal", "--seed", "p3v0s42", "--json", FORCE_COLOR="1").out
