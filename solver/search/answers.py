"""What is proven about a deal or a position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Literal, Self, TypeVar

from solver.game.actions import Action
from solver.game.deals import Deal
from solver.game.position import Position
from solver.game.rules import Rules
from solver.search.lines import KernelMove, checked_game, turns_of
from solver.search.proof import Proof, StoppedBy

if TYPE_CHECKING:
    from solver.reasons.explanations import Reason

Verdict = Literal["perfect", "not-perfect", "undecided"]


@dataclass(frozen=True, kw_only=True, repr=False)
class Answer:
    """What is proven about a position, and what that took.

    `cuts` counts how often each pruning applied.
    """

    start: Position
    proof: Proof = field(hash=False)
    seconds: float = 0.0
    cuts: dict[str, int] = field(default_factory=dict, compare=False)

    def __repr__(self) -> str:
        """In short: what is known."""
        known = f"verdict={self.verdict!r}, bounds={self.bounds}, nodes={self.nodes}"
        return f"{type(self).__name__}({known})"

    @property
    def bounds(self) -> tuple[int, int]:
        """A proven lower and upper bound of the maximum score.

        In Bouquet final, which knows no score but the perfect one, 0 stands for a defeat.
        """
        return self.proof.scores()

    @property
    def verdict(self) -> Verdict:
        """Whether the perfect score can be reached."""
        return verdict(self.start.rules, *self.bounds)

    @property
    def max_score(self) -> int | None:
        """The maximum score; None if undecided, and for a defeat in Bouquet final."""
        return maximum(self.start.rules, *self.bounds)

    @property
    def moves(self) -> Sequence[KernelMove | Action]:
        """The line to the lower bound as the search has it."""
        return self.proof.moves

    @property
    def nodes(self) -> int:
        """The positions that the kernel looked at."""
        return self.proof.nodes

    @property
    def conflicts(self) -> int:
        """The conflicts of clause learning."""
        return self.proof.conflicts

    @property
    def stage(self) -> str:
        """The last stage of the search that was needed (see docs/kernel.md)."""
        return self.proof.stage

    @property
    def stopped_by(self) -> StoppedBy | None:
        """What ended the search before everything was proven."""
        return self.proof.stopped_by

    @property
    def line(self) -> tuple[Action, ...]:
        """A game that reaches the lower bound, replayed by the referee to its end.

        The referee takes longer than the solver, so it is called in when a line is asked for. No
        line leads to a defeat in Bouquet final.
        """
        return self._game[0]

    @property
    def positions(self) -> tuple[Position, ...]:
        """The positions of the line, from the start to the end of the game."""
        return self._game[1]

    @property
    def turns(self) -> int:
        """How many turns the search needed for the lower bound, without calling in the referee."""
        return turns_of(self.moves)

    def replayed(self) -> Self:
        """The answer, after the referee has replayed its line: what is printed must have been."""
        _ = self._game
        return self

    @cached_property
    def _game(self) -> tuple[tuple[Action, ...], tuple[Position, ...]]:
        return checked_game(self.start, self.moves, self.bounds[0])


@dataclass(frozen=True, kw_only=True, repr=False)
class Result(Answer):
    """What is proven about a deal."""

    deal: Deal

    def __repr__(self) -> str:
        """In short: the deal and what is known of it."""
        deal = self.deal.seed or f"{self.deal.players} players, {self.deal.rules}"
        return f"Result({deal!r}, {super().__repr__().removeprefix('Result(')}"

    @cached_property
    def reason(self) -> Reason | None:
        """Why the perfect score is out of reach; None unless that is the verdict."""
        if self.verdict != "not-perfect":
            return None
        from solver.reasons.finders import find_reason  # noqa: PLC0415 (most deals are won)

        return find_reason(self.deal, self.nodes, self.conflicts)


AnyAnswer = TypeVar("AnyAnswer", bound=Answer)


def known(position: Position, low: int, high: int) -> Answer:
    """An answer without a search."""
    return Answer(start=position, proof=Proof.given(position.rules, low, high))


def unknown(position: Position, at_most: int) -> Answer:
    """Of a position that an interrupt left out nothing is known but a bound from before."""
    answer = known(position, 0, at_most)
    answer.proof.stopped_by = "interrupt"
    return answer


def maximum(rules: Rules, low: int, high: int) -> int | None:
    """What bounds say of the maximum: nothing if it is open; a Bouquet-final defeat has none."""
    defeat = high == 0 and rules.is_bouquet_final
    return low if low == high and not defeat else None


def verdict(rules: Rules, low: int, high: int) -> Verdict:
    """What bounds of the maximum say."""
    if low < high:
        return "undecided"
    return "perfect" if low == rules.perfect_score else "not-perfect"
