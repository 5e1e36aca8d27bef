"""A search context and how it is asked: targets from the highest down."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from typing import TypedDict

from solver._core import CUT_NAMES, Context, Reply
from solver.errors import InputError, Interrupted
from solver.game.deals import Deal, unshuffled
from solver.game.position import Position
from solver.search import sat
from solver.search.answers import Answer, AnyAnswer, Result, known
from solver.search.budget import MAX_NODES, Budget, given
from solver.search.lines import card_types
from solver.search.proof import CONFLICT, Proof


class KernelPlan(TypedDict, total=False):
    """Sizes of the kernel's stages."""

    lines: int
    mending: int
    first_run: int
    long_proof: int
    short_runs: int
    rounds: int
    bold: int


class Plan(KernelPlan, total=False):
    """Sizes of all stages, and the form of the last one."""

    kernel: int  # nodes of the kernel before clause learning begins
    form: sat.Form | None  # how clause learning is asked; None: not at all


# Nodes of the kernel before clause learning begins, without bonus tiles and with them (lines with
# tiles are mended longer in a larger budget), and the conflicts that are worth beginning for.
SOON, SOON_WITH_TILES = 50_000, 100_000
_LEAST_CONFLICTS = 300


class _Proven(TypedDict):
    """What an answer is made of."""

    start: Position
    proof: Proof
    seconds: float
    cuts: dict[str, int]


