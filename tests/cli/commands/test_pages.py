"""The option --page: one file for a browser, beside the answer or in its place."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from cli.terminal import codes
from solver import Action, Deal
from solver.hanab_live.games import game_to_json
from tests.support.asking import ask
from tests.support.interrupts import interrupt_at_work
from web import exploring
from web.document import kept_page

LAST_TURNS = (
    "hands r5 g1 y1 b1 p1 / g5 g1 y1 b1 p1; fireworks r4 y3 g4 b3 p3; tokens 2; to move Alice; "
    "2 turns left"
)
PILE_OF_3 = (
    "hands p2 y5 g1 b4 r4 / r5 b5 p3 p4 g5; pile p5 y1 r1; fireworks r3 y4 g4 b3 p1; tokens 3; "
    "to move Alice"
)
LOST_LINE = [Action("clue"), Action("clue"), Action("clue"), Action("discard", 2), Action("clue")]
LARGEST = 2_500_000  # bytes: it goes into a mail


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(game_to_json(Deal.from_seed(42, 3), LOST_LINE)))
    return path


def held(page: Path) -> dict[str, Any]:
    """What a page holds."""
    html = page.read_text(encoding="utf-8")
    text = html.partition('id="kept">')[2].partition("</script>")[0]
    found: dict[str, Any] = json.loads(text)
    assert html == kept_page(found)
    return found


def test_the_answer_is_printed_as_without_a_page(tmp_path: Path) -> None:
    page = tmp_path / "endgame.html"
    for options in ((), ("--unknown-pile",)):
        args = ("endgame", "--text", PILE_OF_3, *options)
        assert ask(*args, "--page", page) == ask(*args)
        assert held(page)["table"]["pile"] == ("unknown" if options else "known")
    assert page.stat().st_size < LARGEST


def test_with_json(tmp_path: Path) -> None:
    page = tmp_path / "endgame.html"
    found = ask("endgame", "--text", LAST_TURNS, "--json", "--page", page).json
    values = held(page)["table"]["values"]["known:"]
    assert [move["label"] for move in values["moves"]] == [
        str(move["max_score"]) for move in found["moves"]
    ]


def test_a_game(tmp_path: Path, game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exploring, "POSITIONS", 20)
    page = tmp_path / "game.html"
    found = ask("replay", game, "--json", "--page", page)
    assert found.code == codes.ANSWERED
    kept = held(page)
    assert kept["view"] == "review"
    labels = [turn["label"] for turn in kept["review"]["turns"]]
    assert labels == [str(turn["after"]) for turn in found.json["turns"]]


def test_exercises(tmp_path: Path) -> None:
    page = tmp_path / "exercises.html"
    options = ("exercise", "--count", 2, "--seed", "page")
    assert ask(*options, "--page", page) == (codes.ANSWERED, "", "")
    texts = [one["table"]["opening"]["text"] for one in held(page)["exercises"]]
    printed = ask(*options, "--json").lines
    assert [json.loads(text)["hands"] for text in texts] == [
        one["position"]["hands"] for one in printed
    ]


def test_without_an_exercise_there_is_no_page(tmp_path: Path) -> None:
    page = tmp_path / "exercises.html"
    options = ("--deals", 1, "--grade", 5, "--pile", 0)
    code, out, err = ask("exercise", *options, "--page", page)
    assert (code, out) == (codes.ANSWERED, "")
    assert f"so {page} is not written" in err and not page.exists()


@pytest.mark.parametrize(
    ("args", "fault"),
    [
        (("endgame", "--text", LAST_TURNS, "--page", "x.htm"), "--page x.htm: the name must end"),
        (("exercise", "--page", "page"), "--page page: the name must end in .html"),
        (("exercise", "--page", "-"), "--page -: the name must end in .html"),
        (("exercise", "--page", "x.html", "--json"), "--json and --page are two forms"),
        (("exercise", "--page", "x.html", "--sheet", "y.md"), "--sheet and --page are two forms"),
        (("exercise", "--page", "x.html", "--link"), "a page of exercises has no links"),
        (("exercise", "--page", "x.html", "--hanab-live", "y.json"), "leave --page out"),
        (("exercise", "--page", "/nowhere/at/all.html"), "all.html: cannot be written"),
        (("replay", ".", "--page", "x.html"), "--page is for one game"),
    ],
)
def test_what_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: tuple[str, ...], fault: str
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = ask(*args)
    assert (code, out) == (codes.BAD_INPUT, "")
    assert fault in err
    assert os.listdir() == []


def test_what_is_read_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "position.html"
    path.write_text(LAST_TURNS)
    code, _, err = ask("endgame", "--file", path, "--page", path)
    assert code == codes.BAD_INPUT and "is read as well" in err
    assert path.read_text() == LAST_TURNS


def test_control_c_leaves_the_old_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever it comes: in a search, or between two."""
    monkeypatch.setattr(exploring, "POSITIONS", 10**9)
    page = tmp_path / "deal.html"
    page.write_text("before")
    interrupt_at_work()
    code, out, err = ask("endgame", "--seed", 42, "-p", 3, "--page", page)
    assert (code, err) == (codes.INTERRUPTED, f"interrupted: the page is not written to {page}\n")
    assert "25 of 25" in out
    assert page.read_text() == "before"
