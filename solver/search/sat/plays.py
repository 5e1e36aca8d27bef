"""Who plays what and when, as clauses: what is thrown away need not be named.

`Encoding` says of every discard which card goes. Most of these choices make no difference, and a
solver that has to refute them one by one gets lost. Here the question is only which copy of each
card is *kept*, that is, played in the end, and when each firework grows. A discard or a misplay
takes some card that is not kept. All it needs is that the player holds one: a number.

**Every game is a model**, so what has no model is out of reach. Let the cards be kept that the game
plays; then what it discards or misplays is not kept, and in the hand. Two things are left out of
the clauses, which only allows more: whether a misplayed card would have fit, and whether a clue,
or another pass in the last round, is legal. One thing is added: below the maximum of tokens nobody
misplays a card of the hand. Every game has a variant without that which scores no less
(argument 10 in `kernel/moves.pxd`). Proofs leave that one out (`solver.proofs.kept_cards`).

**A model is mostly a game**: `line` plays it with the referee (`told_games.py`), and the answer is
yes only if that comes to the score.

Bonus tiles bring back what was thrown away: for them there is `tile_plays.py`.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import cached_property
from typing import NamedTuple

from solver.game.actions import Action
from solver.search.sat.clauses import FALSE, TRUE
from solver.search.sat.clue_counts import ClueCounts
from solver.search.sat.counts import Counts
from solver.search.sat.free_cards import FreeCards
from solver.search.sat.kept_counts import KeptCounts
from solver.search.sat.told_games import ToldGame


class Frame(NamedTuple):
    """All variables, and the clauses that do not ask which cards lie where: nearly all of them."""

    variables: dict[tuple[object, ...], int]
    rules: list[list[int]]
    counts: list[list[int]]


# The frames of the last questions: deals of one game have the same ones, one for each score.
_MOST_FRAMES = 2
_frames: dict[Hashable, Frame] = {}


class Plays(FreeCards):
    """Clauses that every game from a position fulfils that ends with the score.

    In the last round everybody plays or passes, and tokens do not matter any more.
    """

    def _write(self) -> None:
        """Write the clauses, or what is the same for many deals from what was written before."""
        key, counts = self._frame_key(), WasteCounts(self)
        if key not in _frames:
            super()._write()
            rules = self.clauses
            self.clauses = []
            counts.add()
            ClueCounts(counts).add()
            if len(_frames) == _MOST_FRAMES:
                del _frames[next(iter(_frames))]
            _frames[key] = Frame(self.variables, rules, self.clauses)
        frame = _frames[key]
        self.variables, self.clauses = frame.variables.copy(), frame.rules.copy()
        self._add_kept()
        self.clauses += frame.counts
        KeptCounts(self, counts).add()

    def _frame_key(self) -> Hashable:
        """All that the clauses depend on, but for those of `_add_kept` and `KeptCounts`."""
        start = self.start
        is_needed = tuple(level > start.levels[suit] for suit, level in self.types.values())
        hands = tuple(map(len, start.hands))
        counts = (start.to_move, start.tokens, start.strikes, start.turns_left, self.missing)
        return (self.rules, hands, self.pile, start.levels, *counts, is_needed)

    # What the variables mean

    def discard(self, step: int) -> int:
        """A discard; in the last round it is one way to pass."""
        return FALSE if self._is_last_round(step) else super().discard(step)

    def fail(self, step: int) -> int:
        """A play that does not fit; in the last round it is one way to pass."""
        return FALSE if self._is_last_round(step) else super().fail(step)

    @cached_property
    def types(self) -> dict[int, tuple[int, int]]:
        """The suit and the level of each card."""
        kinds = {number: kind for kind, copies in self.copies.items() for number in copies}
        return {number: kinds[number] for number in self.numbers}

    def kept(self, number: int) -> int:
        """The card is played and fits, at some step."""
        suit, level = self.types[number]
        is_needed = level > self.start.levels[suit]
        return self.variable("kept", number) if is_needed else FALSE

    def is_free(self, number: int) -> int:
        """The card is not kept."""
        return -self.kept(number)

    def _may_take_last_card(self, step: int) -> bool:
        """Whether this step may play the last card of the pile from there."""
        return self.rules.deck_plays and step == self.pile - 1

    # The rules

    def _add_kept(self) -> None:
        """Of each type that is played one copy is kept, and its holder plays it, after drawing it.

        The pile's last card may be played from there: on the step that would draw it.
        """
        for (suit, level), copies in self.copies.items():
            if level <= self.start.levels[suit]:
                continue
            there = self.level(self.steps, suit, level)
            kept = [self.kept(number) for number in copies]
            self.why = (
                "What is put on a firework is a card that is kept: one that is played and fits."
            )
            self.imply([there], *kept)
            self.why = "Each card is for one player to play; if nobody plays it, for any one."
            self.one_of([self.plays(player, suit, level) for player in self.players])
            for place, number in enumerate(copies):
                self.why = "A card that is kept lies on its firework in the end."
                self.imply([kept[place]], there)
                self.why = "Of equal cards only one is kept: a second one would not fit."
                for other in kept[:place]:
                    self.add(-kept[place], -other)
                self.why = "The card that is kept is played by who holds it."
                for player in self.players:
                    held, plays = self.holds(player, number), self.plays(player, suit, level)
                    self.equal([kept[place]], held, plays)
                if number >= self.dealt:
                    drawn = number - self.dealt
                    first = drawn if self._may_take_last_card(drawn) else drawn + 1
                    self.why = "A card that is kept is not played before it is drawn."
                    self.imply([kept[place]], -self.level(min(first, self.steps), suit, level))

    def _add_action(self, step: int) -> None:
        """One action, and none after the end."""
        grows = [self.grows(step, suit) for suit in range(len(self.sizes))]
        discard, fail = self.discard(step), self.fail(step)
        self.why = (
            "A step puts a card on one firework, or none: it is a discard, a misplay, or in the "
            "last round any turn that puts no card on a firework."
        )
        self.one_of([*grows, discard, fail, self.clue(step), self.over(step)])
        self.why = "Only a play that fits counts as announced."
        self.imply([self.announced(step)], *grows)
        self.why = "A card is thrown away by a discard or a misplay."
        self.imply([self.waste(step)], discard, fail)
        self.imply([discard], self.waste(step))
        self.imply([fail], self.waste(step))

    def _add_cards(self, step: int) -> None:
        """Who throws a card away has one to spare, and who draws one that is not kept gets one."""
        if step == 0:
            self._add_spare_at_start()
        if self._is_last_round(step):
            return
        waste = self.waste(step)
        drawn_is_kept = self.kept(self.dealt + step) if step < self.pile else TRUE
        for player in self.players:
            acts = self.acts(step, player)
            self.why = "What is thrown away is a card of the hand that is not kept."
            self.imply([self.discard(step), acts], self.spare(step, player, 1))
            if not self._may_take_last_card(step):
                self.imply([self.fail(step), acts], self.spare(step, player, 1))
            self._add_spare(step, player, waste, drawn_is_kept)

    def _add_tokens(self, step: int) -> None:
        if not self._is_last_round(step):
            super()._add_tokens(step)

    def _add_strikes(self, step: int) -> None:
        if self._is_last_round(step):
            return
        super()._add_strikes(step)
        self._add_misplay(step)

    def _add_misplay(self, step: int) -> None:
        """Below the maximum of tokens nobody misplays a card of the hand: a discard does more."""
        self.why = "Where a token is missing, a discard does no less than a misplay."
        if not self._may_take_last_card(step):
            self.imply([self.fail(step)], self.left(step, self.rules.tokens))

    # Games

    def line(self, model: list[int]) -> tuple[Action, ...]:
        """The game that a model describes, unless that is none or misses the score."""
        return ToldGame(self, model).played()


class PlayCounts(Counts):
    """The counts of `Counts`; here the cards that are spoilt are those that are not kept.

    What is thrown away in the last round is not counted as wasted.
    """

    WASTED = (
        "A discard or a misplay wastes a card, unless it is in the last round. No more may be "
        "wasted than there are steps to spare."
    )
    SPOILT = "Cards that are not kept are counted one by one."
    DRAWN = "What was wasted before a step was drawn before it, and is not kept."
    encoding: Plays

    def spoilt(self, number: int) -> int:
        """The card is not kept."""
        return -self.encoding.kept(number)

    def _add_spoilt(self) -> None:
        """What becomes of a card that is not kept is left open."""


class WasteCounts(PlayCounts):
    """What the search uses of them: the cards that are kept are for `KeptCounts`."""

    def _add_drawn(self) -> None:
        """`KeptCounts` says the same by types."""
