"""Answers of the server, and what becomes of faults."""

from __future__ import annotations

import json
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response, StreamingResponse

from solver.errors import InputError
from solver.letters import visible
from web.bodies import Refused
from web.limits import GivenUp

Handler = Callable[[Request], Awaitable[Response]]
INTERNAL = "internal error: the answer could not be made; please report what you asked for"
ENDED = "the server was stopped"
# What Starlette itself refuses.
REFUSALS = {404: "there is nothing at this address", 405: "this address has another method"}


def told(error: BaseException) -> tuple[int, str]:
    """The status of HTTP and the message for what went wrong."""
    if isinstance(error, Refused):
        return error.status, str(error)
    if isinstance(error, InputError):
        return 400, str(error)
    if isinstance(error, GivenUp | ClientDisconnect):
        return 503, ENDED
    if isinstance(error, HTTPException):
        return error.status_code, REFUSALS.get(error.status_code, error.detail)
    fault = visible(f"error: internal error: {type(error).__name__}: {error}")
    print(fault, file=sys.stderr, flush=True)
    return 500, INTERNAL


def answering(handler: Handler) -> Handler:
    """The handler, with its faults as JSON."""

    async def answer(request: Request) -> Response:
        try:
            return await handler(request)
        except Exception as error:
            status, message = told(error)
            return JSONResponse({"error": message}, status)

    return answer


async def fault_reply(request: Request, error: Exception) -> Response:
    """What Starlette itself refuses: an address that is not there, or a wrong method."""
    assert isinstance(error, HTTPException)
    status, said = told(error)
    return JSONResponse({"error": said}, status, headers=error.headers)


async def lines_reply(items: AsyncIterator[Any]) -> Response:
    """One JSON value in each line; what is wrong before the first one is an error of its own."""
    first = await anext(items, None)

    async def lines() -> AsyncIterator[bytes]:
        if first is not None:
            yield _line(first)
        try:
            async for item in items:
                yield _line(item)
        except Exception as error:
            yield _line({"error": told(error)[1]})

    return StreamingResponse(lines(), media_type="application/x-ndjson")


def _line(item: Any) -> bytes:
    return json.dumps(item, allow_nan=False, ensure_ascii=False).encode() + b"\n"
