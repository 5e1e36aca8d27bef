"""`hanabi-solve survey`: what it says, and what is left when it is stopped."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import signal
import struct
import termios
from collections.abc import Sequence
from pathlib import Path

import pandas
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import cli.terminal.survey_progress
import solver.survey.folder
import solver.survey.making
from cli.terminal import codes
from tests.support.asking import ask
from tests.support.processes import (
    ENDLESS,
    SMALL,
    SOME,
    started_survey,
    survey_rows,
    wait_for_end,
    wait_for_parts,
    wait_until,
)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> pandas.DataFrame:
    folder = tmp_path_factory.mktemp("undisturbed") / "out"
    assert ask("survey", *SOME, "--jobs", 1, "--out", folder).code == codes.ANSWERED
    return survey_rows(folder)


# What it says


def test_a_survey_and_the_same_again(tmp_path: Path) -> None:
    command = ["survey", "-p", "2-3", "--seeds", "1-30", *SMALL, "--jobs", 1, "--out", tmp_path]
    first = ask(*command)
    assert (first.code, first.err) == (codes.ANSWERED, "")
    total, *each = first.out.splitlines()
    assert re.fullmatch(r".*: 60 deals in .* s; winnable .* % of 60, 0 undecided\.", total)
    assert [line.split(" % of ")[1] for line in each] == ["30, 0 undecided."] * 2
    assert [line.split(": winnable ")[0] for line in each] == ["  2 players", "  3 players"]
    again = ask(*command)
    assert "nothing was left to do; winnable" in again.out
    assert again.out.splitlines()[1:] == each
    assert again.err == f"{tmp_path}: 60 of 60 deals are done already\n"
    command[4] = "1-50"
    more = ask(*command)
    assert more.err == f"{tmp_path}: 60 of 100 deals are done already\n"
    assert "40 deals in" in more.out and "% of 100, " in more.out


def test_lines_where_there_is_no_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli.terminal.survey_progress, "LOG_EVERY", 0)
    monkeypatch.setattr(solver.survey.making, "BLOCK", 10)
    answer = ask("survey", "--seeds", "1-20", *SMALL, "--jobs", 1, "--out", tmp_path)
    first, second = answer.err.splitlines()
    assert first.startswith("10/20 ") and second.startswith("20/20 ")
    assert re.fullmatch(r"10/20 \S+/s \S+ left, winnable \S+ %, 0 undecided", first)


@pytest.mark.check_takes(0)
def test_the_bar_fits_the_terminal(tmp_path: Path) -> None:
    ours, its = pty.openpty()
    fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    process = started_survey(*SOME, "--jobs", "1", "--out", tmp_path, stderr=its)
    os.close(its)
    shown = b""
    while True:
        try:
            shown += os.read(ours, 65536)
        except OSError:  # the other end is closed
            break
    os.close(ours)
    assert process.wait() == codes.ANSWERED
    plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown.decode())
    lines = [line for line in re.split(r"[\r\n]+", plain) if line.strip()]
    assert max(map(len, lines)) <= 80
    assert re.search(r" 1,200/1,200 \S+/s 0:00:00 left, winnable \S+ %, \d+ undecided", lines[-1])


def test_csv_and_lines(tmp_path: Path) -> None:
    command = ["survey", "--seeds", "1-5", *SMALL, "--lines", "--csv", tmp_path / "all.csv"]
    assert ask(*command, "--jobs", 1, "--out", tmp_path / "out").code == codes.ANSWERED
    frame = pandas.read_csv(tmp_path / "all.csv")
    assert frame["seed"].tolist() == [1, 2, 3, 4, 5]
    assert frame["line"].str.fullmatch(r"([pd]\d+|c)( ([pd]\d+|c))*").all()


def test_retry_and_verify(tmp_path: Path) -> None:
    out = tmp_path / "out"
    making = ["--starts", "1-200", "-r", "avalanche-5", "--nodes", 50, "--memory", 4]
    assert ask("survey", *making, "--jobs", 1, "--out", out).code == codes.ANSWERED
    less = ask("survey", "--retry-undecided", "--nodes", 50, "--jobs", 1, "--out", out)
    assert (less.code, "more --nodes" in less.err) == (codes.BAD_INPUT, True)
    more = ask("survey", "--retry-undecided", "--nodes", 100_000, "--jobs", 1, "--out", out)
    assert more.code == codes.ANSWERED
    found = re.search(r"(\d+) of (\d+) undecided deals are decided", more.out)
    assert found is not None and found[1] == found[2] != "0"
    verified = ask("survey", "--verify", "all", "--jobs", 1, "--out", out)
    assert (verified.code, verified.err) == (codes.ANSWERED, "")
    assert verified.out == f"{out}: 1 of 1 part verified, 0 differ.\n"
    again = ask("survey", *making, "--jobs", 1, "--out", out)
    assert "0 undecided" in again.out and again.code == codes.ANSWERED


def test_verify_says_what_differs(tmp_path: Path) -> None:
    ask("survey", "--seeds", "1-20", *SMALL, "--jobs", 1, "--out", tmp_path)
    folder = solver.survey.folder.open_folder(tmp_path)
    [part] = folder.parts()
    table = pandas.read_parquet(part.path)
    table.loc[3, "nodes"] += 1
    schema = pq.read_schema(part.path)
    changed = pa.Table.from_pandas(table, schema=schema, preserve_index=False)
    folder.add(part.players, part.range, changed.replace_schema_metadata(schema.metadata))
    answer = ask("survey", "--verify", 1, "--jobs", 1, "--out", tmp_path)
    assert answer.code == codes.DIFFERENT
    assert answer.out == (
        f"{part.path}: differs in rows\n{tmp_path}: 1 of 1 part verified, 1 differs.\n"
    )


# What is wrong


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ([], "one of --seeds and --starts"),
        (["--seeds", "1-5", "--starts", "1-5"], "one of --seeds and --starts"),
        (["--seeds", ""], "--seeds : write a range"),
        (["--starts", ""], "--starts : write a range"),
        (["--seeds", "5-1"], "goes upwards"),
        (["--seeds", "0-5"], "goes upwards from 1"),
        (["--seeds", "-5"], "write a range like 1-10000"),
        (["--seeds", "a-b"], "write a range like 1-10000"),
        (["--seeds", "1-_"], "write a range like 1-10000"),
        (["--seeds", "1,2"], "write a range like 1-10000"),
        (["--seeds", "1-99999999999999999999"], "1 to 1000000000000000000 at most"),
        (["--starts", "1-2147483647"], "1 to 2147483646 at most"),
        (["--players", "1", "--seeds", "1-5"], "--players 1: the game is for 2 to 6 players"),
        (["--players", "9", "--seeds", "1-5"], "--players 9: the game is for 2 to 6 players"),
        (["--players", "x", "--seeds", "1-5"], "write 3, 2-5 or 2,4"),
        (["--players", "5-2", "--seeds", "1-5"], "goes upwards"),
        (["--players", "6", "--seeds", "1-5", "-r", '{"suits":[{"letter":"r"}]}'], "too few cards"),
        (["--jobs", "0", "--seeds", "1-5"], "--jobs"),
        (["--jobs", "2", "--cluster", "tcp://127.0.0.1:1", "--seeds", "1"], "use one of them"),
        (["--cluster", "nonsense://x", "--seeds", "1"], "no Dask scheduler answers"),
        (["--seeds", "1-5", "-r", "hrad"], "did you mean hard?"),
        (["--seeds", "1-5", "--nodes", "0"], "--nodes 0: write a whole number, 1 or more"),
        (["--starts", "1-5", "--lines"], "a census keeps no lines"),
        (["--seeds", "1-5", "--csv", "/nowhere/all.csv"], "/nowhere/all.csv: cannot be written"),
        (["--retry-undecided"], "there is no such folder"),
        (["--retry-undecided", "--seeds", "1-5"], "--seeds does not go with --retry-undecided"),
        (["--verify", "1"], "there is no such folder"),
        (["--verify", "1", "-p", "2"], "--players does not go with --verify"),
    ],
)
def test_bad_input_writes_nothing(tmp_path: Path, args: Sequence[object], words: str) -> None:
    answer = ask("survey", *args, "--out", tmp_path / "out")
    assert (answer.code, answer.out, answer.err.count("\n")) == (codes.BAD_INPUT, "", 1)
    assert words in answer.err
    assert list(tmp_path.iterdir()) == []


def test_bad_places(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for out in (tmp_path / "file", tmp_path / "file" / "below", "/proc/survey", "/dev/null"):
        answer = ask("survey", "--seeds", "1", "--jobs", 1, "--out", out)
        assert (answer.code, answer.out, answer.err.count("\n")) == (codes.BAD_INPUT, "", 1)
        assert str(out) in answer.err


def test_a_damaged_part_is_named(tmp_path: Path) -> None:
    command = ["survey", "--seeds", "1-20", *SMALL, "--jobs", 1, "--out", tmp_path]
    ask(*command)
    [part] = tmp_path.glob("[0-9]*.parquet")
    part.write_bytes(part.read_bytes()[:-10])
    answer = ask(*command)
    assert (answer.code, answer.out, answer.err.count("\n")) == (codes.BAD_INPUT, "", 1)
    assert f"error: {part}: cannot be read" in answer.err
    part.unlink()
    assert "20 deals in" in ask(*command).out


def test_other_rules_into_the_same_folder(tmp_path: Path) -> None:
    command = ["survey", "--seeds", "1-20", *SMALL, "--jobs", 1, "--out", tmp_path]
    ask(*command)
    answer = ask(*command, "-r", "hard")
    assert answer.code == codes.BAD_INPUT
    assert 'was made with rules ["base"], and asked for is ["hard"]' in answer.err


# What is left when it is stopped


@pytest.mark.check_takes(0)
@pytest.mark.parametrize("jobs", [1, 2])
def test_killed_and_continued(tmp_path: Path, undisturbed: pandas.DataFrame, jobs: int) -> None:
    for parts in (2, 8):
        process = started_survey(*SOME, "--jobs", jobs, "--out", tmp_path)
        wait_for_parts(process, tmp_path, parts)
        process.kill()  # the process that writes; its workers notice
        process.communicate()
        wait_for_end(process.pid)
    assert ask("survey", *SOME, "--jobs", 1, "--out", tmp_path).code == codes.ANSWERED
    pandas.testing.assert_frame_equal(survey_rows(tmp_path), undisturbed)
    assert list(tmp_path.glob(".*")) == []


@pytest.mark.check_takes(1)
@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_stopped(tmp_path: Path, jobs: int, sign: signal.Signals) -> None:
    process = started_survey(*ENDLESS, "--jobs", jobs, "--out", tmp_path)
    wait_for_parts(process, tmp_path, 3)
    os.killpg(process.pid, sign)
    out, err = process.communicate()
    assert (process.returncode, out) == (codes.INTERRUPTED, "")
    assert err == "interrupted: what is written stays; the same command goes on from there\n"
    wait_for_end(process.pid)
    found = survey_rows(tmp_path)
    assert len(found) == len(found.drop_duplicates(["players", "seed"])) >= 150
    assert list(tmp_path.glob(".*")) == []


# Says by a file that a worker process is on its way.
TELL = """
from multiprocessing.context import SpawnProcess
from pathlib import Path

