"""Cards that come too late: such orders are lost, and their share is what counting gives."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations
from random import Random

import pytest
from hypothesis import given

from benchmarks.chance_positions import PLAYERS, late_positions
from solver import Budget, Card, Position
from solver.notation.positions import position_from_text
from solver.reasons.tails import Tail, share_in_time, tails_of
from solver.search.searcher import Searcher
from tests.support.endgames import late_position, orders, seeded, some_position
from tests.support.strategies import many, randoms

SEARCHER = Searcher(Budget(nodes=200_000, memory=8))


def is_late(pile: tuple[Card, ...], tail: Tail) -> bool:
    """Whether all copies of a tail's card lie among the last cards, as its words say."""
    return pile[max(0, len(pile) - tail.late) :].count(tail.card) == tail.copies


def check(position: Position, met: Counter[str]) -> None:
    """Every order in which a card comes too late is lost, even if it is known."""
    tails = tails_of(position)
    assert list(tails) == sorted(set(tails))
    for tail in tails:
        assert position.pile.count(tail.card) == tail.copies <= tail.late
    late = [order for order in orders(position) if any(is_late(order.pile, t) for t in tails)]
    for order in late:
        assert SEARCHER.solve_position(order).verdict == "not-perfect", (order.pile, tails)
    met.update(f"{tail.copies} of {tail.late}" for tail in tails)


@pytest.mark.parametrize("players", PLAYERS)
def test_late_orders_of_real_endgames_are_lost(players: int) -> None:
    met: Counter[str] = Counter()
    random = Random(players)
    for position in (*late_positions(players, 4), *late_positions(players, 6)):
        following: Position | None = position
        while following is not None and following.draws:
            if len(following.draws) < 6:
                check(following, met)
            following = next_position(following, random)
    assert len(met) > 1


def next_position(position: Position, random: Random) -> Position | None:
    """A position that follows; None if the game is over."""
    actions = position.legal_actions()
    fits = [a for a in actions if a.kind == "play" and position.is_playable(a.card or 0)]
    following = position.push(random.choice(fits or actions))
    return following if following.outcome() is None else None


@pytest.mark.grows
@pytest.mark.check_takes(0)  # few positions do not show several kinds
def test_late_orders_of_small_positions_are_lost() -> None:
    met: Counter[str] = Counter()
    for random in seeded(400):
        mixed = random.random() < 0.3
        position = some_position(random, tiles=True) if mixed else late_position(random)
        if len(position.draws) <= 5:
            check(position, met)
    assert len(met) > 2


def counted(pile: tuple[Card, ...], tails: tuple[Tail, ...]) -> Fraction:
    """The share of the orders in which no card comes too late, one by one."""
    in_time = [not any(is_late(order, t) for t in tails) for order in permutations(pile)]
    return Fraction(sum(in_time), len(in_time))


@many(200)
@given(random=randoms())
def test_the_share_is_what_counting_gives(random: Random) -> None:
    pile = tuple(Card("rg"[n > 3], n % 3) for n in random.choices(range(6), k=random.randint(1, 6)))
    copies = Counter(pile)
    chosen = random.sample(sorted(copies), random.randint(0, len(copies)))
    tails = tuple(
        Tail(card, copies[card], random.randint(copies[card], len(pile) + 2)) for card in chosen
    )
    share = share_in_time(tails, len(pile))
    if share is not None:
        assert share == counted(pile, tails)
    # It is told wherever it is a simple count.
    if all(tail.copies == 1 for tail in tails) or len(tails) == 1:
        assert share is not None


def test_the_share_of_two_pairs() -> None:
    """Both may come too late only where there is room for both."""
    tails = Tail(Card("g", 1), 2, 3), Tail(Card("r", 1), 2, 2)
    pile = (Card("b", 1), *(tail.card for tail in tails for _ in "12"))
    assert share_in_time(tails, 5) == counted(pile, tails) == Fraction(6, 10)
    assert share_in_time((tails[0], tails[1]._replace(late=4)), 5) is None
    assert share_in_time((tails[0], Tail(Card("b", 1), 1, 1)), 5) is None


# The first waits for nobody; of the second card two others wait, both in one hand.
HOUSE = {"suits": [{"letter": x, "copies": [5, 1, 1, 1, 1]} for x in "rg"], "hand_size": 2}


@pytest.mark.parametrize(
    ("text", "tails"),
    [
        ("hands r1 g1 / r1 g1; pile r5 r4; fireworks r3 g5; 1 token", "r4 is the last card"),
        ("hands r4 r5 / r1 g1; pile r3 g1; fireworks r2 g5; 1 token", "r3 is among the last 2"),
        ("hands r4 g1 / r5 g1; pile r3 g1; fireworks r2 g5; 1 token", "r3 is the last card"),
        ("hands r4 g1 / r5 g1; pile g1 r1; fireworks r3 g5; 1 token", ""),
        ("hands r2 r3 / g1 g1; pile r1 r1 g1; fireworks r0 g5; 1 token", "both r1 are among"),
        ("hands r1 r2 / g1 g1; pile r1 r1 g1; fireworks r0 g5; 1 token", ""),
        ("hands r4 r5 / r1 g1; fireworks r3 g5; 1 token; 2 turns left", ""),
    ],
)
def test_tails(text: str, tails: str) -> None:
    found = tails_of(position_from_text(text, rules=HOUSE))
    assert ", ".join(map(str, found)).startswith(tails) and bool(found) == bool(tails)


def test_no_tails_without_a_last_round_or_with_tiles() -> None:
    text = "hands r1 g1 / r1 g1; pile r5 r4; fireworks r3 g5; 1 token"
    assert tails_of(position_from_text(text, rules=HOUSE))
    assert not tails_of(position_from_text(text, rules=HOUSE | {"ending": "bouquet-final"}))
    with_tiles = f"{text}; tiles 1 2 3 4 6; tile5 0.5"
    assert not tails_of(position_from_text(with_tiles, rules=HOUSE | {"tiles": True}))


def test_words() -> None:
    card = Card("b", 3)
    assert str(Tail(card, 1, 1)) == "b3 is the last card"
    assert str(Tail(card, 1, 2)) == "b3 is among the last 2 cards"
    assert str(Tail(card, 2, 2)) == "both b3 are among the last 2 cards"
    assert str(Tail(card, 3, 4)) == "all 3 b3 are among the last 4 cards"
