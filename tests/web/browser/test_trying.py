"""Try moves on the board: values, undo and redo, addresses, the keyboard, what can go wrong."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from cli.views.parts.chances import percent
from tests.web.browser.asking import open_text, program, shown_values, wait_for_values
from tests.web.browser.serving import serving
from tests.web.browser.watching import Watched

# Chances of all kinds: 83.3 %, 65 %, 0 %; and with the pile face up 25 and 24.
ENDGAME = (
    "hands b2 b5 g3 r3 b1 / b4 y1 r1 y1 g2; pile y5 b1 b1 b3 b4 p1 p3; fireworks r5 y4 g5 b0 p5; "
    "tokens 6; to move Alice"
)
KINDS = {0: "play", 1: "discard"}


def told(answer: dict[str, Any]) -> Iterator[tuple[tuple[str, str], str]]:
    """The values that the program tells, by kind and card."""
    for move in answer["moves"]:
        value = move.get("max_score")
        label = str(value) if value is not None else percent(Fraction(move["win"]))
        yield (KINDS.get(move["type"], "clue"), move["card"] or ""), label


@pytest.mark.parametrize("pile", ["known", "unknown"])
def test_values_are_those_of_the_program(server: str, page: Page, pile: str) -> None:
    page.goto(server)
    open_text(page, ENDGAME)
    if pile == "unknown":
        page.get_by_role("button", name="Pile face down").click()
    wait_for_values(page)
    options = ["--unknown-pile"] if pile == "unknown" else []
    answer = program("endgame", "--text", ENDGAME, *options)
    shown = shown_values(page)
    compared = 0
    for move, label in told(answer):
        if move in shown:  # trash of several names is one move
            short = label.replace("above ", ">").replace("below ", "<").replace(" %", "%")
            assert shown[move] == short, move
            compared += 1
    assert compared == len(answer["moves"])
    rows = page.locator("#moves .move-try .worth").all_inner_texts()
    assert rows == [label for _, label in told(answer)]


def test_following_the_best_marks_leads_to_25(server: str, page: Page) -> None:
    page.goto(f"{server}/#open=p2v0s41&players=2")
    wait_for_values(page)
    page.get_by_role("button", name="Best line").click()
    page.get_by_role("button", name="On a turn").click()
    while page.get_by_role("button", name="On a turn").is_enabled():
        if page.locator("[data-count=pile] dd").inner_text() == "4":
            break
        page.keyboard.press("ArrowRight")
    page.get_by_role("button", name="Go on from here").click()
    expect(page.locator("#line li")).not_to_have_count(0)
    for _ in range(60):
        wait_for_values(page)
        if page.locator("#board .hand.to-move").count() == 0:
            break
        before = page.locator("#line li").count()
        best = page.locator("#board button.move.best")
        plays = page.locator("#board button.move.play.best")
        (plays if plays.count() else best).first.click()
        expect(page.locator("#line li")).to_have_count(before + 1)
    expect(page.locator("[data-count=score] dd")).to_have_text("25 of 25")
    expect(page.locator("#sentence")).to_contain_text("The game is over")


def test_undo_and_redo(server: str, page: Page) -> None:
    page.goto(server)
    open_text(page, ENDGAME)
    page.get_by_role("button", name="Play b1, slot 1").click()
    expect(page.locator(".hand.to-move .name")).to_have_text("Bob")
    expect(page.locator("[data-top=b1]")).to_be_visible()
    wait_for_values(page)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("[data-top=b1]")).to_have_count(0)
    wait_for_values(page)
    page.get_by_role("button", name="Redo").click()
    expect(page.locator("[data-top=b1]")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("[data-top=b1]")).to_have_count(0)
    page.keyboard.press("End")
    expect(page.locator("[data-top=b1]")).to_be_visible()
    page.keyboard.press("Home")
    expect(page.locator("[data-top=b1]")).to_have_count(0)


def test_an_address_opens_the_same_state(server: str, page: Page, watched: Watched) -> None:
    page.goto(server)
    open_text(page, ENDGAME)
    page.get_by_role("button", name="Play b1, slot 1").click()
    expect(page.locator(".hand.to-move .name")).to_have_text("Bob")
    page.get_by_role("button", name="Discard g2, slot 1").click()
    page.get_by_role("button", name="Pile face down").click()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("[data-top=b1]")).to_be_visible()
    wait_for_values(page)
    other = watched.open()
    other.goto(page.url)
    wait_for_values(other)
    for place in ("#title", "#board", "#sentence", "#moves"):
        expect(other.locator(place)).to_have_text(
            page.locator(place).inner_text(), use_inner_text=True
        )
    other.get_by_role("button", name="Redo").click()
    expect(other.locator("#board .discards")).to_contain_text("g2")


def test_a_link_leads_to_the_site(server: str, page: Page) -> None:
    page.goto(f"{server}/#open=p2v0s41")
    page.evaluate("window.open = address => { document.documentElement.dataset.opened = address; }")
    page.get_by_role("tab", name="Line").click()
    page.get_by_role("button", name="On hanab.live").click()
    # Not wait_for_function: it asks by eval, which the page forbids unless the first look suffices.
    address = re.compile(r"^https://hanab\.live/shared-replay-json/2")
    expect(page.locator("html")).to_have_attribute("data-opened", address)


def test_with_the_keyboard_alone(server: str, page: Page) -> None:
    page.goto(server)
    expect(page.locator("#version")).not_to_be_empty()
    page.keyboard.press("o")
    page.keyboard.type(ENDGAME)
    page.keyboard.press("Enter")
    wait_for_values(page)
    page.keyboard.press("a")
    expect(page.locator("#pending")).to_contain_text("slot")
    page.keyboard.press("1")
    expect(page.locator("[data-top=b1]")).to_be_visible()
    page.keyboard.press("d")
    page.keyboard.press("1")
    expect(page.locator("#line li")).to_have_count(2)
    page.keyboard.press("c")
    expect(page.locator("#line li")).to_have_count(3)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("u")
    expect(page.get_by_role("button", name="Pile face down")).to_have_attribute(
        "aria-pressed", "true"
    )
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("Discard a card")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()


def test_the_server_stops_while_somebody_waits(watched: Watched, tmp_path: Path) -> None:
    watched.expect("ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE")
    page = watched.open()
    with serving(tmp_path / "log") as (address, _):
        page.goto(address)
        open_text(page, ENDGAME)
        wait_for_values(page)
    page.get_by_role("button", name="Play b1, slot 1").click()
    expect(page.get_by_role("alert").filter(visible=True)).to_contain_text(
        "The server does not answer"
    )
    expect(page.get_by_role("button", name="Try again").filter(visible=True)).to_be_visible()


def test_values_move_nothing(server: str, page: Page) -> None:
    """What is on the board stays where it is while values arrive."""
    page.goto(server)
    open_text(page, ENDGAME)
    expect(page.locator("#board .hand.to-move")).to_be_visible()
    places = """() => [...document.querySelectorAll("#board .card, #board button, #tabs")]
        .map(element => JSON.stringify(element.getBoundingClientRect()))"""
    page.get_by_role("button", name="Play b1, slot 1").click()
    expect(page.locator(".hand.to-move .name")).to_have_text("Bob")
    before = page.evaluate(places)
    wait_for_values(page)
    assert page.evaluate(places) == before


def test_moves_made_fast_are_all_made(server: str, page: Page) -> None:
    page.goto(f"{server}/#open=p2v0s41")
    wait_for_values(page)
    for _ in range(8):  # there are so many tokens
        page.keyboard.press("c")
    expect(page.locator("#line li")).to_have_count(8)
    expect(page.locator("[data-count=tokens] dd")).to_contain_text("0 of 8")
    page.locator("#board button.move.discard").first.dblclick()
    expect(page.locator("#line li")).not_to_have_count(8)


def test_several_ways_to_play_a_card(server: str, page: Page) -> None:
    """A button shows the best of them, and asks which one is meant."""
    page.goto(server)
    open_text(
        page,
        "rules flamboyants; hands r5 r1 r1 r2 r3 / y5 g1 g1 g2 b1; pile b1 p1; "
        "fireworks r4 y3 g5 b5 p5; tiles 6 3 4; tokens 3",
    )
    wait_for_values(page)
    play = page.get_by_role("button", name="Play r5, slot 5: 25, keeps the best")
    play.click()
    ways = page.get_by_role("dialog").get_by_role("button")
    expect(ways.filter(has_text="25")).to_have_count(1)
    ways.filter(has_text="25").click()
    expect(page.locator("[data-top=y4]")).to_be_visible()


def test_unseen_cards_are_dealt(server: str, page: Page) -> None:
    page.goto(server)
    open_text(page, ENDGAME.replace("b2 b5 g3", "? ? g3").replace("pile y5", "pile b2 b5 y5"))
    wait_for_values(page)
    page.get_by_role("button", name="Play the unknown card, slot 5").click()
    expect(page.get_by_role("alert").filter(visible=True)).to_contain_text("Deal the unseen cards")
    page.get_by_role("button", name="Deal the unseen cards").click()
    expect(page.locator("[data-card='?']")).to_have_count(0)
    wait_for_values(page)
    page.locator("#board button.move.discard").first.click()
    expect(page.locator("#line li")).to_have_count(1)
    page.go_back()
    expect(page.locator("[data-card='?']")).to_have_count(2)


def test_the_focus_stays_where_somebody_works(server: str, page: Page) -> None:
    page.goto(server)
    open_text(page, ENDGAME)
    wait_for_values(page)
    page.locator("#moves .move-try").first.press("Enter")
    expect(page.locator(".hand.to-move .name")).to_have_text("Bob")
    expect(page.locator(".hand.to-move")).to_be_focused()
    page.get_by_role("tab", name="Line").click()
    page.locator("#line .turn").first.focus()
    page.keyboard.press("ArrowLeft")
    wait_for_values(page)
    page.keyboard.press("b")
    expect(page.locator("#film")).to_be_visible()
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement !== document.body")


def test_the_last_card_is_played_from_the_pile(server: str, page: Page) -> None:
    page.goto(server)
    open_text(
        page,
        "rules deck-plays; hands b1 b1 r1 p2 p5 / r5 p4 b2 g2 y4; pile r4; "
        "fireworks r3 y5 g5 b5 p4; tokens 1; to move Bob",
    )
    wait_for_values(page)
    button = page.get_by_role("button", name="Play r4 from the pile: 25, keeps the best")
    expect(button.locator(".worth")).to_have_text("25")
    button.click()
    expect(page.locator("#board")).to_contain_text("The pile is empty.")
    expect(page.locator("[data-count='turns left'] dd")).to_have_text("2")


def test_a_message_goes_with_its_cause(server: str, watched: Watched, tmp_path: Path) -> None:
    """What could not be made is made by "Try again", once, and only where it was asked for."""
    watched.expect("ERR_|Failed to load")
    page = watched.open()
    alert = page.get_by_role("alert").filter(visible=True)
    with serving(tmp_path / "log") as (address, _):
        page.goto(f"{address}/#open=p2v0s41")
        wait_for_values(page)
    page.keyboard.press("c")
    expect(alert).to_contain_text("The server does not answer")
    port = address.rpartition(":")[2]
    with serving(tmp_path / "again", "--port", port):
        page.get_by_role("button", name="Try again").filter(visible=True).click()
        expect(page.locator("#line li")).to_have_count(1)
        expect(alert).to_have_count(0)


def test_a_move_and_a_step_back_at_once(server: str, page: Page) -> None:
    page.goto(f"{server}/#open=p2v0s41")
    wait_for_values(page)
    page.keyboard.press("c")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#line li")).to_have_count(1)
    expect(page.locator("[data-count=turn] dd")).to_have_text("1")


def test_exercises_and_back_leave_the_table_alive(server: str, page: Page) -> None:
    page.goto(f"{server}/#open=p2v0s41")
    wait_for_values(page)
    page.keyboard.press("b")
    expect(page.locator("#film")).to_be_visible()
    page.keyboard.press("l")
    expect(page.locator("#learn-view")).to_be_visible()
    page.go_back()
    expect(page.locator("#table-view")).to_be_visible()
    expect(page.locator("#film")).to_be_hidden()
    wait_for_values(page)
    page.keyboard.press("c")
    expect(page.locator("#line li")).to_have_count(1)


def test_values_that_are_shown_can_be_used(server: str, page: Page) -> None:
    """The last of them may be there long before the answer ends."""
    page.add_init_script(
        """
        const ask = window.fetch;
        window.fetch = async (...asked) => {
            const response = await ask(...asked);
            if (!String(asked[0]).endsWith("/values")) return response;
            const reader = response.body.getReader();
            const pull = async (stream) => {
                const { done, value } = await reader.read();
                if (done) return new Promise(() => {});
                stream.enqueue(value);
            };
            return new Response(new ReadableStream({ pull }), { headers: response.headers });
        };
        """
    )
    page.goto(f"{server}/#open=p2v0s41")
    wait_for_values(page)
    page.keyboard.press("b")
    expect(page.locator("#film")).to_be_visible()
