"""Small endgames at random, and the orders of their piles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations
from random import Random

from solver import Action, Card, Position, Rules, Suit
from tests.support.house_rules import any_deal, crowded_deal
from tests.support.sizes import sized
from tests.support.strategies import cards_between


def seeded(number: int) -> Iterator[Random]:
    """Sources of chance that are the same in every run, for tests that count what they meet.

    The examples of Hypothesis depend on which modules are loaded.
    """
    return map(Random, range(sized(number)))


def some_position(random: Random, tiles: bool) -> Position:
    """A position of any house rules with few cards in the pile, and often in the last round."""
    while True:
        deal = crowded_deal(random) if random.random() < 0.2 else any_deal(random)
        if deal.rules.deck_size > 30 or deal.rules.tiles > tiles:
            continue
        position, care = Position.start(deal), random.random()
        for _ in range(random.randrange(30)):
            following = position.push(usual(position, random, care))
            if following.outcome() is not None:
                break
            position = following
        if len(position.draws) <= 8:
            return position


def usual(position: Position, random: Random, care: float) -> Action:
    """A play that fits, or else a clue or trash; the less care, the more of anything."""
    actions = position.legal_actions()
    if random.random() > care:
        return random.choice(actions)
    hand = position.hands[position.to_move]
    fits = [a for a in actions if a.kind == "play" and position.is_playable(a.card or 0)]
    trash = {order for order in hand if not position.is_useful(order)}
    quiet = [a for a in actions if a.kind == "clue" or (a.kind == "discard" and a.card in trash)]
    return random.choice(fits or quiet or actions)


def late_position(random: Random) -> Position:
    """A small endgame in which little is missing, and often somebody holds most of that."""
    suits = Suit("r", (9, 2, 2, 1)), Suit("g", (9, 2, 2, 1))
    players, hand_size = random.choice([2, 2, 3, 4]), random.choice([1, 1, 2, 2, 3, 4])
    rules = Rules(suits, hand_size=hand_size, tokens=random.randint(1, 3), strikes=2)
    levels = [random.randint(1, 3) for _ in suits]
    needed = cards_between(suits, levels, [4, 4])
    random.shuffle(needed)
    held = needed[:hand_size] if random.random() < 0.6 else []
    copies = [card for card in needed if card.value < 4 and random.random() < 0.5]
    cards = random.randint(0, 4)
    # Sometimes the last card of the pile is a second copy.
    bottom = [copies.pop()] if copies and cards and random.random() < 0.5 else []
    rest = needed[len(held) :] + copies
    room = players * hand_size + cards - len(held) - len(bottom)
    if len(rest) > room:
        return late_position(random)
    rest += [Card(random.choice("rg"), 1) for _ in range(room - len(rest))]
    random.shuffle(rest)
    held += [rest.pop() for _ in range(hand_size - len(held))]
    hands = [held] + [[rest.pop() for _ in range(hand_size)] for _ in range(players - 1)]
    return Position.from_parts(
        rules,
        hands,
        rest + bottom,
        levels,
        tokens=random.randint(0, rules.tokens),
        to_move=random.randrange(players),
        turns_left=None if cards else random.randint(1, players),
    )


def orders(position: Position) -> Iterator[Position]:
    """The position with every order of its pile; those of equal cards once."""
    seen = set()
    for draws in permutations(position.draws):
        pile = tuple(map(position.card, draws))
        if pile not in seen:
            seen.add(pile)
            yield replace(position, draws=draws)
