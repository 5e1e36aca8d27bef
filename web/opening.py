"""What is opened: a deal, a game or a position, and what the page may know about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from solver.chances.aims import Aim, check_aim
from solver.errors import InputError, counted
from solver.game.actions import Action
from solver.game.deals import PLAYER_NAMES
from solver.game.position import Position
from solver.game.rules import Rules
from solver.hanab_live.games import LONGEST_NAME, PlayedGame
from solver.hanab_live.words import readable_names
from web.keys import follow
from web.reading import read_input
from web.shortest import Opening, shortest

# Somebody who tries moves asks about the same table again and again.
REMEMBERED = 32


@dataclass(frozen=True)
class Opened:
    """A table: where it starts, and what came along.

    `game` is None for a position that is given by its parts. `hidden` are cards that the player to
    move does not know. `opening` is what opens the same again.
    """

    start: Position
    game: PlayedGame | None
    names: tuple[str, ...]
    opening: Opening
    hidden: tuple[int, ...] = ()
    is_pile_unknown: bool = False
    aim: Aim = "win"
    notes: tuple[str, ...] = ()

    @property
    def line(self) -> tuple[Action, ...]:
        """The moves that came along."""
        return () if self.game is None else self.game.actions

    @property
    def seed(self) -> str | None:
        """The seed of the deal."""
        return None if self.game is None else self.game.seed or self.game.deal.seed

    @property
    def title(self) -> str:
        """What it is, in few words."""
        parts = [f"{self.start.players} players", str(self.start.rules)]
        return ", ".join([*([self.seed] if self.seed else []), *parts])

    def turn(self, moves: int) -> int | None:
        """The number of the turn that comes after so many moves; nobody knows it in a position."""
        return None if self.game is None else moves + 1

    def follow(self, path: Sequence[str]) -> tuple[list[Position], list[Action]]:
        """The positions of a path from the start on, and its actions."""
        return follow(self.start, path)


@lru_cache(maxsize=REMEMBERED)
def open_table(
    text: str,
    players: int | None = None,
    rules: tuple[str, ...] | None = None,
    names: tuple[str, ...] | None = None,
) -> Opened:
    """What a text opens; players, rules and names are for what it does not say."""
    asked = None if rules is None else Rules.named(*rules)
    brought, notes = read_input(text, players, asked)
    game = None
    if brought.deal is not None:
        game = brought.played()
        game = replace(game, turn=_place(game))
    seats = PLAYER_NAMES[: brought.start.players] if game is None else game.names
    if names is not None:
        seats = _checked(names, brought.start.players)
        game = game and replace(game, names=seats)
    opening = shortest(brought, game)
    if game is None and seats != PLAYER_NAMES[: len(seats)]:
        opening["names"] = list(seats)
    return Opened(
        start=brought.start,
        game=game,
        names=readable_names(seats),
        opening=opening,
        hidden=brought.hidden,
        is_pile_unknown=brought.is_pile_unknown or bool(brought.hidden),
        aim=check_aim("win" if brought.aim is None else brought.aim, brought.start),
        notes=tuple(notes),
    )


def _place(game: PlayedGame) -> int | None:
    """The turn to begin at, if a link names one that the game has."""
    if game.turn is None or game.turn == 1:
        return None
    return min(game.turn, len(game.actions) + 1)


def _checked(names: tuple[str, ...], players: int) -> tuple[str, ...]:
    if len(names) != players:
        raise InputError(f"{counted(len(names), 'name')} for {players} players")
    if any(len(name) > LONGEST_NAME for name in names):
        raise InputError(f"a name is longer than {LONGEST_NAME} characters")
    return names
