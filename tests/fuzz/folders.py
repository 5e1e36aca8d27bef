"""Folders of surveys, damaged, and a command that reads them: its figures are right, or it refuses.

The folder is made once. Each attack works on a copy of it.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from cli.terminal import codes
from solver.survey.making import Range
from tests.support import surveys
from tests.support.asking import Answer, ask

_TEMPORARY = TemporaryDirectory()  # taken away when the process ends

MAKING = ["-p", "2,3", "--seeds", "1-60", "--memory", 16, "-r", "base"]
COMMANDS: list[list[object]] = [
    ["report", "--json"],
    ["survey", *MAKING, "--jobs", 1, "--out"],
    ["survey", "--retry-undecided", "--nodes", 10**9, "--jobs", 1, "--out"],
    ["survey", "--verify", 2, "--jobs", 1, "--out"],
]


@cache
def whole() -> Path:
    """The folder that is damaged: two numbers of players, two parts each."""
    path = Path(_TEMPORARY.name) / "whole"
    for last in (30, 60):
        surveys.make(path, "base", (2, 3), Range(1, last))
    return path


@cache
def right(command: int) -> str:
    """What a command prints about the folder as it is."""
    answer = run(COMMANDS[command], whole())
    assert answer.code == codes.ANSWERED, answer
    return without_place(answer.out, whole())


def run(command: list[object], folder: Path) -> Answer:
    """The command, about this folder."""
    name, *options = command
    return ask(name, folder, *options) if name == "report" else ask(name, *options, folder)


def without_place(text: str, folder: Path) -> str:
    return text.replace(str(folder), "FOLDER")


def attack(random: Random) -> str | None:
    """One attack, made from `random` alone, so that its seed repeats it; what went wrong."""
    with TemporaryDirectory() as temporary:
        folder = Path(shutil.copytree(whole(), Path(temporary) / "folder"))
        damage = random.choice(DAMAGES)
        named = damage(folder, random)
        number = random.randrange(len(COMMANDS))
        answer = run(COMMANDS[number], folder)
        what = f"{damage.__name__} of {named.name}, {COMMANDS[number][:2]}: {answer}"
        if answer.code == codes.ANSWERED:
            if without_place(answer.out, folder) != right(number):
                return f"another answer: {what}"
        elif answer.code != codes.BAD_INPUT or answer.out:
            return f"no refusal: {what}"
        elif not answer.err.startswith(f"error: {folder}") or answer.err.count("\n") != 1:
            return f"not one line with the place: {what}"
        elif named.name not in answer.err and named != folder:
            return f"another file is named: {what}"
        left = [path.name for path in folder.iterdir() if path.name.startswith(".")]
        return f"left behind: {left}: {what}" if left else None


# Damages: each returns the file that has to be named, or the folder if any place will do.


def flip_of_a_bit(folder: Path, random: Random) -> Path:
    path = _file(folder, random)
    content = bytearray(path.read_bytes())
    content[random.randrange(len(content))] ^= 1 << random.randrange(8)
    path.write_bytes(content)
    return path


def flips_of_bytes(folder: Path, random: Random) -> Path:
    path = _file(folder, random)
    content = bytearray(path.read_bytes())
    for _ in range(random.choice([2, 10, 100])):
        content[random.randrange(len(content))] = random.randrange(256)
    path.write_bytes(content)
    return path


def truncation(folder: Path, random: Random) -> Path:
    path = _file(folder, random)
    os.truncate(path, random.randrange(path.stat().st_size))
    return path


def addition(folder: Path, random: Random) -> Path:
    path = _file(folder, random)
    with path.open("ab") as file:
        file.write(random.randbytes(random.choice([1, 8, 1000])))
    return path


def piece_of_another(folder: Path, random: Random) -> Path:
    path, other = _file(folder, random), _file(folder, random)
    content, foreign = bytearray(path.read_bytes()), other.read_bytes()
    begin = random.randrange(min(len(content), len(foreign)))
    end = begin + random.randrange(1, 500)
    content[begin:end] = foreign[begin:end]
    path.write_bytes(content)
    return folder if bytes(content) == foreign else path


def swap(folder: Path, random: Random) -> Path:
    one, other = random.sample(_parts(folder), 2)
    content = one.read_bytes()
    one.write_bytes(other.read_bytes())
    other.write_bytes(content)
    return folder  # either may be named


def another_name(folder: Path, random: Random) -> Path:
    path = random.choice(_parts(folder))
    first = random.randrange(1, 200)
    name = f"{random.randrange(10)}p-{first:010d}-{first + random.randrange(-1, 99):010d}.parquet"
    path.rename(folder / random.choice([name, f"x{path.name}", f"0{path.name}", "2p--.parquet"]))
    return folder


def foreign_file(folder: Path, random: Random) -> Path:
    path = folder / random.choice(["x.parquet", "2p-1-9.parquet", "notes.txt", "2p-61-70.parquet"])
    path.write_bytes(random.choice([b"", b"PAR1", b"mine", random.randbytes(999)]))
    return folder


def no_regular_file(folder: Path, random: Random) -> Path:
    path = _file(folder, random)
    path.unlink()
    make = random.choice([os.mkdir, os.mkfifo, _link_to_pipe, _link_to_itself])
    make(path)
    return folder if path.name.startswith("_") else path


def a_link_to_the_file(folder: Path, random: Random) -> Path:
    path = _file(folder, random)
    path.rename(folder.parent / "elsewhere")
    path.symlink_to(folder.parent / "elsewhere")
    return path


DAMAGES: list[Callable[[Path, Random], Path]] = [
    *[flip_of_a_bit] * 10, flips_of_bytes, truncation, addition, piece_of_another, swap,
    another_name, foreign_file, no_regular_file, a_link_to_the_file,
]  # fmt: skip


def _parts(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if path.name[0].isdigit())


def _file(folder: Path, random: Random) -> Path:
    return random.choice(sorted(folder.glob("*.parquet")))


def _link_to_pipe(path: Path) -> None:
    pipe = path.parent.parent / "pipe"
    os.mkfifo(pipe)
    path.symlink_to(pipe)


def _link_to_itself(path: Path) -> None:
    path.symlink_to(path)
