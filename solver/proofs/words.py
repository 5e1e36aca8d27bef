"""Variables and clauses of a formula in words.

A clause is read as it stands: what must not all hold at once are its negative literals, what may
follow from them its positive ones. So the sentence cannot say anything but the clause.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate

from solver.game.deals import PLAYER_NAMES
from solver.search.sat.clauses import FALSE, TRUE
from solver.search.sat.encoding import Encoding

Name = tuple[object, ...]


class Words:
    """What the variables of an encoding mean."""

    SPOILT = "spoilt"

    def __init__(self, encoding: Encoding, rungs: Mapping[int, Sequence[int]]) -> None:
        """Know the encoding; each rung of a ladder says that one of some literals is true."""
        self._encoding, self._rungs = encoding, rungs
        self._names: list[Name] = list(encoding.variables)
        self._needed = list(encoding.copies)

    def all(self) -> Iterator[tuple[int, str]]:
        """All variables with their meanings."""
        for number in range(1, len(self._names) + 1):
            yield number, self.variable(number)

    def clause(self, literals: Sequence[int]) -> str:
        """A clause as a sentence."""
        if list(literals) == [FALSE]:
            return "No game does what would be needed here: it is out of reach."
        if list(literals) == [TRUE]:
            return "True is true."
        conditions = [self.variable(-literal) for literal in literals if literal < 0]
        given = (", and " if " or " in "".join(conditions) else " and ").join(conditions)
        follows = ", or ".join(self.variable(literal) for literal in literals if literal > 0)
        if not follows:
            return f"It cannot be that {given}."
        if not given:
            return f"It must be that {follows}."
        return f"If {given}, then {follows}."

    def variable(self, number: int) -> str:
        """What it means that a variable is true."""
        if number in self._rungs:
            return self._rung(self._rungs[number])
        kind, *values = self._names[number - 1]
        if isinstance(kind, tuple):  # a number of a suit, or of suits
            kind, *more = kind
            values = [*more, *values]
        about = getattr(self, "_" + str(kind).replace(" ", "_"))
        return str(about(*values))

    def _rung(self, literals: Sequence[int]) -> str:
        """One of the choices for a step up to the last of these: cards, then a clue, then none."""
        kinds = [str(self._names[literal - 1][0]) for literal in literals]
        last, earlier = self.variable(literals[-1]), len(literals) - 1
        if not earlier:
            return last
        if kinds[-1] == "takes":
            others = "the card" if earlier == 1 else f"one of the {earlier} cards"
            return f"{last} or {others} listed before it"
        step = self._names[literals[0] - 1][1]
        assert isinstance(step, int)
        card = f"step {step + 1} takes a card"
        if kinds[-1] == "clue":
            return f"{card} or is a clue"
        return f"{card}{', is a clue' if 'clue' in kinds else ''}, or {last}"

    # What the names of the variables stand for

    def _card(self, number: int) -> str:
        start, order = self._encoding.start, self._encoding.cards[number]
        if number < self._encoding.dealt:
            name = PLAYER_NAMES[self._encoding.holders[number]]
            return f"{name}'s {start.card(order)} ({start.place(order)})"
        return f"{start.card(order)} (card {number - self._encoding.dealt + 1} of the pile)"

    def _before(self, step: int) -> str:
        return "in the end" if step == self._encoding.steps else f"before step {step + 1}"

    def _suit(self, suit: int) -> str:
        return self._encoding.rules.suits[suit].letter

    def _true(self) -> str:
        return "true is true"

    def _discard(self, step: int) -> str:
        return f"step {step + 1} is a discard"

    def _grow(self, step: int) -> str:
        return f"step {step + 1} is a play that fits"

    def _fail(self, step: int) -> str:
        return f"step {step + 1} is a misplay"

    def _announced(self, step: int) -> str:
        return f"the play of step {step + 1} was announced"

    def _clue(self, step: int) -> str:
        return f"step {step + 1} is a clue"

    def _over(self, step: int) -> str:
        return f"all fireworks are complete before step {step + 1}"

    def _acts(self, step: int, player: int) -> str:
        return f"step {step + 1} is {PLAYER_NAMES[player]}'s"

    def _clues(self, step: int, least: int) -> str:
        return f"{at_least(least, 'clue')} given right before step {step + 1}"

    def _takes(self, step: int, number: int) -> str:
        return f"step {step + 1} takes {self._card(number)}"

    def _gone(self, step: int, number: int) -> str:
        return f"{self._card(number)} is gone {self._before(step)}"

    def _with_other(self, step: int, number: int) -> str:
        return f"{self._card(number)} is held by somebody else than who acts at step {step + 1}"

    def _tokens(self, step: int, least: int) -> str:
        clues = "" if step == self._encoding.steps else " and its clues"
        return f"{at_least(least, 'token')} there {self._before(step)}{clues}"

    def _left(self, step: int, least: int) -> str:
        return f"{at_least(least, 'token')} left at step {step + 1}, after its clues"

    def _strikes(self, step: int, least: int) -> str:
        return f"{at_least(least, 'strike')} there {self._before(step)}"

    def _level(self, suit: int, step: int, least: int) -> str:
        value = self._encoding.rules.suits[suit].value_at(least)
        return f"{self._suit(suit)}{value} lies on its firework {self._before(step)}"

    def _finished(self, step: int) -> str:
        return f"step {step + 1} finishes a firework"

    def _finishes(self, step: int, suit: int) -> str:
        return f"step {step + 1} finishes the firework of {self._suit(suit)}"

    def _absent(self, place: int, least: int) -> str:
        suit, level = self._needed[place - 1]
        card = f"{self._suit(suit)}{self._encoding.rules.suits[suit].value_at(level)}"
        return f"{at_least(least, 'card')} missing in the end, counted up to {card}"

    def _wasted(self, step: int, least: int) -> str:
        return f"{at_least(least, 'card')} wasted {self._before(step)}"

    def _spoilt(self, number: int) -> str:
        return f"{self._card(number)} is spoilt"

    def _spoilt_before(self, number: int, least: int) -> str:
        hands = list(accumulate(map(len, self._encoding.start.hands)))
        if number <= hands[-1]:
            player = next(player for player, held in enumerate(hands) if number <= held)
            place = f"up to the oldest {number - (hands[player - 1] if player else 0)} of "
            place += f"{PLAYER_NAMES[player]}'s hand"
        else:
            place = f"up to card {number - hands[-1]} of the pile"
        return f"{at_least(least, 'card')} {self.SPOILT} among the hands and the pile {place}"

    def _total(self, step: int, suit: int, least: int) -> str:
        suits = " ".join(self._suit(place) for place in range(suit + 1))
        return f"{at_least(least, 'card')} on the fireworks of {suits} {self._before(step)}"


def at_least(least: int, thing: str) -> str:
    """So many of the things, at least, are: what is to be said of them follows."""
    return f"at least {least} {thing}{' is' if least == 1 else 's are'}"
