"""What an exercise teaches, where that is clear: each theme is one function with its condition."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from solver.analysis.moves import Endgame, ValuedMove
from solver.exercises.grading import fits, refutation, steps
from solver.game.actions import Action, Termination
from solver.game.position import Position

Theme = Literal[
    "fail-on-purpose",
    "empty-hand",
    "last-round",
    "hold-the-five",
    "hand-over-the-draw",
    "discard-to-draw",
]
IN_WORDS: dict[Theme, str] = {
    "fail-on-purpose": "fail a play on purpose at the token maximum",
    "empty-hand": "an empty hand in Bouquet final",
    "last-round": "order of the last round",
    "hold-the-five": "hold the five for its holder",
    "hand-over-the-draw": "burn a token to hand over the draw",
    "discard-to-draw": "discard to draw",
}


def find_theme(endgame: Endgame, obvious: Sequence[ValuedMove]) -> Theme | None:
    """The first theme whose condition holds, the most particular first; None if none does.

    `obvious` are the moves that seem right and are not. Where a condition speaks of the line, it is
    that of the first solution.
    """
    return next((name for name, holds in CONDITIONS.items() if holds(endgame, obvious)), None)


def fails_on_purpose(endgame: Endgame, _: Sequence[ValuedMove]) -> bool:
    """All tokens are there, and every solution plays a card that does not fit.

    Nobody can discard at the maximum: a strike is the price of a draw, or of a turn that passes
    and leaves all tokens.
    """
    position = endgame.position
    return position.tokens == position.rules.tokens and all(
        move.action.kind == "play" and not fits(position, move.action)
        for move in endgame.best_moves
    )


def leaves_a_hand_empty(endgame: Endgame, obvious: Sequence[ValuedMove]) -> bool:
    """Bouquet final, and after each obvious move a hand that ran empty is what loses in the end.

    A longest line of defence ends with a player who has no card and no clue to give, while no
    indispensable card is lost and no strike is one too many.
    """
    position, (low, _) = endgame.position, endgame.answer.bounds
    return position.rules.is_bouquet_final and all(
        any(_is_stuck(end) for end in refutation(position.push(move.action), low)[1])
        for move in obvious
    )


def _is_stuck(position: Position) -> bool:
    outcome = position.outcome()
    return outcome is not None and outcome.termination is Termination.STUCK


def orders_the_last_round(endgame: Endgame, obvious: Sequence[ValuedMove]) -> bool:
    """The last round has begun, and of the cards that fit some are right and the obvious are not.

    Everybody has one turn: a card that nobody else can play goes before one that somebody can.
    """
    position = endgame.position
    return position.turns_left is not None and all(
        fits(position, move.action) for move in (*obvious, *endgame.best_moves)
    )


def holds_the_five(endgame: Endgame, obvious: Sequence[ValuedMove]) -> bool:
    """A five that fits is an obvious move, and on the line its holder plays it later.

    The turn is needed for something else now, and the five for a turn that comes.
    """
    position = endgame.position
    later = [action.card for _, action in steps(endgame)[1:] if action.kind == "play"]
    return any(
        move.card is not None
        and move.card.value == 5
        and not position.rules.suits[position.rules.suit_index(move.card.suit)].descending
        and any(action.card in later for action in move.actions)
        for move in obvious
        if move.action.kind == "play"
    )


def hands_over_the_draw(endgame: Endgame, obvious: Sequence[ValuedMove]) -> bool:
    """The clue is the only solution, every obvious move draws, and it matters who does.

    On the line a teammate takes the next card, and either plays that card later, or it is the
    last one before the last round: who takes it has the last turn.
    """
    position, line = endgame.position, steps(endgame)
    if not position.pile or any(m.action.card is not None for m in endgame.best_moves):
        return False
    if any(move.action.card is None for move in obvious):
        return False
    drawer = next((there.to_move for there, action in line if action.card is not None), None)
    if drawer is None or drawer == position.to_move:
        return False
    last = len(position.pile) == 1 and not position.rules.is_bouquet_final
    return last or _plays_later(line, drawer, position.draws[0])


def discards_to_draw(endgame: Endgame, _: Sequence[ValuedMove]) -> bool:
    """Every solution is a discard, the clue would be allowed, and the card drawn is played.

    It is the player to move who plays it, later on the line: a clue would leave it in the pile
    for somebody else.
    """
    position = endgame.position
    return (
        bool(position.pile)
        and all(move.action.kind == "discard" for move in endgame.best_moves)
        and any(move.action.kind == "clue" for move in endgame.moves)
        and _plays_later(steps(endgame), position.to_move, position.draws[0])
    )


CONDITIONS: dict[Theme, Callable[[Endgame, Sequence[ValuedMove]], bool]] = {
    "fail-on-purpose": fails_on_purpose,
    "empty-hand": leaves_a_hand_empty,
    "last-round": orders_the_last_round,
    "hold-the-five": holds_the_five,
    "hand-over-the-draw": hands_over_the_draw,
    "discard-to-draw": discards_to_draw,
}


def _plays_later(line: Sequence[tuple[Position, Action]], player: int, card: int) -> bool:
    """Whether this player plays the card on the line, and it fits."""
    return any(
        there.to_move == player and action.card == card and fits(there, action)
        for there, action in line
    )
