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
WASTE_CARDS = 16  # cards in the pile from which on players may be wasteful
EARLY_SAVE_TOKENS = 4  # with as many, a clue may save a card before it is in danger


def play_sensibly(
    deal: Deal, random: Random, waste: float = 0
) -> Iterator[tuple[Position, Action]]:
    """The turns of a game: each position with the action that is taken there, until it is over.

    The same deal and the same start of `random` give the same game. With this share of `waste`,
    players near the end give clues that tell nothing and throw trash away in place of what they
    would do.

    >>> game = list(play_sensibly(Deal.from_seed(42, players=3), Random(1)))
    >>> game[0][1], game[-1][0].score > 15
    (Action(kind='clue', card=None, announce=False, choices=()), True)
    """
    position = Position.start(deal)
    team = Team.of(position, random)
    while position.outcome() is None:
        action = None
        if waste and len(position.draws) <= WASTE_CARDS and random.random() < waste:
            action = _wasted(position, random)
        if action is None:
            action = team.act(position)
        yield position, action
        position = position.push(action)


def _wasted(position: Position, random: Random) -> Action | None:
    """A clue or a discard of trash; None if neither is possible."""
    hand, legal = position.hands[position.to_move], position.legal_actions()
    trash = [Action("discard", order) for order in hand if not position.is_useful(order)]
    possible = [action for action in (Action("clue"), *trash[:1]) if action in legal]
    return random.choice(possible) if possible else None


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
        may_clue = position.tokens > 0 and bool(turn.others)
        is_last_round = position.turns_left is not None
        if may_clue and not is_last_round and (clue := turn.urgent_save()):
            return clue
        if (order := turn.best_play()) is not None:
            return Action("play", order)
        if may_clue and (clue := self._useful_clue(turn)):
            return clue
        # Nobody draws any more, so a strike costs nothing, unless it ends the game.
        if is_last_round and not turn.is_last_strike:
            order = turn.likeliest_play()
            if order is not None:
                return Action("play", order)
        return self._pass(turn, may_clue)

    def _useful_clue(self, turn: Turn) -> Clue | None:
        tokens = turn.position.tokens
        if turn.position.turns_left is not None:
            return turn.play_clue()
        if tokens <= LAST_TOKENS and (clue := turn.save_ahead()):
            return clue
        if clue := turn.play_clue():
            return clue
        return turn.early_save() if tokens >= EARLY_SAVE_TOKENS else None

    def _pass(self, turn: Turn, may_clue: bool) -> Action | Clue:
        """Discard, or let the turn pass with a clue where a discard is forbidden or too dear."""
        may_discard = turn.position.tokens < turn.position.rules.tokens
        if may_clue and (not may_discard or turn.cannot_afford_discard()):
            return turn.stall()
        if may_discard and (order := turn.best_discard()) is not None:
            return Action("discard", order)
        if may_clue:
            return turn.stall()
        return Action("discard" if may_discard else "play", turn.least_loss())

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
        is_misread = self.random.random() < MISREADS
        note_down(clue, hand, touched, self.notes, turn.read(clue), is_misread=is_misread)

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
