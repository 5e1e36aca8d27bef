"""Games as sensible people play them, for endgames that arise among people.

Each player sees what a player sees: the others' hands, the table, the number of cards in the pile,
and what clues told about the own cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from solver.exercises.clues import Clue, note_down
from solver.exercises.knowledge import Kinds, Note, Table
from solver.exercises.turns import Turn
from solver.game.actions import Action
from solver.game.deals import Deal
from solver.game.position import Position

# How often somebody takes a save for a promise of play, and how often somebody plays a card that
# only may fit. So strikes are about as frequent as in games of hanab.live.
MISREADS = 0.08
RISKS = 0.01

LAST_TOKENS = 1  # with so few, a save comes before a card to play
EARLY_SAVE_TOKENS = 4  # with as many, a clue may save a card before it is in danger


def play_sensibly(deal: Deal, random: Random) -> Iterator[tuple[Position, Action]]:
    """The turns of a game: each position with the action that is taken there, until it is over."""
    position = Position.start(deal)
    team = Team.of(position, random)
    while position.outcome() is None:
        action = team.act(position)
        yield position, action
        position = position.push(action)


@dataclass
class Team:
    """The players of one game, with all that was told in it."""

    kinds: Kinds
    notes: list[Note]
    random: Random
    _table: Table | None = field(default=None, repr=False)

    @classmethod
    def of(cls, position: Position, random: Random) -> Team:
        """A team that begins a game here, without any clue."""
        kinds = Kinds(position.rules)
        return cls(kinds, [Note(kinds.all) for _ in position.deck], random)

    def act(self, position: Position) -> Action:
        """What the player to move does; a clue is noted down."""
        if self._table is None or not self._table.is_of(position):
            self._table = Table(self.kinds, position)
        turn = Turn(position, self.kinds, self._table, self.notes)
        choice = self._risk(turn) or self._choose(turn)
        if isinstance(choice, Clue):
            self._tell(turn, choice)
            return Action("clue")
        return self._with_tiles(position, choice)

    # What a player wants, the most urgent first

    def _choose(self, turn: Turn) -> Action | Clue:
        position = turn.position
        may_clue = position.tokens > 0 and any(turn.others)
        may_discard = position.tokens < position.rules.tokens
        if may_clue and (clue := turn.urgent_save()):
            return clue
        if (order := turn.best_play()) is not None:
            return Action("play", order)
        if may_clue and position.tokens <= LAST_TOKENS and (clue := turn.save_ahead()):
            return clue
        if may_clue and (clue := turn.play_clue()):
            return clue
        if position.turns_left is not None:
            return self._last_turn(turn, may_clue)
        if may_clue and not may_discard:
            return turn.stall()
        if may_clue and turn.cannot_afford_discard():
            return turn.stall()
        if may_clue and position.tokens >= EARLY_SAVE_TOKENS and (clue := turn.early_save()):
            return clue
        return self._discard(turn, may_clue, may_discard)

    def _discard(self, turn: Turn, may_clue: bool, may_discard: bool) -> Action | Clue:
        if may_discard and (order := turn.best_discard()) is not None:
            return Action("discard", order)
        if may_clue:
            return turn.stall()
        return Action("discard" if may_discard else "play", turn.least_loss())

    def _last_turn(self, turn: Turn, may_clue: bool) -> Action | Clue:
        """Nobody draws any more: try what may fit, if a strike costs nothing."""
        order = turn.likeliest_play()
        if order is not None and not turn.is_last_strike:
            return Action("play", order)
        may_discard = turn.position.tokens < turn.position.rules.tokens
        return turn.stall() if may_clue else self._discard(turn, may_clue, may_discard)

    def _risk(self, turn: Turn) -> Action | None:
        """Sometimes a card that only may fit is played, as people do."""
        if self.random.random() >= RISKS or turn.is_last_strike:
            return None
        order = turn.likeliest_play()
        return None if order is None else Action("play", order)

    # What follows from it

    def _tell(self, turn: Turn, clue: Clue) -> None:
        hand = turn.position.hands[clue.to]
        touched = turn.touched(clue)
        reading = turn.read(clue)
        if reading.save and reading.play and self.random.random() < MISREADS:
            reading = reading._replace(save=0)
        note_down(clue, hand, touched, self.notes, reading)

    def _with_tiles(self, position: Position, action: Action) -> Action:
        """A play that turns tiles takes what they offer; what comes back is unknown again."""
        if action.kind != "play" or not position.tiles:
            return action
        offers = [
            legal
            for legal in position.legal_actions()
            if legal.kind == "play" and legal.card == action.card and not legal.announce
        ]
        chosen = max(offers, key=lambda legal: len(legal.choices))
        for choice in chosen.choices:
            self.notes[choice.card] = Note(self.kinds.all)
        return chosen
