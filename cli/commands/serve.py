"""`hanabi-solve serve`: the page, in the browser."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Annotated

import typer

from cli.inputs import options
from cli.inputs.numbers import whole
from cli.terminal import output
from solver.errors import InputError
from solver.search.budget import Budget


def serve(
    port: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            parser=whole(0, 65535),
            help="The port to listen at; 0: any that is free.",
            show_default="8642, or any that is free",
        ),
    ] = None,
    no_open: Annotated[
        bool, typer.Option("--no-open", help="Do not open the page in the browser.")
    ] = False,
    host: Annotated[
        str,
        typer.Option(
            metavar="HOST",
            help="The name or address to listen at. With another one than this machine's own, "
            "others can use the server, too.",
        ),
    ] = "127.0.0.1",
    nodes: Annotated[int, options.nodes_for("each search")] = options.NODES,
    seconds: Annotated[float | None, options.seconds_for("each search")] = None,
    memory: options.Memory = options.MEMORY,
) -> None:
    """The page in the browser: open deals, games and endgames, try moves, learn.

    It is served by this machine for this machine, until Ctrl-C.

    Example: hanabi-solve serve
    """
    for library in ("starlette", "uvicorn"):
        if find_spec(library) is None:
            raise InputError(
                f"the page needs {library}, which is not installed: pip install 'hanabi-solve[web]'"
            )
    from web import serving  # noqa: PLC0415 (slow to load)

    listener = serving.listening(host, port)

    def began(address: str) -> None:
        output.line(f"The page is at {address} (Ctrl-C ends it)")

    serving.serve(listener, host, Budget(nodes, seconds, memory), began, not no_open)
