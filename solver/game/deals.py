"""A definite deal: rules, players and the order of the deck; from a seed or from text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from solver.errors import DealError, counted, shown
from solver.game._shuffle import shuffled, shuffled_from_start, start_value, tiles_from_start
from solver.game.cards import Card, cards_text, parse_cards
from solver.game.rules import Rules, check_players
from solver.game.seeds import read_seed, seed_prefix
from solver.game.tiles import TILES

PLAYER_NAMES = ("Alice", "Bob", "Cathy", "Donald", "Emily", "Frank")


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
        suffix, count, game = read_seed(str(seed), players, rules)
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
        """The deal as text: hands and pile, separated by bars."""
        return " | ".join(cards_text(cards) for cards in (*self.hands, self.pile))


@lru_cache(maxsize=64)
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


def _check_tiles(rules: Rules, tiles: tuple[int, ...], tile5: float | None) -> None:
    if not rules.tiles:
        if tiles or tile5 is not None:
            raise DealError(f"{rules.have} no bonus tiles: leave tiles and tile5 out")
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
        f"{card} is there {counted(have[card], 'time')}, must be {want[card]}"
        for card in sorted(have | want)
        if have[card] != want[card]
    ]
    if faults:
        more = f" (and {len(faults) - 4} more)" if len(faults) > 4 else ""
        raise DealError(
            f"the deck is not the {counted(rules.deck_size, 'card')} of {rules} "
            f"(it has {len(deck)}): " + "; ".join(faults[:4]) + more
        )
