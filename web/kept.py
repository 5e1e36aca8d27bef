"""What a self-contained file holds: the `Kept` of web/page/types.js, for all that commands show.

Everything in it is worked out beforehand by the same functions that answer the page, so a file says
nothing else than the program.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from solver.analysis.moves import Endgame
from solver.analysis.review import Review
from solver.chances.luck import Luck
from solver.chances.moves import Chances
from solver.errors import InputError
from solver.exercises.exercise import Exercise
from solver.search.budget import Budget
from web.brought import opened_game, opened_position
from web.choices import choices_json
from web.exercises import exercise_json
from web.exploring import Path, Told, explore, name_of
from web.films import Film, move_film
from web.keys import key_of
from web.limits import Allowance, GivenUp
from web.opening import Opened
from web.reviews import told_review
from web.sharing import link_json
from web.tables import table_json
from web.values import PileOrder, Values, told, values

if TYPE_CHECKING:
    from cli.inputs.position import Given

Kept = dict[str, Any]

PILES: tuple[PileOrder, PileOrder] = ("known", "unknown")
# Seconds for all that was not asked for on the command line.
PATIENCE = 10
# For each search of a position that only somebody comes to who tries moves.
NODES = 500_000


def kept_endgame(asked: Given, found: Endgame | Chances, budget: Budget, seen: Told) -> Kept:
    """A position with what was found about it, and what may follow."""
    opened = opened_position(asked)
    first = tuple(key_of(action) for action in opened.line)
    pile: PileOrder = "unknown" if isinstance(found, Chances) else "known"
    with _interruptible():
        allowance = Allowance(budget, PATIENCE)
        known = {f"{pile}:{name_of(first)}": told(opened, found, allowance)}
        for other in PILES:
            known |= _values(opened, first, other, allowance) if other != pile else {}
        table = _kept_table(opened, {first: None}, known, allowance, seen)
    # What leads to the position is no game to be reviewed: it may be a best line.
    table["table"]["is_game"] = False
    return _kept(opened.title, "table", table | {"pile": pile})


def kept_game(found: Review, luck: Luck | None, budget: Budget, seen: Told) -> Kept:
    """A game with its review, and what might have been."""
    opened = opened_game(found.game)
    line = tuple(key_of(action) for action in opened.line)
    places = dict(zip(_beginnings(opened), (*line, None), strict=True))
    with _interruptible():
        allowance = Allowance(budget, PATIENCE)
        known: dict[str, Values] = {}
        for turn in found.turns:
            if turn.fell:
                known |= _values(opened, line[: turn.number - 1], "known", allowance)
        table = _kept_table(opened, places, known, allowance, seen)
    return _kept(opened.title, "review", table | {"pile": "known"}, review=told_review(found, luck))


def kept_exercises(exercises: Iterable[Exercise], title: str = "Exercises") -> Kept:
    """Exercises with their solutions."""
    return _kept(title, "exercises", exercises=[_exercise(one) for one in exercises])


def _exercise(exercise: Exercise) -> dict[str, Any]:
    told = exercise_json(exercise)
    for holder in (told, *told["moves"]):
        holder["film"] = holder["film"] and _still(holder["film"])
    return told


def _kept_table(
    opened: Opened,
    firsts: Mapping[Path, str | None],
    known: Mapping[str, Values],
    allowance: Allowance,
    seen: Told,
) -> dict[str, Any]:
    """A table with all that is known of it; `firsts` as in `explore`."""
    films = dict(_films(opened, firsts, known, allowance))
    less = replace(allowance.budget, nodes=min(allowance.budget.nodes, NODES))
    found = explore(opened, firsts, PILES, Allowance(less, allowance.seconds_left), known, seen)
    for name, value in found.values.items():
        for move in value["moves"]:
            move["has_film"] = f"{name}:{move['keys'][0]}" in films
    line = {name_of(path) for path in _beginnings(opened)}  # its boards are in the table
    return {
        "table": table_json(opened),
        "boards": {name: board for name, board in found.boards.items() if name not in line},
        "values": found.values,
        "films": films,
        "links": dict(_links(opened, found.boards)),
    }


def _beginnings(opened: Opened) -> Iterator[Path]:
    """The paths to all boards of the line."""
    line = tuple(map(key_of, opened.line))
    return (line[:turn] for turn in range(len(line) + 1))


def _values(opened: Opened, path: Path, pile: PileOrder, allowance: Allowance) -> dict[str, Values]:
    """The values of a board under their name; none where there are none."""
    try:
        return {f"{pile}:{name_of(path)}": values(opened, path, pile, allowance)}
    except InputError:
        return {}


def _films(
    opened: Opened,
    firsts: Mapping[Path, str | None],
    known: Mapping[str, Values],
    allowance: Allowance,
) -> Iterator[tuple[str, Film]]:
    """How moves go on, of the boards whose values are known: all of them, or in a game two."""
    for name, value in known.items():
        pile = _pile(name)
        path = _path(name.partition(":")[2])
        played = firsts.get(tuple(path))
        for place, move in enumerate(value["moves"]):
            if move["has_film"] and (played is None or place == 0 or played in move["keys"]):
                with suppress(InputError):  # if there was no time for it
                    film = move_film(opened, path, pile, move["keys"][0], allowance)
                    yield f"{name}:{move['keys'][0]}", _still(film)


def _still(film: Film) -> Film:
    """A film without the moves that could be made on its boards: nobody makes them there."""
    return film | {"boards": [board | {"moves": []} for board in film["boards"]]}


def _pile(name: str) -> PileOrder:
    return "known" if name.startswith("known:") else "unknown"


def _links(opened: Opened, boards: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Where boards are on hanab.live, if they can be there."""
    with suppress(InputError):  # if the site has not one of them, it has none
        for name in boards:
            yield name, link_json(opened, _path(name))["link"]


def _path(name: str) -> list[str]:
    return name.split(".") if name else []


def _kept(
    title: str,
    view: str,
    table: dict[str, Any] | None = None,
    *,
    review: dict[str, Any] | None = None,
    exercises: Sequence[dict[str, Any]] = (),
) -> Kept:
    return {
        "title": title,
        "view": view,
        "table": table,
        "review": review,
        "exercises": list(exercises),
        "choices": choices_json(),
    }


@contextmanager
def _interruptible() -> Iterator[None]:
    """Let Ctrl-C be Ctrl-C, wherever it comes."""
    try:
        yield
    except GivenUp:
        raise KeyboardInterrupt from None
