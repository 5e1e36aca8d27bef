"""The one reader of what a user may bring.

That is a deal (a full seed, the cards of a deck, or an object), a deal with a line of play as
`deal --json` writes it, a position (its parts, or an object), or a game of hanab.live (a file or
a link). Nothing is printed here: what a user should know comes back as notes.

A room of its own: notation cannot read the site's games, which are made of it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from solver.errors import ActionError, DealError, InputError, PositionError, shown, whole
from solver.game.deals import PLAYER_NAMES, Deal
from solver.game.position import Position
from solver.game.rules import Rules
from solver.game.seats import seated
from solver.hanab_live.games import PlayedGame, game_from_json, is_game, loads_game
from solver.hanab_live.links import is_link
from solver.notation.deals import deal_from_json, loads_deal
from solver.notation.lines import Replay, follow, has_line, moves_from_json
from solver.notation.objects import at, check_keys, parse_json
from solver.notation.positions import loads_position, position_from_json

# The seat of the player who begins; a game file has it as startingPlayer.
STARTING_PLAYER = "starting_player"
_SEED = re.compile(r"(?:legacy-[0-9]-)?p[0-9]{1,2}v[A-Za-z0-9]+s[A-Za-z0-9-]+")


@dataclass(frozen=True)
class Brought:
    """What a user brought.

    `deal` is None for a position that is given by its parts. `game` is the game of hanab.live that
    all of it comes from, and `value` the object of a deal with a line. A position may say that
    nobody knows the order of its pile; `aim` is what it asks for then, not checked yet.
    """

    start: Position
    where: str
    deal: Deal | None = None
    game: PlayedGame | None = None
    value: object = None
    is_pile_unknown: bool = False
    aim: Any = None
    hidden: tuple[int, ...] = ()  # cards that the player to move does not know

    @cached_property
    def replay(self) -> Replay | None:
        """The line that came with a deal, as far as it is legal; None if there was none."""
        if self.game is not None:
            return self.game.replay
        if not has_line(self.value):
            return None
        return follow(moves_from_json(self.value, self.where), self.start)

    @property
    def turn(self) -> int | None:
        """The turn that a link points to."""
        return None if self.game is None else self.game.turn

    def seated(self) -> Deal:
        """The deal, turned so that player 0 begins."""
        if self.deal is None:
            raise InputError(f"{self.where}: is a position, and a deal is needed")
        return seated(self.deal, self.start.to_move)

    def notes(self) -> tuple[str, ...]:
        """What the user of `seated` should know."""
        if self.start.to_move == 0:
            return ()
        name = PLAYER_NAMES[self.start.to_move]
        return (f"note: {name} begins this game, and so is called {PLAYER_NAMES[0]} here",)

    def check_line(self) -> None:
        """Refuse a line that is not legal to its end."""
        if self.replay is not None and self.replay.fault is not None:
            turn = len(self.replay.turns) + 1
            raise ActionError(f"{self.where}: turn {turn}: {self.replay.fault}")

    def played(self) -> PlayedGame:
        """The whole game, which must be legal: one of hanab.live, or a deal and its line."""
        self.check_line()
        if self.game is not None:
            return self.game
        if self.deal is None:
            raise InputError(f"{self.where}: is a position, and a game begins with a deal")
        replay = self.replay or Replay(self.start, (), None)
        names, rules = PLAYER_NAMES[: self.deal.players], self.deal.rules
        return PlayedGame(self.deal, replay, names, variant=str(rules), seed=self.deal.seed)


def read(
    text: str,
    where: str,
    *,
    players: int | None = None,
    rules: Rules | None = None,
    tiles: object = None,
    tile5: object = None,
) -> Brought:
    """What a text is. `where` names it in messages.

    Players, rules and bonus tiles are the caller's: they fill in what the text leaves open and must
    not contradict it.

    >>> read("p3v0s42", "text").deal == Deal.from_seed(42, players=3)
    True
    >>> read("hands r1 / r2; tokens 3; turns left 2", "text", rules=Rules.from_json(
    ...     {"suits": [{"letter": "r", "copies": [1, 1]}], "hand_size": 1})).start.tokens
    3
    """
    if not text.strip():
        raise InputError(
            f"{where}: is empty; write a deal or a game of hanab.live, or a position for a command "
            "that takes one"
        )
    if is_link(text):
        return _from_game(
            loads_game(text, where, strict=False), where, players, rules, tiles, tile5
        )
    if text.lstrip().startswith("{"):
        value = parse_json(text, where)
        return read_value(value, where, players=players, rules=rules, tiles=tiles, tile5=tile5)
    if re.search(r"\bhands\b", text[:1000]):
        hidden: list[int] = []
        start = loads_position(text, where, rules, hidden)
        return Brought(start, where, hidden=tuple(hidden))
    if _SEED.fullmatch(text.strip()):
        return _from_deal(Deal.from_seed(text.strip(), players, rules), where)
    return _from_deal(loads_deal(text, where, players, rules, tiles, tile5), where)


def read_value(
    value: object,
    where: str,
    *,
    players: int | None = None,
    rules: Rules | None = None,
    tiles: object = None,
    tile5: object = None,
) -> Brought:
    """The same for a JSON value; an object with a "link" alone is what the link holds."""
    unknown, aim = _question(value, where)
    if isinstance(value, Mapping) and "link" in value and not {"seed", "deck"} & value.keys():
        link = value["link"]
        if not isinstance(link, str) or not is_link(link):
            raise InputError(f"{where}: link must be a link of hanab.live, not {shown(link)}")
        return _from_game(
            loads_game(link, where, strict=False), where, players, rules, tiles, tile5
        )
    if is_game(value):
        game = game_from_json(value, where, strict=False)
        return _from_game(game, where, players, rules, tiles, tile5)
    if isinstance(value, Mapping) and isinstance(value.get("position"), Mapping):
        value = value["position"]  # in what `endgame --json` and `exercise --json` write
        if not unknown:
            unknown, aim = _question(value, where)
    if isinstance(value, Mapping) and value.get("hands") is not None:
        hidden: list[int] = []
        start = position_from_json(value, where, rules, hidden)
        return Brought(start, where, is_pile_unknown=unknown, aim=aim, hidden=tuple(hidden))
    deal = deal_from_json(value, where, players, rules, tiles, tile5)
    return _from_deal(deal, where, value)


def _question(value: object, where: str) -> tuple[bool, Any]:
    """Whether an object says that nobody knows the order of its pile, and its aim if it does."""
    if not isinstance(value, Mapping) or value.get("pile_order") is None:
        return False, None
    if value["pile_order"] != "unknown":
        order = shown(value["pile_order"])
        raise PositionError(f'{where}: pile_order is "unknown" or left out, not {order}')
    inner = value.get("position")
    if (inner if isinstance(inner, Mapping) else value).get("hands") is None:
        raise PositionError(f"{where}: pile_order goes with a position, and this is a deal")
    with at(where):
        check_keys(value, ("pile_order", "aim"), PositionError)
    return True, value.get("aim")


def _from_deal(deal: Deal, where: str, value: object = None) -> Brought:
    """A deal; what `replay --json` writes says who began."""
    start = Position.start(deal)
    first = value.get(STARTING_PLAYER) if isinstance(value, Mapping) else None
    if first is not None:
        with at(where):
            first = whole(first, STARTING_PLAYER)
            if not 0 <= first < deal.players:
                raise InputError(f"{STARTING_PLAYER} is {first}, not from 0 to {deal.players - 1}")
        start = replace(start, to_move=first)
    return Brought(start, where, deal, value=value)


def _from_game(
    game: PlayedGame,
    where: str,
    players: int | None,
    rules: Rules | None,
    tiles: object,
    tile5: object,
) -> Brought:
    """A game of hanab.live says its players and its rules itself."""
    if players not in (None, game.deal.players):
        raise DealError(f"{where}: the game is for {game.deal.players} players, not for {players}")
    if rules not in (None, game.deal.rules):
        raise DealError(f"{where}: the game's rules are {game.deal.rules}, not {rules}")
    if tiles is not None or tile5 is not None:
        raise DealError(f"{where}: a game of hanab.live has no bonus tiles: leave them out")
    return Brought(game.start, where, game.deal, game)


def read_game(text: str, where: str) -> PlayedGame:
    """A whole game: one of hanab.live, or a deal and a line as `deal --json` has them."""
    if not is_link(text) and not text.lstrip().startswith("{"):
        raise InputError(
            f"{where}: is not a game: give a game file or a link of hanab.live, or a solved deal "
            "as JSON"
        )
    return read(text, where).played()
