"""What the page is told has the shapes that web/page/types.js promises it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from solver.notation.positions import position_to_text
from tests.support.endgames import seeded
from tests.support.pages import (
    SETS,
    SMALL,
    ask_lines,
    ask_page,
    client,
    late_position,
    replay_files,
)
from web.document import PAGE

Check = Callable[[Any], bool]
SOURCE = (PAGE / "types.js").read_text(encoding="utf-8")


def typedefs() -> dict[str, str]:
    """All types by name: an expression, or the properties of an object as one."""
    found: dict[str, str] = {}
    name = ""
    for line in SOURCE.splitlines():
        if match := re.match(r" \* @typedef \{(.*)\} (\w+)", line):
            name = match[2]
            found[name] = "{" if match[1] == "object" else match[1]
        elif match := re.match(r" \* @property \{(.*?)\} (\[?)(\w+)\]?(?: |$)", line):
            optional = "?" if match[2] else ""
            found[name] += f"{match[3]}{optional}: {match[1]}, "
    return {name: f"{text}}}" if text.startswith("{") else text for name, text in found.items()}


TYPES = typedefs()


def split(text: str, sign: str) -> Iterator[str]:
    """The parts between signs that are in no brackets."""
    depth, part = 0, ""
    for letter in text:
        depth += (letter in "({[<") - (letter in ")}]>")
        if letter == sign and not depth:
            yield part.strip()
            part = ""
        else:
            part += letter
    if part.strip():
        yield part.strip()


def faults(value: Any, kind: str, where: str) -> Iterator[str]:
    """Where a value is not of its type."""
    options = list(split(kind, "|"))
    if len(options) > 1:
        tried = [list(faults(value, option, where)) for option in options]
        yield from [] if [] in tried else min(tried, key=len)
    elif kind.endswith("[]"):
        if not isinstance(value, list):
            yield f"{where}: {value!r} is no list"
            return
        for place, one in enumerate(value):
            yield from faults(one, kind[:-2], f"{where}[{place}]")
    elif kind.startswith("("):
        yield from faults(value, kind[1:-1], where)
    elif kind.startswith("{"):
        yield from object_faults(value, kind, where)
    elif kind in TYPES:
        yield from faults(value, TYPES[kind], f"{where} ({kind})")
    elif not (PLAIN[kind](value) if kind in PLAIN else value == kind.strip('"')):
        yield f"{where}: {value!r} is no {kind}"


PLAIN: dict[str, Check] = {
    "string": lambda value: isinstance(value, str),
    "number": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
}


def object_faults(value: Any, kind: str, where: str) -> Iterator[str]:
    if not isinstance(value, dict):
        yield f"{where}: {value!r} is no object"
        return
    fields = dict(part.split(":", 1) for part in split(kind[1:-1], ","))
    names = {name.rstrip("?"): (name, inner) for name, inner in fields.items()}
    for name in value.keys() - names.keys():
        yield f"{where}: {name} is not in its type"
    for name, (written, inner) in names.items():
        if name in value:
            yield from faults(value[name], inner.strip(), f"{where}.{name}")
        elif not written.endswith("?"):
            yield f"{where}: {name} is missing"


def check(value: Any, kind: str) -> None:
    assert kind in TYPES
    assert list(faults(value, kind, kind)) == []


@pytest.fixture(scope="module")
def asked() -> Iterator[TestClient]:
    with client(SMALL) as made:
        yield made


def test_the_types_are_read() -> None:
    assert TYPES["Path"] == "Key[]" and TYPES["Key"] == "string"
    assert "turn: number | null" in TYPES["Board"] and "players?: number" in TYPES["Opening"]
    assert list(faults({"title": 1}, "Table", "it"))
    assert list(faults(["p0", 1], "Path", "it")) == ["it (Path)[1] (Key): 1 is no string"]


def test_choices(asked: TestClient) -> None:
    check(asked.get("/page/choices").json(), "Choices")


@pytest.mark.parametrize("names", SETS)
def test_tables_values_and_films(asked: TestClient, names: tuple[str, ...]) -> None:
    position = late_position(next(seeded(1)), names, 6)
    opening = {"text": position_to_text(position)}
    check(opening, "Opening")
    check(ask_page(asked, "open", {"opening": opening}), "Table")
    for pile in ("known", "unknown"):
        if pile == "unknown" and position.rules.tiles:
            continue
        body = {"opening": opening, "path": [], "pile": pile}
        for line in ask_lines(asked, "values", body):
            check(line, "Values")
        for move in line["moves"]:
            if move["has_film"]:
                film = ask_page(asked, "film", body | {"key": move["keys"][0]})
                check(film, "Film")


@pytest.mark.parametrize("kind", ["judgement", "puzzle"])
def test_exercises(asked: TestClient, kind: str) -> None:
    for number in range(2):
        wish = {"players": 3, "rules": ["base"], "kind": kind, "grade": None, "theme": None}
        wish |= {"number": number, "seed": "shape"}
        check(wish, "Wish")
        check(ask_page(asked, "exercise", {"wish": wish})["exercise"], "Exercise")


def test_games(asked: TestClient) -> None:
    for file in replay_files()[:1]:
        opening = {"text": file.read_text(encoding="utf-8")}
        table = ask_page(asked, "open", {"opening": opening})
        check(table, "Table")
        *_, last = ask_lines(asked, "review", {"opening": table["opening"]})
        check(last["review"], "Review")
