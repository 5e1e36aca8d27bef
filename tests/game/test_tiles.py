"""Five Flamboyants: every bonus tile, every choice that it offers, and what is refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations, product
from random import Random
from typing import Any, Literal

import pytest
from hypothesis import given

from solver.errors import ActionError, DealError
from solver.game.actions import Action, Choice, Outcome, Termination
from solver.game.cards import Card, cards_text, parse_cards
from solver.game.deals import Deal, unshuffled
from solver.game.position import Position
from solver.game.rules import Rules
from solver.game.suits import Suit
from solver.game.tiles import TILES
from tests.support.referee import check_cards
from tests.support.strategies import eager, late_positions, many, randoms

CLUE = Action("clue")
BLACK = Suit("k", (1, 1, 1, 1, 1), descending=True, scores=False)


def single(letters: str) -> tuple[Suit, ...]:
    """Suits with one card of each value."""
    return tuple(Suit(letter, (1, 1, 1, 1, 1)) for letter in letters)


def table(
    hands: str = "r5 / g5",
    pile: str = "b1 b2 b3",
    levels: tuple[int, ...] = (4, 2, 0),
    tiles: str = "1 2 3 4 5 6",
    suits: tuple[Suit, ...] = single("rgb"),
    **changes: Any,
) -> Position:
    """Alice has the r5 that turns a tile; of the cards that are gone, g3 fits and g4 does not."""
    fields = {"tokens": 3, "tile5": 0.0} | changes
    parts = ("strikes", "to_move", "turns_left", "tile5")
    given_parts = {name: fields.pop(name) for name in parts if name in fields}
    rules = Rules(
        suits,
        hand_size=fields.pop("hand_size", 1),
        ending=fields.pop("ending", "last-round"),
        announce=fields.pop("announce", False),
        tiles=True,
    )
    position = Position.from_parts(
        rules,
        [parse_cards(hand, rules) for hand in hands.split("/")],
        parse_cards(pile, rules),
        levels,
        tiles=tuple(map(int, tiles.split())),
        **fields,
        **given_parts,
    )
    assert position.status() == []
    return position


def tiles_from(first: str) -> str:
    """All six, these in front."""
    return " ".join([*first.split(), *(str(n) for n in TILES if str(n) not in first)])


def last_round(**changes: Any) -> Position:
    """The same with an empty pile, two turns to go."""
    return table(**{"pile": "", "turns_left": 2, **changes})


def discarded(position: Position, card: str) -> int:
    """The order of a card in the discard pile."""
    return next(order for order in position.discards if str(position.card(order)) == card)


def plays(position: Position, *choices: str, announce: bool = False) -> Action:
    """The oldest card of the player to move, with choices like "6 g3 play"."""
    taken = []
    for choice in choices:
        tile, card, into = choice.split()
        order = discarded(position, card)
        taken.append(Choice(int(tile), order, into))  # type: ignore[arg-type]
    return Action("play", position.hands[position.to_move][0], announce, tuple(taken))


def after(position: Position, *choices: str, announce: bool = False) -> Position:
    position = position.push(plays(position, *choices, announce=announce))
    assert position.status() == []
    check_cards(position)
    return position


def hand(position: Position, player: int = 0) -> str:
    return cards_text(tuple(map(position.card, position.hands[player])))


def pile(position: Position) -> str:
    return cards_text(position.pile)


def gone(position: Position) -> str:
    return cards_text(tuple(map(position.card, position.discards)))


def test_the_table_of_these_tests() -> None:
    position = table()
    assert gone(position) == "g3 g4 b4 b5"
    assert (position.tiles, position.strikes, position.tokens) == ((1, 2, 3, 4, 5, 6), 0, 3)
    assert str(position).splitlines()[-1] == "tiles      1 2 3 4 5 6"


# Tiles 1 to 4


@pytest.mark.parametrize(("tokens", "left"), [(0, 1), (3, 4), (7, 8), (8, 8)])
def test_tile_1_gains_a_token_up_to_the_maximum(tokens: int, left: int) -> None:
    position = after(table(tiles=tiles_from("1"), tokens=tokens))
    assert (position.tokens, position.strikes) == (left, 0)
    assert (position.tiles, position.levels) == ((2, 3, 4, 5, 6), (5, 2, 0))
    assert (hand(position), pile(position)) == ("b1", "b2 b3")


@pytest.mark.parametrize(("strikes", "left"), [(0, 0), (1, 0), (2, 1)])
@pytest.mark.parametrize(("tokens", "more"), [(3, 4), (8, 8)])
def test_tile_2_takes_a_strike_back_and_gains_a_token(
    strikes: int, left: int, tokens: int, more: int
) -> None:
    position = after(table(tiles=tiles_from("2"), strikes=strikes, tokens=tokens))
    assert (position.strikes, position.tokens) == (left, more)
    assert gone(position) == "g3 g4 b4 b5"


@pytest.mark.parametrize("tile", ["3", "4"])
def test_tiles_3_and_4_do_nothing(tile: str) -> None:
    position = after(table(tiles=tiles_from(tile), strikes=1))
    assert (position.tokens, position.strikes, len(position.tiles)) == (3, 1, 5)
    assert (gone(position), pile(position)) == ("g3 g4 b4 b5", "b2 b3")


def test_one_tile_for_each_firework() -> None:
    position = table("r5 / g5", "b1 b2 b3", (4, 4, 0), "3 1 2 4 5 6")
    position = after(after(position))
    assert (position.tiles, position.tokens) == ((2, 4, 5, 6), 4)


# Tile 5


@pytest.mark.parametrize(
    ("number", "drawn", "left"),
    [
        (0, "g3", "b1 b2 b3"),  # at once by the player who has turned the tile
        (0.2499, "g3", "b1 b2 b3"),
        (0.25, "b1", "g3 b2 b3"),
        (0.37, "b1", "g3 b2 b3"),
        (0.5, "b1", "b2 g3 b3"),
        (0.75, "b1", "b2 b3 g3"),
        (0.999, "b1", "b2 b3 g3"),
    ],
)
def test_tile_5_puts_a_card_into_the_pile_before_the_draw(
    number: float | int, drawn: str, left: str
) -> None:
    position = after(table(tiles=tiles_from("5"), tile5=number), "5 g3 pile")
    assert (hand(position), pile(position), gone(position)) == (drawn, left, "g4 b4 b5")
    assert (position.tokens, position.levels) == (3, (5, 2, 0))


def test_tile_5_takes_cards_that_do_not_fit() -> None:
    position = after(table(tiles=tiles_from("5"), tile5=0.999), "5 b5 pile")
    assert (pile(position), gone(position)) == ("b2 b3 b5", "g3 g4 b4")


@pytest.mark.parametrize(("number", "drawn", "left"), [(0, "g3", "b1"), (0.999, "b1", "g3")])
def test_tile_5_with_one_card_in_the_pile_delays_the_last_round(
    number: float | int, drawn: str, left: str
) -> None:
    before = table(pile="b1", tiles=tiles_from("5"), tile5=number)
    assert after(before).turns_left == 2
    position = after(before, "5 g3 pile")
    assert (hand(position), pile(position), position.turns_left) == (drawn, left, None)
    position = after(position)  # Bob's g5 does not fit
    assert (hand(position, 1), pile(position), position.turns_left) == (left, "", 2)


def test_tile_5_on_an_empty_pile_used_as_tile_6() -> None:
    position = after(last_round(tiles=tiles_from("5")), "5 g3 play")
    assert (position.levels, pile(position), position.turns_left) == ((5, 3, 0), "", 1)
    assert "g3" not in gone(position)


def test_tile_5_into_the_empty_pile_of_the_last_round() -> None:
    """The round is not undone, nobody draws, and the card is never drawn."""
    position = after(last_round(tiles=tiles_from("5"), tile5=0.999), "5 g3 pile")
    assert (hand(position), pile(position), position.turns_left) == ("", "g3", 1)
    assert str(position).splitlines()[-3:-1] == [
        "pile       1 card, g3 next",
        "discards   g4 b1 b2 b3 b4 b5",
    ]
    position = after(position)
    assert (hand(position, 1), pile(position)) == ("", "g3")
    assert position.outcome() == Outcome(Termination.LAST_ROUND, 7)


def bouquet(**changes: Any) -> Position:
    """Bouquet final with an empty pile: the g1 that is gone is a second copy."""
    suits = (*single("r"), Suit("g", (2, 1, 1, 1, 1)))
    changes = {"ending": "bouquet-final", "hand_size": 5, "suits": suits, **changes}
    return table(**{"hands": "r5 / g1 g2 g3 g4 g5", "pile": "", "levels": (4, 0), **changes})


def test_tile_5_into_the_empty_pile_of_bouquet_final_is_drawn_at_once() -> None:
    position = after(bouquet(tiles=tiles_from("5"), tile5=0.999), "5 g1 pile")
    assert (hand(position), pile(position), gone(position)) == ("g1", "", "")
    assert (position.turns_left, position.outcome()) == (None, None)


def test_tile_5_on_the_empty_pile_of_bouquet_final_used_as_tile_6() -> None:
    position = after(bouquet(tiles=tiles_from("5")), "5 g1 play")
    assert (hand(position), position.levels, gone(position)) == ("", (5, 1), "")


# Tile 6


def test_tile_6_puts_a_card_into_play() -> None:
    position = after(table(tiles=tiles_from("6")), "6 g3 play")
    assert (position.levels, gone(position)) == ((5, 3, 0), "g4 b4 b5")
    assert (hand(position), position.tokens, len(position.tiles)) == ("b1", 3, 5)


def test_tile_6_with_nothing_that_fits() -> None:
    position = table("r5 / g2", levels=(4, 1, 0), tiles=tiles_from("6"))
    assert [a for a in position.legal_actions() if a.kind == "play"] == [plays(position)]
    assert position.fault(plays(position, "6 g3 play")) == "tile 6: g3 does not fit"
    assert gone(after(position)) == "g3 g4 g5 b4 b5"


def test_tile_6_in_the_last_round() -> None:
    position = after(last_round(tiles=tiles_from("6")), "6 b1 play")
    assert (position.levels, position.turns_left) == ((5, 2, 1), 1)


def two_fives(tiles: str, **changes: Any) -> Position:
    """Alice's r5 turns the first tile, and a g5 that fits is gone."""
    return table(
        **({"hands": "r5 / b5", "pile": "b3 b4", "levels": (4, 4, 0)} | changes),
        tiles=tiles_from(tiles),
    )


