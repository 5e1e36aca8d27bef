"""The command `hanabi-solve`, from its start to its exit code.

Nothing that takes time is imported above `main`: a Ctrl-C must find its handler from the start.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:  # typing itself takes a moment to load
    from typing import NoReturn


def main() -> None:
    """Run the command and leave with its exit code."""
    try:
        from cli.terminal import codes  # noqa: PLC0415 (as below)
        from solver import systems  # noqa: PLC0415

        # Until a command begins there is nothing to end in order, and libraries that are being
        # loaded make errors of their own out of a KeyboardInterrupt.
        systems.end_at_interrupt(codes.INTERRUPTED)
    except KeyboardInterrupt:
        os._exit(130)  # that code, which may not be loaded yet
    code = codes.INTERRUPTED
    try:
        systems.end_with_reader()
        systems.print_any_letter()
        code = run()
    except KeyboardInterrupt:
        pass
    _leave(code)


def _leave(code: int) -> NoReturn:
    """All is printed; a late Ctrl-C, or a second one, would only add a traceback."""
    import contextlib  # noqa: PLC0415 (all of these are loaded long ago)

    from cli.terminal import codes, output  # noqa: PLC0415
    from solver import systems  # noqa: PLC0415

    while True:
        try:
            systems.ignore_interrupt()
            break
        except KeyboardInterrupt:
            code = codes.INTERRUPTED
    if code == codes.INTERRUPTED:
        # Where an import was interrupted Python would end itself by the signal, not by the code.
        with contextlib.suppress(OSError):
            output.flush()
        os._exit(code)
    sys.exit(code)


def run(args: list[str] | None = None) -> int:
    """Run a command line, by default the one of this process; its exit code.

    >>> run(["deal", "--seed", "42", "--players", "3", "--quiet"])
    25 of 25 can be reached: the deal is winnable.
    0
    """
    # Here for the reason given at the top.
    from cli.program import call  # noqa: PLC0415
    from cli.terminal import codes, output  # noqa: PLC0415
    from solver.errors import InputError  # noqa: PLC0415

    if sys.stdout is None:
        output.error("stdout is closed: there is nowhere to write the answer")
        return codes.INTERNAL_ERROR
    try:
        code = call(args)
        output.flush()
        return code
    except KeyboardInterrupt:
        return codes.INTERRUPTED
    except InputError as error:
        output.error(str(error))
        return codes.BAD_INPUT
    except OSError as error:  # input that cannot be read is an InputError
        output.give_up(error)
        return codes.INTERNAL_ERROR
    except Exception as error:
        if sys.flags.dev_mode:
            raise
        output.error(f"{_internal(error)} (python -X dev -m cli shows where)")
        return codes.INTERNAL_ERROR


def _internal(error: Exception) -> str:
    text = str(error)
    if text.startswith("internal error"):  # the solver's own words
        return text
    return f"internal error: {type(error).__name__}: {text}; please report the deal"
