"""A definite deal: rules, players and the order of the deck; from a seed or from text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

from solver.errors import DealError, RulesError, shown
from solver.game._shuffle import shuffled, shuffled_from_start, start_value, tiles_from_start
from solver.game.cards import Card, cards_text, parse_cards
from solver.game.rules import RULE_SETS, Rules, check_players
from solver.hanab_live.variants import (
    VARIANT_IDS,
    rules_of_variant,
    variant_id,
    variant_name,
    with_suits,
)

PLAYER_NAMES = ("Alice", "Bob", "Cathy", "Donald", "Emily", "Frank")

TILES = (1, 2, 3, 4, 5, 6)

MAX_COPIES_APART = 4


@dataclass(frozen=True)
class Deal:
    """Rules, the number of players, and the deck from the first card dealt to the last drawn.

    A card's index in the deck is its "order". The whole hand of player 0 comes first, then
    player 1's and so on; the rest is the draw pile.

    >>> deal = Deal.from_seed(42, players=3)
    >>> deal.seed, cards_text(deal.hands[0])
    ('p3v0s42', 'p1 g4 p5 y2 y5')

    With bonus tiles, `tiles` is their order, the one that is turned first in front, and `tile5`
    says where tile 5 puts a card into the pile.
    """

    rules: Rules
    players: int
    deck: tuple[Card, ...]
    seed: str | None = field(default=None, compare=False)
    tiles: tuple[int, ...] = ()
    tile5: float | None = None

    def __post_init__(self) -> None:
        """Refuse a deal that cannot be dealt from the game's cards."""
        check_players(self.players)
        _check_copies(self.rules, self.deck)
        check_copies_apart(self.rules, self.hand_size)
        _check_tiles(self.rules, self.tiles, self.tile5)
        needed = self.players * self.hand_size
        if len(self.deck) < needed:
            raise DealError(
                f"too few cards: {self.players} hands of {self.hand_size} need {needed}, "
                f"the deck has {len(self.deck)}; fewer players or a smaller hand_size would do"
            )

    @classmethod
    def from_seed(cls, seed: int | str, players: int | None = None, rules: object = None) -> Deal:
        """The deal of a seed, shuffled as hanab.live does it.

        A full seed ("p3v0s42") says the number of players itself, and the suits where `rules`
        do not; otherwise `seed` is the part behind the s.

        >>> Deal.from_seed("p3v0s42") == Deal.from_seed(42, players=3)
        True
        """
        if isinstance(seed, bool) or not isinstance(seed, int | str):
            raise DealError(f"seed must be a whole number or text, not {shown(seed)}")
        suffix, count, game = _read_seed(str(seed), players, rules)
        check_players(count)
        if not re.fullmatch(r"[A-Za-z0-9-]+", suffix):
            raise DealError(
                f"the seed {suffix!r} is not one of hanab.live's: "
                "use letters, digits and hyphens, like 42, or a full seed like p3v0s42"
            )
        full = seed_prefix(game, count) + suffix
        return cls.from_start(game, count, start_value(full), full)

    @classmethod
    def from_start(cls, rules: Rules, players: int, start: int, seed: str | None = None) -> Deal:
        """The deal that is shuffled from a start value."""
        deck = unshuffled(rules)
        tiles, tile5 = tiles_from_start(start, len(deck)) if rules.tiles else ((), None)
        order = shuffled_from_start(start, len(deck))
        return cls(rules, players, tuple(deck[i] for i in order), seed, tuple(tiles), tile5)

    @classmethod
    def from_text(
        cls,
        deck: str,
        players: int,
        rules: object = "base",
        tiles: Sequence[int] = (),
        tile5: float | None = None,
    ) -> Deal:
        """The deal of a deck written as text, the first card dealt first."""
        if not isinstance(deck, str):
            raise DealError(f'deck must be text like "r1 y2 g3", not {shown(deck)}')
        game = Rules.of(rules)
        cards = parse_cards(deck, game)
        if isinstance(tiles, str) or not isinstance(tiles, Sequence):
            raise DealError(f"tiles must be a list like [4, 1, 6, 2, 5, 3], not {shown(tiles)}")
        return cls(game, check_players(players), cards, tiles=tuple(tiles), tile5=tile5)

    @property
    def hand_size(self) -> int:
        """The number of cards in a full hand."""
        return self.rules.hand_size_for(self.players)

    @property
    def hands(self) -> tuple[tuple[Card, ...], ...]:
        """The hands as dealt, the oldest card of each first."""
        size = self.hand_size
        return tuple(self.deck[p * size : (p + 1) * size] for p in range(self.players))

    @property
    def pile(self) -> tuple[Card, ...]:
        """The draw pile, the next card to be drawn first."""
        return self.deck[self.players * self.hand_size :]

    def __str__(self) -> str:
        """The deal as text: hands and pile, apart by bars."""
        return " | ".join(cards_text(cards) for cards in (*self.hands, self.pile))


@cache
def unshuffled(rules: Rules) -> tuple[Card, ...]:
    """All cards in the order that hanab.live shuffles from."""
    return tuple(
        Card(suit.letter, value)
        for suit in rules.suits
        for value, copies in enumerate(suit.copies, 1)
        for _ in range(copies)
    )


def shuffled_deck(rules: Rules, seed: str) -> tuple[Card, ...]:
    """The deck that hanab.live deals from a full seed."""
    deck = unshuffled(rules)
    return tuple(deck[i] for i in shuffled(seed, len(deck)))


