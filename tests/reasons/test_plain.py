"""Plain reasons: none for a score that can still be reached; and how they read."""

from __future__ import annotations

import re
from collections import Counter
from contextlib import suppress
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given

from solver import Position, Rules, Suit
from solver.analysis.moves import distinct_actions
from solver.notation.answers import parse_answer
from solver.notation.positions import position_from_text
from solver.reasons.plain import Why, goal_for, plain_reason, plain_reason_for_all_orders
from solver.twin import TooLarge, best_score
from tests.support.endgames import late_position, orders, seeded, some_position
from tests.support.strategies import many, randoms

LIMIT = 1500  # positions of the twin


def scores(position: Position) -> range:
    """The scores that somebody may still hope for."""
    return range(position.score + 1, position.rules.perfect_score + 1)


@cache
def reachable(position: Position) -> int:
    """The best score; a defeat counts as 0."""
    return best_score(position, LIMIT) or 0


def check_words(why: Why) -> None:
    """A sentence that counts cards and turns says that there are too few turns."""
    counts = re.match(
        r"(\d+) cards? (?:is|are) missing for \d+, and only (\d+) turns?", why.sentence
    )
    assert (why.kind == "out-of-pace") == (counts is not None)
    assert counts is None or int(counts[1]) > int(counts[2])


# No reason for what can be reached


def mixed_position(random: Random, tiles: bool) -> Position:
    return some_position(random, tiles) if random.random() < 0.4 else late_position(random)


@pytest.mark.grows
@pytest.mark.check_takes(0)  # few positions do not show all kinds
def test_a_score_with_a_plain_reason_is_out_of_reach() -> None:
    met: Counter[str] = Counter()
    for random in seeded(400):
        with suppress(TooLarge):
            check_reasons(mixed_position(random, tiles=True), met)
    assert {kind for kind in met if met[kind] > 2} == {
        "strikes", "last-copy", "over", "out-of-pace", "bottom-deck", "final-round",
    }  # fmt: skip


def check_reasons(before: Position, met: Counter[str]) -> None:
    hoped = reachable(before)
    for actions in distinct_actions(before):
        after = before.push(actions[0])
        for best in scores(before):
            why = plain_reason(before, after, best)
            if why is not None:
                assert reachable(after) < best, (why, best)
                check_words(why)
                met[why.kind] += best <= hoped  # the move is what took it


@pytest.mark.grows
@pytest.mark.check_takes(0)
def test_it_is_out_of_reach_in_all_orders() -> None:
    met: Counter[str] = Counter()
    for random in seeded(300):
        with suppress(TooLarge):
            check_orders(mixed_position(random, tiles=False), met)
    assert {kind for kind in met if met[kind] > 2} == {
        "strikes", "last-copy", "out-of-pace", "final-round",
    }  # fmt: skip


def check_orders(before: Position, met: Counter[str]) -> None:
    for actions in distinct_actions(before):
        after = before.push(actions[0])
        if not 1 <= len(after.draws) <= 4:
            continue
        for best in scores(before):
            why = plain_reason_for_all_orders(before, after, best)
            if why is not None:
                assert all(reachable(order) < best for order in orders(after)), (why, best)
                check_words(why)
                met[why.kind] += 1


@many(60)
@given(random=randoms())
def test_of_a_pile_face_down_less_is_plain(random: Random) -> None:
    """What holds in all orders holds in this one; with one order both are the same."""
    before = some_position(random, tiles=True)
    after = before.push(random.choice(before.legal_actions()))
    for best in scores(before):
        known, face_down = (
            reason(before, after, best) for reason in (plain_reason, plain_reason_for_all_orders)
        )
        assert known == face_down or (known is not None and known.kind == "bottom-deck")


@many(60)
@given(random=randoms())
def test_the_goal_has_all_cards_that_the_score_needs(random: Random) -> None:
    position = some_position(random, tiles=True)
    rules = position.rules
    for best in scores(position):
        goal = goal_for(position, best)
        if goal is None:
            continue
        assert not rules.tiles and rules.score(goal) == best
        assert list(goal) == position.reachable_levels()
        for suit, level in enumerate(goal):
            if level > position.levels[suit]:
                assert rules.score((*goal[:suit], level - 1, *goal[suit + 1 :])) < best


# How they read


def house(*suits: Suit, hand_size: int, **changes: Any) -> Rules:
    return Rules(suits, hand_size=hand_size, **changes)


R, G, B = (Suit(letter, (4, 1, 1)) for letter in "rgb")
TALL = Suit("r", (4, 1, 1, 1))
TWINS = Suit("b", (4, 1, 2))  # two copies of the last card
BLACK = Suit("k", (4, 1, 1), scores=False)

