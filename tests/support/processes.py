"""Commands in processes of their own."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pandas

import cli
from tests.support.asking import PLAIN

# The processes import what this one imports, from wherever they are started.
ENVIRONMENT = os.environ | PLAIN | {"PYTHONPATH": str(Path(cli.__file__).parent.parent)}

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


def started_survey(*args: object, **options: object) -> subprocess.Popen:
    return subprocess.Popen(
        [sys.executable, "-c", SMALL_BLOCKS, "survey", *map(str, args)],
        env=ENVIRONMENT,
        text=True,
        **({"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | options),
    )


def wait_for_parts(folder: Path, number: int) -> None:
    while len(list(folder.glob("[0-9]*.parquet"))) < number:
        time.sleep(0.02)


def survey_rows(folder: Path) -> pandas.DataFrame:
    frame = pandas.read_parquet(folder).drop(columns="microseconds")
    for name in ("rules", "verdict", "reason", "stage"):
        frame[name] = frame[name].astype(object)
    return frame.sort_values(["players", "seed"], ignore_index=True)
