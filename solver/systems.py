"""What differs between Linux, macOS and Windows, with what to do where a system lacks something.

The twin of solver/kernel/systems.h, which has what differs in C. No other file asks which system
this is. tests/test_systems.py takes away what Linux has, so that the rest is tested there too.
"""

from __future__ import annotations

import errno
import os
import signal
import stat
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path
    from types import FrameType
    from typing import IO, BinaryIO


def _module(name: str) -> Any:
    """A module of the standard library that only some systems have, or None."""
    try:
        return import_module(name)
    except ImportError:
        return None


# Time and memory

# Seconds of processor time of this thread, or else of the whole process.
thread_time = getattr(time, "thread_time", time.process_time)

# Windows cannot wait for more processes at once, and Python refuses to try.
MOST_WORKERS = 61 if sys.platform == "win32" else 10_000


def processors() -> int:
    """The number of processors this process may use, or else of the machine."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def peak_memory() -> float | None:
    """The most memory this process ever had, in MiB; None where it is not known."""
    if (resource := _module("resource")) is None:
        return None
    peak: int = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (2**20 if sys.platform == "darwin" else 2**10)


# Files

# Where the byte is that is locked: on Windows nobody else can read it, so it is beyond the end.
_BEYOND = 2**30


@contextmanager
def locked(file: BinaryIO) -> Iterator[None]:
    """Keep other processes from locking the same file; BlockingIOError if one of them has it.

    The system ends the lock of a process that is killed. Only where there are no locks at all a
    second file stands for one, which may be left behind: then the error names it.
    """
    if (fcntl := _module("fcntl")) is not None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    elif (msvcrt := _module("msvcrt")) is not None:
        # It locks from where the file is read next; and to leave it to the system takes a while.
        os.lseek(file.fileno(), _BEYOND, os.SEEK_SET)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except PermissionError:
            raise BlockingIOError(errno.EAGAIN, "locked by another process") from None
        try:
            yield
        finally:
            os.lseek(file.fileno(), _BEYOND, os.SEEK_SET)
            msvcrt.locking(file.fileno(), msvcrt.LK_UNLCK, 1)
    else:
        stand_in = f"{file.name}.lock"
        try:
            open(stand_in, "xb").close()
        except FileExistsError:
            raise BlockingIOError(errno.EAGAIN, "is there", stand_in) from None
        try:
            yield
        finally:
            os.unlink(stand_in)


def name_new(unfinished: Path, name: Path) -> None:
    """Give a whole file a name in its folder that must be free: FileExistsError if it is not."""
    if hasattr(os, "link"):
        try:
            os.link(unfinished, name)
            return
        except FileExistsError:
            raise
        except OSError:  # memory sticks and some network drives have no links
            pass
    # The name is taken by an empty file, which a reader may see for a moment.
    name.touch(exist_ok=False)
    os.replace(unfinished, name)


def can_give_owner(there: os.stat_result) -> bool:
    """Whether a new file of this process can belong to whom that one belongs."""
    return not hasattr(os, "geteuid") or os.geteuid() in (0, there.st_uid)


def take_after(descriptor: int, there: os.stat_result) -> None:
    """Give an open file the owner and the mode of another, as far as the system lets us."""
    if hasattr(os, "fchown"):
        with suppress(OSError):  # perhaps of a group that we are not in
            os.fchown(descriptor, there.st_uid, there.st_gid)
    if hasattr(os, "fchmod"):
        os.fchmod(descriptor, stat.S_IMODE(there.st_mode))


def is_own_output(there: os.stat_result) -> bool:
    """Whether this is what our stdout or stderr goes to, as /dev/stdout is."""
    return _own_output(there) is not None


def _own_output(there: os.stat_result) -> int | None:
    for descriptor in (1, 2):
        with suppress(OSError):  # closed
            # Windows has no numbers for devices, and they are not all the same.
            if there.st_ino and os.path.samestat(os.fstat(descriptor), there):
                return descriptor
    return None


# How long to wait for somebody who reads a named pipe.
READER_SECONDS = 10


@contextmanager
def opened_stream(path: str | os.PathLike[str], there: os.stat_result) -> Iterator[BinaryIO]:
    """A device or a pipe, to write to.

    What our own stdout goes to is not opened again: in a file both would write over each other.
    """
    own = _own_output(there)
    descriptor = _open_stream(path) if own is None else os.dup(own)
    with os.fdopen(descriptor, "wb") as stream:
        yield stream


def _open_stream(path: str | os.PathLike[str]) -> int:
    """Open it for writing; a pipe waits for its reader, but not for ever."""
    end = time.monotonic() + READER_SECONDS
    while True:
        try:
            flags = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
            descriptor = os.open(path, os.O_WRONLY | flags)
            break
        except OSError as error:
            if error.errno != errno.ENXIO or not stat.S_ISFIFO(os.stat(path).st_mode):
                raise
            if time.monotonic() > end:
                raise OSError(errno.ENXIO, "is a pipe that nobody reads") from None
        time.sleep(0.02)
    if hasattr(os, "O_NONBLOCK"):
        os.set_blocking(descriptor, True)
    return descriptor


# Signals


def end_with_reader() -> None:
    """Let a reader that goes away, like `| head`, end this program as it ends any other.

    Windows has no signal for it: see `reader_is_gone`.
    """
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)


def reader_is_gone(error: OSError) -> bool:
    """Whether output failed because nobody reads it any more."""
    # EINVAL is how Windows says it.
    return isinstance(error, BrokenPipeError) or (
        error.errno == errno.EINVAL and not hasattr(signal, "SIGPIPE")
    )


@contextmanager
def lost_reader_is_an_error() -> Iterator[None]:
    """Let a reader that goes away be an error for a while, and not the end of this program."""
    if not hasattr(signal, "SIGPIPE") or (
        threading.current_thread() is not threading.main_thread()
    ):
        yield
        return
    before = signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGPIPE, before)


@contextmanager
def stopped_by_terminate() -> Iterator[None]:
    """Let SIGTERM, by which batch systems end a run, do the same as Ctrl-C.

    And let a worker that is killed be no more than an error: its pipe must not end this process.
    """
    handlers: dict[signal.Signals, Any] = {signal.SIGTERM: signal.default_int_handler}
    if hasattr(signal, "SIGPIPE"):
        handlers[signal.SIGPIPE] = signal.SIG_IGN
    before = [(number, signal.signal(number, handler)) for number, handler in handlers.items()]
    try:
        yield
    finally:
        for number, handler in before:
            signal.signal(number, handler)


def write_to_process(pipe: IO[bytes] | None, content: bytes) -> None:
    """Write to another process; if it is gone that is a BrokenPipeError, and no more than that.

    It is not the reader that `end_with_reader` means: the signal for it is taken away.
    """
    assert pipe is not None
    with interrupt_held_back(), _reader_may_be_gone():
        while content:
            content = content[pipe.write(content) :]


@contextmanager
def _reader_may_be_gone() -> Iterator[None]:
    if not (hasattr(signal, "SIGPIPE") and hasattr(signal, "pthread_sigmask")):
        yield
        return
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGPIPE})
    try:
        yield
    finally:
        if signal.SIGPIPE in signal.sigpending():
            signal.sigwait({signal.SIGPIPE})
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)


@contextmanager
def interrupt_held_back() -> Iterator[None]:
    """Hold back Ctrl-C for a moment: it comes afterwards.

    Processes that are started meanwhile never get it, but on Windows: see `ignore_interrupt`.
    """
    with _interrupt_kept(), _interrupt_blocked():
        yield


@contextmanager
def _interrupt_kept() -> Iterator[None]:
    if threading.current_thread() is not threading.main_thread():
        yield  # Python interrupts only the main thread
        return
    came: list[FrameType | None] = []
    handler = signal.signal(signal.SIGINT, lambda number, frame: came.append(frame))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
        if came and callable(handler):
            handler(signal.SIGINT, came[0])


@contextmanager
def _interrupt_blocked() -> Iterator[None]:
    """What new processes inherit; in this one another thread may take the signal all the same."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)


def end_at_interrupt(code: int) -> None:
    """Let Ctrl-C end this process at once, until `raise_interrupt`."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _AtOnce(code))


def raise_interrupt() -> None:
    """Let Ctrl-C be a KeyboardInterrupt again."""
    if isinstance(signal.getsignal(signal.SIGINT), _AtOnce):
        signal.signal(signal.SIGINT, signal.default_int_handler)


class _AtOnce:
    def __init__(self, code: int) -> None:
        self.code = code

    def __call__(self, number: int, frame: FrameType | None) -> None:
        os._exit(self.code)


def ignore_interrupt() -> None:
    """Leave Ctrl-C to the other processes from now on."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


# Letters

# What somebody types at a terminal after the last line.
END_OF_INPUT = "Ctrl-Z and Enter" if sys.platform == "win32" else "Ctrl-D"


def print_any_letter() -> None:
    r"""Let letters that the terminal cannot show come out as \u0142, and not be an error.

    A file or a pipe on Windows takes the few letters of the country's old code page.
    """
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")
