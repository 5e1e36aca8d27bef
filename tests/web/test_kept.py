"""What a self-contained file holds: all that was promised, and nothing that is not proven."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any

import pytest

from cli.inputs.position import Given
from cli.views.chances import amount
from cli.views.endgame import value_words
from solver import Action, Budget, Deal, Position, Rules
from solver.analysis.moves import analyse, analyse_with
from solver.analysis.plausible import has_copy
from solver.analysis.review import review
from solver.chances.hidden import answer
from solver.chances.luck import luck_of
from solver.chances.moves import chances
from solver.chances.questions import question
from solver.exercises.making import make
from solver.exercises.simple import simple_action
from solver.exercises.themes import ExerciseKind
from solver.hanab_live.games import game_from_json, game_to_json
from solver.notation.positions import loads_position
from solver.search.searcher import Searcher
from web import exploring, kept
from web.document import in_script
from web.exercises import exercise_json
from web.exploring import name_of
from web.kept import Kept, kept_endgame, kept_exercises, kept_game
from web.keys import follow
from web.tables import board_json

SMALL = Budget(memory=8)
PILE_OF_3 = (
    "hands p2 y5 g1 b4 r4 / r5 b5 p3 p4 g5; pile p5 y1 r1; fireworks r3 y4 g4 b3 p1; tokens 3; "
    "to move Alice"
)
LAST_TURNS = (
    "hands r5 g1 y1 b1 p1 / g5 g1 y1 b1 p1; fireworks r4 y3 g4 b3 p3; tokens 2; to move Alice; "
    "2 turns left"
)
HIDDEN = (
    "hands b2 b5 ? ? ? / b4 y1 r1 y1 g2; fireworks r5 y4 g5 p5; tokens 6; pile b1 y5 b1 b1 b3 b4 "
    "p1 p3 r3 g1"
)


# Fewer than a user gets, so that they are there soon, and without a look at the clock.
ENOUGH = 120


@pytest.fixture(autouse=True, scope="module")
def fewer() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(exploring, "POSITIONS", ENOUGH)
        patch.setattr(kept, "PATIENCE", 600)
        yield


def told_nobody(done: int, of: int) -> None:
    pass


@cache
def known_file(text: str) -> Kept:
    position = loads_position(text, "text")
    return kept_endgame(Given(position), analyse(position, SMALL), SMALL, told_nobody)


def unknown_file(given: Given, aim: Any = "win") -> Kept:
    found = answer(question(given.position, aim, given.hidden), SMALL)
    return kept_endgame(given, found, SMALL, told_nobody)


def paths(file: Kept) -> Iterator[list[str]]:
    for name in file["table"]["boards"]:
        yield name.split(".")


# A position


@pytest.mark.parametrize("text", [PILE_OF_3, LAST_TURNS])
def test_boards_are_the_referees(text: str) -> None:
    start, file = loads_position(text, "text"), known_file(text)
    names = file["table"]["table"]["names"]
    for path in paths(file):
        position = follow(start, path)[0][-1]
        assert file["table"]["boards"][name_of(path)] == board_json(position, None, names)


def test_values_are_those_of_the_search() -> None:
    """Of all boards that are kept, with both forms of the pile."""
    start, file = loads_position(PILE_OF_3, "text"), known_file(PILE_OF_3)
    values, searcher = file["table"]["values"], Searcher(SMALL)
    for path in ([], *paths(file)):
        position, name = follow(start, path)[0][-1], name_of(path)
        found = analyse_with(searcher, position)
        assert values[f"known:{name}"]["label"] == value_words(position, found.bounds)
        labels = [move["label"] for move in values[f"known:{name}"]["moves"]]
        assert labels == [value_words(position, move.bounds) for move in found.moves]
        if position.outcome() is None:
            counted = chances(position, "win", SMALL)
            told = values[f"unknown:{name}"]
            assert told["label"] == amount(counted, counted.span)
            labels = [move["label"] for move in told["moves"]]
            assert labels == [amount(counted, move.span) for move in counted.moves]


def test_nothing_is_kept_of_undecided_searches_but_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exploring, "POSITIONS", 3)
    position = Position.start(Deal.from_seed(7, 2, Rules.named("hard")))
    least = Budget(nodes=1, memory=1)
    file = kept_endgame(Given(position), analyse(position, least), least, told_nobody)
    marks = [move["mark"] for value in file["table"]["values"].values() for move in value["moves"]]
    assert "undecided" in marks


def test_every_move_can_be_tried_and_the_best_play_goes_to_its_end() -> None:
    file = known_file(PILE_OF_3)["table"]
    boards, values = file["boards"], file["values"]
    for pile in ("known", "unknown"):
        for move in values[f"{pile}:"]["moves"]:
            path = [move["keys"][0]]
            while boards[name_of(path)]["over"] is None:
                path.append(values[f"{pile}:{name_of(path)}"]["moves"][0]["keys"][0])


def test_of_a_small_endgame_the_file_holds_everything() -> None:
    """All that sensible or strange play reaches, where equal moves are one."""
    start, file = loads_position(LAST_TURNS, "text"), known_file(LAST_TURNS)
    assert len(file["table"]["boards"]) < ENOUGH - 1
    for path in ([], *paths(file)):
        for move in analyse(follow(start, path)[0][-1], SMALL).moves:
            key = next(iter(_keys(file, path, move.action)))
            assert name_of([*path, key]) in file["table"]["boards"]


def _keys(file: Kept, path: list[str], action: Action) -> list[str]:
    told = file["table"]["values"][f"known:{name_of(path)}"]["moves"]
    position = follow(loads_position(LAST_TURNS, "text"), path)[0][-1]
    return next(move["keys"] for move in told if action in follow(position, move["keys"][:1])[1])


def test_films_are_where_they_are_offered() -> None:
    file = known_file(PILE_OF_3)["table"]
    offered = {
        f"{name}:{move['keys'][0]}"
        for name, value in file["values"].items()
        for move in value["moves"]
        if move["has_film"]
    }
    assert offered == set(file["films"])
    assert {name.split(":")[0] for name in offered} == {"known", "unknown"}
    for film in file["films"].values():
        assert len(film["boards"]) == len(film["words"]) + 1


def test_a_position_of_a_deal_has_what_led_to_it() -> None:
    deal = Deal.from_seed(42, 3)
    position, moves = Position.start(deal), list[Action]()
    while len(position.draws) > 4:
        moves.append(simple_action(position))
        position = position.push(moves[-1])
    given = Given(position, deal, len(moves) + 1, tuple(moves))
    file = kept_endgame(given, analyse(position, SMALL), SMALL, told_nobody)
    table = file["table"]["table"]
    assert (file["view"], file["title"]) == ("table", "p3v0s42, 3 players, base")
    assert (table["at"], len(table["line"])) == (len(moves), len(moves))
    assert not table["is_game"]  # there is no review of it
    links = file["table"]["links"]
    assert name_of(table["line"]) in links
    assert all(link.startswith("https://hanab.live/") for link in links.values())


def test_where_nobody_knows_the_order_no_value_depends_on_it() -> None:
    given = Given(loads_position(PILE_OF_3, "text"), is_pile_unknown=True)
    file = unknown_file(given)
    assert file["table"]["pile"] == file["table"]["table"]["pile_order"] == "unknown"
    assert file["table"]["values"]
    assert all(name.startswith("unknown:") for name in file["table"]["values"])


def test_cards_that_are_not_known_stay_so() -> None:
    hidden: list[int] = []
    position = loads_position(HIDDEN, "text", None, hidden)
    file = unknown_file(Given(position, hidden=tuple(hidden)))
    assert file["table"]["table"]["hidden"] == hidden
    assert set(file["table"]["values"]) == {"unknown:"}
    assert file["table"]["boards"] == {}


def test_another_aim_is_kept() -> None:
    file = unknown_file(Given(loads_position(PILE_OF_3, "text"), aim=20), 20)
    assert (file["table"]["pile"], file["table"]["table"]["aim"]) == ("unknown", 20)
    assert "at least 20 points" in file["table"]["values"]["unknown:"]["sentence"]


def test_with_bonus_tiles_there_are_no_chances(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exploring, "POSITIONS", 3)
    position = Position.start(Deal.from_seed(3, 2, Rules.named("flamboyants")))
    file = kept_endgame(Given(position), analyse(position, SMALL), SMALL, told_nobody)
    assert all(name.startswith("known:") for name in file["table"]["values"])


def test_when_the_time_is_over_what_was_asked_for_is_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Before the limit is set, because the file is kept for the other tests.
    whole = known_file(PILE_OF_3)["table"]["values"]["known:"]
    monkeypatch.setattr(kept, "PATIENCE", 1e-9)
    position = loads_position(PILE_OF_3, "text")
    file = kept_endgame(Given(position), analyse(position, SMALL), SMALL, told_nobody)
    assert file["table"]["boards"] == {}
    assert file["table"]["values"]["known:"]["label"] == whole["label"]


def test_progress_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exploring, "POSITIONS", 5)
    seen: list[tuple[int, int]] = []
    position = loads_position(PILE_OF_3, "text")
    kept_endgame(Given(position), analyse(position, SMALL), SMALL, lambda *far: seen.append(far))
    assert seen == [(number, 5) for number in range(1, 6)]


# A game

NAMES = ["</script><b>", "Bob \"'&", "x" * 40]


@cache
def game_file() -> Kept:
    """A game in which a last copy was thrown away, on turn 20 or soon after."""
    deal = Deal.from_seed(23, 3)
    position, line = Position.start(deal), list[Action]()
    is_lost = False
    while position.outcome() is None:
        lost = [] if is_lost or len(line) < 19 else list(last_copies(position))
        line.append(lost[0] if lost else simple_action(position))
        is_lost |= bool(lost)
        position = position.push(line[-1])
    game = game_from_json(game_to_json(deal, line) | {"players": NAMES}, "game")
    return kept_game(review(game, SMALL), luck_of(game, SMALL), SMALL, told_nobody)


def last_copies(position: Position) -> Iterator[Action]:
    for action in position.legal_actions():
        order = action.card
        if action.kind != "discard" or order is None or has_copy(position, order):
            continue
        if position.is_useful(order):
            yield action


def test_a_game_has_all_its_turns() -> None:
    file = game_file()
    table, values = file["table"]["table"], file["table"]["values"]
    assert file["view"] == "review" and table["is_game"]
    line = table["line"]
    assert len(table["boards"]) == len(line) + 1 == len(file["review"]["turns"]) + 1
    for turn in range(len(line) + 1):
        name = name_of(line[:turn])
        assert values[f"known:{name}"]["is_done"]
        assert name in file["table"]["links"]
        if len(table["boards"][turn]["pile"]) <= exploring.MOST_FACE_DOWN:
            assert values[f"unknown:{name}"]["is_done"]


def test_where_a_game_lost_points_the_better_play_is_kept() -> None:
    file = game_file()
    table, boards, values = (file["table"][part] for part in ("table", "boards", "values"))
    mistakes = [turn["turn"] for turn in file["review"]["turns"] if turn["cost"]]
    assert len(mistakes) >= 2
    for turn in mistakes:
        path = table["line"][: turn - 1]
        best = values[f"known:{name_of(path)}"]["moves"][0]["keys"][0]
        assert name_of([*path, best]) in boards
        assert f"known:{name_of(path)}:{best}" in file["table"]["films"]


def test_names_of_players_are_as_the_page_shows_them() -> None:
    names = game_file()["table"]["table"]["names"]
    assert names[:2] == NAMES[:2] and len(names[2]) < len(NAMES[2])
    assert "</script><b>" not in in_script(game_file())


# Exercises


@pytest.mark.parametrize("kind", ["judgement", "puzzle"])
def test_exercises_are_whole(kind: ExerciseKind) -> None:
    made = list(islice(make(Rules.named("base"), 3, kind=kind, seed="kept"), 3))
    file = kept_exercises(made)
    assert (file["view"], file["table"]) == ("exercises", None)
    for one, exercise in zip(file["exercises"], made, strict=True):
        whole = exercise_json(exercise)
        assert _without_films(one) == _without_films(whole)
        assert [_words(move["film"]) for move in one["moves"]] == [
            _words(move["film"]) for move in whole["moves"]
        ]
        assert _words(one["film"]) == _words(whole["film"])


def _words(film: dict[str, Any] | None) -> list[str] | None:
    return None if film is None else film["words"]


def _without_films(exercise: dict[str, Any]) -> dict[str, Any]:
    moves = [move | {"film": None} for move in exercise["moves"]]
    return exercise | {"film": None, "moves": moves}
