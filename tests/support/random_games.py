"""Games that are played carelessly, but not thrown away."""

from __future__ import annotations

import random

from solver import Action, Position


def careless_game(
    start: Position, seed: object, *, misplays: bool = True
) -> tuple[int, list[Action]]:
    """A game with clues, discards and, with `misplays`, strikes; its score and its line."""
    draw = random.Random(seed)  # type: ignore[arg-type]
    position, line = start, []
    while position.outcome() is None:
        fits = [
            action
            for action in position.legal_actions()
            if action.kind == "play" and position.is_playable(action.card or 0)
        ]
        others = [
            action
            for action in position.legal_actions()
            if action.kind != "play"
            or (misplays and position.strikes + 1 < start.rules.strikes and not action.announce)
        ]
        chosen = fits if fits and draw.random() < 0.8 else others or fits
        line.append(draw.choice(chosen or position.legal_actions()))
        position = position.push(line[-1])
    outcome = position.outcome()
    return (outcome.score or 0) if outcome else 0, line
