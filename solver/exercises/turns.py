"""One turn in the eyes of the player whose turn it is: what could be played, told and discarded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice, pairwise

from solver.exercises.clues import Clue, Reading, chop, read
from solver.exercises.knowledge import Kinds, Note, OwnHand, Table, is_single, union
from solver.game.position import Position

# What makes a clue better: a card that will be played, now or after others; each further card that
# it saves on the way; a needed card that its holder then knows, or knows better. Trash that is
# touched makes it worse, and so does each player who is to move before the receiver.
PLAYS, PLAYS_LATER, SAVES, KNOWN, NEWS = 10.0, 7.0, 4.0, 2.0, 0.5
BAD, LATER = 10.0, 0.5
# What outweighs everything: the receiver would take the focus for what it is not.
LIE = 50.0
# The odds from which on a player believes that nobody has touched trash: usually, and when the
# next strike ends the game.
TRUST, CAREFUL = 0.5, 0.8
FAIR_CHANCE = 0.3  # enough to try a card when a strike costs nothing


class Turn:
    """What the player to move sees and knows.

    `others` has the kinds of the cards that are seen, by their order; the own hand is missing.
    """

    def __init__(
        self, position: Position, kinds: Kinds, table: Table, notes: Sequence[Note]
    ) -> None:
        """Look at the table and at the others' hands."""
        self.position = position
        self.kinds = kinds
        self.table = table
        self.notes = notes
        self.player = position.to_move
        bits, deck = kinds.bits, position.deck
        self.others = {
            order: bits[deck[order]]
            for player, hand in enumerate(position.hands)
            if player != self.player
            for order in hand
        }
        self.gotten = union(kind for order, kind in self.others.items() if notes[order].clued)
        self.hand = position.hands[self.player]
        self.own = OwnHand(self.hand, notes, table, self.others.values(), self.gotten)

    @property
    def teammates(self) -> Iterator[int]:
        """The others, the next one to move first."""
        players = self.position.players
        return ((self.player + step) % players for step in range(1, players))

    @property
    def is_last_strike(self) -> bool:
        """Whether the next strike ends the game."""
        return self.position.strikes + 1 >= self.position.rules.strikes

    # Playing

    def best_play(self) -> int | None:
        """Of the cards that can be played the one that others wait for, then the lowest."""
        known = self.own.playable(self.table, CAREFUL if self.is_last_strike else TRUST)
        return min(known, key=self._play_order) if known else None

    def _play_order(self, order: int) -> tuple[bool, int, int]:
        belief = self.own.belief[order]
        nobody_waits = not self._after(belief) & self._waiting
        return nobody_waits, self._least_place(belief), order

    @cached_property
    def _waiting(self) -> int:
        """The kinds that are known to be held and wait for their turn."""
        own = union(belief for belief in self.own.belief.values() if is_single(belief))
        return self.gotten | own

    def _after(self, belief: int) -> int:
        """The kinds that can be played after one of these."""
        return union(
            later
            for firework in self.kinds.fireworks
            for kind, later in pairwise(firework)
            if kind & belief
        )

    def _least_place(self, belief: int) -> int:
        return min(
            (
                place
                for firework in self.kinds.fireworks
                for place, kind in enumerate(firework)
                if kind & belief
            ),
            default=0,
        )

    def likeliest_play(self) -> int | None:
        """The card that most probably fits, if there is a fair chance."""
        chances = {order: self._chance(belief) for order, belief in self.own.belief.items()}
        best = max(chances, key=chances.__getitem__, default=None)
        return best if best is not None and chances[best] >= FAIR_CHANCE else None

    def _chance(self, belief: int) -> float:
        fits = self.own.copies(belief & self.table.playable)
        return fits / max(1, self.own.copies(belief)) if fits else 0.0

    # Discarding

    def best_discard(self) -> int | None:
        """A card that nobody needs, or the chop; None in a locked hand."""
        return min(self.own.spare) if self.own.spare else chop(self.hand, self.notes)

    def least_loss(self) -> int:
        """The card of a locked hand that most probably is not the last of its kind."""
        critical = self.table.critical
        return min(
            self.hand,
            key=lambda order: (
                self.own.copies(self.own.belief[order] & critical)
                / max(1, self.own.copies(self.own.belief[order]))
            ),
        )

    def cannot_afford_discard(self) -> bool:
        """Whether each card of the pile is needed for a turn, and somebody has a card to play."""
        pace = self.position.pace
        if pace is None or pace > 0:
            return False
        known = union(
            belief for order, belief in self.own.belief.items() if self.notes[order].clued
        )
        return bool((known | self.gotten) & self.table.playable)

    # Clues

    def touched(self, clue: Clue) -> list[int]:
        """The cards that the clue touches, the oldest first."""
        return [order for order in self.position.hands[clue.to] if self.others[order] & clue.names]

    def read(self, clue: Clue) -> Reading:
        """How the clue will be read by its receiver."""
        hand = self.position.hands[clue.to]
        return read(
            clue, hand, self.touched(clue), self.notes, self.table, self.kinds,
            self.expected(clue.to),
        )  # fmt: skip

    def expected(self, receiver: int) -> int:
        """The kinds that the receiver of a clue will think of: those that come next.

        Both see the marked cards of third players, and know what they know of their own cards.
        """
        pending = union(self._pending(receiver))
        if not pending:
            return self.table.playable
        found = 0
        for level, firework in zip(self.position.levels, self.kinds.fireworks, strict=True):
            found |= next((kind for kind in firework[level:] if not kind & pending), 0)
        return found & self.table.useful

    def _pending(self, receiver: int) -> Iterator[int]:
        for player, hand in enumerate(self.position.hands):
            for order in hand:
                note = self.notes[order]
                if not note.clued:
                    continue
                if player == self.player:
                    known = self.own.belief[order]
                elif player == receiver:
                    known = note.possible & (note.promise or self.kinds.all) & self.table.useful
                else:
                    known = self.others[order] if note.marked else note.possible
                if is_single(known):
                    yield known

    def clues_on(self, receiver: int, order: int) -> Iterator[Clue]:
        """The two clues that touch a card."""
        kind = self.others[order]
        yield Clue(receiver, self.kinds.clue_of_colour(kind), False)
        yield Clue(receiver, self.kinds.clue_of_value(kind), True)

    def play_clue(self) -> Clue | None:
        """The best clue that gets a card played."""
        found: dict[Clue, float] = {}
        turns_left = self.position.turns_left or self.position.players
        # In the last round, those who have had their last turn are not told anything.
        for away, teammate in enumerate(islice(self.teammates, turns_left - 1)):
            expected = self.expected(teammate)
            for order in self.position.hands[teammate]:
                note = self.notes[order]
                if self.others[order] & expected and not note.marked:
                    for clue in self.clues_on(teammate, order):
                        found[clue] = self._worth(clue, order) - LATER * away
        return _best(found, 0.0)

    def _worth(self, clue: Clue, order: int) -> float:
        """What the clue is worth if it gets this card played; nothing if it does not."""
        reading = self.read(clue)
        if not self.others[reading.focus] & reading.promise:
            return -1.0
        if reading.focus != order:
            if not is_single(self.notes[order].possible & clue.names):
                return -1.0
        elif reading.save & ~reading.play:
            return -1.0
        good, bad = self._touch(clue)
        is_ready = bool(self.others[order] & self.table.playable)
        plays = PLAYS if is_ready else PLAYS_LATER
        return plays + SAVES * (good - 1) - BAD * bad + self._news(clue)

    def _touch(self, clue: Clue) -> tuple[int, int]:
        """How many cards are touched for the first time: useful ones, and trash and twins."""
        held = self._waiting
        good = bad = 0
        for order in self.touched(clue):
            if not self.notes[order].clued:
                kind = self.others[order]
                if kind & self.table.useful & ~held:
                    good += 1
                    held |= kind
                else:
                    bad += 1
        return good, bad

    def urgent_save(self) -> Clue | None:
        """A save for the next player, who would discard a card that must not be lost."""
        teammate = next(self.teammates)
        return None if self._is_busy(teammate) else self._save(teammate)

    def early_save(self) -> Clue | None:
        """A save for anybody."""
        return next(filter(None, map(self._save, self.teammates)), None)

    def save_ahead(self) -> Clue | None:
        """A save for whoever would discard a last card: soon there may be no token for it."""
        idle = (player for player in self.teammates if not self._is_busy(player))
        return next(filter(None, (self._save(player) for player in idle)), None)

    def _is_busy(self, player: int) -> bool:
        """Whether the player has something better to do than to discard the chop."""
        table = self.table
        for order in self.position.hands[player]:
            note = self.notes[order]
            if note.clued:
                possible = note.possible & table.useful
                if not possible or not possible & ~table.playable:
                    return True
                if note.marked and self.others[order] & table.playable:
                    return True
        return False

    def _save(self, player: int) -> Clue | None:
        order = chop(self.position.hands[player], self.notes)
        if order is None or not self._must_be_saved(order):
            return None
        found: dict[Clue, float] = {}
        for clue in self.clues_on(player, order):
            reading = self.read(clue)
            if self.others[order] & reading.promise:
                good, bad = self._touch(clue)
                found[clue] = SAVES * good - BAD * bad + PLAYS
        return _best(found, -BAD)

    def _must_be_saved(self, order: int) -> bool:
        """Whether a card is the last of its kind, or a two whose twin nobody sees."""
        kind = self.others[order]
        if kind & self._waiting:
            return False
        if kind & self.table.critical:
            return True
        is_two = kind & self.kinds.values[1] & self.table.useful
        return bool(is_two) and list(self.others.values()).count(kind) == 1

    def stall(self) -> Clue:
        """The clue that does the least harm, when there is nothing to say."""
        found = {
            clue: self._harmless(clue)
            for player in self.teammates
            for order in self.position.hands[player]
            for clue in self.clues_on(player, order)
        }
        return max(found, key=found.__getitem__)

    def _harmless(self, clue: Clue) -> float:
        reading = self.read(clue)
        good, bad = self._touch(clue)
        worth = SAVES * good - BAD * bad
        if reading.promise and not self.others[reading.focus] & reading.promise:
            worth -= LIE
        return worth + self._news(clue)

    def _news(self, clue: Clue) -> float:
        """What it is worth that the receiver learns more about cards that are needed."""
        worth = 0.0
        for order in self.touched(clue):
            possible = self.notes[order].possible
            if possible & ~clue.names and self.others[order] & self.table.useful:
                worth += KNOWN if is_single(possible & clue.names) else NEWS
        return worth


def _best(found: dict[Clue, float], least: float) -> Clue | None:
    """The clue that is worth most, if it is worth enough."""
    best = max(found, key=found.__getitem__, default=None)
    return best if best is not None and found[best] >= least else None
