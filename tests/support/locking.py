"""`python -m tests.support.locking KIND FILE`: hold the file's lock until stdin ends.

KIND is the module that locks: fcntl, a stand-in for Windows's msvcrt, or none.
"""

from __future__ import annotations

import fcntl
import os
import sys
from types import SimpleNamespace

from solver import systems

LOCK, UNLOCK = 2, 0


def locking(descriptor: int, mode: int, number: int) -> None:
    """Windows's function: bytes from the position on, of which nobody else can read one."""
    position = os.lseek(descriptor, 0, os.SEEK_CUR)
    assert position > os.fstat(descriptor).st_size
    kind = fcntl.LOCK_EX | fcntl.LOCK_NB if mode == LOCK else fcntl.LOCK_UN
    try:
        fcntl.lockf(descriptor, kind, number, position)
    except BlockingIOError as error:
        raise PermissionError(13, "Permission denied") from error


MODULES = {
    "fcntl": fcntl,
    "msvcrt": SimpleNamespace(locking=locking, LK_NBLCK=LOCK, LK_UNLCK=UNLOCK),
}


def main(kind: str, path: str) -> None:
    systems._module = lambda name: MODULES[name] if name == kind else None
    with open(path, "rb+") as file:
        try:
            with systems.locked(file):
                print("locked", flush=True)
                sys.stdin.read()
        except BlockingIOError as error:
            print("refused", error.filename)


if __name__ == "__main__":
    main(*sys.argv[1:])
