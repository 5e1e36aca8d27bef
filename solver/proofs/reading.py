"""Reading the files of a proof from a folder or an archive, which anybody may have made.

Nothing is unpacked: the files that a proof has are read into memory, as much as is allowed.
"""

from __future__ import annotations

import bz2
import gzip
import lzma
import os
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, Protocol, cast

from solver.errors import ProofError, ProofTooLargeError
from solver.proofs.contents import MANIFEST, MEGABYTE, NAMES, NEEDED
from solver.proofs.storing import ARCHIVES

# What a Mac puts beside the files of an archive or a folder; it is passed over.
_OF_MAC = ("__MACOSX", ".DS_Store")
# The record at the end of a zip file, without the comment behind it.
_ZIP_END, _ZIP_END_SIZE = b"PK\5\6", 22
# More than the headers of a tar file with all files of a proof need.
_HEADERS = 100_000


class _Entry(NamedTuple):
    """A file in a folder or an archive."""

    name: str
    is_file: bool
    stream: BinaryIO | None


def read_files(path: str | os.PathLike[str], megabytes: int) -> dict[str, bytes]:
    """The files of a proof by their names: all that are needed, and no others."""
    where, most = os.fspath(path), megabytes * MEGABYTE
    if not where:
        raise ProofError("the name of the proof is empty: name a folder or an archive")
    limit, found, others = _Limit(where, megabytes), dict[str, bytes](), list[str]()
    try:
        with _readable(where):
            for entry in _entries(Path(path), limit):
                if entry.name in found:
                    raise ProofError(f"{where}: {entry.name} is there twice")
                if entry.name not in NAMES:
                    others.append(entry.name)
                    continue
                if not entry.is_file or entry.stream is None:
                    raise ProofError(f"{where}: {entry.name} is not an ordinary file")
                content = entry.stream.read(most + 1)
                most -= len(content)
                if most < 0:
                    raise limit.error()
                found[entry.name] = content
    except ProofTooLargeError:
        if not others:  # else to allow more would not help
            raise
    _check_names(where, found, others)
    return found


def _check_names(where: str, found: Collection[str], others: list[str]) -> None:
    """Refuse what is no proof, or not a whole one, or has more."""
    if others and found:
        raise ProofError(f"{where}: has a file that does not belong to it: {others[0]}")
    if any(name.lower().endswith(ARCHIVES) for name in others):
        raise ProofError(f"{where}: holds archives: check them one by one")
    if others:
        raise ProofError(f"{where}: is not a proof: it has {others[0]}, and no {MANIFEST}")
    missing = [name for name in NEEDED if name not in found]
    if missing:
        are = "is" if len(missing) == 1 else "are"
        raise ProofError(f"{where}: is not a whole proof: {', '.join(missing)} {are} missing")


class _Limit(NamedTuple):
    """How much may come out of a proof."""

    where: str
    megabytes: int

    def error(self) -> ProofTooLargeError:
        """What is said about more than that."""
        return ProofTooLargeError(
            f"{self.where}: holds more than {self.megabytes:,} MB: allow more, if you trust it"
        )


def _entries(path: Path, limit: _Limit) -> Iterator[_Entry]:
    if path.is_dir():
        yield from _of_folder(path)
        return
    if not stat.S_ISREG(path.stat().st_mode):
        raise ProofError(f"{path}: is neither a folder nor a file")
    with open(path, "rb") as file:
        start = file.read(6)
        file.seek(0)
        if start.startswith(b"PK"):
            yield from _of_zip(file, limit.where)
        else:
            yield from _of_tar(file, start, limit)


def _of_folder(path: Path) -> Iterator[_Entry]:
    for entry in sorted(path.iterdir()):
        if entry.name in _OF_MAC:
            continue
        if entry.is_symlink() or not entry.is_file():
            yield _Entry(entry.name, False, None)
            continue
        with open(entry, "rb") as stream:
            yield _Entry(entry.name, True, stream)


def _of_zip(file: BinaryIO, where: str) -> Iterator[_Entry]:
    inside = _Inside()
    with zipfile.ZipFile(file) as archive:
        file.seek(-len(archive.comment) - _ZIP_END_SIZE, os.SEEK_END)
        if not file.read().startswith(_ZIP_END):
            raise ProofError(f"{where}: goes on after its end")
        for info in archive.infolist():
            name = inside.name(info.filename, info.is_dir())
            if name is None:
                continue
            if name not in NAMES:
                yield _Entry(name, False, None)
                continue
            if info.flag_bits & 1:
                raise ProofError(f"{where}: has a password: unpack it, and check the folder")
            mode = info.external_attr >> 16
            is_file = not info.is_dir() and (not mode or stat.S_IFMT(mode) in (0, stat.S_IFREG))
            with archive.open(info) as stream:
                yield _Entry(name, is_file, cast(BinaryIO, stream))