def test_a_5_from_tile_6_turns_the_next_tile() -> None:
    position = after(two_fives("6 1"), "6 g5 play")
    assert (position.levels, position.tokens, len(position.tiles)) == ((5, 5, 0), 4, 4)


def test_a_5_from_tile_6_turns_tile_2() -> None:
    position = after(two_fives("6 2", strikes=2), "6 g5 play")
    assert (position.strikes, position.tokens, len(position.tiles)) == (1, 4, 4)


def test_tile_6_then_tile_5() -> None:
    before = two_fives("6 5", tile5=0.5)
    position = after(before, "6 g5 play", "5 b1 pile")
    assert (position.levels, position.tiles) == ((5, 5, 0), (1, 2, 3, 4))
    assert (hand(position), pile(position), gone(position)) == ("b3", "b1 b4", "b2")
    position = after(before, "6 g5 play")
    assert (position.tiles, pile(position), gone(position)) == ((1, 2, 3, 4), "b4", "b1 b2")
    assert after(before).tiles == (5, 1, 2, 3, 4)


def test_tile_5_as_tile_6_then_tile_6() -> None:
    before = two_fives("5 6", pile="", turns_left=2)
    position = after(before, "5 g5 play", "6 b1 play")
    assert (position.levels, position.tiles) == ((5, 5, 1), (1, 2, 3, 4))
    assert after(before, "5 g5 pile").tiles == (6, 1, 2, 3, 4)


