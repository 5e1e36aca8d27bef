"""The value of every move: equal to brute force, joined where moves are the same."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from solver import Action, Budget, Deal, Position
from solver.analysis.moves import analyse, analyse_with, distinct_actions
from solver.errors import Interrupted
from solver.game.actions import Termination
from solver.notation.positions import position_from_text
from solver.search.answers import Answer
from solver.search.proof import Proof
from solver.search.searcher import Plan, Searcher
from solver.twin import best_score
from tests.support.brute_force import brute_force
from tests.support.interrupts import interrupt_at_work
from tests.support.strategies import late_positions, many, played_positions, small_deals


@many(50)
@given(position=played_positions())
def test_values_equal_brute_force(position: Position) -> None:
    check_values(position, limit=4000)


@many(25)
@given(position=late_positions())
def test_values_with_bonus_tiles(position: Position) -> None:
    check_values(position, limit=400)


def check_values(position: Position, limit: int) -> None:
    """Every legal action is in exactly one move, and has that move's value."""
    best = brute_force(position, limit)
    endgame = analyse_with(Searcher(Budget(memory=1)), position)
    assert endgame.max_score == best
    actions = [action for move in endgame.moves for action in move.actions]
    assert sorted(actions) == sorted(position.legal_actions())
    for move in endgame.moves:
        for action in move.actions:
            assert best_score(position.push(action)) == move.max_score
        assert move.keeps_best is (move.max_score == best)
        if move.max_score is not None:
            end = position
            for action in move.line:
                end = end.push(action)
            outcome = end.outcome()
            assert outcome is not None and outcome.score == move.max_score


@st.composite
def short_hands(draw: st.DrawFn) -> Position:
    """A last round whose hands have been stripped of some cards."""
    position = Position.start(draw(small_deals(most_cards=12, ending="last-round")))
    while position.turns_left is None or not draw(st.booleans()):
        following = [position.push(action) for action in position.legal_actions()]
        going_on = [after for after in following if after.outcome() is None]
        assume(going_on)
        position = draw(st.sampled_from(going_on))
    hands = [
        draw(st.lists(st.sampled_from(hand), unique=True, max_size=len(hand))) if hand else []
        for hand in position.hands
    ]
    short = replace(position, hands=tuple(tuple(sorted(hand)) for hand in hands))
    assume(not short.status())
    return short


@many(50)
@given(position=short_hands())
def test_short_hands_in_the_last_round(position: Position) -> None:
    endgame = analyse_with(Searcher(Budget(memory=1)), position)
    assert endgame.max_score == best_score(position)
    for move in endgame.moves:
        assert move.max_score == best_score(position.push(move.action))
        assert len(move.line) <= (position.turns_left or 0)


def test_the_best_come_first() -> None:
    position = Position.start(Deal.from_seed(5, 2))
    values = [move.bounds for move in analyse(position).moves]
    assert values == sorted(values, reverse=True)
    assert len(set(values)) > 1


def test_equals_come_by_their_kind() -> None:
    """A play, the clue, a discard, a misplay; and those of one kind the oldest card first."""
    text = (
        "hands r5 y5 r1 y1 b1 / g5 g1 b2 y1 p1; fireworks r4 y4 g3 b3 p3; tokens 2; Alice to move; "
        "1 turn left"
    )
    found = [
        (move.max_score, move.action.kind, str(move.card), move.is_trash)
        for move in analyse(position_from_text(text)).moves
    ]
    assert found == [
        (18, "play", "r5", False),
        (18, "play", "y5", False),
        (17, "clue", "None", False),
        (17, "discard", "r5", False),
        (17, "discard", "y5", False),
        (17, "discard", "r1", True),
        (17, "play", "r1", True),
    ]


def test_moves_do_not_depend_on_the_table() -> None:
    """A context that has solved other things gives the same values."""
    deals = [Deal.from_seed(seed, 4, "avalanche-5") for seed in (1, 2, 3)]
    warm = Searcher(Budget(memory=16))
    for deal in deals + deals[::-1]:
        start = Position.start(deal)
        found = [(m.actions, m.bounds) for m in analyse_with(warm, start).moves]
        assert found == [(m.actions, m.bounds) for m in analyse(start).moves]


def test_trash_is_one_move() -> None:
    text = "hands r1 g1 r4 r4 y5 / g4 g5 b1 b4 p3; pile b5 y4; fireworks r3 g3 y3; tokens 3"
    moves = {(group[0].kind, len(group)) for group in distinct_actions(position_from_text(text))}
    # r4 and y5 to play or discard, trash to misplay or discard, and a clue
    assert moves == {("play", 2), ("play", 1), ("discard", 2), ("discard", 1), ("clue", 1)}


def test_announcing_what_fails_is_no_move_of_its_own() -> None:
    text = "hands r1 r2 r3 r4 r5 / y1 y2 y3 y4 y5; pile g1; tokens 3; rules timed-display"
    groups = list(distinct_actions(position_from_text(text)))
    announced = [group[0] for group in groups if group[0].announce]
    assert len(announced) == 1
    assert len(groups) == 2 + 4 + 5 + 1


def test_an_undecided_move_has_bounds() -> None:
    start = Position.start(Deal.from_seed(6740, 4, "avalanche-5"))
    endgame = analyse(start, Budget(nodes=2000, memory=16))
    assert endgame.verdict == "undecided"
    assert endgame.max_score is None
    open_moves = [move for move in endgame.moves if move.after.verdict == "undecided"]
    assert open_moves
    for move in open_moves:
        low, high = move.bounds
        assert low < high
        assert (move.max_score, move.keeps_best, move.mark) == (None, None, "undecided")


