"""Exercises on the page: solved, failed, hints and solutions, and what the browser remembers."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from tests.web.browser.asking import program

WISH = ("exercise", "--players", "3", "--seed", "1", "--count", "1")
ADDRESS = "#learn=1&players=3&rules=base&kind=judgement&seed=1"


def answer(page: Page, move: dict[str, Any]) -> None:
    """Choose a move of an exercise by its buttons."""
    if move["card"] is None:
        page.locator("#learn-board button.move.clue").click()
        return
    kind = ("play", "discard")[move["type"]]
    card = page.locator(f"#learn-board .hand.to-move [data-card={move['card']}]").first
    card.locator(f"button.move.{kind}").click()


def open_exercise(server: str, page: Page) -> dict[str, Any]:
    """Open the first exercise; what the program says about it."""
    told = program(*WISH)
    page.goto(f"{server}/{ADDRESS}")
    expect(page.locator("#question")).to_have_text(told["question"])
    return told


def test_an_exercise_solved(server: str, page: Page) -> None:
    told = open_exercise(server, page)
    expect(page.locator("#learn-moves li")).to_have_count(0)
    answer(page, told["solutions"][0])
    expect(page.locator("#verdict")).to_contain_text("Right.")
    expect(page.locator("#tally")).to_contain_text("Solved: 1 exercise.")
    expect(page.locator("#learn-moves li")).to_have_count(len(told["moves"]))
    expect(page.locator("#remarks")).to_contain_text(told["lesson"])
    page.reload()
    expect(page.locator("#tally")).to_contain_text("Solved: 1 exercise.")


def test_an_exercise_failed_and_tried_again(server: str, page: Page) -> None:
    told = open_exercise(server, page)
    wrong = next(move for move in told["moves"] if not move["keeps_best"])
    answer(page, wrong)
    expect(page.locator("#verdict")).to_contain_text("Wrong.")
    expect(page.locator("#learn-moves li")).to_have_count(0)  # no solution by accident
    labels = page.locator("#learn-board button.move .worth").all_inner_texts()
    assert not any(labels)
    page.get_by_role("button", name="Try again", exact=True).filter(visible=True).click()
    expect(page.locator("#verdict")).to_be_empty()
    answer(page, told["solutions"][0])
    expect(page.locator("#verdict")).to_contain_text("Right.")
    expect(page.locator("#tally")).to_contain_text("Solved: 0 exercises. To try again: 1.")
    page.get_by_role("button", name="Do 1 missed exercise again").click()
    answer(page, told["solutions"][0])
    expect(page.locator("#tally")).to_contain_text("Solved: 1 exercise. To try again: 0.")


def test_hints_come_one_by_one_and_the_solution_counts_as_missed(server: str, page: Page) -> None:
    open_exercise(server, page)
    hint = page.get_by_role("button", name="Hint")
    hint.click()
    expect(page.locator("#hints p")).to_have_count(1)
    expect(page.locator("#hints p").first).to_contain_text("Theme:")
    page.keyboard.press("h")
    expect(page.locator("#hints p")).to_have_count(2)
    expect(hint).to_be_disabled()
    page.keyboard.press("v")
    expect(page.locator("#learn-moves .move-row.best")).to_have_count(1)
    expect(page.locator("#learn-board button.move.best").first).to_be_visible()
    expect(page.locator("#tally")).to_contain_text("To try again: 1.")


def test_the_next_exercise_is_another_one_and_has_its_address(server: str, page: Page) -> None:
    open_exercise(server, page)
    setting = page.locator("#setting").inner_text()
    page.get_by_role("button", name="Next").click()
    expect(page.locator("#setting")).not_to_have_text(setting)
    assert "learn=2" in page.url
    second = page.locator("#setting").inner_text()
    page.reload()
    expect(page.locator("#setting")).to_have_text(second)


def test_a_refutation_on_the_board(server: str, page: Page) -> None:
    page.goto(f"{server}/#learn=1&players=4&rules=base&kind=puzzle&seed=1")
    expect(page.locator("#question")).to_contain_text("to move")
    page.keyboard.press("v")
    expect(page.locator("#learn-moves .move-row.worse").first).to_be_visible()
    page.locator("#learn-moves .show-film").last.click()
    words = page.locator("#learn-film .film-words")
    expect(words).to_contain_text("1.")
    page.keyboard.press("ArrowLeft")
    expect(words).to_have_text("The position.")
    page.keyboard.press("Escape")
    expect(page.locator("#learn-film")).to_be_hidden()


def test_by_grade_and_theme(server: str, page: Page) -> None:
    page.goto(f"{server}/#learn=")
    page.get_by_label("Grade").select_option("2")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("#setting")).to_contain_text("grade 2")
    page.get_by_label("Grade").select_option("")
    page.get_by_label("Theme").select_option("last-round-order")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("#setting")).to_contain_text("pile empty")
    to_table = page.get_by_role("button", name="Try moves on the table")
    expect(to_table).to_be_hidden()  # it would show the solution
    page.get_by_role("button", name="Solution").click()
    to_table.click()
    expect(page.locator("#board .hand.to-move")).to_be_visible()
