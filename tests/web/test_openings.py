"""What the page opens, and that the shortest form opens the same table again."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from solver import Action, Deal, Position
from solver.errors import InputError
from solver.hanab_live.games import game_to_json
from solver.hanab_live.links import link_of
from solver.notation.actions import action_to_json
from solver.notation.positions import position_to_json, position_to_text
from tests.support.asking import ask
from tests.support.endgames import seeded, some_position
from tests.support.games import played
from tests.support.house_rules import any_deal
from tests.support.pages import SETS, game, replay_files, some_deal
from tests.support.strategies import many
from web.keys import key_of
from web.opening import Opened, open_table
from web.tables import table_json

FORM = (3, ("base",))  # as the page's form sends it unless somebody changes it
POSITION = "hands r4 r1 y1 y1 b1 / r2 r1 g1 g1 g2; pile r3 r5; fireworks r2; tokens 1"


def reopened(opened: Opened) -> Opened:
    """What the shortest form opens, as an address has it."""
    opening = json.loads(json.dumps(opened.opening))
    assert set(opening) <= {"text", "players", "rules", "names"}
    lists = {key: tuple(opening[key]) for key in ("rules", "names") if key in opening}
    return open_table(**(opening | lists))


def check_same(opened: Opened) -> dict[str, Any]:
    """The table, which must be the same when it is opened again, and once more."""
    table, again = table_json(opened), reopened(opened)
    assert table_json(again) | {"notes": table["notes"]} == table
    assert again.opening == opened.opening and not again.notes
    assert (again.start, again.line, again.hidden) == (opened.start, opened.line, opened.hidden)
    return table


# Seeds


@pytest.mark.parametrize(
    ("text", "players", "rules", "opening"),
    [
        ("42", 3, ("base",), {"text": "p3v0s42"}),
        ("my-seed", 4, None, {"text": "p4v0smy-seed"}),
        (" p3v0s42\n", 2, ("base",), {"text": "p3v0s42"}),
        ("p3v0s42", 2, ("hard",), {"text": "p3v0s42", "rules": ["hard"]}),
        ("p3v2s42", 2, ("hard",), {"text": "p3v2s42", "rules": ["avalanche-5", "hard"]}),
        ("7", 5, ("avalanche-5",), {"text": "p5v2s7"}),
        ("7", 2, ("flamboyants",), {"text": "p2v0s7", "rules": ["flamboyants"]}),
        ("r1", 2, ("base",), {"text": "p2v0sr1"}),
    ],
)
def test_seeds(
    text: str, players: int, rules: tuple[str, ...] | None, opening: dict[str, Any]
) -> None:
    opened = open_table(text, players, rules)
    assert opened.opening == opening and not opened.notes
    assert opened.game is not None
    assert opened.game.deal == Deal.from_seed(text.strip(), None if "v" in text else players, rules)
    check_same(opened)


def test_what_a_full_seed_says_counts_more_than_the_form() -> None:
    opened = open_table("p4v2s42", 3, ("base",))
    assert opened.game is not None and opened.game.deal == Deal.from_seed("p4v2s42")
    assert not opened.notes  # nobody asked for anything else
    check_same(opened)
    notes = open_table("p4v2s42", 3, ("avalanche-10",)).notes
    assert notes == ("This is played with the rules avalanche-5; avalanche-10 is not used.",)


def test_a_seed_needs_its_players() -> None:
    with pytest.raises(InputError, match="does not say how many players"):
        open_table("42")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "input: is empty"),
        ("4_2", "is not one of hanab.live's"),
        ("replay/123456", "open https://hanab.live/export/123456 in a browser"),
        ("https://hanab.live/replay/123456", "open https://hanab.live/export/123456 in a browser"),
        ("https://hanab.live/shared-replay-json/215", "is it cut off?"),
        ("https://example.com/", "this link holds no game"),
        ("{", "input: is not JSON"),
        ("{}", 'a deal needs "seed" or "deck"'),
        ("r1 r2 r3", "the deck is not the 50 cards of base"),
        ("hands r1 / r2; tokens 3", "the pile is empty: how many turns are left must be said"),
        ("hands r1 / m2; tokens 3; rules avalanche-5", "the pile is empty"),
        ("p3v0s42 p3v0s43", "is not a card"),
        ("<script>alert(1)</script>", "is not one of hanab.live's"),
    ],
)
def test_what_cannot_be_opened(text: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        open_table(text, *FORM)
    assert said in str(caught.value)


# Deals and games


@pytest.mark.parametrize("names", SETS)
def test_deals_as_objects_with_a_line(names: tuple[str, ...]) -> None:
    """What `deal --json` writes; hanab.live cannot carry all of them."""
    for random in seeded(4):
        deal = some_deal(random, names)
        moves = list(game(deal, random, 0.8))[: random.choice([0, 1, 5, 20, 100])]
        value = {
            "seed": deal.seed,
            "players": deal.players,
            "rules": list(names),
            "line": [action_to_json(position, action) for position, action in moves],
        }
        opened = open_table(json.dumps(value), *FORM)
        assert opened.line == tuple(action for _, action in moves)
        table = check_same(opened)
        assert table["is_game"] == bool(moves) and table["at"] == 0
        assert len(table["line_words"]) == len(table["boards"]) - 1 == len(moves)


def test_what_the_command_writes() -> None:
    opened = open_table(ask("deal", "--seed", "42", "-p", 3, "--json").out, *FORM)
    assert opened.title == "p3v0s42, 3 players, base"
    assert len(opened.opening["text"]) < 1200
    assert check_same(opened)["boards"][-1]["score"] == 25


def test_deals_of_any_house_rules() -> None:
    for random in seeded(60):
        deal = any_deal(random)
        value: dict[str, Any] = {"players": deal.players, "deck": " ".join(map(str, deal.deck))}
        value["rules"] = deal.rules.to_json()
        if deal.rules.tiles:
            value |= {"tiles": list(deal.tiles), "tile5": deal.tile5}
        opened = open_table(json.dumps(value), *FORM)
        assert opened.start == Position.start(deal)
        check_same(opened)


def test_a_deck_alone() -> None:
    deal = Deal.from_seed("p3v0s42")
    opened = open_table(" ".join(map(str, deal.deck)), 3, ("base",))
    assert opened.opening == {"text": link_of(deal, ())}
    assert opened.title == "3 players, base"
    check_same(opened)


@pytest.mark.parametrize("file", replay_files(), ids=lambda file: file.stem)
def test_games_that_were_played(file: Path) -> None:
    opened = open_table(file.read_text(encoding="utf-8"), *FORM)
    assert opened.game is not None
    table = check_same(opened)
    assert len(table["line"]) == len(opened.game.actions) > 0
    assert len(opened.opening["text"]) < 1200


@many(60)
@given(played())
def test_games_of_the_site(found: tuple[Deal, list[Action], int]) -> None:
    """With anybody who begins, and names that a link cannot hold."""
    deal, line, starter = found
    names = ["zoe", "<script>", 'a"b', "Bob", "x" * 150, "é"][: deal.players]
    opened = open_table(json.dumps(game_to_json(deal, line, starter, names)), *FORM)
    assert opened.start.to_move == starter and opened.line == tuple(line)
    assert opened.opening["names"] == names
    table = check_same(opened)
    assert table["names"][0] == "zoe" and len(table["names"][-1]) <= 20


def test_a_game_that_somebody_ended() -> None:
    deal = Deal.from_seed("p2v0s1")
    value = game_to_json(deal, [Action("clue")])
    value["actions"].append({"type": 4, "target": 1, "value": 0})
    opened = open_table(json.dumps(value))
    assert opened.game is not None and opened.game.ended == "terminated"
    again = reopened(opened)
    assert again.game is not None and again.game.ended == "terminated"


def test_a_link_points_to_a_turn() -> None:
    deal = Deal.from_seed("p2v0s1")
    link = link_of(deal, [Action("clue"), Action("clue"), Action("clue")])
    for turn, place in ((1, 0), (2, 1), (4, 3), (9, 3)):
        opened = open_table(f"{link}#{turn}", *FORM)
        assert check_same(opened)["at"] == place
    assert open_table(link).opening == {"text": link}


def test_what_is_played_after_the_site_has_ended_the_game_stays() -> None:
    """Once the score is all that the cards allow, hanab.live shows no more."""
    for random in seeded(20):
        deal = any_deal(random)
        line = [action_to_json(*move) for move in game(deal, random, 0.1)]
        value: dict[str, Any] = {"players": deal.players, "rules": deal.rules.to_json()}
        value["line"] = line
        value["deck"] = " ".join(map(str, deal.deck))
        if deal.rules.tiles:
            value |= {"tiles": list(deal.tiles), "tile5": deal.tile5}
        check_same(open_table(json.dumps(value), *FORM))
    for seed in range(5):
        deal = Deal.from_seed(seed, 2)
        moves = list(game(deal, next(seeded(1)), 0.05))
        value = game_to_json(deal, ())
        value["actions"] = [action_to_json(*move) for move in moves]
        opened = open_table(json.dumps(value), *FORM)
        assert len(opened.line) == len(moves)
        check_same(opened)


def test_hands_of_another_size_and_all_or_nothing_stay() -> None:
    value = game_to_json(Deal.from_seed("p3v0s5"), [Action("clue")], 2)
    for option in ("oneExtraCard", "oneLessCard", "allOrNothing"):
        game = value | {"options": value["options"] | {option: True}, "seed": "p3v0s5"}
        opened = open_table(json.dumps({key: game[key] for key in game if key != "deck"}), *FORM)
        table = check_same(opened)
        assert table["is_bouquet_final"] == (option == "allOrNothing")
        assert table["boards"][0]["to_move"] == 2


def test_a_line_that_is_not_legal() -> None:
    value = {"seed": "p3v0s42", "line": [{"type": 1, "target": 0}]}
    with pytest.raises(InputError, match="input: turn 1: no discard with all 8 tokens"):
        open_table(json.dumps(value), *FORM)


def test_names_have_to_fit() -> None:
    with pytest.raises(InputError, match="2 names for 3 players"):
        open_table("p3v0s42", names=("a", "b"))
    with pytest.raises(InputError, match="longer than 200"):
        open_table("p2v0s42", names=("a", "b" * 201))


# Positions


def test_positions_of_any_house_rules() -> None:
    for random in seeded(100):
        position = some_position(random, tiles=True)
        opened = open_table(position_to_text(position), *FORM)
        assert opened.opening == {"text": position_to_text(position)}
        table = check_same(opened)
        assert (table["boards"][0]["turn"], table["is_game"]) == (None, False)
        assert len(table["boards"][0]["moves"]) == len(position.legal_actions())
        value = json.dumps(position_to_json(position))
        assert table_json(open_table(value, *FORM)) | {"notes": []} == table | {"notes": []}


def test_the_rules_of_the_form_are_for_a_position_that_says_none() -> None:
    opened = open_table(POSITION, 5, ("bouquet-final",))
    assert opened.start.rules.is_bouquet_final and not opened.notes
    opened = open_table(f"{POSITION}; rules hard", 5, ("bouquet-final",))
    assert str(opened.start.rules) == "hard" and len(opened.notes) == 1


@pytest.mark.parametrize("aim", [None, "win", 12, "mean"])
def test_a_pile_whose_order_nobody_knows(aim: object) -> None:
    value = position_to_json(open_table(POSITION).start) | {"pile_order": "unknown"}
    if aim is not None:
        value["aim"] = aim
    table = check_same(open_table(json.dumps(value), *FORM))
    assert (table["pile_order"], table["aim"]) == ("unknown", aim or "win")


def test_an_aim_that_cannot_be() -> None:
    value = position_to_json(open_table(POSITION).start) | {"pile_order": "unknown", "aim": 26}
    with pytest.raises(InputError, match="the perfect score is 25"):
        open_table(json.dumps(value))


def test_cards_that_nobody_knows() -> None:
    opened = open_table(POSITION.replace("r4 r1", "? ?").replace("pile", "pile y5 g5 p1"), *FORM)
    table = check_same(opened)
    assert len(table["hidden"]) == 2 and table["pile_order"] == "unknown"
    board = table["boards"][0]
    told = {*board["playable"], *board["trash"], *board["critical"]}
    assert not told & set(table["hidden"])
    of_hidden = [move for move in board["moves"] if move["card"] in table["hidden"]]
    assert {move["words"] for move in of_hidden} == {
        f"Alice {verb} a card that is not known from slot {slot}"
        for verb in ("plays", "discards")
        for slot in (4, 5)
    }


def test_the_position_of_an_answer() -> None:
    for options in ((), ("--unknown-pile", "--aim", "mean")):
        answer = ask("endgame", "--text", POSITION, "--json", *options).out
        table = check_same(open_table(answer, *FORM))
        assert table["pile_order"] == ("unknown" if options else "known")
        assert table["boards"][0]["hands"] == check_same(open_table(POSITION))["boards"][0]["hands"]


def test_a_path_is_followed_from_the_start() -> None:
    opened = open_table("p3v0s42")
    positions, actions = opened.follow(["p0", "c"])
    assert actions == [Action("play", 0), Action("clue")]
    assert [key_of(action) for action in actions] == ["p0", "c"]
    assert replace(positions[0]) == opened.start and opened.turn(2) == 3
