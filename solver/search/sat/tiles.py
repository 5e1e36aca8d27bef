"""The bonus tiles as clauses, on top of `Encoding`.

Which tile a 5 turns follows from the number of those that lie complete. Tiles 5 and 6 take a card
at most once each, so what they pick is one choice for the whole game, and when they use it another.

A card that tile 5 puts into the pile gets a number of its own there, the joker. From its place on
the pile is drawn one step later, and there is one step more; without it that step does not take
place. A card leaves the discard pile for good when it is picked: the joker is another card.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from math import floor

from solver.game.actions import Choice
from solver.game.cards import card_type
from solver.game.position import Position
from solver.search.sat.clauses import FALSE, TRUE
from solver.search.sat.encoding import Encoding


class TileEncoding(Encoding):
    """The clauses whose models are the games with bonus tiles."""

    def __init__(self, start: Position, score: int | None = None) -> None:
        """Write the clauses. What tile 5 put into the pile in the last round is never drawn."""
        if start.turns_left is not None:
            start = replace(start, draws=())
        self.fives = [n for n, suit in enumerate(start.rules.suits) if suit.ends_with_five]
        complete = sum(start.levels[n] == start.rules.suits[n].size for n in self.fives)
        # Of each tile that may be turned, how many fives are complete before.
        self.places = {tile: complete + n for n, tile in enumerate(start.turnable_tiles())}
        self.taking = [tile for tile in (5, 6) if tile in self.places]
        # Completing this many fives and one more gives a token.
        self.token_places = [
            n
            for n in range(complete, len(self.fives))
            if n - complete >= len(start.tiles) or start.tiles[n - complete] in (1, 2)
        ]
        self.strikes_back = int(2 in self.places)
        super().__init__(start, score)
        self.discarded = {-1 - order: order for order in start.discards}
        for step in range(self.steps):
            self._add_turned(step)
            self._add_uses(step)
            self._add_longer(step)
        for number in self.numbers:
            self._add_spoilt(number)
        for tile in self.taking:
            self._add_picks(tile)
        if self.has_joker:
            self._add_draws()
        if self.bouquet:
            self._add_indispensable()

    def _number_cards(self) -> range:
        self.has_joker = 5 in self.taking and (self.bouquet or self.pile > 0)
        self.joker = len(self.cards)
        return range(len(self.cards) + self.has_joker)

    def _count_steps(self) -> int:
        return super()._count_steps() + self.has_joker

    # What the variables mean

    def complete(self, step: int, least: int, suits: int | None = None) -> int:
        """At least so many fives are complete before this step, among the first suits with one."""
        most = len(self.fives) if suits is None else suits
        return self.unary(("complete", step), most, least, most)

    def turns(self, step: int, place: int) -> int:
        """The step turns the tile that comes after so many fives."""
        return self.variable("turns", step, place)

    def puts(self, tile: int, step: int) -> int:
        """The tile is turned, and puts a card into play: tile 5 only if the pile is empty."""
        if tile not in self.taking or (tile == 5 and step < self.pile):
            return FALSE
        return self.variable("puts", tile, step)

    def shuffles(self, step: int) -> int:
        """Tile 5 is turned, and puts a card into the pile; not in the last round."""
        there = self.has_joker and not self._is_last_round(step)
        return self.variable("shuffles", step) if there else FALSE

    def shuffled(self, step: int) -> int:
        """Tile 5 put a card into the pile before this step."""
        if step == 0 or not self.has_joker:
            return FALSE
        if self._is_last_round(step):
            step = self.pile
        return self.variable("shuffled", step)

    def used(self, tile: int) -> int:
        """The tile takes a card at some step."""
        return self.variable("used", tile)

    def picks(self, tile: int, number: int) -> int:
        """The tile picks this card; numbers below 0 are the cards discarded at the start."""
        return self.variable("picks", tile, number)

    def picks_type(self, tile: int, suit: int, level: int) -> int:
        """The tile picks a card of this type."""
        return self.variable("picks type", tile, suit, level)

    def spoilt(self, number: int) -> int:
        """The card is discarded or misplayed at some step."""
        return self.variable("spoilt", number)

    def late(self, number: int) -> int:
        """The card is drawn a step later than without the joker, which lies in front of it."""
        there = self.has_joker and self.dealt <= number < self.joker
        return self.variable("late", number) if there else FALSE

    def takes(self, step: int, number: int) -> int:
        """The joker is drawn at its place, and others perhaps a step later."""
        if self.has_joker and number == self.joker:
            drawn = step > self._place(0)
            return self.variable("takes", step, number) if drawn else FALSE
        return super().takes(step, number)

    def takes_joker(self, step: int, suit: int, level: int) -> int:
        """The step plays or discards the joker, which is a card of this type."""
        return self.variable("takes joker", step, suit, level)

    def gone(self, step: int, number: int) -> int:
        """The same for what is gone."""
        if self.has_joker and number == self.joker:
            drawn = step > self._place(0) + 1
            return self.variable("gone", step, number) if drawn else FALSE
        return super().gone(step, number)

    def holds(self, player: int, number: int) -> int:
        """Who drew it may depend on the joker."""
        if self.has_joker and number >= self.dealt:
            return self.variable("holds", player, number)
        return super().holds(player, number)

    def strikes(self, step: int, least: int) -> int:
        """Tile 2 may take back one of those made before the start."""
        if step == 0 or 2 not in self.places:
            return super().strikes(step, least)
        most = min(self.start.strikes + step, self.rules.strikes - 1)
        return self.unary("strikes", step, least, most)

    def token_sources(self, step: int) -> list[int]:
        """Suits that do not end with a 5, tiles 1 and 2, and fives after all tiles."""
        tops = [
            self.level(step, n, size) for n, size in enumerate(self.sizes) if n not in self.fives
        ]
        places = [self.complete(step, place + 1) for place in self.token_places]
        return [*(top for top in tops if top not in (TRUE, FALSE)), *places]

    def _place(self, step: int) -> int:
        """The step that draws the joker if tile 5 puts it into the pile at this step."""
        assert self.start.tile5 is not None
        return step + floor(self.start.tile5 * (max(self.pile - step, 0) + 1))

    def has_clues(self, step: int) -> bool:
        """With a joker the last round may begin a step later."""
        later = self.has_joker and not self.bouquet and step == self.pile
        return later or super().has_clues(step)

    # The rules

    def _add_end(self, step: int) -> None:
        """Without a joker the last of the steps does not take place."""
        if not self._is_spare(step):
            super()._add_end(step)
            return
        tops = [self.level(step, suit, size) for suit, size in enumerate(self.sizes)]
        self.imply(tops, self.over(step))
        self.add(self.shuffled(step), self.over(step))
        for top in tops:
            self.imply([self.over(step), self.shuffled(step)], top)

    def _is_spare(self, step: int) -> bool:
        return self.has_joker and not self.bouquet and step == self.steps - 1

    def _add_longer(self, step: int) -> None:
        """The step after the pile's last card is the last round's first turn, or draws a card."""
        self.imply([self.shuffled(step)], self.shuffled(step + 1))
        self.imply([self.shuffles(step)], self.shuffled(step + 1))
        self.imply([self.shuffled(step + 1)], self.shuffled(step), self.shuffles(step))
        if self.has_joker and not self.bouquet and step == self.pile:
            self.imply([self.clue(step)], -self.shuffled(step))
            self.imply([self.clues(step, 1)], self.shuffled(step))

    def _taking(self, step: int, suit: int, level: int) -> list[int]:
        taking = super()._taking(step, suit, level)
        if self.has_joker and self.takes(step, self.joker) != FALSE:
            taking.append(self.takes_joker(step, suit, level))
        return taking

    def _both(self, both: int, parts: list[int]) -> None:
        """The literal says that all of these hold."""
        self.imply(parts, both)
        for part in parts:
            self.imply([both], part)

    def _putting(self, step: int, suit: int, level: int) -> list[int]:
        """What a tile puts into play fits, and is not the card that is played."""
        putting: list[int] = []
        for tile in self.taking:
            if self.puts(tile, step) == FALSE:
                continue
            put = self.variable("put", tile, step, suit, level)
            self._both(put, [self.puts(tile, step), self.picks_type(tile, suit, level)])
            self.imply([put], self.level(step, suit, level - 1))
            self.imply([put], -self.level(step, suit, level))
            self.imply([put], self.level(step + 1, suit, level))
            for takes in (*self._taking(step, suit, level), *putting):
                self.imply([put], -takes)
            putting.append(put)
        return putting

    def _add_turned(self, step: int) -> None:
        """Which tiles a step turns, by the number of complete fives before and after it."""
        for state in (step, step + 1) if step == 0 else (step + 1,):
            for place, suit in enumerate(self.fives):
                there = self.level(state, suit, self.sizes[suit])

                def number(suits: int, least: int, state: int = state) -> int:
                    return self.complete(state, least, suits)

                self.change([there], number, place, place + 1, by=1)
                self.change([-there], number, place, place + 1)
        for place in range(len(self.fives)):
            before, after = self.complete(step, place + 1), self.complete(step + 1, place + 1)
            self._both(self.turns(step, place), [-before, after])

    def _finished(self, step: int) -> int:
        """A token for a suit that does not end with a 5, for tiles 1 and 2, and after all tiles.

        No step brings two: who puts a card into play has turned a tile without a token.
        """
        finished = self.variable("finished", step)
        tokens = [self.turns(step, place) for place in self.token_places]
        for suit, size in enumerate(self.sizes):
            if suit not in self.fives:
                finishes = self.variable("finishes", step, suit)
                before, after = self.level(step, suit, size), self.level(step + 1, suit, size)
                self._both(finishes, [-before, after])
                tokens.append(finishes)
        self.imply([finished], *tokens)
        for token in tokens:
            self.imply([token], finished)
        return finished

    def _add_strikes(self, step: int) -> None:
        """Tile 2 takes one back, if there is one."""
        if 2 not in self.places:
            super()._add_strikes(step)
            return
        fail, back = self.fail(step), self.turns(step, self.places[2])
        self.change([fail], self.strikes, step, self.rules.strikes, by=1)
        self.change([back], self.strikes, step, self.rules.strikes, by=-1)
        self.change([-fail, -back], self.strikes, step, self.rules.strikes)

    def _add_uses(self, step: int) -> None:
        """A tile that takes is used when it is turned: by the 5 that is played, as the first one.

        Or by a 5 that the other of these tiles has just put into play.
        """
        plays = self._plays_five(step)
        for tile, place in ((tile, self.places[tile]) for tile in self.taking):
            other = 5 if tile == 6 else 6
            five = [self.picks_type(other, suit, self.sizes[suit]) for suit in self.fives]
            for use in self._uses(tile, step):
                self.imply([use], self.turns(step, place))
                self.imply([use], plays)
                if self.places.get(other) == place - 1:
                    self.imply([use], self.complete(step, place), self.puts(other, step))
                    self.imply([use], self.complete(step, place), *five)
                else:
                    self.imply([use], self.complete(step, place))
        self.add(-self.puts(5, step), -self.shuffles(step))

    def _uses(self, tile: int, step: int) -> list[int]:
        """The ways in which a step may use a tile."""
        uses = [self.puts(tile, step), self.shuffles(step) if tile == 5 else FALSE]
        return [use for use in uses if use != FALSE]

    def _plays_five(self, step: int) -> int:
        """A literal that is true only if a 5 is played and fits."""
        plays = self.variable("plays five", step)
        self.imply([plays], self.grow(step))
        fives = [self._taking(step, suit, self.sizes[suit]) for suit in self.fives]
        self.imply([plays], *(takes for of_suit in fives for takes in of_suit))
        return plays

    def _add_spoilt(self, number: int) -> None:
        for step in range(self.steps):
            takes, grow = self.takes(step, number), self.grow(step)
            self.imply([takes, grow], -self.spoilt(number))
            self.imply([takes, -grow], self.spoilt(number))

    def _add_picks(self, tile: int) -> None:
        """A tile that is used picks one card of the discard pile, which no other tile picks."""
        used, numbers = self.used(tile), self._pickable(tile)
        uses = [(step, use) for step in range(self.steps) for use in self._uses(tile, step)]
        self.imply([used], *(use for _, use in uses))
        self.one_of([-used, *(self.picks(tile, number) for number in numbers)])
        self.one_of([-used, *(self.picks_type(tile, *kind) for kind in self.copies)])
        for number in numbers:
            picks = self.picks(tile, number)
            if tile == 6 and number in self._pickable(5):
                self.add(-picks, -self.picks(5, number))
            for kind in self.copies:
                self.imply([picks, self._is_of(number, kind)], self.picks_type(tile, *kind))
            if number not in self.discarded:
                self.imply([picks], self.spoilt(number))
        for step, use in uses:
            self.imply([use], used)
            for number in numbers:
                if number not in self.discarded:
                    self.imply([use, self.picks(tile, number)], self.gone(step, number))

    def _pickable(self, tile: int) -> list[int]:
        """The cards that a tile may pick: not the joker before it is one."""
        if tile not in self.taking:
            return []
        joker = self.has_joker and tile == 6
        return [*self.discarded, *range(len(self.cards) + joker)]

    def _is_of(self, number: int, kind: tuple[int, int]) -> int:
        """The card is of this type."""
        if number == self.joker:
            return self.picks_type(5, *kind)
        order = self.discarded[number] if number in self.discarded else self.cards[number]
        return TRUE if card_type(self.start.card(order), self.rules) == kind else FALSE

    def _add_draws(self) -> None:
        """Who draws what when tile 5 has put the joker into the pile."""
        steps = [step for step in range(self.steps) if self.shuffles(step) != FALSE]
        never = -self.shuffled(self.steps)
        for step in range(self.steps):
            takes = self.takes(step, self.joker)
            self.imply([takes], self.shuffled(step))
            for kind in self.copies if takes != FALSE else ():
                self._both(self.takes_joker(step, *kind), [takes, self.picks_type(5, *kind)])
            for shuffling in steps:
                if self._place(shuffling) >= step:
                    self.imply([takes], -self.shuffles(shuffling))
        for player in self.players:
            for shuffling in steps:
                acts = self.acts(self._place(shuffling), player)
                self.equal([self.shuffles(shuffling)], self.holds(player, self.joker), acts)
        for number in range(self.dealt, self.joker):
            step, late = number - self.dealt, self.late(number)
            self.imply([never], -late)
            for shuffling in steps:
                in_front = self._place(shuffling) <= step
                self.imply([self.shuffles(shuffling)], late if in_front else -late)
            self._add_late(number, [self._place(shuffling) <= step for shuffling in steps])
            self.imply([self.takes(step + 1, number)], -late)
            for player in self.players:
                self.equal([-late], self.holds(player, number), self.acts(step, player))
                self.equal([late], self.holds(player, number), self.acts(step + 1, player))

    def _add_late(self, number: int, in_front: list[bool]) -> None:
        """The same for the states in between: whether it is late is known from some step on."""
        last = max((step for step, front in enumerate(in_front) if front), default=-1)
        first = next((step for step, front in enumerate(in_front) if not front), len(in_front))
        self.imply([self.late(number)], self.shuffled(last + 1))
        self.imply([self.shuffled(first)], self.late(number))

    def _add_indispensable(self) -> None:
        """The last copy of a needed card in the discard pile is a defeat, tiles or not."""
        for step in range(1, self.steps + 1):
            for (suit, level), copies in self.copies.items():
                there = [self.level(step, suit, level), *(-self.gone(step, n) for n in copies)]
                if self.has_joker:
                    alive = self.variable("joker alive", step, suit, level)
                    self.imply([alive], self.picks_type(5, suit, level))
                    self.imply([alive], self.shuffled(step))
                    self.imply([alive], -self.gone(step, self.joker))
                    there.append(alive)
                self.add(*there)

    def _with_other(self, step: int, number: int) -> int:
        """The joker is in a hand once it is drawn."""
        other = super()._with_other(step, number)
        if self.has_joker and number == self.joker:
            self.imply([other], self.shuffled(step))
        return other

    # Games

    def _order(self, number: int, true: Collection[int]) -> int:
        """The joker is the card that tile 5 has picked."""
        if number in self.discarded:
            return self.discarded[number]
        return self.picked(5, true) if number == self.joker else self.cards[number]

    def picked(self, tile: int, true: Collection[int]) -> int:
        """What the tile picks in a model."""
        number = next(n for n in self._pickable(tile) if self.picks(tile, n) in true)
        return self._order(number, true)

    def choices(self, step: int, true: Collection[int]) -> tuple[Choice, ...]:
        """What each tile takes that the step turns, in the order of the tiles."""
        choices = []
        for tile in sorted(self.taking, key=self.places.__getitem__):
            if self.puts(tile, step) in true:
                choices.append(Choice(tile, self.picked(tile, true), "play"))
            elif tile == 5 and self.shuffles(step) in true:
                choices.append(Choice(tile, self.picked(tile, true), "pile"))
        return tuple(choices)