class Searcher:
    """A search context with its budget; for one question at a time: another one is refused.

    `off` names prunings that are switched off and `plan` gives sizes of the stages, for tests and
    measurements: the maximum is the same whatever they are.
    """

    def __init__(
        self, budget: Budget | None = None, off: Sequence[str] = (), plan: Plan | None = None
    ) -> None:
        """Make the table."""
        self.budget = given(budget)
        sizes = plan.copy() if plan else Plan()
        self._soon = sizes.pop("kernel", None)
        self._form: sat.Form | None = sizes.pop("form", "plays")
        self._plan: KernelPlan = sizes
        self._began = 0.0
        self._interrupt: KeyboardInterrupt | None = None
        self.off = sum(1 << CUT_NAMES.index(name) for name in off)
        try:
            self.context = Context(self.budget.memory << 20)
        except MemoryError:
            raise InputError(
                f"no room for a table of {self.budget.memory} MiB: ask for less memory"
            ) from None

    def solve(self, deal: Deal, stopping: threading.Event | None = None) -> Result:
        """Prove as much as the budget allows about the deal."""
        return self.context.alone(self._solve, deal, stopping)

    def _solve(self, deal: Deal, stopping: threading.Event | None) -> Result:
        position = Position.start(deal)
        self._load(position)
        if stopping is not None and stopping.is_set():
            self.context.stop()
        return self._stopped_or(Result(deal=deal, **self._proven(position)))

    def solve_position(self, position: Position) -> Answer:
        """Prove as much as the budget allows about a position."""
        return self.context.alone(self._solve_position, position)

    def _solve_position(self, position: Position) -> Answer:
        self._load(position)
        return self._solve_next(position, None)

    def solve_next(self, position: Position, at_most: int | None = None) -> Answer:
        """The same for the position that was solved last, or one that follows it.

        What was proven before helps. `at_most` is a bound of the score that is known already.
        """
        return self.context.alone(self._solve_next, position, at_most)

    def _solve_next(self, position: Position, at_most: int | None) -> Answer:
        outcome = position.outcome()
        if outcome is not None:
            return known(position, outcome.score or 0, outcome.score or 0)
        self._place(position)
        return self._stopped_or(Answer(**self._proven(position, at_most)))

    def solve_block(
        self, start: Position, starts: object, types: object, rows: object, *, floor: int
    ) -> int:
        """Let the kernel write a row for each deal of a game, and say for how many it did.

        The deals are shuffled from these start values; `start` is any of the game, and `types` is
        its unshuffled deck. What is not decided soon stays undecided.
        """
        done = self.context.alone(self._solve_block, start, starts, types, rows, floor)
        if (pending := self.context.take_pending()) is not None:
            raise pending  # a signal's: it came in before the last deal was solved
        return done

    def _solve_block(
        self, start: Position, starts: object, types: object, rows: object, floor: int
    ) -> int:
        self._load(start)
        return self.context.solve_block(
            starts,
            types,
            rows,
            floor=floor,
            soon=self._nodes_before_learning(start),
            budget=self.budget.nodes,
            tokens=start.rules.tokens,
            turns_left=start.turns_left or 0,
        )

    def _proven(self, position: Position, at_most: int | None = None) -> _Proven:
        began = time.perf_counter()
        return {
            "start": position,
            "proof": self.prove(position, at_most),
            "seconds": time.perf_counter() - began,
            "cuts": dict(zip(CUT_NAMES, self.context.cuts(), strict=True)),
        }

    def _stopped_or(self, answer: AnyAnswer) -> AnyAnswer:
        """The answer, unless a signal came in: then what it asks for, with the answer so far."""
        pending = self.context.take_pending() or self._interrupt
        self._interrupt = None
        if isinstance(pending, KeyboardInterrupt):
            raise Interrupted(answer) from None
        if pending is not None:
            raise pending
        return answer

    def load(self, position: Position) -> None:
        """Put a position into the kernel, for what follows it."""
        self.context.alone(self._load, position)

    def _load(self, position: Position) -> None:
        rules = position.rules
        types = card_types(rules.suits)
        self._loaded = (rules, position.deck)
        self._draws, self._tiles = _draws(position), position.tiles
        turning = [n for n, suit in enumerate(rules.suits) if rules.tiles and suit.ends_with_five]
        self.context.load(
            sizes=[len(suit.copies) for suit in rules.suits],
            top_copies=[suit.copies[0 if suit.descending else -1] for suit in rules.suits],
            most_copies=max(max(suit.copies) for suit in rules.suits),
            hand_size=rules.hand_size_for(position.players),
            max_tokens=rules.tokens,
            max_strikes=rules.strikes,
            bouquet=rules.is_bouquet_final,
            announce=rules.announce,
            players=position.players,
            pile=[types[position.card(order)] for order in self._draws],
            deck_plays=rules.deck_plays,
            turning=turning,
            tiles=position.tiles,
            turned=sum(position.levels[n] == rules.suits[n].size for n in turning),
            tile5=position.tile5 or 0,
            deck=[types[card] for card in unshuffled(rules)] if turning else (),
        )
        self._place(position)

    def _place(self, position: Position) -> None:
        """Let the kernel start from this position, which is the loaded one or follows it."""
        types, deck = card_types(position.rules.suits), position.deck
        drawn = len(self._draws) - len(_draws(position))
        # Tile 5 may have made another pile, or an earlier load been for a game further on, or for
        # somebody else's.
        if (
            self._loaded != (position.rules, position.deck)
            or self._draws[drawn:] != _draws(position)
            or len(position.tiles) > len(self._tiles)
        ):
            self._load(position)
            return
        self.context.place(
            levels=position.levels,
            hands=[[types[deck[order]] for order in hand] for hand in position.hands],
            drawn=drawn,
            tokens=position.tokens,
            strikes=position.strikes,
            to_move=position.to_move,
            turns_left=position.turns_left or 0,
            discards=[types[deck[n]] for n in position.discards] if position.rules.tiles else (),
        )

    def prove(self, position: Position, at_most: int | None = None) -> Proof:
        """Try totals downwards from the highest; the first that is reached is the maximum.

        A target that is not decided soon waits until short searches for the lower ones have shown
        what is reached in any case: so the lower bound is a good one whenever the time is up. What
        the kernel leaves open is for clause learning, or without it for the kernel's long runs.
        """
        self._began = time.perf_counter()
        proof = Proof.nothing(position.rules)
        if at_most is not None:
            proof.high = min(proof.high, at_most + proof.floor)
        try:
            self._prove(proof, position)
        except KeyboardInterrupt as interrupt:  # the kernel's own wait in the context
            proof.stopped_by, self._interrupt = "interrupt", interrupt
        return proof

    def _prove(self, proof: Proof, position: Position) -> None:
        soon = self._nodes_before_learning(position)
        while proof.low < proof.high:
            answer = self._decide(proof, proof.high, soon)
            if answer == Reply.UNKNOWN and proof.stopped_by == "nodes":
                self._raise_low(proof)
                if proof.stopped_by == "nodes":
                    answer = self._decide_at_length(proof, position)
            if answer == Reply.UNKNOWN:
                break
            proof.stopped_by = None

    def _nodes_before_learning(self, position: Position) -> int:
        """For the highest total."""
        usual = SOON_WITH_TILES if position.rules.tiles else SOON
        soon = usual if self._soon is None else self._soon
        return min(soon, self.budget.nodes // 2 + 1)

    def _decide_at_length(self, proof: Proof, position: Position) -> int:
        """All that the budget has for the highest total.

        The kernel finds most wins and short proofs. Clause learning decides most of what is left in
        a moment, so it gets the rest of the budget.
        """
        left = self.budget.nodes - proof.spent
        # Asked here only: python-sat takes longer to load than most deals to solve.
        if self._form is None or left < _LEAST_CONFLICTS * CONFLICT or not sat.is_installed():
            return self._decide(proof, proof.high, MAX_NODES)
        return self._learn(proof, position, self._form)

    def _raise_low(self, proof: Proof) -> None:
        """A short search for each lower total, until one is reached."""
        for target in range(proof.high - 1, proof.low, -1):
            nodes = min(SOON, (self.budget.nodes - proof.spent) // 2)
            if proof.all_or_nothing or proof.stopped_by != "nodes" or nodes < 1:
                break
            if self._decide(proof, target, nodes) == Reply.REACHED:
                break

    def _decide(self, proof: Proof, target: int, nodes: int) -> int:
        """One search of the kernel within the budget; what it proves goes into `proof`."""
        nodes = min(nodes, self.budget.nodes - proof.spent)
        seconds = 0.0  # no limit
        if self.budget.seconds is not None:
            seconds = max(self.budget.seconds - (time.perf_counter() - self._began), 1e-6)
        if nodes < 1:
            proof.stopped_by = "nodes"
            return Reply.UNKNOWN
        answer, used, best, stopped_by, stage = self.context.decide(
            target, nodes, seconds, self.off, **self._plan
        )
        proof.nodes += used
        proof.reach_stage(stage)
        if answer == Reply.REACHED:
            proof.low, proof.moves = target, self.context.line()
        elif best > proof.low:
            proof.low, proof.moves = best, self.context.best_line()
        if answer == Reply.FAILED and target == proof.high:
            proof.lower_high()
        if answer == Reply.UNKNOWN:
            proof.stopped_by = stopped_by
        return answer

    def _learn(self, proof: Proof, position: Position, form: sat.Form) -> int:
        """The same question for the highest total, by clause learning."""
        left = self.budget.nodes - proof.spent
        proof.reach_stage("clause-learning")

        def goes_on(conflicts: int) -> bool:
            passed = time.perf_counter() - self._began
            if self.context.is_stopping():
                proof.stopped_by = "interrupt"
            elif self.budget.seconds is not None and passed >= self.budget.seconds:
                proof.stopped_by = "seconds"
            else:
                return conflicts * CONFLICT < left
            return False

        try:
            score = proof.high - proof.floor
            found = sat.opinion(position, score, form=form, goes_on=goes_on)
        except sat.NoRoomError:
            proof.stopped_by = "memory"
            return Reply.UNKNOWN
        proof.conflicts += found.conflicts
        proof.learning_seconds += found.worked
        if found.reachable is None:
            return Reply.UNKNOWN
        if found.reachable:
            proof.low, proof.moves = proof.high, found.line
            return Reply.REACHED
        proof.lower_high()
        return Reply.FAILED


def _draws(position: Position) -> tuple[int, ...]:
    """The pile, without what tile 5 put there in the last round: it is never drawn."""
    return position.draws if position.turns_left is None else ()
