"""Self-contained files, opened from disk with the network off."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from cli.terminal import codes
from solver import Action, Deal
from solver.hanab_live.games import game_to_json
from tests.support.asking import ask
from tests.web.browser.asking import program, shown_values, wait_for_values
from tests.web.browser.test_learning import answer
from tests.web.browser.test_reviewing import played
from tests.web.browser.test_trying import ENDGAME
from tests.web.browser.watching import Watched
from web import exploring


def kept(watched: Watched, path: Path, *arguments: object) -> Page:
    """Write a file with a command, and open it."""
    assert ask(*arguments, "--page", path).code == codes.ANSWERED
    page = watched.open(offline=True)
    page.goto(path.as_uri())
    return page


def test_an_endgame(watched: Watched, tmp_path: Path) -> None:
    page = kept(watched, tmp_path / "endgame.html", "endgame", "--text", ENDGAME)
    wait_for_values(page)
    expect(page.locator("#sentence")).to_have_text("25 of 25 can still be reached.")
    known = shown_values(page)
    assert set(known.values()) == {"25", "24", "21"}
    page.get_by_role("button", name="Pile face down").click()
    expect(page.locator("#sentence")).to_contain_text("The chance of 25 points is 83.3 % (5/6)")
    page.get_by_role("button", name="Pile face up").click()
    for _ in range(30):  # along the best marks to the end
        wait_for_values(page)
        if page.locator("#board .hand.to-move").count() == 0:
            break
        before = page.locator("#line li").count()
        page.locator("#moves .move-try").first.click()
        expect(page.locator("#line li")).to_have_count(before + 1)
    expect(page.locator("[data-count=score] dd")).to_have_text("25 of 25")
    page.keyboard.press("Home")
    expect(page.locator("[data-count=score] dd")).to_have_text("19 of 25")
    address = page.url
    page.reload()
    wait_for_values(page)
    assert page.url == address


def test_a_game(watched: Watched, tmp_path: Path) -> None:
    game = tmp_path / "game.json"
    game.write_text(json.dumps(played()), encoding="utf-8")
    told = program("replay", str(game))
    page = kept(watched, tmp_path / "game.html", "replay", str(game))
    expect(page.locator("#review .sentence")).to_be_visible()
    shown = page.locator("#line .turn .worth").all_inner_texts()
    assert shown == [str(turn["after"]) for turn in told["turns"]]
    page.keyboard.press("n")
    wait_for_values(page)
    page.get_by_role("button", name="Show a better line").click()
    expect(page.locator("#film .film-words")).not_to_be_empty()


@pytest.mark.check_takes(1)
def test_exercises(watched: Watched, tmp_path: Path) -> None:
    options = ("exercise", "--players", "3", "--seed", "1")
    page = kept(watched, tmp_path / "exercises.html", *options, "--count", "3")
    told = program(*options, "--count", "1")
    expect(page.locator("#question")).to_have_text(told["question"])
    answer(page, told["solutions"][0])
    expect(page.locator("#verdict")).to_contain_text("Right.")
    expect(page.locator("#index button.solved")).to_have_count(1)
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_role("button", name="Exercise 2, grade")).to_have_attribute(
        "aria-current", "true"
    )


def test_any_of_equal_cards_can_be_taken(watched: Watched, tmp_path: Path) -> None:
    """Of moves that are the same a file holds one, and that one is made."""
    text = "hands r1 r1 r2 y1 r5 / g1 g1 y1 y2 g5; fireworks r4 g4 y2; tokens 1; turns left 2"
    page = kept(watched, tmp_path / "equal.html", "endgame", "--text", text)
    discards = page.locator("#board button.move.discard")
    for place in range(4):
        wait_for_values(page)
        discards.nth(place).click()
        expect(page.locator("#line li")).to_have_count(1)
        expect(page.locator("#line li")).to_contain_text("Alice discards")
        page.keyboard.press("ArrowLeft")
        expect(page.locator(".hand.to-move .name")).to_have_text("Alice")


def test_what_a_file_does_not_hold(
    watched: Watched, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exploring, "POSITIONS", 40)
    page = kept(watched, tmp_path / "endgame.html", "endgame", "--text", ENDGAME)
    trouble = page.get_by_role("alert").filter(visible=True)
    for _ in range(30):  # the worst moves lead away soon
        wait_for_values(page)
        before = page.locator("#line li").count()
        page.locator("#moves .move-try").last.click()
        expect(page.locator("#line li").nth(before).or_(trouble)).to_be_attached()
        if trouble.is_visible():
            break
    expect(trouble).to_contain_text("This file does not hold that position.")
    expect(page.locator("#board")).to_be_visible()


def test_hostile_names_stay_text(
    watched: Watched, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ["<img src=x onerror=x()>", "</script>'\"&amp;"]
    game = tmp_path / "game.json"
    line = [Action("clue"), Action("discard", 5)]
    value = game_to_json(Deal.from_seed(12, 2), line) | {"players": names}
    game.write_text(json.dumps(value), encoding="utf-8")
    monkeypatch.setattr(exploring, "POSITIONS", 1)
    page = kept(watched, tmp_path / "game.html", "replay", str(game))
    assert page.locator("#board .hand .name").all_inner_texts() == [
        name if len(name) <= 20 else f"{name[:19]}…" for name in names
    ]
