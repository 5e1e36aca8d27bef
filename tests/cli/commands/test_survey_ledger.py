"""`hanabi-solve survey --ledger`: what it says, what it refuses, and how it goes on."""

from __future__ import annotations

import os
import re
import signal
from pathlib import Path

import pandas
import pytest

import cli.terminal.survey_progress
import solver.survey.making
from cli.terminal import codes
from tests.support.asking import ask
from tests.support.processes import PYTHON, SMALL, started, wait_until

SMALL_SLICES = """
import solver.survey.making
import cli.app

solver.survey.making.LEDGER_SLICE = 50
cli.app.main()
"""
BLOCK = ["--starts", "1-10000000", *SMALL]


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, size in {"LEDGER_BLOCK": 20, "LEDGER_SLICE": 10}.items():
        monkeypatch.setattr(solver.survey.making, name, size)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "hard-2.csv"


HARD = ["-p", 2, "-r", "avalanche-5", "--memory", 4, "--jobs", 1]


def test_a_ledger_and_the_same_again(path: Path) -> None:
    command = ["survey", *HARD, "--ledger", path, "--starts"]
    first = ask(*command, "1-40")
    assert (first.code, first.err) == (codes.ANSWERED, "")
    total, done = first.out.splitlines()
    assert re.fullmatch(r".*: 40 deals in .* s; winnable .* % of 40, 0 undecided\.", total)
    assert done == "  counted: 2 of 2 blocks"
    more = ask("survey", "--ledger", path, "--starts", "1-60", "--memory", 4, "--jobs", 1)
    assert more.err == f"{path}: 2 of 3 blocks counted already\n"
    assert "20 deals in" in more.out and "% of 60, " in more.out
    again = ask(*command, "1-60")
    assert "nothing was left to do; winnable" in again.out
    frame = pandas.read_csv(path)
    assert frame["first"].tolist() == [1, 21, 41]
    assert (frame["perfect"] + frame["lost"] + frame["undecided"] == 20).all()


def test_progress_where_there_is_no_terminal(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli.terminal.survey_progress, "LOG_EVERY", 0)
    answer = ask("survey", *HARD, "--ledger", path, "--starts", "1-20")
    first, second = answer.err.splitlines()
    assert re.fullmatch(r"10/20 \S+/s \S+ left, winnable \S+ %, 0 undecided", first)
    assert second.startswith("20/20 ")


def test_verify(path: Path) -> None:
    ask("survey", *HARD, "--ledger", path, "--starts", "1-60")
    again = ["survey", "--ledger", path, "--memory", 4, "--jobs", 1, "--verify"]
    every = ask(*again, "all")
    assert (every.code, every.err) == (codes.ANSWERED, "")
    assert every.out == f"{path}: 3 of 3 blocks verified, 0 differ.\n"
    assert ask(*again, 2).out == f"{path}: 2 of 3 blocks verified, 0 differ.\n"
    one = ask(*again, "all", "--starts", "21-40")
    assert one.out == f"{path}: 1 of 1 block verified, 0 differ.\n"
    assert ask(*again, "some").code == codes.BAD_INPUT
    less = ask(*again, "all", "--nodes", 50)
    assert less.code == codes.DIFFERENT
    assert "cannot be compared: undecided here: " in less.out


def test_retry(path: Path) -> None:
    few = ask("survey", *HARD, "--nodes", 50, "--ledger", path, "--starts", "1-60")
    starts = pandas.read_csv(path)["undecided_starts"].dropna().astype(str).str.split(";").sum()
    named = re.search(r"  undecided: (.*)", few.out)
    assert named is not None and named[1].split(" and ")[0].split(", ") == starts[:20]
    compared = ask("survey", "--ledger", path, "--verify", "all", "--memory", 4, "--jobs", 1)
    assert compared.code == codes.ANSWERED
    assert "undecided in the ledger, and decided now: " in compared.out
    retried = ask("survey", "--ledger", path, "--retry-undecided", "--memory", 4, "--jobs", 1)
    count = len(starts)
    assert retried.out == f"{path}: {count} of {count} undecided deals are decided now.\n"
    assert pandas.read_csv(path)["undecided"].sum() == 0


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ([], "say which deals to count: --starts all"),
        (["--starts", "1-30"], "whole blocks of 20 start values: write 1-40"),
        (["--starts", "1-2147483647"], "it must go upwards from 1 to 2147483646"),
        (["--starts", "1-20", "-p", "2-3"], "a ledger is of one number of players"),
        (["--starts", "1-20", "--out", "x"], "--out does not go with --ledger"),
        (["--seeds", "1-20"], "--seeds does not go with --ledger"),
        (["--starts", "1-20", "--lines"], "--lines does not go with --ledger"),
        (["--starts", "1-20", "--csv", "x.csv"], "--csv does not go with --ledger"),
        (["--retry-undecided", "--verify", "1"], "--retry-undecided with --verify does not go"),
        (["--verify", "1"], "there is no block in it, or no such file"),
        (["--retry-undecided"], "there is no block in it, or no such file"),
        (
            ["--starts", "1-20", "-p", "2", "-r", '{"suits": [{"letter": "r"}]}'],
            "not of house rules",
        ),
    ],
)
def test_what_is_refused(path: Path, options: list[str], said: str) -> None:
    answer = ask("survey", "--ledger", path, *options)
    assert answer.code == codes.BAD_INPUT
    assert said in " ".join(answer.err.split())
    assert list(path.parent.iterdir()) == []


def test_ledgers_that_do_not_fit(path: Path) -> None:
    ask("survey", *HARD, "--ledger", path, "--starts", "1-20")
    before = path.read_bytes()
    other = ask("survey", "-p", 3, "--ledger", path, "--starts", "1-40")
    assert other.code == codes.BAD_INPUT
    assert "line 2: is of avalanche-5 with 2 players" in " ".join(other.err.split())
    path.write_bytes(before.replace(b",2,1,20,", b",2,1,21,"))
    damaged = ask("survey", "--ledger", path, "--starts", "1-40")
    assert damaged.code == codes.BAD_INPUT
    assert "line 2: was changed: its check is" in " ".join(damaged.err.split())
    nowhere = ask("survey", "--ledger", path / "x" / "y.csv", "--starts", "1-20")
    assert (nowhere.code, "cannot be written" in nowhere.err) == (codes.BAD_INPUT, True)


def test_somewhere_for_the_results() -> None:
    answer = ask("survey", "--seeds", "1-20")
    assert answer.code == codes.BAD_INPUT
    assert "--out FOLDER, or --ledger FILE" in " ".join(answer.err.split())


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_stopped_run_loses_no_slice_and_keeps_others_out(path: Path, jobs: int) -> None:
    command = [*PYTHON, SMALL_SLICES]
    options = ["survey", "-p", 2, *BLOCK, "--jobs", jobs, "--ledger", path]
    process = started(*options, command=command, start_new_session=True)
    begun = Path(f"{path}.begun")
    wait_until(lambda: begun.exists() and len(begun.read_text().splitlines()) > 3)
    second = ask(*options)
    assert second.code == codes.BAD_INPUT
    assert "another run is at work there" in " ".join(second.err.split())
    os.killpg(process.pid, signal.SIGINT)
    _, said = process.communicate()
    assert process.returncode == codes.INTERRUPTED
    assert "what is counted stays" in said
    assert not path.exists()
    there = begun.read_text()
    process = started(*options, command=command, start_new_session=True)
    wait_until(lambda: len(begun.read_text()) > len(there))
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate()
    assert begun.read_text().startswith(there)
