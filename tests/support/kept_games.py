"""What each variable of the formula of kept cards says about a game, read from the referee."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from solver import Action, Position
from solver.proofs.kept_cards import KeptCards


class Step(NamedTuple):
    """A step of a game: the position before its clues, at it, and what is done; None if over."""

    before: Position
    at: Position
    clues: int
    action: Action | None


class Truth:
    """A game, step by step."""

    def __init__(self, encoding: KeptCards, line: Iterable[Action]) -> None:
        """Play it; steps that it does not come to are over."""
        self.encoding = encoding
        self.steps = list[Step]()
        before = position = encoding.start
        clues = 0
        for action in line:
            if action.kind == "clue" and not self._is_last_round(len(self.steps)):
                clues += 1
            else:
                self.steps.append(Step(before, position, clues, action))
                before, clues = position.push(action), 0
            position = position.push(action)
        self.steps += [Step(position, position, 0, None)] * (encoding.steps - len(self.steps))
        self.end = position
        self.kept = {
            encoding.cards.index(step.action.card)
            for step in self.steps
            if step.action and step.action.card is not None and self._fits(step)
        }

    def literals(self) -> set[int]:
        """The literals that are true."""
        names = self.names()
        numbers = self.encoding.variables
        return {number if names[name] else -number for name, number in numbers.items()}

    def names(self) -> dict[tuple[object, ...], bool]:
        """For each variable whether it is true."""
        numbers = {number: name for name, number in self.encoding.variables.items()}
        true = {name: self._is_true(name) for name in self.encoding.variables if name[0] != "rung"}
        for rung, literals in self.encoding.rungs.items():
            true[numbers[rung]] = any(true[numbers[literal]] for literal in literals)
        return true

    def _is_true(self, name: tuple[Any, ...]) -> bool:
        kind, *values = name
        if isinstance(kind, tuple):
            kind, *more = kind
            values = [*more, *values]
        about: Callable[..., bool] = getattr(self, "_" + kind.replace(" ", "_"))
        return about(*values)

    def _is_last_round(self, step: int) -> bool:
        return not self.encoding.bouquet and step >= self.encoding.pile

    def _state(self, step: int) -> Position:
        return self.steps[step].before if step < len(self.steps) else self.end

    @staticmethod
    def _fits(step: Step) -> bool:
        action = step.action
        return (
            action is not None
            and action.kind == "play"
            and action.card is not None
            and step.at.is_playable(action.card)
        )

    def _is_waste(self, step: int) -> bool:
        action = self.steps[step].action
        is_waste = action is not None and not self._fits(self.steps[step])
        return is_waste and not self._is_last_round(step)

    # What the variables say

    def _true(self) -> bool:
        return True

    def _waste(self, step: int) -> bool:
        return self._is_waste(step)

    def _discard(self, step: int) -> bool:
        action = self.steps[step].action
        return self._is_waste(step) and action is not None and action.kind == "discard"

    def _fail(self, step: int) -> bool:
        return self._is_waste(step) and not self._discard(step)

    def _announced(self, step: int) -> bool:
        action = self.steps[step].action
        return self._fits(self.steps[step]) and action is not None and action.announce

    def _clue(self, step: int) -> bool:
        return self.steps[step].action is not None and not self._fits(self.steps[step])

    def _over(self, step: int) -> bool:
        return self.steps[step].action is None

    def _grows(self, step: int, suit: int) -> bool:
        after = self._state(step + 1).levels[suit]
        return after > self._state(step).levels[suit]

    def _acts(self, step: int, player: int) -> bool:
        """After the end the turns go on going around."""
        there = [place for place, one in enumerate(self.steps[: step + 1]) if one.action]
        if not there:
            return (self.encoding.start.to_move + step) % len(self.encoding.players) == player
        last = there[-1]
        turn = self.steps[last].at.to_move + step - last
        return turn % len(self.encoding.players) == player

    def _clues(self, step: int, least: int) -> bool:
        return self.steps[step].clues >= least

    def _tokens(self, step: int, least: int) -> bool:
        return self._state(step).tokens >= least

    def _left(self, step: int, least: int) -> bool:
        return self.steps[step].at.tokens >= least

    def _strikes(self, step: int, least: int) -> bool:
        return self._state(step).strikes >= least

    def _level(self, suit: int, step: int, least: int) -> bool:
        return self._state(step).levels[suit] >= least

    def _finishes(self, step: int, suit: int) -> bool:
        size = self.encoding.sizes[suit]
        return self._grows(step, suit) and self._state(step + 1).levels[suit] == size

    def _finished(self, step: int) -> bool:
        return any(self._finishes(step, suit) for suit in range(len(self.encoding.sizes)))

    def _absent(self, place: int, least: int) -> bool:
        cards = list(self.encoding.copies)[:place]
        return sum(self.end.levels[suit] < level for suit, level in cards) >= least

    def _kept(self, number: int) -> bool:
        return number in self.kept

    def _plays(self, player: int, suit: int, level: int) -> bool:
        """Where nobody does it may be anyone: the first."""
        for step in self.steps:
            if self._fits(step) and step.action and step.action.card is not None:
                number = self.encoding.cards.index(step.action.card)
                if self.encoding.types[number] == (suit, level):
                    return step.at.to_move == player
        return player == 0

    def _spare(self, player: int, step: int, least: int) -> bool:
        hand = self._state(step).hands[player]
        return sum(self.encoding.cards.index(card) not in self.kept for card in hand) >= least

    def _spare_at_start(self, player: int, number: int, least: int) -> bool:
        first = self.encoding.holders.index(player)
        return sum(place not in self.kept for place in range(first, number + 1)) >= least

    def _wasted(self, step: int, least: int) -> bool:
        return sum(map(self._is_waste, range(step))) >= least

    def _spoilt_before(self, number: int, least: int) -> bool:
        return sum(place not in self.kept for place in range(number)) >= least

    def _total(self, step: int, suit: int, least: int) -> bool:
        return sum(self._state(step).levels[: suit + 1]) >= least
