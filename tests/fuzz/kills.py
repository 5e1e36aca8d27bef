"""Surveys that are killed at a random moment, or whose workers are, and then continued.

In the end the rows are those of a run that nobody disturbed, and nothing else is left.
"""

from __future__ import annotations

import os
import signal
import time
from functools import cache
from pathlib import Path
from random import Random
from subprocess import TimeoutExpired
from tempfile import TemporaryDirectory

from cli.terminal import codes
from solver.survey.folder import MANIFEST, open_folder
from tests.support.asking import ask
from tests.support.processes import PATIENCE, Started, started_survey, wait_for_end

_TEMPORARY = TemporaryDirectory()  # taken away when the process ends

MAKING = ["--players", "2,3", "--nodes", "1000", "--memory", "4"]
DEALS = ["--seeds", "1-1500"]
# From before the first import to after the last part, on a machine that has nothing else to do.
LONGEST = 3.0


@cache
def digest() -> str:
    """That of a run that nobody disturbed."""
    folder = Path(_TEMPORARY.name) / "undisturbed"
    process = started_survey(*MAKING, *DEALS, "--jobs", 1, "--out", folder)
    assert process.communicate(timeout=PATIENCE) and process.returncode == codes.ANSWERED
    return open_folder(folder).digest()


def attack(random: Random) -> str | None:
    """One attack, made from `random` alone, as far as moments can be; what went wrong, or None."""
    expected = digest()
    with TemporaryDirectory() as temporary:
        folder = Path(temporary) / "folder"
        mine = Path(temporary) / "folder" / ".mine.tmp"
        folder.mkdir()
        mine.write_bytes(b"mine")
        for _ in range(random.randrange(1, 4)):
            finding = _disturbed(folder, random)
            if finding is not None:
                return finding
        process = started_survey(*MAKING, *DEALS, "--jobs", 1, "--out", folder)
        out, err = process.communicate(timeout=PATIENCE)
        if process.returncode != codes.ANSWERED or "error" in err:
            return f"not continued: {process.returncode} {out} {err}"
        if open_folder(folder).digest() != expected:
            return f"other rows: {sorted(path.name for path in folder.iterdir())}"
        names = {path.name for path in folder.iterdir()}
        parts = {part.path.name for part in open_folder(folder).parts()}
        if names != {MANIFEST, ".mine.tmp", *parts}:
            return f"left behind: {sorted(names - parts)}"
        answer = ask("report", folder, "--json")
        return None if answer.code == codes.ANSWERED else f"no report: {answer}"


def _disturbed(folder: Path, random: Random) -> str | None:
    """A run that is hit after a while; what is wrong with how it ends, or None."""
    jobs = random.choice([1, 2])
    process = started_survey(*MAKING, *DEALS, "--jobs", jobs, "--out", folder)
    sign: int = random.choice([signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
    whom = random.choice(["all", "writer", "worker"])
    time.sleep(random.random() * LONGEST)
    if whom == "worker":
        _kill_workers(process, random)
        sign = random.choice([0, signal.SIGTERM])
        time.sleep(random.random())
    if process.poll() is None and sign:
        (os.killpg if whom == "all" else os.kill)(process.pid, sign)
    try:
        out, err = process.communicate(timeout=PATIENCE)
    except TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        return f"hangs after signal {sign} to {whom}, {jobs} jobs"
    wait_for_end(process.pid)
    # A signal that comes before the program has its handlers ends it like any other.
    expected = {codes.ANSWERED, codes.INTERRUPTED, -sign, -signal.SIGINT}
    if process.returncode not in expected or "Traceback" in err or "internal" in err:
        return f"signal {sign} to {whom}, {jobs} jobs: {process.returncode} {out} {err}"
    return None


def _kill_workers(process: Started, random: Random) -> None:
    """One or all of the processes that the survey has started."""
    try:
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    except OSError:  # it is over
        return
    workers = [child for child in children if _is_worker(child)]
    for worker in workers if random.random() < 0.3 else workers[:1]:
        try:
            os.kill(int(worker), signal.SIGKILL)
        except ProcessLookupError:
            continue


def _is_worker(child: str) -> bool:
    """Not the process that watches over what the others share."""
    try:
        return "spawn_main" in Path(f"/proc/{child}/cmdline").read_text()
    except OSError:
        return False
