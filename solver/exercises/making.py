"""Endgames to learn from: few moves keep the best score, and the obvious move is none of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import reduce
from random import Random

from solver.analysis.moves import Endgame, ValuedMove, analyse_with
from solver.errors import InputError, counted, of_kind, whole
from solver.exercises.grading import Grade, fits, grade, steps
from solver.exercises.themes import Theme, find_theme
from solver.game.actions import Action
from solver.game.deals import Deal
from solver.game.position import Position
from solver.game.rules import Rules, check_players
from solver.search.budget import Budget
from solver.search.searcher import Searcher

# A deal that takes longer than this has an easier neighbour.
BUDGET = Budget(nodes=1_000_000, memory=64)
# This many cards before the pile is as short as asked, the walk leaves the solver's own line.
WANDER = 16
# How much likelier than another a kind of move is then. Where players wait, tokens run out and
# fireworks grow late, and moves begin to matter; where they hurry, there may be tokens too many.
WAITING = {"play": 1, "discard": 5, "clue": 25}
HURRYING = {"play": 5, "discard": 25, "clue": 1}
HABITS = (WAITING, WAITING, WAITING, HURRYING)


@dataclass(frozen=True)
class Exercise:
    """A position with its question, which move keeps the best score, and the answer.

    `obvious` are the moves that seem right, none of which is a solution. `seed` is the deal
    that the position comes from, and `turn` the number of the turn there. `deal` is that deal
    itself and `moves` what was played until then, if the exercise was made from it.
    """

    endgame: Endgame
    obvious: tuple[ValuedMove, ...]
    theme: Theme | None
    grade: Grade
    seed: str | None
    turn: int
    deal: Deal | None = None
    moves: tuple[Action, ...] = ()

    @property
    def position(self) -> Position:
        """The position."""
        return self.endgame.position

    @property
    def best(self) -> int:
        """The best score, which a solution keeps."""
        return self.endgame.answer.bounds[0]

    @property
    def solutions(self) -> tuple[ValuedMove, ...]:
        """The moves that keep the best score."""
        return self.endgame.best_moves

    @property
    def steps(self) -> list[tuple[Position, Action]]:
        """A best line from the first solution on: positions, each with the action there."""
        return steps(self.endgame)

    def game(self) -> tuple[Deal, tuple[Action, ...]]:
        """The deal, and a whole game of it: what was played, then the best line."""
        if self.deal is None:
            raise InputError("the exercise is a position alone: no moves lead to it from a deal")
        there = reduce(Position.push, self.moves, Position.start(self.deal))
        # The position has orders of its own; hands and pile lie the same way in both, and of the
        # discards only the cards matter.
        here, orders = self.position, dict[int, int]()
        for part, same in (*zip(here.hands, there.hands, strict=True), (here.draws, there.draws)):
            orders.update(zip(part, same, strict=True))
        discards = sorted(here.discards, key=here.card), sorted(there.discards, key=there.card)
        orders.update(zip(*discards, strict=True))
        line = [
            action._replace(
                card=None if action.card is None else orders[action.card],
                choices=tuple(c._replace(card=orders[c.card]) for c in action.choices),
            )
            for _, action in self.steps
        ]
        return self.deal, (*self.moves, *line)


def make(
    rules: Rules,
    players: int,
    *,
    pile: int = 4,
    solutions: int = 1,
    seed: int | str = 1,
    deals: int = 1000,
    budget: Budget = BUDGET,
    wanted: Callable[[Exercise], bool] = lambda exercise: True,
    seen: Callable[[int], None] = lambda deals: None,
) -> Iterator[Exercise]:
    """Exercises with `pile` cards in the pile, at most one from each of the seeded deals.

    The same arguments give the same exercises every time. Those that are not `wanted` are passed
    over; `seen` is told how many deals were looked at.

    >>> exercise = next(make(Rules.named("base"), 3, seed=7))
    >>> len(exercise.position.pile), len(exercise.solutions), exercise.best
    (4, 1, 25)
    """
    of_kind(rules, Rules, "the rules")
    check_players(players)
    for name, number in (("pile", pile), ("solutions", solutions), ("deals", deals)):
        whole(number, f"{name} of an exercise")
    searcher = Searcher(budget)
    for number in range(1, deals + 1):
        deal = Deal.from_seed(f"{seed}-{number}", players, rules)
        found = from_deal(searcher, deal, pile, solutions, wanted)
        seen(number)
        if found is not None:
            yield found


def from_deal(
    searcher: Searcher,
    deal: Deal,
    pile: int,
    solutions: int = 1,
    wanted: Callable[[Exercise], bool] = lambda exercise: True,
) -> Exercise | None:
    """The first exercise that a good game of the deal comes by, if there is any."""
    if not 0 <= pile <= len(deal.pile):
        raise InputError(f"a pile of {counted(pile, 'card')}: 0 to {len(deal.pile)} are possible")
    for position, moves in _walk(searcher, deal, pile):
        found = exercise(searcher, position, solutions, deal.seed, len(moves) + 1)
        if found is not None and wanted(found):
            return replace(found, deal=deal, moves=moves)
    return None


def exercise(
    searcher: Searcher, position: Position, solutions: int, seed: str | None, turn: int
) -> Exercise | None:
    """The exercise that a position is; None if it is none.

    It is one if the value of every move is known, at most `solutions` moves keep the best score,
    there is an obvious move, and that is none of them.
    """
    endgame = analyse_with(searcher, position)
    low, high = endgame.answer.bounds
    tempting = obvious(endgame)
    if (
        low != high
        or high == 0
        or not 1 <= len(endgame.best_moves) <= solutions
        or not tempting
        or any(move.cost is None for move in endgame.moves)
        or any(move.keeps_best for move in tempting)
    ):
        return None
    return Exercise(
        endgame=endgame.replayed(),
        obvious=tempting,
        theme=find_theme(endgame, tempting),
        grade=grade(searcher, endgame, tempting, low),
        seed=seed,
        turn=turn,
    )


def obvious(endgame: Endgame) -> tuple[ValuedMove, ...]:
    """The moves that seem right: all plays that fit; without any, the discards of trash.

    Where there is neither, it is the clue. In the last round some play that fits is right
    wherever one is possible (but for hands of a single card), because whoever wanted to play the
    same card can do without; the question is which, and obvious are those on the lowest firework,
    where the most can follow.
    """
    position = endgame.position
    moves = endgame.moves
    plays = [move for move in moves if fits(position, move.action)]
    if position.turns_left is not None and plays:
        lowest = min(_level(position, move) for move in plays)
        plays = [move for move in plays if _level(position, move) == lowest]
    trash = [move for move in moves if move.action.kind == "discard" and move.is_trash]
    return tuple(plays or trash or [move for move in moves if move.action.kind == "clue"])


def _level(position: Position, move: ValuedMove) -> int:
    """The cards that are on the firework of the move's card."""
    return 0 if move.card is None else position.levels[position.rules.suit_index(move.card.suit)]


