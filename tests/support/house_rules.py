"""Random house rules, from tiny to the largest that there are, and deals of them."""

from __future__ import annotations

from random import Random

from solver import Deal, Rules, Suit
from solver.game.deals import unshuffled
from solver.game.rules import (
    MAX_COPIES,
    MAX_HAND,
    MAX_PLAYERS,
    MAX_STRIKES,
    MAX_SUITS,
    MAX_TOKENS,
    MAX_VALUES,
)
from solver.game.tiles import TILES

LETTERS = "rygbpkmtw"


def any_deal(random: Random) -> Deal:
    """A deal of house rules within all their limits; many of them are small enough to be tried out.

    The sizes are drawn for each deal first, so that few suits with many copies, hands of ten and
    the like come together often.
    """
    return _dealt(random, _rules(random), random.choice([2, random.randint(2, MAX_PLAYERS)]))


def _dealt(random: Random, rules: Rules, players: int) -> Deal:
    """A deal for this number of players, or for as many as there are cards for."""
    deck = random.sample(unshuffled(rules), rules.deck_size)
    return Deal(
        rules,
        min(players, rules.deck_size // (rules.hand_size or 1)),
        tuple(deck),
        tiles=tuple(random.sample(TILES, len(TILES))) if rules.tiles else (),
        tile5=random.choice([0.0, 0.37, 0.5, 0.999]) if rules.tiles else None,
    )


def _rules(random: Random) -> Rules:
    tiles = random.random() < 0.35
    chosen = _suits(random, tiles)
    cards = sum(sum(suit.copies) for suit in chosen)
    return Rules(
        chosen,
        hand_size=random.randint(1, min(random.choice([2, 5, MAX_HAND]), cards // 2)),
        tokens=random.choice([1, 2, 3, random.randint(1, MAX_TOKENS)]),
        strikes=random.choice([1, 2, 3, random.randint(1, MAX_STRIKES)]),
        ending=random.choice(["last-round", "bouquet-final"]),
        announce=random.random() < 0.5,
        tiles=tiles,
        deck_plays=not tiles and random.random() < 0.4,
    )


def _suits(random: Random, tiles: bool) -> tuple[Suit, ...]:
    most_cards = random.choice([12, 12, 25, 60, 400])
    most_copies = random.choice([1, 2, 4, MAX_COPIES])
    suits: list[Suit] = []
    for letter in random.sample(LETTERS, random.choice([2, 2, 3, random.randint(1, MAX_SUITS)])):
        # Only a firework that ends with a 5 turns a tile.
        values = MAX_VALUES if tiles and random.random() < 0.7 else random.randint(1, MAX_VALUES)
        copies = [1] * values
        for place in range(values):
            if random.random() < 0.5:
                copies[place] = random.randint(1, most_copies)
        # What completes a firework is where copies matter most.
        if random.random() < 0.3:
            copies[random.choice([0, -1])] = most_copies
        if suits and sum(copies) + sum(sum(suit.copies) for suit in suits) > most_cards:
            break
        suits.append(
            Suit(letter, tuple(copies), random.random() < 0.25, not suits or random.random() < 0.75)
        )
    if sum(suits[0].copies) < 2:
        return (Suit(suits[0].letter, (2,)), *suits[1:])
    return tuple(suits)


def crowded_deal(random: Random) -> Deal:
    """A small deal in which a hand has many copies of a card, and the rules tell them apart."""
    tiles = random.random() < 0.5
    deck_plays = not tiles and random.random() < 0.5
    values = MAX_VALUES if tiles else random.randint(1, 3)
    copies = [1] * values
    copies[random.choice([-1, -1, random.randrange(values)])] = random.randint(5, MAX_COPIES)
    suits = [Suit("r", tuple(copies), random.random() < 0.25)]
    if tiles or random.random() < 0.6:
        others = [random.choice([1, 1, 2]) for _ in range(random.randint(1, 3))]
        suits.append(Suit("g", tuple(others), random.random() < 0.25, random.random() < 0.75))
    cards = sum(sum(suit.copies) for suit in suits)
    rules = Rules(
        tuple(suits),
        hand_size=random.randint(1, min(MAX_HAND, cards // 2)),
        tokens=random.choice([1, 1, 2, 3]),
        strikes=random.randint(1, 4),
        ending=random.choice(["last-round", "bouquet-final"]),
        announce=not (tiles or deck_plays) or random.random() < 0.5,
        tiles=tiles,
        deck_plays=deck_plays,
    )
    return _dealt(random, rules, random.choice([2, 2, 3]))
