"""The referee: every rule of the books and every decision, one test each."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import ActionError
from solver.game.actions import Action, Outcome, Termination
from solver.game.cards import Card
from solver.game.deals import Deal
from solver.game.position import Position, replay
from solver.game.rules import Rules
from solver.game.suits import Suit
from tests.support import positions
from tests.support.referee import check_cards
from tests.support.strategies import many, small_deals

CLUE = Action("clue")
play = partial(Action, "play")
announced = partial(Action, "play", announce=True)
discard = partial(Action, "discard")
start = partial(positions.start, hand_size=2)
BLACK = Suit("k", (1, 1, 1), descending=True, scores=False)


def after(position: Position, *actions: Action) -> Position:
    for action in actions:
        position = position.push(action)
    return position


def termination(position: Position) -> Termination | None:
    outcome = position.outcome()
    return outcome.termination if outcome else None


def kinds(position: Position) -> set[str]:
    return {action.kind for action in position.legal_actions()}


def cards(position: Position, player: int) -> str:
    return " ".join(str(position.card(order)) for order in position.hands[player])


def small(**changes: Any) -> Position:
    """Two suits of 1 1 1 2 3, two players: hands of two, six cards in the pile."""
    r, g = Suit("r", (3, 1, 1)), Suit("g", (3, 1, 1))
    return start("r1 r3 | g1 g2 | r1 g1 r2 g3 r1 g1", r, g, **changes)


# The start


@pytest.mark.parametrize(("players", "size"), [(2, 5), (3, 5), (4, 4), (5, 4), (6, 3)])
def test_start(players: int, size: int) -> None:
    position = Position.start(Deal.from_seed(1, players))
    assert [len(hand) for hand in position.hands] == [size] * players
    assert position.hands[1] == tuple(range(size, 2 * size))
    assert (position.tokens, position.strikes, position.to_move) == (8, 0, 0)
    assert (position.levels, position.score) == ((0, 0, 0, 0, 0), 0)
    assert position.pile == position.deck[players * size :]
    assert (position.turns_left, position.outcome()) == (None, None)


def test_easy_and_hard() -> None:
    assert Position.start(Deal.from_seed(1, 2, "easy")).tokens == 10
    position = Position.start(Deal.from_seed("p2v0s1", rules="hard"))
    assert after(position, play(0)).outcome() == Outcome(Termination.STRIKES, 0)


# What an action does


def test_a_clue_costs_a_token_and_draws_nothing() -> None:
    position = small().push(CLUE)
    assert (position.tokens, position.to_move) == (7, 1)
    assert (position.hands, position.draws) == (small().hands, small().draws)


def test_a_discard_gives_a_token_and_draws() -> None:
    position = after(small(), CLUE, discard(3))
    assert (position.hands, position.discards) == (((0, 1), (2, 4)), (3,))
    assert (position.tokens, position.levels) == (8, (0, 0))
    assert (position.draws[0], position.to_move) == (5, 0)


def test_a_play_that_fits() -> None:
    position = small().push(play(0))
    assert position.levels == (1, 0)
    assert (position.tokens, position.strikes, position.discards) == (8, 0, ())
    assert cards(position, 0) == "r3 r1"


@pytest.mark.parametrize("order", [1, 4], ids=["too high", "already there"])
def test_a_play_that_fails(order: int) -> None:
    before = after(small(), play(0), CLUE)
    position = before.push(play(order))
    assert (position.strikes, position.discards) == (1, (order,))
    assert (position.levels, position.tokens) == (before.levels, before.tokens)
    assert (len(position.hands[0]), position.draws) == (2, before.draws[1:])


def test_turns_go_round() -> None:
    positions = replay(Deal.from_seed(1, 3), [CLUE, CLUE, CLUE])
    assert [position.to_move for position in positions] == [0, 1, 2, 0]


def test_no_discard_at_the_maximum_of_tokens() -> None:
    assert kinds(small()) == {"play", "clue"}
    with pytest.raises(ActionError, match="no discard with all 8 tokens"):
        small().push(discard(0))


def test_no_clue_without_a_token() -> None:
    position = after(small(tokens=1), CLUE)
    assert kinds(position) == {"play", "discard"}
    with pytest.raises(ActionError, match="no token left for a clue"):
        position.push(CLUE)


def test_completing_a_firework_returns_a_token_unless_all_are_there() -> None:
    r, g = Suit("r", (4, 1)), Suit("g", (1, 1))
    position = start("r1 g1 | r2 g2 | r1 r1 r1", r, g, tokens=2)
    assert after(position, play(0), CLUE, CLUE, play(2)).tokens == 1
    assert after(position, play(0), play(2)).tokens == 2


def test_one_card_hands() -> None:
    position = start("r1 | r2 | r1", Suit("r", (2, 1)), hand_size=1)
    assert after(position, play(0), play(1)).outcome() == Outcome(Termination.PERFECT, 2)


# The end of the standard game


def test_the_third_strike_ends_the_game_at_once_with_nothing() -> None:
    position = after(small(), play(0), play(3), play(1), CLUE)
    assert (position.strikes, position.score, position.outcome()) == (2, 1, None)
    position = position.push(play(4))
    assert position.outcome() == Outcome(Termination.STRIKES, 0)
    assert position.legal_actions() == []
    with pytest.raises(ActionError, match="the game is over: too many strikes"):
        position.push(CLUE)


def test_a_perfect_display_ends_the_game_at_once() -> None:
    position = start("r1 r3 | r2 r1 | r1 r1 r1 r1", Suit("r", (6, 1, 1)))
    position = after(position, play(0), play(2), play(1))
    assert position.outcome() == Outcome(Termination.PERFECT, 3)
    assert (len(position.pile), position.legal_actions()) == (1, [])


def test_the_drawer_of_the_last_card_has_the_last_turn() -> None:
    position = start("r1 r1 | r1 r2 | r2 r3 | r3", Suit("r", (3, 2, 2)), players=3)
    position = after(position, CLUE, play(2))
    assert (position.turns_left, position.to_move, position.pile) == (3, 2, ())
    seen = []
    while position.outcome() is None:
        seen.append(position.to_move)
        position = position.push(CLUE)
    assert seen == [2, 0, 1]
    assert position.outcome() == Outcome(Termination.LAST_ROUND, 1)


def test_nobody_draws_in_the_last_round() -> None:
    position = after(start("r1 r2 | r2 r3 | r3", Suit("r", (1, 2, 2))), play(0), play(2), play(1))
    assert [len(hand) for hand in position.hands] == [1, 1]
    assert position.outcome() == Outcome(Termination.LAST_ROUND, 2)


def test_the_last_card_can_be_played_on_the_last_turn() -> None:
    position = start("r1 | r3 | r2 | r4", Suit("r", (1, 1, 1, 1)), players=3, hand_size=1)
    position = after(position, play(0), CLUE, play(2))
    assert (position.turns_left, cards(position, 0)) == (1, "r4")
    assert position.push(play(3)).outcome() == Outcome(Termination.LAST_ROUND, 2)


def test_perfect_on_the_very_last_turn() -> None:
    position = after(start("r1 | r2 | r3", Suit("r", (1, 1, 1)), hand_size=1), play(0), play(1))
    assert position.turns_left == 1
    assert position.push(play(2)).outcome() == Outcome(Termination.PERFECT, 3)


def test_a_third_strike_on_the_very_last_turn_counts() -> None:
    position = start("r1 | r1 | r2 | r3", Suit("r", (2, 1, 1)), players=3, hand_size=1, strikes=1)
    position = after(position, play(0), CLUE, CLUE)
    assert position.turns_left == 1
    assert position.push(play(3)).outcome() == Outcome(Termination.STRIKES, 0)


def test_an_empty_pile_at_the_start_is_the_last_round() -> None:
    position = start("r1 r4 | r2 r5 | r3 r1", Suit("r", (2, 1, 1, 1, 1)), players=3)
    assert (position.turns_left, position.pile, position.to_move) == (3, (), 0)
    position = after(position, play(0), play(2), play(4))
    assert position.outcome() == Outcome(Termination.LAST_ROUND, 3)


def test_losing_an_indispensable_card_does_not_end_the_standard_game() -> None:
    assert after(small(), CLUE, discard(3)).outcome() is None


# Black Powder


def test_a_descending_suit_is_built_downwards() -> None:
    position = start("k3 k2 | k1 r1 | r1", Suit("r", (2,)), BLACK)
    assert [order for order in range(4) if position.is_playable(order)] == [0, 3]
    position = after(position, play(0), CLUE)
    assert position.levels == (0, 1)
    assert position.is_playable(1)


def test_black_powder_completes_with_the_1_and_returns_a_token() -> None:
    position = start("k3 k1 | k2 r1 | r1 r1 r1", Suit("r", (4,)), BLACK)
    assert after(position, play(0), play(2), CLUE, CLUE, play(1)).tokens == 7


def test_missing_black_cards_cost_a_point_each() -> None:
    position = Position.start(Deal.from_seed(1, 2, "black-powder"))
    assert position.score == 0  # 0 - 5, but never below 0
    assert replace(position, levels=(5, 5, 5, 5, 5, 0)).score == 20
    assert replace(position, levels=(1, 1, 1, 0, 0, 2)).score == 0
    assert replace(position, levels=(1, 1, 1, 1, 0, 2)).score == 1
    assert replace(position, levels=(0, 0, 0, 0, 0, 5)).score == 0


def test_perfect_needs_the_black_firework_too() -> None:
    position = start("r1 k3 | k2 k1 | r1 r1 r1 r1", Suit("r", (5,)), BLACK).push(play(0))
    assert (position.levels, position.score, position.outcome()) == ((1, 0), 0, None)
    position = after(position, CLUE, play(1), play(2), CLUE, play(3))
    assert position.outcome() == Outcome(Termination.PERFECT, 1)


def test_a_last_round_score_is_never_below_0() -> None:
    position = start("r1 r1 | k3 k2 | k1", Suit("r", (2,)), BLACK)
    position = after(position, play(0), CLUE, CLUE)  # 1 point, 3 black cards missing
    assert position.outcome() == Outcome(Termination.LAST_ROUND, 0)


# Timed Display


def timed(**changes: Any) -> Position:
    r, g = Suit("r", (4, 1)), Suit("g", (1, 1))
    return start("r1 g2 | r2 g1 | r1 r1 r1", r, g, announce=True, **changes)


def test_announcing_returns_a_token() -> None:
    position = after(timed(), CLUE, CLUE, announced(0))
    assert (position.levels, position.tokens) == ((1, 0), 7)
    assert after(timed(), CLUE, CLUE, play(0)).tokens == 6


def test_an_announced_completion_returns_two_tokens() -> None:
    position = after(timed(), play(0), CLUE, CLUE)
    assert (position.tokens, position.push(announced(2)).tokens) == (6, 8)
    assert position.push(play(2)).tokens == 7


def test_announced_tokens_beyond_the_maximum_are_lost() -> None:
    assert timed().push(announced(0)).tokens == 8
    assert after(timed(), play(0), announced(2)).tokens == 8
    one_below = after(timed(players=3, hand_size=1), play(0), CLUE)
    assert (one_below.tokens, one_below.push(announced(2)).tokens) == (7, 8)


def test_announcing_a_card_that_does_not_fit_is_a_failed_play() -> None:
    assert timed().push(announced(1)) == timed().push(play(1))
    assert timed().push(announced(1)).strikes == 1


def test_announcing_is_optional_and_listed() -> None:
    assert timed().legal_actions() == [play(0), play(1), announced(0), announced(1), CLUE]


def test_announcing_needs_its_rule() -> None:
    with pytest.raises(ActionError, match="announcing is not in these rules"):
        small().push(announced(0))
    assert not any(action.announce for action in small().legal_actions())


def test_only_plays_are_announced() -> None:
    position = timed().push(CLUE)
    assert not position.is_legal(Action("discard", 2, announce=True))
    assert not position.is_legal(Action("clue", announce=True))


# Bouquet final


def bouquet(deck: str, *suits: Suit, **changes: Any) -> Position:
    return start(deck, *suits, ending="bouquet-final", **changes)


def test_no_last_round_and_shrinking_hands() -> None:
    position = bouquet("r1 r3 | r2 r1 | r1", Suit("r", (3, 1, 1)))
    position = after(position, play(0), play(2))
    assert [len(hand) for hand in position.hands] == [2, 1]
    position = after(position, CLUE, CLUE, CLUE, CLUE)
    assert (position.pile, position.turns_left, position.outcome()) == ((), None, None)
    assert position.push(play(1)).outcome() == Outcome(Termination.PERFECT, 3)


def test_an_empty_pile_at_the_start_of_bouquet_final() -> None:
    position = bouquet("r3 r1 | r2 r1", Suit("r", (2, 1, 1)))
    assert (position.pile, position.turns_left) == ((), None)
    assert after(position, play(1), play(2), play(0)).outcome() == Outcome(Termination.PERFECT, 3)


def test_an_empty_hand_can_only_clue() -> None:
    position = bouquet("r1 | r3 | r2", Suit("r", (1, 1, 1)), players=3, hand_size=1)
    position = after(position, play(0), CLUE, play(2))
    assert position.hands == ((), (1,), ())
    assert position.legal_actions() == [CLUE]
    assert after(position, CLUE, play(1)).outcome() == Outcome(Termination.PERFECT, 3)


def test_an_empty_hand_without_a_token_is_stuck() -> None:
    position = bouquet("r1 | r3 | r2", Suit("r", (1, 1, 1)), players=3, hand_size=1, tokens=1)
    position = after(position, play(0), CLUE, play(2))
    assert position.outcome() == Outcome(Termination.STUCK, None)
    assert position.legal_actions() == []
    with pytest.raises(ActionError, match="game is over: the player to move has no legal action"):
        position.push(CLUE)


def empty_handed_teammate() -> Position:
    """Bob has played his only card, and Alice, to move, holds the rest."""
    position = bouquet("r2 | r1 | r1", Suit("r", (2, 1)), hand_size=1)
    return after(position, CLUE, play(1), CLUE, discard(2))


def test_nobody_to_point_at() -> None:
    position = empty_handed_teammate()
    assert (position.hands, position.tokens) == (((0,), ()), 7)
    assert kinds(position) == {"play", "discard"}
    with pytest.raises(ActionError, match="nobody to point at"):
        position.push(CLUE)


def test_an_empty_hand_with_nobody_to_point_at_is_stuck() -> None:
    # In a game all hands are empty only once something is lost, and that is the reason then.
    position = empty_handed_teammate().push(discard(0))
    assert (position.hands, termination(position)) == (((), ()), Termination.INDISPENSABLE)
    assert termination(replace(position, discards=())) is Termination.STUCK


def test_at_the_maximum_with_nobody_to_point_at_only_plays_are_left() -> None:
    r, g = Suit("r", (1, 1, 1)), Suit("g", (1,))
    position = bouquet("r2 r3 | r1 g1", r, g, announce=True)
    position = after(position, CLUE, announced(2), CLUE, announced(3))
    assert (position.hands, position.tokens) == (((0, 1), ()), 8)
    assert kinds(position) == {"play"}


def test_losing_an_indispensable_card_is_defeat() -> None:
    position = small(ending="bouquet-final")
    assert position.push(play(1)).outcome() == Outcome(Termination.INDISPENSABLE, None)
    position = position.push(CLUE)
    assert position.push(discard(3)).outcome() == Outcome(Termination.INDISPENSABLE, None)
    assert position.push(discard(2)).outcome() is None  # g1 has another copy in the pile


def test_a_second_copy_becomes_indispensable() -> None:
    position = bouquet("r1 r2 | r1 r2 | r2", Suit("r", (2, 3)))
    position = after(position, CLUE, discard(2), CLUE, CLUE)
    assert position.outcome() is None
    assert termination(position.push(discard(0))) is Termination.INDISPENSABLE


def test_the_last_copy_of_a_card_that_was_played_may_go() -> None:
    position = after(small(ending="bouquet-final"), play(0), CLUE)
    assert cards(position, 0) == "r3 r1"
    assert position.push(play(4)).outcome() is None
    assert position.push(discard(4)).outcome() is None


def test_a_third_strike_in_bouquet_final_has_no_score() -> None:
    position = small(ending="bouquet-final", strikes=1)
    assert position.push(play(1)).outcome() == Outcome(Termination.STRIKES, None)
    position = after(position, play(0), CLUE)
    assert position.push(play(4)).outcome() == Outcome(Termination.STRIKES, None)


def test_a_descending_indispensable_card() -> None:
    black = Suit("k", (1, 2, 2), descending=True, scores=False)
    position = bouquet("k3 k3 | k1 k2 | k2 r1", Suit("r", (1,)), black)
    position = after(position, play(0), CLUE, play(1))
    assert (position.strikes, position.outcome()) == (1, None)  # a k3 lies on the firework
    assert termination(position.push(play(2))) is Termination.INDISPENSABLE


# Faults, text, lines of play


@pytest.mark.parametrize(
    ("action", "message"),
    [
        (play(2), r"Alice does not hold g1 \(order 2\)"),
        (play(99), "no card has the order 99: they go from 0 to 9"),
        (play(-1), "no card has the order -1"),
        (Action("play"), "a play needs a card"),
        (Action("clue", 0), "a clue names no card"),
        (Action("pass"), "'pass' is not an action: use play, discard or clue"),  # type: ignore[arg-type]
    ],
)
def test_faults(action: Action, message: str) -> None:
    with pytest.raises(ActionError, match=message):
        small().push(action)


def test_replay_names_the_turn() -> None:
    deal = Deal.from_seed(42, 3)
    assert replay(deal, []) == [Position.start(deal)]
    with pytest.raises(ActionError, match=r"^turn 2: no discard with all 8 tokens"):
        replay(deal, [play(0), discard(5)])


def test_slots_count_from_the_newest_card() -> None:
    position = small().push(play(0))
    assert [position.slot(order) for order in (1, 4, 2, 3)] == [2, 1, 2, 1]
    with pytest.raises(ActionError, match="in nobody's hand"):
        position.slot(0)


@pytest.mark.parametrize(
    ("rules", "paces"), [("base", (17, 13, 13, 10)), ("six-suits", (22, 18, 18, 15))]
)
def test_pace_at_the_start(rules: str, paces: tuple[int, ...]) -> None:
    deals = [Deal.from_seed(1, players, rules) for players in (2, 3, 4, 5)]
    assert tuple(Position.start(deal).pace for deal in deals) == paces


def test_pace_falls_with_every_card_lost() -> None:
    position = small()
    assert position.pace == 6 + 2 - 6
    assert position.push(CLUE).pace == position.push(play(0)).pace == 2
    assert position.push(play(1)).pace == 1
    last_round = start("r1 | r2 | r3", Suit("r", (1, 1, 1)), hand_size=1).push(play(0))
    assert (last_round.pace, last_round.push(CLUE).pace) == (0, -1)
    assert small(ending="bouquet-final").pace is None


def test_repr_is_a_constructor_call() -> None:
    position = small().push(play(0))
    names = {"Position": Position, "Rules": Rules, "Suit": Suit, "Card": Card}
    assert eval(repr(position), names) == position
    assert hash(eval(repr(position), names)) == hash(position)


def test_str_is_a_board() -> None:
    position = after(start("k3 k2 | k1 r1 | r1", Suit("r", (2,)), BLACK), play(0), play(2))
    assert str(position).splitlines() == [
        "Alice to move, 8 tokens, 1 strike, score 0, 1 turn left",
        "fireworks  r- k3",
        "Alice      r1 k2 <",
        "Bob        r1",
        "pile       empty",
        "discards   k1",
    ]
    assert "Bob        no cards" in str(empty_handed_teammate())


@many(200)
@given(small_deals(), st.randoms(use_true_random=False))
def test_any_game(deal: Deal, random: Random) -> None:
    position, turns = Position.start(deal), 0
    thinkable = [CLUE]
    for order in range(len(deal.deck)):
        thinkable += [play(order), announced(order), discard(order)]
    while position.outcome() is None:
        actions = position.legal_actions()
        assert set(actions) == {action for action in thinkable if position.is_legal(action)}
        position, turns = position.push(random.choice(actions)), turns + 1
        check_cards(position)
    assert position.legal_actions() == []
    assert not any(map(position.is_legal, thinkable))
    assert (
        turns <= 3 * len(deal.deck) + deal.rules.tokens
    )  # an announced play can pay for two clues
