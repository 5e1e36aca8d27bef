"""The files of a survey: Parquet with an account of themselves, sealed with a digest of every byte.

The seal stands between the columns and the footer. Readers of Parquet find the footer from the end
of the file, and the columns by what it says, so they do not notice the seal. It covers all bytes in
front of it and behind it: nothing of a file that was changed by accident is read.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from solver.errors import SurveyError
from solver.files import is_regular
from solver.survey.making import METADATA, MOST_DEALS, SCHEMA

_MARK = b"hanabi-solve seal"
_DIGEST_BYTES = 32
_SEAL_BYTES = len(_MARK) + _DIGEST_BYTES

# How every Parquet file ends: the length of the footer, which is in front of it, and the magic.
_MAGIC = b"PAR1"
_LENGTH_BYTES = 4

# Far above what this program writes: a file beyond it is not read to its end.
_MOST_BYTES = 2**28
_MOST_UNPACKED = 2**30


class SealedFile:
    """A file of a survey whose seal is right: its account, and its rows when they are wanted."""

    def __init__(self, path: Path) -> None:
        """Read the file, and refuse it unless it is just as it was written."""
        self.path = path
        with readable(path):
            content = _read(path)
            self._file = pq.ParquetFile(pa.BufferReader(content))
            self.account = _account(path, self._file.schema_arrow)
            self._check_size()

    def table(self, columns: Sequence[str] | None = None) -> pa.Table:
        """The rows; of these columns, in this order, or of all."""
        with readable(self.path):
            if columns is None:
                return self._file.read()
            return self._file.read(columns=list(columns)).select(list(columns))

    def _check_size(self) -> None:
        """Refuse what would not fit into memory, by what the file says about itself."""
        footer = self._file.metadata
        unpacked = sum(
            footer.row_group(group).column(column).total_uncompressed_size
            for group in range(footer.num_row_groups)
            for column in range(footer.num_columns)
        )
        if footer.num_rows > MOST_DEALS or unpacked > _MOST_UNPACKED:
            raise SurveyError(f"{self.path}: is too large for a file of a survey")


def sealed(table: pa.Table) -> bytes:
    """A table as the content of a file."""
    sink = pa.BufferOutputStream()
    # A dictionary of the words only: one of the numbers takes time, and room besides.
    words = [field.name for field in table.schema if pa.types.is_dictionary(field.type)]
    pq.write_table(table, sink, compression="zstd", use_dictionary=words)
    content: bytes = sink.getvalue().to_pybytes()
    place = _footer_place(content)
    before, footer = content[:place], content[place:]
    return b"".join((before, _MARK, _digest(before, footer), footer))


def account_of(path: Path, schema: pa.Schema) -> dict[str, Any]:
    """What the schema of a table says about it."""
    with readable(path):
        return _account(path, schema)


@contextmanager
def readable(path: Path) -> Iterator[None]:
    """A file that cannot be read, for whatever reason, is named, with what to do about it."""
    try:
        yield
    except SurveyError:
        raise
    except OSError as error:
        raise _unreadable(path, error.strerror or "it is damaged") from None
    except (pa.ArrowException, MemoryError, RecursionError, ArithmeticError, LookupError,
            TypeError, ValueError):  # fmt: skip
        raise _unreadable(path, "it is not what this program writes") from None


def _unreadable(path: Path, reason: str) -> SurveyError:
    if path.name.startswith("_"):
        remedy = "begin a new folder with the same options, and copy the file from there"
    else:
        remedy = "take it away, and a run does its deals again"
    return SurveyError(f"{path}: cannot be read: {reason}; {remedy}")


def _read(path: Path) -> bytes:
    """The content of a file whose seal is right."""
    if not is_regular(path):
        path.stat()  # nothing is there: an error of its own
        raise _unreadable(path, "it is not a regular file")
    if path.stat().st_size > _MOST_BYTES:
        raise SurveyError(f"{path}: is too large for a file of a survey")
    content = path.read_bytes()
    place = _footer_place(content)
    if not content.startswith(_MAGIC) or place < len(_MAGIC):
        raise _unreadable(path, "it is not a Parquet file, or not a whole one")
    before, seal, footer = (
        content[: max(place - _SEAL_BYTES, 0)],
        content[max(place - _SEAL_BYTES, 0) : place],
        content[place:],
    )
    if not seal.startswith(_MARK):
        raise SurveyError(
            f"{path}: is not a file of a survey, or not one that this version reads: it has no seal"
        )
    if seal[len(_MARK) :] != _digest(before, footer):
        raise _unreadable(path, "it is damaged: its checksum is not right")
    return content


def _footer_place(content: bytes) -> int:
    """Where the footer begins; below 0 if there cannot be one."""
    end = len(content) - len(_MAGIC) - _LENGTH_BYTES
    if end < 0 or not content.endswith(_MAGIC):
        return -1
    return end - int.from_bytes(content[end : end + _LENGTH_BYTES], "little")


def _digest(before: bytes, footer: bytes) -> bytes:
    digest = hashlib.blake2b(before, digest_size=_DIGEST_BYTES)
    digest.update(footer)
    return digest.digest()


def _account(path: Path, schema: pa.Schema) -> dict[str, Any]:
    metadata = schema.metadata or {}
    if METADATA not in metadata:
        raise SurveyError(f"{path}: is not a file of a survey")
    account = json.loads(metadata[METADATA])
    if not isinstance(account, Mapping) or account.get("schema") != SCHEMA:
        raise SurveyError(f"{path}: is of a survey that this version does not read")
    return dict(account)
