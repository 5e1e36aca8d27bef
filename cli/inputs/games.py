"""Games of hanab.live on the command line: what they are read as, and writing them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from cli.terminal import output
from solver.errors import DealError, InputError, shown
from solver.files import check_writable, write_whole
from solver.game.deals import PLAYER_NAMES, Deal
from solver.game.position import Action
from solver.game.rules import Rules
from solver.game.seats import seated
from solver.hanab_live.games import Game, game_from_json, game_to_json, is_game, loads_game
from solver.hanab_live.lines import NO_TILES, left_behind
from solver.hanab_live.links import is_link, link_of
from solver.notation.deals import Clue, deal_from_json, parse_json


def game_in(
    text: str,
    where: str,
    players: int | None,
    rules: Rules | None,
    tiles: str | None = None,
    tile5: float | None = None,
    *,
    strict: bool = True,
) -> Game | None:
    """The game of hanab.live that a text is; None if it is something else.

    Such a game says its players and its rules itself; the caller's must not contradict them.
    """
    if is_link(text):
        game = loads_game(text, where, strict=strict)
    else:
        value: Any = parse_json(text, where) if text.lstrip().startswith("{") else None
        if not is_game(value):
            return None
        game = game_from_json(value, where, strict=strict)
    if players not in (None, game.deal.players):
        raise DealError(f"{where}: the game is for {game.deal.players} players, not for {players}")
    if rules not in (None, game.deal.rules):
        raise DealError(f"{where}: the game's rules are {game.deal.rules}, not {rules}")
    if tiles is not None or tile5 is not None:
        raise DealError(f"{where}: a game of hanab.live has no bonus tiles: leave --tiles out")
    return game


def read_value(value: object, where: str) -> Deal:
    """The deal of a JSON value: ours, a game of hanab.live, or an object with a "link" to one."""
    if isinstance(value, Mapping) and "link" in value and not {"seed", "deck"} & value.keys():
        link = value["link"]
        if not isinstance(link, str) or not is_link(link):
            raise InputError(f"{where}: link must be a link of hanab.live, not {shown(link)}")
        return seated_deal(loads_game(link, where))
    if is_game(value):
        return seated_deal(game_from_json(value, where))
    return deal_from_json(value, where)


def seated_deal(game: Game) -> Deal:
    """The deal of a game, for a command that begins with player 0; says so if that is another."""
    if game.start_player:
        name = PLAYER_NAMES[game.start_player]
        output.note(f"note: {name} begins this game, and so is called {PLAYER_NAMES[0]} here")
    return seated(game.deal, game.start_player)


class Showing:
    """What the options --link and --hanab-live ask for; checked before the work begins."""

    def __init__(self, deal: Deal | None, link: bool, path: str | None) -> None:
        """Refuse a deal that the site cannot show, with the reason."""
        self._with_link, self._path = link, path
        if not (link or path):
            return
        if deal is None:
            option = "--link" if link else "--hanab-live"
            raise InputError(f"{option} shows a deal, and the position does not come from one")
        check_tiles(deal, link, path)
        if link:
            link_of(deal, ())
        if path:
            game_to_json(deal, ())
            check_writable(path)
        missing = left_behind(deal.rules, in_link=link)
        if missing:
            output.note(f"note: hanab.live does not have: {', '.join(missing)}")

    @property
    def is_wanted(self) -> bool:
        """Whether one of the options was given."""
        return self._with_link or self._path is not None

    def write(
        self,
        deal: Deal,
        line: Sequence[Action],
        start_player: int = 0,
        turn: int | None = None,
        clues: Sequence[Clue | None] = (),
    ) -> str | None:
        """Write the file that was asked for, and give the link, at a turn; None without --link."""
        if self._path:
            game = game_to_json(deal, line, start_player, clues=clues)
            write_whole(self._path, (json.dumps(game) + "\n").encode())
        if not self._with_link:
            return None
        return link_at(deal, line, start_player, turn, clues)


def check_tiles(deal: Deal, link: bool, path: str | None) -> None:
    """Refuse to show a deal with bonus tiles, with the option that asks for it."""
    if deal.rules.tiles and (link or path):
        raise InputError(f"{NO_TILES}: leave {'--link' if link else '--hanab-live'} out")


def link_at(
    deal: Deal,
    line: Sequence[Action],
    start_player: int,
    turn: int | None,
    clues: Sequence[Clue | None],
) -> str:
    """A link that opens the line at a turn."""
    place = "" if turn in (None, 1) else f"#{turn}"
    return link_of(deal, line, start_player, clues) + place


def linked(link: str | None) -> dict[str, str]:
    """What a report has more if a link was asked for."""
    return {} if link is None else {"link": link}
