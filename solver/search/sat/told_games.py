"""The game that a model of `FreeCards` tells, played with the referee.

A model says of each card only whether it is free to be thrown away, so it is mostly a game. Where
it misplays, and all free cards of the hand fit, one of them is played. Without announcing and bonus
tiles there is an exchange that makes a game of it: such a misplay is at the maximum of tokens, so
the play gains none. When the model comes to play the copy that it has kept, that one is misplayed,
which uses up the strike that was saved; or discarded, if it would have brought a token. So tokens,
strikes and turns are those of the model, and no firework is ever lower. Elsewhere this is a try:
the answer is yes only if the referee comes to the score.
"""

from __future__ import annotations

from collections.abc import Iterable

from solver.errors import ActionError
from solver.game.actions import Action, ActionKind, Choice
from solver.search.sat.free_cards import FreeCards


class NoGameError(Exception):
    """A model is no game: nothing follows from it."""


class ToldGame:
    """What a model tells."""

    def __init__(self, encoding: FreeCards, model: Iterable[int]) -> None:
        """Begin at the start."""
        self.encoding, self.true = encoding, {literal for literal in model if literal > 0}
        self.position, self.line = encoding.start, list[Action]()
        self.levels = list(encoding.start.levels)  # the model's; the game's are never lower

    def played(self) -> tuple[Action, ...]:
        """All of it, unless it is no game or misses the score."""
        encoding = self.encoding
        try:
            for step in range(encoding.steps):
                self._play(step)
        except ActionError as error:
            raise NoGameError from error
        outcome = self.position.outcome()
        if not outcome or (outcome.score or 0) < encoding.rules.perfect_score - encoding.missing:
            raise NoGameError
        return tuple(self.line)

    def _play(self, step: int) -> None:
        """The step with its clues; nothing if the game is over."""
        encoding = self.encoding
        for least in range(1, encoding.rules.tokens + 1):
            if encoding.clues(step, least) in self.true:
                self._push(Action("clue"))
        suits = range(len(self.levels))
        grown = [suit for suit in suits if encoding.grows(step, suit) in self.true]
        if self.position.outcome() is not None:
            return
        if grown:
            self._play_kept(step, grown[0])
        elif encoding.waste(step) in self.true:
            self._waste(step, "discard" if encoding.discard(step) in self.true else "play")
        else:
            self._pass()

    def _push(self, action: Action) -> None:
        if self.position.outcome() is None:
            self.position = self.position.push(action)
            self.line.append(action)

    def _play_kept(self, step: int, suit: int) -> None:
        """Play the card that is kept, or waste it if another copy was played in its place."""
        encoding, position = self.encoding, self.position
        self.levels[suit] += 1
        level = self.levels[suit]
        card = self._kept(suit, level)
        if position.levels[suit] < level:
            announced = encoding.announced(step) in self.true
            self._push(Action("play", card, announced, self._choices(step)))
        elif level == encoding.sizes[suit] and position.tokens < encoding.rules.tokens:
            self._push(Action("discard", card))
        else:
            self._push(Action("play", card))

    def _kept(self, suit: int, level: int) -> int:
        """The card of this type that is kept."""
        encoding = self.encoding
        for number in encoding.copies[suit, level]:
            if encoding.kept(number) in self.true:
                return encoding.cards[number]
        raise NoGameError

    def _choices(self, _step: int) -> tuple[Choice, ...]:
        """What the step does with bonus tiles."""
        return ()

    def _waste(self, _step: int, kind: ActionKind) -> None:
        """Throw away a free card; a misplay takes one that fits only if all of them do."""
        position = self.position
        spare = [card for card in position.hands[position.to_move] if self._is_free(card)]
        if kind == "play" and position.pile_card is not None:
            spare.append(position.pile_card)
        if not spare:
            raise NoGameError

        def loss(card: int) -> tuple[bool, int]:
            return kind == "play" and position.is_playable(card), self._worth(card)

        self._push(Action(kind, min(spare, key=loss)))

    def _is_free(self, card: int) -> bool:
        return -self.encoding.is_free(self.encoding.cards.index(card)) not in self.true

    def _worth(self, _card: int) -> int:
        """How much is lost with a free card."""
        return 0

    def _pass(self) -> None:
        """A turn of the last round that plays nothing."""
        position = self.position
        hand = position.hands[position.to_move]
        ways = [Action("clue")]
        ways += [Action(kind, card) for kind in ("discard", "play") for card in hand]
        legal = [action for action in ways if position.fault(action) is None]
        self._push(legal[0] if legal else ways[0])
