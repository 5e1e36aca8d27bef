"""The table of what the command line was asked about."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from solver.chances.aims import check_aim
from solver.game.deals import PLAYER_NAMES
from solver.game.position import Position
from solver.hanab_live.games import PlayedGame
from solver.hanab_live.words import readable_names
from solver.notation.lines import Replay, Turn
from solver.reader import Brought
from web.opening import Opened
from web.shortest import shortest

if TYPE_CHECKING:
    from cli.inputs.position import Given


def opened_position(asked: Given) -> Opened:
    """The table of a position; of one from a deal, with the game that leads there."""
    brought = Brought(
        start=asked.position,
        where="the position",
        is_pile_unknown=asked.is_pile_unknown,
        aim=asked.aim,
        hidden=asked.hidden,
    )
    game = _game(asked)
    return Opened(
        start=asked.position if game is None else game.start,
        game=game,
        names=PLAYER_NAMES[: asked.position.players],
        # That a table begins at a turn cannot be written together with a line of ours.
        opening=shortest(brought, game and replace(game, turn=None)),
        hidden=asked.hidden,
        is_pile_unknown=asked.is_pile_unknown or bool(asked.hidden),
        aim=check_aim("win" if asked.aim is None else asked.aim, asked.position),
    )


def opened_game(game: PlayedGame) -> Opened:
    """The table of a game that was played, from its first turn."""
    game = replace(game, turn=None)
    brought = Brought(start=game.start, where="the game", deal=game.deal)
    return Opened(
        start=game.start,
        game=game,
        names=readable_names(game.names),
        opening=shortest(brought, game),
    )


def _game(asked: Given) -> PlayedGame | None:
    """What was played up to the position, which is where it is opened."""
    if asked.deal is None:
        return None
    position = start = replace(Position.start(asked.deal), to_move=asked.start_player)
    turns = []
    for action in asked.moves:
        turns.append(Turn(position, action, position := position.push(action)))
    return PlayedGame(
        deal=asked.deal,
        replay=Replay(start, tuple(turns), None),
        names=PLAYER_NAMES[: asked.deal.players],
        variant=str(asked.deal.rules),
        seed=asked.deal.seed,
        turn=asked.turn if asked.moves else None,
    )
