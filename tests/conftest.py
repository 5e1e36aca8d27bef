"""Options of the test run."""

from __future__ import annotations

import signal

import pytest


def pytest_configure() -> None:
    """Let tests of Ctrl-C work in a run that a script started in the background, without it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--deals",
        type=int,
        default=2400,
        help="small deals to compare with the plain twin, in all (default: 2400)",
    )
    parser.addoption(
        "--sat",
        type=int,
        default=0,
        metavar="N",
        help="the first N lost deals of each cell to compare with SAT (default: none)",
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what only an option asks for."""
    if not config.getoption("--sat"):
        asked = [item for item in items if "long_run" not in getattr(item, "fixturenames", ())]
        config.hook.pytest_deselected(items=[item for item in items if item not in asked])
        items[:] = asked


@pytest.fixture
def deals(request: pytest.FixtureRequest) -> int:
    number: int = request.config.getoption("--deals")
    return number
