"""A played game on the page: its value over the turns, its mistakes, each player's part."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Page, expect

from solver.game.deals import Deal
from solver.game.position import Position
from solver.hanab_live.games import game_to_json
from tests.support.endgames import usual
from tests.web.browser.asking import open_text, program


def played() -> dict[str, Any]:
    """A game of two with mistakes."""
    deal, random = Deal.from_seed("p2v0s12"), Random(5)
    position, line = Position.start(deal), []
    while position.outcome() is None:
        line.append(usual(position, random, 0.9))
        position = position.push(line[-1])
    return game_to_json(deal, line)


def test_the_review_is_the_programs(server: str, page: Page, tmp_path: Path) -> None:
    game = json.dumps(played())
    path = tmp_path / "game.json"
    path.write_text(game, encoding="utf-8")
    told = program("replay", str(path))
    page.goto(server)
    open_text(page, game)
    expect(page.locator("#review .sentence")).to_be_visible()
    turns = told["turns"]
    shown = page.locator("#line .turn .worth").all_inner_texts()
    assert shown == [str(turn["after"]) for turn in turns]
    mistakes = [turn for turn in turns if turn["before"] != turn["after"]]
    expect(page.locator("#line .turn.mistake")).to_have_count(len(mistakes))
    expect(page.locator("#bars .bar.mistake")).to_have_count(len(mistakes))
    rows = page.locator("#review table").last.locator("tbody tr")
    expect(rows).to_have_count(2)
    lost = sum(turn["before"] - turn["after"] for turn in mistakes)
    points = rows.locator("td:nth-of-type(3)").all_inner_texts()
    assert sum(map(int, points)) == lost


def test_to_the_next_mistake_and_what_was_better(server: str, page: Page) -> None:
    page.goto(server)
    open_text(page, json.dumps(played()))
    expect(page.locator("#review .sentence")).to_be_visible()
    page.keyboard.press("n")
    first = page.locator(".turn.mistake").first.locator(".number").inner_text().rstrip(".")
    expect(page.locator("[data-count=turn] dd")).to_have_text(first)
    page.get_by_role("button", name="Show a better line").click()
    expect(page.locator("#film .film-words")).not_to_be_empty()
    page.keyboard.press("Escape")
    page.keyboard.press("End")
    page.get_by_role("button", name="Show a better line").click()
    page.get_by_role("button", name="Go on from here").click()  # from the mistake, not from the end
    expect(page.locator("#line li")).to_have_count(int(first))
    page.get_by_role("button", name="Next mistake").click()
    page.get_by_role("button", name="Next mistake").click()
    expect(page.locator("[data-count=turn] dd")).not_to_have_text(first)
