"""Chances against the plain twin, over all rules, aims and moves; and laws that must hold."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, reject

from solver import Budget, Position
from solver._chance import CHANCE_CUTS
from solver.chances.aims import Aim
from solver.chances.moves import Chances, chances, chances_with
from solver.chances.searcher import ChanceSearcher
from solver.twin import TooLarge, chance_after
from tests.support.house_rules import any_deal, crowded_deal
from tests.support.strategies import many, randoms

SMALL = Budget(memory=1)
LIMIT = 250  # positions of the twin
ANY_AIM = ("win", "mean", "points")


def small_position(random: Random) -> Position:
    """A position of any house rules but bonus tiles, with few cards in the pile."""
    deal = crowded_deal(random) if random.random() < 0.2 else any_deal(random)
    if deal.rules.tiles or deal.rules.deck_size > 30:
        reject()
    position = Position.start(deal)
    for _ in range(random.randrange(25)):
        if position.outcome() is None:
            position = position.push(random.choice(position.legal_actions()))
    if position.outcome() is not None or len(position.pile) > 6:
        reject()
    return position


def some_aim(random: Random, position: Position) -> Aim:
    aim = random.choice(ANY_AIM)
    if aim == "points" and not position.rules.is_bouquet_final:
        return random.randint(position.score + 1, position.rules.perfect_score)
    return "mean" if aim == "mean" else "win"


def check(position: Position, aim: Aim, found: Chances) -> None:
    """Every move has the value that the plain rules give it, and each of its draws."""
    try:
        expected = [chance_after(position, move.action, aim, LIMIT) for move in found.moves]
    except TooLarge:
        reject()
    assert [move.value for move in found.moves] == expected
    assert found.value == max(expected)
    for move in found.moves:
        if move.draws:
            cards = sum(draw.copies for draw in move.draws)
            assert cards == len(position.pile)
            total = sum((draw.copies * (draw.value or 0) for draw in move.draws), Fraction(0))
            assert total / cards == move.value


@many(120)
@given(random=randoms())
def test_every_move_of_small_positions(random: Random) -> None:
    position = small_position(random)
    aim = some_aim(random, position)
    check(position, aim, chances(position, aim, SMALL))


@pytest.mark.parametrize("name", CHANCE_CUTS)
def test_without_a_pruning(name: str) -> None:
    @many(12)
    @given(random=randoms())
    def equal(random: Random) -> None:
        position = small_position(random)
        aim = some_aim(random, position)
        searcher = ChanceSearcher(position, aim, SMALL, off=[name])
        check(position, aim, chances_with(searcher, position))
        assert searcher.context.cuts()[name] == 0

    equal()
