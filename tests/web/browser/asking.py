"""What the program itself says, to compare the page with."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

from playwright.sync_api import Page, expect

from tests.support.places import ROOT


def program(*arguments: str, given: str | None = None) -> dict[str, Any]:
    """The answer of a command as JSON."""
    command = [sys.executable, "-m", "cli", *arguments, "--json"]
    done = subprocess.run(
        command, cwd=ROOT, input=given, capture_output=True, text=True, check=True
    )
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def open_text(page: Page, text: str) -> None:
    """Type something into the form and open it."""
    page.get_by_label("Seed, link, game or position").fill(text)
    page.get_by_role("button", name="Open", exact=True).click()


def wait_for_values(page: Page) -> None:
    """Until every move of the board has its value."""
    expect(page.locator("#moves")).to_have_attribute("aria-busy", "false")


def shown_values(page: Page) -> dict[tuple[str, str], str]:
    """The labels on the buttons of the board, by kind and card."""
    found = page.locator("#board button.move").evaluate_all(
        """buttons => buttons.map(button => [
            button.classList[1],
            button.closest("[data-card]")?.dataset.card ?? "",
            button.querySelector(".worth").textContent,
        ])"""
    )
    return {(kind, card): label for kind, card, label in found}
