"""Reading and writing: deals as JSON or text, actions as hanab.live writes them and in words."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from typing import Any, NamedTuple, TextIO, TypeVar

from solver.errors import ActionError, DealError, InputError, shown
from solver.game.cards import Card, parse_cards
from solver.game.deals import PLAYER_NAMES, Deal
from solver.game.position import Action, Choice, Position
from solver.game.rules import Rules, check_players

DEAL_KEYS = ("seed", "deck", "players", "rules", "tiles", "tile5")

T = TypeVar("T")

# hanab.live's numbers for what a player does.
PLAY, DISCARD, COLOUR_CLUE, VALUE_CLUE, END_GAME, VOTE_TO_END = range(6)


# Deals


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
            with open(source, encoding="utf-8-sig") as stream:
                return load_deal(stream, players, rules, tiles, tile5)
        except OSError as error:
            raise InputError(f"{os.fspath(source)}: cannot be read: {error.strerror}") from None
    where = str(getattr(source, "name", "input"))
    try:
        text = source.read()
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
                raise DealError("a deck does not say how many players: add players")
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
        raise DealError(f"{deal.rules} has no bonus tiles: leave tiles and tile5 out")
    if tiles and tiles != deal.tiles:
        raise DealError("seed and tiles are different deals: leave one of them out")
    if tile5 is not None and tile5 != deal.tile5:
        raise DealError("seed and tile5 are different deals: leave one of them out")


def parse_json(text: str, where: str) -> Any:
    """The value of a JSON text; a fault names its place."""
    try:
        return json.loads(text, object_pairs_hook=_without_repeated_keys)
    except json.JSONDecodeError as error:
        raise InputError(
            f"{where}: is not JSON (line {error.lineno}, column {error.colno}: {error.msg})"
        ) from None
    except InputError as error:
        raise InputError(f"{where}: {error}") from None
    except (ValueError, RecursionError):
        raise InputError(
            f"{where}: is not JSON that can be read: a number or a nesting without end"
        ) from None


def _without_repeated_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        keys = [key for key, _ in pairs]
        repeated = next(key for key in keys if keys.count(key) > 1)
        raise InputError(f"the key {repeated!r} is given twice")
    return fields


def _deal_fields(value: object) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise DealError(f"a deal is an object with {', '.join(DEAL_KEYS)}, not {shown(value)}")
    for key in value:
        if key in DEAL_KEYS:
            continue
        # Far stricter than the hints for names: a key that only looks a bit alike is somebody's.
        meant = get_close_matches(str(key).lower(), DEAL_KEYS, n=1, cutoff=0.75)
        # A title or the times of a deal are not its tiles.
        if meant and (not meant[0].startswith("tile") or str(key).lower().startswith("til")):
            raise DealError(f"unknown key {key!r}; did you mean {meant[0]}?")
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


@contextmanager
def at(where: str) -> Iterator[None]:
    """Put the place in front of the message of whatever is found wrong."""
    try:
        yield
    except InputError as error:
        raise type(error)(f"{where}: {error}") from None


# Actions


class Clue(NamedTuple):
    """A clue as it was given on hanab.live; only who reads along there needs to know it."""

    kind: int
    target: int
    value: int

    @classmethod
    def of(cls, action: Mapping[str, Any]) -> Clue | None:
        """The clue of an action in the site's form; None if it is not one, or says nothing.

        >>> Clue.of({"type": 2, "target": 1, "value": 0})
        Clue(kind=2, target=1, value=0)
        """
        kind, value = action["type"], action.get("value")
        if kind not in (COLOUR_CLUE, VALUE_CLUE) or type(value) is not int or not 0 <= value < 10:
            return None
        return cls(kind, action["target"], value)

    def to_json(self) -> dict[str, Any]:
        """The clue as an action in the site's form."""
        return {"type": self.kind, "target": self.target, "value": self.value}


def action_to_json(position: Position, action: Action) -> dict[str, Any]:
    """A legal action in hanab.live's form; an announced play has a key of its own for that.

    So have the choices of bonus tiles: "tiles" lists them, each with its tile, the order of the
    card and where "to" it goes, "play" or "pile". A clue must say something there: it names the
    value of the newest card of the next teammate who holds one.

    >>> action_to_json(Position.start(Deal.from_seed(42, players=3)), Action("clue"))
    {'type': 3, 'target': 1, 'value': 2}
    """
    fault = position.fault(action)
    if fault is not None:
        raise ActionError(fault)
    if action.card is not None:
        kind = PLAY if action.kind == "play" else DISCARD
        extra: dict[str, Any] = {"announce": True} if action.announce else {}
        if action.choices:
            extra["tiles"] = [
                {"tile": tile, "card": card, "to": into} for tile, card, into in action.choices
            ]
        return {"type": kind, "target": action.card, "value": 0, **extra}
    target = next(
        player
        for step in range(1, position.players)
        if position.hands[player := (position.to_move + step) % position.players]
    )
    value = position.card(position.hands[target][-1]).value
    return {"type": VALUE_CLUE, "target": target, "value": value}


def action_from_json(position: Position, value: object, where: str = "action") -> Action:
    """The action that an object in hanab.live's form means in this position.

    What a clue says is not looked at, only whether it has somebody to point at. Whether the
    action is legal is for the referee to say.

    >>> start = Position.start(Deal.from_seed(42, players=3))
    >>> action_from_json(start, {"type": 1, "target": 4, "value": 0})
    Action(kind='discard', card=4, announce=False, choices=())
    """
    kind, target, announce, choices = action_fields(value, where)
    if kind == PLAY:
        return Action("play", target, announce, choices)
    if kind == DISCARD:
        return Action("discard", target)
    with at(where):
        check_clue_target(position, target)
    return Action("clue")