start = SpawnProcess.start

def tell(self):
    start(self)
    Path({!r}).touch()

SpawnProcess.start = tell
"""


def test_stopped_while_the_workers_start(tmp_path: Path) -> None:
    folder, started = tmp_path / "out", tmp_path / "started"
    tell = TELL.format(str(started))
    process = started_survey(*ENDLESS, "--jobs", 2, "--out", folder, before=tell)
    wait_until(started.exists)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate()
    assert (process.returncode, out) == (codes.INTERRUPTED, "")
    if not list(folder.glob("[0-9]*.parquet")):
        begins_again = "the same command begins again\n"
        assert err == f"interrupted before the first part was written; {begins_again}"
    assert "Traceback" not in err
    wait_for_end(process.pid)


@pytest.mark.check_takes(0)
def test_two_runs_at_the_same_time(tmp_path: Path) -> None:
    process = started_survey(*ENDLESS, "--jobs", 1, "--out", tmp_path)
    wait_for_parts(process, tmp_path, 1)
    second = ask("survey", *ENDLESS, "--jobs", 1, "--out", tmp_path)
    retry = ask("survey", "--retry-undecided", "--nodes", 9999, "--jobs", 1, "--out", tmp_path)
    process.send_signal(signal.SIGINT)
    process.communicate()
    for answer in (second, retry):
        assert (answer.code, answer.out) == (codes.BAD_INPUT, "")
        assert "another run is at work there" in answer.err
