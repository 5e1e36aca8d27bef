"""The named rule sets and the books they come from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from solver.errors import RulesError, nearest
from solver.game.suits import Suit


def _plain(*letters: str) -> tuple[Suit, ...]:
    return tuple(Suit(letter) for letter in letters)


@dataclass(frozen=True)
class RuleSet:
    """A named change of the base game.

    Two sets that settle the same `topic` contradict each other and do not combine.
    """

    name: str
    topic: str
    source: str
    meaning: str
    colours: tuple[Suit, ...] = ()
    extra: tuple[Suit, ...] = ()
    changes: Mapping[str, Any] = field(default_factory=dict)


BASE_SUITS = _plain("r", "y", "g", "b", "p")

RULE_SETS: dict[str, RuleSet] = {
    rule_set.name: rule_set
    for rule_set in (
        RuleSet(
            "base",
            "the colours",
            "all books",
            "five suits r y g b p of 1 1 1 2 2 3 3 4 4 5, 8 tokens, 3 strikes; perfect 25",
            colours=BASE_SUITS,
        ),
        RuleSet(
            "avalanche-5",
            "the multicolour suit",
            "French, English and Ikebana books",
            "a sixth suit m with ONE card of each value; perfect 30",
            extra=(Suit("m", (1, 1, 1, 1, 1)),),
        ),
        RuleSet(
            "avalanche-10",
            "the multicolour suit",
            "Grands Feux book",
            "a sixth suit m with the usual ten cards; perfect 30",
            extra=(Suit("m"),),
        ),
        RuleSet(
            "black-powder",
            "the black suit",
            "Grands Feux book",
            "a suit k built downwards, 5 5 5 4 4 3 3 2 2 1; "
            "a point less for each black card missing; it adds nothing to the perfect score",
            extra=(Suit("k", (1, 2, 2, 2, 3), descending=True, scores=False),),
        ),
        RuleSet(
            "flamboyants",
            "the bonus tiles",
            "Grands Feux book",
            "Five Flamboyants: six bonus tiles in a known order; a 5 that completes a firework "
            "turns the next one in place of giving a token",
            changes={"tiles": True},
        ),
        RuleSet(
            "bouquet-final",
            "the ending",
            "French, English, Italian and Grands Feux books",
            "no last round: play on with shrinking hands until all is complete or lost; no score",
            changes={"ending": "bouquet-final"},
        ),
        RuleSet(
            "timed-display",
            "announcing",
            "French and English books",
            "the suit of a card may be announced as it is played: a token comes back",
            changes={"announce": True},
        ),
        RuleSet(
            "hard",
            "the strikes",
            "Ikebana book",
            "the first strike loses the game",
            changes={"strikes": 1},
        ),
        RuleSet(
            "easy",
            "the tokens",
            "Ikebana book",
            "ten tokens in place of eight",
            changes={"tokens": 10},
        ),
        RuleSet(
            "deck-plays",
            "the last card of the pile",
            "hanab.live",
            "with one card left in the pile, a player may play it from there",
            changes={"deck_plays": True},
        ),
        RuleSet(
            "six-suits",
            "the colours",
            "hanab.live",
            "six plain suits r y g b p t; perfect 30",
            colours=(*BASE_SUITS, Suit("t")),
        ),
        RuleSet(
            "four-suits",
            "the colours",
            "hanab.live",
            "four plain suits r y g b; perfect 20",
            colours=_plain("r", "y", "g", "b"),
        ),
        RuleSet(
            "three-suits",
            "the colours",
            "hanab.live",
            "three plain suits r g b; perfect 15",
            colours=_plain("r", "g", "b"),
        ),
    )
}

# They do not combine: plays from the pile are hanab.live's, which has no bonus tiles.
STRANGERS = ("flamboyants", "deck-plays")


def combine(names: Sequence[str]) -> dict[str, Any]:
    """What the named rule sets make of the base game together: the fields of its `Rules`."""
    if not names:
        raise RulesError("no rule set given; the plain game is called base")
    chosen: dict[str, RuleSet] = {}
    for name in dict.fromkeys(names):
        rule_set = RULE_SETS.get(name)
        if rule_set is None:
            raise RulesError(
                f"unknown rule set {name!r}{nearest(name, RULE_SETS)} "
                "(`hanabi-solve rules` lists them all)"
            )
        rival = chosen.get(rule_set.topic)
        if rival is not None:
            raise RulesError(
                f"{rival.name} and {name} do not combine: both change {rule_set.topic}; "
                "leave one of them out"
            )
        chosen[rule_set.topic] = rule_set
    strangers = [rule_set.name for rule_set in chosen.values() if rule_set.name in STRANGERS]
    if len(strangers) > 1:
        raise RulesError(
            f"{' and '.join(strangers)} do not combine: no game has both; leave one of them out"
        )
    sets = sorted(chosen.values(), key=_book_order)
    suits = next((s.colours for s in sets if s.colours), BASE_SUITS)
    suits += tuple(suit for s in sets for suit in s.extra)
    ordered = tuple(s.name for s in sets)
    if len(ordered) > 1 and ordered[0] == "base":
        ordered = ordered[1:]  # "base" adds nothing to a change of it
    changes = {key: value for s in sets for key, value in s.changes.items()}
    return {"suits": suits, "names": ordered, **changes}


def _book_order(rule_set: RuleSet) -> int:
    """One order for every combination, so that equal games have equal names and decks."""
    return list(RULE_SETS).index(rule_set.name)