class InterruptedSearcher(Searcher):
    """A searcher that Ctrl-C interrupts a moment after its search has begun, never before."""

    def prove(self, position: Position, at_most: int | None = None) -> Proof:
        interrupt_at_work()
        return super().prove(position, at_most)


def test_an_interrupt_keeps_what_is_proven() -> None:
    """In the kernel, which is given more nodes than it can use."""
    start = Position.start(Deal.from_seed(6740, 4, "avalanche-5"))
    plan: Plan = {"lines": 0, "mending": 0, "kernel": 10**12}
    searcher = InterruptedSearcher(Budget(nodes=10**12, memory=16), plan=plan)
    with pytest.raises(Interrupted) as interrupted:
        analyse_with(searcher, start)
    endgame = interrupted.value.result
    assert endgame.verdict == "undecided"
    assert len(endgame.moves) == len(list(distinct_actions(start)))


class BarelyInterruptedSearcher(Searcher):
    """A searcher that Ctrl-C interrupts when it has not yet begun with the third position."""

    asked = 0

    def solve_next(self, position: Position, at_most: int | None = None) -> Answer:
        self.asked += 1
        if self.asked == 2:
            raise KeyboardInterrupt
        return super().solve_next(position, at_most)


def test_an_interrupt_between_two_searches() -> None:
    start = Position.start(Deal.from_seed(42, 3))
    with pytest.raises(Interrupted) as interrupted:
        analyse_with(BarelyInterruptedSearcher(Budget(memory=16)), start)
    endgame = interrupted.value.result
    assert endgame.max_score == 25
    stops = [move.after.stopped_by for move in endgame.moves]
    assert stops.count(None) == 1 and len(stops) == len(list(distinct_actions(start)))


# Corners of the ending without a last round

BOUQUET = "fireworks r4 y5 g5 b5 p5; rules bouquet-final"


def test_an_empty_hand_passes_with_a_clue() -> None:
    endgame = analyse(position_from_text(f"hands - / r5; tokens 1; to move Alice; {BOUQUET}"))
    assert [move.action for move in endgame.moves] == [Action("clue")]
    assert endgame.max_score == 25


def test_an_empty_hand_without_tokens_loses_for_all() -> None:
    position = position_from_text(f"hands - / r5; tokens 0; to move Alice; {BOUQUET}")
    outcome = position.outcome()
    assert outcome is not None and outcome.termination is Termination.STUCK
    endgame = analyse(position)
    assert (endgame.moves, endgame.max_score, endgame.verdict) == ((), None, "not-perfect")


def test_nobody_to_point_at() -> None:
    """Alice holds the only cards, so she cannot give a clue; to discard r5 would lose."""
    endgame = analyse(position_from_text(f"hands g1 r5 / -; tokens 3; to move Alice; {BOUQUET}"))
    assert {move.action.kind for move in endgame.moves} == {"play", "discard"}
    values = {(move.action.kind, str(move.card)): move.max_score for move in endgame.moves}
    assert values["play", "r5"] == 25
    assert values["discard", "r5"] is None
    # After any other move Bob has a token left and Alice still a card to point at.
    assert values["discard", "g1"] == values["play", "g1"] == 25


def test_a_clue_too_many() -> None:
    """Bob's hand is empty and Alice's clue would take the last token that he needs."""
    text = f"hands r5 / g1 / -; tokens 1; to move Alice; {BOUQUET}"
    endgame = analyse(position_from_text(text))
    values = {(move.action.kind, str(move.card)): move.mark for move in endgame.moves}
    assert values["play", "r5"] == "keeps the best"
    assert values["discard", "r5"] == "loses"
    # Bob discards and Cathy has the token for a clue.
    assert values["clue", "None"] == "keeps the best"


def test_a_strike_and_a_discard_that_lose() -> None:
    text = f"hands r5 g1 / g1 b1; tokens 8; strikes 2; to move Alice; {BOUQUET}"
    endgame = analyse(position_from_text(text))
    marks = {(move.action.kind, str(move.card)): move.mark for move in endgame.moves}
    assert marks["play", "g1"] == "loses"
    assert marks["play", "r5"] == "keeps the best"
    assert ("discard", "g1") not in marks  # all tokens are there


def test_the_last_turn() -> None:
    """On the last turn only a play counts."""
    start = "hands r5 g1 y1 b1 p1 / g5 g1 y1 b1; fireworks r4 y3 g4 b3 p3; tokens 2; to move Alice"
    endgame = analyse(position_from_text(f"{start}; 1 turn left"))
    assert endgame.max_score == 18
    assert [str(move.card) for move in endgame.best_moves] == ["r5"]
    assert all(move.cost == 1 for move in endgame.moves if not move.keeps_best)


def test_a_game_that_is_over() -> None:
    position = position_from_text(
        "hands r1 g1 y1 b1 / g1 y1 b1 p1; fireworks r5 y4; tokens 2; turns left 0; "
        'rules {"suits": [{"letter": "r"}, {"letter": "y"}, {"letter": "g"}, {"letter": "b"}, '
        '{"letter": "p"}], "hand_size": 4}'
    )
    endgame = analyse(position)
    assert (endgame.max_score, endgame.moves) == (9, ())
