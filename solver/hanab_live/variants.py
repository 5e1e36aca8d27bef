"""hanab.live's variants: their names and numbers, and the suits that they are played with."""

from __future__ import annotations

import re
from dataclasses import replace
from difflib import get_close_matches
from functools import cache

from solver.errors import RulesError
from solver.game.rules import USUAL_COPIES, Rules, Suit

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

# The plain suits of a variant that has so many of them.
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
REVERSED = " Reversed"
# The suits that no value clue touches: Brown, Null, Muddy Rainbow and their dark ones.
NOT_TOUCHED_BY_VALUES = frozenset("nud")

# Parts of a name that say how clues work. No clue says anything in the full-information game.
CLUES_ONLY = (
    "Ambiguous", "Very Ambiguous", "Extremely Ambiguous", "Dual-Color", "Matryoshka",
    "Color Blind", "Number Blind", "Totally Blind", "Color Mute", "Number Mute",
    "Alternating Clues", "Cow and Pig", "Duck", "Odds and Evens", "Synesthesia",
    "Funnels", "Chimneys",
)  # fmt: skip

CHANGES_THE_GAME = {
    "Up or Down": "a firework may be built upwards or downwards, and there are start cards",
    "Sudoku": "a firework may begin with any value",
    "Clue Starved": "a discard gives back half a token",
    "Throw It in a Hole": "a completed firework gives back no token",
    "Critical Fours": "the suits lack a 4",
    "Scarce Ones": "the suits lack a 1",
    "Orange": "a card is played by discarding it",
}


def rules_of_variant(name: str) -> Rules:
    """The rules of the variant with this name: a rule set of ours, or house rules with its suits.

    What a name says about clues changes nothing here. A variant that changes the game in a way
    that is not modelled is refused with the reason.

    >>> rules_of_variant("Black (6 Suits)").names
    ('avalanche-5',)
    >>> [suit.letter for suit in rules_of_variant("Rainbow & White (5 Suits)").suits]
    ['r', 'g', 'b', 'm', 'w']
    """
    ours = {theirs: name for theirs, name, _ in NAMED}
    if name in ours:
        return Rules.named(ours[name])
    for word, reason in CHANGES_THE_GAME.items():
        if word in name:
            raise RulesError(
                f"hanab.live's variant {name!r} is another game, which is not modelled: "
                f"{word}: {reason}"
            )
    match = re.fullmatch(r"(.+) \(([3-6]) Suits\)", name)
    if match is None:
        raise _unknown(name)
    suits = f"({match[2]} Suits)"
    special = [part for part in _parts(match[1]) if not _is_about_clues(part)]
    plain = f"{' & '.join(special)} {suits}" if special else _plain_name(suits)
    if plain in ours:
        return Rules.named(ours[plain])
    return Rules(_suits(name, special, int(match[2])))


def variant_name(number: int) -> str:
    """The name of the variant with this number.

    >>> variant_name(106)
    'Pink (6 Suits)'
    """
    name = _names().get(number)
    if name is None:
        raise RulesError(
            f"hanab.live's variant {number} is not one that is known here by its number; a game "
            "file, which has the variant's name, may be readable"
        )
    return name


def variant_id(rules: Rules) -> int | None:
    """The number of the variant that is played with these suits; None if none is known."""
    return _numbers().get(rules.suits)


def with_suits(rules: Rules, given: Rules) -> Rules:
    """The rules with the suits of a variant; named if the variant is a rule set of ours."""
    if given.names and rules.names:
        return Rules.named(*given.names, *rules.names)
    return replace(rules, suits=given.suits, names=())


@cache
def _names() -> dict[int, str]:
    """All variants that are known by number."""
    names = {number: theirs for theirs, _, number in NAMED}
    for special, numbers in _IDS.items():
        for suits, number in zip((6, 5, 4, 3), numbers, strict=False):
            if number is not None:
                names[number] = f"{special} ({suits} Suits)"
    return names


@cache
def _numbers() -> dict[tuple[Suit, ...], int]:
    return {rules_of_variant(name).suits: number for number, name in _names().items()}


def _parts(name: str) -> list[str]:
    """The parts of a name; one of them has the sign in it that stands between parts."""
    return name.replace("Cow & Pig", "Cow and Pig").split(" & ")


def _plain_name(suits: str) -> str:
    return "No Variant" if suits == "(5 Suits)" else suits.strip("()")


def _is_about_clues(part: str) -> bool:
    """Whether it is a way to give clues, or like "Pink-Ones": what touches cards of one value."""
    match = re.fullmatch(r"(.+)-(?:Ones|Fives)", part)
    if match is not None:
        return match[1].replace("-", " ") in ("Deceptive", *SUIT_LETTERS)
    return part in CLUES_ONLY


def _suits(name: str, parts: list[str], count: int) -> tuple[Suit, ...]:
    """So many suits: the special ones that the parts name, after as many plain ones as fit."""
    special: list[Suit] = []
    for part in parts:
        kind = part.removesuffix(REVERSED)
        if kind in SUIT_LETTERS:
            special.append(_special_suit(kind, reverse=kind != part))
        elif part != REVERSED.strip():
            raise _unknown(name)
    letters = PLAIN_SUITS.get(count - len(special))
    if letters is None or len({suit.letter for suit in special}) < len(special):
        raise _unknown(name)
    plain = [Suit(letter) for letter in letters]
    if REVERSED.strip() in parts:  # without a suit: the last plain one
        plain[-1] = _reversed(plain[-1])
    return (*plain, *special)


def _special_suit(kind: str, *, reverse: bool) -> Suit:
    one = kind in ONE_OF_EACH or kind.startswith("Dark ")
    suit = Suit(SUIT_LETTERS[kind], (1,) * len(USUAL_COPIES) if one else USUAL_COPIES)
    return _reversed(suit) if reverse else suit


def _reversed(suit: Suit) -> Suit:
    """The suit built downwards, with as many copies of the first card as it had before."""
    return replace(suit, copies=suit.copies[::-1], descending=True)


def _unknown(name: str) -> RulesError:
    close = get_close_matches(name, list(_names().values()), n=1, cutoff=0.7)
    hint = f"did you mean {close[0]!r}?" if close else "docs/hanab-live.md says which are known"
    return RulesError(f"hanab.live's variant {name!r} is not known here; {hint}")
