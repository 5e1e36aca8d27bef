"""A game of the site in words: with its players' names, and what they really said."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence

from solver.game.deals import PLAYER_NAMES
from solver.hanab_live.games import PlayedGame
from solver.hanab_live.variants import clue_colours
from solver.notation.actions import VALUE_CLUE, Clue
from solver.notation.words import describe

LONGEST_NAME = 20


def readable_names(names: Sequence[str]) -> tuple[str, ...]:
    r"""The players' names for a page: on one row, not too long, and each another.

    Whoever has no name is called by the seat's, and who share one are told apart by their seats.

    >>> readable_names(["will", "", "will", "a\x1b[2J\nb"])
    ('will (1)', 'Bob', 'will (3)', 'a [2J b')
    """
    shown = [_readable(name) or seat for name, seat in zip(names, PLAYER_NAMES, strict=False)]
    count = Counter(shown)
    told_apart: list[str] = []
    for seat, name in enumerate(shown, 1):
        own = name if count[name] == 1 else f"{name} ({seat})"
        told_apart.append(f"{own} ({seat})" if own in told_apart else own)
    return tuple(told_apart)


def _readable(name: str) -> str:
    """Without control characters, and others that are not seen but move what is."""
    seen = "".join(" " if unicodedata.category(sign)[0] == "C" else sign for sign in name)
    text = " ".join(seen.split())
    return text if len(text) <= LONGEST_NAME else text[: LONGEST_NAME - 1].rstrip() + "…"


def turn_words(game: PlayedGame, number: int) -> str:
    """A turn of the game, which count from 1."""
    before, action, _ = game.replay.turns[number - 1]
    names = readable_names(game.names)
    said = game.clues[number - 1] if game.clues else None
    if said is None:
        return describe(before, action, names)
    return describe(before, action, names, _clue_words(said, game.variant, names))


def _clue_words(clue: Clue, variant: str, names: Sequence[str]) -> str:
    """What was said and to whom; only the latter, where what was said is not known."""
    colours = clue_colours(variant)
    if colours is not None and clue.kind == VALUE_CLUE and clue.value > 0:
        return f"clues {clue.value} to {names[clue.target]}"
    if colours is not None and clue.kind != VALUE_CLUE and clue.value < len(colours):
        return f"clues {colours[clue.value]} to {names[clue.target]}"
    return f"gives a clue to {names[clue.target]}"
