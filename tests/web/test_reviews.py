"""Reviews for the page: those of `replay --json`."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from solver import Budget
from solver.errors import InputError
from solver.hanab_live.games import game_to_json
from tests.support.asking import ask
from tests.support.endgames import seeded
from tests.support.pages import REPLAYS, SMALL, game, replay_files, some_deal
from web.limits import Allowance, GivenUp
from web.opening import open_table
from web.reviews import review_json

# The chances need the most; so many nodes are for a few turns.
FEW = Budget(30_000, memory=16)
POSITION = "hands r4 r1 y1 y1 b1 / r2 r1 g1 g1 g2; pile r3 r5; fireworks r2; tokens 1"


def check_review(text: str, tmp_path: Path) -> dict[str, Any]:
    path = tmp_path / "game.json"
    path.write_text(text, encoding="utf-8")
    told: list[tuple[int, int]] = []
    opened = open_table(text, 3, ("base",))
    found = review_json(opened, Allowance(FEW), lambda done, of: told.append((done, of)))
    answer = ask("replay", path, "--nodes", FEW.nodes, "--memory", 16, "--json").json
    assert all(0 <= done <= of for done, of in told) and told == sorted(told)
    assert len(found["turns"]) == len(answer["turns"])
    for turn, other in zip(found["turns"], answer["turns"], strict=True):
        assert turn["words"] == other["words"]
        after = other["after"]
        if after is not None:
            assert turn["label"] == str(after)
            assert turn["height"] == after / answer["perfect_score"]
        assert (turn["cost"] is None) == ("better" not in other)
        assert turn["cause"] == other.get("cause")
        if turn["cost"] and after is not None and other["before"] is not None:
            assert turn["cost"] == f"costs {other['before'] - after}"
    assert found["sentence"] == ask("replay", path, "--nodes", FEW.nodes, "--quiet").out.strip()
    check_chances(found, answer)
    assert sum(player["turns"] for player in found["players"]) == len(found["turns"])
    lost = answer["lost_on_turn"]
    assert (found["better"] is None) == (all(turn["cost"] is None for turn in found["turns"]))
    if lost is not None:
        assert found["better"]["boards"][0]["turn"] == lost
        best = answer["best_possible"]
        assert found["better"]["boards"][-1]["score"] == best
        assert found["better"]["path"] is not None
    return found


def check_chances(found: dict[str, Any], answer: dict[str, Any]) -> None:
    chances = answer["chances"]
    known = [turn for turn in found["turns"] if turn["chance"] is not None]
    if chances is None:
        assert found["chance"] is None and not known
        return
    assert [turn["turn"] for turn in known] == [turn["turn"] for turn in chances["turns"]]
    for turn, other in zip(known, chances["turns"], strict=True):
        chance = turn["chance"]
        assert chance["height"] == float(Fraction(other["after_draw"]))
        assert chance["is_mistake"] == (Fraction(other["mistake"]) >= Fraction(1, 100))
        assert chance["is_luck"] == (abs(Fraction(other["luck"])) >= Fraction(1, 100))
    for player, other in zip(found["players"], chances["players"], strict=True):
        assert player["chance_lost"] is not None and player["luck"] is not None
        assert player["name"] == other["player_name"]


@pytest.mark.parametrize("file", replay_files()[::3], ids=lambda file: file.stem)
def test_games_that_were_played(file: Path, tmp_path: Path) -> None:
    check_review(file.read_text(encoding="utf-8"), tmp_path)


def test_games_at_random(tmp_path: Path) -> None:
    for random in seeded(3):
        deal = some_deal(random, random.choice([("base",), ("avalanche-5",), ("three-suits",)]))
        line = [action for _, action in game(deal, random, 0.93)]
        names = ["Zoe", "Alice", "Bob", "Dan", "Eve"][: deal.players]
        check_review(json.dumps(game_to_json(deal, line, names=names)), tmp_path)


def test_a_mistake_is_told_to_whom_it_belongs() -> None:
    path = REPLAYS / "hc-p3v0s12.json"
    if not path.exists():
        pytest.skip("the games are not there")
    found = review_json(open_table(path.read_text(encoding="utf-8")), Allowance(FEW))
    alice, bob, cathy = found["players"]
    assert (alice["mistakes"], alice["points"]) == (1, 1)
    assert (bob["mistakes"], cathy["mistakes"]) == (0, 0)
    (mistake,) = (turn for turn in found["turns"] if turn["cost"])
    assert (mistake["turn"], mistake["seat"]) == (58, 0)
    assert mistake["better"] == "Alice plays r5 (slot 1)"
    assert found["better"]["title"] == "Turn 58 put right: 25 can be reached"


def test_what_cannot_be_reviewed() -> None:
    for text in ("p3v0s42", POSITION):
        with pytest.raises(InputError, match="there is no game to review"):
            review_json(open_table(text), Allowance(SMALL))


def test_nobody_waits() -> None:
    deal = some_deal(next(seeded(1)), ("base",))
    line = [action for _, action in game(deal, next(seeded(1)), 0.9)]
    opened = open_table(json.dumps(game_to_json(deal, line)))
    allowance = Allowance(SMALL)
    with pytest.raises(GivenUp):
        review_json(opened, allowance, lambda done, of: allowance.give_up())
