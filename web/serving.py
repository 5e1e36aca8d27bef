"""Running the server until somebody ends it."""

from __future__ import annotations

import asyncio
import socket
import threading
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from types import FrameType

import uvicorn

from solver import systems
from solver.errors import InputError
from solver.search.budget import Budget
from web.desk import Desk
from web.server import application

PORT = 8642
# The kernel needs so much for the deepest search; some systems give threads less.
STACK = 8 << 20
# Seconds that answers have to end once the server does.
GRACE = 2


class _Server(uvicorn.Server):
    """Gives up all work as soon as somebody ends the server."""

    def __init__(self, config: uvicorn.Config, desk: Desk, began: Callable[[], None]) -> None:
        super().__init__(config)
        self.desk, self.began = desk, began
        self.loop: asyncio.AbstractEventLoop | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        self.loop = asyncio.get_running_loop()
        await super().startup(sockets)
        self.began()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        # A signal comes between any two steps; the desk is closed between two tasks.
        if self.loop is not None:
            self.loop.call_soon_threadsafe(self.desk.close)
        super().handle_exit(sig, frame)


def listening(host: str, port: int | None) -> socket.socket:
    """A socket at the port; if none is asked for, at the usual one, or any that is free."""
    if port is None:
        with suppress(OSError):
            return _bound(host, PORT)
    try:
        return _bound(host, port or 0)
    except OSError as error:
        where = f"host {host}" if port is None else f"port {port} of {host}"
        why = str(error.strerror).partition(" (while")[0]  # what follows is Python's affair
        raise InputError(f"{where}: {why}; name another one") from None


def _bound(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    made = socket.create_server((host, port), family=family)
    # Only if the protocol is named asyncio sees that small answers must go out at once.
    return socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP, made.detach())


def address_of(host: str, port: int) -> str:
    """Where a browser finds the server."""
    name = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{name}:{port}/"


def serve(
    listener: socket.socket, host: str, budget: Budget, began: Callable[[str], None], browser: bool
) -> None:
    """Serve until Ctrl-C; `began` is told the address."""
    threading.stack_size(STACK)
    desk = Desk(budget)
    address = address_of(host, listener.getsockname()[1])

    def begin() -> None:
        began(address)
        if browser:  # some browsers let whoever opens them wait
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    config = uvicorn.Config(
        application(desk, [host, socket.gethostname()]),
        log_level="error",
        access_log=False,
        lifespan="off",
        ws="none",
        proxy_headers=False,
        timeout_graceful_shutdown=GRACE,
        server_header=False,
    )
    try:
        # A browser that goes away in the middle of an answer must not end the server.
        with systems.lost_reader_is_an_error():
            _Server(config, desk, begin).run(sockets=[listener])
    except KeyboardInterrupt:  # uvicorn raises it again once all is closed
        pass
    finally:
        desk.close()
