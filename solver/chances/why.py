"""Why a move has the chance that it has, in words: which cards must come, and when.

Every sentence is checked against the exact chances before it is said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice

from solver.analysis.moves import kind_place
from solver.analysis.plausible import is_plausible
from solver.chances.moves import ChanceMove, Chances, Draw, chances_with, drawing
from solver.chances.searcher import ChanceSearcher, Span
from solver.game.actions import Action
from solver.game.cards import Card
from solver.game.position import Position
from solver.reasons.plain import Why, plain_reason, plain_reason_for_all_orders
from solver.reasons.tails import Tail, share_in_time, tails_of
from solver.search.budget import Budget

LONGEST_STORY = 12
MOST_FOR_A_STORY = 8  # cards in the pile
STORY_BUDGET = Budget(nodes=100_000, memory=32)
CLEARLY = Fraction(5, 100)  # what a wrong move costs at least that has a story


def why_chance(found: Chances, move: ChanceMove) -> str | None:
    """What decides whether a move wins, in one sentence; None where no short one is true."""
    if move.value is None or found.hidden or found.aim == "mean":
        return None
    reaches = "Wins" if found.aim == "win" else f"Reaches {found.aim}"
    if move.value == 0:
        return _surely_lost(found, move)
    if move.value == 1:
        return f"{reaches} whatever comes." if found.position.draws else f"{reaches}."
    return (
        _next_card(move.draws, reaches)
        or _too_late(found, move)
        or _losing_draws(found, move.draws)
    )


def why_single(
    position: Position, action: Action, span: Span, draws: tuple[Draw, ...]
) -> str | None:
    """The same for the chance to win after one action, where the other moves are not known."""
    move = ChanceMove((action,), None, False, span, draws, Span(Fraction(0), Fraction(1)))
    return why_chance(Chances(position, "win", span, (move,)), move)


def aimed_at(found: Chances) -> int:
    """The score that the chances are of."""
    return found.aim if isinstance(found.aim, int) else found.position.rules.perfect_score


def _surely_lost(found: Chances, move: ChanceMove) -> str | None:
    """The reason that holds after whatever is drawn, if there is one."""
    position, best = found.position, aimed_at(found)
    reasons = {plain_reason_for_all_orders(position, after, best) for after in _next(found, move)}
    why = reasons.pop()
    if reasons or why is None:
        return "Lost whatever comes." if position.draws else "Lost."
    return why.sentence


def _next(found: Chances, move: ChanceMove) -> list[Position]:
    """The positions after the move, one for each card that may be drawn."""
    after = found.position.push(move.action)
    return [drawing(found.position, after, draw.card) for draw in move.draws] or [after]


def _next_card(draws: Sequence[Draw], reaches: str) -> str | None:
    """What the next card decides, where it decides all or nothing."""
    if {draw.value for draw in draws} != {Fraction(0), Fraction(1)}:
        return None
    lost = [draw.card for draw in draws if draw.value == 0]
    kept = [draw.card for draw in draws if draw.value == 1]
    if len(lost) <= len(kept):
        return f"{reaches} unless the next card is {either(lost)}."
    return f"{reaches} only if the next card is {either(kept)}."


def _too_late(found: Chances, move: ChanceMove) -> str | None:
    tails = late_cards(found, move)
    return f"Wins unless {either(tails)}." if tails else None


def late_cards(found: Chances, move: ChanceMove) -> tuple[Tail, ...]:
    """The cards that must not come too late, if these alone decide; none if others do.

    After every draw the chance must be exactly the share of orders in which no such card comes too
    late, and each card must be as late as after every other draw. No order in which one is can be
    won, so the move wins in all others.
    """
    if found.aim != "win":
        return ()
    after, tails = _next(found, move), dict[Card, Tail]()
    expected = [draw.value for draw in move.draws] or [move.value]
    drawn: list[Card | None] = [*(draw.card for draw in move.draws)] or [None]
    for position, value in zip(after, expected, strict=True):
        here = tails_of(position)
        if share_in_time(here, len(position.draws)) != value:
            return ()
        tails |= {tail.card: tail for tail in here}
    for position, card in zip(after, drawn, strict=True):
        if set(tails_of(position)) != {t for t in tails.values() if t.card != card}:
            return ()
    return tuple(sorted(tails.values()))


def _losing_draws(found: Chances, draws: Sequence[Draw]) -> str | None:
    lost = [draw for draw in draws if draw.value == 0]
    if not lost:
        return None
    copies = sum(draw.copies for draw in lost)
    cards = either([draw.card for draw in lost])
    return f"Lost if the next card is {cards} ({copies} of {len(found.position.draws)})."


def either(things: Iterable[object]) -> str:
    """Things in a list: a, b or c."""
    *most, last = map(str, things)
    return f"{', '.join(most)} or {last}" if most else last


@dataclass(frozen=True)
class ChanceReason:
    """What decides whether a move wins, in a sentence; and how it is lost, where that is told."""

    sentence: str | None
    story: Story | None = None


def why_chances(found: Chances, stories: bool = True) -> dict[Action, ChanceReason]:
    """The reasons for all moves that have one, by their actions.

    With the stories of moves that look right and are clearly wrong, unless they are not wanted.
    """
    reasons = {}
    searcher: ChanceSearcher | None = None
    for move in found.moves:
        story = None
        if stories and _has_a_story(found, move):
            searcher = searcher or ChanceSearcher(found.position, found.aim, STORY_BUDGET)
            story = story_of(searcher, found, move)
        sentence = why_chance(found, move)
        if sentence is not None or story is not None:
            reasons[move.action] = ChanceReason(sentence, story)
    return reasons


def _has_a_story(found: Chances, move: ChanceMove) -> bool:
    """Whether it is worth telling how a move is lost, and soon told."""
    return (
        found.value is not None
        and all(other.value is not None for other in found.moves)
        and not found.hidden
        and found.aim != "mean"
        and len(found.position.draws) <= MOST_FOR_A_STORY
        and move.cost is not None
        and move.cost >= CLEARLY
        and is_plausible(found.position, move.action)
    )


@dataclass(frozen=True)
class Step:
    """A turn of a story: what is done, what is drawn, and the chance after that."""

    position: Position
    action: Action
    drawn: Card | None
    value: Fraction


@dataclass(frozen=True)
class Story:
    """How a move is lost if the worst card comes each time and everybody plays their best.

    `plain` is why it is lost in the end, where that is plain to see.
    """

    steps: tuple[Step, ...]
    plain: Why | None

    @property
    def is_lost(self) -> bool:
        """Whether it was followed up to the loss."""
        return bool(self.steps) and self.steps[-1].value == 0


def story_of(searcher: ChanceSearcher, found: Chances, move: ChanceMove) -> Story:
    """The story of a move of the position, up to where the loss is plain, if that is soon."""
    steps: list[Step] = []
    best = aimed_at(found)
    for step, after in islice(_walk(searcher, found, move, _worst), LONGEST_STORY):
        steps.append(step)
        plain = _plainly(step.position, after, best) if step.value == 0 else None
        if plain is not None:
            return Story(tuple(steps), plain)
    # Where it is not plain for long, the story ends with what lost it.
    lost = next((place for place, step in enumerate(steps, 1) if step.value == 0), len(steps))
    return Story(tuple(steps[:lost]), None)


def plan_of(
    searcher: ChanceSearcher, found: Chances, move: ChanceMove, turns: int
) -> tuple[Step, ...]:
    """How it may go on after a good move, for this many turns, if the likeliest cards come."""
    return tuple(step for step, _ in islice(_walk(searcher, found, move, _likeliest), turns + 1))


def _worst(draws: Sequence[Draw]) -> Draw:
    return min(draws, key=lambda draw: (draw.span.high, -draw.copies))


def _likeliest(draws: Sequence[Draw]) -> Draw:
    """Of cards that are equally likely it is the one that leaves the most."""
    return max(draws, key=lambda draw: (draw.copies, draw.span.low))


def _walk(
    searcher: ChanceSearcher,
    found: Chances,
    move: ChanceMove,
    choose: Callable[[Sequence[Draw]], Draw],
) -> Iterator[tuple[Step, Position]]:
    """The move, and then best moves with these draws: each step with the position after it."""
    while move.value is not None:
        position = found.position
        after, drawn, value = position.push(move.action), None, move.value
        if move.draws:
            draw = choose(move.draws)
            after, drawn = drawing(position, after, draw.card), draw.card
            value = draw.span.high
        yield Step(position, move.action, drawn, value), after
        if after.outcome() is not None:
            return
        found = chances_with(searcher, after)
        if not found.best_moves:  # the budget was too small to prove one
            return
        move = _natural(found)


def _natural(found: Chances) -> ChanceMove:
    """A best move as people would make it.

    A play that fits, or else a discard of trash, a clue, another discard, a misplay.
    """
    position = found.position

    def place(move: ChanceMove) -> int:
        if move.action.kind == "discard":
            return 1 if move.is_trash else 3
        return {0: 0, 1: 2}.get(kind_place(position, move.action), 4)

    return min(found.best_moves, key=place)


def _plainly(position: Position, after: Position, best: int) -> Why | None:
    """Why the score is gone; of a pile of one card the order is known."""
    if len(after.draws) > 1:
        return plain_reason_for_all_orders(position, after, best)
    return plain_reason(position, after, best)
