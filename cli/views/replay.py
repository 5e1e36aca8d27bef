"""What a review of a game says: as an object for programs, and in sentences."""

from __future__ import annotations

from typing import Any

from cli.views import deal as report
from solver.analysis.review import Bounds, Review, ReviewedTurn
from solver.game.actions import Action
from solver.game.deals import PLAYER_NAMES
from solver.game.position import Position
from solver.notation.actions import action_to_json
from solver.notation.words import choice_words, describe

KNOWN = (
    "The solver knows all cards, and the players did not: a move that cost points here may have "
    "been the right one for them."
)


def as_json(review: Review) -> dict[str, Any]:
    """All that is known about a game and its turns, as one object."""
    game, lost = review.game, review.lost
    return {
        **report.deal_json(game.deal),
        "variant": game.variant,
        "names": list(game.names),
        "ended": game.ended,
        "final_score": review.final_score,
        "best_possible": review.best_possible,
        "lost_on_turn": review.lost_on_turn,
        "cause": None if lost is None or review.lost_on_turn is None else lost.cause,
        "undecided": review.is_undecided,
        **_open("bounds", review.start),
        "turns": [_turn_json(review, turn) for turn in review.turns],
        "line_from_turn": review.leaves_on_turn,
        "line": _line_json(review),
        "nodes": review.nodes,
        "seconds": review.seconds,
    }


def _turn_json(review: Review, turn: ReviewedTurn) -> dict[str, Any]:
    position = turn.turn.before
    value = {
        "turn": turn.number,
        "player": PLAYER_NAMES[position.to_move],
        "action": _played_json(review, turn),
        "words": describe(position, turn.turn.action),
        "before": turn.before.value,
        "after": turn.after.value,
        **_open("before_bounds", turn.before),
        **_open("after_bounds", turn.after),
    }
    if turn.better is not None:
        value["better"] = action_to_json(position, turn.better)
        value["cause"] = turn.cause
    return value


def _played_json(review: Review, turn: ReviewedTurn) -> dict[str, Any]:
    """What was played; a clue as it was given, where the file tells."""
    clues = review.game.clues
    said = clues[turn.number - 1] if clues else None
    return action_to_json(turn.turn.before, turn.turn.action) if said is None else said.to_json()


def _open(key: str, bounds: Bounds) -> dict[str, list[int]]:
    """Bounds, where the value is not proven."""
    return {key: list(bounds)} if bounds.value is None else {}


def _line_json(review: Review) -> list[dict[str, Any]]:
    return [action_to_json(position, action) for position, action in line_steps(review)]


def line_steps(review: Review) -> list[tuple[Position, Action]]:
    """The part of the review's line that was not played: positions, each with its action."""
    position, steps = review.game.positions[review.leaves_on_turn - 1], []
    for action in review.line[review.leaves_on_turn - 1 :]:
        steps.append((position, action))
        position = position.push(action)
    return steps


def sentence(review: Review) -> str:
    """What became of the game and what might have, in one plain sentence."""
    return f"{_scored(review)}; {_possible(review)}."


def _scored(review: Review) -> str:
    game, perfect = review.game, review.game.deal.rules.perfect_score
    if game.ended == "unfinished":
        return f"The game stops with {game.score} of {perfect}"
    if game.ended == "terminated":
        return f"The game was terminated with {game.score} of {perfect}, which counts as 0"
    return f"The game scored {game.score} of {perfect}"


def _possible(review: Review) -> str:
    best, lost = bounds_words(review.start), review.lost
    if review.lost_on_turn is None and review.is_undecided:
        low, high = review.start
        best = best if low == high else f"at least {low} and at most {high}"
        proven = f", but turn {lost.number} cost something" if lost else ""
        return f"{best} could be reached; where it fell is undecided within the budget{proven}"
    if lost is not None:
        how = f"{lost.cause} left {bounds_words(lost.after)}"
        return f"{best} could be reached until turn {lost.number}, where a {how}"
    if review.game.ended == "over":
        return f"{best} could be reached, and was" if review.final_score else f"{best} was the most"
    return f"{best} could still be reached"


def bounds_words(bounds: Bounds) -> str:
    """A best score, or what is proven about it."""
    return str(bounds.low) if bounds.value is not None else f"{bounds.low}-{bounds.high}"


def better_words(review: Review, lost: ReviewedTurn) -> str:
    """What would have kept the best score on the first turn that did not, the like together."""
    position = lost.turn.before
    cards: dict[str, list[str]] = {"plays": [], "gives a clue": [], "discards": [], "misplays": []}
    verbs = []
    for actions in review.others or (lost.line[:1],):
        verb = _verb(position, actions[0])
        verbs.append(verb)
        # A play that fits is a move of its own if it is announced, and with each choice of tiles;
        # other actions only repeat.
        orders = dict.fromkeys(action.card for action in actions if action.card is not None)
        for card in dict.fromkeys(map(position.card, orders)):
            slots = [str(position.slot(order)) for order in orders if position.card(order) == card]
            said = ", announced" if actions[0].announce else ""
            tiles = choice_words(position, actions[0])
            cards[verb].append(f"{card} (slot {' or '.join(slots)}{said}){tiles}")
    name = PLAYER_NAMES[position.to_move]
    parts = [f"{verb} {_either(cards[verb])}".rstrip() for verb in cards if verb in verbs]
    return f"{name} {'; or '.join(parts)}"


def _verb(position: Position, action: Action) -> str:
    if action.card is None:
        return "gives a clue"
    if action.kind == "discard":
        return "discards"
    return "plays" if position.is_playable(action.card) else "misplays"


def _either(words: list[str]) -> str:
    return " or ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))
