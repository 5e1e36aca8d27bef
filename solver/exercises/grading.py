"""How hard an exercise is: what the best line forces, what else looks right, how far to look."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from solver.analysis.equals import Key, node_key
from solver.analysis.moves import Endgame, ValuedMove, analyse_with, distinct_actions
from solver.game.actions import Action
from solver.game.position import Position
from solver.search.searcher import Searcher

# Where the search for a refutation gives up: turns, and positions on one turn.
DEEPEST = 30
WIDEST = 1500


@dataclass(frozen=True)
class Grade:
    """How hard an exercise is, from 1 to 5, with what that is made of.

    `forced` of the `choices` along the best line have one answer only; a choice is a turn on which
    some move keeps the best score and another one does not. `failing` is the number of plausible
    moves that are wrong. `depth` is how many turns after an obvious move one has to look ahead to
    see that it is wrong, see `refutation_depth`.
    """

    forced: int
    choices: int
    failing: int
    depth: int

    @property
    def number(self) -> int:
        """The grade: 1, and one more for each of these.

        Five forced choices; two plausible moves that fail; a refutation of four turns, and
        another one for a refutation of ten.

        >>> Grade(forced=1, choices=4, failing=1, depth=3).number
        1
        >>> Grade(forced=5, choices=8, failing=2, depth=10).number
        5
        """
        return 1 + sum((self.forced >= 5, self.failing >= 2, self.depth >= 4, self.depth >= 10))


def grade(searcher: Searcher, endgame: Endgame, obvious: Iterable[ValuedMove], best: int) -> Grade:
    """The grade of an exercise; `best` is its best score and `obvious` are moves that miss it."""
    forced, choices = _choices(searcher, endgame)
    return Grade(
        forced=forced,
        choices=choices,
        failing=sum(not move.keeps_best for move in endgame.moves if is_plausible(endgame, move)),
        depth=max(refutation_depth(endgame.position.push(move.action), best) for move in obvious),
    )


def is_plausible(endgame: Endgame, move: ValuedMove) -> bool:
    """Whether a move looks right: a play that fits, a discard of trash, or the clue."""
    if move.action.kind == "discard":
        return move.is_trash
    return move.action.kind == "clue" or fits(endgame.position, move.action)


def fits(position: Position, action: Action) -> bool:
    """Whether the action is a play that lets a firework grow."""
    return action.kind == "play" and action.card is not None and position.is_playable(action.card)


def _choices(searcher: Searcher, endgame: Endgame) -> tuple[int, int]:
    """The forced choices and all choices along the line of the first solution."""
    forced = choices = 0
    for position, _ in steps(endgame):
        there = analyse_with(searcher, position)
        if len(there.best_moves) < len(there.moves):
            choices += 1
            forced += len(there.best_moves) == 1
    return forced, choices


def steps(endgame: Endgame) -> list[tuple[Position, Action]]:
    """The line of the first solution: positions, each with the action that follows."""
    position, line = endgame.position, []
    for action in endgame.best_moves[0].line:
        line.append((position, action))
        position = position.push(action)
    return line


def refutation_depth(position: Position, best: int) -> int:
    """How many turns one has to look ahead from here to see that `best` is out of reach.

    0 if `hoped` says so at once; else the least number of turns after which it says so whatever
    is played. `DEEPEST` stands for that many turns or more; where the positions on one turn get
    more than `WIDEST`, their turn is the answer.
    """
    return refutation(position, best)[0]


def refutation(position: Position, best: int) -> tuple[int, list[Position]]:
    """The same with the positions in which the longest lines of defence end.

    There are none where the search was given up.
    """
    layer = [position]
    for depth in range(DEEPEST):
        alive: dict[Key, Position] = {}
        for reached in layer:
            if hoped(reached) >= best:
                alive.setdefault(node_key(reached), reached)
        if not alive:
            return depth, layer
        if len(alive) > WIDEST:
            return depth, []
        layer = [
            survivor.push(actions[0])
            for survivor in alive.values()
            for actions in distinct_actions(survivor)
        ]
    return DEEPEST, []


def hoped(position: Position) -> int:
    """The score that a look at the table does not rule out; 0 for a defeat in Bouquet final.

    What is ruled out is what lost cards cut off and what is out of pace.
    """
    rules, outcome = position.rules, position.outcome()
    if outcome is not None:
        return outcome.score or 0
    return min(
        rules.score(position.reachable_levels()), rules.perfect_score + min(position.pace or 0, 0)
    )
