"""Commands in processes of their own."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import IO

import pandas

import cli
from tests.support.asking import PLAIN

# The processes import what this one imports, from wherever they are started.
ENVIRONMENT = os.environ | PLAIN | {"PYTHONPATH": str(Path(cli.__file__).parent.parent)}
COMMAND = [sys.executable, "-m", "cli"]
PYTHON = [sys.executable, "-c"]

# The command with small blocks, so that there is always one to come.
SMALL_BLOCKS = """
import solver.survey.making
import cli.app

solver.survey.making.BLOCK = 50
cli.app.main()
"""
SMALL = ["--nodes", "1000", "--memory", "4"]
ENDLESS = ["--players", "2,5", "--seeds", "1-1000000000", *SMALL]
SOME = ["--players", "2,5", "--seeds", "1-600", *SMALL]

# Nothing here takes half as long on the busiest machine, unless it never comes.
PATIENCE = 120


class Started(subprocess.Popen[str]):
    """A process with pipes to its streams."""

    stdin: IO[str]
    stdout: IO[str]
    stderr: IO[str]


def started(
    *args: object,
    command: list[str] = COMMAND,
    env: Mapping[str, str] = ENVIRONMENT,
    stdout: int | IO[str] = subprocess.PIPE,
    stderr: int | IO[str] = subprocess.PIPE,
    start_new_session: bool = False,
) -> Started:
    """A command line under way."""
    return Started(
        [*command, *map(str, args)],
        env=env,
        stdin=subprocess.PIPE,
        stdout=stdout,
        stderr=stderr,
        start_new_session=start_new_session,
        text=True,
    )


def started_survey(*args: object, before: str = "", stderr: int = subprocess.PIPE) -> Started:
    """A survey with small blocks in a group of its own; `before` is code to run first."""
    return started(
        "survey",
        *args,
        command=[*PYTHON, before + SMALL_BLOCKS],
        stderr=stderr,
        start_new_session=True,
    )


def wait_until(is_true: Callable[[], bool]) -> None:
    """Wait for something that other processes bring about."""
    end = time.monotonic() + PATIENCE
    while not is_true():
        if time.monotonic() > end:
            raise TimeoutError(f"not so after {PATIENCE} s")
        time.sleep(0.01)


def wait_for_parts(process: Started, folder: Path, number: int) -> None:
    """Wait until a survey has written some parts, or all if it is that fast."""
    wait_until(
        lambda: len(list(folder.glob("[0-9]*.parquet"))) >= number or process.poll() is not None
    )


def wait_for_end(group: int) -> None:
    """Wait until no process of a group is left."""

    def is_gone() -> bool:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        return False

    wait_until(is_gone)


def survey_rows(folder: Path) -> pandas.DataFrame:
    frame = pandas.read_parquet(folder).drop(columns="microseconds")
    for name in ("rules", "verdict", "reason", "stage"):
        frame[name] = frame[name].astype(object)
    return frame.sort_values(["players", "seed"], ignore_index=True)
