"""Late positions of simulated games, kept in a file so that all measure the same ones.

`python -m benchmarks.chance_positions` makes the file again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random

from solver import Action, Deal, Position
from solver.notation.positions import loads_position, position_to_text

FILE = Path(__file__).with_name("chance_positions.txt")
PLAYERS = (2, 3, 4, 5)
PILES = (4, 6, 8, 10, 12)
EACH = 60


def late_positions(players: int, cards: int) -> Iterator[Position]:
    """The kept positions with these cards in the pile."""
    for line in FILE.read_text("utf-8").splitlines():
        position = loads_position(line, FILE.name)
        if (position.players, len(position.pile)) == (players, cards):
            yield position


def _made(players: int, cards: int) -> Iterator[Position]:
    """Positions of games in which what fits is played, else a clue given or a card discarded."""
    seed = 0
    while True:
        seed += 1
        random = Random(f"{players} {seed}")
        position = Position.start(Deal.from_seed(seed, players))
        while position.outcome() is None and len(position.pile) > cards:
            position = position.push(_usual(position, random))
        if position.outcome() is None and len(position.pile) == cards:
            yield position


def _usual(position: Position, random: Random) -> Action:
    """A card of which no other copy is left is only discarded if there is nothing else."""
    hand = position.hands[position.to_move]
    fits = [order for order in hand if position.is_playable(order)]
    if fits:
        return Action("play", random.choice(fits))
    if position.tokens and (position.tokens == position.rules.tokens or random.random() < 0.5):
        return Action("clue")
    held = (order for other in position.hands for order in other)
    alive = Counter(map(position.card, (*position.draws, *held)))
    trash = [order for order in hand if not position.is_useful(order)]
    spare = [order for order in hand if alive[position.card(order)] > 1]
    return Action("discard", random.choice(trash or spare or list(hand)))


if __name__ == "__main__":
    made = (
        position_to_text(position)
        for players in PLAYERS
        for cards in PILES
        for position in islice(_made(players, cards), EACH)
    )
    FILE.write_text("".join(f"{line}\n" for line in made), "utf-8")
