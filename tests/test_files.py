"""Files that are written whole or not at all, and everything else that can be written to."""

from __future__ import annotations

import errno
import os
import re
import resource
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from cli.terminal import codes
from solver import systems
from solver.errors import InputError
from solver.files import adding_to, check_writable, left_unfinished, write_whole, writing_whole
from tests.support import surveys
from tests.support.asking import ask
from tests.support.processes import COMMAND, ENVIRONMENT

DEAL = ["deal", "--seed", "42", "-p", "3", "-q"]


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


@contextmanager
def umask(mask: int) -> Iterator[None]:
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)


class Reader(threading.Thread):
    """Somebody who reads a pipe."""

    def __init__(self, path: Path) -> None:
        super().__init__(daemon=True)
        self.path, self.content = path, b""
        self.start()

    def run(self) -> None:
        self.content = self.path.read_bytes()

    def all(self) -> bytes:
        self.join()
        return self.content


# What is there stays what it is


@pytest.mark.parametrize(("mask", "mode"), [(0o022, 0o644), (0o077, 0o600), (0o002, 0o664)])
def test_a_new_file_has_the_usual_mode(tmp_path: Path, mask: int, mode: int) -> None:
    with umask(mask):
        write_whole(tmp_path / "new", b"new")
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == mode
    assert names(tmp_path) == {"new"}


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o755, 0o666])
def test_a_file_keeps_its_mode(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old and long")
    path.chmod(mode)
    with path.open("rb") as reader:
        write_whole(path, b"new")
        assert reader.read() == b"old and long"  # who reads sees one file or the other
    assert (path.read_bytes(), stat.S_IMODE(path.stat().st_mode)) == (b"new", mode)


@pytest.mark.skipif(os.getuid() != 0, reason="only the administrator gives files away")
def test_a_file_keeps_its_owner(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.touch()
    os.chown(path, 1234, 4321)
    write_whole(path, b"new")
    assert (path.stat().st_uid, path.stat().st_gid) == (1234, 4321)


def test_a_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    for target in (tmp_path / "there" / "old", tmp_path / "there" / "new"):
        link = tmp_path / f"link-to-{target.name}"
        link.symlink_to(target)
        if target.name == "old":
            target.write_bytes(b"old and long")
        write_whole(link, b"new")
        assert link.is_symlink() and target.read_bytes() == b"new"
    assert names(tmp_path / "there") == {"old", "new"}
    astray = tmp_path / "astray"
    astray.symlink_to(tmp_path / "nowhere" / "file")
    circle = tmp_path / "circle"
    circle.symlink_to(circle)
    for path in (astray, circle):
        with pytest.raises(InputError, match="cannot be written"):
            check_writable(path)


def test_a_file_with_two_names_keeps_both(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    one.write_bytes(b"old and long")
    two.hardlink_to(one)
    write_whole(one, b"new")
    assert two.read_bytes() == b"new" and one.samefile(two)


@pytest.mark.parametrize("mode", [0o444, 0o400, 0o555])
def test_a_read_only_file_stays(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")
    path.chmod(mode)
    for attempt in (check_writable, lambda path: write_whole(path, b"new")):
        with pytest.raises(InputError, match="cannot be written: is read-only"):
            attempt(path)
    answer = ask(*DEAL, "--hanab-live", path)
    assert (answer.code, answer.out) == (codes.BAD_INPUT, "")
    assert (path.read_bytes(), names(tmp_path)) == (b"old", {"file"})


def test_a_pipe_stays_a_pipe(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    check_writable(path)
    reader = Reader(path)
    write_whole(path, b"new" * 100_000)
    assert reader.all() == b"new" * 100_000
    reader = Reader(path)
    with adding_to(path) as add:
        add(b"one\n")
        add(b"two\n")
    assert reader.all() == b"one\ntwo\n"
    assert path.is_fifo() and names(tmp_path) == {"pipe"}


def test_a_pipe_that_nobody_reads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(systems, "READER_SECONDS", 0.1)
    path = tmp_path / "pipe"
    os.mkfifo(path)
    answer = ask(*DEAL, "--hanab-live", path)
    assert (answer.code, answer.out.count("\n")) == (codes.BAD_INPUT, 1)  # the answer is there
    assert answer.err == f"error: {path}: cannot be written: is a pipe that nobody reads\n"


def test_a_reader_that_goes_away(tmp_path: Path) -> None:
    """It ends neither the program nor the answer, as it would if stdout went there."""
    ours, its = os.pipe()
    os.close(ours)
    done = subprocess.run(
        [*COMMAND, *DEAL, "--hanab-live", f"/dev/fd/{its}"],
        pass_fds=[its], env=ENVIRONMENT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    os.close(its)
    assert (done.returncode, done.stdout.count("\n")) == (codes.BAD_INPUT, 1)
    assert done.stderr.startswith(f"error: /dev/fd/{its}: cannot be written: ")


@pytest.mark.skipif(os.getuid() != 0, reason="only the administrator makes devices")
def test_a_device_stays_a_device(tmp_path: Path) -> None:
    null, disk, full = tmp_path / "null", tmp_path / "disk", tmp_path / "full"
    try:
        os.mknod(null, stat.S_IFCHR | 0o666, os.makedev(1, 3))
        os.mknod(full, stat.S_IFCHR | 0o666, os.makedev(1, 7))
        os.mknod(disk, stat.S_IFBLK | 0o666, os.makedev(240, 77))
        null.open("wb").close()
    except OSError:
        pytest.skip("devices cannot be made or used here")
    answer = ask(*DEAL, "--hanab-live", null)
    assert (answer.code, answer.err) == (codes.ANSWERED, "")
    assert null.is_char_device()
    with pytest.raises(InputError, match="is a disk"):
        check_writable(disk)
    answer = ask(*DEAL, "--hanab-live", full)
    assert (answer.code, answer.out.count("\n")) == (codes.BAD_INPUT, 1)
    assert answer.err == f"error: {full}: cannot be written: No space left on device\n"
    assert names(tmp_path) == {"null", "disk", "full"}


def test_process_substitution() -> None:
    command = f"{sys.executable} -m cli {' '.join(DEAL)} --hanab-live >(cat >&2); wait $!"
    done = subprocess.run(
        ["bash", "-c", command], env=ENVIRONMENT, capture_output=True, text=True, check=True
    )
    assert done.stdout == "25 of 25 can be reached: the deal is winnable.\n"
    assert done.stderr.startswith('{"players": ')


def test_a_file_that_stdout_goes_to(tmp_path: Path) -> None:
    """Both the game and the answer are in it, by whatever name."""
    for name in ("/dev/stdout", str(tmp_path / "both")):
        with (tmp_path / "both").open("wb") as both:
            subprocess.run(
                [*COMMAND, *DEAL, "--hanab-live", name], stdout=both, env=ENVIRONMENT, check=True
            )
        game, answer = (tmp_path / "both").read_text().splitlines()
        assert game.startswith('{"players": ') and answer.startswith("25 of 25")


def test_a_folder_in_which_nothing_can_be_made(tmp_path: Path) -> None:
    if os.getuid() == 0:
        pytest.skip("the administrator can write everywhere")
    path = tmp_path / "file"
    path.write_bytes(b"old")
    tmp_path.chmod(0o555)
    try:
        write_whole(path, b"new")
        with pytest.raises(InputError, match="no right to write there"):
            write_whole(tmp_path / "other", b"new")
    finally:
        tmp_path.chmod(0o755)
    assert path.read_bytes() == b"new"


# Whole or not at all


@contextmanager
def full_disk(limit: int) -> Iterator[None]:
    """Let no file grow beyond the limit."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_full_disk_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")
    reason = os.strerror(errno.EFBIG)
    with full_disk(1000):
        with pytest.raises(InputError, match=f"{path}: cannot be written: {reason}"):
            write_whole(path, bytes(100_000))
        with pytest.raises(InputError, match="cannot be written"):
            write_whole(tmp_path / "new", bytes(100_000))
        with pytest.raises(InputError, match="cannot be written"), adding_to(path) as add:
            add(b" and new")
            add(bytes(100_000))
    assert (path.read_bytes(), names(tmp_path)) == (b"old and new", {"file"})


@pytest.mark.parametrize("stop", [KeyboardInterrupt, InputError])
def test_what_is_not_finished_changes_nothing(tmp_path: Path, stop: type[BaseException]) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")
    with pytest.raises(stop), writing_whole(path) as file:
        file.write(b"new")
        assert len(left_unfinished(tmp_path)) == 1
        raise stop("enough")
    assert (path.read_bytes(), names(tmp_path)) == (b"old", {"file"})


def test_what_is_left_is_told_from_what_is_somebodys(tmp_path: Path) -> None:
    left = tmp_path / f".hanabi-solve-{'a' * 32}.unfinished"
    left.touch()
    for name in (".x.tmp", "x.unfinished", ".hanabi-solve-notes.unfinished", f"{left.name}~"):
        (tmp_path / name).touch()
    (tmp_path / f".hanabi-solve-{'b' * 32}.unfinished").mkdir()
    (tmp_path / f".hanabi-solve-{'c' * 32}.unfinished").symlink_to(tmp_path / ".x.tmp")
    assert left_unfinished(tmp_path) == [left]


# Which files the options may name


def test_minus_is_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "games").mkdir()
    for command in (
        [*DEAL, "--hanab-live", "-"],
        ["endgame", "--seed", "42", "-p", "3", "--turn", "38", "--hanab-live", "-"],
        ["exercise", "--hanab-live", "-"],
        ["replay", "games", "--out", "-"],
        ["survey", "--seeds", "1-5", "--out", "out", "--csv", "-"],
    ):
        answer = ask(*command)
        assert (answer.code, answer.out) == (codes.BAD_INPUT, "")
        assert " -: stdout has the answer already; name a file" in answer.err
    assert names(tmp_path) == {"games"}
    assert ask(*DEAL, "--hanab-live", "./-").code == codes.ANSWERED
    assert names(tmp_path) == {"games", "-"}


def test_nothing_is_written_over_what_is_read(tmp_path: Path) -> None:
    game = tmp_path / "game.json"
    assert ask(*DEAL, "--hanab-live", game).code == codes.ANSWERED
    content = game.read_bytes()
    link = tmp_path / "link.png"
    link.symlink_to(game)
    for command in (
        ["deal", "--file", game, "--hanab-live", game],
        ["deal", "--file", game, "--hanab-live", link],
        ["endgame", "--file", game, "--graph", game],
        ["replay", game, "--plot", link],
        ["replay", game, "--hanab-live", game],
        ["replay", tmp_path, "--out", game],
    ):
        answer = ask(*command)
        assert (answer.code, answer.out) == (codes.BAD_INPUT, "")
        assert "is read as well; name another file" in answer.err
    assert game.read_bytes() == content


def test_two_outputs_are_two_files(tmp_path: Path) -> None:
    game, both = tmp_path / "game.json", tmp_path / "both.json"
    assert ask(*DEAL, "--hanab-live", game).code == codes.ANSWERED
    answer = ask("endgame", "--file", game, "--graph", both, "--hanab-live", both)
    assert (answer.code, answer.out) == (codes.BAD_INPUT, "")
    assert answer.err == f"error: --graph and --hanab-live: {both} is the same file; name two\n"
    assert names(tmp_path) == {"game.json"}


@pytest.mark.parametrize("ending", [".json", ".svg"])
@pytest.mark.parametrize("command", ["endgame", "replay", "report"])
def test_an_answer_outlives_a_full_disk(tmp_path: Path, command: str, ending: str) -> None:
    game, out = tmp_path / "game.json", tmp_path / f"out{ending}"
    assert ask(*DEAL, "--hanab-live", game).code == codes.ANSWERED
    pictures = {"endgame": "--graph", "replay": "--plot", "report": "--plot"}
    option = pictures[command] if ending == ".svg" or command == "endgame" else "--hanab-live"
    if command == "report":
        if ending == ".json":
            pytest.skip("a report has no such file")
        asked: list[object] = [command, surveys.bouquet().path]
    elif command == "endgame":
        asked = [command, "--file", game, "--turn", 45]
    else:
        asked = [command, game]
    before = ask(*asked)
    assert (before.code, before.err) == (codes.ANSWERED, "")
    with full_disk(100):
        answer = ask(*asked, option, out)
    assert answer.code == codes.BAD_INPUT
    assert answer.err == f"error: {out}: cannot be written: {os.strerror(errno.EFBIG)}\n"
    assert timeless(answer.out) == timeless(before.out)
    assert names(tmp_path) == {"game.json"}


def timeless(page: str) -> str:
    """A page without the times in it."""
    return re.sub(r"[0-9.]+ m?s\b", "", page)
