"""Small surveys for the tests, made once."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pandas as pd

from solver import Budget, Rules
from solver.survey.folder import Folder, make_folder, tasks
from solver.survey.making import Making, Numbering, Range
from solver.survey.run import run
from solver.workers import OwnProcess


def make(
    path: Path,
    rules: str,
    players: tuple[int, ...],
    deals: Range,
    numbering: Numbering = "seeds",
    nodes: int = 10_000_000,
) -> Folder:
    """A survey in this process."""
    making = Making(Rules.of(rules.split()), numbering, Budget(nodes=nodes, memory=16))
    folder = make_folder(path, making)
    for _ in run(folder, tasks(folder, players, deals), OwnProcess()):
        pass
    return folder


_TEMPORARY = TemporaryDirectory()  # taken away when the tests end


def _here() -> Path:
    return Path(_TEMPORARY.name)


@cache
def base() -> Folder:
    """Seeds of the base game for two and three players, in two parts each."""
    path = _here() / "base"
    make(path, "base", (2, 3), Range(1, 400))
    return make(path, "base", (2, 3), Range(401, 1000))


@cache
def census() -> Folder:
    """The same game by start values."""
    return make(_here() / "census", "base", (2,), Range(1, 2000), "starts")


@cache
def open_deals() -> Folder:
    """A game with hard deals, and a budget too small for some of them."""
    return make(_here() / "open", "avalanche-5 hard", (6,), Range(1, 300), nodes=2000)


@cache
def bouquet() -> Folder:
    """A game without scores."""
    return make(_here() / "bouquet", "bouquet-final", (2,), Range(1, 500))


def rows(folder: Folder, players: int) -> pd.DataFrame:
    """All rows of a number of players, read by pandas."""
    parts = sorted(folder.path.glob(f"{players}p-*.parquet"))
    return pd.concat([pd.read_parquet(part) for part in parts], ignore_index=True)
