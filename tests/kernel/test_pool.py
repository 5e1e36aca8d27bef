"""The pooled game leaves out what is no better than something else: that changes no total."""

from __future__ import annotations

from random import Random

from hypothesis import assume, given

from solver._core import Context, Cut, Reply
from tests.support.plain_pool import EveryChoice, EveryMove, Pool, TooManyError
from tests.support.strategies import many, randoms

LEVELS = 5
WITHOUT_LAST_CARD = 1 << Cut.CUT_LAST_CARD


def loaded(pool: Pool) -> Context:
    """The kernel with the same cards, in hands."""
    context, size = Context(1 << 20), len(pool.held) // pool.players
    suits = len(pool.levels)
    context.load(
        sizes=[LEVELS] * suits, top_copies=[1] * suits, most_copies=4, hand_size=size,
        max_tokens=8, max_strikes=3, bouquet=pool.bouquet, announce=False, players=pool.players,
        pile=pool.pile, deck_plays=pool.deck_plays,
    )  # fmt: skip
    context.place(
        levels=pool.levels,
        hands=[pool.held[n * size : (n + 1) * size] for n in range(pool.players)],
        drawn=0, tokens=8, strikes=0, to_move=0, turns_left=0,
    )  # fmt: skip
    return context


def off(pool: Pool) -> int:
    return 0 if pool.is_last_late else WITHOUT_LAST_CARD


def check(pool: Pool, most: int) -> None:
    """The kernel's pool reaches this total and none above it, however soon it has to stop."""
    context = loaded(pool)
    for target in range(sum(pool.levels) + 1, LEVELS * len(pool.levels) + 1):
        right = Reply.REACHED if target <= most else Reply.FAILED
        assert context.pooled(target, off=off(pool)) == right, target
        for steps in (1, 2, 5, 20):
            assert context.pooled(target, steps, off(pool)) in (right, Reply.UNKNOWN)


@many(2000)
@given(random=randoms())
def test_every_move_of_small_games(random: Random) -> None:
    """Any cards at all in the hands and the pile, also such as no deck has."""
    suits, players, hand_size = random.randint(1, 3), random.randint(2, 3), random.randint(1, 2)
    size = random.randint(1, 11)
    kinds = [8 * suit + level for suit in range(suits) for level in range(LEVELS)]
    weights = [random.choice([1, 2, 4]) for _ in kinds]
    cards = random.choices(kinds, weights, k=size + players * hand_size)
    bouquet, deck_plays = random.random() < 0.3, random.random() < 0.3
    pool = Pool(
        cards[:size],
        cards[size:],
        tuple(random.choice([0, 0, 0, 1, 2]) for _ in range(suits)),
        players,
        bouquet,
        deck_plays,
        is_last_late=not bouquet and not deck_plays and random.random() < 0.5,
    )
    check(pool, EveryMove(pool).most)


@many(800)
@given(random=randoms())
def test_every_choice_of_larger_games(random: Random) -> None:
    """Low cards tend to come late, so that the hands have no room."""
    suits, players, hand_size = random.randint(2, 4), 2, random.randint(2, 3)
    copies = random.choice([(1, 1, 1, 1, 1), (2, 2, 1, 1, 1), (2, 2, 2, 2, 2), (3, 2, 2, 2, 1)])
    late = random.choice([0, 0.5, 1, 2])
    cards = [
        8 * suit + level for suit in range(suits) for level in range(LEVELS)
        for _ in range(copies[level])
    ]  # fmt: skip
    cards.sort(key=lambda card: random.random() * 6 - late * (card % 8))
    held = players * hand_size
    bouquet = random.random() < 0.4
    pool = Pool(
        cards[held:],
        cards[:held],
        (0,) * suits,
        players,
        bouquet,
        is_last_late=not bouquet and random.random() < 0.5,
    )
    try:
        most = EveryChoice(pool, 2000).most
    except TooManyError:
        assume(False)
    check(pool, most)
