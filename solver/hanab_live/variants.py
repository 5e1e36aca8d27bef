"""hanab.live's variants by name: the suits they are played with, and what is not modelled."""

from __future__ import annotations

import re
from difflib import get_close_matches

from solver.errors import RulesError
from solver.game.compositions import (
    NAMED,
    PLAIN_SUITS,
    REVERSED,
    SUIT_LETTERS,
    composed,
    variant_names,
)
from solver.game.rules import Rules

# The suits that no value clue touches: Brown, Null, Muddy Rainbow and their dark ones.
NOT_TOUCHED_BY_VALUES = frozenset("nud")

# Parts of a name that say how clues work. No clue says anything in the full-information game.
CLUES_ONLY = (
    "Ambiguous", "Very Ambiguous", "Extremely Ambiguous", "Dual-Color", "Matryoshka",
    "Color Blind", "Number Blind", "Totally Blind", "Color Mute", "Number Mute",
    "Alternating Clues", "Cow and Pig", "Duck", "Odds and Evens", "Synesthesia",
    "Funnels", "Chimneys",
)  # fmt: skip

_PLAIN_COLOURS = {
    "r": "red", "y": "yellow", "g": "green", "b": "blue", "p": "purple", "t": "teal",
}  # fmt: skip

# The special suits that have a colour to clue; the others are touched by all colours or by none.
_CLUE_COLOURS = {
    "Black": "black",
    "Pink": "pink",
    "Brown": "brown",
    "Dark Pink": "pink",
    "Dark Brown": "brown",
}

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
    found = composed(special, int(match[2]))
    if found is None:
        raise _unknown(name)
    return Rules(found)


def clue_colours(name: str) -> tuple[str, ...] | None:
    """The colours that can be clued in a variant that can be played here, in the site's order.

    None for a variant with clues of another kind, in which numbers and colours mean other things.

    >>> clue_colours("No Variant"), clue_colours("Rainbow & Black (4 Suits)")
    (('red', 'yellow', 'green', 'blue', 'purple'), ('red', 'blue', 'black'))
    """
    if name == "No Variant":
        name = "(5 Suits)"
    match = re.fullmatch(r"(?:(.+) )?\(?([3-6]) Suits\)?", name)
    if match is None:
        return None
    special = [] if match[1] is None else _parts(match[1])
    if any(map(_is_about_clues, special)):
        return None
    kinds = [part.removesuffix(REVERSED).rstrip() for part in special]
    plain = PLAIN_SUITS[int(match[2]) - sum(kind in SUIT_LETTERS for kind in kinds)]
    return (
        *(_PLAIN_COLOURS[letter] for letter in plain),
        *(_CLUE_COLOURS[kind] for kind in kinds if kind in _CLUE_COLOURS),
    )


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


def _unknown(name: str) -> RulesError:
    close = get_close_matches(name, variant_names(), n=1, cutoff=0.7)
    hint = f"did you mean {close[0]!r}?" if close else "docs/hanab-live.md says which are known"
    return RulesError(f"hanab.live's variant {name!r} is not known here; {hint}")
