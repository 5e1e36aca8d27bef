"""Bonus tiles on the command line: how they are given, shown and refused."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from html import unescape
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from cli.inputs.position import Given
from cli.terminal import codes, output
from cli.views import deal as deal_view
from cli.views import endgame as endgame_view
from cli.views.forms.sheet import PUZZLE, TILES
from cli.views.parts.board import board_rows
from cli.views.parts.moves import move_words
from solver import Budget, Deal, Rules, solve
from solver.analysis.moves import Endgame, ValuedMove
from solver.game.actions import Action, Choice
from solver.game.cards import cards_text, parse_cards
from solver.game.position import Position
from solver.search.answers import unknown
from tests.support.asking import ask

SEED = ("--seed", 42, "--players", 3, "--rules", "flamboyants")
DEAL = Deal.from_seed(42, 3, "flamboyants")
DECK = cards_text(DEAL.deck)
FROM_CARDS = ("--deck", DECK, "--players", 3, "--rules", "flamboyants")
ORDER, NUMBER = ("--tiles", "5 4 2 3 6 1"), ("--tile5", DEAL.tile5)
# No suit of these has a 5: they have tiles, and none of them is ever turned.
NO_FIVES = json.dumps(
    {"suits": [{"letter": suit, "copies": [3, 2, 2, 1]} for suit in "rygbp"], "tiles": True}
)


def refusal(*args: object) -> str:
    """The one line with which a command line is refused."""
    code, out, err = ask(*args)
    assert (code, out, err.count("\n")) == (codes.BAD_INPUT, "", 1)
    return err.removeprefix("error: ").rstrip("\n")


# Giving them


def test_what_deal_writes_can_be_read_back(tmp_path: Path) -> None:
    answer = ask("deal", *SEED, "--json")
    assert (answer.json["tiles"], answer.json["tile5"]) == ([5, 4, 2, 3, 6, 1], DEAL.tile5)
    path = tmp_path / "deal.json"
    for value in (answer.json, answer.json | {"seed": None}):
        path.write_text(json.dumps(value))
        again = ask("deal", "--file", path, "--json").json
        assert [again[key] for key in ("deck", "tiles", "tile5")] == [
            answer.json[key] for key in ("deck", "tiles", "tile5")
        ]


def test_a_game_without_tiles_has_no_such_fields() -> None:
    answer = ask("deal", "--seed", 42, "-p", 3, "--json").json
    assert not {"tiles", "tile5"} & answer.keys()


def test_a_deck_needs_its_tiles() -> None:
    for given in ((), ORDER, NUMBER):
        assert "the bonus tiles are missing" in refusal("deal", *FROM_CARDS, *given)
    answer = ask("deal", *FROM_CARDS, *ORDER, *NUMBER, "--json").json
    assert (answer["seed"], answer["deck"], answer["tiles"]) == (None, DECK, list(DEAL.tiles))


def test_a_seed_has_its_own_tiles() -> None:
    assert ask("deal", *SEED, *ORDER, *NUMBER, "--json").json["tiles"] == list(DEAL.tiles)
    other = ("--tiles", "1 2 3 4 5 6")
    assert refusal("deal", *SEED, *other) == (
        "seed and tiles are different deals: leave one of them out"
    )
    assert "seed and tile5 are different deals" in refusal("deal", *SEED, "--tile5", "0.5")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (
            ("--tiles", "x"),
            'tiles must be the numbers of the bonus tiles, like 4 1 6 2 5 3, not "x"',
        ),
        (("--tiles", ""), "tiles must be the numbers"),
        (("--tiles", "1 2"), "the tiles 1 2 are not the six bonus tiles"),
        (("--tiles", "1 2 3 4 5 5"), "name each of 1 to 6 once"),
        (("--tile5", "2"), "--tile5 2: write a number from 0 to below 1, like 0.25"),
        (("--tile5", "1"), "--tile5 1: write a number from 0 to below 1"),
        (("--tile5", "-0.1"), "--tile5 -0.1: write a number from 0 to below 1"),
        (("--tile5", "nan"), "--tile5 nan: write a number from 0 to below 1"),
        (("--tile5", "inf"), "--tile5 inf: write a number from 0 to below 1"),
        (("--tile5", "x"), "--tile5"),
    ],
)
def test_garbage(given: Sequence[object], message: str) -> None:
    given = (
        *given,
        *(() if "--tiles" in given else ORDER),
        *(() if "--tile5" in given else NUMBER),
    )
    for command in ("deal", "line", "endgame"):
        assert message in refusal(command, *FROM_CARDS, *given)


@pytest.mark.parametrize("command", ["deal", "line", "endgame"])
def test_tiles_without_the_rule(command: str) -> None:
    message = "base has no bonus tiles: leave tiles and tile5 out"
    assert refusal(command, "--seed", 42, "-p", 3, *ORDER) == message
    assert refusal(command, "--deck", DECK, "-p", 3, *ORDER, *NUMBER) == message


def test_tiles_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "cards.txt"
    path.write_text(DECK)
    deal = ("--file", path, "-p", 3, "-r", "flamboyants")
    assert ask("line", *deal, *ORDER, *NUMBER, "--json", stdin=b"clue").json["tiles"]
    path.write_text(json.dumps({"deck": DECK, "tiles": "5 4 2 3 6 1", "tile5": 0.5}))
    message = f"{path}: tile5: two different ones are given; leave one out"
    assert refusal("line", *deal, *ORDER, *NUMBER) == message
    path.write_text(
        json.dumps({"players": 2, "seed": "p2v0s1", "options": {"variant": "No Variant"}})
    )
    assert "a game of hanab.live has no bonus tiles" in refusal("deal", "--file", path, *ORDER)


def test_a_position_takes_no_tiles_of_a_deal() -> None:
    message = refusal("endgame", "--text", "hands r1 / r2; tokens 1", *ORDER)
    assert message == "--tiles goes with a deal, and --text is a position"


def test_batch() -> None:
    lines = [
        {"seed": 42, "players": 3, "rules": "flamboyants", "tiles": [1, 2, 3, 4, 5, 6]},
        {"deck": DECK, "players": 3, "rules": "flamboyants", "tiles": [5, 4, 2, 3, 6, 1]},
        {"deck": DECK, "players": 3, "rules": "flamboyants", "tiles": "5 4 2 3 6 1", "tile5": 0.3},
    ]
    answer = ask("batch", "-", "-q", stdin="\n".join(map(json.dumps, lines)).encode())
    first, second, third = answer.lines
    assert first["error"] == "line 1: seed and tiles are different deals: leave one of them out"
    assert "line 2: the bonus tiles are missing" in second["error"]
    assert (third["tiles"], third["tile5"]) == ([5, 4, 2, 3, 6, 1], 0.3)


# Showing them


def test_the_page_of_a_deal() -> None:
    code, out, _ = ask("deal", "--seed", 1, "-p", 3, "-r", NO_FIVES)
    deal = Deal.from_seed(1, 3, Rules.from_json(json.loads(NO_FIVES)))
    order = " ".join(map(str, deal.tiles))
    assert code == codes.ANSWERED
    assert f"\ntiles   {order}  (tile 5 at {deal.tile5:.3f})\n" in out


def test_the_page_of_a_position() -> None:
    position = Position.start(DEAL)
    rows = [row.plain for row in board_rows(position, 80)]
    assert "tiles   5 4 2 3 6 1  (tile 5 at 0.904)" in rows
    code, out, _ = ask("endgame", "--seed", 1, "-p", 3, "-r", NO_FIVES, "--turn", 20)
    assert code == codes.ANSWERED
    assert "\ntiles   " in out


def tile_6_brings_r3() -> tuple[Position, ValuedMove]:
    """Alice completes green, and one of the tiles that her g5 turns puts r3 on red."""
    rules = Rules.named("flamboyants", "three-suits")
    position = Position.from_parts(
        rules,
        [parse_cards("g5 b1 b1 b1 b2", rules), parse_cards("r1 r4 r4 r5 b5", rules)],
        parse_cards("b4", rules),
        (2, 4, 0),
        tokens=3,
        tiles=(6, 1, 2, 3, 4, 5),
        tile5=0.5,
    )
    five = position.hands[0][0]
    r3 = next(n for n in position.discards if str(position.card(n)) == "r3")
    action = Action("play", five, choices=(Choice(6, r3, "play"),))
    after = unknown(position.push(action), 15)
    return position, ValuedMove((action,), position.card(five), False, after, None)


def test_a_move_names_what_is_chosen() -> None:
    position, move = tile_6_brings_r3()
    assert move_words(position, move) == (
        "Alice plays g5 (slot 5): tile 6, puts r3 from the discard pile into play"
    )
    found = Endgame(unknown(position, 15), (move,))
    [value] = endgame_view.to_json(Given(position), found, True, {})["moves"]
    assert value["tiles"] == [{"tile": 6, "card": "r3", "to": "play"}]
    assert value["line"][0]["tiles"] == value["tiles"]


def test_the_line_of_an_endgame_goes_on_from_its_deal(tmp_path: Path) -> None:
    deal = ("--seed", 1, "-p", 2, "-r", "flamboyants", "-r", "avalanche-5")
    so_far = ask("deal", *deal, "--json").json["line"]
    turn = next(turn for turn, action in enumerate(so_far, 1) if "tiles" in action)
    best = ask("endgame", *deal, "--turn", turn, "--line", "--json").json["moves"][0]
    assert best["line"][0]["tiles"] == best["tiles"] == so_far[turn - 1]["tiles"]
    path = tmp_path / "line.json"
    path.write_text(json.dumps(so_far[: turn - 1] + best["line"]))
    assert ask("line", *deal, "--line", path, "--json").json["score"] == 30


def test_what_a_narrow_terminal_shows_can_be_copied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal = Deal.from_seed(1, 2, Rules.named("flamboyants", "avalanche-5"))
    budget, path = Budget(), tmp_path / "page.txt"
    shown = StringIO()
    console = Console(file=shown, force_terminal=True, color_system=None, width=60)
    monkeypatch.setattr(output, "console", lambda: console)
    output.page(deal_view.page(solve(deal, budget), budget, width=output.width()))
    path.write_text(shown.getvalue())
    assert any(len(row) > 60 for row in shown.getvalue().splitlines())
    args = ("--seed", 1, "-p", 2, "-r", "flamboyants", "-r", "avalanche-5", "--line", path)
    assert ask("line", *args, "--json").json["score"] == 30


@pytest.mark.check_takes(1)
@pytest.mark.parametrize("form", ["html", "md"])
def test_a_sheet_says_what_tiles_do(tmp_path: Path, form: str) -> None:
    path = tmp_path / f"sheet.{form}"
    code, _, _ = ask("exercise", "--known-pile", "-p", 3, "-r", NO_FIVES, "--sheet", path)
    text = unescape(path.read_text())
    assert code == codes.ANSWERED
    assert PUZZLE in text and TILES in text
    assert "(tile 5 at 0." in text
    ask("exercise", "-p", 3, "--sheet", path)
    assert "bonus tile" not in path.read_text()


def test_rules() -> None:
    assert "flamboyants" in ask("rules").out
    assert "\ntiles       six in a known order; a 5" in ask("rules", "flamboyants").out
    assert ask("rules", "flamboyants", "--json").json["tiles"] is True


# What cannot be


NO_LINK = "links and game files of hanab.live cannot carry bonus tiles (flamboyants): leave {} out"


@pytest.mark.parametrize(
    "args",
    [
        ("deal", *SEED),
        ("endgame", *SEED),
        ("endgame", *SEED, "--turn", 10),
        ("exercise", "--known-pile", "-r", "flamboyants"),
    ],
    ids=str,
)
def test_no_link_and_no_game_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: Sequence[object]
) -> None:
    for place in (
        "cli.commands.deal.solve",
        "cli.inputs.position.solve",
        "cli.commands.endgame.analyse",
        "cli.commands.exercise.make",
    ):
        monkeypatch.setattr(place, None)  # nothing is solved before that is said
    path = tmp_path / "game.json"
    assert refusal(*args, "--link") == NO_LINK.format("--link")
    assert refusal(*args, "--hanab-live", path) == NO_LINK.format("--hanab-live")
    assert not path.exists()


def test_replay_shows_no_link(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    deal = {"seed": 1, "players": 3, "rules": json.loads(NO_FIVES)}
    path.write_text(json.dumps(deal | {"line": [{"type": 3, "target": 1, "value": 1}]}))
    assert refusal("replay", path, "--link") == NO_LINK.format("--link")
    code, out, _ = ask("replay", path)
    assert code == codes.ANSWERED
    assert "No link: links and game files of hanab.live cannot carry bonus tiles" in out


def test_deals_have_no_short_reason() -> None:
    message = refusal("deals", "--reason", "hand-size", "-r", "flamboyants")
    assert message == "--reason hand-size: with bonus tiles only exhaustion occurs"


def test_a_survey(tmp_path: Path) -> None:
    folder, csv = tmp_path / "results", tmp_path / "rows.csv"
    args = ("survey", "-p", 3, "-r", NO_FIVES, "--seeds", "1-20", "--jobs", 1, "--lines")
    code, _, _ = ask(*args, "--out", folder, "--csv", csv)
    assert code == codes.ANSWERED
    assert len(csv.read_text().splitlines()) == 21
    assert ask(*args, "--out", folder)[0] == codes.ANSWERED  # the manifest has the same rules


def test_exercises_name_the_cards_that_tiles_take() -> None:
    """As `endgame` does: no deck of the output would resolve an order."""
    printed = ask(
        "exercise", "--known-pile", "-r", "flamboyants", "--pile", 1, "--seed", 5, "--json"
    )
    taken = [
        choice["card"]
        for line in printed.lines
        for move in (*line["moves"], *line["line"])
        for choice in move.get("tiles", ())
    ]
    assert taken and all(re.fullmatch("[rygbp][1-5]", card) for card in taken)
