"""Turns to be shown one after the other: best lines, refutations, stories."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple, Protocol

from cli.views.chances import amount
from cli.views.endgame import over_sentence
from cli.views.parts.reasons import with_names
from solver.chances.moves import ChanceMove, Chances, drawing
from solver.chances.searcher import Span
from solver.chances.why import LONGEST_STORY, STORY_BUDGET, plan_of, story_of
from solver.errors import InputError
from solver.game.actions import Action
from solver.game.cards import Card
from solver.game.position import Position
from solver.notation.words import describe
from solver.reasons.moves import why_move
from web.keys import action_of, key_of
from web.limits import Allowance
from web.opening import Opened
from web.searchers import chance_searcher_for, searcher_for
from web.tables import board_json
from web.values import PileOrder, asked_chances, check_order, count_chances, has_chance_film

Film = dict[str, Any]
BEST_LINE = "A best line"
BEST_AFTER = "The best play after it"
LOST = "How it is lost if the worst cards come"
LIKELY = "How it may go on if the likeliest cards come"


class Step(Protocol):
    """A turn of a story: what is done, and what is drawn if that is chosen for the story."""

    @property
    def position(self) -> Position:
        """Before the turn."""

    @property
    def action(self) -> Action:
        """What is done."""

    @property
    def drawn(self) -> Card | None:
        """What is drawn."""


class Seats(NamedTuple):
    """Who sits there, and the number of the film's first turn, if anybody knows it."""

    names: Sequence[str]
    turn: int | None


def film_json(
    start: Position,
    actions: Sequence[Action],
    seats: Seats,
    title: str,
    end: str | None = None,
    *,
    fits: bool = True,
) -> Film:
    """A film of a line; `fits` says whether the table has the same cards in the same places."""
    positions, words = [start], []
    for action in actions:
        words.append(describe(positions[-1], action, seats.names))
        positions.append(positions[-1].push(action))
    over = over_sentence(positions[-1])
    return {
        "title": title,
        "cards": [str(card) for card in start.deck],
        "boards": [
            board_json(position, None if seats.turn is None else seats.turn + moves, seats.names)
            for moves, position in enumerate(positions)
        ],
        "words": words,
        "path": [key_of(action) for action in actions] if fits else None,
        "end": over if end is None else with_names(end, seats.names),
    }


def story_json(steps: Sequence[Step], seats: Seats, title: str, end: str | None) -> Film:
    """A film of a story, whose cards come in an order of its own."""
    last = steps[-1]
    after = last.position.push(last.action)
    if last.drawn is not None:
        after = drawing(last.position, after, last.drawn)
    # A card that has been drawn stays what it is: the last deck is that of all turns.
    start = replace(steps[0].position, deck=after.deck)
    return film_json(start, [step.action for step in steps], seats, title, end, fits=False)


def move_film(
    opened: Opened, path: Sequence[str], pile: PileOrder, key: str, allowance: Allowance
) -> Film:
    """How it goes on after a move of the board at the end of a path."""
    position, action = opened.follow([*path, key])[0][-2], action_of(key)
    seats = Seats(opened.names, opened.turn(len(path)))
    if pile == "known":
        check_order(opened)
        return _known_film(position, action, seats, allowance)
    asked = asked_chances(opened, path, position)
    found = count_chances(asked, allowance)
    move = next(move for move in found.moves if action in move.actions)
    if not has_chance_film(found, move):
        raise InputError("how this move goes on is not known with the pile face down")
    # Of equal cards the one that was asked for.
    same = (action, *(other for other in move.actions if other != action))
    return _unknown_film(found, replace(move, actions=same), seats, allowance)


def _known_film(position: Position, action: Action, seats: Seats, allowance: Allowance) -> Film:
    """The best line; of a move that costs something, its best play until the loss is plain."""
    with searcher_for(allowance) as searcher:
        before = searcher.solve_position(position)
        allowance.check()
        searcher.budget = allowance.left()
        after = searcher.solve_next(position.push(action), before.bounds[1])
        allowance.check()
    low, high = before.bounds
    line = (action, *after.line)
    if low != high or after.verdict == "undecided" or after.bounds[0] == low:
        return film_json(position, line, seats, BEST_LINE)
    reason = why_move(position, action, low, after.line)
    if reason.refutation:
        line = (action, *(step for _, step in reason.refutation))
    return film_json(position, line, seats, BEST_AFTER, reason.plain.sentence)


def _unknown_film(found: Chances, move: ChanceMove, seats: Seats, allowance: Allowance) -> Film:
    """The story of a move that is clearly lost, or how it may go on."""
    with chance_searcher_for(found.position, found.aim, allowance) as searcher:
        searcher.budget = STORY_BUDGET
        if move.cost and found.aim != "mean":
            story = story_of(searcher, found, move)
            if story.is_lost:
                plain = None if story.plain is None else story.plain.sentence
                return story_json(story.steps, seats, LOST, plain or "Lost.")
        steps = plan_of(searcher, found, move, LONGEST_STORY)
    left = amount(found, Span(steps[-1].value, steps[-1].value))
    what = "The mean score" if found.aim == "mean" else "The chance"
    return story_json(steps, seats, LIKELY, f"{what} is {left} then.")
