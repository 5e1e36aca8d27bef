"""The server: the page and its files, what the page asks, and the interface for programs."""

from __future__ import annotations

from collections.abc import Collection

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from web.api import Api
from web.desk import Desk
from web.document import PAGE, live_page
from web.guard import Guard, policy
from web.page_requests import PageRequests
from web.replies import answering, fault_reply

KINDS = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
}


def application(desk: Desk, hosts: Collection[str] = ()) -> Starlette:
    """The server's application; `hosts` are names that it has besides those of this machine."""
    made = Starlette(
        routes=[
            Route("/", answering(page)),
            Route("/static/{name}", answering(static)),
            *PageRequests(desk).routes(),
            *Api(desk).routes(),
        ],
        middleware=[Middleware(Guard, hosts=hosts)],
        exception_handlers={HTTPException: fault_reply},
    )
    made.router.redirect_slashes = False  # each thing has one address
    return made


async def page(request: Request) -> Response:
    """The page itself."""
    text, script = live_page()
    return HTMLResponse(text, headers={"Content-Security-Policy": policy(script)})


async def static(request: Request) -> Response:
    """A file of the page. What is asked for is compared with their names, and never a path."""
    for path in PAGE.iterdir():
        if path.name == request.path_params["name"] and path.suffix in KINDS:
            return Response(path.read_bytes(), media_type=KINDS[path.suffix])
    raise HTTPException(404)