def seed_prefix(rules: Rules, players: int) -> str:
    """What comes before the suffix in a full seed: players, and a word for the composition.

    The word is hanab.live's variant id where the site has these suits. Elsewhere it spells the
    composition: each suit's letter followed by its copies from value 1 up.

    >>> seed_prefix(Rules.named("avalanche-5", "hard"), 4)
    'p4v2s'
    >>> from solver.game.rules import Suit
    >>> house = Rules((Suit("r", (3, 2)), Suit("k", (1, 1), descending=True)))
    >>> seed_prefix(house, 2)
    'p2vr32k11s'
    """
    word: object = variant_id(rules)
    if word is None:
        word = "".join(suit.letter + "".join(map(str, suit.copies)) for suit in rules.suits)
    return f"p{players}v{word}s"


def _read_seed(seed: str, players: int | None, rules: object) -> tuple[str, int, Rules]:
    """The suffix, the number of players and the rules that a seed and its options mean."""
    full = re.fullmatch(
        r"(?:legacy-[0-9]-)?(p([0-9]{1,2})v([0-9]+|(?:[a-z][1-9]+)+)s.*)", seed, re.DOTALL
    )
    if full is None:
        if players is None:
            raise DealError(
                f"the seed {seed!r} does not say how many players: add their number (--players)"
            )
        return seed, players, Rules.of("base" if rules is None else rules)
    text, count, word = full[1], int(full[2]), full[3]
    if players is not None and players != count:
        raise DealError(f"the seed {seed} is for {count} players, not for {players}")
    game, meant = _game_of_word(seed, word, rules)
    # The prefix, not the match, says where the suffix begins: a suit may have the letter s.
    prefix = seed_prefix(game, count)
    if not text.startswith(prefix):
        raise DealError(
            f"the seed {seed} is for {meant}, but the rules are {game}: leave one of them out"
        )
    return text[len(prefix) :], count, game


def _game_of_word(seed: str, word: str, rules: object) -> tuple[Rules, str]:
    """The rules for a seed's variant id or composition, and what that stands for in words."""
    if word.isdigit():
        name = _variant_of_word(seed, word)
        game = rules_of_variant(name)
        return _with_suits_of(game, rules), f"{game if game.names else name} (variant {word})"
    if rules is None:
        # It tells the copies, but not which suits are built downwards.
        raise DealError(f"the seed {seed} is for the suits {word}: give the rules that have them")
    return Rules.of(rules), f"the suits {word}"


def _variant_of_word(seed: str, word: str) -> str:
    try:
        if word != str(int(word[:9])):  # longer than any number there, or with zeros before it
            raise RulesError("no number of hanab.live's")
        return variant_name(int(word))
    except RulesError:
        ours = ", ".join(f"{number} ({name})" for name, number in VARIANT_IDS.items())
        raise DealError(
            f"the seed {seed} is for hanab.live's variant {word}, which is not one of ours: "
            f"{ours}, and those of docs/hanab-live.md"
        ) from None


def _with_suits_of(variant: Rules, rules: object) -> Rules:
    """The rules asked for, with the suits of the variant where they name no suits."""
    if rules is None:
        return variant
    game = Rules.of(rules)
    sets = [RULE_SETS[given] for given in game.names]
    if sets and not any(rule_set.colours or rule_set.extra for rule_set in sets):
        return with_suits(game, variant)
    return game


def check_copies_apart(rules: Rules, hand_size: int) -> None:
    """The kernel tells apart that many copies of a card in one hand (_state.pxd).

    It needs to with announcing, for the cards that complete a firework, and with bonus tiles.
    """
    for suit in rules.suits:
        last = suit.value_at(suit.size)
        if rules.announce and min(suit.copies[last - 1], hand_size) > MAX_COPIES_APART:
            raise DealError(
                f"with announcing and hands of {hand_size}, {suit.letter}{last} may have at most "
                f"{MAX_COPIES_APART} copies, because it completes its firework"
            )
        if rules.tiles and min(max(suit.copies), hand_size) > MAX_COPIES_APART:
            raise DealError(
                f"with bonus tiles and hands of {hand_size}, a card may have at most "
                f"{MAX_COPIES_APART} copies: {suit.letter} has more of one"
            )


def _check_tiles(rules: Rules, tiles: tuple[int, ...], tile5: float | None) -> None:
    if not rules.tiles:
        if tiles or tile5 is not None:
            raise DealError(f"{rules} has no bonus tiles: leave tiles and tile5 out")
        return
    if not tiles or tile5 is None:
        raise DealError(
            "the bonus tiles are missing: give their order (tiles) and the number of tile 5 "
            "(tile5), like 4 1 6 2 5 3 and 0.37"
        )
    known = [tile for tile in tiles if isinstance(tile, int) and tile in TILES]
    if len(set(known)) != len(TILES) or len(tiles) != len(TILES):
        order = " ".join(map(str, tiles))
        raise DealError(f"the tiles {order} are not the six bonus tiles: name each of 1 to 6 once")
    if not isinstance(tile5, int | float) or not 0 <= tile5 < 1:
        raise DealError(f"tile5 is {shown(tile5)}: it must be a number from 0 to below 1")


def _check_copies(rules: Rules, deck: tuple[Card, ...]) -> None:
    have, want = Counter(deck), Counter(unshuffled(rules))
    faults = [
        f"{card} is there {have[card]} times, must be {want[card]}"
        for card in sorted(have | want)
        if have[card] != want[card]
    ]
    if faults:
        more = f" (and {len(faults) - 4} more)" if len(faults) > 4 else ""
        raise DealError(
            f"the deck is not the {rules.deck_size} cards of {rules} (it has {len(deck)}): "
            + "; ".join(faults[:4])
            + more
        )