def test_tile_6_then_tile_5_as_tile_6() -> None:
    before = two_fives("6 5", pile="", turns_left=2)
    assert after(before, "6 g5 play", "5 b1 play").levels == (5, 5, 1)
    assert pile(after(before, "6 g5 play", "5 b1 pile")) == "b1"


def test_three_tiles_by_one_play() -> None:
    before = table(
        "r5 / p1", "", (4, 4, 4, 0), tiles_from("5 6 2"), single("rgbp"), turns_left=2, strikes=1
    )
    position = after(before, "5 g5 play", "6 b5 play")
    assert (position.levels, position.tiles) == ((5, 5, 5, 0), (1, 3, 4))
    assert (position.strikes, position.tokens) == (0, 4)


# No tile left, no tile turned


SEVEN = single("rgbypow")


def test_the_seventh_5_gives_the_token() -> None:
    position = after(table("r5 / w4", "", (4, 5, 5, 5, 5, 5, 3), "6", SEVEN, turns_left=2))
    assert (position.tiles, position.tokens) == ((), 3)
    position = table("w5 / w4", "", (5, 5, 5, 5, 5, 5, 3), "", SEVEN, turns_left=2, to_move=1)
    position = after(after(position))
    assert (position.tokens, position.outcome()) == (4, Outcome(Termination.PERFECT, 35))


