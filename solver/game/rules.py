"""What game is played: suits, hands, tokens, strikes and the ending."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, Literal

from solver.errors import RulesError, counted, of_kind, shown, whole
from solver.game.house_rules import read_house_rules
from solver.game.rule_sets import combine
from solver.game.suits import Suit

Ending = Literal["last-round", "bouquet-final"]

MIN_PLAYERS, MAX_PLAYERS = 2, 6

MAX_SUITS, MAX_VALUES, MAX_COPIES = 7, 5, 9

MAX_HAND, MAX_TOKENS, MAX_STRIKES = 10, 30, 9

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
    deck_plays: bool = False  # the last card of the pile may be played from there
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
        return _named(names)

    @classmethod
    def from_json(cls, value: object, where: str = "rules") -> Rules:
        """House rules from a JSON object; `where` names its place in messages."""
        fields = read_house_rules(value, where)
        try:
            return cls(**fields)
        except RulesError as error:
            # These messages begin with the part that is wrong, but do not know where it stands.
            raise RulesError(f"{where}.{error}") from None

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
    def is_bouquet_final(self) -> bool:
        """Whether the game has no last round, and only the perfect score counts."""
        return self.ending == "bouquet-final"

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
        if self.is_bouquet_final or self.perfect_score not in (25, 30):
            return None
        return [word for least, word in RATINGS if score >= least][-1]

    @property
    def have(self) -> str:
        """The rules as the subject of a sentence about what they have.

        >>> Rules.named("base").have, Rules((Suit("r"),)).have
        ('base has', 'house rules have')
        """
        return f"{self} has" if self.names else f"{self} have"

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
            "deck_plays": self.deck_plays,
        }

    def __str__(self) -> str:
        """The names, or "house rules"."""
        return " + ".join(self.names) if self.names else "house rules"


@lru_cache(maxsize=64)
def _named(names: tuple[str, ...]) -> Rules:
    return Rules(**combine(names))


def check_players(players: object) -> int:
    """The number of players, if a game can have it."""
    count = whole(players, "players", RulesError)
    if not MIN_PLAYERS <= count <= MAX_PLAYERS:
        limits = f"{MIN_PLAYERS} to {MAX_PLAYERS}"
        raise RulesError(f"{counted(count, 'player')}: the game is for {limits}")
    return count


def _check_rules(rules: Rules) -> None:
    of_kind(rules.suits, tuple, "suits", RulesError)
    if not 1 <= len(rules.suits) <= MAX_SUITS:
        raise RulesError(f"suits: there are {len(rules.suits)}, a game has 1 to {MAX_SUITS}")
    for index, suit in enumerate(rules.suits):
        where = f"suits[{index}]"
        of_kind(suit, Suit, where, RulesError)
        of_kind(suit.letter, str, f"{where}.letter", RulesError)
        of_kind(suit.copies, tuple, f"{where}.copies", RulesError)
        of_kind(suit.descending, bool, f"{where}.descending", RulesError)
        of_kind(suit.scores, bool, f"{where}.scores", RulesError)
        if not (len(suit.letter) == 1 and suit.letter.isascii() and suit.letter.islower()):
            raise RulesError(f"{where}.letter must be one letter a-z, not {shown(suit.letter)}")
        if rules.suit_index(suit.letter) != index:
            raise RulesError(
                f"{where}: a second suit with the letter {suit.letter!r}; give it another letter"
            )
        if not 1 <= suit.size <= MAX_VALUES:
            raise RulesError(f"{where}.copies has {suit.size} values: a suit has 1 to {MAX_VALUES}")
        for value, copies in enumerate(suit.copies, 1):
            if not 1 <= whole(copies, f"{where}.copies", RulesError) <= MAX_COPIES:
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
        if number is None and name == "hand_size":
            continue
        if not 1 <= whole(number, name, RulesError) <= most:
            raise RulesError(f"{name} is {number}, must be 1 to {most}")
    for name, choice in (
        ("announce", rules.announce),
        ("tiles", rules.tiles),
        ("deck_plays", rules.deck_plays),
    ):
        of_kind(choice, bool, name, RulesError)
    if rules.deck_plays and rules.tiles:
        raise RulesError(
            "deck_plays and tiles do not combine: no game has both; leave one of them out"
        )
    if rules.ending not in ("last-round", "bouquet-final"):
        raise RulesError(
            f'ending must be "last-round" or "bouquet-final", not {shown(rules.ending)}'
        )
