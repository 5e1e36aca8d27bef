"""Which positions a file holds besides the first, so that moves can be tried in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count
from typing import Any, NamedTuple

from solver.analysis.plausible import is_plausible
from solver.game.position import Position
from web.keys import action_of
from web.limits import Allowance
from web.opening import Opened
from web.tables import board_json
from web.values import PileOrder, Values, values

Path = tuple[str, ...]
Told = Callable[[int, int], None]

# The file has about 4 kB for each of them.
POSITIONS = 400
# What a step away from the best play costs: what is less far away comes first.
GOOD, PLAUSIBLE, STRANGE = 1, 2, 4
# With more cards in the pile, chances take long: of the first position alone they are worth it.
MOST_FACE_DOWN = 8


@dataclass
class Explored:
    """Boards and values, under the names by which the page asks for them."""

    boards: dict[str, dict[str, Any]] = field(default_factory=dict)
    values: dict[str, Values] = field(default_factory=dict)


class _Place(NamedTuple):
    """A position that may be taken next; those that are less strange come first."""

    cost: int
    depth: int
    number: int  # before paths are compared
    path: Path
    position: Position


def name_of(path: Sequence[str]) -> str:
    """The name of a board."""
    return ".".join(path)


def explore(
    opened: Opened,
    first: Path,
    piles: Sequence[PileOrder],
    allowance: Allowance,
    known: Callable[[Path, PileOrder], Values | None],
    seen: Told,
) -> Explored:
    """The positions that somebody comes to who tries moves: `first`, then by their strangeness.

    After each move of the first position the best play is followed to its end, and then what leaves
    it once, twice, …; of moves that are the same one is followed. `known` are values that are there
    already. When the time is over, the rest is left out.
    """
    found, numbers = Explored(), count()
    queue = [_Place(0, 0, next(numbers), first, opened.follow(first)[0][-1])]
    while queue and len(found.boards) < POSITIONS:
        place = heappop(queue)
        here = {
            pile: known(place.path, pile) or values(opened, place.path, pile, allowance)
            for pile in piles
            if _is_kept(place, pile)
        }
        if allowance.is_over and place.depth > 0:
            break  # these values may have been cut short
        name = name_of(place.path)
        found.boards[name] = board_json(
            place.position, opened.turn(len(place.path)), opened.names, opened.hidden
        )
        found.values |= {f"{pile}:{name}": value for pile, value in here.items()}
        seen(len(found.boards), POSITIONS)
        for key, cost in _steps(place, list(here.values())):
            after = place.position.push(action_of(key))
            path = (*place.path, key)
            heappush(queue, _Place(place.cost + cost, place.depth + 1, next(numbers), path, after))
    return found


def _is_kept(place: _Place, pile: PileOrder) -> bool:
    return pile == "known" or place.depth == 0 or len(place.position.draws) <= MOST_FACE_DOWN


def _steps(place: _Place, told: Sequence[Values]) -> Iterator[tuple[str, int]]:
    """One key for each move, and how strange it is, by the values that make it look best."""
    costs: dict[str, int] = {}
    for value in told:
        for number, move in enumerate(value["moves"]):
            key = move["keys"][0]
            costs[key] = min(costs.get(key, STRANGE), _cost(place, key, number, move))
    yield from costs.items()


def _cost(place: _Place, key: str, number: int, move: dict[str, Any]) -> int:
    if number == 0 or place.depth == 0:
        return 0
    if move["keeps_best"]:
        return GOOD
    return PLAUSIBLE if is_plausible(place.position, action_of(key)) else STRANGE
