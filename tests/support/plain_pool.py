"""The pooled game of pruning 7, as plainly as it can be played: one hand, and clues for free."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

Types = frozenset[int]  # 8 * suit + level - 1
Levels = tuple[int, ...]


class Pool(NamedTuple):
    """Cards in one hand, and a pile.

    `is_last_late`: the last card is played on the very last turn or never, unless another copy was
    there before.
    """

    pile: Sequence[int]
    held: Sequence[int]
    levels: Levels
    players: int
    bouquet: bool = False
    deck_plays: bool = False
    is_last_late: bool = False


class TooManyError(Exception):
    """There are more choices than were to be looked at."""


class _Play(ABC):
    """A pooled game with the states that are known."""

    def __init__(self, pool: Pool) -> None:
        """Know nothing."""
        self.game, self.size = pool, len(pool.pile)
        self.known: dict[tuple[int, Levels, Types, bool], int] = {}

    @cached_property
    def most(self) -> int:
        """The highest total."""
        return self.best(0, self.game.levels, frozenset(self.game.held), is_late=False)

    def best(self, place: int, levels: Levels, held: Types, *, is_late: bool) -> int:
        """The highest total from here; `is_late`: the last card that was drawn must come last."""
        held = frozenset(card for card in held if card % 8 >= levels[card // 8])
        if place == self.size:
            return self.in_the_end(levels, held, is_late)
        state = place, levels, held, is_late
        if state not in self.known:
            self.known[state] = self.best_of_moves(place, levels, held)
        return self.known[state]

    @abstractmethod
    def best_of_moves(self, place: int, levels: Levels, held: Types) -> int:
        """The highest total of any move."""

    def after(self, place: int, levels: Levels, before: Types, kept: Types) -> int:
        """The highest total after a move that draws; `kept` is what stays of the cards `before`."""
        drawn = self.game.pile[place]
        is_late = self.game.is_last_late and place == self.size - 1 and drawn not in before
        return self.best(place + 1, levels, kept | {drawn}, is_late=is_late)

    def in_the_end(self, levels: Levels, held: Types, is_late: bool) -> int:
        """Everybody plays once more; in Bouquet final all that can be played is."""
        total = 0
        for suit, height in enumerate(levels):
            level = height
            while 8 * suit + level in held:
                level += 1
                if is_late and 8 * suit + level - 1 == self.game.pile[-1]:
                    break
            total += level
        return total if self.game.bouquet else min(total, sum(levels) + self.game.players)


class EveryMove(_Play):
    """Any card may be played or put away at any time: for small games."""

    def best_of_moves(self, place: int, levels: Levels, held: Types) -> int:
        totals = []
        for card in held:
            kept = held - {card}
            if card % 8 == levels[card // 8]:
                totals.append(self.after(place, _grown(levels, card), held, kept))
            totals.append(self.after(place, levels, held, kept))
        if len(held) < len(self.game.held):  # there is trash
            totals.append(self.after(place, levels, held, held))
        if self.game.deck_plays and place == self.size - 1:  # from the pile; nothing is put away
            card = self.game.pile[place]
            fits = card % 8 == levels[card // 8]
            grown = _grown(levels, card) if fits else levels
            totals.append(self.best(self.size, grown, held, is_late=False))
        return max(totals)


class EveryChoice(_Play):
    """What can be played is played, and trash is put away first; then every card may go.

    Without plays from the pile. What can no longer be played is trash, too.
    """

    def __init__(self, pool: Pool, choices: int) -> None:
        """Look at so many choices at the most."""
        super().__init__(pool)
        self.choices = choices

    def best_of_moves(self, place: int, levels: Levels, held: Types) -> int:
        for card in held:
            if card % 8 == levels[card // 8]:
                return self.after(place, _grown(levels, card), held, held - {card})
        there = held | set(self.game.pile[place:])
        useful = frozenset(
            card for card in held
            if all(card - below in there for below in range(card % 8 - levels[card // 8] + 1))
        )  # fmt: skip
        if len(useful) < len(self.game.held):
            return self.after(place, levels, held, useful)
        self.choices -= 1
        if self.choices < 0:
            raise TooManyError
        return max(self.after(place, levels, held, held - {card}) for card in held)


def _grown(levels: Levels, card: int) -> Levels:
    suit = card // 8
    return (*levels[:suit], levels[suit] + 1, *levels[suit + 1 :])
