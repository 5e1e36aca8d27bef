"""How much is tested: `--size check`, `test` (the default) or `long`.

`check` is a cross-section of everything in half a minute, for the inner loop. `test` is everything
that matters, in a few minutes. `long` goes on where `test` stops: the same tests with thousands of
random deals more, and only those that have more to try.
"""

from __future__ import annotations

import signal
from collections import defaultdict
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests.support import browsers, sizes

# Those that `--size check` takes of each test, if the test does not say another number.
CASES = 3
# In all, over the tests that compare small deals with the plain twin.
SMALL_DEALS = 800


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--size",
        choices=sizes.SIZES,
        default="test",
        help="how much to test: a cross-section in half a minute (check), what matters (test, the "
        "default), or the random deals beyond that (long)",
    )
    parser.addoption(
        "--deals",
        type=int,
        metavar="N",
        help=f"the number of small deals to compare with the plain twin, in all (--size test: "
        f"{SMALL_DEALS})",
    )
    parser.addoption(
        "--sat",
        type=int,
        default=1,
        metavar="N",
        help="with --size long: the first N lost deals of each cell to compare with SAT (default: "
        "%(default)s)",
    )


def pytest_configure(config: pytest.Config) -> None:
    sizes.chosen = config.getoption("--size")
    # The same examples every time, however busy the machine is.
    settings.register_profile(
        "sized",
        max_examples=sizes.sized(100),
        deadline=None,
        derandomize=True,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
    )
    settings.load_profile("sized")
    # Tests of Ctrl-C work also in a run that a script started in the background, without it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    # A few tests take as long as hundreds of others: who has nothing left takes from the other.
    if getattr(config.option, "dist", None) == "load":
        config.option.dist = "worksteal"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what the size does not ask for."""
    if sizes.chosen == "check":
        kept = set(_cross_section(items))
    elif sizes.chosen == "test":
        kept = {item for item in items if not item.get_closest_marker("long")}
    else:
        kept = {item for item in items if _goes_on(item)}
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = [item for item in items if item in kept]


def _cross_section(items: list[pytest.Item]) -> Iterator[pytest.Item]:
    """All tests, but of each only a few cases, which are spread evenly over the others."""
    cases: defaultdict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if not item.get_closest_marker("long"):
            cases[item.nodeid.partition("[")[0]].append(item)
    for same in cases.values():
        mark = same[0].get_closest_marker("check_takes")
        number = min(mark.args[0] if mark else CASES, len(same))
        yield from (same[n * len(same) // number] for n in range(number))


def _goes_on(item: pytest.Item) -> bool:
    """Whether the test has more to try than in `--size test`."""
    return (
        item.get_closest_marker("long") is not None
        or item.get_closest_marker("grows") is not None
        or "deals" in getattr(item, "fixturenames", ())
    )


@pytest.fixture
def deals(request: pytest.FixtureRequest) -> int:
    """The number of small deals that `--deals` or `--size` asks for, in all."""
    number: int | None = request.config.getoption("--deals")
    return sizes.sized(SMALL_DEALS) if number is None else number


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what was left out for want of a browser."""
    skipped = terminalreporter.getreports("skipped")
    number = sum(browsers.NOT_FOUND in str(report.longrepr) for report in skipped)
    if number:
        terminalreporter.write_line(browsers.left_out(number))
