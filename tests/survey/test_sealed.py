"""The files of a survey: whatever is not just as it was written is refused, and named."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import solver.survey.sealed
from cli.terminal import codes
from solver.errors import SurveyError
from solver.survey.folder import MANIFEST, open_folder
from solver.survey.making import METADATA, Range
from solver.survey.sealed import SealedFile, sealed
from tests.support import surveys
from tests.support.asking import ask

NAME = "2p-0000000001-0000000400.parquet"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return Path(shutil.copytree(surveys.base().path, tmp_path / "copy"))


@pytest.mark.parametrize("name", ["2p-0000000001-0000000003.parquet", MANIFEST])
def test_no_bit_can_change(tmp_path: Path, name: str) -> None:
    path = surveys.make(tmp_path, "base", (2,), Range(1, 3)).path / name
    content = path.read_bytes()
    with path.open("rb+", buffering=0) as file:
        for place, byte in enumerate(content):
            file.seek(place)
            file.write(bytes([byte ^ 1 << place % 8]))
            with pytest.raises(SurveyError) as refusal:
                SealedFile(path)
            assert str(refusal.value).startswith(f"{path}: ")
            file.seek(place)
            file.write(bytes([byte]))
    assert SealedFile(path).account["schema"] == "hanabi-solve/survey-2"


@pytest.mark.parametrize("name", [NAME, MANIFEST])
def test_no_byte_can_be_missing_or_added(copy: Path, name: str) -> None:
    path = copy / name
    content = path.read_bytes()
    lengths = [*range(0, len(content), 97), *range(len(content) - 20, len(content))]
    for changed in (*(content[:length] for length in lengths), content + b"\0", content * 2):
        path.write_bytes(changed)
        with pytest.raises(SurveyError, match=r"cannot be read|has no seal"):
            SealedFile(path)


def test_readers_of_parquet_do_not_notice(copy: Path) -> None:
    table = pq.read_table(copy / NAME)
    assert table.equals(SealedFile(copy / NAME).table())
    assert len(table) == 400


def huge() -> bytes:
    """Small, because all rows are the same; unpacked, more than a part can have."""
    seeds = pa.array(np.zeros(1_000_001, np.int64))
    return sealed(pa.table({"seed": seeds}).replace_schema_metadata({METADATA: json.dumps(MAKING)}))


def foreign() -> bytes:
    sink = pa.BufferOutputStream()
    pq.write_table(pa.table({"seed": [1]}), sink)
    return bytes(sink.getvalue().to_pybytes())


def other(account: bytes) -> Callable[[], bytes]:
    """What is sealed as it must be, and says something else about itself."""
    table = pa.table({"seed": pa.array([1], pa.int64())})
    return lambda: sealed(table.replace_schema_metadata({METADATA: account}))


MAKING = json.loads(pq.read_schema(surveys.base().path / NAME).metadata[METADATA])


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (huge, "is too large for a file of a survey"),
        (foreign, "is not a file of a survey"),
        (other(b"nonsense"), "is not what this program writes"),
        (other(b"\xff"), "is not what this program writes"),
        (other(b"[" * 100_000), "is not what this program writes"),
        (other(b"[]"), "does not read"),
        (other(b'{"schema": "hanabi-solve/survey-1"}'), "does not read"),
        (other(b'{"schema": "hanabi-solve/survey-2"}'), ""),
        (other(json.dumps(MAKING | {"rules": ["none"]}).encode()), ""),
        (lambda: b"", "is not a Parquet file, or not a whole one"),
        (lambda: b"PAR1", "is not a Parquet file, or not a whole one"),
        (lambda: b"PAR1\xff\xff\xff\xffPAR1", "is not a Parquet file, or not a whole one"),
        (lambda: b"PAR1\0\0\0\0PAR1", "has no seal"),
    ],
)
def test_what_is_no_part_is_named(copy: Path, content: Callable[[], bytes], words: str) -> None:
    path = copy / NAME
    path.write_bytes(content())
    assert_named(copy, path, words)


def test_what_is_too_large_is_not_read(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = copy / NAME
    limits = {"_MOST_BYTES": path.stat().st_size, "_MOST_UNPACKED": 1000}
    for name, limit in limits.items():
        with monkeypatch.context() as changed:
            changed.setattr(solver.survey.sealed, name, limit)
            if name == "_MOST_UNPACKED":
                with pytest.raises(SurveyError, match="is too large"):
                    SealedFile(path)
            else:
                SealedFile(path)
    os.truncate(path, 2**40)  # it takes no room on the disk
    assert_named(copy, path, "is too large")


@pytest.mark.parametrize("name", [NAME, MANIFEST])
@pytest.mark.parametrize("kind", ["folder", "pipe", "link to a pipe", "link to nothing"])
def test_only_regular_files_are_read(copy: Path, name: str, kind: str) -> None:
    path = copy / name
    path.unlink()
    if kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind == "link to a pipe":
        os.mkfifo(copy.parent / "pipe")
        path.symlink_to(copy.parent / "pipe")
    else:
        path.symlink_to(copy.parent / "nothing")
    place = copy if name == MANIFEST and kind == "link to nothing" else path
    assert_named(copy, place, "")


def assert_named(folder: Path, path: Path, words: str) -> None:
    """All commands that read folders refuse it in one line."""
    going_on = ["--players", "2", "--seeds", "1-400", "--memory", 16]
    for command in (
        ["report", folder],
        ["survey", *going_on, "--out", folder],
        ["survey", *going_on, "--out", folder, "--csv", folder.parent / "all.csv"],
        ["survey", "--retry-undecided", "--nodes", 10**9, "--out", folder],
        ["survey", "--verify", "all", "--out", folder],
    ):
        answer = ask(*command, *(["--jobs", 1] if command[0] == "survey" else []))
        assert (answer.code, answer.out, answer.err.count("\n")) == (codes.BAD_INPUT, "", 1), answer
        assert answer.err.startswith(f"error: {path}: "), answer.err
        assert words in answer.err
    assert not (folder.parent / "all.csv").exists()


def test_a_damaged_manifest_can_be_made_again(copy: Path, tmp_path: Path) -> None:
    manifest = copy / MANIFEST
    manifest.write_bytes(manifest.read_bytes()[:-1])
    with pytest.raises(SurveyError, match="begin a new folder with the same options, and copy"):
        open_folder(copy)
    new = surveys.make(tmp_path / "new", "base", (2,), Range(1, 1))
    shutil.copy(new.path / MANIFEST, manifest)
    assert len(list(open_folder(copy).checked())) == 4