def _walk(
    searcher: Searcher, deal: Deal, pile: int
) -> Iterator[tuple[Position, tuple[Action, ...]]]:
    """The positions of a best game with `pile` cards left in the pile, and the moves to each.

    The game is the solver's until few cards are left. From there on each move is drawn from those
    that keep the best score, so that the deals of different seeds do not all end alike.
    """
    result = searcher.solve(deal)
    if result.bounds[1] == 0 or result.bounds[0] < result.bounds[1]:
        return
    played, position = next(
        (played, position)
        for played, position in enumerate(result.positions)
        if len(position.pile) <= pile + WANDER or position.outcome() is not None
    )
    moves = result.line[:played]
    chance = Random(f"{deal.seed} {pile}")
    habit = chance.choice(HABITS)
    while len(position.pile) >= pile and position.outcome() is None:
        if len(position.pile) == pile:
            yield _from_parts(position), moves
        # In the referee's order, so that a seed keeps its exercises however moves are shown.
        listed = position.legal_actions().index
        best = sorted(
            analyse_with(searcher, position).best_moves, key=lambda move: listed(move.action)
        )
        if not best:
            return
        weights = [habit[move.action.kind] for move in best]
        action = chance.choices(best, weights)[0].action
        position, moves = position.push(action), (*moves, action)


def _from_parts(position: Position) -> Position:
    """The same position as somebody has it who gets to see the table and not the deal.

    The orders of the cards are then those of the position that is written and read again.
    """
    return Position.from_parts(
        position.rules,
        [[position.card(order) for order in hand] for hand in position.hands],
        position.pile,
        position.levels,
        tokens=position.tokens,
        strikes=position.strikes,
        to_move=position.to_move,
        turns_left=position.turns_left,
        tiles=position.tiles,
        tile5=position.tile5,
    )
