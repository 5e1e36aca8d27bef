"""Exercises for the page: those of `exercise --json`, one after the other."""

from __future__ import annotations

import threading
from functools import cache
from itertools import islice
from typing import Any

import pytest

from cli.views import exercise as view
from solver.errors import InputError
from solver.exercises.exercise import Exercise
from solver.exercises.making import make
from solver.exercises.themes import ExerciseKind
from solver.game.rules import Rules
from tests.support.pages import SMALL
from web.exercises import NONE_SOON, Lessons, Wish, exercise_json, read_theme
from web.films import Film
from web.keys import action_of, follow
from web.limits import Allowance, GivenUp
from web.opening import open_table
from web.values import values

BASE = Rules.named("base")


def wish(
    kind: ExerciseKind = "judgement",
    players: int = 3,
    grade: int | None = None,
    theme: str | None = None,
    rules: Rules = BASE,
) -> Wish:
    return Wish(players, rules, kind, grade, read_theme(theme, rules, None, kind), "page")


@cache
def made(wanted: Wish, count: int = 3) -> list[Exercise]:
    """The first ones as the command makes them."""
    found = make(
        wanted.rules, wanted.players, kind=wanted.kind, seed=wanted.seed, theme=wanted.theme,
        grade=wanted.grade,
    )  # fmt: skip
    return list(islice(found, count))


@pytest.mark.parametrize("wanted", [wish(), wish("puzzle", 4), wish(theme="stall")])
def test_the_same_as_those_of_the_command(wanted: Wish) -> None:
    lessons = Lessons()
    found = [lessons.take(wanted, number, Allowance(SMALL)) for number in (0, 1, 2, 1)]
    first, second, third = made(wanted)
    assert [view.to_json(one) for one in found if one is not None] == [
        view.to_json(one) for one in (first, second, third, second)
    ]


@pytest.mark.parametrize("wanted", [wish(), wish("puzzle", 4), wish(players=2)])
def test_what_the_page_is_told(wanted: Wish) -> None:
    for exercise in made(wanted):
        check_exercise(exercise, exercise_json(exercise))


def check_exercise(exercise: Exercise, told: dict[str, Any]) -> None:
    record = view.to_json(exercise)
    assert told["question"] == record["question"]
    assert (told["grade"], told["theme"]) == (record["grade"]["number"], record["theme"])
    assert told["hints"] == list(view.hints(exercise)) and len(told["remarks"]) == 2
    table = told["table"]
    assert len(table["boards"]) == 1 and not table["line"]
    is_judgement = exercise.kind == "judgement"
    assert table["pile_order"] == ("unknown" if is_judgement else "known")
    keys = {move["key"] for move in table["boards"][0]["moves"]}
    assert keys == {key for move in told["moves"] for key in move["keys"]}
    for move, known in zip(told["moves"], exercise.moves, strict=True):
        assert [action_of(key) for key in move["keys"]] == list(known.actions)
        assert move["is_right"] == known.keeps_best
        assert move["verdict"][0].startswith("Right. " if move["is_right"] else "Wrong. ")
        assert move["verdict"][1:] == move["why"]
        assert move["film"] is None or not move["is_right"]
        check_film(move["film"], is_judgement, table)
    check_film(told["film"], is_judgement, table)
    # The page may ask for the values of the same table: they are those of the exercise.
    opened = open_table(table["opening"]["text"])
    found = values(opened, [], "unknown" if is_judgement else "known", Allowance(SMALL))
    labels = {key: move["label"] for move in found["moves"] for key in move["keys"]}
    if not exercise.position.rules.is_bouquet_final:
        assert labels == {key: move["label"] for move in told["moves"] for key in move["keys"]}
    best = [key for move in found["moves"] if move["keeps_best"] for key in move["keys"]]
    assert set(best) == {key for move in told["moves"] if move["is_right"] for key in move["keys"]}


def check_film(film: Film | None, is_judgement: bool, table: dict[str, Any]) -> None:
    if film is None:
        return
    assert film["boards"][0]["hands"] == table["boards"][0]["hands"]
    assert (film["path"] is None) == is_judgement
    if film["path"] is not None:
        start = open_table(table["opening"]["text"]).start
        assert len(follow(start, film["path"])[0]) == len(film["boards"])
        assert film["cards"] == table["cards"]


def test_ids_tell_exercises_apart() -> None:
    found = [*made(wish()), *made(wish("puzzle", 4)), *made(wish(players=2))]
    ids = [exercise_json(one)["id"] for one in found]
    assert len(set(ids)) == len(ids) == 9


def test_a_search_goes_on_where_the_time_was_up() -> None:
    lessons, wanted = Lessons(), wish(theme="keep-the-five")
    tries = 0
    while True:
        tries += 1
        try:
            found = lessons.take(wanted, 0, Allowance(SMALL, 0.02))
            break
        except InputError as error:
            assert str(error) == NONE_SOON
    assert tries > 1 and found is not None
    first = made(wanted, 1)[0]
    assert view.to_json(found) == view.to_json(first)


def test_nobody_waits() -> None:
    lessons, allowance = Lessons(), Allowance(SMALL)
    allowance.give_up()
    with pytest.raises(GivenUp):
        lessons.take(wish(), 0, allowance)
    assert lessons.take(wish(), 0, Allowance(SMALL)) is not None


def test_there_are_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.exercises.DEALS", 30)
    lessons, wanted = Lessons(), wish()
    found = [lessons.take(wanted, number, Allowance(SMALL)) for number in range(6)]
    assert found[0] is not None and found[-1] is None
    assert lessons.take(wanted, 100, Allowance(SMALL)) is None


def test_several_at_once() -> None:
    lessons, found = Lessons(), dict[int, Exercise | None]()

    def take(number: int) -> None:
        found[number] = lessons.take(wish(), number % 3, Allowance(SMALL))

    threads = [threading.Thread(target=take, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    expected = [view.to_json(one) for one in made(wish())]
    assert [view.to_json(one) for _, one in sorted(found.items()) if one] == [*expected, *expected]


def test_old_wishes_are_forgotten_and_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.exercises.REMEMBERED", 1)
    lessons = Lessons()
    first = lessons.take(wish(), 1, Allowance(SMALL))
    lessons.take(wish(players=2), 0, Allowance(SMALL))
    again = lessons.take(wish(), 1, Allowance(SMALL))
    assert first is not None and again is not None
    assert first is not again and view.to_json(first) == view.to_json(again)


@pytest.mark.parametrize(
    ("kind", "theme", "names", "said"),
    [
        ("puzzle", "late-card", ("base",), "only where a pile of 2 cards or more lies face down"),
        ("judgement", "who-draws-last", ("bouquet-final",), "Bouquet final has no last round"),
        ("judgement", "stal", ("base",), "did you mean stall?"),
    ],
)
def test_themes_that_cannot_come_up(
    kind: ExerciseKind, theme: str, names: tuple[str, ...], said: str
) -> None:
    with pytest.raises(InputError) as caught:
        wish(kind, theme=theme, rules=Rules.named(*names))
    assert said in str(caught.value) and str(caught.value).startswith(f'theme "{theme}": ')
