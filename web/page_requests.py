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
from solver.exercises.progress import KINDS
from solver.game.deals import Deal
from solver.game.rules import Rules, check_players
from web.bodies import Fields, read_body
from web.choices import choices_json
from web.desk import Desk, Tell
from web.exercises import Lessons, Wish, exercise_json, read_theme
from web.films import move_film
from web.limits import (
    EXERCISE_SECONDS,
    FILM_SECONDS,
    REVIEW_SECONDS,
    VALUES_SECONDS,
    Allowance,
)
from web.opening import open_table
from web.replies import Handler, answering, lines_reply
from web.reviews import review_json
from web.sharing import link_json, shuffled
from web.tables import boards_json, table_json
from web.values import PileOrder, values

# Short enough to be told to somebody.
LARGEST_SEED = 999_999


class PageRequests:
    """Answers the page."""

    def __init__(self, desk: Desk) -> None:
        """Long work goes to the desk."""
        self.desk, self.lessons = desk, Lessons()

    def routes(self) -> list[Route]:
        """The addresses."""
        posts: dict[str, Handler] = {
            "open": self.quick(_open),
            "boards": self.quick(_boards),
            "values": self.values,
            "film": self.film,
            "link": self.quick(_link),
            "review": self.review,
            "exercise": self.exercise,
            "shuffle": self.quick(_shuffle),
            "random": self.quick(_random),
        }
        return [
            Route("/page/choices", answering(self.choices), methods=["GET"]),
            *(
                Route(f"/page/{name}", answering(do), methods=["POST"])
                for name, do in posts.items()
            ),
        ]

    async def choices(self, request: Request) -> Response:
        """What the forms offer."""
        return JSONResponse(choices_json())

    def quick(self, find: Callable[[Fields], Any]) -> Handler:
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

    async def film(self, request: Request) -> Response:
        """How it goes on after a move."""
        fields = (await read_body(request)).only(("opening", "path", "pile", "key"))

        def find(allowance: Allowance) -> Any:
            opened, path = fields.opened(), fields.path()
            return move_film(opened, path, _pile(fields), fields.needed("key"), allowance)

        return JSONResponse(await self.desk.answer(request, FILM_SECONDS, find))

    async def review(self, request: Request) -> Response:
        """How far the review of a game is, line by line, and then all of it."""
        fields = (await read_body(request)).only(("opening",))

        def find(allowance: Allowance, tell: Tell) -> None:
            opened = fields.opened()
            found = review_json(opened, allowance, lambda n, of: tell({"done": n, "of": of}))
            tell({"review": found})

        return await lines_reply(self.desk.stream(request, REVIEW_SECONDS, find))

    async def exercise(self, request: Request) -> Response:
        """An exercise by its wish and number; null if there are not so many."""
        fields = (await read_body(request)).only(("wish",)).object("wish")
        wish, number = _wish(fields)

        def find(allowance: Allowance) -> Any:
            found = self.lessons.take(wish, number, allowance)
            return {"exercise": None if found is None else exercise_json(found)}

        return JSONResponse(await self.desk.answer(request, EXERCISE_SECONDS, find))


def _open(fields: Fields) -> dict[str, Any]:
    return table_json(fields.only(("opening",)).opened())


def _boards(fields: Fields) -> dict[str, Any]:
    fields.only(("opening", "path", "from"))
    return {"boards": boards_json(fields.opened(), fields.path(), fields.number("from") or 0)}


def _link(fields: Fields) -> dict[str, Any]:
    fields.only(("opening", "path"))
    return link_json(fields.opened(), fields.path())


def _shuffle(fields: Fields) -> dict[str, Any]:
    return {"opening": shuffled(fields.only(("opening",)).opened())}


def _pile(fields: Fields) -> PileOrder:
    pile = fields.get("pile")
    if pile == "known":
        return "known"
    if pile == "unknown":
        return "unknown"
    raise InputError(f"request: pile must be known or unknown, not {shown(pile)}")


def _random(fields: Fields) -> dict[str, Any]:
    fields.only(("players", "rules"))
    rules = Rules.named(*(fields.texts("rules") or ("base",)))
    number = SystemRandom().randint(1, LARGEST_SEED)
    deal = Deal.from_seed(number, fields.number("players"), rules)
    return {"opening": open_table(str(deal.seed), None, rules.names).opening}


def _wish(fields: Fields) -> tuple[Wish, int]:
    fields.only(("players", "rules", "kind", "grade", "theme", "number", "seed"))
    rules = Rules.named(*(fields.texts("rules") or ("base",)))
    kind = next((known for known in KINDS if known == fields.get("kind")), None)
    if kind is None:
        raise InputError(
            f"request: kind must be judgement or puzzle, not {shown(fields.get('kind'))}"
        )
    theme, number = fields.text("theme"), fields.number("number") or 0
    if number < 0:
        raise InputError(f"request: number is {number}, and exercises count from 0")
    wish = Wish(
        players=check_players(fields.get("players")),
        rules=rules,
        kind=kind,
        grade=fields.number("grade"),
        theme=read_theme(theme, rules, None, kind),
        seed=fields.text("seed") or "1",
    )
    return wish, number