def test_a_5_from_the_sixth_tile_gives_the_token() -> None:
    suits = (Suit("r", (2, 1, 1, 1, 1)), *SEVEN[1:])
    before = table("r5 / r1", "", (4, 4, 5, 5, 5, 5, 5), "6", suits, turns_left=2)
    assert after(before).tokens == 3
    position = after(before, "6 g5 play")
    assert (position.tokens, position.tiles) == (4, ())
    assert position.outcome() == Outcome(Termination.PERFECT, 35)


def test_a_firework_completed_in_the_last_round() -> None:
    position = after(last_round(tiles=tiles_from("1"), tokens=0))
    assert (position.tokens, position.turns_left, hand(position)) == (1, 1, "")


def test_the_black_1_gives_its_own_token_and_turns_no_tile() -> None:
    suits = (*single("r"), BLACK)
    position = after(table("k1 / r5", "r2 r3", (0, 4), suits=suits))
    assert (position.tokens, position.tiles) == (4, TILES)
    position = after(table("r5 / k2", "", (4, 3), tiles_from("3"), suits, turns_left=2))
    assert (position.tokens, len(position.tiles)) == (3, 5)


def test_the_black_1_from_tile_6_gives_the_token() -> None:
    suits = (*single("rg"), BLACK)
    before = table("r5 / g1", "g2", (4, 0, 4), tiles_from("6"), suits)
    position = after(before, "6 k1 play")
    assert (position.tokens, position.levels, len(position.tiles)) == (4, (5, 0, 5), 5)
    full = replace(before, tokens=8)
    assert after(full, "6 k1 play").tokens == 8


def test_a_suit_of_fewer_values_gives_the_token() -> None:
    suits = (*single("r"), Suit("s", (1, 1, 1)))
    position = after(table("s3 / r1", "r2 r3", (0, 2), suits=suits))
    assert (position.tokens, position.tiles) == (4, TILES)
    position = after(table("r5 / s1", "s2", (4, 0), tiles_from("4"), suits))
    assert (position.tokens, len(position.tiles)) == (3, 5)


def test_which_suits_end_with_a_5() -> None:
    assert not BLACK.ends_with_five
    assert Suit("r").ends_with_five
    assert not Suit("r", (1, 1, 1, 1)).ends_with_five


@pytest.mark.parametrize("tile", ["5", "6"])
def test_taking_nothing_is_allowed(tile: str) -> None:
    before = table(tiles=tiles_from(tile))
    position = after(before)
    assert (gone(position), pile(position), position.levels) == ("g3 g4 b4 b5", "b2 b3", (5, 2, 0))
    assert (position.tokens, len(position.tiles)) == (3, 5)


@pytest.mark.parametrize(
    ("tile", "tokens", "left"),
    [("1", 3, 5), ("1", 7, 8), ("1", 8, 8), ("2", 3, 5), ("3", 3, 4), ("3", 8, 8), ("5", 3, 4)],
)
def test_an_announced_completing_play_gains_a_token_and_turns_the_tile(
    tile: str, tokens: int, left: int
) -> None:
    position = after(table(tiles=tiles_from(tile), tokens=tokens, announce=True), announce=True)
    assert (position.tokens, len(position.tiles)) == (left, 5)


def test_an_announced_play_with_a_choice() -> None:
    position = table(tiles=tiles_from("6"), announce=True)
    position = after(position, "6 g3 play", announce=True)
    assert (position.tokens, position.levels) == (4, (5, 3, 0))


# What is refused


