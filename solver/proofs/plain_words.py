"""The words of the plain formula: what its variables say, and how clauses are made of them.

A variable is called by what it says, and "before" is before that turn:

- ("pile", turn, card): the card is in the pile before the turn
- ("held", turn, player, card): the player holds the card before the turn
- ("level", turn, suit, n): the firework has at least n cards before the turn
- ("tokens", turn, n), ("strikes", turn, n): there are at least n before the turn
- ("over", turn): the game is over before the turn
- ("clue", turn), ("play", turn), ("discard", turn): what is done on the turn
- ("card", turn, card): the card that is played or discarded on the turn
- ("announced", turn): the play is announced
- ("from pile", turn): the card is played from the pile
- ("fits", turn): a card is played and fits
- ("gain", turn, n): the play brings at least n tokens
- ("draw", turn, card): the card is drawn on the turn
- ("true",): always true

Cards are named by their order in the deck, as in `Position`.
"""

from __future__ import annotations

from solver.game.cards import card_type
from solver.game.position import Position


class Words:
    """The variables and the clauses so far, for a game from this position on."""

    def __init__(self, start: Position) -> None:
        """Begin with nothing but what is always true."""
        self.start, self.rules = start, start.rules
        self.clauses: list[list[int]] = []
        self.variables: dict[tuple[object, ...], int] = {}
        self.true = self.variable("true")
        self.add(self.true)
        # In the last round nobody draws.
        self.draws = start.draws if start.turns_left is None else ()
        self.kinds = {
            order: card_type(start.card(order), start.rules)
            for order in (*self.draws, *(order for hand in start.hands for order in hand))
        }

    def variable(self, *key: object) -> int:
        """The variable of this meaning."""
        return self.variables.setdefault(key, len(self.variables) + 1)

    def add(self, *literals: int) -> None:
        """One of these is true."""
        self.clauses.append(list(literals))

    def same(self, one: int, other: int, *when: int) -> None:
        """If all of `when` are true, both are true or both are false."""
        unless = [-literal for literal in when]
        self.add(*unless, -one, other)
        self.add(*unless, one, -other)

    def all_of(self, one: int, parts: list[int], *when: int) -> None:
        """If all of `when` are true: it is true exactly if all its parts are."""
        unless = [-literal for literal in when]
        for part in parts:
            self.add(*unless, -one, part)
        self.add(*unless, one, *(-part for part in parts))

    def pile(self, turn: int, order: int) -> int:
        """The card is in the pile before the turn."""
        return self.variable("pile", turn, order)

    def held(self, turn: int, player: int, order: int) -> int:
        """The player holds the card before the turn."""
        return self.variable("held", turn, player, order)

    def level(self, turn: int, suit: int, least: int) -> int:
        """The firework has at least so many cards before the turn."""
        if least <= 0:
            return self.true
        return self.variable("level", turn, self.rules.suits[suit].letter, least)

    def at_least(self, what: str, turn: int, least: int) -> int:
        """So many tokens or strikes; all have at least 0, and none more than the rules have."""
        most = self.rules.tokens if what == "tokens" else self.rules.strikes
        if least <= 0:
            return self.true
        return -self.true if least > most else self.variable(what, turn, least)

    def mover(self, turn: int) -> int:
        """Whose turn it is: players go round, so that is known."""
        return (self.start.to_move + turn) % self.start.players

    def ever_held(self, player: int) -> tuple[int, ...]:
        """The cards that a player can ever hold: their own now, and whatever is drawn."""
        return (*self.start.hands[player], *self.draws)
