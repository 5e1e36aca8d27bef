"""Surveys: ranges of deals solved into a folder of Parquet parts, which a later run continues.

A folder holds one rule set solved with one budget, as its manifest says, for any numbers of
players. A part is a range of deals of one number of players, written whole and renamed into place:
its name says which, so the names alone tell what is done. Nothing else is kept, and so nothing can
contradict it. A part also says itself how it was made: one that found its way here from another
folder is refused, and so is one that is not just as it was written.

The manifest is a Parquet file without rows, which says in its metadata how the rows are made. So
the folder holds nothing but Parquet files, and whatever reads such folders reads it as it is.
"""

from __future__ import annotations

import hashlib
import json
import platform
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa

from solver import systems
from solver.errors import SurveyError
from solver.files import left_unfinished, write_new, write_whole
from solver.game.rules import Rules
from solver.search.budget import Budget
from solver.survey.making import METADATA, Making, Range, check_range
from solver.survey.rows import columns
from solver.survey.sealed import SealedFile, readable, sealed

MANIFEST = "_manifest.parquet"


class Part(NamedTuple):
    """A file of a folder: a range of deals for one number of players."""

    players: int
    range: Range
    path: Path

    def opened(self) -> SealedFile:
        """The file, if it is just as it was written: its account, and its rows."""
        return SealedFile(self.path)

    def account(self) -> dict[str, Any]:
        """What the part says about itself: its making, counts and digest."""
        return self.opened().account


