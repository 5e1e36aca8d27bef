"""The Python face of the kernel: budgets, `solve`, `solve_many`, verdicts and their lines."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Generator, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import Literal, TypedDict, TypeVar

from solver._core import CUT_NAMES, Context
from solver._core import STAGES as KERNEL_STAGES
from solver.errors import InputError
from solver.game.cards import Card
from solver.game.deals import Deal, unshuffled
from solver.game.position import Action, Choice, Position
from solver.game.rules import Rules, Suit
from solver.search import sat

Verdict = Literal["perfect", "not-perfect", "undecided"]
StoppedBy = Literal["nodes", "seconds", "interrupt"]
KernelMove = tuple[int, int, int]  # kind, card type, the mover's useful types


class KernelPlan(TypedDict, total=False):
    """Sizes of the kernel's stages."""

    first_run: int
    long_proof: int
    short_runs: int
    rounds: int
    bold: int


class Plan(KernelPlan, total=False):
    """Sizes of all stages."""

    kernel: int  # nodes of the kernel before clause learning begins


# The kernel's answers and kinds of moves.
_FAILED, _REACHED, _UNKNOWN = range(3)
_PLAY, _DISCARD, _CLUE, _ANNOUNCED, _MISPLAY, _PUT, _SHUFFLE, _SKIP = range(8)
_KINDS: dict[int, Literal["play", "discard"]] = {
    _PLAY: "play",
    _DISCARD: "discard",
    _ANNOUNCED: "play",
    _MISPLAY: "play",
}

MAX_NODES = 10**18
MAX_MEMORY = 1 << 30  # MiB: more than any machine has

STAGES = (*KERNEL_STAGES, "clause-learning")

# Nodes after which a target is not decided soon, and after which clause learning begins; a
# conflict there takes about as long as so many nodes.
SOON = 30_000
_KERNEL = 200_000
_CONFLICT = 50


@dataclass(frozen=True)
class Budget:
    """How much a search may use before it says `undecided`; None is no limit.

    A conflict of clause learning counts as 50 nodes, because it takes as long as they.
    `memory` is the transposition table's size in MiB, for each of the jobs.
    """

    nodes: int = 10_000_000
    seconds: float | None = None
    memory: int = 256

    def __post_init__(self) -> None:
        """Refuse a budget that allows nothing."""
        for name, value, most in (
            ("nodes", self.nodes, MAX_NODES),
            ("memory", self.memory, MAX_MEMORY),
        ):
            if isinstance(value, bool) or not isinstance(value, int):
                raise InputError(f"a budget for {name} must be a whole number, not {value!r}")
            if value < 1:
                raise InputError(f"a budget of {value} for {name} is below 1")
            if value > most:
                raise InputError(f"a budget of {value} for {name} is above {most}")
        if self.seconds is not None and not self.seconds > 0:
            raise InputError(f"a budget of {self.seconds:g} seconds is not above 0")


