"""The plain twin: against rules tried without any memory, and positions counted by hand."""

from __future__ import annotations

import pytest
from hypothesis import given

from solver.game.actions import Action, Termination
from solver.game.cards import Card, CardType
from solver.game.deals import Deal
from solver.game.position import Position
from solver.game.suits import Suit
from solver.twin import (
    TooLarge,
    abstract,
    best_score,
    count_positions,
    useful_types,
)
from tests.support.positions import start
from tests.support.strategies import many, small_deals

CLUE = Action("clue")


def types(*places: tuple[int, int]) -> frozenset[CardType]:
    """Types of cards by the place of the suit and the level."""
    return frozenset(CardType(suit, level) for suit, level in places)


def best_without_memory(position: Position) -> int:
    """The definition itself; -1 for a defeat in Bouquet final."""
    outcome = position.outcome()
    if outcome is not None:
        return -1 if outcome.score is None else outcome.score
    return max(best_without_memory(position.push(a)) for a in position.legal_actions())


@many(60)
@given(small_deals(most_cards=5, tokens=1, strikes=2))
def test_joining_equal_positions_changes_nothing(deal: Deal) -> None:
    position = Position.start(deal)
    best = best_score(position)
    assert (-1 if best is None else best) == best_without_memory(position)


def test_the_order_of_the_pile_decides() -> None:
    red = Suit("r", (1, 1, 1))
    assert best_score(start("r1 | r2 | r3", red, hand_size=1)) == 3
    assert best_score(start("r3 | r2 | r1", red, hand_size=1)) == 1  # r1 on the very last turn


def test_a_perfect_game_can_need_a_strike() -> None:
    """At the maximum of tokens a failed play is the only way to draw."""
    deck, red = "r2 | r3 | r1 r2 r1", Suit("r", (2, 2, 1))
    assert best_score(start(deck, red, hand_size=1, tokens=2, strikes=1)) == 2
    assert best_score(start(deck, red, hand_size=1, tokens=2, strikes=2)) == 3


def test_a_strike_can_be_forced() -> None:
    # Whatever they do, somebody at the maximum of tokens has to play a card that does not fit.
    position = start("r4 | r2 | r1 r3", Suit("r", (1, 1, 1, 1)), hand_size=1, tokens=1, strikes=1)
    assert best_score(position) == 0


def test_black_cards_that_are_missing_cost_points() -> None:
    suits = (Suit("r", (1,)), Suit("k", (1, 1), descending=True, scores=False))
    assert best_score(start("r1 | k2 | k1", *suits, players=3, hand_size=1)) == 1
    assert best_score(start("r1 | k1 | k2", *suits, players=3, hand_size=1)) == 0


def test_bouquet_final_is_perfect_or_nothing() -> None:
    red = Suit("r", (1, 1, 1))
    assert best_score(start("r3 | r2 | r1", red, hand_size=1, ending="bouquet-final")) is None
    assert best_score(start("r1 | r3 | r2", red, hand_size=1, ending="bouquet-final")) == 3
    stuck = start("r1 | r3 | r2", red, players=3, hand_size=1, tokens=1, ending="bouquet-final")
    assert best_score(stuck) is None


def test_a_finished_game_has_its_score() -> None:
    position = start("r1 | r2", Suit("r", (1, 1)), hand_size=1, strikes=1)
    position = position.push(Action("play", 0))
    assert best_score(position.push(Action("play", 1))) == 2
    position = start("r2 | r1", Suit("r", (1, 1)), hand_size=1, strikes=1)
    assert best_score(position.push(Action("play", 0))) == 0


def test_limit() -> None:
    position = start("r1 | r3 | r2", Suit("r", (1, 1, 1)), hand_size=1, tokens=1)
    total = next(n for n in range(1000) if not too_large(position, n))
    assert total > 10
    assert best_score(position, total) == best_score(position)
    with pytest.raises(TooLarge, match=f"more than {total - 1} positions"):
        best_score(position, total - 1)


def too_large(position: Position, limit: int) -> bool:
    try:
        best_score(position, limit)
    except TooLarge:
        return True
    return False


# What the kernel sees


def test_useful_types_end_at_a_dead_one() -> None:
    position = start("r1 r2 | r1 r3 | r2", Suit("r", (2, 2, 1)), hand_size=2)
    assert useful_types(position) == {CardType(0, 1), CardType(0, 2), CardType(0, 3)}
    assert useful_types(position.push(Action("play", 0))) == {CardType(0, 2), CardType(0, 3)}
    without_r3 = position.push(CLUE).push(Action("discard", 3))
    assert useful_types(without_r3) == {CardType(0, 1), CardType(0, 2)}
    without_r1 = without_r3.push(Action("play", 0)).push(Action("play", 2))
    assert useful_types(without_r1) == {CardType(0, 2)}


