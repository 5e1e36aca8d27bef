"""What differs between systems: in one file, and right where the functions of Linux are missing."""

from __future__ import annotations

import ast
import errno
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from cli.terminal import codes
from cli.terminal.output import give_up
from solver import systems, workers
from solver.files import write_new
from tests.support.asking import ask
from tests.support.places import ROOT
from tests.support.processes import (
    ENDLESS,
    ENVIRONMENT,
    SMALL,
    SMALL_BLOCKS,
    Started,
    started,
    survey_rows,
    wait_for_parts,
    wait_until,
)

Starter = Callable[..., Started]

# Modules and attributes that not every system has.
MODULES = {"fcntl", "msvcrt", "posix", "pwd", "resource", "termios", "winreg"}
NAMES = {
    "SIGPIPE", "SIGALRM", "SIGHUP", "SIGKILL", "SIGTERM", "pthread_sigmask", "sched_getaffinity",
    "link", "fork", "killpg", "getuid", "geteuid", "fchmod", "fchown", "O_NONBLOCK", "O_BINARY",
    "mkfifo", "platform", "thread_time",
}  # fmt: skip

# Python runs it first in every process, workers too, that finds it as sitecustomize.py.
WITHOUT_LINUX = """
import os
import signal
import sys
import time

for name in ("fcntl", "resource"):
    sys.modules[name] = None
for module, names in {
    os: ("link", "sched_getaffinity", "geteuid", "fchmod", "fchown"),
    signal: ("SIGPIPE", "pthread_sigmask"),
    time: ("thread_time",),
}.items():
    for name in names:
        delattr(module, name)
"""


@pytest.mark.parametrize("room", ["solver", "cli", "benchmarks"])
def test_one_file_has_what_differs(room: str) -> None:
    for path in (ROOT / room).rglob("*.py"):
        if path == ROOT / "solver" / "systems.py":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                found = {name.name for name in node.names} & MODULES
            elif isinstance(node, ast.ImportFrom):
                names = {name.name for name in node.names}
                found = ({str(node.module)} & MODULES) | (names & NAMES)
            elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                modules = {"os", "signal", "sys", "time"}
                found = {node.attr} & NAMES if node.value.id in modules else set()
            else:
                continue
            assert not found, f"{path}:{node.lineno}: {found} belongs into solver/systems.py"


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Starter:
    """Start a Python process that runs as on a system without what Linux has."""
    first = tmp_path_factory.mktemp("elsewhere")
    (first / "sitecustomize.py").write_text(WITHOUT_LINUX)
    path = os.pathsep.join([str(first), ENVIRONMENT["PYTHONPATH"]])

    def start(*command: object, start_new_session: bool = False) -> Started:
        return started(
            *command,
            command=[sys.executable],
            env=ENVIRONMENT | {"PYTHONPATH": path},
            start_new_session=start_new_session,
        )

    return start


def test_elsewhere_is_elsewhere(elsewhere: Starter) -> None:
    """The tests below mean something: nothing of Linux is left there."""
    process = elsewhere(
        "-c",
        "import os, signal, time\n"
        "from solver import systems\n"
        "print(hasattr(os, 'link'), hasattr(os, 'sched_getaffinity'), hasattr(signal, 'SIGPIPE'),"
        " hasattr(signal, 'pthread_sigmask'), systems._module('fcntl'), systems.peak_memory(),"
        " systems.thread_time is time.process_time, systems.processors() == os.cpu_count())",
    )
    out, err = process.communicate()
    assert (out, err) == ("False False False False None None True True\n", "")


# Processors, time and memory


@pytest.mark.check_takes(0)
def test_a_survey_on_all_processors_of_the_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(os, "sched_getaffinity")
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    used = []

    class Seen(workers.Processes):
        def __init__(self, number: int) -> None:
            used.append(number)
            super().__init__(number)

    monkeypatch.setattr(workers, "Processes", Seen)
    answer = ask("survey", "--seeds", "1-20", *SMALL, "--out", tmp_path)
    assert (answer.code, used) == (codes.ANSWERED, [2])
    assert len(survey_rows(tmp_path)) == 20


