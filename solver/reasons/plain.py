"""Why a score is out of reach, as somebody sees it who looks at the table.

Each function is one argument. It looks at a position and the score that was hoped for, and says in
a short sentence why that score cannot be reached from here; or None, which says nothing. None of
them asks the search, and none asks in which order the cards of the pile lie, except `bottom_deck`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Literal

from solver.errors import counted
from solver.game.actions import Termination
from solver.game.cards import Card
from solver.game.deals import PLAYER_NAMES
from solver.game.position import Position
from solver.reasons import finders
from solver.reasons.bits import Cards, each
from solver.reasons.view import Levels, View

WhyKind = Literal[
    "strikes",
    "last-copy",
    "over",
    "out-of-pace",
    "bottom-deck",
    "hand-size",
    "final-round",
    "tokens",
    "exhaustion",
]
ORDINALS = {1: "first", 2: "second", 3: "third"}
TURNS = {0: "no turn", 1: "one turn"}


@dataclass(frozen=True)
class Why:
    """Why a score is out of reach: a sentence, and the cards that stay unplayed or do not fit.

    `proof` is the long form where the sentence only tells how it comes to light.
    """

    kind: WhyKind
    sentence: str
    cards: tuple[Card, ...] = ()
    proof: str | None = None


def plain_reason(before: Position, after: Position, best: int) -> Why | None:
    """Why `best`, which was in reach before a move, plainly is not after it."""
    return next(_plain_reasons(before, after, best, known_pile=True), None)


def plain_reason_for_all_orders(before: Position, after: Position, best: int) -> Why | None:
    """The same, only from what holds in whatever order the cards of the pile lie."""
    return next(_plain_reasons(before, after, best, known_pile=False), None)


def _plain_reasons(before: Position, after: Position, best: int, known_pile: bool) -> Iterator[Why]:
    found = _is_over(before, after, best)
    if found is None and not after.rules.tiles and after.outcome() is None:
        found = (
            _last_copy(before, after, best)
            or _out_of_pace(after, best)
            or _nothing_to_play(after, best)
        )
    if found is not None:
        yield found
    goal = goal_for(after, best)
    if goal is None or found is not None or after.outcome() is not None:
        return
    view = View.of(after, goal)
    for finder in (*([_bottom_deck] if known_pile else []), _overloaded, _wrong_order):
        found = finder(view)
        if found is not None:
            yield found


def goal_for(position: Position, best: int) -> Levels | None:
    """The fireworks that `best` needs, if it needs all cards that can still be played.

    None where some may be missed, and with bonus tiles, where cards come back.
    """
    rules = position.rules
    levels = tuple(position.reachable_levels())
    if rules.tiles or rules.score(levels) != best:
        return None
    if best == rules.perfect_score or all(suit.scores for suit in rules.suits):
        return levels
    return None


def _is_over(before: Position, after: Position, best: int) -> Why | None:
    """The game is over with less."""
    outcome = after.outcome()
    if outcome is None or (outcome.score or 0) >= best:
        return None
    if outcome.termination is Termination.STRIKES:
        number = ORDINALS.get(after.strikes, f"{after.strikes}th")
        return Why("strikes", f"The {number} strike ends the game.")
    if outcome.termination is Termination.INDISPENSABLE:
        return _last_copy(before, after, best)
    if outcome.termination is Termination.STUCK:
        name = PLAYER_NAMES[after.to_move]
        return Why("over", f"{name} has no card left and no token for a clue: the game is lost.")
    return Why("over", f"The game is over with {after.score}.")


def _last_copy(before: Position, after: Position, best: int) -> Why | None:
    """The last copy of a card is gone, and with it all that is built on it."""
    if after.rules.is_bouquet_final:
        if after.outcome() is None:
            return None
    elif after.rules.score(after.reachable_levels()) >= best:
        return None
    lost: list[Card] = []
    for index, suit in enumerate(after.rules.suits):
        reached, was = after.reachable_levels()[index], before.reachable_levels()[index]
        lost += (Card(suit.letter, suit.value_at(level)) for level in range(reached + 1, was + 1))
    if not lost:
        return None
    if after.rules.is_bouquet_final:
        return Why("last-copy", f"It was the last {lost[0]}: the game is lost.", tuple(lost))
    if len(lost) == 1:
        return Why("last-copy", f"It was the last {lost[0]}.", tuple(lost))
    never = f"so {listed(lost)} are never played"
    return Why("last-copy", f"It was the last {lost[0]}, {never}.", tuple(lost))


def _out_of_pace(position: Position, best: int) -> Why | None:
    """Fewer turns are left that can play a card than cards are missing."""
    rules, pace = position.rules, position.pace
    if pace is None or rules.perfect_score + min(pace, 0) >= best:
        return None
    turns = position.turns_left
    if turns is None:
        turns = len(position.draws) + position.players
    missing = turns - pace - (rules.perfect_score - best)
    are = "card is" if missing == 1 else "cards are"
    left = "turn is" if turns == 1 else "turns are"
    return Why(
        "out-of-pace",
        f"{missing} {are} missing for {best}, and only {turns} {left} left that can play one.",
    )


def _nothing_to_play(position: Position, best: int) -> Why | None:
    """In the last round too few of those who still have a turn hold a card that can be played."""
    if position.turns_left is None:
        return None
    players = [(position.to_move + turn) % position.players for turn in range(position.turns_left)]
    able = [p for p in players if any(map(position.is_useful, position.hands[p]))]
    missing = best - position.score
    if len(able) >= missing or not all(suit.scores for suit in position.rules.suits):
        return None
    cards = "1 card is" if missing == 1 else f"{missing} cards are"
    if not able:
        return Why("final-round", f"{cards} missing, and nobody with a turn left holds one.")
    only = f"only {listed(PLAYER_NAMES[p] for p in able)} can play one"
    each = ", once each" if len(able) > 1 else ", and only once"
    return Why("final-round", f"{cards} missing for {best}, and {only}{each}.")


def _bottom_deck(view: View) -> Why | None:
    found = finders.bottom_deck(view)
    if found is None:
        return None
    are = "is" if len(found.lost) == 1 else "are"
    return Why(
        "bottom-deck",
        f"{found.card} is the last card of the pile, so {listed(found.lost)} {are} never played.",
        found.lost,
    )


def _own(view: View) -> Iterator[tuple[int, Cards]]:
    """For each player the cards that nobody else can play: no copy is anywhere else."""
    for player, hand in enumerate(view.hands):
        others = (*view.hands[:player], *view.hands[player + 1 :], *view.pile)
        yield player, hand & view.needed & ~reduce(or_, others)


def _turns_of(view: View, player: int) -> int:
    """How many more cards a player can play at most: one for each draw, and one at the end."""
    if view.turns_left is None:
        return len(view.pile) + 1
    return int((player - view.to_move) % view.players < view.turns_left)


def _overloaded(view: View) -> Why | None:
    """One player alone has more cards to play than turns. Every play before the end draws."""
    if view.bouquet:
        return None
    for player, own in _own(view):
        turns = _turns_of(view, player)
        if own.bit_count() <= turns:
            continue
        cards = view.cards(own)
        fall = {1: "falls", 2: "both fall"}.get(len(cards), "all fall")
        who = f"{listed(cards)} {fall} to {PLAYER_NAMES[player]}, who"
        if view.turns_left is None:
            words = f"{who} can play {counted(turns, 'card')} at most."
        else:
            words = f"{who} has {TURNS[turns]} left."
        return Why("final-round", words, cards)
    return None


def _wrong_order(view: View) -> Why | None:
    """In the last round, whoever holds the next card comes after the one who waits for it."""
    if view.turns_left is None:
        return None
    own = dict(_own(view))
    holder = {card: player for player, cards in own.items() for card in each(cards)}
    for card, player in sorted(holder.items()):
        first = card >> 1
        other = holder.get(first)
        if other is None or other == player:
            continue
        turn = (player - view.to_move) % view.players
        if turn < (other - view.to_move) % view.players:
            waiting, before = view.card(card), view.card(first)
            return Why(
                "final-round",
                f"{PLAYER_NAMES[player]}'s last turn comes before {PLAYER_NAMES[other]} can play "
                f"{before}, so {waiting} is never played.",
                (waiting,),
            )
    return None


def listed(things: Iterable[object]) -> str:
    """A list in words: a, b and c."""
    *most, last = map(str, things)
    return f"{', '.join(most)} and {last}" if most else last
