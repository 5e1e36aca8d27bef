"""Files that are written whole or not at all, and whether they can be.

A regular file is replaced in one step, by a new one that was written beside it and has its mode and
its owner. A link is followed. What cannot be replaced is written to as it is: a device or a pipe,
and also a file with several names, of somebody else, or in a folder in which nothing can be made.
"""

from __future__ import annotations

import os
import re
import shutil
import stat
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import BinaryIO, cast
from uuid import uuid4

from solver import systems
from solver.errors import InputError

# Nobody else gives such a name to a file: what a killed run leaves behind can be told by it.
_UNFINISHED = re.compile(r"\.hanabi-solve-[0-9a-f]{32}\.unfinished")


def check_form(
    path: str | os.PathLike[str],
    what: str,
    endings: Collection[str],
    drawn: Collection[str],
    advice: str = "",
) -> str:
    """The ending of a file, which names its form; to be asked before long work.

    The forms that are `drawn` need matplotlib; `advice` is for those who do not have it.
    """
    ending = Path(path).suffix.lower()
    if ending not in endings:
        *most, last = endings
        raise InputError(f"{os.fspath(path)}: {what} is written as {', '.join(most)} or {last}")
    if ending in drawn and find_spec("matplotlib") is None:
        raise InputError(
            f"{os.fspath(path)}: a picture needs matplotlib, which is not installed: "
            f"pip install 'hanabi-solve[plot]'{advice}"
        )
    return ending


def check_writable(path: str | os.PathLike[str]) -> None:
    """Refuse a path that cannot be written to, before the work whose result it shall hold.

    Nothing is opened: the reader of a pipe would take that for all there is.
    """
    with _named(path):
        there = _stat(path)
        if there is None:
            folder = Path(os.path.realpath(path)).parent  # that of the file, if this is a link
            if not (folder.is_dir() and os.access(folder, os.W_OK | os.X_OK)):
                raise _refusal(path, "no such folder, or no right to write there")
        elif not systems.is_own_output(there):
            if fault := _fault(there):
                raise _refusal(path, fault)
            if not os.access(path, os.W_OK):
                raise _refusal(path, "no right to write to it")


def write_whole(path: str | os.PathLike[str], content: bytes) -> None:
    """Put the content into a file; a reader sees the old file or the new one, never a part.

    What cannot be written is the caller's path, so it is an InputError with the reason.
    """
    with writing_whole(path) as file:
        file.write(content)


