"""What simulated players know: the table, what clues told about each card, and the own hand.

Sets of card kinds are bit masks, because a player weighs many of them on every turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from solver.game.cards import Card
from solver.game.position import Position
from solver.game.rules import MAX_VALUES, Rules


class Kinds:
    """The kinds of cards of a game, each as one bit, and the sets that a clue can name."""

    def __init__(self, rules: Rules) -> None:
        """Number the kinds: suit by suit, and in a suit by value."""
        self.rules = rules
        self.bits = {
            Card(suit.letter, value): 1 << (MAX_VALUES * index + value - 1)
            for index, suit in enumerate(rules.suits)
            for value in range(1, suit.size + 1)
        }
        self.copies = {
            self.bits[Card(suit.letter, value)]: copies
            for suit in rules.suits
            for value, copies in enumerate(suit.copies, 1)
        }
        self.all = union(self.bits.values())
        # The kinds of each firework, in the order in which they are played.
        self.fireworks = [
            [
                self.bits[Card(suit.letter, suit.value_at(place))]
                for place in range(1, suit.size + 1)
            ]
            for suit in rules.suits
        ]
        self.colours = [union(kinds) for kinds in self.fireworks]
        self.values = [
            union(bit for card, bit in self.bits.items() if card.value == value)
            for value in range(1, MAX_VALUES + 1)
        ]
        self.last = union(kinds[-1] for kinds in self.fireworks)

    def clue_of_colour(self, kind: int) -> int:
        """What the colour clue that touches this kind names."""
        return next(colour for colour in self.colours if colour & kind)

    def clue_of_value(self, kind: int) -> int:
        """What the value clue that touches this kind names."""
        return next(value for value in self.values if value & kind)


class Table:
    """What lies open for everybody: which kinds are playable, useful and critical."""

    def __init__(self, kinds: Kinds, position: Position) -> None:
        """Read the fireworks and the discard pile."""
        self.levels = position.levels
        self.discards = position.discards
        self.left = left = dict(kinds.copies)  # copies in the hands and in the pile
        for order in position.discards:
            left[kinds.bits[position.deck[order]]] -= 1
        self.playable = self.useful = self.critical = 0
        comes_back = bool(position.tiles and position.taking_tiles())
        for level, firework in zip(position.levels, kinds.fireworks, strict=True):
            for kind in firework[:level]:
                left[kind] -= 1
            for kind in firework[level:]:
                if not left[kind] and not comes_back:
                    break
                self.useful |= kind
                if left[kind] == 1:
                    self.critical |= kind
            self.playable |= union(firework[level : level + 1])
        self.playable &= self.useful

    def is_of(self, position: Position) -> bool:
        """Whether nothing has changed since."""
        return self.levels == position.levels and self.discards == position.discards


@dataclass(slots=True)
class Note:
    """What clues have told about a card.

    `possible` is what they said, `promise` what its holder reads into them: the card is one of
    these (0: nothing was promised). All know that a `marked` card is meant to be played.
    """

    possible: int
    promise: int = 0
    clued: bool = False
    marked: bool = False


class OwnHand:
    """What the holder of a hand knows about it: never the faces, only what follows for them."""

    def __init__(
        self, hand: Sequence[int], notes: Sequence[Note], table: Table, others: Iterable[int],
        gotten: int,
    ) -> None:  # fmt: skip
        """Combine the clues with the cards that are seen.

        `others` are the kinds in the others' hands, and `gotten` those of them that are clued.
        """
        unseen = dict(table.left)
        for kind in others:
            unseen[kind] -= 1
        self.unseen = unseen
        self.notes = notes
        self.possible = _counted({order: notes[order].possible for order in hand}, unseen)
        self.belief: dict[int, int] = {}
        self.spare: list[int] = []  # trash, or its twin will be played
        # A card that is known comes first: then its twin in this hand is known to be one.
        known_first = sorted(hand, key=lambda order: not is_single(self.possible[order]))
        for order in known_first:
            gotten |= self._believe(order, notes[order], table.useful, gotten)

    def _believe(self, order: int, note: Note, useful: int, gotten: int) -> int:
        """Decide what the card may be taken for; the kind, if that is now in good hands."""
        possible = self.possible[order]
        belief = possible & useful
        if not belief:
            self.spare.append(order)
        elif note.clued:
            promised = belief & note.promise
            # Nobody touches trash, or the twin of a card that is touched, without need.
            belief = promised or belief & ~gotten
            if not belief:
                self.spare.append(order)
        else:
            belief = possible
        self.belief[order] = belief
        return belief if note.clued and is_single(belief) else 0

    def playable(self, table: Table, trust: float) -> list[int]:
        """The cards that can be played, as far as their holder knows.

        Somebody may have touched trash, so the odds must also be on the side of a belief: at
        least `trust`.
        """
        return [
            order
            for order, belief in self.belief.items()
            if belief and not belief & ~table.playable and self._odds(order, belief) >= trust
        ]

    def _odds(self, order: int, belief: int) -> float:
        """How likely the belief is by the cards that are not seen."""
        others = self.possible[order] & (self.notes[order].promise or -1) & ~belief
        return self.copies(belief) / self.copies(belief | others) if others else 1.0

    def copies(self, mask: int) -> int:
        """The number of cards of these kinds that the holder does not see."""
        return sum(copies for kind, copies in self.unseen.items() if kind & mask)


def _counted(possible: dict[int, int], unseen: dict[int, int]) -> dict[int, int]:
    """Without the kinds of which all copies are seen, or known in this hand."""
    there = union(kind for kind, copies in unseen.items() if copies > 0)
    counted = {order: mask & there or mask for order, mask in possible.items()}
    singles = [mask for mask in counted.values() if is_single(mask)]
    full = union(kind for kind in singles if singles.count(kind) >= unseen[kind])
    if full:
        for order, mask in counted.items():
            if not is_single(mask):
                counted[order] = mask & ~full or mask
    return counted


def is_single(mask: int) -> bool:
    """Whether exactly one kind is in the set."""
    return mask > 0 and not mask & (mask - 1)


def union(masks: Iterable[int]) -> int:
    """All kinds of these sets."""
    together = 0
    for mask in masks:
        together |= mask
    return together
