"""Where a proof is written while it is made, and what is said if there is no room for it."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory, gettempdir

from solver.errors import ProofError

_FULL = (errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC))


def temporary_folder(within: str | None = None) -> TemporaryDirectory[str]:
    """A folder that is taken away after use; in another one, if that is named."""
    with disk_errors():
        # A process that has just been killed may still hold a file there.
        return TemporaryDirectory(prefix="hanabi-solve-", dir=within, ignore_cleanup_errors=True)


@contextmanager
def disk_errors() -> Iterator[None]:
    """Let what the system refuses be an error that says what to do."""
    try:
        yield
    except OSError as error:
        if error.errno in _FULL:
            raise no_room() from None
        cause = error.strerror or str(error)
        raise ProofError(
            f"the proof cannot be written to {gettempdir()}: {cause}; set TMPDIR to another folder"
        ) from None


def no_room() -> ProofError:
    """What is said about a full disk."""
    return ProofError(
        f"the proof does not fit on the disk: {gettempdir()} has no room for it; set TMPDIR to a "
        "folder with more"
    )
