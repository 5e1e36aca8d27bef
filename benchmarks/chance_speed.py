"""How long exact chances with the pile face down take, by players and cards in the pile."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from random import Random

from solver import Action, Budget, Deal, Position
from solver.chances.moves import chances_with
from solver.chances.searcher import ChanceSearcher

PILES = (4, 6, 8, 10, 12)


def chance_speed(positions: int) -> None:
    """Print times for the best move alone and for all moves; the two answers must be equal."""
    for players in (2, 3, 4, 5):
        for cards in PILES:
            best, every, unfinished, nodes = [], [], 0, []
            for _, position in zip(range(positions), _late(players, cards), strict=False):
                searcher = ChanceSearcher(position, "win", Budget())
                began = time.perf_counter()
                value = searcher.value(position).value
                best.append(time.perf_counter() - began)
                searcher = ChanceSearcher(position, "win", Budget())
                began = time.perf_counter()
                found = chances_with(searcher, position)
                every.append(time.perf_counter() - began)
                nodes.append(found.nodes)
                unfinished += found.value is None
                assert None in (value, found.value) or value == found.value
            print(
                f"{players} players, pile {cards:2}: best move {_spread(best)}; all moves "
                f"{_spread(every)}; {max(nodes):,} nodes at most, {unfinished} unfinished",
                flush=True,
            )


def _spread(seconds: list[float]) -> str:
    ordered = sorted(seconds)
    shares = (0.5, 0.9, 1.0)
    found = (ordered[min(len(ordered) - 1, int(share * len(ordered)))] for share in shares)
    return " / ".join(f"{1000 * value:.1f}" for value in found) + " ms"


def _late(players: int, cards: int) -> Iterator[Position]:
    """Positions of games as people play them: what fits is played, else a clue or a discard.

    A card of which no other copy is left is only discarded if there is nothing else.
    """
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