# Rules, position, move and hope; then the kind, the sentence, its cards, and whether it is as
# plain with the pile face down.
CASES: dict[str, tuple[Rules, str, str, int, str, str, str, bool]] = {
    "first strike": (
        house(TALL, hand_size=1, strikes=1),
        "hands r3 / r2; pile r1 r4; fireworks r1; 1 token",
        "play r3", 4,
        "strikes", "The first strike ends the game.", "", True,
    ),
    "second strike": (
        house(R, G, hand_size=2, strikes=2),
        "hands r1 r3 / g1 r2; pile g1 g2 g3; fireworks r1; 1 token; 1 strike",
        "play r1", 3,
        "strikes", "The second strike ends the game.", "", True,
    ),
    "last copy": (
        house(R, G, hand_size=2),
        "hands r1 r3 / g1 r2; pile g1 g2 g3; fireworks r1; 1 token",
        "discard r3", 6,
        "last-copy", "It was the last r3.", "r3", True,
    ),
    "last copy, with cards above": (
        house(TALL, hand_size=2),
        "hands r1 r3 / r4 r2; pile r1; fireworks r1; 1 token; Bob to move",
        "discard r2", 4,
        "last-copy", "It was the last r2, so r2, r3 and r4 are never played.", "r2 r3 r4", True,
    ),
    "indispensable": (
        house(TALL, hand_size=2, ending="bouquet-final"),
        "hands r1 r3 / r4 r2; pile r1; fireworks r1; 1 token; Bob to move",
        "discard r2", 4,
        "last-copy", "It was the last r2: the game is lost.", "r2 r3 r4", True,
    ),
    "out of pace": (
        house(R, G, hand_size=2),
        "hands r1 r2 / g1 r3; pile g3; fireworks r1 g2; 1 token",
        "discard r1", 6,
        "out-of-pace",
        "3 cards are missing for 6, and only 2 turns are left that can play one.", "", True,
    ),
    "out of pace for less, with black": (
        house(R, BLACK, hand_size=2),
        "hands r1 r1 / k2 k1; pile r2; fireworks k1; 1 token",
        "discard r1", 1,
        "out-of-pace",
        "3 cards are missing for 1, and only 2 turns are left that can play one.", "", True,
    ),
    "bottom deck": (
        house(TALL, hand_size=1),
        "hands r1 / r2; pile r3 r4 r1; 1 token",
        "discard r1", 4,
        "bottom-deck",
        "r1 is the last card of the pile, so r2, r3 and r4 are never played.", "r2 r3 r4", False,
    ),
    "overloaded": (
        house(R, G, TWINS, hand_size=2),
        "hands r3 g3 / b3 r1 / b3 r1; pile g1; fireworks r2 g2 b2; 1 token; Cathy to move",
        "discard r1", 9,
        "final-round", "r3 and g3 both fall to Alice, who has one turn left.", "r3 g3", True,
    ),
    "overloaded before the last round": (
        house(R, G, B, hand_size=3),
        "hands r3 g3 b3 / r1 r1 r1 / g1 g1 g1; pile b1 b1; fireworks r2 g2 b2; 6 tokens; "
        "Bob to move",
        "discard r1", 9,
        "final-round", "r3, g3 and b3 all fall to Alice, who can play 2 cards at most.",
        "r3 g3 b3", True,
    ),
    "wrong order": (
        house(R, hand_size=1),
        "hands r3 / r2 / r1; pile r1; fireworks r1; 2 tokens; Cathy to move",
        "discard r1", 3,
        "final-round",
        "Alice's last turn comes before Bob can play r2, so r3 is never played.", "r3", True,
    ),
    "nobody can play": (
        house(R, hand_size=1),
        "hands r3 / r1; fireworks r2; 2 tokens; 2 turns left",
        "clue", 3,
        "final-round", "1 card is missing, and nobody with a turn left holds one.", "", True,
    ),
    "one can play": (
        house(R, G, hand_size=2),
        "hands r3 g3 / r1 r1 / g1 g1; pile r1; fireworks r2 g2; 6 tokens; Bob to move",
        "discard r1", 6,
        "final-round",
        "2 cards are missing for 6, and only Alice can play one, and only once.", "", True,
    ),
    "two can play": (
        house(R, G, B, hand_size=2),
        "hands r3 g3 / b3 r1 / g1 g1; pile r1; fireworks r2 g2 b2; 6 tokens; Bob to move",
        "discard r1", 9,
        "final-round",
        "3 cards are missing for 9, and only Alice and Bob can play one, once each.", "", True,
    ),
    "over": (
        house(R, hand_size=1),
        "hands r3 / r1; fireworks r2; 2 tokens; 1 turn left",
        "clue", 3,
        "over", "The game is over with 2.", "", True,
    ),
    "stuck": (
        house(R, hand_size=1, ending="bouquet-final"),
        "hands r2 / - / r3; fireworks r1; 1 token",
        "clue", 3,
        "over", "Bob has no card left and no token for a clue: the game is lost.", "", True,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_how_it_reads(name: str) -> None:
    rules, text, move, best, kind, sentence, cards, is_plain_face_down = CASES[name]
    before = position_from_text(text, rules=rules)
    after = before.push(parse_answer(before, move))
    assert (best_score(before) or 0) >= best > (best_score(after) or 0)
    why = plain_reason(before, after, best)
    assert why is not None
    assert (why.kind, why.sentence, why.proof) == (kind, sentence, None)
    assert " ".join(map(str, why.cards)) == cards
    assert plain_reason_for_all_orders(before, after, best) == (why if is_plain_face_down else None)


def test_nothing_is_said_of_what_can_be_reached() -> None:
    before = position_from_text(
        "hands r3 / r2; pile r1 r4; fireworks r1; 1 token", rules=house(TALL, hand_size=1)
    )
    after = before.push(parse_answer(before, "clue"))
    assert best_score(after) == 4
    assert plain_reason(before, after, 4) is plain_reason_for_all_orders(before, after, 4) is None
