"""The formula of kept cards: what a proof by the plain rules would take too long for.

It is `solver.search.sat.plays`, which the search asks, without what takes an argument to believe:
that nobody misplays where a discard does no less, and the counts of clues and of kept types. So
every legal game that reaches the score is a model, if the cards are kept that it plays and that
fit. A model need not be a game.
"""

from __future__ import annotations

from collections.abc import Sequence

from solver.game.deals import PLAYER_NAMES
from solver.proofs.recording import Recording
from solver.proofs.words import Words, at_least
from solver.search.sat.encoding import Encoding
from solver.search.sat.plays import PlayCounts, Plays


class KeptCards(Recording, Plays):
    """The clauses with the reason of each."""

    def _write(self) -> None:
        """Write all of it: what the search has from other deals comes without reasons."""
        Encoding._write(self)
        self._add_kept()
        PlayCounts(self).add()

    def _add_misplay(self, step: int) -> None:
        """Leave out that nobody misplays where a discard does more: some games do."""


class KeptCardsWords(Words):
    """What the variables mean."""

    SPOILT = "not kept"

    def _rung(self, literals: Sequence[int]) -> str:
        """One of the choices for a step up to the last of these: fireworks, then what else."""
        if len(literals) == 1:
            return self.variable(literals[0])
        suits, others, step = list[str](), list[str](), 0
        for literal in literals:
            kind, *values = self._names[literal - 1]
            assert isinstance(values[0], int)
            step = values[0] + 1
            if kind == "grows":
                suits.append(self._suit(int(str(values[1]))))
            else:
                others.append(self.variable(literal).removeprefix(f"step {step} "))
        firework = "the firework of " + (" or ".join(suits))
        if len(suits) == len(self._encoding.sizes):
            firework = "a firework"
        return ", or ".join([f"step {step} puts a card on {firework}", *others])

    def _clue(self, step: int) -> str:
        return f"step {step + 1} puts no card on a firework"

    def _waste(self, step: int) -> str:
        before = " before the last round" if self._is_last_round(step) else ""
        return f"step {step + 1} throws a card away{before}"

    def _grows(self, step: int, suit: int) -> str:
        return f"step {step + 1} puts a card on the firework of {self._suit(suit)}"

    def _kept(self, number: int) -> str:
        return f"{self._card(number)} is kept"

    def _plays(self, player: int, suit: int, level: int) -> str:
        value = self._encoding.rules.suits[suit].value_at(level)
        return f"{self._suit(suit)}{value} is for {PLAYER_NAMES[player]} to play"

    def _spare(self, player: int, step: int, least: int) -> str:
        cards = f"{PLAYER_NAMES[player]}'s cards {self._before(step)}"
        return f"at least {least} of {cards} {'is' if least == 1 else 'are'} not kept"

    def _spare_at_start(self, player: int, number: int, least: int) -> str:
        place = number - self._encoding.holders.index(player) + 1
        name = PLAYER_NAMES[player]
        if place == 1:
            return f"the oldest card that {name} holds is not kept"
        held = f"the oldest {place} cards that {name} holds"
        return f"at least {least} of {held} {'is' if least == 1 else 'are'} not kept"

    def _wasted(self, step: int, least: int) -> str:
        text = f"{at_least(least, 'card')} wasted {self._before(step)}"
        return f"{text}, the last round not counted" if self._is_last_round(step - 1) else text

    def _is_last_round(self, step: int) -> bool:
        """Whether the step is a turn of the last round, in which nothing is thrown away here."""
        return not self._encoding.bouquet and step >= self._encoding.pile