@contextmanager
def writing_whole(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """The same for content that comes in pieces; if not all of it comes, the old file stays."""
    check_writable(path)
    with _named(path):
        there, target = _stat(path), Path(os.path.realpath(path))
        if _is_replaced(there, target):
            with _unfinished(target, there) as (name, file):
                yield file
                _finish(file)
                os.replace(name, target)
        else:
            with _opened(path, there, "r+b") as file:
                yield file
                if there is None or _is_regular(there):
                    file.truncate()


def write_new(path: str | os.PathLike[str], content: bytes) -> bool:
    """Put the content into a file that must not be there; whether it was not, or else stays.

    Of two processes that try it at the same time, one succeeds.
    """
    with _named(path), _unfinished(Path(path), None) as (name, file):
        file.write(content)
        _finish(file)
        try:
            systems.name_new(name, Path(path))
        except FileExistsError:
            return False
        return True


def check_new_folder(path: str | os.PathLike[str]) -> None:
    """Refuse a path at which no new folder can be made, before the work that shall fill it."""
    if not os.fspath(path):  # it would be the folder that one is in
        raise InputError("the name of the new folder is empty")
    with _named(path):
        if os.path.lexists(path):
            raise _refusal(path, "is there already; name a new folder")
        folder = Path(os.path.abspath(path)).parent
        if not (folder.is_dir() and os.access(folder, os.W_OK | os.X_OK)):
            raise _refusal(path, "no such folder to put it into, or no right to write there")


@contextmanager
def writing_folder(path: str | os.PathLike[str]) -> Iterator[Path]:
    """A folder to be filled, which gets its name when all is in it."""
    check_new_folder(path)
    target = Path(os.path.abspath(path))
    unfinished = target.with_name(f".hanabi-solve-{uuid4().hex}.unfinished")
    with _named(path):
        try:
            unfinished.mkdir()
            yield unfinished
            os.rename(unfinished, target)
        finally:
            shutil.rmtree(unfinished, ignore_errors=True)


@contextmanager
def adding_to(path: str | os.PathLike[str]) -> Iterator[Callable[[bytes], None]]:
    """What adds to the end of a file, each time the whole content or nothing."""
    check_writable(path)
    with _named(path), _opened(path, _stat(path), "ab") as file:

        def add(content: bytes) -> None:
            end, rest = file.tell() if file.seekable() else None, memoryview(content)
            try:
                while rest:
                    rest = rest[file.write(rest) :]
                file.flush()
            except OSError:
                if end is not None:
                    os.truncate(file.fileno(), end)
                raise

        yield add


def is_regular(path: str | os.PathLike[str]) -> bool:
    """Whether this is a file that comes to an end: no device, no pipe, no folder."""
    try:
        return _is_regular(os.stat(path))
    except OSError:
        return False


def same_file(one: str | os.PathLike[str], other: str | os.PathLike[str]) -> bool:
    """Whether two names are of one file, there or not; a device or a pipe takes from many."""
    try:
        here, there = os.stat(one), os.stat(other)
    except OSError:
        return os.path.realpath(one) == os.path.realpath(other)
    return os.path.samestat(here, there) and _is_regular(here)


def left_unfinished(folder: Path) -> list[Path]:
    """What runs that were killed have left there; or what others are writing just now."""
    with os.scandir(folder) as entries:
        return [
            Path(entry.path)
            for entry in entries
            if _UNFINISHED.fullmatch(entry.name) and entry.is_file(follow_symlinks=False)
        ]


# How it is done


def _stat(path: str | os.PathLike[str]) -> os.stat_result | None:
    """What is there, at the end of links; None if nothing is."""
    try:
        return os.stat(path)
    except FileNotFoundError:
        return None


def _is_regular(there: os.stat_result) -> bool:
    return stat.S_ISREG(there.st_mode)


def _fault(there: os.stat_result) -> str | None:
    """Why this is nothing to write to; None if it may be."""
    if stat.S_ISDIR(there.st_mode):
        return "is a directory"
    if stat.S_ISBLK(there.st_mode):
        return "is a disk, and all that is on it would be lost"
    if stat.S_ISSOCK(there.st_mode):
        return "is a socket"
    # The administrator has the right all the same; but somebody said that it shall stay as it is.
    if _is_regular(there) and not there.st_mode & 0o222:
        return "is read-only"
    return None


def _is_replaced(there: os.stat_result | None, target: Path) -> bool:
    """Whether a new file can take the place of what is there without anybody missing something."""
    if there is None:
        return True
    if not _is_regular(there) or there.st_nlink > 1 or systems.is_own_output(there):
        return False
    found = _stat(target)  # nothing, or another file, if the path is a name for an open file
    return (
        found is not None
        and os.path.samestat(found, there)
        and systems.can_give_owner(there)
        and os.access(target.parent, os.W_OK | os.X_OK)
    )


@contextmanager
def _unfinished(target: Path, before: os.stat_result | None) -> Iterator[tuple[Path, BinaryIO]]:
    """A file beside the target, for as long as it takes to fill it and to name it rightly."""
    # Beside it, because only within one file system can it be renamed into its place.
    name = target.with_name(f".hanabi-solve-{uuid4().hex}.unfinished")
    try:
        with open(name, "xb") as file:
            if before is not None:
                systems.take_after(file.fileno(), before)
            yield name, file
    finally:
        with suppress(OSError):
            name.unlink()


def _finish(file: BinaryIO) -> None:
    file.flush()
    os.fsync(file.fileno())


@contextmanager
def _opened(
    path: str | os.PathLike[str], there: os.stat_result | None, mode: str
) -> Iterator[BinaryIO]:
    """What is there, to be written to as it is."""
    if there is None or (_is_regular(there) and not systems.is_own_output(there)):
        # What is added is not kept back: see `adding_to`.
        with open(path, mode, buffering=0 if mode == "ab" else -1) as file:
            yield cast(BinaryIO, file)
    else:
        with systems.lost_reader_is_an_error(), systems.opened_stream(path, there) as stream:
            yield stream


@contextmanager
def _named(path: str | os.PathLike[str]) -> Iterator[None]:
    """Let what the system refuses be an InputError that names the path."""
    try:
        yield
    except OSError as error:
        raise _refusal(path, error.strerror or str(error)) from None


def _refusal(path: str | os.PathLike[str], reason: str) -> InputError:
    return InputError(f"{os.fspath(path)}: cannot be written: {reason}")
