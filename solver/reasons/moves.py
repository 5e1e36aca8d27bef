"""Why a move costs something, and the best play after it up to where the loss is plain."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from solver.errors import counted
from solver.game.actions import Action
from solver.game.cards import Card
from solver.game.position import Position
from solver.reasons.ending import final_round, long_ending
from solver.reasons.explanations import Reason
from solver.reasons.finders import Finder, must_hold
from solver.reasons.plain import Why, goal_for, listed, plain_reason
from solver.reasons.pool import pooled
from solver.reasons.view import View

# In a larger pile a proof takes long, and is too long to read.
MOST_CARDS = 20


@dataclass(frozen=True)
class MoveReason:
    """Why a move costs something, and how that comes to light.

    `refutation` is the best play after the move until the loss is `plain` to see: positions, each
    with its action. It is empty where it is plain at once.
    """

    why: Why
    refutation: tuple[tuple[Position, Action], ...]
    plain: Why


def why_move(position: Position, action: Action, best: int, line: Sequence[Action]) -> MoveReason:
    """Why `best` is out of reach after an action; `line` is a best line after it, to its end."""
    after = position.push(action)
    at_once = plain_reason(position, after, best)
    if at_once is not None:
        return MoveReason(at_once, (), at_once)
    steps, plain = _refutation(after, line, best)
    proof = next(_deep_reasons(after, best), None)
    if plain is None:  # a defeat in Bouquet final has no line
        said = "Lost, whatever is played." if proof is None else proof.sentence()
        lost = Why("exhaustion" if proof is None else proof.kind, said)
        return MoveReason(lost, (), lost)
    if proof is None:
        return MoveReason(_by_the_line(after, line, len(steps)), steps, plain)
    later = f"At best, {counted(len(steps), 'turn')} later: "
    why = Why(proof.kind, later + plain.sentence, plain.cards, proof.sentence())
    return MoveReason(why, steps, plain)


def _refutation(
    after: Position, line: Sequence[Action], best: int
) -> tuple[tuple[tuple[Position, Action], ...], Why | None]:
    """The line up to where the loss is plain, and why; None where it does not go that far."""
    steps: list[tuple[Position, Action]] = []
    here = after
    for action in line:
        steps.append((here, action))
        before, here = here, here.push(action)
        found = plain_reason(before, here, best)
        if found is not None:
            return tuple(steps), found
    return (), None


def _deep_reasons(after: Position, best: int) -> Iterator[Reason]:
    """Reasons that take a proof; the same as for deals, and so for the perfect score."""
    goal = goal_for(after, best)
    if goal is None or len(after.draws) > MOST_CARDS:
        return
    view = View.of(after, goal)
    finders: list[Finder] = [final_round, long_ending]
    if best == after.rules.perfect_score:
        finders = [must_hold, final_round, pooled, long_ending]
    for finder in finders:
        found = finder(view)
        if found is not None:
            yield found


def _by_the_line(after: Position, line: Sequence[Action], turns: int) -> Why:
    """What the best line leaves unplayed."""
    end = after
    for action in line:
        end = end.push(action)
    missing = tuple(
        Card(suit.letter, suit.value_at(level))
        for suit, level_now in zip(after.rules.suits, end.levels, strict=True)
        for level in range(level_now + 1, suit.size + 1)
    )
    shows = f"that shows after {counted(turns, 'turn')}"
    if after.rules.is_bouquet_final or not missing:
        return Why("exhaustion", f"Even the best play after it loses; {shows}.", missing)
    stays = "stays" if len(missing) == 1 else "stay"
    return Why("exhaustion", f"At best {listed(missing)} {stays} unplayed; {shows}.", missing)