@pytest.mark.parametrize(
    ("tiles", "choices", "message"),
    [
        ("6", ["5 g3 pile"], "tile 5 is not turned by this move"),
        ("1", ["6 g3 play"], "tile 6 is not turned by this move"),
        ("6", ["6 g3 play", "5 b4 pile"], "tile 5 is not turned by this move"),
        ("6", ["6 g4 play"], "tile 6: g4 does not fit"),
        ("6", ["6 g3 pile"], "tile 6 puts g3 into play, not into the pile"),
        ("5", ["5 g3 play"], "tile 5 puts g3 into the pile: only with an empty pile it may be"),
        ("6", ["6 g3 hand"], "a card goes into the pile or into play, not into 'hand'"),
        ("6", ["6 g3 play", "6 g4 play"], "there is one choice for each tile"),
        ("5", ["5 g3 pile", "5 g3 pile"], "there is one choice for each tile"),
        *((t, [f"{t} g3 play"], f"tile {t} offers no choice") for t in "1234"),
    ],
)
def test_choices_that_cannot_be_made(tiles: str, choices: list[str], message: str) -> None:
    position = table(tiles=tiles_from(tiles))
    action = plays(position, *choices)
    assert not position.is_legal(action)
    with pytest.raises(ActionError, match=message):
        position.push(action)


@pytest.mark.parametrize(
    ("order", "message"),
    [
        (-1, "tile 6: the card is not in the discard pile"),
        (99, "tile 6: the card is not in the discard pile"),
        (0, r"tile 6: r1 \(order 0\) is not in the discard pile"),  # on its firework
    ],
)
def test_only_discarded_cards_can_be_taken(order: int, message: str) -> None:
    position = table(tiles=tiles_from("6"))
    with pytest.raises(ActionError, match=message):
        position.push(plays(position)._replace(choices=(Choice(6, order, "play"),)))


def test_neither_a_card_in_a_hand_nor_the_played_one_nor_one_of_the_pile_can_be_taken() -> None:
    position = table(tiles=tiles_from("5"))
    for order in (*position.hands[0], *position.hands[1], *position.draws):
        action = plays(position)._replace(choices=(Choice(5, order, "pile"),))
        assert "is not in the discard pile" in (position.fault(action) or "")


def test_the_same_card_cannot_be_taken_twice() -> None:
    position = two_fives("6 5", pile="", turns_left=2)
    twice = plays(position, "6 g5 play", "5 g5 play")
    assert "g5 (order" in (position.fault(twice) or "")


def test_choices_are_in_the_order_of_their_tiles() -> None:
    position = two_fives("6 5")
    action = plays(position, "6 g5 play", "5 b1 pile")
    assert position.is_legal(action)
    turned_round = action._replace(choices=action.choices[::-1])
    assert position.fault(turned_round) == (
        "the choices are not in the order in which their tiles are turned"
    )


def test_only_a_play_that_completes_a_firework_has_choices() -> None:
    position = table(hands="r5 / g5", tiles=tiles_from("6"))
    taken = (Choice(6, discarded(position, "g3"), "play"),)
    card = position.hands[0][0]
    assert position.fault(Action("discard", card, choices=taken)) == "only a play turns tiles"
    assert "turns no tile" in (position.fault(Action("clue", choices=taken)) or "")
    misplay = table(hands="g5 / r5", tiles=tiles_from("6"))
    assert misplay.fault(plays(misplay, "6 g3 play")) == "a misplay turns no tile"
    lower = table(hands="b1 / r5", pile="b2 b3 g5", tiles=tiles_from("6"))
    assert lower.fault(plays(lower, "6 g3 play")) == "tile 6 is not turned by this move"


def test_without_the_rule_nothing_is_turned() -> None:
    rules = Rules(single("rgb"), hand_size=1)
    hands = [[Card("r", 5)], [Card("g", 5)]]
    position = Position.from_parts(rules, hands, [Card("b", 1)], (4, 2, 0), tokens=3)
    assert position.push(plays(position)).tokens == 4
    assert position.fault(plays(position, "6 g3 play")) == "tile 6 is not turned by this move"