def test_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    assert 1 <= systems.processors() <= (os.cpu_count() or 1)
    monkeypatch.delattr(os, "sched_getaffinity")
    assert systems.processors() == os.cpu_count()
    monkeypatch.setattr(os, "cpu_count", lambda: None)  # it may not know
    assert systems.processors() == 1


def test_no_more_workers_than_the_system_can_wait_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(systems, "MOST_WORKERS", 61)
    assert workers.Processes(64).number == 61
    assert workers.Processes(4).number == 4


def test_peak_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    here = systems.peak_memory()
    assert here is not None and 10 < here < 10_000
    monkeypatch.setattr(sys, "platform", "darwin")  # there it is counted in bytes
    assert (systems.peak_memory() or 0) * 1024 == pytest.approx(here, rel=0.5)
    monkeypatch.setitem(sys.modules, "resource", None)
    assert systems.peak_memory() is None


def test_the_benchmark_without_peak_memory() -> None:
    from benchmarks.__main__ import _number
    from benchmarks.survey_speed import _memory_compared

    assert (_number(None), _number(12)) == ("?", "12")
    assert _memory_compared(None, None) == ""
    assert _memory_compared(30, 20) == "1.50 times the memory above"


# Files


def locker(kind: str, path: Path) -> Started:
    return started(kind, path, command=[sys.executable, "-m", "tests.support.locking"])


@pytest.mark.check_takes(1)
@pytest.mark.parametrize("kind", ["fcntl", "msvcrt", "none"])
def test_one_process_has_the_lock(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"content")
    first = locker(kind, path)
    assert first.stdout.readline() == "locked\n"
    named = f"{path}.lock" if kind == "none" else None
    assert locker(kind, path).communicate()[0] == f"refused {named}\n"
    first.communicate()
    assert [file.name for file in tmp_path.iterdir()] == ["file"]
    killed = locker(kind, path)
    assert killed.stdout.readline() == "locked\n"
    killed.kill()
    killed.communicate()
    # Only the last kind outlives its process, which is why the refusal names the file.
    expected = f"refused {named}\n" if named else "locked\n"
    assert locker(kind, path).communicate()[0] == expected


def test_a_survey_says_which_lock_was_left_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = ["survey", "--seeds", "1-20", *SMALL, "--jobs", 1, "--out", tmp_path]
    assert ask(*command).code == codes.ANSWERED
    monkeypatch.setattr(systems, "_module", lambda name: None)
    assert ask(*command).code == codes.ANSWERED
    left = tmp_path / "_manifest.parquet.lock"
    left.touch()
    answer = ask(*command)
    assert answer.code == codes.BAD_INPUT
    assert f"another run is at work there (if there is none, remove {left})" in answer.err


def refuse(*_: object) -> None:
    raise PermissionError(errno.EPERM, "Operation not permitted")


