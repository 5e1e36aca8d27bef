"""What the page asks: tables, boards, values and more. Its own affair, and free to change."""

from __future__ import annotations

from collections.abc import Callable
from random import SystemRandom
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from solver.errors import InputError, shown
from solver.game.deals import Deal
from solver.game.rules import Rules
from web.bodies import Fields, read_body
from web.choices import choices_json
from web.desk import Desk, Tell
from web.limits import VALUES_SECONDS, Allowance
from web.opening import open_table
from web.replies import answering, lines_reply
from web.tables import boards_json, table_json
from web.values import PileOrder, values

# Short enough to be told to somebody.
LARGEST_SEED = 999_999


class PageRequests:
    """Answers the page."""

    def __init__(self, desk: Desk) -> None:
        """Long work goes to the desk."""
        self.desk = desk

    def routes(self) -> list[Route]:
        """The addresses."""
        posts = {
            "open": self.quick(_open),
            "boards": self.quick(_boards),
            "values": self.values,
            "random": self.quick(_random),
        }
        return [
            Route("/choices", answering(self.choices), methods=["GET"]),
            *(Route(f"/{name}", answering(do), methods=["POST"]) for name, do in posts.items()),
        ]

    async def choices(self, request: Request) -> Response:
        """What the forms offer."""
        return JSONResponse(choices_json())

    def quick(self, find: Callable[[Fields], Any]) -> Any:
        """A handler for what takes no search."""

        async def answer(request: Request) -> Response:
            return JSONResponse(await run_in_threadpool(find, await read_body(request)))

        return answer

    async def values(self, request: Request) -> Response:
        """The values of a board, as they come."""
        fields = (await read_body(request)).only(("opening", "path", "pile"))

        def find(allowance: Allowance, tell: Tell) -> None:
            tell(values(fields.opened(), fields.path(), _pile(fields), allowance, tell))

        return await lines_reply(self.desk.stream(request, VALUES_SECONDS, find))


def _open(fields: Fields) -> dict[str, Any]:
    return table_json(fields.only(("opening",)).opened())


def _boards(fields: Fields) -> dict[str, Any]:
    fields.only(("opening", "path"))
    return {"boards": boards_json(fields.opened(), fields.path())}


def _pile(fields: Fields) -> PileOrder:
    pile = fields.get("pile")
    if pile == "known" or pile == "unknown":
        return pile
    raise InputError(f"request: pile must be known or unknown, not {shown(pile)}")


def _random(fields: Fields) -> dict[str, Any]:
    fields.only(("players", "rules"))
    rules = Rules.named(*(fields.texts("rules") or ("base",)))
    number = SystemRandom().randint(1, LARGEST_SEED)
    deal = Deal.from_seed(number, fields.number("players"), rules)
    return {"opening": open_table(str(deal.seed), None, rules.names).opening}
