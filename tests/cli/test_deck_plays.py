"""Plays from the pile on the command line: how they are shown, read and refused."""

from __future__ import annotations

import json
from pathlib import Path

from cli.terminal import codes
from tests.support.asking import ask

DEAL = ("--seed", 2604, "--players", 2)
RULES = ("-r", "deck-plays")
LATE = (
    "rules deck-plays; hands b1 b1 r1 p2 p5 / r5 p4 b2 g2 y4; pile r4; fireworks r3 y5 g5 b5 p4; "
    "tokens 1; to move Bob"
)


def test_a_deal_that_is_won_by_it_alone() -> None:
    assert ask("deal", *DEAL, "--json").json["max_score"] == 24
    answer = ask("deal", *DEAL, *RULES)
    assert "67. Alice plays r4 from the pile\n" in answer.out
    assert "25 of 25 can be reached" in answer.out


def test_what_deal_prints_is_read_back(tmp_path: Path) -> None:
    page = tmp_path / "page.txt"
    page.write_text(ask("deal", *DEAL, *RULES).out, encoding="utf-8")
    answer = ask("line", *DEAL, *RULES, "--line", page)
    assert "The line is legal. After 69 turns the game is over with 25 of 25" in answer.out
    refused = ask("line", *DEAL, "--line", page)
    assert "turn 67: base has no plays from the pile; deck-plays has them" in refused.out


def test_a_game_is_reviewed(tmp_path: Path) -> None:
    """One in which a play from the pile was missed."""
    path = tmp_path / "game.json"
    ask("deal", *DEAL, *RULES, "--hanab-live", path)
    game = json.loads(path.read_text(encoding="utf-8"))
    assert game["options"]["deckPlays"] is True
    place = next(n for n, action in enumerate(game["actions"]) if action["target"] == 49)
    trash = {"type": 1, "target": 20, "value": 0}
    game["actions"][place:] = [trash | {"target": game["actions"][-1]["target"]}]
    path.write_text(json.dumps(game), encoding="utf-8")
    answer = ask("replay", path)
    assert "until turn 67, where a discard of a last copy left 24" in " ".join(answer.out.split())
    assert "Alice plays r4 (from the pile); or gives a clue" in " ".join(answer.out.split())


def test_a_link_cannot_show_it() -> None:
    code, out, err = ask("deal", *DEAL, *RULES, "--link")
    assert code == codes.BAD_INPUT
    assert "25 of 25 can be reached" in out
    assert "plays from the pile (a link has no options; a game file has)" in err


def test_the_moves_of_a_position() -> None:
    answer = ask("endgame", "--text", LATE, "--line")
    assert "25  keeps the best  Bob plays r4 from the pile\n" in answer.out
    assert "Alice plays r4 from the pile, Bob plays r5, Alice plays p5" in answer.out
    first = ask("endgame", "--text", LATE, "--json").json["moves"][0]
    assert (first["type"], first["target"], first["card"]) == (0, "pile", "r4")


def test_what_is_refused() -> None:
    refused = {
        ("deal", *DEAL, *RULES, "-r", "flamboyants"): "deck-plays and flamboyants do not combine",
        ("endgame", "--text", LATE, "--unknown-pile"): "with plays from the pile (deck-plays)",
        ("exercise", *RULES): "leave deck-plays out",
        ("deals", "--reason", "bottom-deck", "-p", 2, *RULES): "does not occur with plays from",
    }
    for args, words in refused.items():
        code, _, err = ask(*args)
        assert (code, words in err) == (codes.BAD_INPUT, True), err
