"""Files that are written whole or not at all."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

from solver.errors import InputError


def write_whole(path: str | os.PathLike[str], content: bytes) -> None:
    """Put the content into a file; a reader sees the old file or the new one, never a part.

    What cannot be written is the caller's path, so it is an InputError with the reason.
    """
    target = Path(path)
    # Beside the file, because only within one file system can it be renamed into its place.
    unfinished = target.with_name(f".{uuid4().hex}.tmp")
    try:
        try:
            with unfinished.open("wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            os.replace(unfinished, target)
        finally:
            with suppress(OSError):
                unfinished.unlink()
    except OSError as error:
        raise InputError(f"{os.fspath(path)}: cannot be written: {error.strerror}") from None
