"""Who may ask, and what browsers are told about every answer."""

from __future__ import annotations

from collections.abc import Collection
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

OWN_NAMES = ("localhost", "127.0.0.1", "::1")
ALL_ADDRESSES = ("0.0.0.0", "::", "")
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


def policy(script: str) -> str:
    """What the page may load: its own files, and the inline script with this hash."""
    return "; ".join(
        [
            "default-src 'none'",
            f"script-src 'self' {script}",
            "style-src 'self'",
            "img-src 'self' data:",
            "connect-src 'self'",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
        ]
    )


class Guard:
    """Refuses requests that other sites make in a browser's name; adds headers to all answers.

    A site whose name is made to lead to this machine shows its name as the host, and a page of
    another site its origin. An address of numbers is nobody's name.
    """

    def __init__(self, app: ASGIApp, hosts: Collection[str]) -> None:
        """`hosts` are names that this server has besides those of the machine itself."""
        self.app = app
        self.is_open = any(host in ALL_ADDRESSES for host in hosts)
        self.names = {*OWN_NAMES, *(host.lower() for host in hosts)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("Content-Security-Policy", "default-src 'none'")
            await send(message)

        fault = self._fault(scope["method"], Headers(scope=scope))
        app = self.app if fault is None else JSONResponse({"error": fault}, 403)
        await app(scope, receive, with_headers)

    def _fault(self, method: str, headers: Headers) -> str | None:
        host = headers.get("host", "")
        if not self._is_own(host):
            return f"this server is not {host[:100]!r}: name a host with --host to let it in"
        origin = headers.get("origin")
        if method == "POST" and origin is not None and urlsplit(origin).netloc != host:
            return "a page of another site may not ask this server"
        return None

    def _is_own(self, host: str) -> bool:
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        return name in self.names or (self.is_open and _is_address(name))


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
