"""Values on the page: those of `endgame --json`, told bit by bit and never wrong in between."""

from __future__ import annotations

import threading
import time
from fractions import Fraction
from typing import Any

import pytest

from solver import Budget, Position
from solver.errors import InputError, PositionError
from solver.notation.positions import position_to_text
from tests.support.asking import ask
from tests.support.endgames import seeded, some_position
from tests.support.pages import SETS, SMALL, by_parts, late_position
from web import values as module
from web.keys import action_of
from web.limits import Allowance, GivenUp
from web.opening import open_table
from web.values import PileOrder, values

HARD = "p3v0s42"  # with its whole pile


def told(
    position: Position, pile: PileOrder, budget: Budget, monkeypatch: pytest.MonkeyPatch
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """All values of a position, and what was told before."""
    monkeypatch.setattr(module, "PAUSE", 0.0)
    seen: list[dict[str, Any]] = []
    opened = open_table(position_to_text(position))
    return values(opened, [], pile, Allowance(budget), seen.append), seen


def expected(position: Position, *options: str) -> dict[str, Any]:
    answer: dict[str, Any] = ask(
        "endgame", "--text", position_to_text(position), "--memory", 16, "--json", *options
    ).json
    return answer


def place_of(position: Position, move: dict[str, Any]) -> tuple[str, Any]:
    """Kind and place of a move of the page, as --json has them."""
    action = action_of(move["keys"][0])
    if action.card is None:
        return "clue", None
    return action.kind, position.hands[position.to_move].index(action.card)


KINDS = {0: "play", 1: "discard", 2: "clue", 3: "clue"}


def check_moves(
    position: Position, found: dict[str, Any], answer: dict[str, Any], pile: PileOrder
) -> None:
    """The same moves in the same order with the same values and reasons."""
    assert len(found["moves"]) == len(answer["moves"])
    keys = [key for move in found["moves"] for key in move["keys"]]
    assert sorted(keys) == sorted(set(keys))
    assert {action_of(key) for key in keys} == set(position.legal_actions())
    for move, other in zip(found["moves"], answer["moves"], strict=True):
        kind, place = place_of(position, move)
        assert kind == KINDS[other["type"]]
        assert place is None or place == other["target"]
        assert move["keeps_best"] == other["keeps_best"]
        if pile == "known":
            assert (move["label"], move["exact"]) == (score(position, other), None)
        else:
            assert chance(move) == (other["win"] and Fraction(other["win"]))
        check_why(move["why"], other["why"], pile)


def check_why(words: list[str], why: dict[str, Any] | None, pile: PileOrder) -> None:
    if why is None:
        assert not words
    elif pile == "known":
        assert len(words) == 1 and words[0].endswith(why["plain"])
    elif why["sentence"] is not None:
        assert words[0] == why["sentence"]


def score(position: Position, move: dict[str, Any]) -> str:
    """What the terminal's page writes for a value of --json."""
    low, high = move.get("bounds", [move["max_score"] or 0] * 2)
    if position.rules.is_bouquet_final:
        return "open" if low < high else "won" if high else "lost"
    return str(low) if low == high else f"{low}-{high}"


def chance(move: dict[str, Any]) -> Fraction | None:
    """The chance that a label shows, where it is known."""
    if move["exact"] is not None:
        return Fraction(move["exact"])
    number = move["label"].removesuffix(" %")
    return None if "-" in number else Fraction(number) / 100


@pytest.mark.parametrize("names", SETS)
def test_known_piles(names: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    for random in seeded(6):
        position = late_position(random, names, 10)
        found, seen = told(position, "known", SMALL, monkeypatch)
        answer = expected(position)
        check_moves(position, found, answer, "known")
        assert found["label"] == score(position, answer) and found["is_done"]
        if answer["bounds"][0] == answer["bounds"][1]:
            assert found["height"] == answer["bounds"][0] / answer["perfect_score"]
        check_snapshots(seen, found)


@pytest.mark.parametrize("names", [names for names in SETS if "flamboyants" not in names])
def test_piles_face_down(names: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    for random in seeded(6):
        position = late_position(random, names, 7)
        found, seen = told(position, "unknown", SMALL, monkeypatch)
        answer = expected(position, "--unknown-pile")
        check_moves(position, found, answer, "unknown")
        assert found["height"] == float(Fraction(answer["win"])) and found["is_done"]
        assert found["model"] and found["sentence"].startswith("The chance of ")
        check_snapshots(seen, found)


def test_house_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    for random in seeded(20):
        position = by_parts(some_position(random, tiles=True))
        found, seen = told(position, "known", SMALL, monkeypatch)
        check_moves(position, found, expected(position), "known")
        check_snapshots(seen, found)
        if not (position.rules.tiles or position.rules.deck_plays):
            found, seen = told(position, "unknown", SMALL, monkeypatch)
            check_moves(position, found, expected(position, "--unknown-pile"), "unknown")
            check_snapshots(seen, found)


def check_snapshots(seen: list[dict[str, Any]], found: dict[str, Any]) -> None:
    """What is told is true from the first moment on, and never taken back."""
    assert seen
    final = {tuple(move["keys"]): move for move in found["moves"]}
    for before, after in zip([None, *seen], [*seen, found], strict=True):
        if before is None:
            continue
        assert not before["is_done"]
        now = {tuple(move["keys"]) for move in after["moves"]}
        assert {tuple(move["keys"]) for move in before["moves"]} <= now
    for values_then in seen:
        for move in values_then["moves"]:
            last = final[tuple(move["keys"])]
            if move["keeps_best"] is not None:
                assert move["keeps_best"] == last["keeps_best"]
            assert (move["label"], move["exact"]) == (last["label"], last["exact"])
            assert move["words"] == last["words"]


@pytest.mark.parametrize("nodes", [1, 300, 3000])
def test_small_budgets_give_the_same_bounds(nodes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    budget = Budget(nodes, memory=16)
    undecided = 0
    for random in seeded(6):
        position = late_position(random, ("base",), 12)
        found, _ = told(position, "known", budget, monkeypatch)
        answer = expected(position, "--nodes", str(nodes))
        check_moves(position, found, answer, "known")
        undecided += answer["verdict"] == "undecided"
        found, _ = told(position, "unknown", budget, monkeypatch)
        answer = expected(position, "--unknown-pile", "--nodes", str(nodes))
        check_moves(position, found, answer, "unknown")
        if answer["win"] is None:
            undecided += 1
            assert found["height"] is None and "at least" in found["sentence"]
    assert undecided or nodes > 1


def test_best_moves_come_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first thing that is told of a known pile is a move that keeps the best."""
    monkeypatch.setattr(module, "PAUSE", 0.0)
    seen: list[dict[str, Any]] = []
    values(open_table(HARD), [], "known", Allowance(SMALL), seen.append)
    assert [move["keeps_best"] for move in seen[0]["moves"]] == [True]
    assert (seen[0]["label"], seen[0]["sentence"]) == ("25", "25 of 25 can still be reached.")
    assert [len(one["moves"]) for one in seen] == sorted(len(one["moves"]) for one in seen)


def test_what_was_solved_before_makes_no_difference() -> None:
    allowance = Allowance(Budget(3000, memory=16))
    random = next(seeded(1))
    tables = [open_table(position_to_text(late_position(random, ("base",), 12))) for _ in range(6)]
    alone = [values(table, [], "known", allowance) for table in tables]
    assert [values(table, [], "known", allowance) for table in reversed(tables)] == alone[::-1]


def test_threads_do_not_meet() -> None:
    random = next(seeded(1))
    tables = [open_table(position_to_text(late_position(random, ("base",), 8))) for _ in range(8)]
    alone = [values(table, [], "known", Allowance(SMALL)) for table in tables]
    found: dict[int, Any] = {}

    def find(number: int) -> None:
        found[number] = values(tables[number], [], "known", Allowance(SMALL))

    threads = [threading.Thread(target=find, args=(number,)) for number in range(len(tables))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [found[number] for number in range(len(tables))] == alone


# What is not answered, and when it ends


def test_names_of_players_stand_in_the_words() -> None:
    opened = open_table(HARD, names=("zoe", "Ben", "<b>"))
    found = values(opened, ["c", "c"], "known", Allowance(SMALL))
    assert all(move["words"].startswith("<b> ") for move in found["moves"])


def test_games_that_are_over() -> None:
    opened = open_table("p2v0s1", rules=("hard",))
    found = values(opened, ["p0"], "known", Allowance(SMALL))
    assert (found["moves"], found["is_done"], found["label"]) == ([], True, "0")
    assert found["sentence"] == "The game is over, too many strikes: 0 of 25."
    text = "hands r5 r1 / r2 r1; pile -; fireworks r4; tokens 1; turns left 1; rules "
    house = '{"suits": [{"letter": "r", "copies": [3, 2, 1, 1, 1]}], "hand_size": 2}'
    opened = open_table(text + house)
    for slot, label, height in ((0, "100 %", 1.0), (1, "0 %", 0.0)):
        key = f"p{opened.start.hands[0][slot]}"
        found = values(opened, [key], "unknown", Allowance(SMALL))
        assert (found["label"], found["height"], found["moves"]) == (label, height, [])


def test_what_chances_are_not_counted_for() -> None:
    for table, said in (
        (open_table(HARD), "35 cards in the pile: chances are counted for at most 20"),
        (open_table("1", 3, ("flamboyants",)), "chances are not known with bonus tiles"),
    ):
        with pytest.raises(PositionError, match=said):
            values(table, [], "unknown", Allowance(SMALL))


UNKNOWN_CARDS = (
    "hands ? ? y1 y1 b1 / r2 r1 g1 g1 g2; pile r4 r1 r3 r5 y2 y3; fireworks r2 y1 g5 b5 p5; "
    "tokens 1"
)


def test_cards_that_nobody_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PAUSE", 0.0)
    opened = open_table(UNKNOWN_CARDS)
    with pytest.raises(InputError, match="nobody knows the order of this pile"):
        values(opened, [], "known", Allowance(SMALL))
    seen: list[dict[str, Any]] = []
    found = values(opened, [], "unknown", Allowance(SMALL), seen.append)
    answer = ask("endgame", "--text", UNKNOWN_CARDS, "--unknown-pile", "--memory", 16, "--json")
    exact = [Fraction(move["win"]) for move in answer.json["moves"]]
    assert [chance(move) for move in found["moves"]] == exact
    assert "a card that is not known (slots 4 and 5)" in str([m["words"] for m in found["moves"]])
    assert not any(move["has_film"] for move in found["moves"])
    check_snapshots(seen, found)
    # After the first move all hands are known.
    after = values(opened, ["c"], "unknown", Allowance(SMALL))
    assert "upper bounds" in found["model"] and "upper bounds" not in after["model"]


def test_the_time_is_up() -> None:
    """What is known by then is told, and the rest as bounds."""
    opened = open_table(HARD)
    allowance = Allowance(SMALL, 1e-9)
    time.sleep(0.01)
    found = values(opened, [], "known", allowance)
    assert found["is_done"] and len(found["moves"]) == len(open_moves(HARD))
    late = open_table(position_to_text(late_position(next(seeded(1)), ("base",), 12)))
    found = values(late, [], "unknown", Allowance(SMALL, 1e-9))
    assert found["is_done"] and all(move["label"] for move in found["moves"])


def open_moves(text: str) -> list[Any]:
    return values(open_table(text), [], "known", Allowance(SMALL))["moves"]  # type: ignore[no-any-return]


@pytest.mark.parametrize("pile", ["known", "unknown"])
def test_nobody_waits(pile: PileOrder) -> None:
    late = open_table(position_to_text(late_position(next(seeded(1)), ("base",), 12)))
    allowance = Allowance(SMALL)

    def leave(found: dict[str, Any]) -> None:
        allowance.give_up()

    with pytest.raises(GivenUp):
        values(late, [], pile, allowance, leave)
    with pytest.raises(GivenUp):
        values(late, [], pile, allowance)
