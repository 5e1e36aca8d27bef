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
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, cast

from solver.errors import ProofError, ProofTooLargeError
from solver.proofs.contents import MEGABYTE, NAMES, NEEDED

_STARTS: dict[bytes, Callable[[BinaryIO], Any]] = {
    b"\x1f\x8b": gzip.open,
    b"\xfd7zXZ\x00": lzma.open,
    b"BZh": bz2.open,
}
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
    found: dict[str, bytes] = {}
    with _readable(where):
        for entry in _entries(Path(path), _Limit(where, megabytes)):
            if entry.name in found:
                raise ProofError(f"{where}: {entry.name} is there twice")
            if entry.name not in NAMES:
                raise ProofError(f"{where}: {entry.name} does not belong to a proof: remove it")
            if not entry.is_file or entry.stream is None:
                raise ProofError(f"{where}: {entry.name} is not an ordinary file")
            content = entry.stream.read(most + 1)
            most -= len(content)
            if most < 0:
                raise _Limit(where, megabytes).error()
            found[entry.name] = content
    missing = [name for name in NEEDED if name not in found]
    if missing:
        are = "is" if len(missing) == 1 else "are"
        raise ProofError(f"{where}: is not a whole proof: {', '.join(missing)} {are} missing")
    return found


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
            yield from _of_zip(file)
        else:
            yield from _of_tar(file, start, limit)


def _of_folder(path: Path) -> Iterator[_Entry]:
    for entry in sorted(path.iterdir()):
        if entry.is_symlink() or not entry.is_file():
            yield _Entry(entry.name, False, None)
            continue
        with open(entry, "rb") as stream:
            yield _Entry(entry.name, True, stream)


def _of_zip(file: BinaryIO) -> Iterator[_Entry]:
    inside = _Inside()
    with zipfile.ZipFile(file) as archive:
        for info in archive.infolist():
            name = inside.name(info.filename, info.is_dir())
            if name is None:
                continue
            mode = info.external_attr >> 16
            is_file = not info.is_dir() and (not mode or stat.S_IFMT(mode) in (0, stat.S_IFREG))
            with archive.open(info) as stream:
                yield _Entry(name, is_file, cast(BinaryIO, stream))


def _of_tar(file: BinaryIO, start: bytes, limit: _Limit) -> Iterator[_Entry]:
    unpacks = next((kind for sign, kind in _STARTS.items() if start.startswith(sign)), None)
    stream = cast(BinaryIO, file if unpacks is None else unpacks(file))
    bounded, inside = _Bounded(stream, limit), _Inside()
    with tarfile.open(fileobj=cast(BinaryIO, bounded), mode="r|") as archive:
        for info in archive:
            name = inside.name(info.name, info.isdir())
            if name is not None:
                inner = archive.extractfile(info) if info.isreg() else None
                yield _Entry(name, info.isreg(), cast(BinaryIO, inner))
    bounded.finish()


class _Inside:
    """Where the files of a proof lie in an archive: all in one folder of any name, or in none.

    Whoever unpacks a proof and packs it again may have called its folder otherwise.
    """

    def __init__(self) -> None:
        self._folder: str | None = None  # not known yet

    def name(self, path: str, is_folder: bool) -> str | None:
        """The name of a file; None for the folder. What lies elsewhere keeps its whole path."""
        parts = [part for part in path.split("/") if part not in ("", ".")]
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

    def __init__(self, stream: BinaryIO, limit: _Limit) -> None:
        self._stream, self._limit = stream, limit
        self._left = limit.megabytes * MEGABYTE + _HEADERS
        self._length = 0

    def read(self, number: int) -> bytes:
        content = self._stream.read(min(number, self._left + 1))
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
    except (tarfile.TarError, zipfile.BadZipFile, zlib.error, lzma.LZMAError) as error:
        raise ProofError(
            f"{where}: is damaged, or is not a proof, which is a folder or an archive ({error})"
        ) from None
    except (OSError, RuntimeError, NotImplementedError, ValueError) as error:
        raise ProofError(f"{where}: cannot be read: {_cause(error)}") from None
    except MemoryError:
        raise ProofError(f"{where}: does not fit into memory") from None


def _cause(error: Exception) -> str:
    return (isinstance(error, OSError) and error.strerror) or str(error) or type(error).__name__
