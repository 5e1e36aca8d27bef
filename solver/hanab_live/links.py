"""hanab.live's links that hold a whole game: writing and reading them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from solver.errors import InputError, counted
from solver.game.actions import Action
from solver.game.compositions import variant_name
from solver.game.deals import PLAYER_NAMES, Deal, shuffled_deck
from solver.game.rules import check_players
from solver.game.seats import seated, seated_line
from solver.hanab_live.lines import site_line, site_options, site_variant
from solver.hanab_live.variants import rules_of_variant
from solver.notation.actions import COLOUR_CLUE, VALUE_CLUE, VOTE_TO_END, Clue
from solver.notation.objects import at
from solver.notation.sources import check_size

ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
SITE = "https://hanab.live/shared-replay-json/"
WIDTH = 20  # characters between two hyphens

_GAME_LINK = re.compile(
    r"(?:(?:https?://)?(?:www\.)?hanab\.live/)?/?(?:shared-)?replay-json/(?P<data>[^#?/]*)/?"
    r"(?:#(?P<turn>.*))?",
    re.IGNORECASE | re.ASCII,
)
_ANY_LINK = re.compile(
    r"(?:https?://|(?:www\.)?hanab\.live/|/?(?:shared-)?replay-json/)", re.IGNORECASE | re.ASCII
)

_NUMBER_LINK = re.compile(
    r"(?:(?:https?://)?(?:www\.)?hanab\.live)?/?(?:(?:shared-)?replay|game|export)/"
    r"(?P<number>[0-9]{1,12})/?(?:#(?P<turn>[0-9]{0,4}))?",
    re.IGNORECASE | re.ASCII,
)


class GameOnSite(NamedTuple):
    """A game that the site has under a number, and the turn that a link to it points to."""

    number: int
    turn: int | None = None

    @property
    def address(self) -> str:
        """Where the site gives the game away as a file."""
        return f"https://hanab.live/export/{self.number}"

    @property
    def file_name(self) -> str:
        """What to call that file."""
        return f"{self.number}.json"


# Writing


def link_of(
    deal: Deal,
    line: Iterable[Action],
    start_player: int = 0,
    clues: Sequence[Clue | None] = (),
) -> str:
    """A link that opens the deal and the line on the site; `clues` are those really given.

    A link has no options. So the player who begins is seated first, and what is played by other
    rules than the site's plain ones must be allowed by those as well.

    >>> link_of(Deal.from_seed("p2v0s1"), [Action("clue"), Action("play", 7)])[-12:]
    'yv,03xbah-,0'
    """
    number = site_variant(deal.rules)
    options = site_options(deal, 0)
    for option in ("oneExtraCard", "oneLessCard"):
        if option in options:
            raise InputError(
                f"hands of {deal.hand_size} are an option of hanab.live ({option}), and a link has "
                "no options: write a game file"
            )
    first = seated(deal, start_player)
    said = [
        clue and clue._replace(target=(clue.target - start_player) % deal.players) for clue in clues
    ]
    moves = seated_line(deal, line, start_player)
    actions = site_line(first, moves, clues=said, with_options=False)
    data = ",".join([_deck_field(first), _action_field(list(actions)), str(number)])
    return SITE + "-".join(data[at : at + WIDTH] for at in range(0, len(data), WIDTH))


def _deck_field(deal: Deal) -> str:
    low, high = 1, max(suit.size for suit in deal.rules.suits)
    places = (
        deal.rules.suit_index(card.suit) * (high - low + 1) + card.value - low for card in deal.deck
    )
    return f"{deal.players}{low}{high}" + "".join(ALPHABET[place] for place in places)


def _action_field(actions: Sequence[Mapping[str, Any]]) -> str:
    if not actions:
        return "00"
    kinds = [action["type"] for action in actions]
    low, high = min(kinds), max(kinds)
    pairs = []
    for action in actions:
        is_clue = action["type"] in (COLOUR_CLUE, VALUE_CLUE)
        said = action["value"] + 1 if is_clue else 0
        first = said * (high - low + 1) + action["type"] - low
        pairs.append(ALPHABET[first] + ALPHABET[action["target"]])
    return f"{low}{high}" + "".join(pairs)


# Reading


def is_link(text: str) -> bool:
    """Whether a text is meant to be a link; no path or deal begins like one."""
    return _ANY_LINK.match(text.lstrip()) is not None


def game_on_site(text: str) -> GameOnSite | None:
    """The game that a link names by its number, without holding it; None if it does not.

    >>> game_on_site("https://hanab.live/shared-replay/123456#12")
    GameOnSite(number=123456, turn=12)
    """
    match = _NUMBER_LINK.fullmatch(text.strip())
    if match is None:
        return None
    return GameOnSite(int(match["number"]), int(match["turn"] or 0) or None)


def loads_link(text: str, where: str = "link") -> dict[str, Any]:
    """What a link holds, as an object in the form of the site's game files.

    It has one key more: "turn", the number behind #, or None. The seed, which the fourth field
    is, loses its own hyphens with those of the link, so it is kept only if it gives the deck.

    >>> loads_link("replay-json/215txrd,00,0#7")["turn"]
    7
    """
    check_size(text, where)
    with at(where):
        match = _GAME_LINK.fullmatch(text.strip())
        if match is None:
            named = game_on_site(text)
            raise InputError(
                "this link holds no game: links with shared-replay-json or replay-json do"
                if named is None
                else f"this link has the number of a game and not the game: open {named.address} "
                f"in a browser, save it as {named.file_name}, and give that file"
            )
        data = re.sub("%2[cC]", ",", match["data"]).replace("-", "")
        fields = data.split(",")
        if len(fields) not in (3, 4):
            raise InputError(
                f"it has {counted(len(fields), 'field')} separated by commas, and should have "
                "three or four: cards, actions, variant (and seed); is it cut off?"
            )
        players, deck = _read_deck(fields[0])
        actions = _read_actions(fields[1])
        if not re.fullmatch("[0-9]{1,9}", fields[2]):
            raise InputError(f"field 3: {fields[2]!r} is not the number of a variant")
        variant = variant_name(int(fields[2]))
        seed = fields[3] if len(fields) == 4 and _gives(fields[3], variant, deck) else None
        return {
            "players": list(PLAYER_NAMES[:players]),
            "deck": deck,
            "actions": actions,
            "options": {"variant": variant},
            "seed": seed,
            "turn": _read_turn(match["turn"]),
        }


def _read_deck(field: str) -> tuple[int, list[dict[str, int]]]:
    players, low, high = _digits(field, 1, ("the players", "the lowest value", "the highest value"))
    check_players(players)
    if not low <= high:
        raise InputError(f"field 1: the values go from {low} to {high}")
    deck = []
    for order, sign in enumerate(field[3:]):
        suit, value = divmod(_place(sign, f"card {order + 1}"), high - low + 1)
        deck.append({"suitIndex": suit, "rank": low + value})
    return players, deck


def _read_actions(field: str) -> list[dict[str, int | None]]:
    low, high = _digits(field, 2, ("the lowest type", "the highest type"))
    if not low <= high <= VOTE_TO_END:
        raise InputError(f"field 2: the types of actions go from {low} to {high}")
    signs = field[2:]
    if len(signs) % 2:
        raise InputError(f"field 2: turn {len(signs) // 2 + 1} is cut off: an action has two signs")
    actions: list[dict[str, int | None]] = []
    for turn in range(1, len(signs) // 2 + 1):
        first, target = (_place(sign, f"turn {turn}") for sign in signs[2 * turn - 2 : 2 * turn])
        said, kind = divmod(first, high - low + 1)
        actions.append({"type": low + kind, "target": target, "value": said - 1 if said else None})
    return actions


def _digits(field: str, number: int, names: tuple[str, ...]) -> list[int]:
    """The digits with which a field begins."""
    if not re.fullmatch(f"[0-9]{{{len(names)}}}", field[: len(names)]):
        raise InputError(
            f"field {number}: begins with {field[: len(names)]!r}, and should with "
            f"{len(names)} digits: {', '.join(names)}"
        )
    return [int(sign) for sign in field[: len(names)]]


def _place(sign: str, where: str) -> int:
    place = ALPHABET.find(sign)
    if place < 0:
        raise InputError(f"{where}: {sign!r} is not a letter a-z, A-Z or a digit")
    return place


def _gives(seed: str, variant: str, deck: list[dict[str, int]]) -> bool:
    if not re.fullmatch("[A-Za-z0-9]+", seed):
        return False
    rules = rules_of_variant(variant)
    cards = [
        {"suitIndex": rules.suit_index(card.suit), "rank": card.value}
        for card in shuffled_deck(rules, seed)
    ]
    return cards == deck


def _read_turn(text: str | None) -> int | None:
    if not text:
        return None
    if not re.fullmatch("[0-9]{1,4}", text) or int(text) == 0:
        raise InputError(f"#{text}: behind # stands the number of a turn, from 1 on")
    return int(text)