class _Proven(TypedDict):
    """The fields of an answer."""

    start: Position
    verdict: Verdict
    bounds: tuple[int, int]
    moves: tuple[KernelMove | Action, ...]
    nodes: int
    conflicts: int
    seconds: float
    stage: str
    stopped_by: StoppedBy | None
    cuts: dict[str, int]


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What is proven about a position.

    `bounds` are a proven lower and upper bound of the maximum score. In Bouquet final, which
    knows no score but the perfect one, 0 in the bounds stands for a defeat. `stage` is the last
    stage of the search that was needed (see docs/kernel.md).
    """

    start: Position
    verdict: Verdict
    bounds: tuple[int, int]
    moves: tuple[KernelMove | Action, ...] = field(repr=False)
    nodes: int
    conflicts: int  # of clause learning
    seconds: float
    stage: str
    stopped_by: StoppedBy | None = None
    cuts: dict[str, int] = field(default_factory=dict, compare=False)

    @property
    def max_score(self) -> int | None:
        """The maximum score; None if undecided, and for a defeat in Bouquet final."""
        return maximum(self.start.rules, *self.bounds)

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
        """How many turns the search needed for the lower bound, without calling in the referee.

        What is done with a bonus tile belongs to the turn that turned it.
        """
        return sum(isinstance(move, Action) or move[0] < _PUT for move in self.moves)

    @cached_property
    def _game(self) -> tuple[tuple[Action, ...], tuple[Position, ...]]:
        return _checked_game(self.start, self.moves, self.bounds[0])


@dataclass(frozen=True, kw_only=True)
class Result(Answer):
    """What is proven about a deal."""

    deal: Deal


def unknown(position: Position, at_most: int) -> Answer:
    """Of a position that an interrupt left out nothing is known but a bound from before."""
    return replace(_known(position, 0, at_most), stopped_by="interrupt")


def _known(position: Position, low: int, high: int) -> Answer:
    """An answer without a search."""
    return Answer(
        start=position,
        verdict=verdict(position.rules, low, high),
        bounds=(low, high),
        moves=(),
        nodes=0,
        conflicts=0,
        seconds=0.0,
        stage=STAGES[0],
    )


AnyAnswer = TypeVar("AnyAnswer", bound=Answer)


class Interrupted(KeyboardInterrupt):
    """Ctrl-C during a search; `result` is what was proven until then."""

    def __init__(self, result: Answer) -> None:
        """Keep the result of the interrupted search."""
        super().__init__("interrupted")
        self.result = result


def solve(deal: Deal, budget: Budget | None = None) -> Result:
    """The exact maximum of a deal, with a line that reaches it.

    >>> result = solve(Deal.from_seed(42, players=3))
    >>> result.verdict, result.max_score, result.bounds
    ('perfect', 25, (25, 25))
    """
    return _searcher(budget or Budget()).solve(deal)


def solve_many(
    deals: Iterable[Deal], budget: Budget | None = None, jobs: int = 1
) -> Generator[Result, None, None]:
    """The results of many deals, in their order, on `jobs` threads.

    >>> deals = [Deal.from_seed(seed, players=2) for seed in range(1, 4)]
    >>> [result.max_score for result in solve_many(deals, jobs=2)]
    [25, 25, 25]
    """
    if jobs < 1:
        raise InputError(f"{jobs} jobs: at least 1 is needed")
    budget = budget or Budget()
    if jobs == 1:
        for deal in deals:
            yield _searcher(budget).solve(deal)
        return
    searchers: list[Searcher] = []
    stopping = threading.Event()

    def work(deal: Deal) -> Result:
        searcher = _searcher(budget)
        if searcher not in searchers:
            searchers.append(searcher)
        return searcher.solve(deal, stopping)

    pool = ThreadPoolExecutor(jobs)
    waiting: deque[Future[Result]] = deque()
    try:
        for deal in deals:
            waiting.append(pool.submit(work, deal))
            while len(waiting) > 64 * jobs or (waiting and waiting[0].done()):
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        # Reached also by Ctrl-C and when the caller stops listening.
        stopping.set()
        for future in waiting:
            future.cancel()
        for searcher in searchers:
            searcher.context.stop()
        pool.shutdown()


_local = threading.local()


def _searcher(budget: Budget) -> Searcher:
    """This thread's searcher: its table is made once and used for deal after deal."""
    searcher: Searcher | None = getattr(_local, "searcher", None)
    if searcher is None or searcher.budget.memory != budget.memory:
        searcher = _local.searcher = Searcher(budget)
    searcher.budget = budget
    return searcher


