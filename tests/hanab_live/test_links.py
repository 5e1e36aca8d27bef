"""hanab.live's links: the vectors, both ways, and everything that can be wrong with one."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import Action, Deal, Position, Rules, solve
from solver.errors import InputError
from solver.game.actions import Choice
from solver.game.position import replay
from solver.game.seats import seated, seated_line
from solver.hanab_live.games import game_to_json, loads_game
from solver.hanab_live.lines import nothing_can_be_played, site_line
from solver.hanab_live.links import ALPHABET, SITE, game_on_site, is_link, link_of, loads_link
from tests.support.games import played
from tests.support.strategies import many

DATA = "215txrdkrpalnbqlubap-hiainvwudogufjfmewgp-mhsfcsckqkxyv,03lbah-bawa,0"
DECK, ACTIONS, VARIANT = DATA.replace("-", "").split(",")
DEAL = Deal.from_seed("p2v0s1")
LINE = (Action("clue"), Action("play", 7), Action("discard", 0), Action("clue"))


# The vector


@pytest.mark.parametrize(
    "text",
    [
        SITE + DATA,
        f"https://hanab.live/replay-json/{DATA}",
        f"http://www.hanab.live/replay-json/{DATA}/",
        f"hanab.live/shared-replay-json/{DATA}#",
        f" replay-json/{DATA}\n",
        f"shared-replay-json/{DATA.replace('-', '')}",
        f"replay-json/{'-'.join(DATA.replace('-', ''))}-",
        f"replay-json/{DATA.replace(',', '%2C')}",
        f"replay-json/{DATA},p2v0s1",
        f"replay-json/{DATA},another-seed",
        f"replay-json/{DATA},\udcff",
    ],
)
def test_the_vector(text: str) -> None:
    game = loads_game(text)
    assert (game.deal, game.actions, game.turn) == (DEAL, LINE, None)
    assert (game.names, game.variant, game.ended) == (("Alice", "Bob"), "No Variant", "unfinished")
    assert game.seed == ("p2v0s1" if text.endswith("p2v0s1") else None)


def test_what_the_vector_says() -> None:
    assert loads_link(SITE + DATA)["actions"] == [
        {"type": 3, "target": 1, "value": 1},
        {"type": 0, "target": 7, "value": None},
        {"type": 1, "target": 0, "value": None},
        {"type": 2, "target": 0, "value": 4},
    ]


def test_a_written_link() -> None:
    # As the vector, but for what the clues say: the value of the newest card.
    assert link_of(DEAL, LINE) == SITE + DATA.replace("03lbah-bawa", "03xbah-bapa")
    assert link_of(DEAL, ()) == SITE + DATA.replace("03lbah-bawa", "00")
    assert link_of(DEAL, LINE[:1]).endswith(",33fb,0")


def test_turns() -> None:
    assert loads_game(f"{SITE}{DATA}#3").turn == 3
    for wrong in ("0", "x", "-1", "99999"):
        with pytest.raises(InputError, match=f"^link: #{wrong}: behind # stands the number"):
            loads_link(f"{SITE}{DATA}#{wrong}")


def test_what_is_a_link() -> None:
    for text in (SITE, "https://hanab.live/replay/12", "replay-json/", " hanab.live/export/1"):
        assert is_link(text)
    for text in ("r1 y2", "game.json", "./replay-json/x", "{}", "-", ""):
        assert not is_link(text)


# Faults


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ("", "it has 1 field separated by commas"),
        (DECK, "it has 1 field"),
        (f"{DECK},{ACTIONS}", "it has 2 fields.* is it cut off"),
        (f"{DECK},{ACTIONS},0,p2v0s1,x", "it has 5 fields"),
        (f",{ACTIONS},0", "field 1: begins with '', and should with 3 digits: the players"),
        (f"x{DECK},{ACTIONS},0", "field 1: begins with 'x21'"),
        (f"9{DECK[1:]},{ACTIONS},0", "9 players: the game is for 2 to 6"),
        (f"251{DECK[3:]},{ACTIONS},0", "field 1: the values go from 5 to 1"),
        (f"{DECK[:10]}_{DECK[11:]},{ACTIONS},0", "card 8: '_' is not a letter"),
        (f"{DECK[:10]}ö{DECK[11:]},{ACTIONS},0", "card 8: 'ö' is not a letter"),
        (f"{DECK[:10]}Z{DECK[11:]},{ACTIONS},0", r"deck\[7\].suitIndex is 12, must be 0 to 4"),
        (f"{DECK[:10]}z{DECK[11:]},{ACTIONS},0", r"deck\[7\].suitIndex is 5, must be 0 to 4"),
        (f"219{DECK[3:]},{ACTIONS},0", r"deck\[\d+\].rank is \d, must be 1 to 5"),
        (f"{DECK[:-1]},{ACTIONS},0", r"the deck is not the 50 cards of base \(it has 49\)"),
        (f"{DECK}a,{ACTIONS},0", r"the deck is not the 50 cards of base \(it has 51\)"),
        (f"{DECK},{ACTIONS},1", "the deck is not the 60 cards of six-suits"),
        (f"{DECK},,0", "field 2: begins with '', and should with 2 digits"),
        (f"{DECK},0,0", "field 2: begins with '0'"),
        (f"{DECK},30ab,0", "field 2: the types of actions go from 3 to 0"),
        (f"{DECK},09ab,0", "field 2: the types of actions go from 0 to 9"),
        (f"{DECK},{ACTIONS[:-1]},0", "field 2: turn 4 is cut off"),
        (f"{DECK},03l!ah,0", "turn 1: '!' is not a letter"),
        (f"{DECK},03lbahah,0", "turn 3: Alice does not hold r1 .order 7."),
        (f"{DECK},03lbahbaaa,0", "turn 4: Bob does not hold"),
        (f"{DECK},03ba,0", "turn 1: no discard with all 8 tokens available"),
        (f"{DECK},03la,0", "turn 1: Alice cannot give a clue to Alice"),
        (f"{DECK},03lc,0", "turn 1: no player 2"),
        (f"{DECK},{ACTIONS},", "field 3: '' is not the number of a variant"),
        (f"{DECK},{ACTIONS},x", "field 3: 'x' is not the number of a variant"),
        (f"{DECK},{ACTIONS},24", "variant 24 is not one that is known here"),
    ],
)
def test_faults_name_the_place(data: str, message: str) -> None:
    with pytest.raises(InputError, match=f"^my link: .*{message}"):
        loads_game(SITE + data, "my link")


def test_a_link_without_a_game() -> None:
    with pytest.raises(InputError, match=r"link: this link holds no game: links with"):
        loads_link("https://hanab.live/variant/1")
    for link in ("replay/12345", "shared-replay/12345#3", "game/12345/", "export/12345"):
        with pytest.raises(InputError, match=r"open https://hanab\.live/export/12345 in a browser"):
            loads_link(f"https://hanab.live/{link}")


@pytest.mark.parametrize(
    ("text", "turn"),
    [
        ("https://hanab.live/replay/77", None), ("hanab.live/shared-replay/77#5", 5),
        ("www.hanab.live/replay/77#", None), ("/replay/77/#0", None), ("export/77", None),
    ],
)  # fmt: skip
def test_a_link_with_the_number_of_a_game(text: str, turn: int | None) -> None:
    game = game_on_site(text)
    assert game is not None
    assert (game.number, game.turn, game.file_name) == (77, turn, "77.json")
    assert game.address == "https://hanab.live/export/77"


@pytest.mark.parametrize("text", ["77", "", "replay/x", "replay/77/8", "example.org/replay/77"])
def test_no_number_of_a_game(text: str) -> None:
    assert game_on_site(text) is None


# Both ways


@many(80)
@given(played(starters=False))
def test_links_come_back(played: tuple[Any, ...]) -> None:
    deal, line, _ = played
    link = link_of(deal, line)
    game = loads_game(link)
    assert (game.deal, game.actions) == (deal, tuple(line))
    assert link_of(game.deal, game.actions) == link
    assert all(len(part) <= 20 for part in link.removeprefix(SITE).split("-"))


@many(40)
@given(played())
def test_the_beginner_sits_first(played: tuple[Any, ...]) -> None:
    deal, line, starter = played
    game = loads_game(link_of(deal, line, starter))
    assert game.deal == seated(deal, starter)
    start = replace(Position.start(deal), to_move=starter)
    for action, there in zip(line, game.positions[1:], strict=True):
        start = start.push(action)
        assert (start.levels, start.tokens, start.strikes) == (
            there.levels,
            there.tokens,
            there.strikes,
        )


@many(150)
@given(played(starters=False), st.data())
def test_broken_links_are_input_errors(played: tuple[Any, ...], data: st.DataObject) -> None:
    """Signs taken out, put in, changed: a game that can be written again, or an InputError."""
    deal, line, _ = played
    link = link_of(deal, line)
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(len(SITE), len(link)))
        end = data.draw(st.integers(place, min(place + 3, len(link))))
        link = link[:place] + data.draw(st.text(ALPHABET + "-,#_é", max_size=3)) + link[end:]
    try:
        game = loads_game(link)
    except InputError as error:
        assert str(error).startswith("game: ")
    else:
        again = loads_game(link_of(game.deal, game.actions))
        assert again.actions == game.actions[: len(again.actions)]


# What the site accepts


@many(40)
@given(played())
def test_written_clues_touch_a_teammates_card(played: tuple[Any, ...]) -> None:
    deal, line, starter = played
    position = replace(Position.start(deal), to_move=starter)
    for action, written in zip(
        line, site_line(deal, line, starter, with_options=True), strict=True
    ):
        if written["type"] == 3:
            assert written["target"] != position.to_move
            hand = position.hands[written["target"]]
            assert written["value"] in {position.card(order).value for order in hand}
        position = position.push(action)


def test_clues_that_touch_brown_cards() -> None:
    """No value clue touches brown: another card, or another teammate, has to be found."""
    for seed in range(30):
        deal = Deal.from_seed(f"p3v72s{seed}")
        start = Position.start(deal)
        clue = next(site_line(deal, [Action("clue")], with_options=True))
        hand = [start.card(order) for order in start.hands[clue["target"]]]
        assert any(card.value == clue["value"] and card.suit != "n" for card in hand)


def test_no_clue_touches_anything() -> None:
    deal = Deal.from_seed("p2v72s1")  # Brown (3 Suits)
    deck = sorted(deal.deck, key=lambda card: card.suit != "n")
    deal = replace(deal, deck=tuple(deck))
    with pytest.raises(InputError, match="turn 1: no value clue touches a card of a teammate"):
        link_of(deal, [Action("clue")])


@pytest.mark.parametrize("seed", [1, 5, 40, 41])
def test_lines_stop_where_the_site_ends_the_game(seed: int) -> None:
    deal = Deal.from_seed(seed, 2)
    line = solve(deal).line
    written = list(site_line(deal, line, with_options=True))
    positions = replay(deal, line)
    assert not any(nothing_can_be_played(position) for position in positions[: len(written)])
    assert len(written) == len(line) or nothing_can_be_played(positions[len(written)])
    assert positions[len(written)].score == positions[-1].score


def test_nothing_can_be_played_before_the_last_round() -> None:
    start = Position.start(Deal.from_seed("p2v18s1"))
    assert not nothing_can_be_played(start)
    assert not nothing_can_be_played(replace(start, levels=(5, 5, 4)))
    assert nothing_can_be_played(replace(start, levels=(5, 5, 5)))
    # The one 5 of a suit is gone: r4 is all that red can reach.
    gone = start.deck.index(next(card for card in start.deck if str(card) == "r5"))
    without = replace(start, levels=(4, 5, 5), draws=(), hands=((), ()))
    assert nothing_can_be_played(without)
    assert not nothing_can_be_played(replace(without, hands=((gone,), ())))


@pytest.mark.parametrize(("to_move", "turns", "over"), [(0, 2, False), (1, 1, True), (0, 1, False)])
def test_nothing_can_be_played_in_the_last_round(to_move: int, turns: int, over: bool) -> None:
    """Alice holds r5, which fits: it counts only while she has a turn left."""
    start = Position.start(Deal.from_seed("p2v18s1"))
    five = [str(card) for card in start.deck].index("r5")
    trash = [str(card) for card in start.deck].index("r1")
    position = replace(
        start,
        levels=(4, 5, 5),
        draws=(),
        hands=((five,), (trash,)),
        to_move=to_move,
        turns_left=turns,
    )
    assert nothing_can_be_played(position) == over


# What cannot be written


@pytest.mark.parametrize(
    "rules", [("avalanche-5", "black-powder"), Rules(Rules.named("base").suits[:2], hand_size=3)]
)
def test_suits_that_the_site_has_not(rules: Rules | tuple[str, ...]) -> None:
    deal = Deal.from_seed(1, 2, rules)
    with pytest.raises(InputError, match=r"hanab\.live has no variant with the suits of"):
        link_of(deal, ())


def test_hands_of_another_size() -> None:
    deal = Deal.from_seed(1, 2, replace(Rules.named("base"), hand_size=6, names=()))
    with pytest.raises(
        InputError, match=r"hands of 6 are an option .*oneExtraCard.*: write a game"
    ):
        link_of(deal, ())
    deal = Deal.from_seed(1, 2, replace(Rules.named("base"), hand_size=3, names=()))
    with pytest.raises(InputError, match=r"hanab\.live deals 5 cards to each of 2 players"):
        link_of(deal, ())


def test_moves_that_only_other_rules_allow() -> None:
    easy = Deal.from_seed(42, 3, "easy")
    line = [Action("clue"), Action("discard", 5)]
    assert link_of(easy, line) == link_of(Deal.from_seed(42, 3), line)
    line = [Action("clue"), Action("clue"), Action("discard", 10), Action("discard", 0)]
    with pytest.raises(InputError) as caught:
        link_of(easy, [*line, Action("discard", 5)])
    assert "turn 5: no discard with all 8 tokens" in str(caught.value)
    assert "the site does not have: 10 tokens (there 8)" in str(caught.value)


def test_bouquet_final_goes_on_too_long_for_a_link() -> None:
    deal = Deal.from_seed(9, 2, ("three-suits", "bouquet-final"))
    line, position = [], Position.start(deal)
    for _ in range(60):
        actions = [a for a in position.legal_actions() if position.push(a).outcome() is None]
        if position.pile:  # use it up, and lose nothing
            actions.sort(key=lambda a: a.card is None or not position.is_playable(a.card))
        else:
            actions.sort(key=lambda a: a.kind != "clue")
        if not actions:
            break
        line.append(actions[0])
        position = position.push(line[-1])
    with pytest.raises(
        InputError, match="in the last round; the site does not have: Bouquet final"
    ):
        link_of(deal, line)
    # A game file has the option.
    assert loads_game(json.dumps(game_to_json(deal, line))).actions == tuple(line)


def test_bonus_tiles_cannot_be_shown() -> None:
    deal = Deal.from_seed(42, 3, "flamboyants")
    for write in (link_of, game_to_json):
        with pytest.raises(InputError, match=r"cannot carry bonus tiles \(flamboyants\)"):
            write(deal, ())


def test_another_seat_with_bonus_tiles() -> None:
    deal = Deal.from_seed(42, 3, "flamboyants")
    assert (seated(deal, 1).tiles, seated(deal, 1).tile5) == (deal.tiles, deal.tile5)
    play = Action("play", 20, choices=(Choice(5, 0, "pile"), Choice(6, 16, "play")))
    [there] = seated_line(deal, [play], 1)
    assert there.choices == (Choice(5, 10, "pile"), Choice(6, 16, "play"))
    assert there.card is not None
    cards = [(there.card, 20), (there.choices[0].card, 0), (there.choices[1].card, 16)]
    assert all(seated(deal, 1).deck[new] == deal.deck[old] for new, old in cards)
