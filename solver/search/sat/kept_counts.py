"""The cards that are kept, counted by type: clauses that follow from the rules.

Of the cards that were drawn by a step some are wasted, and some others are kept. A type has such a
card if it lies on its firework in the end and none of its copies is kept that come later. That is
how a solver sees that the hands have no room, and what a card costs that comes late.

Counted card by card, as in `Counts`, it sees that only when it has chosen the copy of each type. By
types it sees it at once: where all copies of a type are there, one of them is kept, whichever it
is. Losses with two players take a tenth of the conflicts.

With bonus tiles a type may also come from a tile. Each tile that is used makes a difference of one:

- It puts a card into play: then one of the types has no card that is kept.
- Tile 5 puts a card into the pile, and nobody plays that. Then it may be among the cards that were
  drawn, in the place of one that is kept.
- Somebody plays that card. Before it is drawn one of the types has no card that is kept. Afterwards
  it may be in the place of another one, but is itself kept.

This is counted in two ways. In the coarse one it does not matter what the tile takes, and when. In
the fine one the type that a tile takes is not counted before all of its copies are drawn. So until
then the tile makes no difference; nor afterwards, before the card that it takes is thrown away,
because until then that is one which is not wasted. In Bouquet final the tile makes none before it
is used, either: some copy of each type that is needed must not be thrown away until then. But where
tile 5 has put a card into the pile, that may be in the place of another. The fine count refutes
what the coarse one does not, and the coarse one sees more where it is open what a tile takes.
"""

from __future__ import annotations

from itertools import combinations, pairwise

from solver.search.sat.clauses import TRUE
from solver.search.sat.counts import Counts
from solver.search.sat.free_cards import FreeCards


class KeptCounts:
    """Of the cards that were drawn before a step, how many are kept; `counts` has those wasted."""

    def __init__(self, encoding: FreeCards, counts: Counts) -> None:
        """Put the types in the order of their last copies, so that many steps share their sums."""
        self.encoding, self.counts = encoding, counts
        needed = [kind for kind in encoding.copies if kind[1] > encoding.start.levels[kind[0]]]
        self.needed = sorted(needed, key=lambda kind: encoding.copies[kind][-1:])
        self.sums: dict[tuple[int, ...], list[int]] = {(): []}

    def add(self) -> None:
        """Add all clauses."""
        encoding = self.encoding
        for step in range(1, encoding.steps if encoding.bouquet else encoding.pile + 1):
            drawn = min(encoding.drawn(step), len(encoding.cards))
            self._add_step(step, drawn, encoding.taken_back())
            if encoding.taken_back():
                excuses = encoding.excuses(step, drawn)
                self._add_step(step, drawn, excuses, is_fine=True)

    def _add_step(self, step: int, drawn: int, tiles: list[int], *, is_fine: bool = False) -> None:
        """What may be wasted before the step; the literals say that a tile makes a difference."""
        kept = self._kept_types(drawn, is_fine)
        total = self._sum(tuple(literal for literal in kept if literal != TRUE))
        for more, literal in enumerate([TRUE, *total]):
            most = drawn - kept.count(TRUE) - more
            for beyond in range(len(tiles) + 1):  # one more takes a tile, two more take two
                conditions = [literal, self.counts.wasted(step, most + beyond + 1)]
                for some in combinations(tiles, len(tiles) - beyond):
                    self.encoding.imply(conditions, *some)

    def _kept_types(self, drawn: int, is_fine: bool) -> list[int]:
        """For each type with copies among those drawn: it is reached, and none is kept later."""
        encoding, found = self.encoding, list[int]()
        for suit, level in self.needed:
            copies = encoding.copies[suit, level]
            later = [number for number in copies if number >= drawn]
            if len(later) < len(copies):
                there = encoding.level(encoding.steps, suit, level) if encoding.missing else TRUE
                back = encoding.brought_back(suit, level) if is_fine else []
                found.append(self._unless_later(there, later, back) if later else there)
        return found

    def _unless_later(self, there: int, later: list[int], back: list[int]) -> int:
        name = ("kept by now", later[0], bool(back))
        if name not in self.encoding.variables:
            kept = map(self.encoding.kept, later)
            self.encoding.imply([there], self.encoding.variable(*name), *kept, *back)
        return self.encoding.variable(*name)

    def _sum(self, literals: tuple[int, ...]) -> list[int]:
        """A unary number that is not below the number of these that are true."""
        if literals not in self.sums:
            *before, last = literals
            below, number = self._sum(tuple(before)), len(self.sums)
            total = [self.encoding.variable("kept types", number, n) for n in range(len(literals))]
            steps = zip([TRUE, *below], pairwise([TRUE, *total]), strict=True)
            self.encoding.keep_all(
                clause
                for literal, (same, more) in steps
                for clause in ([-literal, -last, more], [-literal, same])
            )
            self.sums[literals] = total
        return self.sums[literals]
