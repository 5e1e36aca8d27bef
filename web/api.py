"""The interface for programs, documented in docs/web-api.md: the addresses below /api."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from cli.views import rules as rules_view
from solver.game.rules import Rules
from web import answers
from web.bodies import Fields, read_body
from web.desk import Desk
from web.limits import ANSWER_SECONDS, Allowance
from web.replies import Handler, answering, lines_reply


class Api:
    """Answers programs."""

    def __init__(self, desk: Desk) -> None:
        """All work goes to the desk."""
        self.desk = desk

    def routes(self) -> list[Route]:
        """The addresses."""
        return [
            Route("/api/rules", answering(_rules), methods=["GET"]),
            Route("/api/deal", answering(self._one(answers.deal)), methods=["POST"]),
            Route("/api/endgame", answering(self._one(answers.endgame)), methods=["POST"]),
            Route("/api/replay", answering(self._one(answers.replay)), methods=["POST"]),
            Route("/api/exercise", answering(self._exercises), methods=["POST"]),
        ]

    def _one(self, find: Callable[[Fields, Allowance], Any]) -> Handler:
        """A handler whose answer is one object."""

        async def answer(request: Request) -> Response:
            work = partial(find, await read_body(request))
            return JSONResponse(await self.desk.answer(request, ANSWER_SECONDS, work))

        return answer

    async def _exercises(self, request: Request) -> Response:
        """One object in each line."""
        work = partial(answers.exercises, await read_body(request))
        return await lines_reply(self.desk.stream(request, ANSWER_SECONDS, work))


async def _rules(request: Request) -> Response:
    """All rule sets; or in full what some make together, as in ?rules=avalanche-5&rules=hard."""
    names = request.query_params.getlist("rules")
    return JSONResponse(rules_view.to_json(Rules.named(*names) if names else None))
