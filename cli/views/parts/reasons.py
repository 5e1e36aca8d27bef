"""Why a move costs something, as an object and in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from cli.views.parts.moves import line_words
from solver.chances.why import ChanceReason, Step
from solver.game.actions import Action
from solver.game.cards import Card
from solver.game.deals import PLAYER_NAMES
from solver.game.position import Position
from solver.reasons.moves import MoveReason

# How an action is written where the reason stands.
ActionJson = Callable[[Position, Action], dict[str, Any]]


def reason_json(reason: MoveReason, action_json: ActionJson) -> dict[str, Any]:
    """A reason with a known pile."""
    why = reason.why
    return {
        "kind": why.kind,
        "sentence": why.sentence,
        "cards": [str(card) for card in why.cards],
        "proof": why.proof,
        "refutation": [action_json(position, action) for position, action in reason.refutation],
        "plain": reason.plain.sentence,
    }


def reason_words(reason: MoveReason) -> str:
    """The same in a sentence, with the best play after the move where the loss is not plain."""
    if not reason.refutation:
        return reason.why.sentence
    first, _ = reason.refutation[0]
    played = line_words(first, [action for _, action in reason.refutation])
    return f"At best {played}. {reason.plain.sentence}"


def with_names(sentence: str, names: Sequence[str]) -> str:
    """A sentence about the seats with the names of those who sat there.

    >>> with_names("y5 falls to Bob, who has no turn left.", ["ann", "zoe"])
    'y5 falls to zoe, who has no turn left.'
    """
    seats = dict(zip(PLAYER_NAMES, names, strict=False))
    return re.sub(r"\b[A-Z][a-z]+\b", lambda word: seats.get(word[0], word[0]), sentence)


def chance_reason_json(
    reason: ChanceReason | None, action_json: ActionJson
) -> dict[str, Any] | None:
    """A reason with the pile face down; the cards of a story are named."""
    if reason is None:
        return None
    story = reason.story
    steps = () if story is None or not story.is_lost else story.steps
    return {
        "sentence": reason.sentence,
        "refutation": [_step_json(step, action_json) for step in steps],
        "plain": None if story is None or story.plain is None else story.plain.sentence,
    }


def _step_json(step: Step, action_json: ActionJson) -> dict[str, Any]:
    card = step.action.card
    return {
        "type": action_json(step.position, step.action)["type"],
        "card": None if card is None else str(step.position.card(card)),
        "draws": None if step.drawn is None else str(step.drawn),
        "win": str(step.value),
    }


def chance_reason_words(reason: ChanceReason | None) -> Iterator[str]:
    """The same in sentences."""
    if reason is None:
        return
    if reason.sentence is not None:
        yield reason.sentence
    story = reason.story
    if story is None or not story.is_lost:
        return
    plain = "Lost." if story.plain is None else story.plain.sentence
    if plain != reason.sentence:
        played = (step_words(step.position, step.action, step.drawn) for step in story.steps)
        yield f"For example: {', '.join(played)}. {plain}"


def step_words(position: Position, action: Action, drawn: Card | None) -> str:
    """A turn of a story, with the card that is drawn in it."""
    words = line_words(position, [action])
    return words if drawn is None else f"{words} and draws {drawn}"
