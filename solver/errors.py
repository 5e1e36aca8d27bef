"""What can be wrong with what the program is given, by the layer that found it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any


class InputError(ValueError):
    """Something given to the program is wrong; the message says what, where and what to do."""


class RulesError(InputError):
    """A rule set that does not exist, does not combine or is not well formed."""


class CardError(InputError):
    """A text that is not a card of the game."""


class DealError(InputError):
    """A deal that the rules do not allow."""


class PlayersMissingError(DealError):
    """A seed or a deck that does not say how many players there are."""


class PositionError(InputError):
    """A position that is not well formed or cannot arise."""


class ActionError(InputError):
    """A move that the rules do not allow in its position."""


class SurveyError(InputError):
    """A folder of a survey, or a worker, that cannot be used for what is asked."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C during a search; `result` is what was proven until then.

    That is a `Result` of a deal, an `Answer` of a position, an `Endgame` of its moves, or a
    `Review` of a game.
    """

    def __init__(self, result: Any) -> None:
        """Keep what was proven."""
        super().__init__("interrupted")
        self.result = result


def whole(value: object, where: str, error: type[InputError] = InputError) -> int:
    """The value, if it is a whole number; JSON's true is none."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise error(f"{where} must be a whole number, not {shown(value)}")
    return value


def nearest(word: str, known: Iterable[str]) -> str:
    """A hint for a misspelt word, ready to be appended to a message; empty if nothing is alike.

    >>> nearest("avalanch-5", ["avalanche-5", "base"])
    '; did you mean avalanche-5?'
    """
    from difflib import get_close_matches  # noqa: PLC0415 (only a mistake needs it)

    close = get_close_matches(word.lower(), list(known), n=1, cutoff=0.5)
    return f"; did you mean {close[0]}?" if close else ""


def shown(value: object) -> str:
    """A value as it stood in the input, short enough for a message."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError):
        text = repr(value)
    return text if len(text) <= 60 else text[:57] + "…"
