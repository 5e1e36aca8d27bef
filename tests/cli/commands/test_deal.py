"""`hanabi-solve deal`: what it prints, what it refuses, how it exits."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import cli.commands.deal
from cli.terminal import codes
from solver import Deal, Interrupted, Position, Rules, solve
from solver.notation.actions import action_from_json
from solver.reasons.finders import find_reason
from solver.search.proof import StoppedBy
from tests.support.asking import ask

SEED_42 = ("--seed", "42", "--players", "3")
NOT_PERFECT = ("--seed", "40", "--players", "2")  # 24 points
FIELDS = {
    *("schema", "version", "seed", "players", "rules", "deck", "perfect_score"),
    *("verdict", "max_score", "bounds", "reason", "line", "nodes", "seconds"),
}

# Alice cannot pass twice: only the token for an announced r2 lets Bob keep his r4.
ANNOUNCED = {
    "suits": [{"letter": "r", "copies": [1, 1, 1, 1]}],
    "hand_size": 1,
    "tokens": 1,
    "ending": "bouquet-final",
    "announce": True,
}
ANNOUNCED_DECK = "r1 r4 r2 r3"
# Alice can pass once; Bob then has to give up his r2.
LOST = {**ANNOUNCED, "suits": [{"letter": "r", "copies": [1, 1, 1]}]}
LOST_DECK = "r3 r2 r1"


def replayed(answer: dict[str, Any]) -> Position:
    """The referee's last position of an answer's line."""
    position = Position.start(
        Deal.from_text(answer["deck"], answer["players"], Rules.of(answer["rules"]))
    )
    for value in answer["line"]:
        position = position.push(action_from_json(position, value))
    return position


# deal


def test_the_page_of_a_deal() -> None:
    code, out, err = ask("deal", *SEED_42)
    assert (code, err) == (codes.ANSWERED, "")
    blocks = [block.splitlines() for block in out.split("\n\n")]
    assert blocks[0] == ["p3v0s42, 3 players, base"]
    assert blocks[1][1:] == [
        "Alice   y5 y2 p5 g4 p1",
        "Bob     b2 b3 y1 p4 y2",
        "Cathy   p3 r4 p1 b2 y4",
    ]
    assert blocks[2][0].startswith("pile    r1 y3 r2 b1")
    verdict = "25 of 25 can be reached: the deal is winnable."
    assert blocks[3] == [
        verdict,
        "On the rule books' scale the best possible score, 25, is legendary.",
    ]
    assert blocks[4][0] == "A line that reaches 25:"
    assert blocks[4][1].startswith(" 1. Alice ")
    # The line is long: the verdict is there again, where one looks.
    assert blocks[5][0] == verdict
    assert blocks[5][1].endswith(" ms")
    assert len(blocks) == 6
    assert all(len(row) <= 80 and row == row.rstrip() for row in out.splitlines())


@pytest.mark.parametrize("players", range(2, 7))
def test_the_page_shows_every_card(players: int) -> None:
    out = ask("deal", "--seed", "7", "--players", players, "-r", "six-suits").out
    picture = out.split("\n\n")[1:3]
    cards = re.findall(r"\b[a-z]\d\b", " ".join(picture))
    deck = Deal.from_seed(7, players, "six-suits").deck
    assert sorted(cards) == sorted(map(str, deck))


def test_a_wide_terminal_has_longer_rows() -> None:
    args = ("deal", "--seed", "1", "--players", "2", "-r", "six-suits")
    narrow, wide = (ask(*args, COLUMNS=width).out for width in ("80", "120"))
    assert len(wide.splitlines()) < len(narrow.splitlines())


def test_json_fields() -> None:
    answer = ask("deal", *SEED_42, "--json").json
    assert set(answer) >= FIELDS
    assert answer["seed"] == "p3v0s42"
    assert answer["players"] == 3
    assert answer["rules"] == ["base"]
    assert answer["deck"].startswith("p1 g4 p5 y2 y5 y2 p4")
    assert answer["perfect_score"] == answer["max_score"] == 25
    assert answer["verdict"] == "perfect"
    assert answer["bounds"] == [25, 25]
    assert answer["rating"] == "legendary"
    assert answer["reason"] is None
    assert answer["nodes"] > 0 < answer["seconds"]


@pytest.mark.parametrize(
    "args",
    [
        SEED_42,
        NOT_PERFECT,
        ("--seed", "1", "--players", "2", "-r", "black-powder"),
        ("--seed", "3", "--players", "4", "-r", "six-suits", "-r", "bouquet-final"),
        ("--seed", "5", "--players", "5", "-r", "three-suits", "-r", "timed-display"),
    ],
)
def test_the_line_replays(args: Sequence[object]) -> None:
    answer = ask("deal", *args, "--json").json
    outcome = replayed(answer).outcome()
    assert outcome is not None
    assert outcome.score == answer["max_score"]


def test_announced_plays_say_so() -> None:
    answer = ask(
        "deal", "--deck", ANNOUNCED_DECK, "--players", "2", "-r", json.dumps(ANNOUNCED), "--json"
    ).json
    assert answer["seed"] is None
    assert answer["rules"] == Rules.from_json(ANNOUNCED).to_json()
    assert answer["line"][2] == {"type": 0, "target": 2, "value": 0, "announce": True}
    assert replayed(answer).score == 4


def test_a_defeat_in_bouquet_final() -> None:
    args = ("deal", "--deck", LOST_DECK, "-p", "2", "-r", json.dumps(LOST))
    answer = ask(*args, "--json", "--check")
    assert answer.code == codes.NOT_PERFECT
    expected = {"verdict": "not-perfect", "max_score": None, "bounds": [0, 0], "line": []}
    assert answer.json.items() >= expected.items()
    assert answer.json["rating"] is None
    page = ask(*args).out
    assert "The deal cannot be won: 3 of 3 is out of reach." in page
    assert "line" not in page
    assert "Rating" not in page


SCALE = "On the rule books' scale the best possible score, 24, is extraordinary."


def test_a_deal_that_is_not_perfect() -> None:
    out = ask("deal", *NOT_PERFECT).out
    assert "The most this deal can score is 24 of 25; 25 cannot be reached." in out
    assert SCALE in out
    assert "A line that reaches 24:" in out


def test_why_a_deal_is_lost() -> None:
    deal = Deal.from_seed(40, 2)
    answer = ask("deal", *NOT_PERFECT, "--json").json
    reason = find_reason(deal, answer["nodes"])
    assert answer["reason"] == reason.to_json()
    assert answer["reason"]["kind"] == "hand-size"
    verdict = ask("deal", *NOT_PERFECT).out.split("\n\n")[3].splitlines()
    assert verdict[1:] == [str(reason), SCALE]


def test_why_a_deal_is_lost_in_bouquet_final() -> None:
    args = ("deal", "--deck", LOST_DECK, "-p", "2", "-r", json.dumps(LOST))
    assert ask(*args, "--json").json["reason"] == {
        "kind": "hand-size",
        "place": 1,
        "card": "r1",
        "room": 1,
        "cards": ["r2", "r3"],
        "choices": 0,
    }
    assert "\nHand size: when card 1 of the pile (r1) is drawn, 2 cards" in ask(*args).out


def test_the_sources_of_a_deal_agree(tmp_path: Path) -> None:
    expected = ask("deal", *SEED_42, "--json").json
    text = str(Deal.from_seed(42, 3))
    (tmp_path / "deal.txt").write_text(text)
    (tmp_path / "deal.json").write_text(json.dumps({"deck": text, "players": 3}))
    for args in (
        ("--seed", "p3v0s42"),
        ("--deck", text, "--players", "3"),
        ("--file", tmp_path / "deal.txt", "--players", "3", "--rules", "base"),
        ("--file", tmp_path / "deal.json"),
    ):
        answer = ask("deal", *args, "--json").json
        assert all(answer[key] == expected[key] for key in FIELDS - {"seed", "seconds"})
    piped = ask("deal", "--file", "-", "--json", stdin=b'{"seed": 42, "players": 3}').json
    assert piped["deck"] == expected["deck"]


def test_house_rules_from_a_file_and_inline(tmp_path: Path) -> None:
    house = tmp_path / "house.json"
    house.write_text("\ufeff" + json.dumps(ANNOUNCED), encoding="utf-8")
    args = ("deal", "--seed", "1", "--players", "2", "--json", "-r")
    from_file, inline = ask(*args, house).json, ask(*args, json.dumps(ANNOUNCED)).json
    assert from_file["seed"] == inline["seed"] == "p2vr1111s1"
    assert from_file["rules"] == inline["rules"]


def test_rule_sets_combine() -> None:
    args = ("deal", "--seed", "1", "-p", "2", "-r", "hard", "-r", "three-suits", "--json")
    answer = ask(*args).json
    assert answer["rules"] == ["hard", "three-suits"]
    assert answer["perfect_score"] == 15
    assert answer["rating"] is None


def test_quiet_prints_the_sentence_alone() -> None:
    assert ask("deal", *SEED_42, "--quiet") == (
        codes.ANSWERED,
        "25 of 25 can be reached: the deal is winnable.\n",
        "",
    )


# Exit codes


@pytest.mark.parametrize(("args", "code"), [(SEED_42, 0), (NOT_PERFECT, codes.NOT_PERFECT)])
def test_check(args: Sequence[object], code: int) -> None:
    assert ask("deal", *args, "--check").code == code
    assert ask("deal", *args).code == codes.ANSWERED


def test_check_of_a_tiny_budget() -> None:
    args = ("deal", "--seed", "53", "-p", "4", "-r", "avalanche-5", "--nodes", "1", "--json")
    answer = ask(*args, "--check")
    assert answer.code == cli.commands.deal.CHECK_CODES[answer.json["verdict"]]
    assert ask(*args).code == codes.ANSWERED


def unproven(stopped_by: StoppedBy) -> Any:
    """In place of `solve`: stopped with what is known of a perfect deal at the start."""

    def stop(deal: Deal, budget: object) -> Any:
        result = solve(deal)
        proof = replace(result.proof, low=0, high=25, moves=(), stopped_by=stopped_by)
        result = replace(result, proof=proof)
        if stopped_by == "interrupt":
            raise Interrupted(result)
        return result

    return stop


@pytest.mark.parametrize(
    ("stopped_by", "words"),
    [
        ("nodes", "Undecided within the budget of 5,000 nodes: the maximum is at least 0 and at "),
        ("seconds", "Undecided within the budget of 2.5 s: the maximum is at least 0 and at most "),
    ],
)
def test_undecided(monkeypatch: pytest.MonkeyPatch, stopped_by: StoppedBy, words: str) -> None:
    monkeypatch.setattr(cli.commands.deal, "solve", unproven(stopped_by))
    args = ("deal", *SEED_42, "--nodes", "5000", "--seconds", "2.5")
    assert words in ask(*args).out
    assert "Rating" not in ask(*args).out
    answer = ask(*args, "--json", "--check")
    assert answer.code == codes.UNDECIDED
    assert answer.json["max_score"] is None
    assert answer.json["bounds"] == [0, 25]
    assert answer.json["reason"] is None
    assert answer.json["stopped_by"] == stopped_by


def test_undecided_in_bouquet_final(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli.commands.deal, "solve", unproven("nodes"))
    out = ask("deal", *SEED_42, "-r", "bouquet-final").out
    assert "the deal may or may not be winnable." in out
    assert out.count("Undecided") == 1  # without a line nothing scrolls away


def test_memory_ran_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli.commands.deal, "solve", unproven("memory"))
    out = ask("deal", *SEED_42, "--quiet").out
    assert out == "Undecided: memory ran out; the maximum is at least 0 and at most 25.\n"


def test_interrupted_says_what_is_proven(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli.commands.deal, "solve", unproven("interrupt"))
    code, out, err = ask("deal", *SEED_42, "--check")
    assert (code, err) == (codes.INTERRUPTED, "")
    assert "Interrupted and undecided: the maximum is at least 0 and at most 25." in out
    answer = ask("deal", *SEED_42, "--json")
    assert answer.code == codes.INTERRUPTED
    assert answer.json["stopped_by"] == "interrupt"


def raising(error: BaseException) -> Any:
    def fail(*_: object) -> None:
        raise error

    return fail


def test_interrupted_before_anything_is_proven(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli.commands.deal, "solve", raising(KeyboardInterrupt()))
    assert ask("deal", *SEED_42) == (codes.INTERRUPTED, "", "")


@pytest.mark.skipif(sys.flags.dev_mode, reason="python -X dev shows tracebacks")
@pytest.mark.parametrize(
    ("error", "words"),
    [
        (AssertionError("internal error: a line that ends early"), "internal error: a line"),
        (IndexError("far out"), "internal error: IndexError: far out; please report the deal"),
    ],
)
def test_internal_errors(monkeypatch: pytest.MonkeyPatch, error: Exception, words: str) -> None:
    monkeypatch.setattr(cli.commands.deal, "solve", raising(error))
    code, out, err = ask("deal", *SEED_42)
    assert (code, out) == (codes.INTERNAL_ERROR, "")
    assert err.startswith(f"error: {words}")
    assert "Traceback" not in err


# Bad input


def house(**changes: object) -> str:
    return json.dumps({"suits": [{"letter": "r"}, {"letter": "g"}], **changes})


TWO_RED = [{"letter": "r"}, {"letter": "r"}]
BAD_OPTIONS = [
    # no deal, or two of them
    ((), "no deal is given: use --seed, --deck or --file"),
    ((*SEED_42, "--deck", "r1"), "--seed and --deck are both a deal"),
    ((*SEED_42, "--file", "-"), "--seed and --file are both a deal"),
    # seeds
    (
        ("--seed", "42"),
        "does not say how many players: give their number, or a full seed like p3v0s42 (--players)",
    ),
    (("--seed", "p3v0s42", "--players", "4"), "is for 3 players, not for 4"),
    (("--seed", "p3v0s42", "-r", "avalanche-5"), "is for base (variant 0), but the rules are"),
    (("--seed", "p3v77s1"), "variant 77, which is not one of ours"),
    (("--seed", "4 2", "--players", "3"), "use letters, digits and hyphens"),
    # players
    (("--seed", "42", "--players", "7"), "--players 7: write a whole number from 2 to 6"),
    (("--seed", "42", "--players", "1"), "--players 1: write a whole number from 2 to 6"),
    (("--seed", "42", "--players", "two"), "--players two: write a whole number from 2 to 6"),
    (("--deck", "r1 r2"), "--deck does not say how many players: add --players"),
    # cards
    (("--deck", "r1 x2", "-p", "2"), "card 2: unknown card 'x2'"),
    (("--deck", "r1 r6", "-p", "2"), "card 2: unknown card 'r6'"),
    (("--deck", "r1 red", "-p", "2"), "card 2: 'red' is not a card"),
    (("--deck", "r1 " + str(Deal.from_seed(42, 3)), "-p", "3"), "r1 is there 4 times, must be 3"),
    (("--seed", "1", "-p", "6", "-r", house(hand_size=5)), "too few cards: 6 hands of 5 need 30"),
    # rules
    ((*SEED_42, "-r", "avalanch-5"), "unknown rule set 'avalanch-5'; did you mean avalanche-5?"),
    ((*SEED_42, "-r", "avalanche-5", "-r", "avalanche-10"), "do not combine"),
    ((*SEED_42, "-r", "base", "-r", "six-suits"), "do not combine: both change the colours"),
    ((*SEED_42, "-r", house(), "-r", "hard"), "house rules stand alone"),
    ((*SEED_42, "-r", house(suits=TWO_RED)), "rules.suits[1]: a second suit with the letter 'r'"),
    ((*SEED_42, "-r", house(suits=7)), "rules.suits must be a list, not 7"),
    ((*SEED_42, "-r", house(token=3)), "unknown key 'token'; did you mean tokens?"),
    ((*SEED_42, "-r", house(strikes=0)), "rules.strikes is 0, must be 1 to"),
    ((*SEED_42, "-r", '{"suits": ['), "rules: is not JSON (column"),
    ((*SEED_42, "-r", "[]"), "rules must be an object"),
    # budgets
    ((*SEED_42, "--nodes", "0"), "--nodes 0: write a whole number, 1 or more"),
    ((*SEED_42, "--memory", "0"), "--memory 0: write a whole number, 1 or more"),
    ((*SEED_42, "--seconds", "0"), "--seconds 0: write a number of seconds above 0, like 2.5"),
    ((*SEED_42, "--seconds", "nan"), "--seconds nan: write a number of seconds above 0"),
    ((*SEED_42, "--nodes", "many"), "--nodes many: write a whole number, 1 or more"),
    ((*SEED_42, "--nodes", "1,2"), "--nodes 1,2: write a whole number, 1 or more"),
    # the command line itself
    ((*SEED_42, "--jsno"), "No such option: --jsno"),
    (("--seed",), "'--seed' requires an argument"),
    ((*SEED_42, "more"), "unexpected extra argument"),
]


@pytest.mark.parametrize(("args", "words"), BAD_OPTIONS)
def test_bad_options(args: Sequence[object], words: str) -> None:
    code, out, err = ask("deal", *args)
    assert (code, out) == (codes.BAD_INPUT, "")
    assert err.startswith("error: ")
    assert words in err
    assert err.count("\n") == 1


BAD_FILES = [
    (b'{"seed": 42, players: 3}', "is not JSON (column 14"),
    (b"[1, 2]", "a deal is an object with seed, deck, players, rules, tiles, tile5, not [1, 2]"),
    (b'{"seed": 42, "player": 3}', "unknown key 'player'; did you mean players?"),
    (b'{"seed": [1], "players": 3}', "seed must be a whole number or text, not [1]"),
    (b'{"players": 3}', 'a deal needs "seed" or "deck"'),
    (b'{"seed": 1, "deck": "r1", "players": 3}', "seed and deck are different deals"),
    (b'{"seed": 1, "players": 3, "rules": 7}', "rules must be a name, a list of names or an"),
    (b'{"seed": 1, "players": 3, "rules": {"suits": [{}]}}', "rules.suits[0].letter must be"),
    (b'{"seed": 1, "players": 3, "players": 4}', "the key 'players' is given twice"),
    (b"\xff\xfe{}", "is not UTF-8 text (byte 0)"),
    (b" \n", "is empty"),
    (b"r1 r2", "a deck does not say how many players"),
]


@pytest.mark.parametrize(("content", "words"), BAD_FILES)
def test_bad_files(tmp_path: Path, content: bytes, words: str) -> None:
    path = tmp_path / "deal.json"
    path.write_bytes(content)
    for where, answer in (
        (path, ask("deal", "--file", path)),
        ("stdin", ask("deal", "--file", "-", stdin=content)),
    ):
        assert (answer.code, answer.out) == (codes.BAD_INPUT, "")
        assert answer.err.startswith(f"error: {where}: ")
        assert words in answer.err


def test_files_that_contradict_the_options(tmp_path: Path) -> None:
    path = tmp_path / "deal.json"
    path.write_text('{"seed": 42, "players": 3, "rules": "hard"}')
    assert "for 3 players, not for 4" in ask("deal", "--file", path, "-p", "4").err
    assert "rules are hard, not easy" in ask("deal", "--file", path, "-r", "easy").err


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    for args in (
        ("deal", "--file", tmp_path / "none.json"),
        ("deal", *SEED_42, "-r", tmp_path / "none.json"),
        ("batch", tmp_path / "none.json"),
    ):
        code, out, err = ask(*args)
        assert (code, out) == (codes.BAD_INPUT, "")
        assert (
            err == f"error: {tmp_path / 'none.json'}: cannot be read: No such file or directory\n"
        )
    for args in (("deal", "--file", tmp_path), ("batch", tmp_path)):
        assert "Is a directory" in ask(*args).err


def test_bad_house_rules_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "house.json"
    path.write_text(house(suits=TWO_RED))
    assert ask("deal", *SEED_42, "-r", path).err.startswith(f"error: {path}: rules.suits[1]: ")
    path.write_text("{")
    assert ask("rules", path).err.startswith(f"error: {path}: is not JSON")


def test_unknown_command() -> None:
    assert ask("nonsense") == (
        codes.BAD_INPUT,
        "",
        "error: No such command 'nonsense'. (see hanabi-solve --help)\n",
    )