def thinkable(position: Position) -> Iterator[Action]:
    """All actions, legal or not, with up to two choices for the tiles that matter."""
    yield CLUE
    tiles = {*position.tiles[:2], 5, 6}
    ways: tuple[Literal["pile", "play"], ...] = ("pile", "play")
    choices = [Choice(*parts) for parts in product(tiles, range(len(position.deck)), ways)]
    chosen = [(), *((choice,) for choice in choices), *permutations(choices, 2)]
    for order in position.hands[position.to_move]:
        yield Action("discard", order)
        for announce in (False, True):
            yield Action("play", order, announce)
        yield from (Action("play", order, choices=taken) for taken in chosen)


@pytest.mark.parametrize(
    "position",
    [
        table(tiles=tiles_from("5")),
        table(tiles=tiles_from("6")),
        last_round(tiles=tiles_from("5")),
        last_round(tiles=tiles_from("2")),
        two_fives("6 5"),
        two_fives("6 5", pile="", turns_left=2),
        two_fives("5 6", pile="", turns_left=2),
        two_fives("6 3", tokens=8),
        bouquet(tiles=tiles_from("5")),
    ],
    ids=lambda position: f"{position.tiles[0]}{position.tiles[1]}, {len(position.draws)} cards",
)
def test_exactly_the_legal_actions_are_listed(position: Position) -> None:
    listed = position.legal_actions()
    assert len(set(listed)) == len(listed)
    assert set(listed) == {action for action in thinkable(position) if position.is_legal(action)}


def test_a_play_is_listed_once_for_everything_that_can_be_chosen() -> None:
    position = two_fives("6 5")
    assert gone(position) == "g5 b1 b2"
    listed = [action.choices for action in position.legal_actions() if action.kind == "play"]
    b1, b2 = discarded(position, "b1"), discarded(position, "b2")
    five = Choice(6, discarded(position, "g5"), "play")
    assert listed == [
        (),
        (five,),
        (five, Choice(5, b1, "pile")),
        (five, Choice(5, b2, "pile")),
        (Choice(6, b1, "play"),),
    ]


# Whole games


def check_tiles(position: Position) -> None:
    complete = sum(
        suit.ends_with_five and level == suit.size
        for suit, level in zip(position.rules.suits, position.levels, strict=True)
    )
    assert len(position.tiles) == max(0, 6 - complete)
    assert len(set(position.tiles)) == len(position.tiles)


@many(250)
@given(late_positions(), randoms())
def test_any_late_game(position: Position, random: Random) -> None:
    cards, turns = Counter(position.deck), 0
    most = 3 * (len(position.deck) + 1) + position.rules.tokens  # tile 5 gives one card back
    while position.outcome() is None:
        assert position.status() == []
        check_cards(position)
        check_tiles(position)
        action = eager(position, random)
        assert position.is_legal(action)
        before, position, turns = position, position.push(action), turns + 1
        assert before.tiles[len(before.tiles) - len(position.tiles) :] == position.tiles
        assert Counter(position.deck) == cards
        assert turns <= most
    assert position.status() == []
    check_cards(position)
    check_tiles(position)
    assert position.legal_actions() == []


