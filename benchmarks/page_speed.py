"""How fast the page is: first paint of a file, values after opening, tries in a row."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import Any
from urllib.parse import urlencode

from playwright.sync_api import Browser, Page, expect, sync_playwright

from benchmarks.chance_positions import PLAYERS, late_positions
from solver import Position
from solver.notation.positions import position_to_text
from tests.support.browsers import ADVICE, FLAGS, NOT_FOUND, find_chromium
from tests.web.browser.serving import serving

PILE = 6
TRIES = 100
# The browser's own clock: from the start of loading to what the page has to show.
FIRST_PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
VALUES_THERE = """() => new Promise(resolve => {
    const look = () => document.querySelector("#moves")?.getAttribute("aria-busy") === "false"
        ? resolve(performance.now()) : requestAnimationFrame(look);
    look();
})"""
# On a page that is there already: from opening a position to its last value.
OPEN_POSITION = """address => new Promise(resolve => {
    const start = performance.now();
    document.querySelector("#moves").setAttribute("aria-busy", "true");
    const look = () => document.querySelector("#moves").getAttribute("aria-busy") === "false"
        ? resolve(performance.now() - start) : requestAnimationFrame(look);
    location.hash = address;
    look();
})"""
# Asks for values as the page does, one try after the other.
TRY_MOVES = """async ([opening, keys]) => {
    const start = performance.now();
    for (const key of keys) {
        const reply = await fetch("/page/values", {
            method: "POST",
            headers: { "Content-Type": "application/json" },
            body: JSON.stringify({ opening, path: [key], pile: "known" }),
        });
        const lines = (await reply.text()).trim().split("\\n");
        if (!JSON.parse(lines.at(-1)).is_done) throw new Error("a try was not answered");
    }
    return performance.now() - start;
}"""


def page_speed(number: int) -> None:
    """Print what a user waits for, with this many positions for each number of players."""
    chosen = [
        position
        for players in PLAYERS
        for position in islice(late_positions(players, PILE), number)
    ]
    expect.set_options(timeout=60_000)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        path = find_chromium(lambda: playwright.chromium.executable_path)
        if path is None:
            sys.exit(f"{NOT_FOUND}: {ADVICE}")
        with (
            playwright.chromium.launch(executable_path=path, args=list(FLAGS)) as browser,
            serving(Path(folder) / "log") as (address, _),
        ):
            _first_paint(browser, Path(folder), chosen[0])
            _values(browser, address, chosen)
            _tries(browser, address, chosen)


def _first_paint(browser: Browser, folder: Path, position: Position) -> None:
    path = folder / "endgame.html"
    start = perf_counter()
    command = [sys.executable, "-m", "cli", "endgame", "--text", position_to_text(position)]
    subprocess.run([*command, "--page", str(path)], check=True, capture_output=True)
    print(f"self-contained file: {path.stat().st_size / 1e6:.2f} MB", end=", ")
    print(f"written in {perf_counter() - start:.1f} s")
    times = []
    for _ in range(5):
        page = browser.new_page()
        page.goto(path.as_uri())
        there = page.evaluate(VALUES_THERE)
        times.append((page.evaluate(FIRST_PAINT), there))
        page.close()
    paint, there = (sorted(column)[2] for column in zip(*times, strict=True))
    print(f"  first paint after {paint:.0f} ms, values after {there:.0f} ms (goal 1000)")


def _values(browser: Browser, address: str, chosen: list[Position]) -> None:
    page = browser.new_page()
    page.goto(address)
    expect(page.locator("#version")).not_to_be_empty()
    for pile in ("known", "unknown"):
        times = []
        for position in chosen:
            fields = {"open": position_to_text(position), "pile": pile}
            times.append(page.evaluate(OPEN_POSITION, f"#{urlencode(fields)}"))
            _check(page)
        times.sort()
        print(
            f"all values of a position with {PILE} cards in the pile, {pile}: median "
            f"{times[len(times) // 2]:.0f} ms, slowest {times[-1]:.0f} ms after opening (goal 200)"
        )


def _check(page: Page) -> None:
    assert page.locator("#moves .move-row").count() > 0
    assert page.locator("#sentence.refused").count() == 0


def _tries(browser: Browser, address: str, chosen: list[Position]) -> None:
    page = browser.new_page()
    page.goto(address)
    total, number = 0.0, 0
    for position in chosen:
        opening = {"text": position_to_text(position)}
        table: dict[str, Any] = page.request.post(
            f"{address}/page/open", data={"opening": opening}
        ).json()
        keys = [move["key"] for move in table["boards"][0]["moves"]]
        total += page.evaluate(TRY_MOVES, [opening, keys])
        number += len(keys)
        if number >= TRIES:
            break
    print(f"{number} tries in a row: {1000 * number / total:.0f} a second (goal 20)")
