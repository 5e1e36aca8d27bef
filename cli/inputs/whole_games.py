"""A whole game, deal and moves, from a text."""

from __future__ import annotations

from cli.inputs.games import game_in
from solver.errors import ActionError, InputError
from solver.game.deals import PLAYER_NAMES
from solver.game.position import Position
from solver.hanab_live.games import Game
from solver.notation.deals import loads_deal
from solver.notation.lines import follow, holds_line, read_moves


def read_game(text: str, where: str) -> Game:
    """A game of hanab.live, as a file or a link, or a deal and a line as `deal --json` has them."""
    game = game_in(text, where, None, None)
    if game is not None:
        return game
    if not text.lstrip().startswith("{"):
        raise InputError(
            f"{where}: is not a game: a game file or a link of hanab.live is, or what "
            "`deal --json` writes"
        )
    deal = loads_deal(text, where)
    moves = read_moves(text, deal.rules, where) if holds_line(text) else []
    replay = follow(moves, Position.start(deal))
    if replay.fault is not None:
        raise ActionError(f"{where}: turn {len(replay.turns) + 1}: {replay.fault}")
    names = PLAYER_NAMES[: deal.players]
    return Game(deal, replay, names, variant=str(deal.rules), seed=deal.seed)
