"""Why a move costs something: every such move has a reason, and its line ends in a plain loss."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from random import Random

import pytest
from hypothesis import given, reject

from benchmarks.chance_positions import PLAYERS, late_positions
from solver import Budget, Position
from solver.analysis.moves import Endgame, ValuedMove, analyse_with
from solver.analysis.why import why_moves
from solver.reasons.moves import MoveReason
from solver.reasons.plain import plain_reason
from solver.search.searcher import Searcher
from tests.support import strategies
from tests.support.brute_force import brute_force
from tests.support.endgames import late_position, seeded, some_position
from tests.support.strategies import many, randoms

SEARCHER = Searcher(Budget(nodes=100_000, memory=8))
PROOFS = {"hand-size", "final-round", "tokens"}


def check(endgame: Endgame, met: Counter[str]) -> None:
    """Each costing move has a reason, and no other move."""
    low, high = endgame.bounds
    found = why_moves(endgame)
    if low != high:
        assert not found
        return
    costing = [move for move in endgame.moves if move.cost]
    assert set(found) == {move.action for move in costing}
    for move in costing:
        reason = found[move.action]
        check_reason(endgame.position, move, reason, low)
        met[reason.why.kind] += 1
        met["proof"] += reason.why.proof is not None
        met["later"] += bool(reason.refutation)


def check_reason(position: Position, move: ValuedMove, reason: MoveReason, best: int) -> None:
    assert reason.why.sentence and reason.plain.sentence
    before, here = position, position.push(move.action)
    for place, (at, action) in enumerate(reason.refutation):
        # The loss was not plain before, and this is the best line.
        assert plain_reason(before, here, best) is None
        assert at == here and action == move.after.line[place]
        before, here = here, here.push(action)
    plain = plain_reason(before, here, best)
    if plain is None:
        # Only of a defeat in Bouquet final there is no line.
        assert position.rules.is_bouquet_final and not reason.refutation
    else:
        assert plain == reason.plain
    check_words(reason)


def check_words(reason: MoveReason) -> None:
    why, turns = reason.why, len(reason.refutation)
    if why.proof is not None:
        assert why.kind in PROOFS and turns
        assert why.sentence.startswith(f"At best, {turns} turn")
        assert why.sentence.endswith(reason.plain.sentence)
    elif turns:
        assert why.kind == "exhaustion"
        assert f"after {turns} turn" in why.sentence
    else:
        assert why == reason.plain


@pytest.mark.parametrize("players", PLAYERS)
def test_real_endgames(players: int) -> None:
    met: Counter[str] = Counter()
    for cards in (4, 8):
        for position in islice(late_positions(players, cards), 12):
            check(analyse_with(SEARCHER, position), met)
    assert met["last-copy"] and met["later"]


@pytest.mark.grows
@pytest.mark.check_takes(0)  # few positions do not show all kinds
def test_small_positions() -> None:
    met: Counter[str] = Counter()
    for random in seeded(300):
        mixed = random.random() < 0.5
        position = some_position(random, tiles=True) if mixed else late_position(random)
        check(analyse_with(SEARCHER, position), met)
    assert met["proof"] > 2 and met["later"] > 2 and met["exhaustion"] > 2


@many(60)
@given(position=strategies.late_positions())
def test_bonus_tiles(position: Position) -> None:
    if position.outcome() is not None:
        reject()
    check(analyse_with(SEARCHER, position), Counter())


@many(60)
@given(random=randoms())
def test_the_moves_cost_what_the_twin_says(random: Random) -> None:
    """The reasons are for the moves that take the best score, and for no others."""
    position = late_position(random)
    best = brute_force(position, limit=600) or 0
    endgame = analyse_with(SEARCHER, position)
    found = why_moves(endgame)
    for move in endgame.moves:
        after = brute_force(position.push(move.action), limit=600) or 0
        assert (move.action in found) == (after < best)


def test_nothing_is_said_where_the_best_is_not_proven() -> None:
    position = next(late_positions(2, 12))
    endgame = analyse_with(Searcher(Budget(nodes=1, memory=1)), position)
    assert endgame.bounds[0] < endgame.bounds[1]
    assert why_moves(endgame) == {}
