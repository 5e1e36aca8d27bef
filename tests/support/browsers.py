"""Where the browser is that the page is tested in, and what is said without one."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

NAMED_IN = "HANABI_SOLVE_CHROMIUM"
COMMANDS = ("chromium", "chromium-browser", "google-chrome", "chrome")
NOT_FOUND = "no Chromium was found"
ADVICE = f"install Debian's chromium, or name another one in {NAMED_IN}"

# As root it starts only without its sandbox, which is for strange pages; these are ours. It asks
# nobody anything: no other host has an address.
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)


def find_chromium(
    own: Callable[[], str],
    environment: Mapping[str, str] = os.environ,
    which: Callable[[str], str | None] = shutil.which,
) -> str | None:
    """The path of a Chromium: the one that is named, one of the system, or playwright's `own`."""
    named = environment.get(NAMED_IN)
    if named:
        return which(named)
    for command in COMMANDS:
        if path := which(command):
            return path
    return path if Path(path := own()).exists() else None


def insists(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether a missing browser is a fault: where everything has to be tested."""
    return bool(environment.get("HANABI_SOLVE_INSIST")) or environment.get("CI") == "true"


def left_out(number: int) -> str:
    """What the end of a run says about tests that had no browser."""
    tests = "1 test of the page was" if number == 1 else f"{number} tests of the page were"
    return f"left out: {NOT_FOUND}, so {tests} not run; {ADVICE}"
