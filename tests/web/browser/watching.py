"""Pages that are watched: a fault that nobody looks at is a fault all the same."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request

# For a page that shows something in milliseconds, on a machine that is busy.
PATIENCE = 20_000


class Watched:
    """Opens pages, and notes what went wrong in them unseen."""

    def __init__(self, browser: Browser) -> None:
        """Open pages of this browser."""
        self._browser = browser
        self._contexts: list[BrowserContext] = []
        self._expected: list[str] = []
        self._noted: list[str] = []

    def open(self, *, offline: bool = False, **settings: Any) -> Page:
        """A page of its own, with nothing kept from others; `settings` are those of a context."""
        context = self._browser.new_context(service_workers="block", **settings)
        self._contexts.append(context)
        context.set_default_timeout(PATIENCE)
        context.set_offline(offline)
        context.on("console", self._on_console)
        context.on("weberror", lambda error: self._noted.append(f"uncaught: {error.error}"))
        context.on("request", lambda request: self._on_request(request, offline))
        return context.new_page()

    def expect(self, pattern: str) -> None:
        """Let this text of the console be right here, like that of a request that has to fail."""
        self._expected.append(pattern)

    def close(self) -> list[str]:
        """Close all pages; what went wrong in them."""
        for context in self._contexts:
            context.close()
        return [
            fault
            for fault in self._noted
            if not any(re.search(pattern, fault) for pattern in self._expected)
        ]

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._noted.append(f"console: {message.text}")

    def _on_request(self, request: Request, offline: bool) -> None:
        address = urlsplit(request.url)
        is_asked = address.scheme in ("http", "https", "ws", "wss")
        if is_asked and (offline or address.hostname != "127.0.0.1"):
            self._noted.append(f"request: {request.url}")