def _of_tar(file: BinaryIO, start: bytes, limit: _Limit) -> Iterator[_Entry]:
    bounded, inside = _Bounded(_unpacked(file, start), limit), _Inside()
    try:
        with tarfile.open(fileobj=cast(BinaryIO, bounded), mode="r|") as archive:
            for info in archive:
                name = inside.name(info.name, info.isdir())
                if name is not None:
                    inner = archive.extractfile(info) if info.isreg() else None
                    yield _Entry(name, info.isreg(), cast(BinaryIO, inner))
    except tarfile.TarError:
        while bounded.read(MEGABYTE):  # a packed file may say at its end that it is damaged
            pass
        raise
    bounded.finish()


def _unpacked(file: BinaryIO, start: bytes) -> _Stream:
    """What a file holds that is packed, as its first bytes say; or the file itself."""
    if start.startswith(b"\x1f\x8b"):
        return cast(BinaryIO, gzip.open(file))
    if start.startswith(b"\xfd7zXZ\x00"):
        return _Unpacked(file, lzma.LZMADecompressor)
    if start.startswith(b"BZh"):
        return _Unpacked(file, bz2.BZ2Decompressor)
    return file


class _Stream(Protocol):
    """What can be read."""

    def read(self, number: int, /) -> bytes: ...


class _Unpacked:
    """What packed streams hold, one behind the other: some programs write several.

    Python's own readers pass over whatever else is behind the first one.
    """

    def __init__(self, file: BinaryIO, kind: Callable[[], Any]) -> None:
        self._file, self._kind, self._stream = file, kind, kind()

    def read(self, number: int, /) -> bytes:
        content = b""
        while not content:
            packed = self._stream.unused_data
            if not packed and (self._stream.eof or self._stream.needs_input):
                packed = self._file.read(MEGABYTE)
                if not packed and self._stream.eof:
                    return b""
                if not packed:
                    raise EOFError
            if self._stream.eof:
                self._stream = self._kind()
            content = self._stream.decompress(packed, number)
        return content


class _Inside:
    """Where the files of a proof lie in an archive: all in one folder of any name, or in none.

    Whoever unpacks a proof and packs it again may have called its folder otherwise.
    """

    def __init__(self) -> None:
        self._folder: str | None = None  # not known yet

    def name(self, path: str, is_folder: bool) -> str | None:
        """The name of a file; None for what is passed over, like the folder.

        What lies elsewhere keeps its whole path.
        """
        parts = [part for part in path.split("/") if part not in ("", ".")]
        if parts and (parts[0] in _OF_MAC or parts[-1] in _OF_MAC):
            return None
        folder, name = "/".join(parts[:-1]), parts[-1] if parts else ""
        if path.startswith("/") or len(parts) > 2 or ".." in parts:
            return path
        if is_folder:
            return None if len(parts) < 2 else path
        if self._folder is None and name in NAMES:
            self._folder = folder
        return name if folder == self._folder else path


class _Bounded:
    """A stream that ends with an error when more comes out of it than is allowed.

    The headers of a tar file may claim any size, and its reader would read that much.
    """

    def __init__(self, stream: _Stream, limit: _Limit) -> None:
        self._stream, self._limit = stream, limit
        self._left = limit.megabytes * MEGABYTE + _HEADERS
        self._length = 0

    def read(self, number: int) -> bytes:
        try:
            content = self._stream.read(min(number, self._left + 1))
        except (zlib.error, lzma.LZMAError, OSError) as error:
            if getattr(error, "errno", None) is not None:  # not what unpacks it, but the system
                raise
            raise ProofError(f"{self._limit.where}: is damaged") from None
        self._left -= len(content)
        self._length += len(content)
        if self._left < 0:
            raise self._limit.error()
        return content

    def finish(self) -> None:
        """Read what follows the last file: a file that is cut off there is damaged, too.

        A packed file has its checksum at its very end. A tar file is made of blocks, and ends with
        empty ones.
        """
        while rest := self.read(MEGABYTE):
            if rest.strip(b"\0"):
                raise ProofError(f"{self._limit.where}: goes on after its last file")
        if self._length % tarfile.BLOCKSIZE:
            raise EOFError


@contextmanager
def _readable(where: str) -> Iterator[None]:
    """Let whatever is wrong with a file be an error that names it."""
    try:
        yield
    except ProofError:
        raise
    except EOFError:
        raise ProofError(f"{where}: is cut off: its end is missing") from None
    except tarfile.TarError:
        raise ProofError(f"{where}: is not a proof, or is damaged") from None
    except zipfile.BadZipFile:
        raise ProofError(f"{where}: is cut off or damaged") from None
    except (zlib.error, lzma.LZMAError):
        raise ProofError(f"{where}: is damaged") from None
    except (OSError, RuntimeError, NotImplementedError, ValueError) as error:
        raise ProofError(f"{where}: cannot be read: {_cause(error)}") from None
    except MemoryError:
        raise ProofError(f"{where}: does not fit into memory") from None


def _cause(error: Exception) -> str:
    return (isinstance(error, OSError) and error.strerror) or str(error) or type(error).__name__