@pytest.mark.parametrize("names", ["flamboyants", "flamboyants black-powder avalanche-5"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_games_from_seeds(names: str, players: int) -> None:
    rules = Rules.named(*names.split())
    for seed in range(10):
        deal, random = Deal.from_seed(seed, players, rules), Random(seed)
        position = Position.start(deal)
        assert (position.tiles, position.tile5) == (deal.tiles, deal.tile5)
        while position.outcome() is None:
            assert position.status() == []
            position = position.push(eager(position, random))
            check_cards(position)
            check_tiles(position)


# Deals and positions that cannot be


def kinds(position: Position, **changes: Any) -> list[str]:
    return [fault.kind for fault in replace(position, **changes).status()]


def test_faults_of_the_tiles_of_a_position() -> None:
    position = table()
    assert kinds(position, tiles=(1, 2, 3, 4, 5)) == ["tiles"]
    assert kinds(position, tiles=()) == ["tiles"]
    assert kinds(position, tiles=(1, 2, 3, 4, 5, 7)) == ["tiles"]
    assert kinds(position, tiles=(0, 1, 2, 3, 4, 5)) == ["tiles"]
    assert kinds(position, tiles=(1, 2, 3, 4, 5, 5)) == ["tiles"]
    assert kinds(position, tile5=None) == ["tiles"]
    assert kinds(position, tile5=1.0) == kinds(position, tile5=-0.1) == ["tiles"]
    assert kinds(position, tile5=float("nan")) == ["tiles"]
    assert kinds(position, tiles=(1, 2), tile5=2.0) == ["tiles", "tiles"]
    five_turned = table(levels=(5, 2, 0), hands="g5 / g4", tiles="1 2 3 4 6")
    assert kinds(five_turned, tile5=None) == []


def test_faults_in_words() -> None:
    position = table()
    words = [str(fault) for fault in replace(position, tiles=(1, 2), tile5=2.0).status()]
    assert words == [
        "there are 2 tiles to turn: 0 fireworks are complete with a 5, so it must be 6",
        "tile5 is 2: it must be a number from 0 to below 1",
    ]
    assert "name numbers of 1 to 6, once" in str(replace(position, tiles=(9,)).status()[0])
    assert "tile5 is missing" in str(replace(position, tile5=None).status()[0])


def test_tiles_without_the_rule() -> None:
    position = Position.start(Deal.from_seed(1, 2))
    assert kinds(position) == []
    assert kinds(position, tiles=TILES) == kinds(position, tile5=0.5) == ["tiles"]
    assert "base has no bonus tiles" in str(replace(position, tiles=TILES).status()[0])


def test_a_card_in_the_pile_of_the_last_round_needs_tile_5() -> None:
    position = after(last_round(tiles=tiles_from("5")), "5 g3 pile")
    assert kinds(position) == []
    unturned = (*position.tiles[:4], 5)
    assert kinds(position, tiles=unturned) == ["turns-left"]
    two = Position.from_parts(
        position.rules,
        [[], parse_cards("g5", position.rules)],
        parse_cards("g3 g4", position.rules),
        position.levels,
        tokens=3,
        to_move=1,
        turns_left=1,
        tiles=position.tiles,
        tile5=0,
    )
    assert kinds(two) == ["turns-left"]


def test_strikes_may_outnumber_the_discards_that_tiles_took() -> None:
    rules = Rules(single("r"), hand_size=1, tiles=True)
    parts = [[Card("r", 4)], [Card("r", 5)]]
    position = Position.from_parts(
        rules, parts, [], (3,), tokens=3, turns_left=2, tiles=TILES, tile5=0.0, strikes=1
    )
    assert kinds(position) == ["discards"]
    rules = Rules(single("rg"), hand_size=1, tiles=True)
    position = Position.from_parts(
        rules, parts, [], (3, 5), tokens=3, turns_left=2, tiles=TILES[:5], strikes=1, tile5=0.5
    )
    assert kinds(position) == []  # tile 6 has put the card into play


@pytest.mark.parametrize(
    ("tiles", "tile5", "message"),
    [
        ((), None, "the bonus tiles are missing"),
        (TILES, None, "the bonus tiles are missing"),
        ((), 0.5, "the bonus tiles are missing"),
        ((1, 2, 3), 0.5, "the tiles 1 2 3 are not the six bonus tiles"),
        ((1, 2, 3, 4, 5, 5), 0.5, "are not the six bonus tiles: name each of 1 to 6 once"),
        ((1, 2, 3, 4, 5, [6]), 0.5, "are not the six bonus tiles"),
        (TILES, 1.0, "tile5 is 1.0: it must be a number from 0 to below 1"),
        (TILES, -0.5, "tile5 is -0.5"),
        (TILES, float("nan"), "tile5 is NaN"),
        (TILES, "x", 'tile5 is "x": it must be a number from 0 to below 1'),
    ],
)
def test_faults_of_the_tiles_of_a_deal(tiles: Any, tile5: Any, message: str) -> None:
    rules = Rules.named("flamboyants")
    deck = tuple(unshuffled(rules))
    with pytest.raises(DealError, match=message):
        Deal(rules, 2, deck, tiles=tiles, tile5=tile5)


@pytest.mark.parametrize("tiles", ["4 1 6 2 5 3", None])
def test_tiles_of_a_deal_from_text_are_a_list(tiles: Any) -> None:
    rules = Rules.named("flamboyants")
    deck = cards_text(unshuffled(rules))
    with pytest.raises(DealError, match=r"tiles must be a list like \[4, 1, 6, 2, 5, 3\]"):
        Deal.from_text(deck, 2, rules, tiles, 0.5)


def test_a_deal_without_the_rule_has_no_tiles() -> None:
    base = Deal.from_seed(1, 2)
    with pytest.raises(DealError, match="base has no bonus tiles"):
        replace(base, tiles=TILES)
    with pytest.raises(DealError, match="base has no bonus tiles"):
        replace(base, tile5=0.5)
    assert Deal.from_seed(1, 2, "flamboyants").deck == base.deck


# What can still come


def test_a_card_that_is_gone_is_useful_as_long_as_a_tile_may_bring_it_back() -> None:
    for tiles, useful in (("1 2", False), ("5", True), ("1 6", True), ("1 2 5", False)):
        # The g1 is gone, and the third 5 ends the game: two tiles may be turned.
        position = table("r5 / g2", "b3 b4", (4, 0, 0), tiles_from(tiles))
        assert position.is_useful(position.hands[1][0]) is useful


def test_turnable_tiles() -> None:
    assert table().turnable_tiles() == (1, 2)  # the third 5 ends the game
    assert table(levels=(5, 2, 0), hands="g5 / g4", tiles="2 3 4 5 6").turnable_tiles() == (2,)
    suits = (*single("rg"), BLACK)
    before = table("r5 / g1", "g2", (4, 0, 4), suits=suits)
    assert before.turnable_tiles() == (1, 2)


def test_tiles_5_and_6_save_a_turn_each() -> None:
    assert table(tiles=tiles_from("1 2")).pace == 3 + 2 - 9
    assert table(tiles=tiles_from("1 5")).pace == 3 + 2 - 9 + 1
    assert table(tiles=tiles_from("6 5")).pace == 3 + 2 - 9 + 2
    assert last_round(tiles=tiles_from("6")).pace == 2 - 9 + 1


# A card in the pile in the last round


def reachable(start: Position) -> Iterator[Position]:
    """Every position that can follow, once."""
    seen, todo = {start}, [start]
    while todo:
        position = todo.pop()
        yield position
        for action in position.legal_actions():
            after = position.push(action)
            if after not in seen:
                seen.add(after)
                todo.append(after)


@pytest.mark.parametrize("pile", ["b1", "b1 b2", ""])
@pytest.mark.parametrize("tiles", ["5", "6 5"])
@pytest.mark.parametrize(
    ("hands", "levels"), [("r5 / g5", (4, 4, 0)), ("r5 b4 / g5 b5 / g4 b3", (4, 3, 0))]
)
def test_no_position_that_can_arise_is_refused(
    pile: str, tiles: str, hands: str, levels: tuple[int, ...]
) -> None:
    """Whatever tile 5 has done: all that can follow is read as it is written."""
    players, size = hands.count("/") + 1, len(hands.split("/", maxsplit=1)[0].split())
    start = table(
        hands, pile, levels, tiles_from(tiles), tokens=1, hand_size=size,
        turns_left=None if pile else players,
    )  # fmt: skip
    never_drawn = 0
    for position in reachable(start):
        assert position.status() == []
        never_drawn += bool(position.pile) and position.turns_left is not None
    assert never_drawn or tiles == "6 5"


@pytest.mark.parametrize(
    ("hands", "turns_left", "to_move", "is_possible"),
    [
        ("g5 / g4", 2, 0, False),  # nobody has had a turn of the last round
        ("g5 / ", 2, 0, False),
        ("g5 / g4", 1, 0, False),  # Bob had, and holds a full hand
        ("g5 / ", 1, 0, True),
        (" / g5", 1, 1, True),
        (" / g5", 0, 1, True),
    ],
)
def test_a_card_that_nobody_draws_was_put_there_by_somebody(
    hands: str, turns_left: int, to_move: int, is_possible: bool
) -> None:
    rules = Rules(single("rgb"), hand_size=1, tiles=True)
    position = Position.from_parts(
        rules,
        [parse_cards(hand, rules) for hand in hands.split("/")],
        parse_cards("g3", rules),
        (5, 2, 0),
        tokens=3,
        turns_left=turns_left,
        to_move=to_move,
        tiles=(1, 2, 3, 4, 6),
    )
    faults = [fault.text for fault in position.status() if "tile 5 has put" in fault.text]
    assert (faults == []) == is_possible
