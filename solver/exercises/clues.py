"""Clues as people give and read them: chop and focus, promises of play, saves.

The conventions are those that most groups share. The chop is the oldest card without a clue, the
one that is discarded next. A clue is about its focus: the chop if it is touched, otherwise the
newest of the cards that are touched for the first time. It says that the focus can be played,
if not now then after cards that are on their way; on the chop it may also save a card.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from solver.exercises.knowledge import Kinds, Note, Table


class Clue(NamedTuple):
    """All kinds that are named, and to whom; a value clue names one kind of each firework."""

    to: int
    names: int
    is_value: bool


class Reading(NamedTuple):
    """How a clue is read: what its focus can be, by a promise of play or as a save."""

    focus: int
    play: int
    save: int

    @property
    def promise(self) -> int:
        """All that the focus can be."""
        return self.play | self.save


def chop(hand: Sequence[int], notes: Sequence[Note]) -> int | None:
    """The oldest card without a clue; None if the hand is locked."""
    for order in hand:
        if not notes[order].clued:
            return order
    return None


def read(
    clue: Clue, hand: Sequence[int], touched: Sequence[int], notes: Sequence[Note],
    table: Table, kinds: Kinds, expected: int,
) -> Reading:  # fmt: skip
    """What the clue says to the holder of the hand, before it is noted down.

    `expected` are the kinds that can be played now, or after the cards on their way.
    """
    new = [order for order in touched if not notes[order].clued]
    chopped = chop(hand, notes)
    is_on_chop = bool(new) and new[0] == chopped
    focus = new[0] if is_on_chop else (new or touched)[-1]
    possible = notes[focus].possible & clue.names
    save = possible & saves(clue, table, kinds) if is_on_chop else 0
    return Reading(focus, possible & expected, save)


def saves(clue: Clue, table: Table, kinds: Kinds) -> int:
    """What a clue on the chop may save: critical cards, and twos by their value.

    The last card of a firework is saved by its value alone.
    """
    if not clue.is_value:
        return table.critical & ~kinds.last
    return table.critical | (table.useful & clue.names if clue.names == kinds.values[1] else 0)


def note_down(
    clue: Clue, hand: Sequence[int], touched: Sequence[int], notes: Sequence[Note],
    reading: Reading, *, is_misread: bool = False,
) -> None:  # fmt: skip
    """Keep what was told: about the cards that were touched, and about the others.

    Who misreads a clue takes a save for a promise of play; the others do not know of it.
    """
    for order in hand:
        notes[order].possible &= clue.names if order in touched else ~clue.names
    for order in touched:
        notes[order].clued = True
    focus = notes[reading.focus]
    if reading.promise:
        focus.promise = reading.play if is_misread and reading.play else reading.promise
        focus.marked = not reading.save
