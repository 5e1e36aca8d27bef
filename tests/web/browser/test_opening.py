"""Open a deal, a game or a position on the page: typed, pasted, or as a file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from solver.game.deals import Deal
from solver.hanab_live.games import game_to_json
from solver.hanab_live.links import link_of
from solver.search.many import solve
from tests.web.browser.asking import open_text, wait_for_values
from tests.web.browser.watching import Watched

POSITION = (
    "hands r5 y5 b1 b1 r2 / p5 g2 b2 r4 r1 / r4 g1 y1 r1 y2; pile -; "
    "fireworks r3 y4 g5 b5 p4; tokens 1; to move Bob; turns left 3"
)
HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "'; drop table deals; --",
    "{" * 2000,
    "javascript:alert(1)",
]


@pytest.mark.check_takes(1)
def test_by_seed(server: str, page: Page) -> None:
    page.goto(server)
    open_text(page, "42")
    expect(page.locator("#title")).to_have_text("p3v0s42, 3 players, base")
    wait_for_values(page)
    expect(page.locator("#sentence")).to_have_text("25 of 25 can still be reached.")
    assert "open=p3v0s42" in page.url


def test_by_seed_with_players_and_rules(server: str, page: Page) -> None:
    page.goto(server)
    page.get_by_label("Players", exact=True).first.select_option("4")
    page.get_by_text("Rules: base").first.click()
    page.get_by_label("avalanche-5").first.check()
    open_text(page, "7")
    expect(page.locator("#title")).to_contain_text("4 players, avalanche-5")
    expect(page.locator("#board .stack")).to_have_count(6)


def test_by_link(server: str, page: Page) -> None:
    deal = Deal.from_seed("p2v0s3")
    line = solve(deal).line
    page.goto(server)
    open_text(page, link_of(deal, line) + "#5")
    expect(page.locator("#line li")).to_have_count(len(line))
    expect(page.locator("[data-count=turn] dd")).to_have_text("5")


def test_by_the_json_of_a_game_and_by_a_file(server: str, page: Page, tmp_path: Path) -> None:
    deal = Deal.from_seed("p3v0s8")
    text = json.dumps(game_to_json(deal, solve(deal).line))
    page.goto(server)
    open_text(page, text)
    expect(page.locator("#review .sentence")).to_contain_text("The game scored 25 of 25")
    path = tmp_path / "game.json"
    path.write_text(text, encoding="utf-8")
    page.goto(server)
    page.locator("#file").set_input_files(path)
    expect(page.locator("#review .sentence")).to_contain_text("The game scored 25 of 25")


def test_by_dropping_a_file(server: str, page: Page) -> None:
    page.goto(server)
    expect(page.locator("#welcome")).to_be_visible()
    page.evaluate(
        """text => {
            const data = new DataTransfer();
            data.items.add(new File([text], "position.txt"));
            document.body.dispatchEvent(
                new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
        }""",
        POSITION,
    )
    expect(page.locator(".hand.to-move .name")).to_have_text("Bob")


def test_by_its_parts(server: str, page: Page) -> None:
    page.goto(server)
    open_text(page, POSITION)
    wait_for_values(page)
    expect(page.locator("#sentence")).to_have_text(
        "The most that can still be reached is 24 of 25."
    )


def test_a_random_deal_is_another_one_each_time(server: str, page: Page) -> None:
    page.goto(server)
    title = page.locator("#title")
    for _ in range(3):
        before = title.text_content() or ""
        page.get_by_role("button", name="A random deal").click()
        expect(title).not_to_have_text(before)
        expect(title).to_contain_text("3 players, base")


def test_wrong_input_is_refused_at_the_field(server: str, watched: Watched) -> None:
    watched.expect("400")
    page = watched.open()
    page.goto(server)
    open_text(page, "hands r9 / r1; tokens 3")
    error = page.locator("#open-error")
    expect(error).to_contain_text("r9")
    field = page.get_by_label("Seed, link, game or position")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_be_focused()
    open_text(page, "42")
    expect(error).to_be_hidden()


@pytest.mark.parametrize("text", HOSTILE)
def test_what_is_typed_stays_text(server: str, watched: Watched, text: str) -> None:
    watched.expect("400")
    page = watched.open()
    page.on("dialog", lambda dialog: pytest.fail(f"a script ran: {dialog.message}"))
    page.goto(server)
    open_text(page, text)
    expect(page.locator("#open-error")).not_to_be_empty()
    assert page.locator("img, #open-error script").count() == 0


def test_names_stay_text(server: str, page: Page) -> None:
    name = "<img src=x>"
    page.on("dialog", lambda dialog: pytest.fail(f"a script ran: {dialog.message}"))
    deal = Deal.from_seed("p2v0s3")
    game = game_to_json(deal, solve(deal).line) | {"players": [name, 'Bob" onclick="alert(1)']}
    page.goto(server)
    open_text(page, json.dumps(game))
    expect(page.locator(".hand .name").first).to_have_text(name)
    expect(page.locator("#review .sentence")).to_be_visible()
    assert page.locator("img").count() == 0
    page.reload()
    expect(page.locator(".hand .name").first).to_have_text(name)


@pytest.mark.parametrize(
    "hash_",
    [
        "#open=%3Cscript%3Ealert(1)%3C/script%3E",
        "#open=42&players=x&path=zz&at=-1",
        "#learn=x&grade=%22",
    ],
)
def test_a_spoiled_address_is_no_accident(server: str, watched: Watched, hash_: str) -> None:
    watched.expect("400")
    page = watched.open()
    page.on("dialog", lambda dialog: pytest.fail(f"a script ran: {dialog.message}"))
    page.goto(f"{server}/{hash_}")
    shown = page.locator("#trouble, #title, #question, #learn-status")
    expect(shown.filter(visible=True).filter(has_text="a").first).to_be_visible()
