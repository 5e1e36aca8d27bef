"""What can be wrong with a position that is given by what lies on the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Literal, NamedTuple, Protocol

from solver.errors import counted
from solver.game.cards import Card
from solver.game.deals import PLAYER_NAMES, unshuffled
from solver.game.rules import MAX_PLAYERS, MIN_PLAYERS, Rules
from solver.game.tiles import TAKING, TILES

FaultKind = Literal[
    "players", "copies", "hand-size", "firework", "tokens", "strikes", "to-move", "turns-left",
    "discards", "tiles",
]  # fmt: skip


class Fault(NamedTuple):
    """One thing that is wrong with a position."""

    kind: FaultKind
    text: str

    def __str__(self) -> str:
        """The fault in words."""
        return self.text


class Table(Protocol):
    """What lies on the table: the parts of a `Position` that can be wrong."""

    @property
    def rules(self) -> Rules: ...  # noqa: D102
    @property
    def players(self) -> int: ...  # noqa: D102
    @property
    def deck(self) -> tuple[Card, ...]: ...  # noqa: D102
    @property
    def hands(self) -> tuple[tuple[int, ...], ...]: ...  # noqa: D102
    @property
    def pile(self) -> tuple[Card, ...]: ...  # noqa: D102
    @property
    def levels(self) -> tuple[int, ...]: ...  # noqa: D102
    @property
    def tokens(self) -> int: ...  # noqa: D102
    @property
    def strikes(self) -> int: ...  # noqa: D102
    @property
    def to_move(self) -> int: ...  # noqa: D102
    @property
    def turns_left(self) -> int | None: ...  # noqa: D102
    @property
    def discards(self) -> tuple[int, ...]: ...  # noqa: D102
    @property
    def tiles(self) -> tuple[int, ...]: ...  # noqa: D102
    @property
    def tile5(self) -> float | None: ...  # noqa: D102


def faults(position: Table) -> Iterator[Fault]:
    """All that is wrong with the position."""
    yield from _faults_of_cards(position)
    yield from _faults_of_hands(position)
    yield from _faults_of_counters(position)
    yield from _faults_of_turns(position)
    yield from _faults_of_discards(position)
    yield from _faults_of_tiles(position)


def _faults_of_cards(at: Table) -> Iterator[Fault]:
    for suit, level in zip(at.rules.suits, at.levels, strict=True):
        if not 0 <= level <= suit.size:
            yield Fault(
                "firework", f"the firework {suit.letter} has {level} cards: it has 0 to {suit.size}"
            )
    full = Counter(unshuffled(at.rules))
    for card, copies in Counter(at.deck).items():
        if copies > full[card]:
            yield Fault(
                "copies",
                f"there are {copies} {card} in the hands, in the pile and on the fireworks: "
                f"{at.rules.have} {full[card]}",
            )


def _faults_of_hands(at: Table) -> Iterator[Fault]:
    if not MIN_PLAYERS <= at.players <= MAX_PLAYERS or at.players != len(at.hands):
        yield Fault(
            "players",
            f"{counted(len(at.hands), 'hand')}: the game is for {MIN_PLAYERS} to {MAX_PLAYERS}",
        )
        return
    full = at.rules.hand_size_for(at.players)
    for player, hand in enumerate(at.hands):
        least, why = _least_hand(at, player, full)
        if not least <= len(hand) <= full:
            sizes = f"{full}" if least == full else f"{least} to {full}"
            yield Fault(
                "hand-size",
                f"{PLAYER_NAMES[player]} holds {counted(len(hand), 'card')} "
                f"instead of {sizes}{why}",
            )


def _least_hand(at: Table, player: int, full: int) -> tuple[int, str]:
    """The fewest cards that the player can hold, and why.

    In the last round of a real game nobody is more than one card short. But a hand without its
    trash makes the same endgame, so shorter ones may be given, as long as everybody can still
    move.
    """
    if at.pile and at.turns_left is None:
        return full, ": hands are shorter only once the pile is empty"
    turns_to_come = at.turns_left or 0
    if (player - at.to_move) % at.players < turns_to_come:
        return 1, ": the turn in the last round is still to come"
    return 0, ""


def _faults_of_counters(at: Table) -> Iterator[Fault]:
    rules = at.rules
    if not 0 <= at.tokens <= rules.tokens:
        yield Fault("tokens", f"{counted(at.tokens, 'token')}: {rules.have} 0 to {rules.tokens}")
    if not 0 <= at.strikes <= rules.strikes:
        yield Fault(
            "strikes", f"{counted(at.strikes, 'strike')}: {rules.have} 0 to {rules.strikes}"
        )
    if not 0 <= at.to_move < at.players:
        name = f" ({PLAYER_NAMES[at.to_move]})" if 0 <= at.to_move < MAX_PLAYERS else ""
        yield Fault("to-move", f"no player {at.to_move}{name}: they go from 0 to {at.players - 1}")


def _faults_of_turns(at: Table) -> Iterator[Fault]:
    # In the last round tile 5 may have put a card into the empty pile; it is never drawn.
    never_drawn = at.turns_left is not None and len(at.pile) == 1 and _turned(at, 5)
    if never_drawn and not _somebody_turned_a_tile(at):
        yield Fault(
            "turns-left",
            "a card is in the pile in the last round: tile 5 has put it there on a turn of that "
            "round, and none of those who had theirs has a shorter hand",
        )
    if (at.pile and not never_drawn) or at.rules.is_bouquet_final:
        if at.turns_left is not None:
            why = "the pile has cards" if at.pile else "Bouquet final has no last round"
            yield Fault("turns-left", f"turns are counted only in the last round, and {why}")
    elif at.turns_left is None:
        yield Fault("turns-left", "the pile is empty: how many turns are left must be said")
    elif not 0 <= at.turns_left <= at.players:
        yield Fault(
            "turns-left",
            f"{counted(at.turns_left, 'turn')} left: the last round has {at.players} turns",
        )


def _somebody_turned_a_tile(at: Table) -> bool:
    """Whether somebody can have turned a tile in the last round, as far as hands tell.

    When the last round begins the pile is empty and all hands are full: until then everybody
    draws who plays or discards. So a card that is in the pile was put there on a turn of the
    round, by a play that drew nothing. That turn is over: not all turns are left, and among those
    who had theirs is one with a hand that is not full.
    """
    full = at.rules.hand_size_for(at.players)
    over = range(1, min(at.players, at.players - (at.turns_left or 0)) + 1)
    return any(len(at.hands[(at.to_move - step) % at.players]) < full for step in over)


def _turned(at: Table, tile: int) -> bool:
    return at.rules.tiles and tile not in at.tiles


def _faults_of_discards(at: Table) -> Iterator[Fault]:
    # Tiles 5 and 6 take a card out of the discard pile.
    if at.strikes > len(at.discards) + sum(_turned(at, tile) for tile in TAKING):
        missing = counted(len(at.discards), "card")
        yield Fault(
            "discards",
            f"every strike puts a card into the discard pile: there "
            f"{_are(at.strikes, 'strike')}, and of the full set {missing} "
            f"{'is' if len(at.discards) == 1 else 'are'} missing",
        )


def _faults_of_tiles(at: Table) -> Iterator[Fault]:
    if not at.rules.tiles:
        if at.tiles or at.tile5 is not None:
            yield Fault("tiles", f"{at.rules.have} no bonus tiles: leave tiles and tile5 out")
        return
    complete = sum(
        level == suit.size and suit.ends_with_five
        for suit, level in zip(at.rules.suits, at.levels, strict=True)
    )
    if not set(at.tiles) <= set(TILES) or len(set(at.tiles)) < len(at.tiles):
        order = " ".join(map(str, at.tiles))
        yield Fault("tiles", f"the tiles {order} are not bonus tiles: name numbers of 1 to 6, once")
    elif len(at.tiles) != max(0, len(TILES) - complete):
        there = f"there {_are(len(at.tiles), 'tile')} to turn" if at.tiles else "tiles are missing"
        yield Fault(
            "tiles",
            f"{there}: {counted(complete, 'firework')} {'is' if complete == 1 else 'are'} complete "
            f"with a 5, so it must be {max(0, len(TILES) - complete)}",
        )
    if at.tile5 is None and 5 in at.tiles:
        yield Fault("tiles", "tile5 is missing: where does tile 5 put a card, 0 to below 1?")
    elif at.tile5 is not None and not 0 <= at.tile5 < 1:
        yield Fault("tiles", f"tile5 is {at.tile5:g}: it must be a number from 0 to below 1")


def _are(number: int, thing: str) -> str:
    return f"{'is' if number == 1 else 'are'} {counted(number, thing)}"