def action_fields(
    value: object, where: str = "action"
) -> tuple[int, int, bool, tuple[Choice, ...]]:
    """Type, target, announcing and choices of an object in hanab.live's form, without a position.

    >>> action_fields({"type": 0, "target": 4, "tiles": [{"tile": 6, "card": 12, "to": "play"}]})
    (0, 4, False, (Choice(tile=6, card=12, into='play'),))
    """
    if not isinstance(value, Mapping):
        raise ActionError(f"{where}: an action is an object with type and target")
    kind = _whole(value.get("type"), f"{where}.type")
    if kind in (END_GAME, VOTE_TO_END):
        raise ActionError(f"{where}: type {kind} ends the game and is not an action")
    if kind not in (PLAY, DISCARD, COLOUR_CLUE, VALUE_CLUE):
        raise ActionError(f"{where}: unknown type {kind}; 0 play, 1 discard, 2 and 3 clues")
    target = _whole(value.get("target"), f"{where}.target")
    announce = value.get("announce", False)
    if not isinstance(announce, bool):
        raise ActionError(f"{where}.announce must be true or false, not {shown(announce)}")
    if announce and kind != PLAY:
        raise ActionError(f"{where}: only a play can be announced")
    choices = _choices(value.get("tiles", []), f"{where}.tiles")
    if choices and kind != PLAY:
        raise ActionError(f"{where}: only a play turns tiles")
    return kind, target, announce, choices


def _choices(value: object, where: str) -> tuple[Choice, ...]:
    if not isinstance(value, list):
        raise ActionError(f"{where} must be a list of objects, not {shown(value)}")
    return tuple(_choice(choice, f"{where}[{place}]") for place, choice in enumerate(value))


def _choice(value: object, where: str) -> Choice:
    if not isinstance(value, Mapping):
        raise ActionError(f"{where} must be an object with tile, card and to, not {shown(value)}")
    into = value.get("to")
    if into not in ("play", "pile"):
        raise ActionError(f'{where}.to must be "play" or "pile", not {shown(into)}')
    return Choice(
        _whole(value.get("tile"), f"{where}.tile"), _whole(value.get("card"), f"{where}.card"), into
    )


def check_clue_target(position: Position, target: int) -> None:
    """Refuse a clue that is not for a teammate with cards."""
    if not 0 <= target < position.players:
        raise ActionError(f"no player {target}: they go from 0 to {position.players - 1}")
    name = PLAYER_NAMES[target]
    if target == position.to_move:
        raise ActionError(f"{name} cannot give a clue to {name}")
    if not position.hands[target]:
        raise ActionError(f"{name} holds no card to point at")


def _whole(value: object, where: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise ActionError(f"{where} must be a whole number, not {shown(value)}")
    return value


def describe(position: Position, action: Action) -> str:
    """A legal action in words, with the bonus tiles that it turns and what it draws.

    >>> start = Position.start(Deal.from_seed(42, players=3))
    >>> describe(start, Action("play", 1))
    'Alice misplays g4 from slot 4 (strike 1), draws r1'
    """
    after = position.push(action)
    name = PLAYER_NAMES[position.to_move]
    if action.card is None:
        return f"{name} gives a clue"
    failed = after.strikes > position.strikes
    verb = "discards" if action.kind == "discard" else "misplays" if failed else "plays"
    words = f"{name} {verb} {position.card(action.card)} from slot {position.slot(action.card)}"
    if action.announce:
        words += ", announced"
    if failed:
        words += f" (strike {after.strikes})"
    for tile, effect in tile_effects(position, action, after):
        words += f": tile {tile}, {effect}"
    card = drawn(position, after)
    return words if card is None else f"{words}, draws {card}"


def drawn(before: Position, after: Position) -> Card | None:
    """The card that the player who moved has drawn, if there is one."""
    held, holds = before.hands[before.to_move], after.hands[before.to_move]
    return next((before.card(order) for order in holds if order not in held), None)


def choice_words(position: Position, action: Action) -> str:
    """What is chosen from the bonus tiles that a play turns, to stand behind the play."""
    places = {"pile": "into the pile", "play": "into play"}
    words = [
        f"tile {choice.tile}, {position.card(choice.card)} {places[choice.into]}"
        for choice in action.choices
    ]
    return "".join(f": {word}" for word in words)


def tile_effects(before: Position, action: Action, after: Position) -> list[tuple[int, str]]:
    """The bonus tiles that an action turned, each with what came of it in words."""
    turned = before.tiles[: len(before.tiles) - len(after.tiles)]
    return [(tile, _tile_effect(tile, before, action, after)) for tile in turned]


def _tile_effect(tile: int, before: Position, action: Action, after: Position) -> str:
    chosen = next((choice for choice in action.choices if choice.tile == tile), None)
    if chosen is not None:
        verb, place = ("puts", "play") if chosen.into == "play" else ("shuffles", "the pile")
        return f"{verb} {before.card(chosen.card)} from the discard pile into {place}"
    if tile in (5, 6):
        return "takes nothing"
    # A tile that offers no choice is the last one of its move: what changes besides the token for
    # announcing is its doing.
    announced = min(before.tokens + action.announce, before.rules.tokens)
    effects = ["takes a strike back"] if after.strikes < before.strikes else []
    effects += ["gains a token"] if after.tokens > announced else []
    return " and ".join(effects) or "no effect"
