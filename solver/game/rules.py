"""What game is played: suits, hands, tokens, ending; the named rule sets and their books."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import Any, Literal

from solver.errors import RulesError, nearest, shown

Ending = Literal["last-round", "bouquet-final"]


MIN_PLAYERS, MAX_PLAYERS = 2, 6
MAX_SUITS, MAX_VALUES, MAX_COPIES = 7, 5, 9
MAX_HAND, MAX_TOKENS, MAX_STRIKES = 10, 30, 9

USUAL_COPIES = (3, 2, 2, 2, 1)

# The books' scale of performances: the lowest score of each word.
RATINGS = (
    (0, "horrible"),
    (6, "mediocre"),
    (11, "honourable"),
    (16, "excellent"),
    (21, "extraordinary"),
    (25, "legendary"),
    (30, "divine"),
)


@dataclass(frozen=True)
class Suit:
    """One firework: its letter, how many copies of each value exist, and how it is built.

    `copies[v - 1]` is the number of cards of value v. A descending suit is built from its
    highest value down to 1. A suit that does not score costs a point for each missing card.
    """

    letter: str
    copies: tuple[int, ...] = USUAL_COPIES
    descending: bool = False
    scores: bool = True

    @property
    def size(self) -> int:
        """The number of values, which is the length of the finished firework."""
        return len(self.copies)

    @property
    def ends_with_five(self) -> bool:
        """Whether the card that completes the firework is a 5, which turns a bonus tile."""
        return self.value_at(self.size) == 5

    def value_at(self, level: int) -> int:
        """The value of the card that brings the firework to `level` cards (1 … size)."""
        return self.size + 1 - level if self.descending else level

    def level_of(self, value: int) -> int:
        """The height of the firework once the card of this value lies on it."""
        return self.size + 1 - value if self.descending else value

    def to_json(self) -> dict[str, Any]:
        """The suit in the form of a house-rules file."""
        return {
            "letter": self.letter,
            "copies": list(self.copies),
            "descending": self.descending,
            "scores": self.scores,
        }


@dataclass(frozen=True)
class Rules:
    """The rules of one game, as one value.

    >>> Rules.named("avalanche-5", "bouquet-final").perfect_score
    30
    >>> Rules.named("base").hand_size_for(4)
    4
    """

    suits: tuple[Suit, ...]
    hand_size: int | None = None  # None: by the number of players, as in the books
    tokens: int = 8
    strikes: int = 3
    ending: Ending = "last-round"
    announce: bool = False
    tiles: bool = False  # Five Flamboyants: a 5 that completes a firework turns a bonus tile
    # How the rules were asked for; two equal games are equal whatever they were called.
    names: tuple[str, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        """Refuse rules that no game can have."""
        _check_rules(self)

    @classmethod
    def named(cls, *names: str) -> Rules:
        """The named rule sets, combined."""
        for name in names:
            if not isinstance(name, str):
                raise RulesError(f"a rule set is called by its name, not {shown(name)}")
        return _combine(names)

    @classmethod
    def from_json(cls, value: object, where: str = "rules") -> Rules:
        """House rules from a JSON object; `where` names its place in messages."""
        return _rules_from_json(value, where)

    @classmethod
    def of(cls, spec: object) -> Rules:
        """Rules from whatever stands for them: a name, several names, or a house-rules object.

        >>> Rules.of("hard").strikes, Rules.of(["easy", "hard"]).tokens
        (1, 10)
        """
        if isinstance(spec, Rules):
            return spec
        if isinstance(spec, str):
            return cls.named(spec)
        if isinstance(spec, Mapping):
            return cls.from_json(spec)
        if isinstance(spec, Sequence) and all(isinstance(name, str) for name in spec):
            return cls.named(*spec)
        raise RulesError(
            "rules must be a name, a list of names or an object, "
            f"not {shown(spec)}; `hanabi-solve rules` lists the names"
        )

    @property
    def perfect_score(self) -> int:
        """The score of a finished display."""
        return sum(suit.size for suit in self.suits if suit.scores)

    @property
    def deck_size(self) -> int:
        """The number of cards in the game."""
        return sum(sum(suit.copies) for suit in self.suits)

    def score(self, levels: Sequence[int]) -> int:
        """The score of fireworks that hold this many cards each, in the order of the suits."""
        points = 0
        for suit, level in zip(self.suits, levels, strict=True):
            points += level if suit.scores else level - suit.size
        return max(points, 0)

    def hand_size_for(self, players: int) -> int:
        """The number of cards in a full hand."""
        if self.hand_size is not None:
            return self.hand_size
        return 5 if players <= 3 else 4 if players <= 5 else 3

    def suit_index(self, letter: str) -> int:
        """The place of the suit with this letter; -1 if there is none."""
        return self._places.get(letter, -1)

    @cached_property
    def _places(self) -> dict[str, int]:
        # The first suit of a letter, so that a second one is noticed.
        return {suit.letter: index for index, suit in reversed(list(enumerate(self.suits)))}

    def rating(self, score: int) -> str | None:
        """The books' word for a score; None where their scale says nothing.

        The scale is for 25 or 30 points, and Bouquet final does not use it.

        >>> Rules.named("base").rating(24), Rules.named("avalanche-10").rating(30)
        ('extraordinary', 'divine')
        """
        if self.ending == "bouquet-final" or self.perfect_score not in (25, 30):
            return None
        return [word for least, word in RATINGS if score >= least][-1]

    def to_json(self) -> list[str] | dict[str, Any]:
        """What `Rules.of` reads back: the names, or the object of house rules."""
        if self.names:
            return list(self.names)
        return {
            "suits": [suit.to_json() for suit in self.suits],
            "hand_size": self.hand_size,
            "tokens": self.tokens,
            "strikes": self.strikes,
            "ending": self.ending,
            "announce": self.announce,
            "tiles": self.tiles,
        }

    def __str__(self) -> str:
        """The names, or "house rules"."""
        return " + ".join(self.names) if self.names else "house rules"


def check_players(players: object) -> int:
    """The number of players, if a game can have it."""
    if isinstance(players, bool) or not isinstance(players, int):
        raise RulesError(f"players must be a whole number, not {shown(players)}")
    if not MIN_PLAYERS <= players <= MAX_PLAYERS:
        raise RulesError(f"{players} players: the game is for {MIN_PLAYERS} to {MAX_PLAYERS}")
    return players


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


@cache
def _combine(names: Sequence[str]) -> Rules:
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
                f"{rival.name} and {name} do not combine: both settle {rule_set.topic}; "
                "leave one of them out"
            )
        chosen[rule_set.topic] = rule_set
    sets = list(chosen.values())
    suits = next((s.colours for s in sets if s.colours), BASE_SUITS)
    suits += tuple(suit for s in sorted(sets, key=_book_order) for suit in s.extra)
    changes = {key: value for s in sets for key, value in s.changes.items()}
    ordered = tuple(s.name for s in sorted(sets, key=_book_order))
    if len(ordered) > 1 and ordered[0] == "base":
        ordered = ordered[1:]  # "base" adds nothing to a change of it
    return replace(Rules(suits), names=ordered, **changes)


def _book_order(rule_set: RuleSet) -> int:
    """One order for every combination, so that equal games have equal names and decks."""
    return list(RULE_SETS).index(rule_set.name)


def _check_rules(rules: Rules) -> None:
    if not 1 <= len(rules.suits) <= MAX_SUITS:
        raise RulesError(f"suits: there are {len(rules.suits)}, a game has 1 to {MAX_SUITS}")
    for index, suit in enumerate(rules.suits):
        where = f"suits[{index}]"
        if not (len(suit.letter) == 1 and suit.letter.isascii() and suit.letter.islower()):
            raise RulesError(f"{where}.letter must be one letter a-z, not {shown(suit.letter)}")
        if rules.suit_index(suit.letter) != index:
            raise RulesError(
                f"{where}: a second suit with the letter {suit.letter!r}; give it another letter"
            )
        if not 1 <= suit.size <= MAX_VALUES:
            raise RulesError(f"{where}.copies has {suit.size} values: a suit has 1 to {MAX_VALUES}")
        for value, copies in enumerate(suit.copies, 1):
            if not 1 <= copies <= MAX_COPIES:
                raise RulesError(
                    f"{where}.copies: {copies} copies of {suit.letter}{value}, "
                    f"must be 1 to {MAX_COPIES}"
                )
    if not any(suit.scores for suit in rules.suits):
        raise RulesError("suits: none of them scores, so there is nothing to win; let one score")
    for name, number, most in (
        ("hand_size", rules.hand_size, MAX_HAND),
        ("tokens", rules.tokens, MAX_TOKENS),
        ("strikes", rules.strikes, MAX_STRIKES),
    ):
        if number is not None and not 1 <= number <= most:
            raise RulesError(f"{name} is {number}, must be 1 to {most}")
    if rules.ending not in ("last-round", "bouquet-final"):
        raise RulesError(
            f'ending must be "last-round" or "bouquet-final", not {shown(rules.ending)}'
        )


def _rules_from_json(value: object, where: str) -> Rules:
    fields = _fields(
        value, where, ("suits", "hand_size", "tokens", "strikes", "ending", "announce", "tiles")
    )
    if "suits" not in fields:
        raise RulesError(f"{where}: suits are missing, a list of 1 to {MAX_SUITS} suits")
    suits = fields["suits"]
    if not isinstance(suits, list):
        raise RulesError(f"{where}.suits must be a list, not {shown(suits)}")
    hand_size = fields.get("hand_size")
    parts: dict[str, Any] = {
        "suits": tuple(_suit_from_json(s, f"{where}.suits[{i}]") for i, s in enumerate(suits)),
        "hand_size": None if hand_size is None else _whole(hand_size, f"{where}.hand_size"),
        "tokens": _whole(fields.get("tokens", 8), f"{where}.tokens"),
        "strikes": _whole(fields.get("strikes", 3), f"{where}.strikes"),
        "ending": fields.get("ending", "last-round"),
        "announce": _truth(fields.get("announce", False), f"{where}.announce"),
        "tiles": _truth(fields.get("tiles", False), f"{where}.tiles"),
    }
    try:
        return Rules(**parts)
    except RulesError as error:
        # These messages begin with the part that is wrong, but do not know where it stands.
        raise RulesError(f"{where}.{error}") from None


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
        tuple(_whole(number, f"{where}.copies[{i}]") for i, number in enumerate(copies)),
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


def _whole(value: object, where: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise RulesError(f"{where} must be a whole number, not {shown(value)}")
    return value


def _truth(value: object, where: str) -> bool:
    if not isinstance(value, bool):
        raise RulesError(f"{where} must be true or false, not {shown(value)}")
    return value
