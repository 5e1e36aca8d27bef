"""The end of a game that was played: what moves and draws did to the chance of all points."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from solver._chance import MOST
from solver.chances.moves import span_after
from solver.chances.searcher import ChanceSearcher
from solver.chances.why import why_single
from solver.errors import Interrupted, of_kind
from solver.hanab_live.games import PlayedGame
from solver.search.budget import Budget, given

# The chances come on top of a review, which takes milliseconds: after a second or two it stops.
NODES_FOR_LUCK = 500_000
MEMORY_FOR_LUCK = 64


@dataclass(frozen=True)
class LuckTurn:
    """A turn, with the chance of the perfect score before it, after the move, and after the draw.

    Between the move and the draw it is the mean over all cards that might be drawn. `cards_left`
    are those in the pile before the turn. `why` is what decided after a move that was a mistake, in
    a sentence, where a short one is true.
    """

    number: int
    player: int
    cards_left: int
    before: Fraction
    after_move: Fraction
    after_draw: Fraction
    why: str | None = None

    @property
    def mistake(self) -> Fraction:
        """What the move cost against the best one; never below 0."""
        return self.before - self.after_move

    @property
    def luck(self) -> Fraction:
        """What the draw changed: above 0 if it was a good one, and 0 for a move without a draw."""
        return self.after_draw - self.after_move


@dataclass(frozen=True)
class Luck:
    """The last turns of a game, as many as the budget was enough for; at least one.

    All values are exact: a turn of which one is not known is left out, with all before it.
    """

    turns: tuple[LuckTurn, ...]
    nodes: int

    @property
    def first(self) -> LuckTurn:
        """The first turn whose chances are known."""
        return self.turns[0]

    @property
    def start(self) -> Fraction:
        """The chance before the first of the turns."""
        return self.first.before

    @property
    def end(self) -> Fraction:
        """The chance after the last turn: 1 or 0 if the game was over."""
        return self.turns[-1].after_draw

    @property
    def mistakes(self) -> Fraction:
        """What all moves cost together."""
        return sum((turn.mistake for turn in self.turns), Fraction(0))

    @property
    def luck(self) -> Fraction:
        """What all draws changed together."""
        return sum((turn.luck for turn in self.turns), Fraction(0))

    def of(self, player: int) -> tuple[Fraction, Fraction]:
        """What the moves of a player cost, and what this player's draws changed."""
        own = [turn for turn in self.turns if turn.player == player]
        mistakes = sum((turn.mistake for turn in own), Fraction(0))
        return mistakes, sum((turn.luck for turn in own), Fraction(0))


def luck_of(
    game: PlayedGame,
    budget: Budget | None = None,
    seen: Callable[[int], None] = lambda turn: None,
) -> Luck | None:
    """The chances of the last turns; None where none are known.

    That is so with bonus tiles and with plays from the pile.

    All hands are known, and of the pile only what is in it. The nodes of the budget are for the
    whole game, and no more than a few hundred thousand are used: the search begins at the end,
    where it is cheap, and goes back as far as they last. `seen` is told the turns.
    """
    of_kind(game, PlayedGame, "the game")
    budget = given(budget)
    within = replace(
        budget,
        nodes=min(budget.nodes, NODES_FOR_LUCK),
        memory=min(budget.memory, MEMORY_FOR_LUCK),
    )
    return _walk_back(game, within, seen)


def _walk_back(game: PlayedGame, budget: Budget, seen: Callable[[int], None]) -> Luck | None:
    starts = [turn.before for turn in game.replay.turns if len(turn.before.draws) <= MOST]
    if not starts or game.deal.rules.tiles or game.deal.rules.deck_plays:
        return None
    searcher = ChanceSearcher(starts[0], "win", budget)
    turns: list[LuckTurn] = []
    interrupted = False
    try:
        for turn in _turns(game, len(starts), searcher, seen):
            turns.append(turn)
    except KeyboardInterrupt:  # between two searches
        interrupted = True
    searcher.raise_pending()
    found = Luck(tuple(reversed(turns)), searcher.nodes) if turns else None
    if interrupted or searcher.stopped_by == "interrupt":
        raise Interrupted(found)
    return found


def _turns(
    game: PlayedGame, count: int, searcher: ChanceSearcher, seen: Callable[[int], None]
) -> Iterator[LuckTurn]:
    """The last turns, up to so many, the last one first."""

    def left() -> int:
        return max(searcher.budget.nodes - searcher.nodes, 0)

    last = len(game.replay.turns)
    after_draw = searcher.value(game.end, left()).value
    for number in range(last, last - count, -1):
        seen(number)
        position, action, _ = game.replay.turns[number - 1]
        span, draws = span_after(searcher, position, action, left())
        after_move = span.value
        before = searcher.value(position, left()).value
        if before is None or after_move is None or after_draw is None:
            return
        cards_left, why = len(position.draws), None
        if after_move < before:
            why = why_single(position, action, span, draws)
        yield LuckTurn(number, position.to_move, cards_left, before, after_move, after_draw, why)
        after_draw = before
