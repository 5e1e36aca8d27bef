"""Building blocks for a question to a SAT solver: named variables, clauses, unary numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations
from operator import neg

TRUE, FALSE = 1, -1

# "The number has at least this value in this state": the literal for a state and a value.
Number = Callable[[int, int], int]


class Clauses:
    """Clauses over named variables; variable 1 is always true, and so TRUE is a literal."""

    FIRST = "Variable 1 is always true."

    def __init__(self) -> None:
        """Begin with the clause that makes TRUE true."""
        self.variables: dict[tuple[object, ...], int] = {("true",): TRUE}
        self.clauses: list[list[int]] = [[TRUE]]
        # Why the clauses that are added next hold, in words; `solver.proofs` keeps them.
        self.why = self.FIRST

    def variable(self, *name: object) -> int:
        """The variable of this name, a new one if need be."""
        return self.variables.setdefault(name, len(self.variables) + 1)

    def unary(self, name: object, state: int, least: int, most: int) -> int:
        """At least `least`, of a number from 0 to `most`: one variable for each "at least"."""
        if least <= 0:
            return TRUE
        if least > most:
            return FALSE
        return self.variables.setdefault((name, state, least), len(self.variables) + 1)

    def add(self, *literals: int) -> None:
        """At least one of the literals."""
        self.keep(list(literals))

    def imply(self, conditions: Iterable[int], *literals: int) -> None:
        """If all the conditions hold, at least one of the literals."""
        self.keep([*map(neg, conditions), *literals])

    def keep(self, clause: list[int]) -> None:
        """One more clause, without literals that are false, unless one is true anyway."""
        if TRUE not in clause:
            if FALSE in clause:
                clause = [literal for literal in clause if literal != FALSE]
            self.clauses.append(clause)

    def keep_all(self, clauses: Iterable[list[int]]) -> None:
        """The same for many clauses: where there are thousands, calls take most of the time."""
        keep = self.clauses.append
        for clause in clauses:
            if TRUE not in clause:
                keep([one for one in clause if one != FALSE] if FALSE in clause else clause)

    def equal(self, conditions: list[int], one: int, other: int) -> None:
        """If all the conditions hold, both or neither."""
        unless = [-condition for condition in conditions]
        self.keep_all(([*unless, -one, other], [*unless, one, -other]))

    def one_of(self, literals: list[int]) -> None:
        """Exactly one; among many by a ladder, whose rungs say that one of those below is it."""
        literals = [literal for literal in literals if literal != FALSE]
        self.add(*literals)
        if len(literals) <= 6:
            for one, other in combinations(literals, 2):
                self.add(-one, -other)
            return
        below = FALSE
        for literal in literals:
            rung = self.variable("rung", len(self.variables))
            self.add(-below, -literal)
            self.add(-below, rung)
            self.add(-literal, rung)
            below = rung

    def change(
        self, conditions: list[int], number: Number, state: int, most: int, by: int = 0
    ) -> None:
        """If all the conditions hold, the number of the next state is greater `by` that much.

        What goes beyond `most` is lost. A number that ends below `most` cannot grow past its end.
        """
        unless = [-condition for condition in conditions]
        for least in range(1, most + 1):
            one, other = number(state + 1, least), number(state, least - by)
            self.keep_all(([*unless, -one, other], [*unless, one, -other]))

    def sum(self, name: object, one: list[int], other: list[int]) -> list[int]:
        """A unary number that is not above the sum of two such numbers."""
        total = [self.variable(name, value) for value in range(1, len(one) + len(other) + 1)]
        # A pair of values says what the sum is at the most: it does not reach one more than both.
        self.keep_all(
            [more, yet_more, -beyond]
            for low, more in enumerate([*one, FALSE])
            for yet_more, beyond in zip([*other, FALSE], total[low:], strict=False)
        )
        return total
