"""The line that shows progress on a terminal, and what Ctrl-C leaves."""

from __future__ import annotations

import io
import os
import re
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import cli.commands.exercise
from cli.terminal import codes, output
from solver import Rules
from solver.exercises.exercise import Exercise
from solver.exercises.making import make
from tests.support.asking import ask
from tests.support.processes import COMMAND, ENVIRONMENT, PATIENCE, wait_until

pty = pytest.importorskip("pty")


class Terminal:
    """A command whose streams are all one terminal."""

    def __init__(self, *args: object) -> None:
        self.screen, inner = pty.openpty()
        self.seen = ""
        self.process = subprocess.Popen(
            [*COMMAND, *map(str, args)],
            env=ENVIRONMENT | {"NO_COLOR": "1"},
            stdin=inner,
            stdout=inner,
            stderr=inner,
        )
        os.close(inner)

    def read_until(self, pattern: str) -> None:
        while not re.search(pattern, self.seen):
            self.seen += os.read(self.screen, 4096).decode()

    def stop(self) -> tuple[int, str]:
        """Press Ctrl-C; the exit code, and all that was on the screen."""
        self.process.send_signal(signal.SIGINT)
        try:
            while part := os.read(self.screen, 4096):
                self.seen += part.decode()
        except OSError:  # the other end is closed
            pass
        return self.process.wait(PATIENCE), self.seen.replace("\r\n", "\n")


@contextmanager
def terminal(*args: object) -> Iterator[Terminal]:
    made = Terminal(*args)
    try:
        yield made
    finally:
        made.process.kill()
        os.close(made.screen)


def without_progress(seen: str) -> str:
    """What stays on the screen."""
    return re.sub(r"[^\n]*\r\x1b\[K", "", seen)


def test_deals_on_a_terminal() -> None:
    args = ("--lost", "-p", 3, "--count", 1_000_000, "--memory", 4)
    with terminal("deals", *args) as shown:
        shown.read_until("[1-9][0-9,]* of 1,000,000 found among [0-9,]+ seeds …")
        code, seen = shown.stop()
    assert code == codes.INTERRUPTED
    *seeds, note = without_progress(seen).splitlines()
    assert seeds and all(re.fullmatch(r"p3v0s\d+", seed) for seed in seeds)
    assert re.fullmatch(rf"interrupted: {len(seeds):,} found among [0-9,]+ seeds", note)


def test_a_sheet_that_is_interrupted_on_a_terminal(tmp_path: Path) -> None:
    sheet = tmp_path / "x.html"
    with terminal("exercise", "--count", 1_000, "--deals", 1_000_000, "--sheet", sheet) as shown:
        shown.read_until("[1-9][0-9]* of 1000 found, [0-9,]+ of 1,000,000 deals searched …")
        code, seen = shown.stop()
    assert code == codes.INTERRUPTED
    note = re.fullmatch(
        rf"interrupted: (\d+) of 1,000 exercises found, and written to {sheet}\n",
        without_progress(seen),
    )
    assert note is not None
    assert sheet.read_text().count("to move. Which") == int(note[1])


@pytest.mark.parametrize("number", [0, 2])
def test_ctrl_c_keeps_what_was_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    def stopped(*args: object, **settings: object) -> Iterator[Exercise]:
        made = make(Rules.named("base"), 3)
        for _ in range(number):
            yield next(made)
        raise KeyboardInterrupt

    monkeypatch.setattr(cli.commands.exercise, "make", stopped)
    found = f"interrupted: {number} of 50 exercises found"
    answer = ask("exercise", "--count", 50, "--json")
    assert (answer.code, answer.err) == (codes.INTERRUPTED, f"{found}\n")
    assert len(answer.lines) == number
    for name in ("x.html", "x.md"):
        sheet = tmp_path / name
        where = f", and written to {sheet}" if number else ""
        answer = ask("exercise", "--count", 50, "--sheet", sheet)
        assert answer == (codes.INTERRUPTED, "", f"{found}{where}\n")
        assert sheet.exists() == bool(number)


class FakeTerminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_what_was_said_before_does_not_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is asked for Enter must not see it below the question."""
    screen = FakeTerminal()
    monkeypatch.setattr("sys.stderr", screen)
    monkeypatch.setattr(output, "PATIENCE", 0.01)
    with output.Progress() as progress:
        progress.say("one")
        wait_until(lambda: "one" in screen.getvalue())
        progress.say("two")
        output.note("Enter?")
        time.sleep(0.3)  # longer than it takes to write a new text
        assert screen.getvalue().endswith("Enter?\n")
        progress.say("three")
        wait_until(lambda: screen.getvalue().endswith("three"))
    assert screen.getvalue().endswith("\r\x1b[K")


def test_nothing_is_shown_where_there_is_no_terminal() -> None:
    code, _, err = ask("deals", "--lost", "-p", 2, "--count", 1, "--memory", 4)
    assert (code, err) == (codes.ANSWERED, "")
