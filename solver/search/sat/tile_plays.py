"""Who plays what and when, with bonus tiles: `Plays` for the games of `TileEncoding`.

As there, a card that is thrown away need not be named, with one exception: the card that a tile
takes. So a type is played in one of three ways: by the holder of a copy that is kept; by a tile
that puts a copy into play; or by whoever draws the joker, a copy that tile 5 has put into the pile.
A copy that a tile picks is *reserved*, like one that is kept: it is thrown away at a step of its
own, before the tile takes it. All other cards are free, and of these only the number matters.

Tile 5 may also put a card into the pile that nobody plays, to lengthen the game. Then that card is
not named either: there must be one.

**Every game is a model.** Let those cards be kept that the game plays, and let the tiles pick what
they take in it; but not the card that tile 5 puts into the pile if it is neither played nor taken
by tile 6 later. That one was thrown away as a free card. What the clauses leave out only allows
more: whether a free card that is misplayed would have fit, whether there is somebody to give a clue
to, and in Bouquet final whether the last copy of a card lies in the discard pile (but no tile takes
a needed card there that is the only one of its type).

**A model is mostly a game**: `line` plays it with the referee, and the answer is yes only if that
comes to the score.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from itertools import chain

from solver.game.actions import Action, ActionKind, Choice
from solver.game.cards import card_type
from solver.game.position import Position
from solver.search.sat.clauses import FALSE, TRUE
from solver.search.sat.clue_counts import ClueCounts
from solver.search.sat.free_cards import FreeCards
from solver.search.sat.kept_counts import KeptCounts
from solver.search.sat.tile_counts import TileCounts
from solver.search.sat.tiles import TileEncoding
from solver.search.sat.told_games import NoGameError, ToldGame


class TilePlays(FreeCards, TileEncoding):
    """Clauses that every game with bonus tiles fulfils that ends with the score."""

    def __init__(self, start: Position, score: int | None = None) -> None:
        """Write the clauses; without a score they ask for the perfect one."""
        super().__init__(start, score)
        for step in range(self.steps):
            self._add_drawn(step)
        self._add_sources()
        counts = TilePlayCounts(self)
        counts.add()
        KeptCounts(self, counts).add()
        ClueCounts(counts).add()

    # What the variables mean

    def kept(self, number: int) -> int:
        """The card is played and fits, at some step."""
        if number == self.joker:
            return self.variable("kept", number) if self.has_joker else FALSE
        suit, level = self.types[number]
        return self.variable("kept", number) if level > self.start.levels[suit] else FALSE

    @cached_property
    def types(self) -> dict[int, tuple[int, int]]:
        """The suit and the level of each card but the joker."""
        return {number: kind for kind, copies in self.copies.items() for number in copies}

    def reserved(self, number: int) -> int:
        """The card is kept, or a tile takes it after it was thrown away."""
        return self.variable("reserved", number)

    def is_free(self, number: int) -> int:
        """The card is not reserved."""
        return -self.reserved(number)

    def taken_back(self) -> list[int]:
        """For each tile that can bring a card back: that it does."""
        return [self.used(tile) for tile in self.taking]

    def brought_back(self, suit: int, level: int) -> list[int]:
        """For each tile that can bring a card back: that it takes one of this type."""
        return [self.picks_type(tile, suit, level) for tile in self.taking]

    def missing_by(self, tile: int, step: int) -> int:
        """True only if a type may have lost its card before this step because of the tile.

        The card that it takes is thrown away; in Bouquet final the tile is used. Or tile 5 has put
        a card into the pile.
        """
        if step == 0 and (self.bouquet or not self.discarded):
            return FALSE
        return self.variable("missing by", tile, step)

    def excuses(self, step: int, drawn: int) -> list[int]:
        """For each tile: it is `missing_by`, and all copies of the type that it takes are drawn."""
        found = []
        for tile in self.taking:
            excuse = self.variable("excuse", tile, step)
            self.imply([excuse], self.missing_by(tile, step))
            in_pile = self.shuffled(step) if tile == 5 else FALSE
            for kind, copies in self.copies.items():
                if copies and copies[-1] >= drawn:
                    self.imply([excuse, self.picks_type(tile, *kind)], in_pile)
            found.append(excuse)
        return found

    def puts_type(self, tile: int, suit: int, level: int) -> int:
        """The tile puts a card of this type into play."""
        return self.variable("puts type", tile, suit, level)

    def picks_any(self) -> int:
        """Tile 5 puts some card into the pile that nobody plays, and tile 6 does not take."""
        return self.variable("picks any") if self.has_joker else FALSE

    def throws(self, tile: int, step: int) -> int:
        """The step throws away what the tile will take."""
        return self.variable("throws", tile, step)

    def thrown(self, tile: int, step: int) -> int:
        """What the tile will take was thrown away before this step."""
        return self.variable("thrown", tile, step) if step else FALSE

    def frees(self, step: int) -> int:
        """The step throws away a card that is free."""
        return self.variable("frees", step)

    def freed(self, step: int) -> int:
        """A card that is free was thrown away before this step."""
        if self.start.discards:
            return TRUE
        return self.variable("freed", step) if step else FALSE

    def behind(self, step: int) -> int:
        """The joker is drawn at this step or was before."""
        if not self.has_joker or step < 0:
            return FALSE
        number = self.dealt + step
        return self.late(number) if number < self.joker else self.variable("behind", step)

    def nothing_free(self, step: int) -> int:
        """The step draws a card that is reserved, or none."""
        return self.variable("nothing free", step)

    # The rules

    def _add_action(self, step: int) -> None:
        """One action, and none after the end."""
        grows = [self.grows(step, suit) for suit in range(len(self.sizes))]
        grow, discard, fail = self.grow(step), self.discard(step), self.fail(step)
        self.one_of([*grows, discard, fail, self.clue(step), self.over(step)])
        self._some(grow, grows)
        self._some(self.waste(step), [discard, fail])
        self.imply([self.announced(step)], grow)
        throws = [self.throws(tile, step) for tile in self.taking]
        self._some(self.waste(step), [*throws, self.frees(step)])
        self._at_most_one([*throws, self.frees(step)])

    def _some(self, some: int, parts: list[int]) -> None:
        """The literal says that at least one of these holds."""
        self.imply([some], *parts)
        for part in parts:
            self.imply([part], some)

    def _at_most_one(self, literals: list[int]) -> None:
        for place, one in enumerate(literals):
            for other in literals[:place]:
                self.add(-one, -other)

    def _add_cards(self, step: int) -> None:
        """Who throws away a free card has one, and who draws one gets one."""
        if step == 0:
            self._add_spare_at_start()
        frees, nothing = self.frees(step), self.nothing_free(step)
        for player in self.players:
            acts = self.acts(step, player)
            self.imply([frees, acts], self.spare(step, player, 1))
            self._add_spare(step, player, frees, nothing)

    def _by_play(self, step: int, suit: int) -> list[int]:
        return [self.grows(step, suit)]

    def _taking(self, step: int, suit: int, level: int) -> list[int]:
        return [self.grows(step, suit)]

    def _plays_five(self, step: int) -> int:
        """A literal that is true only if a 5 is played and fits."""
        plays = self.variable("plays five", step)
        fives = []
        for suit in self.fives:
            five = self.variable("plays five", step, suit)
            self.imply([five], self.grows(step, suit))
            self.imply([five], self.level(step, suit, self.sizes[suit] - 1))
            fives.append(five)
        self.imply([plays], *fives)
        return plays

    def _add_spoilt(self, number: int) -> None:
        """What becomes of a card that is not kept is left open."""

    def _add_indispensable(self) -> None:
        """Whether the last copy of a card lies in the discard pile is left out."""

    def _add_picks(self, tile: int) -> None:
        """A tile that is used picks one card, which was thrown away before, and which is not kept.

        It is named unless nobody has a use for it.
        """
        used, numbers = self.used(tile), self._pickable(tile)
        uses = [(step, use) for step in range(self.steps) for use in self._uses(tile, step)]
        self.imply([used], *(use for _, use in uses))
        anonymous = [self.picks_any()] if tile == 5 and self.has_joker else []
        picks = {number: self.picks(tile, number) for number in numbers}
        self.one_of([-used, *anonymous, *picks.values()])
        self.one_of([-used, *anonymous, *(self.picks_type(tile, *kind) for kind in self.copies)])
        there = [pick for number, pick in picks.items() if number in self.discarded]
        self.imply([self.missing_by(tile, 0)], *there)
        for number, pick in picks.items():
            if tile == 6 and number in self._pickable(5):
                self.add(-pick, -self.picks(5, number))
            for kind in self.copies:
                self.imply([pick, self._is_of(number, kind)], self.picks_type(tile, *kind))
            if number not in self.discarded:
                self.imply([pick], -self.kept(number))
                self._add_throw(tile, number)
                if self.bouquet and self._is_only_copy(number):
                    self.add(-pick)
        for step in range(self.steps):
            throws, thrown = self.throws(tile, step), self.thrown(tile, step)
            self.imply([throws], used)
            self.imply([throws], -thrown)
            for pick in (*there, *anonymous):
                self.imply([throws], -pick)
            self._some(self.thrown(tile, step + 1), [throws, thrown])
            self._add_missing(tile, step)
            for suit, level in self.copies:
                fits = [self.level(step, suit, level - 1), -self.level(step, suit, level)]
                self.imply([throws, self.fail(step), self.picks_type(tile, suit, level), *fits])
        for step, use in uses:
            self.imply([use], used)
            self.imply([use], *there, *anonymous, self.thrown(tile, step))
            for pick in anonymous:
                if use == self.shuffles(step):
                    self.imply([use, pick], self.freed(step))
                else:
                    self.add(-use, -pick)

    def _add_missing(self, tile: int, step: int) -> None:
        """By which steps a type may lose its card because of the tile."""
        ways = [self.shuffles(step) if tile == 5 else FALSE]
        ways.append(self.puts(tile, step) if self.bouquet else self.throws(tile, step))
        self.imply([self.missing_by(tile, step + 1)], self.missing_by(tile, step), *ways)

    def _is_only_copy(self, number: int) -> bool:
        """Whether to throw the card away is a defeat in Bouquet final: no tile brings another."""
        if number == self.joker:
            return False
        suit, level = kind = self.types[number]
        gone = [card_type(self.start.card(order), self.rules) for order in self.start.discards]
        is_needed = level > self.start.levels[suit]
        return is_needed and len(self.copies[kind]) == 1 and kind not in gone

    def _add_throw(self, tile: int, number: int) -> None:
        """The card that is picked is thrown away by its holder, after it was drawn."""
        pick = self.picks(tile, number)
        for step in range(self.steps):
            throws = self.throws(tile, step)
            if number < self.dealt:
                holder = self.holders[number]
                self.imply([pick, throws], self.acts(step, holder))
                continue
            if number != self.joker:
                drawn = number - self.dealt
                if step <= drawn:
                    self.add(-pick, -throws)
                    continue
                if step == drawn + 1:
                    self.imply([pick, throws], -self.late(number))
            for player in self.players:
                self.imply([pick, throws, self.acts(step, player)], self.holds(player, number))
        if number == self.joker:
            for shuffling in range(self.steps):
                shuffles = self.shuffles(shuffling)
                last = min(self._place(shuffling) + 1, self.steps)
                self.imply([pick, shuffles], -self.thrown(tile, last))
            self.imply([pick], self.shuffled(self.steps))

    def _add_drawn(self, step: int) -> None:
        """Whether the step draws a card that is free, and whether one was thrown away before."""
        freed, nothing = self.freed(step), self.nothing_free(step)
        if self.freed(step + 1) != TRUE:
            self._some(self.freed(step + 1), [freed, self.frees(step)])
        behind, before = self.behind(step), self.behind(step - 1)
        self.imply([-behind, self._reserved_in_pile(step)], nothing)
        if self.has_joker:
            self.imply([behind, before, self._reserved_in_pile(step - 1)], nothing)
            self.imply([behind, -before, self.reserved(self.joker)], nothing)

    def _reserved_in_pile(self, place: int) -> int:
        """The card at this place of the pile is reserved; TRUE where there is none."""
        return self.reserved(self.dealt + place) if 0 <= place < self.pile else TRUE

    def _add_draws(self) -> None:
        """Who draws what when tile 5 has put the joker into the pile."""
        steps = [step for step in range(self.steps) if self.shuffles(step) != FALSE]
        never = -self.shuffled(self.steps)
        for player in self.players:
            for shuffling in steps:
                acts = self.acts(self._place(shuffling), player)
                self.equal([self.shuffles(shuffling)], self.holds(player, self.joker), acts)
        for step in range(self.steps):
            number, behind = self.dealt + step, self.behind(step)
            self.imply([never], -behind)
            for shuffling in steps:
                in_front = self._place(shuffling) <= step
                self.imply([self.shuffles(shuffling)], behind if in_front else -behind)
            if number >= self.joker:
                continue
            self._add_late(number, [self._place(shuffling) <= step for shuffling in steps])
            for player in self.players:
                self.equal([-behind], self.holds(player, number), self.acts(step, player))
                self.equal([behind], self.holds(player, number), self.acts(step + 1, player))

    def _add_sources(self) -> None:
        """Each type that is played comes from one copy that is kept, a tile, or the joker."""
        for number in self.numbers:
            picked = [self.picks(t, number) for t in self.taking if number in self._pickable(t)]
            self._some(self.reserved(number), [self.kept(number), *picked])
        if self.has_joker:
            joker = self.kept(self.joker)
            self.imply([joker], self.shuffled(self.steps))
            self.imply([joker], -self.picks_any())
            others = [self.picks(6, self.joker)] if 6 in self.taking else []
            named = [self.picks(5, number) for number in self._pickable(5)]
            for pick in named:
                self.imply([pick, self.shuffled(self.steps)], joker, *others)
            if others:
                self.imply(others, -self.picks_any())
                self.imply(others, -joker)
        for (suit, level), copies in self.copies.items():
            if level > self.start.levels[suit]:
                self._add_source(suit, level, copies)

    def _add_source(self, suit: int, level: int, copies: list[int]) -> None:
        there = self.level(self.steps, suit, level)
        self.one_of([self.plays(player, suit, level) for player in self.players])
        sources = []
        for number in copies:
            kept = self.kept(number)
            sources.append(kept)
            for player in self.players:
                held, plays = self.holds(player, number), self.plays(player, suit, level)
                self.equal([kept], held, plays)
            if number >= self.dealt:
                drawn = number - self.dealt
                self.imply([kept], -self.level(min(drawn + 1, self.steps), suit, level))
                later = self.level(min(drawn + 2, self.steps), suit, level)
                self.imply([kept, self.late(number)], -later)
        for tile in self.taking:
            puts = self.puts_type(tile, suit, level)
            steps = [step for step in range(self.steps) if self.puts(tile, step) != FALSE]
            put = [self.variable("put", tile, step, suit, level) for step in steps]
            self._some(puts, put)
            sources.append(puts)
        if self.has_joker:
            joker = self.variable("joker", suit, level)
            self._both(joker, [self.kept(self.joker), self.picks_type(5, suit, level)])
            for player in self.players:
                held, plays = self.holds(player, self.joker), self.plays(player, suit, level)
                self.equal([joker], held, plays)
            for shuffling in range(self.steps):
                drawn = min(self._place(shuffling) + 1, self.steps)
                later = self.level(drawn, suit, level)
                self.imply([joker, self.shuffles(shuffling)], -later)
            sources.append(joker)
        self._some(there, sources)
        self._at_most_one(sources)

    # Games

    def line(self, model: list[int]) -> tuple[Action, ...]:
        """The game that a model describes, unless that is none or misses the score."""
        return _TileGame(self, model).played()


class _TileGame(ToldGame):
    """What a model tells, with what is done with the tiles."""

    encoding: TilePlays

    def _play(self, step: int) -> None:
        """The step; what a tile puts into play grows a firework, too."""
        plays = self.encoding
        if plays.over(step) in self.true:
            return
        super()._play(step)
        for tile in plays.taking:
            if plays.puts(tile, step) in self.true:
                kinds = (k for k in plays.copies if plays.picks_type(tile, *k) in self.true)
                self.levels[next(kinds)[0]] += 1

    def _kept(self, suit: int, level: int) -> int:
        """The card may also be the one that tile 5 has put into the pile."""
        plays = self.encoding
        if plays.has_joker and plays.variable("joker", suit, level) in self.true:
            return self._picked(5)
        return super()._kept(suit, level)

    def _picked(self, tile: int) -> int:
        return self.encoding.picked(tile, self.true)

    def _choices(self, step: int) -> tuple[Choice, ...]:
        """What each tile takes that the step turns, in the order of the tiles."""
        plays, true = self.encoding, self.true
        if plays.shuffles(step) not in true or plays.picks_any() not in true:
            return plays.choices(step, true)
        named = self._picked(6) if 6 in plays.taking and plays.used(6) in true else None
        free = [order for order in self.position.discards if order != named]
        if not free:
            raise NoGameError
        choices = {5: Choice(5, free[0], "pile")}
        if plays.puts(6, step) in true and named is not None:
            choices[6] = Choice(6, named, "play")
        return tuple(choices[tile] for tile in sorted(choices, key=plays.places.__getitem__))

    def _waste(self, step: int, kind: ActionKind) -> None:
        """It may be what a tile will take."""
        for tile in self.encoding.taking:
            if self.encoding.throws(tile, step) in self.true:
                self._push(Action(kind, self._picked(tile)))
                return
        super()._waste(step, kind)

    def _is_free(self, card: int) -> bool:
        """Whether a card in a hand is neither kept nor named by a tile."""
        if card in self.encoding.cards:
            return super()._is_free(card)
        return self.encoding.picks(5, -1 - card) not in self.true

    def _worth(self, card: int) -> int:
        """Nothing if it is trash, much if it is the last copy: in Bouquet final one must stay."""
        position = self.position
        if not position.is_useful(card):
            return 0
        copies = Counter(map(position.card, (*position.draws, *chain(*position.hands))))
        return 1 if copies[position.card(card)] > 1 else 2


class TilePlayCounts(TileCounts):
    """What the search uses of `TileCounts`: the cards that are kept are for `KeptCounts`."""

    def _add_spoilt(self) -> None:
        """What becomes of a card that is not kept is left open."""

    def _add_drawn(self) -> None:
        """`KeptCounts` says the same by types."""
