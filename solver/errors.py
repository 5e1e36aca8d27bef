"""What can be wrong with what the program is given, by the layer that found it."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any, TypeVar

Kind = TypeVar("Kind")

LONGEST_MESSAGE = 1000
HUGE = 10**18  # no number of a game comes near it


class InputError(ValueError):
    """Something given to the program is wrong; the message says what, where and what to do.

    What was given may stand in it, and be of any length: the message has its beginning and end.
    """

    def __init__(self, message: str) -> None:
        """Keep what a person can read of it."""
        super().__init__(shortened(message))


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


class ProofError(InputError):
    """A proof that is damaged, or of something else, or does not prove what it claims."""


class ProofTooLargeError(ProofError):
    """A proof that has more megabytes than are allowed."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C during a search; `result` is what was proven until then.

    That is a `Result` of a deal, an `Answer` of a position, an `Endgame` of its moves, a
    `Review` of a game, or the `Luck` of its end.
    """

    def __init__(self, result: Any) -> None:
        """Keep what was proven."""
        super().__init__("interrupted")
        self.result = result


def shortened(text: str) -> str:
    """A message, short enough to be read."""
    return text if len(text) <= LONGEST_MESSAGE else f"{text[:900]} […] {text[-90:]}"


def whole(value: object, where: str, error: type[InputError] = InputError) -> int:
    """The value, if it is a whole number; JSON's true is none."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise error(f"{where} must be a whole number, not {shown(value)}")
    if abs(value) >= HUGE:
        raise error(f"{where} is a number that is too large: {shown(value)}")
    return value


def counted(number: int, thing: str) -> str:
    """A number of things, in a sentence.

    >>> counted(0, "card"), counted(1, "card"), counted(1200, "card")
    ('0 cards', '1 card', '1,200 cards')
    """
    return f"{number:,} {thing}" if number == 1 else f"{number:,} {thing}s"


def of_kind(
    value: object, kind: type[Kind], where: str, error: type[InputError] = InputError
) -> Kind:
    """The value, if it is one of that kind.

    >>> of_kind("p3v0s42", int, "the deal")
    Traceback (most recent call last):
    ...
    solver.errors.InputError: the deal must be a value of int, not "p3v0s42"
    """
    if not isinstance(value, kind):
        raise error(f"{where} must be a value of {kind.__name__}, not {shown(value)}")
    return value


def nearest(word: str, known: Collection[str]) -> str:
    """A hint for a misspelt word, ready to be appended to a message; empty if nothing is alike.

    >>> nearest("avalanch-5", ["avalanche-5", "base"])
    '; did you mean avalanche-5?'
    """
    close = nearest_of(word.lower(), known, cutoff=0.5)
    return "" if close is None else f"; did you mean {close}?"


def nearest_of(word: str, known: Collection[str], cutoff: float) -> str | None:
    """The known word that is most like this one; None if none is alike enough."""
    from difflib import get_close_matches  # noqa: PLC0415 (only a mistake needs it)

    if len(word) > 2 * max(map(len, known), default=0):  # none is, and the comparison takes long
        return None
    return next(iter(get_close_matches(word, known, n=1, cutoff=cutoff)), None)


def shown(value: object) -> str:
    """A value as it stood in the input, short enough for a message."""
    text = _written(value)
    return text if len(text) <= 60 else text[:57] + "…"


def _written(value: object) -> str:
    try:
        return json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):  # only from Python: what is read is JSON
        pass
    try:
        return repr(value)
    except (ValueError, RecursionError):
        return f"a {type(value).__name__} too large to be shown"