@pytest.mark.parametrize("links", ["there", "missing", "refused"])
def test_a_new_file_is_written_by_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, links: str
) -> None:
    if links == "missing":
        monkeypatch.delattr(os, "link")
    elif links == "refused":
        monkeypatch.setattr(os, "link", refuse)
    path, wrote = tmp_path / "new", []
    together = threading.Barrier(8)

    def write(number: int) -> None:
        together.wait()
        if write_new(path, b"%d" % number):
            wrote.append(number)

    threads = [threading.Thread(target=write, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(wrote) == 1
    assert path.read_bytes() == b"%d" % wrote[0]
    assert not write_new(path, b"again")
    assert path.read_bytes() == b"%d" % wrote[0]
    assert list(tmp_path.iterdir()) == [path]


# Signals


@pytest.mark.parametrize("mask", ["there", "missing"])
def test_ctrl_c_comes_after_what_holds_it_back(monkeypatch: pytest.MonkeyPatch, mask: str) -> None:
    if mask == "missing":
        monkeypatch.delattr(signal, "pthread_sigmask")
    before, done = signal.getsignal(signal.SIGINT), []
    with pytest.raises(KeyboardInterrupt), systems.interrupt_held_back():
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.01)
        done.append("the whole block")
    assert done == ["the whole block"]
    assert signal.getsignal(signal.SIGINT) is before
    with systems.interrupt_held_back():
        done.append("without it")
    thread = threading.Thread(target=lambda: done.append(hold()))
    thread.start()
    thread.join()
    assert done[1:] == ["without it", "in another thread"]


def hold() -> str:
    with systems.interrupt_held_back():
        return "in another thread"


@pytest.mark.check_takes(1)
@pytest.mark.parametrize("parts", [0, 3])
def test_ctrl_c_ends_a_survey_elsewhere(elsewhere: Starter, tmp_path: Path, parts: int) -> None:
    """While its workers start, and while they work; and the files are right without links."""
    command = ["survey", *ENDLESS, "--jobs", 2, "--out", tmp_path]
    process = elsewhere("-c", SMALL_BLOCKS, *command, start_new_session=True)
    if parts:
        wait_for_parts(process, tmp_path, parts)
    else:
        wait_until(lambda: bool(list(tmp_path.glob("*.parquet"))))
        time.sleep(0.3)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate()
    assert (process.returncode, out) == (codes.INTERRUPTED, "")
    assert list(tmp_path.glob(".*")) == list(tmp_path.glob("*.lock")) == []
    if parts:
        assert err == "interrupted: what is written stays; the same command goes on from there\n"
        found = survey_rows(tmp_path)
        assert len(found) == len(found.drop_duplicates(["players", "seed"])) >= 150


@pytest.mark.check_takes(0)
def test_a_survey_elsewhere_gives_the_same_rows(elsewhere: Starter, tmp_path: Path) -> None:
    command = ["survey", "-p", "2,5", "--seeds", "1-60", *SMALL, "--jobs", 2, "--out"]
    out, err = elsewhere("-m", "cli", *command, tmp_path / "there").communicate()
    assert "120 deals in" in out and err == ""
    assert ask(*command, tmp_path / "here").code == codes.ANSWERED
    assert survey_rows(tmp_path / "there").equals(survey_rows(tmp_path / "here"))


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_reader_that_goes_away_elsewhere(elsewhere: Starter, jobs: str) -> None:
    process = elsewhere("-m", "cli", "batch", "-", "--jobs", jobs)
    process.stdin.write("".join(f'{{"seed": {s}, "players": 2}}\n' for s in range(300)))
    process.stdin.flush()
    assert json.loads(process.stdout.readline())["seed"] == "p2v0s0"
    process.stdout.close()
    process.stdin.close()
    assert process.wait() == codes.INTERNAL_ERROR
    assert process.stderr.read() == ""


def test_a_reader_that_goes_away_before_the_page(elsewhere: Starter) -> None:
    process = elsewhere("-m", "cli", "deal", "--seed", "42", "-p", "3")
    process.stdout.close()
    assert process.wait() == codes.INTERNAL_ERROR
    assert process.stderr.read() == ""


def test_output_fails_as_on_windows(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The error that Windows gives for a pipe without a reader, in our own hands."""
    monkeypatch.delattr(signal, "SIGPIPE")
    monkeypatch.setattr(sys, "stdout", sys.stdout)  # to be put back
    give_up(OSError(errno.EINVAL, "Invalid argument"))
    assert capsys.readouterr().err == ""
    give_up(OSError(errno.ENOSPC, "No space left on device"))
    assert "cannot be written: No space left" in capsys.readouterr().err


def test_how_a_system_says_that_the_reader_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    invalid, full = OSError(errno.EINVAL, "Invalid argument"), OSError(errno.ENOSPC, "full")
    assert systems.reader_is_gone(BrokenPipeError(errno.EPIPE, "Broken pipe"))
    assert not systems.reader_is_gone(invalid) and not systems.reader_is_gone(full)
    monkeypatch.delattr(signal, "SIGPIPE")
    assert systems.reader_is_gone(invalid) and not systems.reader_is_gone(full)


# Letters


@pytest.mark.parametrize(
    ("encoding", "printed"), [("cp1252", b"\xb5 \\u0142\n"), ("utf-8", "µ ł\n".encode())]
)
def test_letters_that_the_output_does_not_have(encoding: str, printed: bytes) -> None:
    code = "from solver import systems; systems.print_any_letter(); print('µ ł')"
    environment = ENVIRONMENT | {"PYTHONIOENCODING": encoding}
    command = [sys.executable, "-c", code]
    process = subprocess.run(command, env=environment, capture_output=True, check=True)
    assert (process.stdout.replace(b"\r", b""), process.stderr) == (printed, b"")
