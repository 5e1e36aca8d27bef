"""What a player does on a turn, and how a game ends."""

from __future__ import annotations

from enum import Enum
from typing import Literal, NamedTuple

ActionKind = Literal["play", "discard", "clue"]


class Choice(NamedTuple):
    """What the players take when bonus tile 5 or 6 is turned: a discarded card, by its order.

    It goes into the draw pile or into play.
    """

    tile: int
    card: int
    into: Literal["pile", "play"]


class Action(NamedTuple):
    """What a player does on a turn.

    `card` is the order of the card that is played or discarded, None for a clue. What a clue
    says, and to whom, does not matter in the full-information game: it lets a turn pass.

    Decided: an announcement always names the card's own colour. Naming another colour would
    throw the card away for a strike, and doing that on purpose is not a move.

    `choices` are for the bonus tiles that a play turns, in their order; a tile that offers a
    choice and is not among them is left without effect, which is allowed.

    >>> Action("play", 7, announce=True)
    Action(kind='play', card=7, announce=True, choices=())
    """

    kind: ActionKind
    card: int | None = None
    announce: bool = False
    choices: tuple[Choice, ...] = ()


class Termination(Enum):
    """Why a game is over."""

    PERFECT = "all fireworks are complete"
    LAST_ROUND = "the last round is over"
    STRIKES = "too many strikes"
    INDISPENSABLE = "an indispensable card is lost"
    STUCK = "the player to move has no legal action"


class Outcome(NamedTuple):
    """How a game ended; a defeat in Bouquet final has no score."""

    termination: Termination
    score: int | None
