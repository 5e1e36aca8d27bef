"""What the forms have in common that do not name the cards which are thrown away.

Who plays which card is said for each type, and of the cards that are free to be thrown away only
their number in each hand. `Plays` and `TilePlays` say which cards are free.
"""

from __future__ import annotations

from abc import abstractmethod

from solver.game.position import Position
from solver.search.sat.clauses import FALSE, TRUE
from solver.search.sat.encoding import Encoding


class FreeCards(Encoding):
    """The clauses about fireworks, and about the number of free cards in each hand."""

    def __init__(self, start: Position, score: int | None = None) -> None:
        """Write the clauses; without a score they ask for the perfect one."""
        self.largest_hand = max(map(len, start.hands))
        super().__init__(start, score)

    # What the variables mean

    def waste(self, step: int) -> int:
        """A discard, or a play that does not fit."""
        return self.variable("waste", step)

    def grows(self, step: int, suit: int) -> int:
        """A play that fits, of this suit."""
        return self.variable("grows", step, suit)

    def plays(self, player: int, suit: int, level: int) -> int:
        """It is this player who plays the card that is kept of this type."""
        return self.variable("plays", player, suit, level)

    def spare(self, step: int, player: int, least: int) -> int:
        """True only if the player holds at least `least` cards that are free."""
        if step == 0:
            counted = self.spare_at_start[player]
            return TRUE if least <= 0 else counted[least - 1] if least <= len(counted) else FALSE
        return self.unary(("spare", player), step, least, self.largest_hand)

    @abstractmethod
    def kept(self, number: int) -> int:
        """The card is played and fits, at some step."""

    def taken_back(self) -> list[int]:
        """For each tile that can bring a card back: that it does."""
        return []

    def excuses(self, _step: int, _drawn: int) -> list[int]:
        """For each of these tiles: that it makes a difference to the fine count of `KeptCounts`.

        So many cards are drawn by this step.
        """
        return []

    def brought_back(self, _suit: int, _level: int) -> list[int]:
        """For each of these tiles: that it takes a card of this type."""
        return []

    @abstractmethod
    def is_free(self, number: int) -> int:
        """The card may be thrown away, and nobody asks when."""

    # The rules

    def _add_listener(self, step: int) -> None:
        """Whether there is somebody to give a clue to is left out."""

    def _add_spare_at_start(self) -> None:
        self.spare_at_start: list[list[int]] = []
        self.why = "The cards of each hand that are not kept are counted one by one."
        number = 0
        for player, hand in enumerate(self.start.hands):
            total: list[int] = []
            for _ in hand:
                total = self.sum(("spare at start", player, number), total, [self.is_free(number)])
                number += 1
            self.spare_at_start.append(total)

    def _add_spare(self, step: int, player: int, thrown: int, nothing: int) -> None:
        """Free cards of a hand: `thrown` says that one goes, `nothing` that none is drawn."""
        acts = self.acts(step, player)
        for least in range(1, self.largest_hand + 1):
            after = self.spare(step + 1, player, least)
            self.why = f"At least {least} cards are also at least {least - 1}."
            self.imply([after], self.spare(step + 1, player, least - 1))
            self.why = (
                "Cards that are not kept are counted in each hand: one more if such a card is "
                "drawn, one less if one is thrown away."
            )
            self.imply([after, -acts], self.spare(step, player, least))
            self.imply([after, acts], self.spare(step, player, least - 1))
            self.imply([after, acts, nothing], self.spare(step, player, least))
            self.imply([after, acts, thrown], self.spare(step, player, least))
            self.imply([after, acts, thrown, nothing], self.spare(step, player, least + 1))

    def _add_fireworks(self, step: int) -> None:
        """A firework grows by its next card, on a step of the player who plays that."""
        acts = [self.acts(step, player) for player in self.players]
        for suit, size in enumerate(self.sizes):
            grows, by_play = self.grows(step, suit), self._by_play(step, suit)
            self.why = "A firework that is complete does not grow."
            self.add(-grows, -self.level(step, suit, size))
            before = self.level(step, suit, self.start.levels[suit])
            for level in range(self.start.levels[suit] + 1, size + 1):
                below, before = before, self.level(step, suit, level)
                after = self.level(step + 1, suit, level)
                self.why = "A firework keeps its cards."
                self.add(-before, after)
                self.why = "The cards of a firework lie on it from the first one on."
                self.add(-before, below)
                self.why = "A firework grows by its next card, on a step that puts a card on it."
                self.add(-grows, -below, after)
                self.add(-after, before, grows, *self._putting(step, suit, level))
                self.add(-after, before, below)
                self.why = "A firework gets a card on a step of the player who plays that card."
                for player in self.players:
                    plays = self.plays(player, suit, level)
                    self.equal([after, -before, *by_play], plays, acts[player])

    def _by_play(self, _step: int, _suit: int) -> list[int]:
        """What says that the firework grew by a play, if it can grow in other ways."""
        return []
