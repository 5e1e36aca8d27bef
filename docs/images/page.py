"""Make the pictures of the page: `python -m docs.images.page`, with a Chromium on this machine."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from playwright.sync_api import Page, expect, sync_playwright

from solver.exercises.players import play_sensibly
from solver.game.deals import Deal
from solver.hanab_live.games import game_to_json
from tests.support.browsers import ADVICE, FLAGS, NOT_FOUND, find_chromium
from tests.web.browser.asking import open_text, wait_for_values
from tests.web.browser.serving import serving

FOLDER = Path(__file__).parent
ENDGAME = (
    "hands b2 b5 g3 r3 b1 / b4 y1 r1 y1 g2; pile y5 b1 b1 b3 b4 p1 p3; fireworks r5 y4 g5 b0 p5; "
    "tokens 6; to move Alice"
)
LAPTOP, PHONE = (1180, 760), (390, 844)


def main() -> None:
    """One picture of each of the main views."""
    expect.set_options(timeout=60_000)
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder) / "log") as (address, _):
        with opened(LAPTOP, "light") as page:
            page.goto(address)
            open_text(page, ENDGAME)
            page.get_by_role("button", name="Pile face down").click()
            wait_for_values(page)
            page.keyboard.press("w")
            take(page, "page-table")
        with opened(LAPTOP, "dark") as page:
            page.goto(address)
            open_text(page, json.dumps(game()))
            expect(page.locator("#review .sentence")).to_be_visible()
            page.keyboard.press("n")
            wait_for_values(page)
            take(page, "page-review")
        with opened(PHONE, "light") as page:
            page.goto(f"{address}/#learn=1&players=3&seed=r1")
            expect(page.locator("#question")).to_contain_text("to move")
            take(page, "page-exercise")


def game() -> dict[str, object]:
    """A game of three as people play it."""
    deal = Deal.from_seed("p3v0spicture")
    return game_to_json(deal, [action for _, action in play_sensibly(deal, Random(1))])


@contextmanager
def opened(size: tuple[int, int], scheme: str) -> Iterator[Page]:
    """A page of a browser with this size."""
    with sync_playwright() as playwright:
        path = find_chromium(lambda: playwright.chromium.executable_path)
        if path is None:
            raise SystemExit(f"{NOT_FOUND}: {ADVICE}")
        with playwright.chromium.launch(executable_path=path, args=list(FLAGS)) as browser:
            width, height = size
            yield browser.new_page(
                viewport={"width": width, "height": height},
                color_scheme="dark" if scheme == "dark" else "light",
            )


def take(page: Page, name: str) -> None:
    """Write what is on the screen, and nothing that moves."""
    page.screenshot(path=FOLDER / f"{name}.png", animations="disabled")


if __name__ == "__main__":
    main()
