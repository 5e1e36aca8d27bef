"""What is read from outside: as much as anybody can mean, and no more.

A game of hanab.live has below 50 kB, so nobody notices these limits but who hands over the wrong
file, or a stream that never ends.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import BinaryIO

from solver.errors import InputError

LARGEST_TEXT = 2**20  # a deal, a position, a line, a game or rules; characters or bytes
LARGEST_LIST = 2**26  # a file of many games, of which each is a text


def opened(path: str | os.PathLike[str]) -> BinaryIO:
    """A file for reading; OSError if there is none, and InputError for what cannot be a name."""
    try:
        return open(path, "rb")
    except ValueError:  # half of a character, or a zero
        raise InputError(f"{os.fspath(path)}: cannot be read: no file has such a name") from None


def read_whole(stream: BinaryIO, where: str, most: int = LARGEST_TEXT) -> str:
    """All that a stream has; what goes on beyond the limit is refused there."""
    return decoded(stream.read(most + 1), where, most)


def lines_of(stream: BinaryIO, most: int = LARGEST_TEXT) -> Iterator[bytes]:
    """The lines of a stream, which may be endless; of one that is too large, enough to see it."""
    while line := stream.readline(most + 1):
        yield line
        while len(line) > most and not line.endswith(b"\n"):
            line = stream.readline(most + 1)


def decoded(content: bytes, where: str, most: int = LARGEST_TEXT) -> str:
    """The text that bytes are, which are UTF-8, with or without a mark that says so."""
    check_size(content, where, most)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        is_utf16 = content[:2] in (b"\xff\xfe", b"\xfe\xff")
        raise InputError(
            f"{where}: is not UTF-8 text (byte {error.start})"
            + (", but UTF-16: save it as UTF-8" if is_utf16 else "")
        ) from None


def check_size(content: str | bytes, where: str, most: int = LARGEST_TEXT) -> None:
    """Refuse what is too large to be what it should be."""
    if len(content) > most:
        raise InputError(f"{where}: is too large: at most {most >> 20} MiB are read")
