"""A browser and a server for all tests of the page; each test has pages of its own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.support.browsers import ADVICE, FLAGS, NOT_FOUND, find_chromium, insists
from tests.web.browser.serving import serving
from tests.web.browser.watching import PATIENCE, Watched


def pytest_itemcollected(item: pytest.Item) -> None:
    """Leave to `--size check` only those that ask for it: half a minute is short for a browser."""
    if item.get_closest_marker("check_takes") is None:
        item.add_marker(pytest.mark.check_takes(0))


# For the package, not for the session: playwright keeps an event loop running, which would be in
# the way of other tests that start one.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        path = find_chromium(lambda: playwright.chromium.executable_path)
        if path is None:
            (pytest.fail if insists() else pytest.skip)(f"{NOT_FOUND}: {ADVICE}")
        with playwright.chromium.launch(executable_path=path, args=list(FLAGS)) as browser:
            yield browser


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server."""
    with serving(tmp_path_factory.mktemp("server") / "log") as (address, _):
        yield address


@pytest.fixture
def watched(browser: Browser) -> Iterator[Watched]:
    """Opens pages; what goes wrong in them fails the test."""
    watched = Watched(browser)
    yield watched
    faults = watched.close()
    assert not faults, "\n".join(faults)


@pytest.fixture
def page(watched: Watched) -> Page:
    return watched.open()
