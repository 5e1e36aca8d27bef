"""Deals from seeds and from text, and the faults of both."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import CardError, DealError, InputError, RulesError
from solver.game.cards import Card, cards_text
from solver.game.compositions import VARIANT_IDS
from solver.game.deals import PLAYER_NAMES, Deal, unshuffled
from solver.game.rules import MAX_PLAYERS, Rules
from solver.game.seeds import seed_prefix
from solver.game.suits import Suit
from tests.support.strategies import many

HOUSE = Rules((Suit("r", (3, 2)), Suit("k", (1, 1), descending=True)), hand_size=2)
HOUSE_JSON = HOUSE.to_json()
SUITS_WITH_S = Rules((Suit("r", (3, 2)), Suit("s", (1, 1))), hand_size=2)

P3V0S42 = (
    "p1 g4 p5 y2 y5 | y2 p4 y1 b3 b2 | y4 b2 p1 r4 p3 | r1 y3 r2 b1 g3 y3 p1 g1 p2 b5 p2 b4 g5 "
    "p3 b4 g2 r4 r3 y1 r1 b1 y1 b3 p4 g1 r1 g2 g1 g3 r3 y4 r5 b1 r2 g4"
)


def fault_of(*args: Any, **options: Any) -> str:
    with pytest.raises(DealError) as fault:
        Deal.from_seed(*args, **options)
    return str(fault.value)


def test_a_known_deal() -> None:
    deal = Deal.from_seed(42, players=3)
    assert str(deal) == P3V0S42
    assert deal.seed == "p3v0s42"
    assert cards_text(deal.hands[2]) == "y4 b2 p1 r4 p3"
    assert cards_text(deal.pile[:3]) == "r1 y3 r2"
    assert deal == Deal.from_text(P3V0S42, 3)
    assert Deal.from_text(P3V0S42, 3).seed is None


def test_unshuffled_order() -> None:
    text = cards_text(unshuffled(Rules.named("black-powder")))
    assert text.startswith("r1 r1 r1 r2 r2 r3 r3 r4 r4 r5 y1 y1 y1")
    assert text.endswith("p5 k1 k2 k2 k3 k3 k4 k4 k5 k5 k5")


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("names", [["base"], ["avalanche-5"], ["avalanche-10", "black-powder"]])
def test_hands_and_pile_make_the_deck(players: int, names: list[str]) -> None:
    deal = Deal.from_seed("some-Seed-7", players, names)
    assert len(deal.hands) == players
    assert {len(hand) for hand in deal.hands} == {deal.rules.hand_size_for(players)}
    assert sum(deal.hands, ()) + deal.pile == deal.deck
    assert Counter(deal.deck) == Counter(unshuffled(deal.rules))


@many(100)
@given(
    st.text("abcXYZ0189-", min_size=1, max_size=20),
    st.integers(2, 6),
    st.sampled_from([*VARIANT_IDS, ("avalanche-5", "black-powder"), HOUSE, SUITS_WITH_S]),
)
def test_a_deals_own_seed_and_text_give_it_back(
    suffix: str, players: int, rules: Rules | str | tuple[str, ...]
) -> None:
    if isinstance(rules, Rules) and players > 3:
        players = 3  # seven cards
    deal = Deal.from_seed(suffix, players, rules)
    assert deal.seed == seed_prefix(deal.rules, players) + suffix
    for again in (
        Deal.from_seed(deal.seed, players, rules),
        Deal.from_seed(deal.seed, rules=rules),
        Deal.from_text(str(deal), players, rules),
    ):
        assert again == deal


@pytest.mark.parametrize("name", VARIANT_IDS)
def test_a_full_seed_says_the_suits(name: str) -> None:
    deal = Deal.from_seed(f"p4v{VARIANT_IDS[name]}s9")
    assert (deal.rules, deal.players) == (Rules.named(name), 4)
    assert deal == Deal.from_seed(9, 4, name)


def test_the_variant_ids_are_hanab_lives() -> None:
    assert VARIANT_IDS == {
        "base": 0,
        "six-suits": 1,
        "avalanche-5": 2,
        "avalanche-10": 3,
        "black-powder": 1356,
        "four-suits": 15,
        "three-suits": 18,
    }


def test_rules_without_suits_join_those_of_the_seed() -> None:
    deal = Deal.from_seed("p3v2s42", rules=["hard", "bouquet-final"])
    assert deal.rules == Rules.named("avalanche-5", "hard", "bouquet-final")
    assert deal.seed == "p3v2s42"
    assert deal.deck == Deal.from_seed("p3v2s42").deck


def test_what_changes_no_suit_changes_no_deck() -> None:
    plain = Deal.from_seed(42, 3)
    for names in (["hard"], ["easy", "timed-display"], ["bouquet-final"], ["flamboyants"]):
        deal = Deal.from_seed("p3v0s42", rules=names)
        assert (deal.deck, deal.seed) == (plain.deck, "p3v0s42")
    unnamed = Rules(plain.rules.suits, tokens=3)
    assert Deal.from_seed(42, 3, unnamed).seed == "p3v0s42"


def test_legacy_prefix_is_dropped() -> None:
    deal = Deal.from_seed("legacy-1-p3v0s42")
    assert deal == Deal.from_seed("p3v0s42")
    assert deal.seed == "p3v0s42"
    # Not a prefix of that kind, so part of an ordinary suffix.
    assert Deal.from_seed("legacy-42", 3).seed == "p3v0slegacy-42"


def test_the_seed_does_not_count_in_comparisons() -> None:
    deal = Deal.from_seed(42, 3)
    assert Deal(deal.rules, deal.players, deal.deck) == deal
    assert Deal.from_seed(43, 3) != deal


def test_seed_words_of_house_rules() -> None:
    assert seed_prefix(HOUSE, 2) == "p2vr32k11s"
    assert Deal.from_seed(5, 2, HOUSE_JSON).seed == "p2vr32k11s5"
    # What scores or is built downwards is another game, although the cards are the same.
    white = (*Rules.named("base").suits, Suit("k", (1, 2, 2, 2, 3), descending=True))
    assert seed_prefix(Rules(white), 2) == "p2vr32221y32221g32221b32221p32221k12223s"


def test_a_suit_called_s_does_not_end_the_word() -> None:
    assert Deal.from_seed("p2vr32s11s5", rules=SUITS_WITH_S) == Deal.from_seed(5, 2, SUITS_WITH_S)
    only_r = Rules((Suit("r", (3, 2)),), hand_size=2)
    assert Deal.from_seed("p2vr32s11s5", rules=only_r) == Deal.from_seed("11s5", 2, only_r)


def test_seed_without_players() -> None:
    words = "does not say how many players: give their number, or a full seed like p3v0s42"
    assert fault_of(42) == f"the seed '42' {words}"


@pytest.mark.parametrize("seed", ["p3v0s42", "legacy-0-p3v0s42"])
def test_seed_for_another_number_of_players(seed: str) -> None:
    assert fault_of(seed, players=2) == f"the seed {seed} is for 3 players, not for 2"


def test_house_seed_for_another_number_of_players() -> None:
    message = fault_of("p3vr32k11s5", players=2, rules=HOUSE)
    assert message == "the seed p3vr32k11s5 is for 3 players, not for 2"


@pytest.mark.parametrize(
    ("rules", "shown"),
    [
        ("six-suits", "six-suits"),
        ("base", "base"),
        (["black-powder", "hard"], "black-powder + hard"),
        (HOUSE, "house rules"),
    ],
)
def test_seed_for_another_variant(rules: Rules | list[str] | str, shown: str) -> None:
    assert fault_of("p3v2s42", rules=rules) == (
        f"the seed p3v2s42 is for avalanche-5 (variant 2), but the rules are {shown}: "
        "leave one of them out"
    )


@pytest.mark.parametrize("number", ["4", "99999", "00", "9" * 5000])
def test_seed_of_an_unknown_variant(number: str) -> None:
    message = fault_of(f"p3v{number}s42")
    if len(number) > 1000:  # the message is cut in the middle, but it is the same one
        assert message.startswith("the seed p3v999") and len(message) < 1000
        return
    assert f"is for hanab.live's variant {number}, which is not one of ours: 0 (base)" in message
    assert "1356 (black-powder)" in message


def test_house_seed_needs_its_rules() -> None:
    message = fault_of("p2vr32k11s5")
    assert message == (
        "the seed p2vr32k11s5 is for the suits r32k11: give the rules that have them"
    )
    message = fault_of("p2vr32k11s5", rules="base")
    assert "is for the suits r32k11, but the rules are base" in message


@pytest.mark.parametrize("seed", ["", "a b", "4_2", "é", "p3v0s", "p3v0s4.2", "p3v0s42\n", "4\n"])
def test_seed_with_other_characters(seed: str) -> None:
    assert "use letters, digits and hyphens" in fault_of(seed, players=3)


@pytest.mark.parametrize("seed", ["p3v0s", "p3v0s4 2", "p3v0s42\n"])
def test_full_seed_with_other_characters(seed: str) -> None:
    assert "use letters, digits and hyphens" in fault_of(seed)


@pytest.mark.parametrize("seed", ["p0v0s1", "p1v0s1", "p7v0s1", "p10v0s1"])
def test_full_seed_for_no_possible_number_of_players(seed: str) -> None:
    with pytest.raises(RulesError, match=r"players?: the game is for 2 to 6"):
        Deal.from_seed(seed)


@pytest.mark.parametrize("players", [0, 1, 7, "3", True])
def test_numbers_of_players_that_no_game_has(players: Any) -> None:
    with pytest.raises(RulesError, match="player"):
        Deal.from_seed(42, players)
    with pytest.raises(RulesError, match="player"):
        Deal.from_text(P3V0S42, players)
    with pytest.raises(RulesError, match="player"):
        Deal(Rules.named("base"), players, Deal.from_seed(42, 3).deck)


def test_wrong_copies_are_named() -> None:
    text = P3V0S42.replace("p5", "r5")
    with pytest.raises(DealError) as fault:
        Deal.from_text(text, 3)
    assert str(fault.value) == (
        "the deck is not the 50 cards of base (it has 50): "
        "p5 is there 0 times, must be 1; r5 is there 2 times, must be 1"
    )


def test_a_missing_and_a_spare_card_are_named() -> None:
    with pytest.raises(DealError, match=r"r1 is there 2 times, must be 3$"):
        Deal.from_text(P3V0S42.replace("r1", "", 1), 3)
    with pytest.raises(DealError, match=r"r1 is there 4 times, must be 3$"):
        Deal.from_text(P3V0S42 + " r1", 3)
    foreign = (*Deal.from_seed(42, 3).deck[:-1], Card("x", 7))
    with pytest.raises(DealError, match="g4 is there 1 time, must be 2; x7 is there 1 time,"):
        Deal(Rules.named("base"), 3, foreign)


def test_many_wrong_copies_are_cut_short() -> None:
    with pytest.raises(DealError, match=r"b4 is there 0 times, must be 2 \(and 21 more\)$"):
        Deal.from_text("", 3)


def test_fault_in_the_text_of_a_deck() -> None:
    with pytest.raises(CardError, match="card 2: unknown card 'm4'"):
        Deal.from_text(P3V0S42.replace("g4", "m4", 1), 3)
    # The same text under the rules that have the card gets as far as the copies.
    with pytest.raises(DealError, match="the 55 cards of avalanche-5"):
        Deal.from_text(P3V0S42, 3, "avalanche-5")


def test_too_few_cards_for_the_hands() -> None:
    assert fault_of(1, players=4, rules=HOUSE) == (
        "too few cards: 4 hands of 2 need 8, the deck has 7; "
        "fewer players or a smaller hand_size would do"
    )
    assert fault_of(1, players=6, rules={"suits": [{"letter": "r"}], "hand_size": 2}).startswith(
        "too few cards: 6 hands of 2 need 12, the deck has 10"
    )


def test_the_hands_may_take_the_whole_deck() -> None:
    deal = Deal.from_seed(1, 2, {"suits": [{"letter": "r"}]})
    assert (len(deal.hands[0]), len(deal.hands[1]), deal.pile) == (5, 5, ())
    assert str(deal).count("|") == 2


def test_faults_are_of_one_family() -> None:
    for kind in (RulesError, CardError, DealError):
        assert issubclass(kind, InputError)
    assert issubclass(InputError, ValueError)


def test_every_player_has_a_name() -> None:
    assert len(PLAYER_NAMES) == MAX_PLAYERS


@pytest.mark.parametrize("seed", [None, 1.5, True, b"42"])
def test_what_is_no_seed(seed: Any) -> None:
    with pytest.raises(DealError, match="seed must be a whole number or text"):
        Deal.from_seed(seed, 3)


def test_what_is_no_deck() -> None:
    with pytest.raises(DealError, match="deck must be text"):
        Deal.from_text(5, 3)  # type: ignore[arg-type]
