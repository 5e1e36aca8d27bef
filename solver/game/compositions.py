"""The suits that a seed names by a number, which is hanab.live's number of the variant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from solver.errors import RulesError
from solver.game.rules import Rules
from solver.game.suits import USUAL_COPIES, Suit

# The site's variants that are rule sets of ours: name there, name here, number there.
NAMED = (
    ("No Variant", "base", 0),
    ("6 Suits", "six-suits", 1),
    ("Black (6 Suits)", "avalanche-5", 2),
    ("Rainbow (6 Suits)", "avalanche-10", 3),
    ("White Reversed (6 Suits)", "black-powder", 1356),
    ("4 Suits", "four-suits", 15),
    ("3 Suits", "three-suits", 18),
)

VARIANT_IDS = {ours: number for _, ours, number in NAMED}

# The numbers of the other variants with one special suit, for 6, 5, 4 and 3 suits in all.
_IDS = {
    "Black": (None, 21),
    "Rainbow": (None, 16, 17, 19),
    "Pink": (106, 107, 108, 109),
    "White": (13, 22, 26, 27),
    "Brown": (69, 70, 71, 72),
    "Omni": (176, 177, 178, 179),
    "Null": (180, 181, 182, 183),
    "Muddy Rainbow": (160, 161, 162, 163),
    "Light Pink": (164, 165, 166, 167),
    "Prism": (1464, 1465, 1466, 1467),
    "Dark Rainbow": (11, 23),
    "Dark Pink": (137, 138),
    "Gray": (59, 58),
    "Dark Brown": (89, 90),
    "Dark Omni": (242, 243),
    "Dark Null": (255, 256),
    "Cocoa Rainbow": (290, 291),
    "Gray Pink": (292, 293),
    "Dark Prism": (1468, 1469),
    "Black Reversed": (1346, 1347),
    "Rainbow Reversed": (1348, 1349, 1350, 1351),
    "White Reversed": (None, 1357, 1358, 1359),
}

# The plain suits of a variant, by their number.
PLAIN_SUITS = {1: "r", 2: "rb", 3: "rgb", 4: "rygb", 5: "rygbp", 6: "rygbpt"}

# The special suits. A dark suit has the letter of its light one, with which no variant pairs it;
# but not Dark Rainbow, whose m would make it the avalanche that the site's Black is.
SUIT_LETTERS = {
    "Black": "k", "Rainbow": "m", "Pink": "i", "White": "w", "Brown": "n", "Omni": "o",
    "Null": "u", "Muddy Rainbow": "d", "Light Pink": "l", "Prism": "s", "Dark Rainbow": "x",
    "Dark Pink": "i", "Gray": "w", "Dark Brown": "n", "Dark Omni": "o", "Dark Null": "u",
    "Cocoa Rainbow": "d", "Gray Pink": "l", "Dark Prism": "s",
}  # fmt: skip

ONE_OF_EACH = ("Black", "Gray", "Gray Pink", "Cocoa Rainbow")  # and every "Dark …"

REVERSED = "Reversed"


def variant_name(number: int) -> str:
    """The name of the variant with this number.

    >>> variant_name(106)
    'Pink (6 Suits)'
    """
    return _variant(number)[0]


def rules_of_number(number: int) -> Rules:
    """The rules of the variant with this number: a rule set of ours, or house rules.

    >>> [suit.letter for suit in rules_of_number(109).suits]
    ['r', 'b', 'i']
    """
    return _variant(number)[1]


def variant_id(rules: Rules) -> int | None:
    """The number of the variant that is played with these suits; None if none is known."""
    for number, (_, ours) in _our_variants().items():
        if ours.suits == rules.suits:
            return number
    return _numbers().get(rules.suits)


def variant_names() -> list[str]:
    """All variants that are known by number."""
    return [name for name, _ in _variants().values()]


def with_suits(rules: Rules, given: Rules) -> Rules:
    """The rules with the suits of a variant; named if the variant is a rule set of ours."""
    if given.names and rules.names:
        return Rules.named(*given.names, *rules.names)
    return replace(rules, suits=given.suits, names=())


def composed(kinds: Sequence[str], count: int) -> tuple[Suit, ...] | None:
    """The suits of a variant, `count` in all: special ones of these kinds after plain ones.

    A bare "Reversed" is the last plain suit built downwards. None if there is no such variant.
    """
    special: list[Suit] = []
    for kind in kinds:
        suit = _special_suit(kind)
        if suit is not None:
            special.append(suit)
        elif kind != REVERSED:
            return None
    letters = PLAIN_SUITS.get(count - len(special))
    if letters is None or len({suit.letter for suit in special}) < len(special):
        return None
    plain = [Suit(letter) for letter in letters]
    if REVERSED in kinds:
        plain[-1] = _reversed(plain[-1])
    return (*plain, *special)


def _variant(number: int) -> tuple[str, Rules]:
    found = _our_variants().get(number) or _variants().get(number)
    if found is None:
        raise RulesError(
            f"hanab.live's variant {number} is not one that is known here by its number; a game "
            "file, which has the variant's name, may be readable"
        )
    return found


@cache
def _our_variants() -> dict[int, tuple[str, Rules]]:
    """Those that are rule sets of ours. Most deals are of these, and all others take a while."""
    return {number: (theirs, Rules.named(ours)) for theirs, ours, number in NAMED}


@cache
def _variants() -> dict[int, tuple[str, Rules]]:
    """The names and rules of the variants that are known by number."""
    variants = dict(_our_variants())
    for special, numbers in _IDS.items():
        for count, number in zip((6, 5, 4, 3), numbers, strict=False):
            suits = composed([special], count)
            if number is not None and suits is not None:
                variants[number] = f"{special} ({count} Suits)", Rules(suits)
    return variants


@cache
def _numbers() -> dict[tuple[Suit, ...], int]:
    return {rules.suits: number for number, (_, rules) in _variants().items()}


def _special_suit(kind: str) -> Suit | None:
    """The suit of this kind, like "Dark Pink" or "Rainbow Reversed"; None if there is none."""
    upright = kind.removesuffix(f" {REVERSED}")
    letter = SUIT_LETTERS.get(upright)
    if letter is None:
        return None
    one = upright in ONE_OF_EACH or upright.startswith("Dark ")
    suit = Suit(letter, (1,) * len(USUAL_COPIES) if one else USUAL_COPIES)
    return suit if upright == kind else _reversed(suit)


def _reversed(suit: Suit) -> Suit:
    """The suit built downwards, with as many copies of the first card as it had before."""
    return replace(suit, copies=suit.copies[::-1], descending=True)
