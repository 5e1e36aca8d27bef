"""Which positions a file holds besides the first, so that moves can be tried in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count
from typing import Any, NamedTuple

from solver.analysis.plausible import fits, is_plausible
from solver.errors import InputError
from solver.game.position import Position
from web.keys import action_of
from web.limits import Allowance
from web.opening import Opened
from web.tables import board_json
from web.values import PileOrder, Values, values

Path = tuple[str, ...]
Told = Callable[[int, int], None]

# The file has 4 to 6 kB for each of them.
POSITIONS = 300
# What a step away from a best line costs, so that what is less far away comes first: another play
# that keeps the best, another move that does, one that only looks right, and any other.
ALSO, GOOD, PLAUSIBLE, STRANGE = 1, 10, 20, 40
# With more cards in the pile, chances take too long to count them again and again.
MOST_FACE_DOWN = 8


@dataclass
class Explored:
    """Boards and values, under the names by which the page asks for them."""

    boards: dict[str, dict[str, Any]] = field(default_factory=dict)
    values: dict[str, Values] = field(default_factory=dict)


class _Place(NamedTuple):
    """A position that may be taken next; those that are less strange come first.

    `played` is the move of the game there, if it is one of a game. `is_best` says that all moves
    so far kept the best.
    """

    cost: int
    depth: int
    number: int  # before paths are compared
    path: Path
    position: Position
    played: str | None = None
    is_best: bool = True


def name_of(path: Sequence[str]) -> str:
    """The name of a board."""
    return ".".join(path)


def explore(
    opened: Opened,
    firsts: Mapping[Path, str | None],
    piles: Sequence[PileOrder],
    allowance: Allowance,
    known: Mapping[str, Values],
    seen: Told,
) -> Explored:
    """The positions that somebody comes to who tries moves.

    All of the `firsts` are among them, each with the move that was played there, or None if no
    move was. After each move of such a position, and after the best one where a game left it, a
    best line is followed to its end, and as long as nothing was lost every play that keeps the
    best; then what leaves them once, twice, …; of moves that are the same one is followed. `known`
    are values that are there already. When the time is over, the rest is left out.
    """
    found, numbers = Explored(values=dict(known)), count()
    queue = [
        _Place(0, 0, next(numbers), path, opened.follow(path)[0][-1], played)
        for path, played in firsts.items()
    ]
    most = max(POSITIONS, len(queue))
    while queue and len(found.boards) < most:
        place = heappop(queue)
        name = name_of(place.path)
        here = {f"{pile}:{name}": _values(opened, place, pile, allowance, known) for pile in piles}
        if allowance.is_over:
            break  # these values may have been cut short
        found.boards[name] = board_json(
            place.position, opened.turn(len(place.path)), opened.names, opened.hidden
        )
        told = {of: value for of, value in here.items() if value is not None}
        found.values |= told
        seen(len(found.boards), most)
        if opened.hidden:
            continue  # nobody tries moves with cards that are not known
        for step in _steps(place, list(told.values())):
            heappush(queue, step.place(next(numbers)))
    return found


def _values(
    opened: Opened,
    place: _Place,
    pile: PileOrder,
    allowance: Allowance,
    known: Mapping[str, Values],
) -> Values | None:
    """The values of a board; None where chances take too long, or cannot be counted."""
    if told := known.get(f"{pile}:{name_of(place.path)}"):
        return told
    if pile == "unknown" and len(place.position.draws) > MOST_FACE_DOWN:
        return None
    try:
        return values(opened, place.path, pile, allowance)
    except InputError:
        return None


class _Step(NamedTuple):
    """A move from a place, and how strange it is."""

    start: _Place
    key: str
    cost: int
    is_best: bool

    def place(self, number: int) -> _Place:
        """Where it leads to."""
        start = self.start
        return _Place(
            cost=start.cost + self.cost,
            depth=start.depth + 1,
            number=number,
            path=(*start.path, self.key),
            position=start.position.push(action_of(self.key)),
            is_best=start.is_best and self.is_best,
        )


def _steps(place: _Place, told: Sequence[Values]) -> Iterator[_Step]:
    """One step for each move, by the values that make it look best."""
    found: dict[str, _Step] = {}
    for value in told:
        moves = value["moves"]
        base = 0
        if place.played is not None:
            played = next((move for move in moves if place.played in move["keys"]), None)
            base = GOOD if played is None or played["keeps_best"] is not False else 0
        for number, move in enumerate(moves):
            if place.played in move["keys"]:
                continue  # it is among the firsts
            key, is_best = move["keys"][0], bool(move["keeps_best"])
            cost = base + _strangeness(place, key, number, is_best)
            other = found.get(key)
            if other is not None:
                cost, is_best = min(cost, other.cost), is_best or other.is_best
            found[key] = _Step(place, key, cost, is_best)
    yield from found.values()


def _strangeness(place: _Place, key: str, number: int, is_best: bool) -> int:
    position, action = place.position, action_of(key)
    if number == 0 or (place.depth == 0 and place.played is None):
        return 0
    if is_best:
        return ALSO if place.is_best and fits(position, action) else GOOD
    return PLAUSIBLE if is_plausible(position, action) else STRANGE
