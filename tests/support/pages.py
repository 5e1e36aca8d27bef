"""Tables of the page at random, and a client that asks the server in this process."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from starlette.testclient import TestClient

from solver import Action, Budget, Deal, Position, Rules
from solver.notation.positions import position_from_text, position_to_text
from tests.support.endgames import usual
from tests.support.places import ROOT
from web.desk import Desk
from web.server import application

# Games that were played, which are not part of the project.
REPLAYS = ROOT.parent / "shared" / "replays"
SETS = (
    ("base",), ("avalanche-5",), ("black-powder",), ("bouquet-final",), ("timed-display",),
    ("hard", "six-suits"), ("flamboyants",), ("flamboyants", "timed-display", "bouquet-final"),
)  # fmt: skip
SMALL = Budget(memory=16)


def replay_files() -> list[Path]:
    return sorted(REPLAYS.glob("*.json"))


def some_deal(random: Random, names: tuple[str, ...]) -> Deal:
    return Deal.from_seed(random.randrange(10**6), random.randint(2, 5), Rules.named(*names))


def game(deal: Deal, random: Random, care: float) -> Iterator[tuple[Position, Action]]:
    """A game to its end: positions with what is done in them."""
    position = Position.start(deal)
    while position.outcome() is None:
        action = usual(position, random, care)
        yield position, action
        position = position.push(action)


def by_parts(position: Position) -> Position:
    """The same with the orders that it has for somebody who sees the table only."""
    return position_from_text(position_to_text(position))


def late_position(random: Random, names: tuple[str, ...], most: int) -> Position:
    """A position of a careful game, by its parts, with so many cards in the pile, or fewer."""
    while True:
        late = [
            position
            for position, _ in game(some_deal(random, names), random, 0.97)
            if len(position.draws) <= most
        ]
        if late:
            return by_parts(random.choice(late))


def client(budget: Budget = SMALL, hosts: tuple[str, ...] = ()) -> TestClient:
    return TestClient(application(Desk(budget), hosts), "http://127.0.0.1:8642")


def ask_page(asked: TestClient, name: str, body: Any) -> Any:
    """The answer of the server, which must be one."""
    answer = asked.post(f"/page/{name}", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def ask_lines(asked: TestClient, name: str, body: Any) -> list[Any]:
    answer = asked.post(f"/page/{name}", json=body)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/x-ndjson"
    return [json.loads(line) for line in answer.text.splitlines()]


def refusal(asked: TestClient, path: str, body: Any, status: int = 400) -> str:
    """What the server says to what it does not answer."""
    answer = asked.post(path, json=body)
    assert answer.status_code == status, answer.text
    (said,) = answer.json().values()
    assert list(answer.json()) == ["error"]
    return str(said)
