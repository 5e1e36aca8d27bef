"""What the reason for a lost deal says: its data, as an object for programs, and in a sentence.

`solver/reasons/finders.py` finds and checks the reasons. Places in the pile are counted from 1.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Literal, NamedTuple

from solver.errors import counted
from solver.game.cards import Card, cards_text

ReasonKind = Literal[
    "bottom-deck", "out-of-pace", "hand-size", "final-round", "tokens", "exhaustion"
]


@dataclass(frozen=True)
class Reason(ABC):
    """A proof that the perfect score is out of reach, with what a reader needs to follow it."""

    kind: ClassVar[ReasonKind]

    @abstractmethod
    def sentence(self) -> str:
        """The reason in plain words."""

    def __str__(self) -> str:
        """The reason in plain words."""
        return self.sentence()

    def to_json(self) -> dict[str, Any]:
        """The kind and its data."""
        data = {field.name: _plain(getattr(self, field.name)) for field in fields(self)}
        if not data.get("tiles", True):  # nothing about tiles where there are none
            del data["tiles"]
        return {"kind": self.kind, **data}


@dataclass(frozen=True)
class BottomDeck(Reason):
    """The pile's last card is the only one of its kind and does not complete its firework."""

    kind: ClassVar[ReasonKind] = "bottom-deck"
    card: Card
    place: int
    lost: tuple[Card, ...]

    def sentence(self) -> str:
        """The reason in plain words."""
        return (
            f"Bottom-decked: {self.card} is the last card of the pile and there is no other copy; "
            f"it is played on the very last turn at best, so {_listed(self.lost)} "
            f"{'is' if len(self.lost) == 1 else 'are'} never played."
        )


@dataclass(frozen=True)
class OutOfPace(Reason):
    """Too few turns are left after a card of the pile for all that waits for it.

    Without a place it is the present position that has too few turns. `tiles` is the number of
    bonus tiles that may play a card more.
    """

    kind: ClassVar[ReasonKind] = "out-of-pace"
    place: int | None
    card: Card | None
    reached: int
    turns: int
    needed: int
    tiles: int = 0

    def sentence(self) -> str:
        """The reason in plain words."""
        most = self.reached + self.turns + self.tiles
        total = f"{most} of {counted(self.needed, 'card')}, {self.needed - most} short"
        if self.tiles:
            total = f"even with {counted(self.tiles, 'card')} from bonus tiles that makes {total}"
        if self.place is None:
            return f"Out of pace: only {counted(self.turns, 'turn')} can play a card: {total}."
        return (
            f"Out of pace: when card {self.place} of the pile ({self.card}) is drawn, at most "
            f"{counted(self.reached, 'card')} can be on the fireworks, and only "
            f"{counted(self.turns, 'turn')} that can play "
            f"{'comes' if self.turns == 1 else 'come'} after it: {total}."
        )


@dataclass(frozen=True)
class HandSize(Reason):
    """More cards are needed at once than the hands can hold.

    `choices` is 0 where all of the cards must be kept. Otherwise one of them may be given up for a
    later copy, and that many such choices were looked at, all in vain. `tiles` is the number of
    bonus tiles that may bring a card back.
    """

    kind: ClassVar[ReasonKind] = "hand-size"
    place: int
    card: Card
    room: int
    cards: tuple[Card, ...]
    choices: int
    tiles: int = 0

    def sentence(self) -> str:
        """The reason in plain words."""
        back = f" (bonus tiles bring back at most {self.tiles} more)" if self.tiles else ""
        when = f"Hand size: when card {self.place} of the pile ({self.card}) is drawn"
        cards = f"{len(self.cards)} cards that cannot be played yet"
        if not self.choices:
            return (
                f"{when}, {cards} and do not come again in time must be in the hands, which have "
                f"room for {self.room} then{back}: {cards_text(self.cards)}."
            )
        tried = counted(self.choices, "choice")
        return (
            f"{when}, even hands that are shared hold {cards} and are needed, and have room for "
            f"{self.room}{back}: {cards_text(self.cards)}. Whichever is given up for a later copy, "
            f"the fireworks cannot be finished ({tried} tried)."
        )


class Play(NamedTuple):
    """A card that is played late, who holds a copy, and where copies lie in the pile."""

    card: Card
    players: tuple[str, ...]
    places: tuple[int, ...]

    def __str__(self) -> str:
        """The card, and in brackets where it comes from."""
        pile = f"pile {', '.join(map(str, self.places))}" if self.places else ""
        return f"{self.card} ({', '.join(filter(None, (*self.players, pile)))})"


@dataclass(frozen=True)
class FinalRound(Reason):
    """The plays that must come at the end do not fit into its turns, however many the clues.

    The end is the last round and the last `draws` draws before it, from card `place` on. At least
    `least` plays fall into it: all of `plays`, and the rest from among `others`.
    """

    kind: ClassVar[ReasonKind] = "final-round"
    draws: int
    place: int | None
    least: int
    plays: tuple[Play, ...]
    others: tuple[Play, ...]

    def sentence(self) -> str:
        """The reason in plain words."""
        return f"Final round: {self.demand()}; no order of turns allows that."

    def demand(self) -> str:
        """What the end must see."""
        draws = {0: "", 1: "the last draw and "}.get(
            self.draws, f"the last {self.draws} draws and "
        )
        rest, wanted = self.least - len(self.plays), []
        if self.plays:
            wanted.append(_listed(self.plays))
        if rest:
            more = " more" if self.plays else ""
            plays = "play" if rest == 1 else "plays"
            wanted.append(f"at least {rest}{more} {plays} from among {_listed(self.others)}")
        return f"{draws}the last round must see {', and '.join(wanted)}"


@dataclass(frozen=True)
class Tokens(FinalRound):
    """The plays that must come at the end fit into its turns, but not with this many tokens."""

    kind: ClassVar[ReasonKind] = "tokens"
    tokens: int

    def sentence(self) -> str:
        """The reason in plain words."""
        return (
            f"Tokens: {self.demand()}; to wait for the turns of those who hold or draw these cards "
            f"takes more clues than {counted(self.tokens, 'token')} and the discards in between "
            "allow."
        )


@dataclass(frozen=True)
class Exhaustion(Reason):
    """No short reason is known; the search went through everything."""

    kind: ClassVar[ReasonKind] = "exhaustion"
    nodes: int
    conflicts: int = 0

    def sentence(self) -> str:
        """The reason in plain words."""
        positions = counted(self.nodes, "position")
        text = f"By exhaustion: there is no short reason; the search went through {positions}"
        if self.conflicts:
            text += f", and clause learning through {counted(self.conflicts, 'conflict')}"
        return f"{text}."


def _plain(value: object) -> object:
    """A value as JSON has it."""
    if isinstance(value, Play):
        return {name: _plain(part) for name, part in value._asdict().items()}
    if isinstance(value, Card):
        return str(value)
    return [_plain(part) for part in value] if isinstance(value, tuple) else value


def _listed(things: Iterable[object]) -> str:
    """A list in words: a, b and c."""
    *first, last = map(str, things)
    return f"{', '.join(first)} and {last}" if first else last
