"""Films: legal from turn to turn, and they end with what they promise."""

from __future__ import annotations

from typing import Any

import pytest

from solver import Position
from solver.errors import InputError
from solver.notation.positions import position_to_text
from tests.support.endgames import seeded, some_position
from tests.support.pages import SETS, SMALL, by_parts, late_position
from web.films import BEST_AFTER, BEST_LINE, LIKELY, LOST, move_film
from web.keys import follow
from web.limits import Allowance
from web.opening import Opened, open_table
from web.tables import boards_json
from web.values import PileOrder, values


def films(
    position: Position, pile: PileOrder
) -> tuple[Opened, list[tuple[dict[str, Any], dict[str, Any]]]]:
    """The films of all moves that have one, each for the last of its keys."""
    opened = open_table(position_to_text(position))
    found = values(opened, [], pile, Allowance(SMALL))
    return opened, [
        (move, move_film(opened, [], pile, move["keys"][-1], Allowance(SMALL)))
        for move in found["moves"]
        if move["has_film"]
    ]


def check_film(film: dict[str, Any], key: str) -> None:
    """Each board follows from the one before, and only one card moves at a time."""
    assert len(film["boards"]) == len(film["words"]) + 1 > 1
    for before, after in zip(film["boards"], film["boards"][1:], strict=False):
        assert after["to_move"] == (before["to_move"] + 1) % len(before["hands"])
        if after["tiles"] is None:  # a bonus tile may put a card there
            assert after["pile"] in (before["pile"], before["pile"][1:])
    assert film["boards"][-1]["over"] is None or not film["boards"][-1]["moves"]
    first = next(move for move in film["boards"][0]["moves"] if move["key"] == key)
    assert film["words"][0].startswith(first["words"])


@pytest.mark.parametrize("names", SETS)
def test_known_piles(names: tuple[str, ...]) -> None:
    for random in seeded(4):
        check_known(late_position(random, names, 8))


def test_house_rules_with_tiles() -> None:
    for random in seeded(15):
        check_known(by_parts(some_position(random, tiles=True)))


def check_known(position: Position) -> None:
    opened, made = films(position, "known")
    for move, film in made:
        check_film(film, move["keys"][-1])
        assert film["path"] is not None and film["path"][0] == move["keys"][-1]
        assert film["cards"] == [str(card) for card in opened.start.deck]
        assert film["boards"] == boards_json(opened, film["path"])
        end = follow(opened.start, film["path"])[0][-1]
        if film["title"] == BEST_LINE and move["keeps_best"]:
            outcome = end.outcome()
            assert outcome is not None
            assert move["label"] in ("won", str(outcome.score))
        if move["keeps_best"] is False:
            assert film["title"] == BEST_AFTER and film["end"]


@pytest.mark.parametrize("names", [names for names in SETS if "flamboyants" not in names])
def test_piles_face_down(names: tuple[str, ...]) -> None:
    titles = set()
    for random in seeded(4):
        opened, made = films(late_position(random, names, 6), "unknown")
        for move, film in made:
            check_film(film, move["keys"][-1])
            assert film["path"] is None and film["end"]
            assert sorted(film["cards"]) == sorted(map(str, opened.start.deck))
            assert film["boards"][0]["hands"] == [list(hand) for hand in opened.start.hands]
            titles.add(film["title"])
            if film["title"] == LOST:
                assert not move["keeps_best"]
    assert titles <= {LOST, LIKELY} and titles


def test_films_of_a_game_have_its_names_and_turns() -> None:
    opened = open_table("p3v0s42", names=("zoe", "<b>", "Cathy"))
    film = move_film(opened, ["c"], "known", "p7", Allowance(SMALL))
    assert [board["turn"] for board in film["boards"][:3]] == [2, 3, 4]
    assert film["words"][0].startswith("<b> plays y1") and film["words"][2].startswith("zoe ")


def test_what_has_no_film() -> None:
    opened = open_table("p3v0s42")
    with pytest.raises(InputError, match="turn 1: no discard"):
        move_film(opened, [], "known", "d0", Allowance(SMALL))
    with pytest.raises(InputError, match="35 cards in the pile"):
        move_film(opened, [], "unknown", "p0", Allowance(SMALL))
    unknown = open_table(
        "hands ? ? y1 y1 b1 / r2 r1 g1 g1 g2; pile r4 r1 r3 r5; fireworks r2; tokens 1"
    )
    key = f"p{unknown.hidden[0]}"
    with pytest.raises(InputError, match="how this move goes on is not known"):
        move_film(unknown, [], "unknown", key, Allowance(SMALL))
    with pytest.raises(InputError, match="nobody knows the order"):
        move_film(unknown, [], "known", key, Allowance(SMALL))