class Searcher:
    """A search context with its budget; for one thread.

    `off` names prunings that are switched off and `plan` gives sizes of the stages, for tests and
    measurements: the maximum is the same whatever they are.
    """

    def __init__(
        self, budget: Budget | None = None, off: Sequence[str] = (), plan: Plan | None = None
    ) -> None:
        """Make the table."""
        self.budget = budget or Budget()
        sizes = plan.copy() if plan else Plan()
        self._kernel_nodes = sizes.pop("kernel", _KERNEL)
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
        position = Position.start(deal)
        self.load(position)
        if stopping is not None and stopping.is_set():
            self.context.stop()
        return self._stopped_or(Result(deal=deal, **self._proven(position)))

    def solve_position(self, position: Position) -> Answer:
        """Prove as much as the budget allows about a position."""
        self.load(position)
        return self.solve_next(position)

    def solve_next(self, position: Position, at_most: int | None = None) -> Answer:
        """The same for the position that was solved last, or one that follows it.

        What was proven before helps. `at_most` is a bound of the score that is known already.
        """
        outcome = position.outcome()
        if outcome is not None:
            return _known(position, outcome.score or 0, outcome.score or 0)
        self.place(position)
        return self._stopped_or(Answer(**self._proven(position, at_most)))

    def _proven(self, position: Position, at_most: int | None = None) -> _Proven:
        began = time.perf_counter()
        proof = self.prove(position, at_most)
        low, high = proof.scores()
        return {
            "start": position,
            "verdict": verdict(position.rules, low, high),
            "bounds": (low, high),
            "moves": tuple(proof.moves),
            "nodes": proof.nodes,
            "conflicts": proof.conflicts,
            "seconds": time.perf_counter() - began,
            "stage": proof.stage,
            "stopped_by": proof.stopped_by,
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
        """Put a position into the kernel."""
        rules = position.rules
        types = card_types(rules.suits)
        self._draws, self._tiles = _draws(position), position.tiles
        turning = [n for n, suit in enumerate(rules.suits) if rules.tiles and suit.ends_with_five]
        self.context.load(
            sizes=[len(suit.copies) for suit in rules.suits],
            top_copies=[suit.copies[0 if suit.descending else -1] for suit in rules.suits],
            hand_size=rules.hand_size_for(position.players),
            max_tokens=rules.tokens,
            max_strikes=rules.strikes,
            bouquet=rules.ending == "bouquet-final",
            announce=rules.announce,
            players=position.players,
            pile=[types[position.card(order)] for order in self._draws],
            turning=turning,
            tiles=position.tiles,
            turned=sum(position.levels[n] == rules.suits[n].size for n in turning),
            tile5=position.tile5 or 0,
            deck=[types[card] for card in unshuffled(rules)] if turning else (),
        )
        self.place(position)

    def place(self, position: Position) -> None:
        """Let the kernel start from this position, which is the loaded one or follows it."""
        types, deck = card_types(position.rules.suits), position.deck
        drawn = len(self._draws) - len(_draws(position))
        # Tile 5 may have made another pile, or an earlier load been for a game further on.
        if self._draws[drawn:] != _draws(position) or len(position.tiles) > len(self._tiles):
            self.load(position)
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
        learns = sat.is_installed() and not position.rules.tiles
        while proof.low < proof.high:
            kernel = min(self._kernel_nodes if learns else MAX_NODES, self.budget.nodes)
            answer = self._decide(proof, proof.high, min(SOON, kernel // 2 + 1))
            if answer == _UNKNOWN and proof.stopped_by == "nodes":
                self._raise_low(proof)
                answer = self._decide(proof, proof.high, kernel)
            if answer == _UNKNOWN and proof.stopped_by == "nodes" and learns:
                answer = self._learn(proof, position)
            if answer == _UNKNOWN:
                break
            proof.stopped_by = None
        return proof

    def _raise_low(self, proof: Proof) -> None:
        """A short search for each lower total, until one is reached."""
        for target in range(proof.high - 1, proof.low, -1):
            nodes = min(SOON, (self.budget.nodes - proof.spent) // 2)
            if proof.all_or_nothing or proof.stopped_by != "nodes" or nodes < 1:
                break
            if self._decide(proof, target, nodes) == _REACHED:
                break

    def _decide(self, proof: Proof, target: int, nodes: int) -> int:
        """One search of the kernel within the budget; what it proves goes into `proof`."""
        nodes = min(nodes, self.budget.nodes - proof.spent)
        seconds = 0.0  # no limit
        if self.budget.seconds is not None:
            seconds = max(self.budget.seconds - (time.perf_counter() - self._began), 1e-6)
        if nodes < 1:
            proof.stopped_by = "nodes"
            return _UNKNOWN
        answer, used, best, stopped_by, stage = self.context.decide(
            target, nodes, seconds, self.off, **self._plan
        )
        proof.nodes += used
        proof.reach_stage(stage)
        if answer == _REACHED:
            proof.low, proof.moves = target, self.context.line()
        elif best > proof.low:
            proof.low, proof.moves = best, self.context.best_line()
        if answer == _FAILED and target == proof.high:
            proof.lower_high()
        if answer == _UNKNOWN:
            proof.stopped_by = stopped_by
        return answer

    def _learn(self, proof: Proof, position: Position) -> int:
        """The same question for the highest total, by clause learning."""
        left = self.budget.nodes - proof.spent
        if left < 1:
            return _UNKNOWN
        proof.reach_stage("clause-learning")

        def goes_on(conflicts: int) -> bool:
            passed = time.perf_counter() - self._began
            if self.context.is_stopping():
                proof.stopped_by = "interrupt"
            elif self.budget.seconds is not None and passed >= self.budget.seconds:
                proof.stopped_by = "seconds"
            else:
                return conflicts * _CONFLICT < left
            return False

        try:
            found = sat.opinion(position, proof.high - proof.floor, goes_on=goes_on)
        except KeyboardInterrupt as interrupt:
            proof.stopped_by, self._interrupt = "interrupt", interrupt
            return _UNKNOWN
        proof.conflicts += found.conflicts
        if found.reachable is None:
            return _UNKNOWN
        if found.reachable:
            proof.low, proof.moves = proof.high, found.line
            return _REACHED
        proof.lower_high()
        return _FAILED


@cache
def card_types(suits: tuple[Suit, ...]) -> dict[Card, int]:
    """The kernel's number of every card: 8 for each suit before it, and its level less one."""
    return {
        Card(suit.letter, value): 8 * index + suit.level_of(value) - 1
        for index, suit in enumerate(suits)
        for value in range(1, suit.size + 1)
    }


@dataclass
class Proof:
    """What the kernel has proven: bounds of the total, which counts cards on the fireworks.

    Where suits do not score, the score is less than the total by their length. `floor` is the
    highest total that is worth nothing, which every game reaches; in Bouquet final, where only
    the perfect total counts (`all_or_nothing`), it stands for a defeat.
    """

    low: int
    high: int
    floor: int
    all_or_nothing: bool
    moves: Sequence[KernelMove | Action] = ()
    nodes: int = 0
    conflicts: int = 0
    stopped_by: StoppedBy | None = None
    stage: str = STAGES[0]

    @classmethod
    def nothing(cls, rules: Rules) -> Proof:
        """Before any search."""
        goal = sum(suit.size for suit in rules.suits)
        floor = goal - rules.perfect_score
        return cls(floor, goal, floor, rules.ending == "bouquet-final")

    @property
    def spent(self) -> int:
        """What was used of a budget for nodes."""
        return self.nodes + self.conflicts * _CONFLICT

    def reach_stage(self, stage: str) -> None:
        """Note that this stage was needed."""
        self.stage = max(self.stage, stage, key=STAGES.index)

    def lower_high(self) -> None:
        """The highest total is out of reach."""
        self.high = self.floor if self.all_or_nothing else max(self.high - 1, self.low)

    def scores(self) -> tuple[int, int]:
        """The bounds of the score."""
        return self.low - self.floor, self.high - self.floor


def maximum(rules: Rules, low: int, high: int) -> int | None:
    """What bounds say of the maximum: nothing if it is open; a Bouquet-final defeat has none."""
    defeat = high == 0 and rules.ending == "bouquet-final"
    return low if low == high and not defeat else None


def verdict(rules: Rules, low: int, high: int) -> Verdict:
    """What bounds of the maximum say."""
    if low < high:
        return "undecided"
    return "perfect" if low == rules.perfect_score else "not-perfect"


def _draws(position: Position) -> tuple[int, ...]:
    """The pile, without what tile 5 put there in the last round: it is never drawn."""
    return position.draws if position.turns_left is None else ()


def _checked_game(
    position: Position, moves: Iterable[KernelMove | Action], score: int
) -> tuple[tuple[Action, ...], tuple[Position, ...]]:
    """The search's moves as actions, replayed by the referee to the end, with all positions.

    Anything but the promised score is an error of this program and never an answer. There is no
    line to a defeat in Bouquet final.
    """
    positions, line = [position], list[Action]()
    if score == 0 and position.rules.ending == "bouquet-final":
        return (), (position,)
    for move in moves:
        if not isinstance(move, Action) and move[0] >= _PUT:
            line[-1] = _chosen(positions[-2], line[-1], *move)
            positions[-1] = positions[-2].push(line[-1])
            continue
        line.append(move if isinstance(move, Action) else _action(positions[-1], *move))
        positions.append(positions[-1].push(line[-1]))
    while (outcome := positions[-1].outcome()) is None:
        line.append(_filler(positions[-1]))
        positions.append(positions[-1].push(line[-1]))
    if outcome.score is None or outcome.score < score:
        raise AssertionError(
            f"internal error: a line for {score} points ends with {outcome}; please report the deal"
        )
    return tuple(line), tuple(positions)


def _action(position: Position, kind: int, card_type: int, useful: int) -> Action:
    """A move of the kernel as an action with a definite card, the oldest of those that serve.

    `useful` are the types by which the kernel tells trash in the mover's hand: what is not
    among them, and second copies.
    """
    if kind == _CLUE:
        return Action("clue")
    types, trash, seen = card_types(position.rules.suits), [], set()
    for order in position.hands[position.to_move]:
        number = types[position.card(order)]
        if number == card_type:
            return Action(_KINDS[kind], order, announce=kind == _ANNOUNCED)
        if number in seen or not useful >> number & 1:
            trash.append(order)
        seen.add(number)
    if position.rules.tiles:  # a second copy may be told apart, so others come first
        trash.sort(key=lambda order: useful >> types[position.card(order)] & 1)
    return Action(_KINDS[kind], trash[0])


def _chosen(position: Position, play: Action, kind: int, card_type: int, useful: int) -> Action:
    """The play with what the kernel does with the last tile it turns.

    `useful` are the types in the discard pile that matter; of several cards the oldest is taken.
    """
    if kind == _SKIP:
        return play
    left = len(position.push(play).tiles)
    tile = position.tiles[len(position.tiles) - left - 1]
    types = card_types(position.rules.suits)
    taken = {choice.card for choice in play.choices}
    for order in position.discards:
        number = types[position.card(order)]
        if order not in taken and (
            number == card_type if card_type >= 0 else not useful >> number & 1
        ):
            choice = Choice(tile, order, "pile" if kind == _SHUFFLE else "play")
            return play._replace(choices=(*play.choices, choice))
    raise AssertionError("internal error: the discard pile lacks a card; please report the deal")


def _filler(position: Position) -> Action:
    """A move that passes a turn once nothing more is to be gained.

    A clue or a discard costs no strike, and one of them is legal unless hands of one card run
    out at the very end; the kernel plays such games to the end itself.
    """
    actions = position.legal_actions()
    return next((action for action in actions if action.kind != "play"), actions[0])
