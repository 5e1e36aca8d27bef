"""Self-contained files, opened from disk with the network off."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.support.places import ROOT
from tests.web.browser.asking import program, shown_values, wait_for_values
from tests.web.browser.test_learning import answer
from tests.web.browser.test_reviewing import played
from tests.web.browser.test_trying import ENDGAME
from tests.web.browser.watching import Watched


def kept(watched: Watched, path: Path, *arguments: str) -> Page:
    """Write a file with a command, and open it."""
    command = [sys.executable, "-m", "cli", *arguments, "--page", str(path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
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