class Folder:
    """A folder of parts with its manifest."""

    def __init__(self, path: Path, manifest: Mapping[str, Any]) -> None:
        """Take the folder as it is; see `open_folder` and `make_folder`."""
        self.path, self.manifest = path, manifest

    @cached_property
    def making(self) -> Making:
        """How the rows are made."""
        with readable(self.path / MANIFEST):
            budget = self.manifest["budget"]
            return Making(
                rules=Rules.of(self.manifest["rules"]),
                numbering=self.manifest["numbering"],
                budget=Budget(nodes=budget["nodes"], memory=budget["memory"]),
                lines=self.manifest["lines"],
                version=self.manifest["version"],
                clause_learning=self.manifest["clause_learning"],
            )

    def parts(self) -> list[Part]:
        """The parts that are there, in the order of their deals."""
        found = []
        for path in _parquet_files(self.path):
            match = re.fullmatch(r"([0-9])p-([0-9]+)-([0-9]+)\.parquet", path.name)
            if match is None:
                raise SurveyError(f"{path}: does not belong into a folder of a survey")
            players, first, last = map(int, match.groups())
            found.append(Part(players, Range(first, last), path))
        return sorted(found)

    def missing(self, players: int, wanted: Range) -> Iterator[Range]:
        """What is not done of the wanted deals, in blocks."""
        block = self.making.block(players)
        done = [part.range for part in self.parts() if part.players == players]
        first = wanted.first
        for there in [*done, Range(wanted.last + 1, wanted.last + 1)]:
            last = min(there.first - 1, wanted.last)
            while first <= last:
                # Blocks end at multiples of their size, so that it does not matter who began where.
                end = min(-(-first // block) * block, last)
                yield Range(first, end)
                first = end + 1
            first = max(first, there.last + 1)

    def checked(self) -> Iterator[tuple[Part, dict[str, Any]]]:
        """The parts with what they say about themselves, if that is what they are taken for."""
        before: Part | None = None
        for part in self.parts():
            account = part.account()
            refuse_difference(part.path, account, self.making.to_json())
            said = tuple(account.get(name) for name in ("players", "first", "last"))
            if said != (part.players, *part.range):
                raise SurveyError(f"{part.path}: holds other deals than its name says")
            if (
                before is not None
                and before.players == part.players
                and before.range.shared(part.range)
            ):
                raise SurveyError(
                    f"{part.path}: has deals that {before.path.name} has as well; remove one"
                )
            before = part
            yield part, account

    def add(self, players: int, done: Range, table: pa.Table) -> Part:
        """Write a part, whole or not at all; one that is there is replaced."""
        path = self.path / f"{players}p-{done.first:010d}-{done.last:010d}.parquet"
        write_whole(path, sealed(table))
        return Part(players, done, path)

    def digest(self) -> str:
        """A digest of all rows but their times: the same deals solved again give the same.

        So do the same retries; see `survey_retry.merged`.
        """
        return digest_of({part: part.account()["digest"] for part in self.parts()})


def digest_of(digests: Mapping[Part, str]) -> str:
    """The digest of a folder whose parts have these digests."""
    whole = hashlib.sha256()
    for part in sorted(digests):
        whole.update(f"{part.path.name} {digests[part]}\n".encode())
    return whole.hexdigest()


def _parquet_files(folder: Path) -> list[Path]:
    """All but the manifest."""
    try:
        return [
            path
            for path in folder.iterdir()
            if path.suffix == ".parquet" and not path.name.startswith("_")
        ]
    except OSError as error:
        raise SurveyError(f"{folder}: cannot be read: {error.strerror}") from None


def open_folder(path: Path) -> Folder:
    """A folder that is there."""
    try:
        is_there = (path / MANIFEST).exists()
    except OSError as error:
        raise SurveyError(f"{path}: cannot be read: {error.strerror}") from None
    if not is_there and not path.exists():
        raise SurveyError(f"{path}: there is no such folder")
    if not is_there:
        raise SurveyError(f"{path}: is not a folder of a survey: {MANIFEST} is missing")
    return Folder(path, SealedFile(path / MANIFEST).account)


def make_folder(path: Path, making: Making) -> Folder:
    """The folder for such rows: a new one, or one that has been begun with the same making."""
    try:
        if not (path / MANIFEST).exists():
            path.mkdir(parents=True, exist_ok=True)
            names = [there.name for there in path.iterdir() if not there.name.startswith(".")]
            # Another run may just have made its manifest.
            if names and MANIFEST not in names:
                raise SurveyError(
                    f"{path}: is there already and is not a folder of a survey: name a new one"
                )
            manifest = json.dumps({**making.to_json(), "machine": machine()})
            empty = columns(making).empty_table().replace_schema_metadata({METADATA: manifest})
            write_new(path / MANIFEST, sealed(empty))
    except OSError as error:
        raise SurveyError(f"{path}: cannot be made a folder: {error.strerror}") from None
    folder = open_folder(path)
    refuse_difference(path, folder.manifest, making.to_json())
    return folder


@contextmanager
def locked(folder: Folder) -> Iterator[None]:
    """Keep the folder from other runs until this one ends, in whatever way.

    A run that was killed may have left a file that it had not finished; it is taken away.
    """
    try:
        file = (folder.path / MANIFEST).open("rb+")
    except OSError as error:
        raise SurveyError(f"{folder.path}: cannot be written: {error.strerror}") from None
    with file, ExitStack() as held:
        try:
            held.enter_context(systems.locked(file))
        except BlockingIOError as error:
            left = f" (if there is none, remove {error.filename})" if error.filename else ""
            raise SurveyError(
                f"{folder.path}: another run is at work there{left}; wait for it, or use another "
                "folder"
            ) from None
        except OSError as error:
            raise SurveyError(f"{folder.path}: cannot be locked: {error.strerror}") from None
        for unfinished in left_unfinished(folder.path):
            unfinished.unlink(missing_ok=True)
        yield


def refuse_difference(path: Path, there: Mapping[str, Any], asked: Mapping[str, Any]) -> None:
    """Rows of different making are never mixed; the message says what differs."""
    for key, value in asked.items():
        if isinstance(value, Mapping) and isinstance(there.get(key), Mapping):
            refuse_difference(path, there[key], value)
        elif there.get(key) != value:
            raise SurveyError(
                f"{path}: was made with {key} {json.dumps(there.get(key))}, and asked for is "
                f"{json.dumps(value)}: use another folder, or ask for the same"
            )


def machine() -> dict[str, Any]:
    """Where a survey was begun, for those who compare times."""
    return {
        "system": platform.platform(),
        "processor": platform.processor() or platform.machine(),
        "python": platform.python_version(),
    }


def tasks(folder: Folder, players: Iterable[int], wanted: Range) -> Iterator[tuple[int, Range]]:
    """What is to be done: numbers of players with ranges of deals, one at a time."""
    check_range(folder.making.numbering, wanted)
    return ((count, part) for count in players for part in folder.missing(count, wanted))
