"""Options of the test run."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--deals",
        type=int,
        default=2400,
        help="small deals to compare with the plain twin, in all (default: 2400)",
    )


@pytest.fixture
def deals(request: pytest.FixtureRequest) -> int:
    number: int = request.config.getoption("--deals")
    return number
