"""Writing what --page asks for, after the answer is printed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cli.terminal import codes, output
from cli.terminal.stopping import raise_lost, stoppable

Seen = Callable[[int, int], None]


def write_page(
    path: str, make: Callable[[Seen], dict[str, Any]], code: int, quiet: bool = False
) -> int:
    """Write the page of what `make` makes, unless somebody is in a hurry; the exit code.

    `make` tells how far it is: how much is done, of how much.
    """
    from solver.files import write_whole  # noqa: PLC0415 (as all: seldom wanted)
    from web.document import kept_page  # noqa: PLC0415

    try:
        if code == codes.ANSWERED:
            with stoppable(), output.Progress(quiet) as progress:

                def seen(done: int, of: int) -> None:
                    raise_lost()
                    progress.say(f"the page: {done:,} of {of:,} …")

                kept = make(seen)
                raise_lost()
            write_whole(path, kept_page(kept).encode())
    except KeyboardInterrupt:
        code = codes.INTERRUPTED
    if code == codes.INTERRUPTED and not quiet:
        output.note(f"interrupted: the page is not written to {path}")
    return code
