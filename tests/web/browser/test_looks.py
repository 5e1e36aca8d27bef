"""The page at all sizes, dark and light, for eyes and for readers of the screen."""

from __future__ import annotations

import json
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.web.browser.asking import open_text, wait_for_values
from tests.web.browser.test_reviewing import played
from tests.web.browser.watching import Watched

SIZES = {"phone": (390, 844), "laptop": (1280, 800), "wide": (1920, 1080)}
SERIOUS = ("serious", "critical")


def show(page: Page, server: str, view: str) -> None:
    """Bring up one of the main views."""
    if view == "welcome":
        page.goto(server)
        expect(page.locator("#welcome")).to_be_visible()
    elif view == "table":
        page.goto(f"{server}/#open=p5v0s4")
        wait_for_values(page)
    elif view == "rules":
        page.goto(server)
        page.get_by_text("Rules: base").first.click()
    elif view == "face down":
        page.goto(f"{server}/#open=p2v0s41&pile=unknown")
        expect(page.locator("#sentence.refused")).to_contain_text("pile")
    elif view == "review":
        page.goto(server)
        open_text(page, json.dumps(played()))
        expect(page.locator("#review .sentence")).to_be_visible()
        wait_for_values(page)
    elif view == "film":
        page.goto(f"{server}/#open=p3v0s42")
        wait_for_values(page)
        page.keyboard.press("b")
        expect(page.locator("#film")).to_be_visible()
    elif view == "keys":
        page.goto(server)
        page.get_by_role("button", name="Show the keys").click()
        expect(page.get_by_role("dialog")).to_be_visible()
    else:
        page.goto(f"{server}/#learn=1&players=3")
        expect(page.locator("#question")).to_contain_text("to move")
        page.get_by_role("button", name="Solution").click()


VIEWS = ("welcome", "rules", "table", "face down", "review", "film", "keys", "exercise")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("view", VIEWS)
def test_axe_finds_no_serious_fault(server: str, watched: Watched, view: str, scheme: str) -> None:
    watched.expect("400")
    page = watched.open(color_scheme=scheme)
    show(page, server, view)
    found: dict[str, Any] = Axe().run(page).response
    faults = [
        f"{fault['id']}: {node['html']}: {node['failureSummary']}"
        for fault in found["violations"]
        if fault["impact"] in SERIOUS
        for node in fault["nodes"]
    ]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("view", VIEWS)
def test_nothing_sticks_out(server: str, watched: Watched, view: str, size: str) -> None:
    watched.expect("400")
    width, height = SIZES[size]
    page = watched.open(viewport={"width": width, "height": height})
    show(page, server, view)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    outside = page.locator("body button:visible, body select:visible, .card:visible").evaluate_all(
        """(elements, width) => elements
            .filter(element => !element.closest(".scroll, .bars"))
            .filter(element => element.getBoundingClientRect().right > width + 1)
            .map(element => element.outerHTML)""",
        width,
    )
    assert not outside


def test_buttons_are_large_enough_for_a_thumb(server: str, watched: Watched) -> None:
    page = watched.open(viewport={"width": 390, "height": 844}, has_touch=True)
    show(page, server, "table")
    small = page.locator("#board button:visible").evaluate_all(
        """buttons => buttons.map(button => button.getBoundingClientRect())
            .filter(({ width, height }) => Math.min(width, height) < 24).length"""
    )
    assert small == 0


def test_dark_and_light_by_the_button(server: str, page: Page) -> None:
    page.goto(server)
    paper = "getComputedStyle(document.documentElement).backgroundColor"
    light = page.evaluate(paper)
    page.get_by_role("button", name="Dark or light").click()
    dark = page.evaluate(paper)
    assert dark != light
    page.reload()
    assert page.evaluate(paper) == dark
