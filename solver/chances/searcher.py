"""The chance kernel, asked about positions of one game with one aim."""

from __future__ import annotations

import time
from collections.abc import Sequence
from fractions import Fraction
from math import factorial
from typing import NamedTuple

from solver._chance import CHANCE_CUTS, MOST, ChanceContext
from solver.chances.aims import Aim
from solver.errors import InputError, PositionError, counted
from solver.game.position import Position
from solver.search.budget import Budget
from solver.search.lines import card_types
from solver.search.proof import StoppedBy


class Span(NamedTuple):
    """Proven bounds of a chance, or of a mean score."""

    low: Fraction
    high: Fraction

    @property
    def value(self) -> Fraction | None:
        """The exact value; None if it is not known."""
        return self.low if self.low == self.high else None


def check_pile(position: Position, aim: Aim) -> None:
    """Refuse what the kernel cannot count."""
    if position.rules.tiles:
        raise PositionError(
            f"{position.rules}: chances are not known with bonus tiles, because nobody sees where "
            "tile 5 puts its card"
        )
    if position.rules.deck_plays:
        raise PositionError(
            f"{position.rules}: chances are not known with plays from the pile (deck-plays): ask "
            "with the pile known, or by other rules"
        )
    most = MOST - 1 if aim == "mean" else MOST
    if len(position.pile) > most:
        raise PositionError(
            f"{counted(len(position.pile), 'card')} in the pile: chances are counted for at most "
            f"{most}{' with the aim mean' if aim == 'mean' else ''}; ask for a later turn"
        )


class ChanceSearcher:
    """A context of the chance kernel, for the position that it is made with and all that follow it.

    One for each thread. `off` names prunings that are switched off: the values are the same,
    whatever they are.
    """

    def __init__(
        self, first: Position, aim: Aim, budget: Budget | None = None, off: Sequence[str] = ()
    ) -> None:
        """Make the table."""
        check_pile(first, aim)
        rules = first.rules
        self.aim, self.budget = aim, budget or Budget()
        self.stopped_by: StoppedBy | None = None
        self._types = card_types(rules.suits)
        self._perfect = rules.perfect_score
        unscored = sum(suit.size for suit in rules.suits if not suit.scores)
        # In Bouquet final there is the perfect score or none, so its mean follows from the chance.
        mean = aim == "mean" and not rules.is_bouquet_final
        self._factor = self._perfect if aim == "mean" and not mean else 1
        points = aim if isinstance(aim, int) else self._perfect
        try:
            self.context = ChanceContext(self.budget.memory << 20)
            self.context.load(
                sizes=[suit.size for suit in rules.suits],
                top_copies=[suit.copies[0 if suit.descending else -1] for suit in rules.suits],
                most_copies=max(max(suit.copies) for suit in rules.suits),
                hand_size=rules.hand_size_for(first.players),
                max_tokens=rules.tokens,
                max_strikes=rules.strikes,
                bouquet=rules.is_bouquet_final,
                announce=rules.announce,
                players=first.players,
                least_hand=min(map(len, first.hands)),
                target=0 if mean else points + unscored,
                mean=mean,
                unscored=unscored,
                off=sum(1 << CHANCE_CUTS[name] for name in off),
            )
        except MemoryError:
            raise InputError(
                f"no room for a table of {self.budget.memory} MiB: ask for less memory"
            ) from None

    @property
    def nodes(self) -> int:
        """The states that were looked at so far."""
        return self.context.nodes()

    @property
    def anything(self) -> Span:
        """What is known of a value without a search."""
        return Span(Fraction(0), Fraction(self._perfect if self.aim == "mean" else 1))

    def until(self) -> float | None:
        """When a search must end that begins now, by the clock; None if the budget has no time."""
        seconds = self.budget.seconds
        return None if seconds is None else time.perf_counter() + seconds

    def value(
        self, position: Position, nodes: int | None = None, until: float | None = None
    ) -> Span:
        """The value of a position, or what is proven of it within these nodes and this time.

        Without them they are those of the budget. What stopped a search is noted in `stopped_by`;
        after an interrupt nothing more is searched.
        """
        outcome = position.outcome()
        if outcome is not None:
            reached = Fraction(self._worth(outcome.score))
            return Span(reached, reached)
        return self.context.alone(self._value, position, nodes, until or self.until())

    def _value(self, position: Position, nodes: int | None, until: float | None) -> Span:
        types = self._types
        seconds = 0.0  # no limit
        if until is not None:
            seconds = max(until - time.perf_counter(), 1e-6)
        low, high, stopped_by = self.context.value(
            pile=[types[card] for card in position.pile],
            levels=position.levels,
            hands=[[types[position.card(order)] for order in hand] for hand in position.hands],
            tokens=position.tokens,
            strikes=position.strikes,
            to_move=position.to_move,
            turns_left=position.turns_left or 0,
            nodes=self.budget.nodes if nodes is None else max(nodes, 0),
            seconds=seconds,
        )
        self.stopped_by = stopped_by or self.stopped_by
        orders = factorial(len(position.pile))
        return Span(Fraction(low * self._factor, orders), Fraction(high * self._factor, orders))

    def is_over(self, nodes: int, until: float | None) -> bool:
        """Whether nothing more may be searched, with so many nodes left and until then.

        What forbids it is noted in `stopped_by`, as `value` does.
        """
        if self.stopped_by == "interrupt" or self.context.is_stopping():
            self.stopped_by = "interrupt"
        elif nodes <= 0:
            self.stopped_by = "nodes"
        elif until is not None and time.perf_counter() >= until:
            self.stopped_by = "seconds"
        else:
            return False
        return True

    def raise_pending(self) -> None:
        """Raise what a signal handler raised during a search, unless it was Ctrl-C."""
        pending = self.context.take_pending()
        if pending is not None and not isinstance(pending, KeyboardInterrupt):
            raise pending

    def _worth(self, score: int | None) -> int:
        """What a finished game is worth; a defeat in Bouquet final has no score."""
        if self.aim == "mean":
            return score or 0
        wanted = self._perfect if self.aim == "win" else self.aim
        return int(score is not None and score >= wanted)
