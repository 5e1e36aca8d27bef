"""What the other tests rely on: a page cannot go wrong unseen."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.web.browser.watching import Watched


@pytest.mark.parametrize(
    ("script", "fault"),
    [
        ("console.error('a cry')", "console: a cry"),
        ("console.warn('a murmur')", "console: a murmur"),
        ("throw new Error('a fall')", "uncaught: a fall"),
        ("Promise.reject(new Error('a promise'))", "uncaught: a promise"),
        ("fetch('https://elsewhere.example/').catch(() => 0)", "request: https://elsewhere"),
    ],
)
def test_faults_are_noted(browser: Browser, script: str, fault: str) -> None:
    watched = Watched(browser)
    page = watched.open()
    page.goto("data:text/html,<title>before</title>")
    page.evaluate(f"setTimeout(() => {{ {script} }}, 0)")
    page.wait_for_timeout(200)
    assert any(noted.startswith(fault) for noted in watched.close())


def test_what_is_expected_is_no_fault(browser: Browser) -> None:
    watched = Watched(browser)
    watched.expect("a cry")
    page = watched.open(offline=True)
    page.goto("data:text/html,<script>console.error('a cry')</script>")
    assert watched.close() == []
