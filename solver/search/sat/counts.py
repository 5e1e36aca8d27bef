"""Counts on top of `Encoding`: clauses that follow from the rules and make the search short.

They exclude no game, as the tests confirm. But for a reason like "more cards must be held than the
hands have room for" a solver must count, and from clauses about single cards it does not learn
that in any reasonable time.
"""

from __future__ import annotations

from itertools import pairwise

from solver.search.sat.clauses import FALSE
from solver.search.sat.encoding import Encoding


class Counts:
    """What was taken from the hands is on the fireworks or wasted, and little may be wasted."""

    # Why the clauses are there.
    WASTED = (
        "A discard or a misplay wastes a card. No more may be wasted than there are steps to spare."
    )
    SPOILT = "Spoilt cards are counted one by one."
    DRAWN = "What was wasted before a step was drawn before it."

    def __init__(self, encoding: Encoding) -> None:
        """See how much may be wasted."""
        self.encoding = encoding
        self.built = sum(encoding.start.levels)
        self.needed = sum(encoding.sizes) - encoding.missing - self.built
        # The number of cards that can be taken and not be put on a firework.
        self.spare = max(self._count_turns() - self.needed, 0)

    def _count_turns(self) -> int:
        """The turns that can put a card on a firework, at the most."""
        return self.encoding.steps

    def add(self) -> None:
        """Add all clauses."""
        self._add_wasted()
        self._add_spoilt()
        self._add_drawn()
        self._add_sums()

    def wasted(self, step: int, least: int) -> int:
        """At least `least` cards were discarded or misplayed before this step."""
        return self.encoding.unary("wasted", step, least, min(step, self.spare))

    def spoilt(self, number: int) -> int:
        """The card is discarded or misplayed at some step."""
        return self.encoding.variable("spoilt", number)

    def spoilt_before(self, number: int, least: int) -> int:
        """True only if at least `least` of the cards before this one are spoilt."""
        return self.encoding.unary("spoilt before", number, least, min(number, self.spare))

    def _add_wasted(self) -> None:
        encoding, most = self.encoding, self.spare + 1
        encoding.why = self.WASTED
        for step in range(encoding.steps):
            discard, fail = encoding.discard(step), encoding.fail(step)
            encoding.change([discard], self.wasted, step, most, by=1)
            encoding.change([fail], self.wasted, step, most, by=1)
            encoding.change([-discard, -fail], self.wasted, step, most)
            wasted = [self.wasted(step, least) for least in range(most)]
            encoding.keep_all([-more, some] for some, more in pairwise(wasted))

    def _add_spoilt(self) -> None:
        """Of each level that is still reached one copy is not spoilt."""
        encoding = self.encoding
        encoding.why = "A card is spoilt by a discard or a misplay, and not by a play that fits."
        for number in encoding.numbers:
            spoilt = self.spoilt(number)
            for step in range(encoding.steps):
                takes, grow = encoding.takes(step, number), encoding.grow(step)
                encoding.imply([takes, grow], -spoilt)
                encoding.imply([takes, -grow], spoilt)
        encoding.why = "What lies on a firework in the end is a card that was not spoilt."
        for (suit, level), copies in encoding.copies.items():
            if level <= encoding.start.levels[suit]:
                continue
            there = encoding.level(encoding.steps, suit, level)
            kept = [-self.spoilt(number) for number in copies]
            encoding.imply([there], *kept, *self._brought_back(suit, level))

    def _brought_back(self, _suit: int, _level: int) -> list[int]:
        """A card of this type is brought back from the discard pile: what says so."""
        return []

    def _add_drawn(self) -> None:
        """What was wasted before a step are spoilt cards among those drawn before."""
        encoding = self.encoding
        for least in range(1, self.spare + 1):
            encoding.why = self.SPOILT
            for number in encoding.numbers:
                so_many = [self.spoilt_before(number + 1, least)]
                encoding.imply(so_many, self.spoilt_before(number, least), self.spoilt(number))
                encoding.imply(so_many, self.spoilt_before(number, least - 1))
                encoding.imply(so_many, self.spoilt_before(number + 1, least - 1))
            for step in range(1, encoding.steps + 1):
                drawn = min(encoding.drawn(step), len(encoding.numbers))
                self._add_spoilt_before(step, least, drawn)

    def _add_spoilt_before(self, step: int, least: int, drawn: int) -> None:
        """What was wasted before the step is among the first so many cards."""
        self.encoding.why = self.DRAWN
        self.encoding.imply([self.wasted(step, least)], self.spoilt_before(drawn, least))

    def _add_sums(self) -> None:
        """Until the end or the last round, what was taken and not wasted is on the fireworks."""
        encoding = self.encoding
        for step in range(1, encoding.steps if encoding.bouquet else encoding.pile + 1):
            total: list[int] = []
            encoding.why = "The cards on the fireworks are added up suit by suit."
            for suit, size in enumerate(encoding.sizes):
                levels = [encoding.level(step, suit, least) for least in range(1, size + 1)]
                total = encoding.sum(("total", step, suit), total, levels)
            encoding.why = "Until the end every step puts a card on a firework or wastes one."
            for wasted in range(min(step, self.spare + 1)):
                grown = self.built + step - wasted
                enough = total[grown - 1] if grown <= len(total) else FALSE
                encoding.add(encoding.over(step), self.wasted(step, wasted + 1), enough)
