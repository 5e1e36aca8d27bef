"""Reading and writing positions: as JSON, and as one line that a person can type and read."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from solver.errors import CardError, PositionError, counted, of_kind, shown, whole
from solver.game.cards import Card, cards_text, parse_cards
from solver.game.deals import PLAYER_NAMES
from solver.game.position import Position
from solver.game.rules import Rules, check_players
from solver.notation.objects import at, check_keys, parse_json
from solver.notation.sources import check_size

POSITION_KEYS = (
    "rules", "players", "hands", "pile", "fireworks", "tokens", "strikes", "to_move", "turns_left",
    "tiles", "tile5",
)  # fmt: skip


# JSON


def position_to_json(position: Position, hidden: Sequence[int] = ()) -> dict[str, Any]:
    """The position as an object; the discard pile is what is missing from the full set.

    The `hidden` cards are ? in their hand, and among those of the pile.

    >>> from solver.game.deals import Deal
    >>> start = Position.start(Deal.from_seed(42, players=3))
    >>> position_to_json(start)["hands"][0], position_to_json(start)["fireworks"]["r"]
    ('p1 g4 p5 y2 y5', 0)
    """
    value: dict[str, Any] = {
        "rules": position.rules.to_json(),
        "players": position.players,
        "hands": [_text(position, hand, hidden) for hand in position.hands],
        "pile": _unseen(position, hidden),
        "fireworks": {
            suit.letter: level
            for suit, level in zip(position.rules.suits, position.levels, strict=True)
        },
        "tokens": position.tokens,
        "strikes": position.strikes,
        "to_move": position.to_move,
        "turns_left": position.turns_left,
    }
    if position.rules.tiles:
        value["tiles"] = list(position.tiles)
        if position.tile5 is not None:
            value["tile5"] = position.tile5
    return value


def position_from_json(
    value: object,
    where: str = "position",
    rules: object = None,
    hidden: list[int] | None = None,
) -> Position:
    """The position of an object; whatever is wrong with it is an error that names all faults.

    `rules` are the caller's, for an object that has none. Keys of other programs are passed
    over, but not misspelt ones. With a list for `hidden`, the player to move may hold cards that
    are not known, written ?; the pile has them, too, wherever they are. In the position they are
    the last cards of that pile, and their orders are added to the list.

    >>> position_from_json({"hands": ["r1"], "tokens": 9})
    Traceback (most recent call last):
    ...
    solver.errors.PositionError: position: 1 hand: the game is for 2 to 6; 9 tokens: base has 0 to 8; the pile is empty: how many turns are left must be said
    """  # noqa: E501
    with at(where):
        fields = _fields(value)
        game = _rules(fields.get("rules"), rules)
        hands = fields.get("hands")
        if not isinstance(hands, Sequence) or isinstance(hands, str):
            raise PositionError(
                '"hands" must be a list of texts like "r1 g4", one for each player, '
                "the oldest card first"
            )
        if fields.get("players") is not None and check_players(fields["players"]) != len(hands):
            raise PositionError(f"{counted(len(hands), 'hand')} for {fields['players']} players")
        if fields.get("tokens") is None:
            raise PositionError('"tokens" is missing: how many are available?')
        turns = fields.get("turns_left")
        to_move = _number(fields.get("to_move") or 0, "to_move")
        pile = _cards(fields.get("pile") or "", game, '"pile"')
        slots = _unknown_slots(hands, to_move, hidden is not None)
        if len(slots) > len(pile):
            raise PositionError(
                f"{counted(len(slots), 'unknown card')} and {counted(len(pile), 'card')} in the "
                "pile: it must have the unknown cards, too"
            )
        if slots and len(slots) == len(pile) and turns is None and not game.is_bouquet_final:
            raise PositionError(
                f"the pile lists the {counted(len(slots), 'unknown card')} and no other: then "
                "nothing is left to draw, and how many turns are left must be said"
            )
        pile, unseen = pile[: len(pile) - len(slots)], pile[len(pile) - len(slots) :]
        if slots:
            hands = _with_cards(hands, to_move, slots, unseen)
        position = Position.from_parts(
            game,
            [_cards(hand, game, f'hand {place} of "hands"') for place, hand in enumerate(hands, 1)],
            pile,
            _levels(fields.get("fireworks") or {}, game),
            tokens=_number(fields["tokens"], "tokens"),
            strikes=_number(fields.get("strikes") or 0, "strikes"),
            to_move=to_move,
            turns_left=None if turns is None else _number(turns, "turns_left"),
            tiles=_tiles(fields.get("tiles")),
            tile5=_tile5(fields.get("tile5")),
        )
        if hidden is not None and slots:
            hidden += [position.hands[to_move][slot] for slot in slots]
        return checked(position)


UNKNOWN = "?"


def _unknown_slots(hands: Sequence[object], to_move: int, allowed: bool) -> list[int]:
    """The places of the unknown cards in the hand of the player to move."""
    slots: list[int] = []
    for player, hand in enumerate(hands):
        if not isinstance(hand, str) or UNKNOWN not in hand:
            continue
        if not allowed:
            raise PositionError(
                "? is a card that is not known: only chances can do with it; give the reader a "
                "list for the hidden cards, and ask hidden_chances of solver.chances.hidden"
            )
        if player != to_move:
            raise PositionError("? in another hand than that of the player to move: name the cards")
        slots = [place for place, word in enumerate(_words(hand)) if word == UNKNOWN]
    return slots


def _with_cards(
    hands: Sequence[str], to_move: int, slots: list[int], cards: Sequence[Card]
) -> list[str]:
    """The hands with cards in place of those that are not known."""
    words = _words(hands[to_move])
    for slot, card in zip(slots, cards, strict=True):
        words[slot] = str(card)
    return [*hands[:to_move], " ".join(words), *hands[to_move + 1 :]]


def _words(hand: str) -> list[str]:
    """The cards of a hand; question marks may stand together."""
    return re.findall(r"\?|[^\s,|?]+", hand)


def checked(position: Position) -> Position:
    """The position, if it can arise."""
    faults = position.status()
    if faults:
        raise PositionError("; ".join(map(str, faults)))
    return position


def _fields(value: object) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise PositionError(
            f"a position is an object with {', '.join(POSITION_KEYS)}, not {shown(value)}"
        )
    check_keys(value, POSITION_KEYS, PositionError)
    return value


def _rules(own: object, given: object) -> Rules:
    if own is None:
        return Rules.of("base" if given is None else given)
    game = Rules.of(own)
    if given is not None and Rules.of(given) != game:
        raise PositionError(f"the position's rules are {game}, not {Rules.of(given)}")
    return game


def _cards(text: object, rules: Rules, where: str) -> tuple[Card, ...]:
    if not isinstance(text, str):
        raise PositionError(f'{where} must be text like "r1 g4", not {shown(text)}')
    try:
        return parse_cards(text, rules)
    except CardError as error:
        raise PositionError(f"{where}: {error}") from None


def _levels(value: object, rules: Rules) -> list[int]:
    letters = [suit.letter for suit in rules.suits]
    if not isinstance(value, Mapping):
        raise PositionError(f'"fireworks" must be an object like {{"r": 3}}, not {shown(value)}')
    for letter in value:
        if letter not in letters:
            raise PositionError(f"unknown firework {letter!r}: {rules.have} {' '.join(letters)}")
    return [_number(value.get(letter, 0), f"fireworks.{letter}") for letter in letters]


def _tiles(value: object) -> list[int]:
    if value is None:
        return []
    if not isinstance(value, Sequence) or isinstance(value, str):
        raise PositionError(f'"tiles" must be a list like [5, 3], not {shown(value)}')
    return [_number(tile, f"tiles[{place}]") for place, tile in enumerate(value)]


def _number(value: object, where: str) -> int:
    return whole(value, where, PositionError)


def _tile5(value: object) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise PositionError(f"tile5 must be a number from 0 to below 1, not {shown(value)}")
    try:
        return float(value)
    except OverflowError:
        raise PositionError("tile5 must be a number from 0 to below 1, not a huge one") from None


# Text

# How each part is written, with single blanks; what stands in the group is its value.
_PARTS = {
    "rules": r"rules (.+)",
    "hands": r"hands (.+)",
    "pile": r"pile (.+)",
    "fireworks": r"fireworks (.+)",
    "tokens": r"tokens (\S+)|(\S+) tokens?",
    "strikes": r"strikes (\S+)|(\S+) strikes?",
    "to_move": r"to move (\S+)|(\S+) to move",
    "turns_left": r"turns left (\S+)|(\S+) turns? left",
    "tiles": r"tiles (.+)",
    "tile5": r"tile ?5 (\S+)",
}
_WITHOUT_VALUE = re.compile(
    "rules|hands|pile|fireworks|tokens?|strikes?|to move|turns? left|tiles|tile ?5",
    re.IGNORECASE | re.ASCII,
)
NOTHING = "-"  # an empty hand or pile, or no tiles


def position_to_text(position: Position, hidden: Sequence[int] = ()) -> str:
    """The position on one line, as `position_from_text` reads it.

    >>> text = "hands r5 / y5; pile -; fireworks r4 y4; tokens 0; strikes 0; to move Alice"
    >>> house = {"suits": [{"letter": x, "copies": [1] * 5} for x in "ry"], "hand_size": 1}
    >>> position = position_from_text(f"{text}; turns left 2", rules=house)
    >>> position_to_text(position).startswith(f"{text}; turns left 2; rules {{")
    True
    """
    rules = position.rules
    levels = zip(rules.suits, position.levels, strict=True)
    parts = [
        "hands " + " / ".join(_text(position, hand, hidden) or NOTHING for hand in position.hands),
        f"pile {_unseen(position, hidden) or NOTHING}",
        "fireworks " + " ".join(f"{suit.letter}{level}" for suit, level in levels),
        f"tokens {position.tokens}",
        f"strikes {position.strikes}",
        f"to move {PLAYER_NAMES[position.to_move]}",
    ]
    if position.turns_left is not None:
        parts.append(f"turns left {position.turns_left}")
    if rules.tiles:
        parts.append(f"tiles {' '.join(map(str, position.tiles)) or NOTHING}")
        if position.tile5 is not None:
            parts.append(f"tile5 {float(position.tile5)!r}")
    names = " ".join(rules.names) if rules.names else json.dumps(rules.to_json())
    return "; ".join([*parts, f"rules {names}"])


def position_from_text(
    text: str, where: str = "position", rules: object = None, hidden: list[int] | None = None
) -> Position:
    """The position of a line of parts, in any order, separated by semicolons or line ends.

    `hands` (separated by /, the oldest card first), `pile` (the next card first), `fireworks` (the
    number of cards of each: r3), `tokens 4` or `4 tokens`, `strikes`, `to move Bob` or `Bob to
    move`, `turns left 2`, `tiles 5 3` (those still to be turned, the next one first), `tile5 0.37`,
    and `rules`. Hands and tokens must be there; without the others the pile and the fireworks are
    empty, there is no strike, Alice is to move, and the rules are base.

    >>> text = "hands r2 / r1; fireworks r0; 3 tokens; Bob to move; 2 turns left"
    >>> house = {"suits": [{"letter": "r", "copies": [1, 1]}], "hand_size": 1}
    >>> position_from_text(text, rules=house).to_move
    1
    """
    of_kind(text, str, where, PositionError)
    fields: dict[str, object] = {}
    check_size(text, where)
    with at(where):
        for part in filter(None, (" ".join(p.split()) for p in re.split(r"[;\n]", text))):
            key, value = _part(part)
            if key in fields:
                raise PositionError(f"{shown(part)}: this was said before")
            with at(shown(part)):
                fields[key] = _READERS[key](value)
        if "hands" not in fields:
            raise PositionError(
                "the hands are missing: write them like hands r1 g4 / b5 b2, the oldest card first"
            )
        if "to_move" in fields:
            fields["to_move"] = _seat(str(fields["to_move"]), len(cast(list[str], fields["hands"])))
    return position_from_json(fields, where, rules, hidden)


def loads_position(
    text: str, where: str = "position", rules: object = None, hidden: list[int] | None = None
) -> Position:
    """The position that a text is: a JSON object, or a line of parts.

    Cards written ? need a list for `hidden`, as `position_from_json` says.
    """
    if text.lstrip().startswith(("{", "[")):
        return position_from_json(parse_json(text, where), where, rules, hidden)
    return position_from_text(text, where, rules, hidden)


def _part(part: str) -> tuple[str, str]:
    """The key and the value of a part."""
    for key, pattern in _PARTS.items():
        match = re.fullmatch(pattern, part, re.IGNORECASE | re.ASCII)
        if match:
            return key, match[match.lastindex or 1]
    if _WITHOUT_VALUE.fullmatch(part):
        raise PositionError(
            f"{shown(part)} has no value: write it behind the word, and {NOTHING} for an empty "
            "hand, an empty pile or no tiles"
        )
    raise PositionError(
        f"{shown(part)} is not a part of a position: write hands, pile, fireworks, tokens, "
        "strikes, to move, turns left, tiles, tile5 or rules, each with its value, separated "
        "by semicolons"
    )


def _read_hands(text: str) -> list[str]:
    return [_read_cards(hand) for hand in text.split("/")]


def _read_cards(text: str) -> str:
    return "" if text.strip() == NOTHING else text


def _read_fireworks(text: str) -> dict[str, int]:
    fireworks: dict[str, int] = {}
    for word in re.findall(r"[^\s,]+", text):
        match = re.fullmatch(r"([A-Za-z])([0-9])", word)
        if match is None:
            raise PositionError(f"{word!r} is not a firework: write letter and number of cards: r3")
        if match[1].lower() in fireworks:
            raise PositionError(f"the firework {match[1].lower()} is given twice")
        fireworks[match[1].lower()] = int(match[2])
    return fireworks


def _read_number(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,3}", text):
        raise PositionError(f"{text!r} is not a number: write it in digits, like 3")
    return int(text)


def _read_tiles(text: str) -> list[int]:
    words = [] if text.strip() == NOTHING else re.findall(r"[^\s,]+", text)
    return [_read_number(word) for word in words]


def _read_tile5(text: str) -> float:
    if not re.fullmatch(r"(?:[0-9]{1,3}|[0-9]{0,3}\.[0-9]{1,99})(?:[eE]-?[0-9]{1,3})?", text):
        raise PositionError(f"{text!r} is not a number from 0 to below 1, like 0.37")
    return float(text)


def _seat(name: str, players: int) -> int:
    """The place of the player with this name, of those who hold the hands."""
    names = PLAYER_NAMES[:players] if players > 1 else PLAYER_NAMES
    lower = [known.lower() for known in names]
    if name.lower() not in lower:
        raise PositionError(f"no player {name!r}: they are {', '.join(names)}")
    return lower.index(name.lower())


def _read_rules(text: str) -> object:
    if text.startswith("{"):
        return parse_json(text, "rules")
    return [name for name in re.split(r"[\s,+]+", text) if name]


_READERS: dict[str, Callable[[str], object]] = {
    "rules": _read_rules,
    "hands": _read_hands,
    "pile": _read_cards,
    "fireworks": _read_fireworks,
    "tokens": _read_number,
    "strikes": _read_number,
    "to_move": str,  # who that is depends on the number of hands
    "turns_left": _read_number,
    "tiles": _read_tiles,
    "tile5": _read_tile5,
}


def _text(position: Position, hand: Sequence[int], hidden: Sequence[int]) -> str:
    return " ".join(UNKNOWN if order in hidden else str(position.card(order)) for order in hand)


def _unseen(position: Position, hidden: Sequence[int]) -> str:
    """The pile; with hidden cards all that is unseen, in an order that tells nothing."""
    if not hidden:
        return cards_text(position.pile)
    return cards_text(tuple(sorted((*position.pile, *map(position.card, hidden)))))
