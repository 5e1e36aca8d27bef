"""What a request brings: JSON, up to a size, of which every part has its kind."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping
from typing import Any

from starlette.requests import Request

from solver.errors import InputError, nearest, shown, whole
from solver.notation.objects import parse_json
from web.limits import BODY_SECONDS, LARGEST_BODY
from web.opening import Opened, open_table


class Refused(Exception):
    """A request that is not answered, with the status of HTTP that says so."""

    def __init__(self, status: int, message: str) -> None:
        """Say why."""
        super().__init__(message)
        self.status = status


async def read_body(request: Request) -> Fields:
    """The object that a request brings."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Refused(415, "the body must be JSON: send it as application/json")
    try:
        async with asyncio.timeout(BODY_SECONDS):
            content = await _content(request)
    except TimeoutError:
        raise Refused(408, "the body did not come in time") from None
    try:
        text = content.decode()
    except UnicodeDecodeError as error:
        raise InputError(f"request: is not UTF-8 text (byte {error.start})") from None
    value = parse_json(text, "request")
    if not isinstance(value, dict):
        raise InputError(f"request: must be an object, not {shown(value)}")
    return Fields(value)


async def _content(request: Request) -> bytes:
    content = bytearray()
    async for part in request.stream():
        content += part
        if len(content) > LARGEST_BODY:
            raise Refused(413, f"the body is larger than {LARGEST_BODY:,} bytes")
    return bytes(content)


class Fields:
    """The fields of an object, each asked for by its name and kind; null is as good as nothing."""

    def __init__(self, value: Mapping[str, Any], where: str = "request") -> None:
        """`where` names the object in messages."""
        self._value, self._where = value, where

    def only(self, known: Collection[str]) -> Fields:
        """Refuse all other fields."""
        for key in self._value:
            if key not in known:
                raise InputError(f"{self._where}: unknown key {shown(key)}{nearest(key, known)}")
        return self

    def get(self, name: str) -> Any:
        """Whatever it is."""
        return self._value.get(name)

    def text(self, name: str) -> str | None:
        """A text."""
        value = self._value.get(name)
        if value is None or isinstance(value, str):
            return value
        raise self._wrong(name, "text")

    def number(self, name: str) -> int | None:
        """A whole number."""
        value = self._value.get(name)
        return None if value is None else whole(value, f"{self._where}: {name}")

    def decimal(self, name: str) -> float | None:
        """A number."""
        value = self._value.get(name)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self._wrong(name, "a number")
        return value

    def flag(self, name: str) -> bool:
        """True or false; false if it is not there."""
        value = self._value.get(name)
        if value is None or isinstance(value, bool):
            return bool(value)
        raise self._wrong(name, "true or false")

    def texts(self, name: str) -> tuple[str, ...] | None:
        """A list of texts."""
        value = self._value.get(name)
        if value is None:
            return None
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise self._wrong(name, "a list of texts")
        return tuple(value)

    def object(self, name: str) -> Fields:
        """An object, which must be there."""
        value = self._value.get(name)
        if not isinstance(value, dict):
            raise self._wrong(name, "an object")
        return Fields(value, f"{self._where}: {name}")

    def needed(self, name: str) -> str:
        """A text that must be there."""
        value = self.text(name)
        if value is None:
            raise self._wrong(name, "text")
        return value

    def opened(self) -> Opened:
        """The table that the field "opening" opens."""
        opening = self.object("opening").only(("text", "players", "rules", "names"))
        return open_table(
            opening.needed("text"),
            opening.number("players"),
            opening.texts("rules") or None,
            opening.texts("names"),
        )

    def path(self) -> tuple[str, ...]:
        """The keys of the moves from the table's first board on."""
        return self.texts("path") or ()

    def _wrong(self, name: str, kind: str) -> InputError:
        return InputError(f"{self._where}: {name} must be {kind}, not {shown(self.get(name))}")
