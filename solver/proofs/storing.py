"""Writing a proof: a folder, or an archive if the name ends like one. The same bytes every time."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import shutil
import tarfile
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast

from solver.errors import ProofError
from solver.files import check_new_folder, check_writable, writing_folder, writing_whole
from solver.proofs.contents import Content, size

FOLDER = "proof"  # in an archive: whoever unpacks it gets one folder
TARS = {
    ".tar": "", ".tar.gz": "gz", ".tgz": "gz", ".tar.xz": "xz", ".txz": "xz", ".tar.bz2": "bz2",
}  # fmt: skip
# The first second of 1980: a zip file has no time before that, not even where others pack again
# what they unpacked.
TIME = 315_532_800
ARCHIVES = (*TARS, ".zip")
OTHERS = (".gz", ".xz", ".bz2", ".zst", ".7z", ".rar", ".lz", ".z")


def archive_ending(path: str | os.PathLike[str]) -> str | None:
    """The ending of an archive's name; None for a folder's."""
    name = Path(path).name.lower()
    if name in (*ARCHIVES, *OTHERS):  # it would be a hidden folder
        raise ProofError(f"{os.fspath(path)}: is only the ending of a name: write proof{name}")
    for ending in sorted(ARCHIVES, key=len, reverse=True):
        if name.endswith(ending):
            return ending
    if name.endswith(OTHERS):
        raise ProofError(
            f"{os.fspath(path)}: an archive ends with {', '.join(ARCHIVES[:-1])} or {ARCHIVES[-1]}"
        )
    return None


def check_place(path: str | os.PathLike[str]) -> None:
    """Refuse a path that a proof cannot be written to, before the work."""
    if archive_ending(path) is None:
        check_new_folder(path)
    else:
        check_writable(path)


def store(files: Mapping[str, Content], path: str | os.PathLike[str]) -> None:
    """Write all files, completely or not at all."""
    ending = archive_ending(path)
    if ending is None:
        with writing_folder(path) as folder:
            for name, content in files.items():
                with open(folder / name, "xb") as file, _opened(content) as source:
                    shutil.copyfileobj(source, file)
    else:
        with writing_whole(path) as target:
            _write(files, target, ending)


def packed(files: Mapping[str, Content], ending: str) -> bytes:
    """The archive that `store` would write under such a name."""
    target = io.BytesIO()
    _write(files, target, ending)
    return target.getvalue()


def _write(files: Mapping[str, Content], target: BinaryIO, ending: str) -> None:
    if ending == ".zip":
        _write_zip(files, target)
    else:
        _write_tar(files, target, TARS[ending])


def _write_tar(files: Mapping[str, Content], target: BinaryIO, packing: str) -> None:
    with (
        _packed(target, packing) as stream,
        tarfile.open(fileobj=stream, mode="w|", format=tarfile.USTAR_FORMAT) as archive,
    ):
        for name, content in files.items():
            entry = tarfile.TarInfo(f"{FOLDER}/{name}")  # of nobody
            entry.size, entry.mtime = size(content), TIME
            with _opened(content) as source:
                archive.addfile(entry, source)


@contextmanager
def _packed(target: BinaryIO, packing: str) -> Iterator[BinaryIO]:
    """The target, behind what packs what is written to it."""
    if packing == "gz":
        with gzip.GzipFile(filename="", mode="wb", fileobj=target, mtime=0) as stream:
            yield cast(BinaryIO, stream)
    elif packing == "xz":
        with lzma.LZMAFile(target, "wb") as stream:
            yield cast(BinaryIO, stream)
    elif packing == "bz2":
        with bz2.BZ2File(target, "wb") as stream:
            yield cast(BinaryIO, stream)
    else:
        yield target


def _write_zip(files: Mapping[str, Content], target: BinaryIO) -> None:
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(f"{FOLDER}/{name}")  # of 1980, the first time that it knows
            entry.compress_type, entry.create_system = zipfile.ZIP_DEFLATED, 3
            entry.external_attr, entry.file_size = 0o644 << 16, size(content)
            with archive.open(entry, "w") as file, _opened(content) as source:
                shutil.copyfileobj(source, file)


def _opened(content: Content) -> BinaryIO:
    return open(content, "rb") if isinstance(content, Path) else io.BytesIO(content)
