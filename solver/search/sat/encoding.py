"""The plain rules as clauses, for a clause-learning solver.

They share nothing with the kernel but the position: no pruning, no dominance rule, no symmetry.
Every legal game that ends with the score asked for is a model, and every model is such a game;
`Encoding.line` reads the game from a model, for the referee to replay.

Clues do nothing but let turns pass, so time is counted in cards: step n is the n-th play or
discard, together with the clues given since the one before. That way a step draws a definite card,
and how many steps there are is known beforehand. Only in the last round, where everybody
has one turn, a step is a turn and may be a clue itself.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from solver.game.actions import Action, Choice
from solver.game.position import Position
from solver.search.sat.clauses import FALSE, TRUE, Clauses


class Encoding(Clauses):
    """The clauses whose models are the games from a position that end with the score.

    State n is the one before step n and its clues; the last state comes after all steps. Cards are
    numbered anew: first those in the hands, then the pile.
    """

    def __init__(self, start: Position, score: int | None = None) -> None:
        """Write the clauses; without a score they ask for the perfect one."""
        super().__init__()
        self.start, self.rules, self.players = start, start.rules, range(start.players)
        self.bouquet = self.rules.is_bouquet_final
        self.sizes = [suit.size for suit in self.rules.suits]
        # The cards' orders in the deck, and the holder of each card that is in a hand.
        self.cards = [order for hand in start.hands for order in hand]
        self.holders = [player for player in self.players for _ in start.hands[player]]
        self.dealt, self.pile = len(self.cards), len(start.pile)
        self.cards += start.draws
        self.numbers = self._number_cards()
        self.copies: dict[tuple[int, int], list[int]] = {
            (suit, level): []
            for suit, size in enumerate(self.sizes)
            for level in range(1, size + 1)
        }
        for number, order in enumerate(self.cards):
            card = start.card(order)
            suit = self.rules.suit_index(card.suit)
            self.copies[suit, self.rules.suits[suit].level_of(card.value)].append(number)
        # How many cards may be missing. In suits that do not score each of them costs a point too.
        self.missing = 0 if score is None else self.rules.perfect_score - score
        if not 0 <= self.missing < self.rules.perfect_score or (self.bouquet and self.missing):
            raise ValueError(f"{score} is not a score to ask for")
        self.steps = self._count_steps()
        self._write()

    def _write(self) -> None:
        for step in range(self.steps):
            self._add_end(step)
            self._add_action(step)
            self._add_player(step)
            self._add_clues(step)
            self._add_cards(step)
            self._add_fireworks(step)
            self._add_tokens(step)
            self._add_strikes(step)
        self._add_score()

    def _number_cards(self) -> range:
        return range(len(self.cards))

    def _count_steps(self) -> int:
        """One for each card of the pile, then everybody's last turn.

        In Bouquet final no more cards than there are can be played and discarded.
        """
        if self.bouquet:
            return len(self.cards)
        return self.pile + (self.start.players if self.pile else self.start.turns_left or 0)

    # What the variables mean

    def discard(self, step: int) -> int:
        """A discard."""
        return self.variable("discard", step)

    def grow(self, step: int) -> int:
        """A play that fits."""
        return self.variable("grow", step)

    def fail(self, step: int) -> int:
        """A play that does not fit."""
        return self.variable("fail", step)

    def announced(self, step: int) -> int:
        """A play that fits and was announced; for one that fails an announcement is nothing."""
        return self.variable("announced", step) if self.rules.announce else FALSE

    def clue(self, step: int) -> int:
        """The player's turn in the last round is a clue."""
        return self.variable("clue", step) if self._is_last_round(step) else FALSE

    def over(self, step: int) -> int:
        """All fireworks were complete before this step, and it does not take place."""
        return self.variable("over", step)

    def _is_last_round(self, step: int) -> bool:
        return not self.bouquet and step >= self.pile

    def has_clues(self, step: int) -> bool:
        """Whether clues may be given between the step before and this one."""
        return not self._is_last_round(step)

    def acts(self, step: int, player: int) -> int:
        """The step is this player's. Before the first one stands the last who moved."""
        if step < 0:
            return TRUE if player == (self.start.to_move - 1) % len(self.players) else FALSE
        return self.variable("acts", step, player)

    def clues(self, step: int, least: int) -> int:
        """At least `least` clues are given between the step before and this one."""
        most = self.rules.tokens if self.has_clues(step) else 0
        return self.unary("clues", step, least, most)

    def takes(self, step: int, number: int) -> int:
        """The step plays or discards this card; it was drawn at an earlier step.

        Or it is the pile's last card, which the step that takes it may play from there.
        """
        there = number < self.dealt + step or self._is_from_pile(step, number)
        return self.variable("takes", step, number) if there else FALSE

    def gone(self, step: int, number: int) -> int:
        """The card was played or discarded before this step."""
        there = number < self.drawn(step)
        return self.variable("gone", step, number) if step and there else FALSE

    def drawn(self, step: int) -> int:
        """The number of cards that may be gone before this step."""
        return self.dealt + step - 1 + (self.rules.deck_plays and step == self.pile)

    def _is_from_pile(self, step: int, number: int) -> bool:
        is_last = step == self.pile - 1 and number == self.dealt + step
        return self.rules.deck_plays and is_last

    def holds(self, player: int, number: int) -> int:
        """The card was dealt to the player, or drawn at a step of the player's."""
        if number < self.dealt:
            return TRUE if self.holders[number] == player else FALSE
        return self.acts(number - self.dealt, player)

    def tokens(self, step: int, least: int) -> int:
        """At least `least` tokens before the clues of this step."""
        if step == 0:
            return TRUE if least <= self.start.tokens else FALSE
        return self.unary("tokens", step, least, self.rules.tokens)

    def left(self, step: int, least: int) -> int:
        """At least `least` tokens after the clues of this step."""
        if self.has_clues(step):
            return self.unary("left", step, least, self.rules.tokens)
        return self.tokens(step, least)

    def strikes(self, step: int, least: int) -> int:
        """At least `least` strikes; there is no variable for the one that loses."""
        made = self.start.strikes
        if least <= made:
            return TRUE
        return self.unary("strikes", step, least, min(made + step, self.rules.strikes - 1))

    # Strikes that may be taken back after the start.
    strikes_back = 0

    def token_sources(self, step: int) -> list[int]:
        """What may have brought a token before this step, beside discards and announced plays.

        Each of these literals stands for one token at the most.
        """
        tops = [self.level(step, suit, size) for suit, size in enumerate(self.sizes)]
        return [top for top in tops if top not in (TRUE, FALSE)]

    def level(self, step: int, suit: int, least: int) -> int:
        """At least `least` cards lie on the firework."""
        built = self.start.levels[suit]
        if least <= built:
            return TRUE
        return self.unary(("level", suit), step, least, min(built + step, self.sizes[suit]))

    # The rules

    def _add_end(self, step: int) -> None:
        """When all is complete the game is over. Every other end of Bouquet final is a defeat.

        They need no clauses: without an indispensable card the fireworks are never complete,
        and a player who can do nothing leaves the ring of turns without a step.
        """
        self.why = "The game is over as soon as all fireworks are complete, and not before."
        tops = [self.level(step, suit, size) for suit, size in enumerate(self.sizes)]
        self.imply(tops, self.over(step))
        for top in tops:
            self.imply([self.over(step)], top)

    def _add_action(self, step: int) -> None:
        """One action, and none after the end; all but a clue take one card."""
        others = [self.clue(step), self.over(step)]
        self.why = "A step is one thing only: a discard, a play, in the last round perhaps a clue."
        self.one_of([self.discard(step), self.grow(step), self.fail(step), *others])
        self.why = "A step takes exactly one card, unless it is a clue or the game is over."
        self.one_of([*(self.takes(step, number) for number in self.numbers), *others])
        self.why = "Only a play that fits counts as announced."
        self.imply([self.announced(step)], self.grow(step))

    def _add_player(self, step: int) -> None:
        """The turns go around: who acts follows from who acted before and the clues since."""
        self.why = "Every step is one player's."
        self.one_of([self.acts(step, player) for player in self.players])
        self.why = "The turns go around: each clue since the step before is one player's turn."
        for clues in range(self.rules.tokens + 1):
            exactly = [self.clues(step, clues), -self.clues(step, clues + 1)]
            for player in self.players:
                follower = (player + 1 + clues) % len(self.players)
                self.imply([*exactly, self.acts(step - 1, player)], self.acts(step, follower))

    def _add_clues(self, step: int) -> None:
        """Each clue takes a token: tokens = clues + left."""
        for clues in range(self.rules.tokens + 1):
            some, more = self.clues(step, clues), self.clues(step, clues + 1)
            self.why = f"At least {clues + 1} clues are also at least {clues}."
            self.imply([more], some)
            self.why = "Each clue takes a token: the tokens before are the clues and what is left."
            left = [self.left(step, least) for least in range(self.rules.tokens + 2)]
            tokens = [self.tokens(step, clues + least) for least in range(self.rules.tokens + 2)]
            for least in range(self.rules.tokens + 1):
                self.add(-some, -left[least], tokens[least])
                self.add(more, left[least + 1], -tokens[least + 1])
        self._add_listener(step)

    def _add_listener(self, step: int) -> None:
        """A clue needs a teammate with a card.

        There is one while the pile lasts, and with hands of two or more in the last round too,
        where everybody has only one turn.

        Elsewhere: no card moves between two steps, and who acts at the second has one. So all
        others can give clues then, and that player can if somebody else holds a card; but it
        is that player's turn to give one only if there are as many clues as players.
        """
        if step >= self.pile and (self.bouquet or min(map(len, self.start.hands)) < 2):
            own = self.clues(step, len(self.players)) if self.bouquet else self.clue(step)
            self.why = "A clue is for a teammate who holds a card."
            self.imply([own], *(self._with_other(step, number) for number in self.numbers))

    def _with_other(self, step: int, number: int) -> int:
        """A literal that is true only if somebody else than who acts holds the card."""
        other = self.variable("with other", step, number)
        self.imply([other], -self.gone(step, number))
        for player in self.players:
            self.imply([other, self.acts(step, player)], -self.holds(player, number))
        return other

    def _add_cards(self, step: int) -> None:
        """A card is taken by its holder, and only once."""
        for number in self.numbers:
            takes, gone = self.takes(step, number), self.gone(step, number)
            self.why = "A card is taken by the player who holds it."
            for player in self.players:
                self.equal([takes], self.acts(step, player), self.holds(player, number))
            self.why = "No card is taken twice."
            self.imply([takes], -gone)
            self.why = "The last card of the pile may be played from there, but not discarded."
            if self._is_from_pile(step, number):  # it is only played there, and not announced
                self.imply([takes], -self.discard(step))
                self.imply([takes], -self.announced(step))
            self.why = "A card is gone once it was taken, and only then."
            self.imply([gone], self.gone(step + 1, number))
            self.equal([-gone], self.gone(step + 1, number), takes)

    def _add_fireworks(self, step: int) -> None:
        """A firework grows by the next card of its suit, and by nothing else."""
        grow, fail = self.grow(step), self.fail(step)
        for suit, level in self.copies:
            below, before = self.level(step, suit, level - 1), self.level(step, suit, level)
            after = self.level(step + 1, suit, level)
            cards = self._taking(step, suit, level)
            self.why = "A firework keeps its cards."
            self.imply([before], after)
            self.why = "A firework grows only by a play that fits, of its next card."
            self.imply([after, -before], grow)
            self.imply([after, -before], below)
            self.imply([after, -before], *cards, *self._putting(step, suit, level))
            for takes in cards:
                self.why = "A card fits if it is the next one of its firework, and then lies on it."
                self.imply([takes, grow], below)
                self.imply([takes, grow], -before)
                self.imply([takes, grow], after)
                self.why = "A play fails only if the card is not the next one of its firework."
                self.imply([takes, fail], before, -below)

    def _taking(self, step: int, suit: int, level: int) -> list[int]:
        """The step plays or discards a card of this type: one of the literals says so."""
        return [self.takes(step, number) for number in self.copies[suit, level]]

    def _putting(self, _step: int, _suit: int, _level: int) -> list[int]:
        """The firework gets the card in another way than by a play: what says so."""
        return []

    def _finished(self, step: int) -> int:
        """A token comes back for a finished firework."""
        finished = self.variable("finished", step)
        finishes = [self.variable("finishes", step, suit) for suit in range(len(self.sizes))]
        self.why = "A step finishes a firework if that is complete after it and was not before."
        self.imply([finished], *finishes)
        for suit, size in enumerate(self.sizes):
            before, after = self.level(step, suit, size), self.level(step + 1, suit, size)
            self.imply([finishes[suit]], finished)
            self.imply([finishes[suit]], -before)
            self.equal([-before], finishes[suit], after)
        return finished

    def _add_tokens(self, step: int) -> None:
        """One more for a discard, one for an announced card, one for a finished firework."""
        clue, discard, announced = self.clue(step), self.discard(step), self.announced(step)
        finished = self._finished(step)
        self.why = "A clue needs a token."
        self.imply([clue], self.left(step, 1))
        self.why = "With all tokens there nobody may discard."
        self.imply([discard], -self.left(step, self.rules.tokens))
        self.why = (
            "A clue costs a token; a discard, an announced play and a finished firework bring one, "
            "but never more than there are."
        )
        for gain, conditions in (
            (-1, [clue]),
            (1, [discard]),
            (2, [announced, finished]),
            (1, [announced, -finished]),
            (1, [-announced, finished]),
            (0, [-clue, -discard, -announced, -finished]),
        ):
            unless = [-condition for condition in conditions]
            for least in range(1, self.rules.tokens + 1):  # beyond the maximum they are lost
                after, left = self.tokens(step + 1, least), self.left(step, least - gain)
                self.keep_all(([*unless, -after, left], [*unless, after, -left]))

    def _add_strikes(self, step: int) -> None:
        """One more for a play that fails, but never the one that loses."""
        self.why = "A play that fails is a strike, nothing else is, and the last one loses."
        self.change([self.fail(step)], self.strikes, step, self.rules.strikes, by=1)
        self.change([-self.fail(step)], self.strikes, step, self.rules.strikes)

    def _add_score(self) -> None:
        """In the end no more cards are missing than may be."""

        def absent(place: int, least: int) -> int:
            return self.unary("absent", place, least, min(place, self.missing))

        self.why = "In the end no more cards are missing on the fireworks than the score allows."
        for place, (suit, level) in enumerate(self.copies):
            there = self.level(self.steps, suit, level)
            self.change([-there], absent, place, self.missing + 1, by=1)
            self.change([there], absent, place, self.missing + 1)

    # Games

    def line(self, model: list[int]) -> tuple[Action, ...]:
        """The game that a model describes."""
        true = {literal for literal in model if literal > 0}
        actions = []
        for step in range(self.steps):
            if self.over(step) in true:
                break
            clues = range(1, self.rules.tokens + 1)
            actions += [Action("clue") for least in clues if self.clues(step, least) in true]
            if self.clue(step) in true:
                actions.append(Action("clue"))
                continue
            number = next(number for number in self.numbers if self.takes(step, number) in true)
            card = self._order(number, true)
            if self.discard(step) in true:
                actions.append(Action("discard", card))
            else:
                announced, choices = self.announced(step) in true, self.choices(step, true)
                actions.append(Action("play", card, announced, choices))
        return tuple(actions)

    def _order(self, number: int, _true: Collection[int]) -> int:
        """The order of a card in the deck."""
        return self.cards[number]

    def choices(self, _step: int, _true: Collection[int]) -> tuple[Choice, ...]:
        """What the step does with bonus tiles: there are none."""
        return ()

    def literals(self, line: Iterable[Action]) -> list[int]:
        """What is true in the models that describe this game, in which nobody misannounces."""
        literals, step, clues = [], 0, 0
        for action in line:
            if action.card is None and not self._is_last_round(step):
                clues += 1
                continue
            literals += [self.clues(step, clues), -self.clues(step, clues + 1)]
            if action.card is None:
                literals.append(self.clue(step))
            else:
                discard, announced = self.discard(step), self.announced(step)
                literals.append(self.takes(step, self.cards.index(action.card)))
                literals.append(discard if action.kind == "discard" else -discard)
                literals.append(announced if action.announce else -announced)
            step, clues = step + 1, 0
        return literals
