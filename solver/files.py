"""Files that are written whole or not at all, and whether they can be."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from uuid import uuid4

from solver import systems
from solver.errors import InputError


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
    """Refuse a path that cannot become a file, before the work whose result it shall hold."""
    target = Path(path)
    if target.is_dir():
        raise InputError(f"{os.fspath(path)}: cannot be written: is a directory")
    if not os.access(target.parent, os.W_OK):
        raise InputError(
            f"{os.fspath(path)}: cannot be written: no such folder, or no right to write there"
        )


def write_whole(path: str | os.PathLike[str], content: bytes) -> None:
    """Put the content into a file; a reader sees the old file or the new one, never a part.

    What cannot be written is the caller's path, so it is an InputError with the reason.
    """
    with _unfinished(Path(path), content) as unfinished:
        os.replace(unfinished, path)


def write_new(path: str | os.PathLike[str], content: bytes) -> bool:
    """The same for a file that must not be there; whether it was not, or else stays as it is.

    Of two processes that try it at the same time, one succeeds.
    """
    with _unfinished(Path(path), content) as unfinished:
        try:
            systems.name_new(unfinished, Path(path))
        except FileExistsError:
            return False
        return True


@contextmanager
def _unfinished(target: Path, content: bytes) -> Iterator[Path]:
    """A file with the content beside the target, for as long as it takes to name it rightly."""
    # Beside it, because only within one file system can it be renamed into its place.
    unfinished = target.with_name(f".{uuid4().hex}.tmp")
    try:
        try:
            with unfinished.open("wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            yield unfinished
        finally:
            with suppress(OSError):
                unfinished.unlink()
    except OSError as error:
        raise InputError(f"{target}: cannot be written: {error.strerror}") from None
