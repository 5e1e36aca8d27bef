"""House rules from a JSON object."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from solver.errors import RulesError, nearest, shown, whole
from solver.game.suits import USUAL_COPIES, Suit

_KEYS = (
    "suits", "hand_size", "tokens", "strikes", "ending", "announce", "tiles", "deck_plays",
)  # fmt: skip


def read_house_rules(value: object, where: str) -> dict[str, Any]:
    """The fields of the `Rules` that an object stands for; whether they fit is for those to say."""
    fields = _fields(value, where, _KEYS)
    if "suits" not in fields:
        raise RulesError(f"{where}: suits are missing, a list of suits")
    suits = fields["suits"]
    if not isinstance(suits, list):
        raise RulesError(f"{where}.suits must be a list, not {shown(suits)}")
    hand_size = fields.get("hand_size")
    return {
        "suits": tuple(_suit_from_json(s, f"{where}.suits[{i}]") for i, s in enumerate(suits)),
        "hand_size": None
        if hand_size is None
        else whole(hand_size, f"{where}.hand_size", RulesError),
        "tokens": whole(fields.get("tokens", 8), f"{where}.tokens", RulesError),
        "strikes": whole(fields.get("strikes", 3), f"{where}.strikes", RulesError),
        "ending": fields.get("ending", "last-round"),
        "announce": _truth(fields.get("announce", False), f"{where}.announce"),
        "tiles": _truth(fields.get("tiles", False), f"{where}.tiles"),
        "deck_plays": _truth(fields.get("deck_plays", False), f"{where}.deck_plays"),
    }


def _suit_from_json(value: object, where: str) -> Suit:
    fields = _fields(value, where, ("letter", "copies", "descending", "scores"))
    letter = fields.get("letter")
    if not isinstance(letter, str):
        raise RulesError(f"{where}.letter must be one letter a-z, not {shown(letter)}")
    copies = fields.get("copies", list(USUAL_COPIES))
    if not isinstance(copies, list):
        raise RulesError(f"{where}.copies must be a list of numbers, not {shown(copies)}")
    return Suit(
        letter,
        tuple(whole(number, f"{where}.copies[{i}]", RulesError) for i, number in enumerate(copies)),
        descending=_truth(fields.get("descending", False), f"{where}.descending"),
        scores=_truth(fields.get("scores", True), f"{where}.scores"),
    )


def _fields(value: object, where: str, known: tuple[str, ...]) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        raise RulesError(f"{where} must be an object with {', '.join(known)}, not {shown(value)}")
    for key in value:
        if key not in known:
            raise RulesError(f"{where}: unknown key {key!r}{nearest(str(key), known)}")
    return dict(value)


def _truth(value: object, where: str) -> bool:
    if not isinstance(value, bool):
        raise RulesError(f"{where} must be true or false, not {shown(value)}")
    return value
