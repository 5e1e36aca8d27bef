"""Deals as JSON or as the cards of a deck."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from typing import Any, TextIO, TypeVar

from solver.errors import DealError, InputError, PlayersMissingError, shown
from solver.game.cards import parse_cards
from solver.game.deals import Deal
from solver.game.rules import Rules, check_players
from solver.notation.objects import at, check_keys, parse_json
from solver.notation.sources import LARGEST_TEXT, check_size, opened, read_whole

DEAL_KEYS = ("seed", "deck", "players", "rules", "tiles", "tile5")

T = TypeVar("T")


def load_deal(
    source: str | os.PathLike[str] | TextIO,
    players: int | None = None,
    rules: object = None,
    tiles: object = None,
    tile5: object = None,
) -> Deal:
    """The deal in a file: a path, or a stream that is open for reading. See `loads_deal`."""
    if isinstance(source, str | os.PathLike):
        try:
            with opened(source) as stream:
                text = read_whole(stream, where := os.fspath(source))
        except OSError as error:
            raise InputError(f"{os.fspath(source)}: cannot be read: {error.strerror}") from None
    else:
        where = str(getattr(source, "name", "input"))
        try:
            text = source.read(LARGEST_TEXT + 1)
        except UnicodeDecodeError as error:
            raise InputError(f"{where}: is not UTF-8 text (byte {error.start})") from None
    return loads_deal(text, where, players, rules, tiles, tile5)


def loads_deal(
    text: str,
    where: str = "deal",
    players: int | None = None,
    rules: object = None,
    tiles: object = None,
    tile5: object = None,
) -> Deal:
    """The deal that a text is: a JSON object, or cards alone, the first card dealt first.

    Cards alone need the players from the caller, and rules if they are not base, and the bonus
    tiles if these have some. `where` names the text in messages.

    >>> loads_deal('{"seed": "p3v0s42"}') == loads_deal('{"seed": 42}', players=3)
    True
    """
    check_size(text, where)
    # No card begins like this, so it is meant to be JSON.
    if re.match(r'\s*([{["0-9-]|null|true|false)', text):
        return deal_from_json(parse_json(text, where), where, players, rules, tiles, tile5)
    if not text.strip():
        raise DealError(f"{where}: is empty; write a JSON object or the cards of the deck")
    return deal_from_json({"deck": text}, where, players, rules, tiles, tile5)


def deal_from_json(
    value: object,
    where: str = "deal",
    players: int | None = None,
    rules: object = None,
    tiles: object = None,
    tile5: object = None,
) -> Deal:
    """The deal of an object with "seed" or "deck", "players" and "rules".

    The rules are a name, a list of names or an object, and base if nobody names any; a full
    seed says the players itself. With a deck, rules that have bonus tiles need "tiles", their
    order as a list or text, and "tile5", where tile 5 puts a card. `players`, `rules`, `tiles` and
    `tile5` are the caller's: they fill in what the object leaves out and must not contradict it.
    Keys of other programs are passed over, but not misspelt ones.

    >>> deal_from_json({"seed": 42, "players": 3, "comment": "easy"}).seed
    'p3v0s42'
    >>> deal_from_json({"seed": 42, "player": 3}, "line 7")
    Traceback (most recent call last):
    ...
    solver.errors.DealError: line 7: unknown key 'player'; did you mean players?
    """
    with at(where):
        fields = _deal_fields(value)
        seed, deck = fields.get("seed"), fields.get("deck")
        count = _agreed_players(fields.get("players"), players)
        game = _agreed_rules(fields.get("rules"), rules)
        order = _agreed("tiles", read_tiles(fields.get("tiles")), read_tiles(tiles))
        number = _agreed("tile5", read_tile5(fields.get("tile5")), read_tile5(tile5))
        if seed is None and deck is None:
            raise DealError('a deal needs "seed" or "deck"')
        if deck is not None and not isinstance(deck, str):
            raise DealError(f'deck must be text like "r1 y2 g3", not {shown(deck)}')
        if seed is None:
            if count is None:
                # Whoever gives a text that is no deck should hear that first.
                parse_cards(str(deck), Rules.named("base") if game is None else game)
                raise PlayersMissingError("a deck does not say how many players: give their number")
            return Deal.from_text(
                str(deck), count, "base" if game is None else game, order or (), number
            )
        deal = Deal.from_seed(seed, count, game)
        check_tiles_of_seed(deal, order, number)
        # Both are in what `deal --json` writes, which can be read back.
        if deck is not None and parse_cards(deck, deal.rules) != deal.deck:
            raise DealError("seed and deck are different deals: leave one of them out")
        return deal


def read_tiles(value: object) -> tuple[int, ...] | None:
    """The order of the bonus tiles: a list of numbers or a text; None if there is none.

    >>> read_tiles("4 1 6 2 5 3") == read_tiles([4, 1, 6, 2, 5, 3])
    True
    """
    if value is None:
        return None
    numbers: object = value
    if isinstance(value, str):
        words = re.findall(r"[^\s,]+", value)
        numbers = [int(word) for word in words if re.fullmatch("[0-9]{1,3}", word)]
        if not words or len(numbers) < len(words):
            numbers = None
    if not isinstance(numbers, Sequence) or not all(type(tile) is int for tile in numbers):
        raise DealError(
            f"tiles must be the numbers of the bonus tiles, like 4 1 6 2 5 3, not {shown(value)}"
        )
    return tuple(numbers)


def read_tile5(value: object) -> float | None:
    """The number that says where tile 5 puts a card; None if there is none."""
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 1:
        raise DealError(f"tile5 must be a number from 0 to below 1, like 0.37, not {shown(value)}")
    return float(value)


def check_tiles_of_seed(deal: Deal, tiles: tuple[int, ...] | None, tile5: float | None) -> None:
    """Refuse bonus tiles beside a seed that are not the seed's own."""
    if not deal.rules.tiles and (tiles or tile5 is not None):
        raise DealError(f"{deal.rules.have} no bonus tiles: leave tiles and tile5 out")
    if tiles and tiles != deal.tiles:
        raise DealError("seed and tiles are different deals: leave one of them out")
    if tile5 is not None and tile5 != deal.tile5:
        raise DealError("seed and tile5 are different deals: leave one of them out")


def _deal_fields(value: object) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise DealError(f"a deal is an object with {', '.join(DEAL_KEYS)}, not {shown(value)}")
    check_keys(value, DEAL_KEYS, DealError)
    return value


def _agreed_players(own: object, given: int | None) -> int | None:
    if own is None:
        return None if given is None else check_players(given)
    count = check_players(own)
    if given is not None and given != count:
        raise DealError(f"the deal is for {count} players, not for {given}: leave one out")
    return count


def _agreed_rules(own: object, given: object) -> Rules | None:
    if own is None:
        return None if given is None else Rules.of(given)
    game = Rules.of(own)
    if given is not None and Rules.of(given) != game:
        raise DealError(f"the deal's rules are {game}, not {Rules.of(given)}: leave one out")
    return game


def _agreed(name: str, own: T | None, given: T | None) -> T | None:
    if own is None or given is None:
        return given if own is None else own
    if own != given:
        raise DealError(f"{name}: two different ones are given; leave one out")
    return own
