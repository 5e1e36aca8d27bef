"""A second formula for "this position can end with so many points", in the plainest way.

It shares nothing with the formula that the search uses, not even an idea: the game is written down
turn by turn as the referee plays it. Every card has a place before every turn, and every turn is
one action. What is slow here is meant to be: it is there to be believed.

What the variables say is in `solver/proofs/plain_words.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from solver.game.actions import Action
from solver.game.position import Position
from solver.proofs.plain_turns import most_turns
from solver.proofs.plain_words import Words


class PlainEncoding(Words):
    """The clauses that say: from this position a game ends with at least this score.

    Without a score it is the perfect one. In Bouquet final any score means that one, because
    there is no other result.
    """

    def __init__(self, start: Position, score: int | None = None) -> None:
        """Write down all clauses."""
        perfect = start.rules.perfect_score
        bouquet = start.rules.is_bouquet_final
        self.score = perfect if score is None or bouquet else score
        _refuse(start, self.score)
        super().__init__(start)
        self.turns = most_turns(start, self.score)
        self._first_state()
        for turn in range(self.turns + 1):
            self._state(turn)
        for turn in range(self.turns):
            self._action(turn)
            self._card_that_leaves(turn)
            self._play(turn)
            self._places(turn)
            self._fireworks(turn)
            self._tokens(turn)
            self._strikes(turn)
        self._goal()

    # The states

    def _first_state(self) -> None:
        """Before the first turn everything is as it lies on the table."""
        start = self.start
        for order in self.draws:
            self.add(self.pile(0, order))
        for player, hand in enumerate(start.hands):
            for order in self.ever_held(player):
                held = self.held(0, player, order)
                self.add(held if order in hand else -held)
        for suit, level in enumerate(start.levels):
            for least in range(1, self.rules.suits[suit].size + 1):
                reached = self.level(0, suit, least)
                self.add(reached if least <= level else -reached)
        for what, most, there in (
            ("tokens", self.rules.tokens, start.tokens),
            ("strikes", self.rules.strikes, start.strikes),
        ):
            for least in range(1, most + 1):
                reached = self.at_least(what, 0, least)
                self.add(reached if least <= there else -reached)

    def _state(self, turn: int) -> None:
        """What is true before every turn."""
        # Who has n cards has n - 1; so have tokens and strikes.
        for suit, kind in enumerate(self.rules.suits):
            for least in range(2, kind.size + 1):
                self.add(-self.level(turn, suit, least), self.level(turn, suit, least - 1))
        for what, most in (("tokens", self.rules.tokens), ("strikes", self.rules.strikes)):
            for least in range(2, most + 1):
                more, fewer = (self.at_least(what, turn, n) for n in (least, least - 1))
                self.add(-more, fewer)
        # A game with too many strikes scores nothing.
        self.add(-self.at_least("strikes", turn, self.rules.strikes))
        # The pile is drawn in its order.
        for upper, lower in zip(self.draws, self.draws[1:], strict=False):
            self.add(-self.pile(turn, upper), self.pile(turn, lower))
        self._over(turn)

    def _over(self, turn: int) -> None:
        """The game is over when all fireworks are complete, or the last round is over.

        Everybody has had one more turn since the pile was empty. Bouquet final has no last round.
        """
        over = self.variable("over", turn)
        suits = enumerate(self.rules.suits)
        complete = [self.level(turn, suit, kind.size) for suit, kind in suits]
        begun = turn - self.start.players
        self.add(over, *(-level for level in complete))
        if self.start.turns_left is not None and turn >= self.start.turns_left:
            self.add(over)
        elif self.draws and begun >= 0 and not self.rules.is_bouquet_final:
            waiting = self.pile(begun, self.draws[-1])
            self.add(over, waiting)
            for level in complete:
                self.add(-over, -waiting, level)
        else:
            for level in complete:
                self.add(-over, level)

    # The turns

    def _action(self, turn: int) -> None:
        """As long as the game is not over there is exactly one action."""
        kinds = [self.variable(kind, turn) for kind in ("over", "clue", "play", "discard")]
        _, clue, _, discard = kinds
        self.add(*kinds)
        for one, other in combinations(kinds, 2):
            self.add(-one, -other)
        # A clue needs a token, and a teammate who holds a card.
        self.add(-clue, self.at_least("tokens", turn, 1))
        mover = self.mover(turn)
        self.add(
            -clue,
            *(
                self.held(turn, player, order)
                for player in range(self.start.players)
                for order in self.ever_held(player)
                if player != mover
            ),
        )
        # Nobody discards with all tokens there.
        self.add(-discard, -self.at_least("tokens", turn, self.rules.tokens))

    def _card_that_leaves(self, turn: int) -> None:
        """A play and a discard take exactly one card, which the player holds.

        Only the last card of the pile may be played from there, if the rules have that and the
        others are drawn.
        """
        play, discard = self.variable("play", turn), self.variable("discard", turn)
        from_pile = self.variable("from pile", turn)
        mover = self.mover(turn)
        orders = self.ever_held(mover)
        cards = [self.variable("card", turn, order) for order in orders]
        for one, other in combinations(cards, 2):
            self.add(-one, -other)
        self.add(-play, *cards)
        self.add(-discard, *cards)
        for order, card in zip(orders, cards, strict=True):
            self.add(-card, play, discard)
            self.add(-card, self.held(turn, mover, order), from_pile)
        if not (self.rules.deck_plays and self.draws):
            self.add(-from_pile)
            return
        *others, last = self.draws
        self.add(-from_pile, play)
        self.add(-from_pile, self.variable("card", turn, last))
        self.add(-from_pile, self.pile(turn, last))
        for order in others[-1:]:
            self.add(-from_pile, -self.pile(turn, order))

    def _play(self, turn: int) -> None:
        """A card fits that is the next one of its firework; what the play brings.

        Completing a firework brings a token, and so does a card that fits and was announced.
        """
        play, fits = self.variable("play", turn), self.variable("fits", turn)
        announced = self.variable("announced", turn)
        gains = [self.variable("gain", turn, least) for least in (1, 2)]
        self.add(-fits, play)
        self.add(-announced, play)
        self.add(-announced, -self.variable("from pile", turn))
        if not self.rules.announce:
            self.add(-announced)
        for gain in gains:
            self.add(-gain, fits)
        for order in self.ever_held(self.mover(turn)):
            card, (suit, level) = self.variable("card", turn, order), self.kinds[order]
            before, there = self.level(turn, suit, level - 1), self.level(turn, suit, level)
            self.all_of(fits, [before, -there], play, card)
            if level == self.rules.suits[suit].size:
                self.add(-fits, -card, gains[0])
                self.same(gains[1], announced, fits, card)
            else:
                self.same(gains[0], announced, fits, card)
                self.add(-fits, -card, -gains[1])

    def _places(self, turn: int) -> None:
        """Who plays or discards draws the top card, unless the card came from the pile itself.

        All other cards stay where they are.
        """
        play, discard = self.variable("play", turn), self.variable("discard", turn)
        from_pile, mover = self.variable("from pile", turn), self.mover(turn)
        for place, order in enumerate(self.draws):
            draw, there = self.variable("draw", turn, order), self.pile(turn, order)
            above = [self.pile(turn, upper) for upper in self.draws[:place][-1:]]
            self.add(-draw, play, discard)
            for card_leaves in (play, discard):
                parts = [-from_pile, there, *(-upper for upper in above)]
                self.all_of(draw, parts, card_leaves)
            gone = [draw, from_pile] if order == self.draws[-1] else [draw]
            self.all_of(self.pile(turn + 1, order), [there, *(-one for one in gone)])
        for player in range(self.start.players):
            for order in self.ever_held(player):
                before, after = (self.held(now, player, order) for now in (turn, turn + 1))
                if player != mover:
                    self.same(before, after)
                    continue
                card = self.variable("card", turn, order)
                drawn = [self.variable("draw", turn, order)] if order in self.draws else []
                self.add(-after, before, *drawn)
                self.add(-after, -card)
                self.add(-before, card, after)
                for draw in drawn:
                    self.add(-draw, after)

    def _fireworks(self, turn: int) -> None:
        """A firework grows by a card that fits, and only so."""
        fits = self.variable("fits", turn)
        for suit, kind in enumerate(self.rules.suits):
            for level in range(1, kind.size + 1):
                before, after = self.level(turn, suit, level), self.level(turn + 1, suit, level)
                cards = [
                    self.variable("card", turn, order)
                    for order in self.ever_held(self.mover(turn))
                    if self.kinds[order] == (suit, level)
                ]
                self.add(-before, after)
                self.add(-after, before, fits)
                self.add(-after, before, *cards)
                for card in cards:
                    self.add(-fits, -card, after)

    def _tokens(self, turn: int) -> None:
        """A clue costs a token, a discard brings one, and a play what it gains."""
        over, clue, play, discard = (
            self.variable(kind, turn) for kind in ("over", "clue", "play", "discard")
        )
        gains = [self.variable("gain", turn, least) for least in (1, 2)]
        for least in range(1, self.rules.tokens + 1):
            after = self.at_least("tokens", turn + 1, least)

            def before(gained: int, least: int = least) -> int:
                return self.at_least("tokens", turn, least - gained)

            self.same(after, before(0), over)
            self.same(after, before(-1), clue)
            self.same(after, before(1), discard)
            self.same(after, before(0), play, -gains[0])
            self.same(after, before(1), gains[0], -gains[1])
            self.same(after, before(2), gains[1])

    def _strikes(self, turn: int) -> None:
        """A card that is played and does not fit is a strike."""
        play, fits = self.variable("play", turn), self.variable("fits", turn)
        for least in range(1, self.rules.strikes + 1):
            after = self.at_least("strikes", turn + 1, least)
            self.same(after, self.at_least("strikes", turn, least), -play)
            self.same(after, self.at_least("strikes", turn, least), fits)
            self.same(after, self.at_least("strikes", turn, least - 1), play, -fits)

    def _goal(self) -> None:
        """In the end the fireworks are worth the score.

        Every card that is missing costs a point, black ones too. So whatever fireworks miss one
        card more than they may: in the end at least one firework is higher than there.
        """
        sizes = [suit.size for suit in self.rules.suits]
        too_few = self.score - 1 + sum(sizes) - self.rules.perfect_score
        for levels in _ways(sizes, too_few):
            higher = [
                self.level(self.turns, suit, level + 1)
                for suit, level in enumerate(levels)
                if level < sizes[suit]
            ]
            self.add(*higher)

    # The way back

    def line(self, model: list[int]) -> tuple[Action, ...]:
        """The game that a model of the clauses tells."""
        true = {literal for literal in model if literal > 0}

        def says(*key: object) -> bool:
            return self.variables[key] in true

        actions = []
        for turn in range(self.turns):
            if says("over", turn):
                break
            if says("clue", turn):
                actions.append(Action("clue"))
                continue
            orders = self.ever_held(self.mover(turn))
            card = next(order for order in orders if says("card", turn, order))
            if says("discard", turn):
                actions.append(Action("discard", card))
            else:
                actions.append(Action("play", card, announce=says("announced", turn)))
        return tuple(actions)


def _refuse(start: Position, score: int) -> None:
    """Raise ValueError for what has no formula."""
    if start.rules.tiles:
        raise ValueError("there is no formula for games with bonus tiles: leave the tiles out")
    if not 1 <= score <= start.rules.perfect_score:
        raise ValueError(
            f"{score} points: a formula asks for 1 to {start.rules.perfect_score}, "
            "the perfect score"
        )
    faults = start.status()
    if faults:
        raise ValueError(f"such a position cannot arise: {'; '.join(map(str, faults))}")


def _ways(sizes: list[int], total: int) -> Iterator[tuple[int, ...]]:
    """All fireworks with so many cards in all."""
    return (levels for levels in product(*(range(n + 1) for n in sizes)) if sum(levels) == total)
