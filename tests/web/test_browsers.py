"""Which browser is found, and what is said without one."""

from __future__ import annotations

from pathlib import Path

from tests.support.browsers import find_chromium, insists, left_out


def test_a_named_browser_comes_first() -> None:
    system = {"chromium": "/usr/bin/chromium", "mine": "/opt/mine"}.get
    named = {"HANABI_SOLVE_CHROMIUM": "mine"}
    assert find_chromium(str, named, system) == "/opt/mine"
    assert find_chromium(str, {}, system) == "/usr/bin/chromium"


def test_a_wrong_name_is_not_passed_over() -> None:
    named = {"HANABI_SOLVE_CHROMIUM": "none-of-this-name"}
    assert find_chromium(str, named, {"chromium": "/usr/bin/chromium"}.get) is None


def test_the_last_one_is_playwrights_own(tmp_path: Path) -> None:
    own = tmp_path / "chrome"
    nothing: dict[str, str] = {}
    assert find_chromium(lambda: str(own), {}, nothing.get) is None
    own.touch()
    assert find_chromium(lambda: str(own), {}, nothing.get) == str(own)


def test_where_a_browser_is_insisted_on() -> None:
    assert insists({"HANABI_SOLVE_INSIST": "1"}) and insists({"CI": "true"})
    assert not insists({}) and not insists({"CI": "false"})


def test_what_was_left_out() -> None:
    assert "so 1 test of the page was not run; install" in left_out(1)
    assert "so 12 tests of the page were not run; install" in left_out(12)
