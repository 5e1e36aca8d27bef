"""A card's text form, and the places of faults."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import CardError
from solver.game.cards import Card, cards_text, parse_card, parse_cards
from solver.game.deals import unshuffled
from solver.game.rules import Rules
from solver.game.suits import Suit
from tests.support.strategies import many

BASE = Rules.named("base")
SEVEN = Rules.named("avalanche-5", "black-powder")
UNEVEN = Rules((Suit("r", (3, 2)), Suit("z", (1, 1, 1, 1))))


@pytest.mark.parametrize("rules", [BASE, SEVEN, UNEVEN], ids=str)
def test_every_card_is_read_back(rules: Rules) -> None:
    for card in unshuffled(rules):
        assert parse_card(str(card), rules) == card
        assert parse_card(str(card).upper(), rules) == card


def test_text_form() -> None:
    assert str(Card("k", 5)) == "k5"
    assert cards_text((Card("r", 1), Card("y", 2))) == "r1 y2"
    assert cards_text(()) == ""


@pytest.mark.parametrize(
    "text", ["", "r", "1", "1r", "r10", "rr1", "r1 ", " r1", "r-1", "r٣", "é1"]
)
def test_no_card(text: str) -> None:
    with pytest.raises(CardError, match="is not a card: write a suit's letter and a value"):
        parse_card(text, BASE)


@pytest.mark.parametrize(
    ("text", "rules", "message"),
    [
        (
            "m1",
            BASE,
            "unknown card 'm1': the suits of base are r y g b p; "
            "m comes with avalanche-5 or avalanche-10",
        ),
        ("x1", UNEVEN, "unknown card 'x1': the suits of house rules are r z"),
        ("r0", BASE, "unknown card 'r0': the suit r has the values 1 to 5; did you mean r1?"),
        ("r6", BASE, "unknown card 'r6': the suit r has the values 1 to 5; did you mean r5?"),
        ("R3", UNEVEN, "unknown card 'R3': the suit r has the values 1 to 2; did you mean r2?"),
    ],
)
def test_card_of_another_game(text: str, rules: Rules, message: str) -> None:
    with pytest.raises(CardError) as fault:
        parse_card(text, rules)
    assert str(fault.value) == message


@many(100)
@given(st.lists(st.sampled_from(unshuffled(SEVEN)), max_size=80).map(tuple))
def test_cards_are_read_back(cards: tuple[Any, ...] | tuple[Card, ...]) -> None:
    assert parse_cards(cards_text(cards), SEVEN) == cards


@pytest.mark.parametrize("text", ["r1 y2 g3", "r1,y2,g3", " r1 | y2\n\tG3 ", "|r1|,y2,, g3|"])
def test_what_keeps_cards_apart(text: str) -> None:
    assert parse_cards(text, BASE) == (Card("r", 1), Card("y", 2), Card("g", 3))


def test_no_cards() -> None:
    assert parse_cards(" |, \n", BASE) == ()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("r1 y2 q3", "card 3: unknown card 'q3'"),
        ("r1 | y2, r9 b1", "card 3: unknown card 'r9'"),
        ("r1y2", "card 1: 'r1y2' is not a card"),
    ],
)
def test_a_fault_names_its_place(text: str, message: str) -> None:
    with pytest.raises(CardError) as fault:
        parse_cards(text, BASE)
    assert str(fault.value).startswith(message)