def test_a_descending_suit_has_levels_like_any_other() -> None:
    black = Suit("k", (1, 2), descending=True, scores=False)
    position = start("k2 r1 | k1 k2", Suit("r", (1,)), black, hand_size=2)
    assert [types for _, types in abstract(position).hands] == [
        {CardType(1, 1), CardType(0, 1)},
        {CardType(1, 2), CardType(1, 1)},
    ]


def test_trash_and_second_copies_are_only_counted() -> None:
    suits = (Suit("r", (3, 2)), Suit("g", (2, 1)))
    one = start("r1 r1 g1 | r2 r2 g2 | r1 g1", *suits, hand_size=3)
    assert abstract(one).hands == (
        (3, types((0, 1), (1, 1))),
        (3, types((0, 2), (1, 2))),
    )
    played, other = one.push(Action("play", 0)), one.push(Action("play", 1))
    assert played != other
    assert abstract(played) == abstract(other)
    assert abstract(played).hands[0] == (3, types((1, 1)))


# Positions counted


def test_counts_by_hand() -> None:
    position = start("r1 | r2 | r3", Suit("r", (1, 1, 1)), hand_size=1, tokens=1, strikes=1)
    # 1: Alice plays r1 (a), or gives a clue (b); at the maximum she cannot discard.
    # 2: Bob plays r2 (aa) or gives a clue (ab); after (b) he can only discard r2 (ba).
    # 3: after (aa) Alice completes with r3, after (ab) she discards it, and the game is over;
    #    after (ba) she plays r1 (baa) or gives a clue (bab).
    # 4: after (baa) Bob would have to play r3, a strike; after (bab) he discards it.
    assert count_positions(position, 6) == [1, 2, 3, 4, 1, 0, 0]


def test_counts_of_a_real_deal() -> None:
    position = Position.start(Deal.from_seed(42, players=3))
    # Alice: p1 fits, four cards do not, a clue. Bob: five plays and a clue, or with a token
    # gone five plays, five discards and a clue.
    assert count_positions(position, 2) == [1, 6, 5 * 6 + 11]


def test_lost_games_are_not_counted() -> None:
    red = Suit("r", (1, 1, 1))
    hard = start("r3 | r2 | r1", red, hand_size=1, strikes=1)
    assert count_positions(hard, 1) == [1, 1]
    bouquet = start("r3 | r2 | r1", red, hand_size=1, ending="bouquet-final")
    outcome = bouquet.push(Action("play", 0)).outcome()
    assert outcome is not None and outcome.termination is Termination.INDISPENSABLE
    assert count_positions(bouquet, 1) == [1, 1]


def test_finished_games_are_counted_and_not_continued() -> None:
    perfect = start("r1 | r1", Suit("r", (2,)), hand_size=1)
    # Alice plays r1 or gives a clue; only then Bob plays, discards or gives a clue.
    assert count_positions(perfect, 3) == [1, 2, 3, 0]
    red = Suit("r", (1, 1, 1))
    stuck = start("r1 | r3 | r2", red, players=3, hand_size=1, tokens=1, ending="bouquet-final")
    assert count_positions(stuck, 5)[-1] == 0


def test_a_second_copy_in_a_hand_is_trash_for_good() -> None:
    """Both copies of r1 in one hand: giving up "the" r1 leaves none, as the kernel has it."""
    suits = (Suit("r", (2, 1)), Suit("g", (3, 1)))
    twins = start("g2 g1 | r1 r1 | r2 g1 g1", *suits, hand_size=2).push(CLUE)
    trash = start("g2 g1 | r1 g1 | r2 g1 r1", *suits, hand_size=2).push(CLUE)
    # Discard or misplay trash, or discard r1 (dead then); play r1; a clue.
    assert count_positions(twins, 1) == [1, 5]
    assert abstract(twins).hands[1] == (2, types((0, 1)))
    assert abstract(trash).hands[1] == (2, types((0, 1), (1, 1)))


def test_the_count_does_not_depend_on_the_names_of_the_suits() -> None:
    first = start("r1 g1 | r2 g2 | r1 g1", Suit("r", (2, 1)), Suit("g", (2, 1)), hand_size=2)
    deck = tuple(Card("g" if card.suit == "r" else "r", card.value) for card in first.deck)
    other = Position.start(Deal(first.rules, 2, deck))
    assert count_positions(first, 6) == count_positions(other, 6)
