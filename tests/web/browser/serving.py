"""The program's own server, started as a user does."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.places import ROOT

ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+")
# Seconds, on a machine that is busy.
PATIENCE = 60


@contextmanager
def serving(log: Path, *options: str) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """A server at a port that is free: its address without a slash at the end, and its process."""
    command = [sys.executable, "-m", "cli", "serve", "--no-open", *options]
    with log.open("wb") as to:
        process = subprocess.Popen(command, cwd=ROOT, stdout=to, stderr=subprocess.STDOUT)
    try:
        yield _address(log, process), process
    finally:
        process.terminate()
        process.wait(PATIENCE)


def _address(log: Path, process: subprocess.Popen[bytes]) -> str:
    """The address that the server says it has, once it says so."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and process.poll() is None:
        if found := ADDRESS.search(log.read_text(encoding="utf-8")):
            return found[0]
        time.sleep(0.02)
    raise AssertionError(f"the server did not start:\n{log.read_text(encoding='utf-8')}")
