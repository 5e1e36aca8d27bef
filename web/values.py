"""What each move of a board is worth, told as soon as it is known."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Literal

from cli.views import chances as chance_view
from cli.views import endgame as view
from cli.views.parts.moves import move_words
from cli.views.parts.reasons import chance_reason_words, reason_words, with_names
from solver.analysis import moves as known
from solver.analysis.moves import Endgame, ValuedMove, analyse_with
from solver.analysis.why import why_moves
from solver.chances import moves as unknown
from solver.chances.hidden import answer_with
from solver.chances.moves import ChanceMove, Chances
from solver.chances.questions import Question, question
from solver.chances.searcher import Span
from solver.chances.why import MOST_FOR_A_STORY, ChanceReason, why_chances
from solver.errors import InputError
from solver.game.actions import Action
from solver.game.position import Position
from solver.reasons.moves import MoveReason
from web.keys import key_of
from web.limits import Allowance
from web.opening import Opened
from web.searchers import chance_searcher_for, searcher_for

PileOrder = Literal["known", "unknown"]
Values = dict[str, Any]
Seen = Callable[[Values], None]

# Seconds between two snapshots: nobody reads faster.
PAUSE = 0.05


def seen_by_nobody(values: Values) -> None:
    """Tell nobody what is known so far."""


def values(
    opened: Opened,
    path: Sequence[str],
    pile: PileOrder,
    allowance: Allowance,
    seen: Seen = seen_by_nobody,
) -> Values:
    """All values of the board at the end of a path; `seen` is told what is known meanwhile."""
    position = opened.follow(path)[0][-1]
    teller = _Teller(opened.names, seen, allowance)
    if pile == "known":
        check_order(opened)
        return teller.known(solve_moves(position, allowance, teller.growing))
    if position.outcome() is not None:
        return teller.over(opened, position)
    asked = asked_chances(opened, path, position)
    return teller.unknown(count_chances(asked, allowance, teller.growing_chances))


def solve_moves(
    position: Position, allowance: Allowance, seen: known.Seen = known.seen_by_nobody
) -> Endgame:
    """The values with a known pile, every line replayed by the referee."""

    def between(growing: known.Growing) -> None:
        allowance.check()
        searcher.budget = allowance.left(1 + len(growing.moves) - len(growing.found))
        seen(growing)

    with searcher_for(allowance) as searcher:
        # The moves together get as much time as the position.
        searcher.budget = allowance.left(2)
        return analyse_with(searcher, position, between).replayed()


def check_order(opened: Opened) -> None:
    """Refuse to tell what only an order of the pile decides that nobody knows."""
    if opened.is_pile_unknown:
        raise InputError(
            "nobody knows the order of this pile: look at the chances with the pile face down"
        )


def asked_chances(opened: Opened, path: Sequence[str], position: Position) -> Question:
    """What is asked with the pile face down; after the first move all hands are known."""
    return question(position, opened.aim, () if path else opened.hidden)


def count_chances(
    asked: Question, allowance: Allowance, seen: unknown.Seen = unknown.seen_by_nobody
) -> Chances:
    """The chances with the pile face down."""

    def between(growing: unknown.Growing) -> None:
        allowance.check()
        searcher.budget = allowance.left(growing.of - growing.done)
        seen(growing)

    with chance_searcher_for(asked.position, asked.aim, allowance) as searcher:
        return answer_with(searcher, asked, between)


class _Teller:
    """Puts what is known into the form of the page, and tells it now and then."""

    def __init__(self, names: Sequence[str], seen: Seen, allowance: Allowance) -> None:
        self.names, self.seen, self.allowance = names, seen, allowance
        self.next = 0.0  # when the page is told again

    def growing(self, growing: known.Growing) -> None:
        done, of = len(growing.found) - 1, len(growing.moves)
        if not self._is_time() or not of:
            return
        found, moves = growing.endgame()
        if found.verdict == "undecided":
            sentence = f"Solving each move: {done} of {of} are done."
        else:
            sentence = view.sentence(found)
        self.seen(self._known(found, moves, {}, sentence, is_done=False))

    def known(self, found: Endgame) -> Values:
        sentence = view.sentence(found)
        if self._is_time():
            self.seen(self._known(found, found.moves, {}, sentence, is_done=False))
        return self._known(found, found.moves, why_moves(found), sentence, is_done=True)

    def _known(
        self,
        found: Endgame,
        moves: Iterable[ValuedMove],
        whys: Mapping[Action, MoveReason],
        sentence: str,
        *,
        is_done: bool,
    ) -> Values:
        position, (low, high) = found.position, found.bounds
        return {
            "sentence": sentence,
            "model": None,
            "label": view.value_words(position, found.bounds),
            "height": low / position.rules.perfect_score if low == high else None,
            "moves": [
                {
                    "keys": list(map(key_of, move.actions)),
                    "label": view.value_words(position, move.bounds),
                    "exact": None,
                    "mark": view.mark_words(move),
                    "keeps_best": move.keeps_best,
                    "words": self._named(move_words(position, move)),
                    "why": [self._named(reason_words(whys[move.action]))]
                    if move.action in whys
                    else [],
                    "has_film": len(move.line) > 1,
                }
                for move in moves
            ],
            "is_done": is_done,
        }

    def growing_chances(self, growing: unknown.Growing) -> None:
        if not growing.done or not self._is_time():
            return
        found = growing.so_far()
        moves = [move for move in found.moves if move.span != _anything(found)]
        sentence = f"Counting the chance of each move: {growing.done} of {growing.of} are done."
        values = self._unknown(found, moves, {}, sentence, is_done=False)
        self.seen(values | {"label": None, "height": None})

    def unknown(self, found: Chances) -> Values:
        sentence = chance_view.sentence(found)
        self.seen(self._unknown(found, found.moves, {}, sentence, is_done=False))
        self.allowance.check()
        whys = why_chances(found, stories=not self.allowance.is_over)
        return self._unknown(found, found.moves, whys, sentence, is_done=True)

    def _unknown(
        self,
        found: Chances,
        moves: Iterable[ChanceMove],
        whys: Mapping[Action, ChanceReason],
        sentence: str,
        *,
        is_done: bool,
    ) -> Values:
        return {
            "sentence": sentence,
            "model": chance_view.model(found),
            "label": chance_view.amount(found, found.span),
            "height": None if found.value is None else float(found.value / _most(found)),
            "moves": [
                {
                    "keys": list(map(key_of, move.actions)),
                    "label": chance_view.amount(found, move.span),
                    "exact": chance_view.fraction(move.span) or None,
                    "mark": chance_view.mark_words(found, move),
                    "keeps_best": move.keeps_best,
                    "words": self._named(move_words(found.position, move)),
                    "why": [
                        self._named(text) for text in chance_reason_words(whys.get(move.action))
                    ],
                    "has_film": has_chance_film(found, move),
                }
                for move in moves
            ],
            "is_done": is_done,
        }

    def over(self, opened: Opened, position: Position) -> Values:
        """The chance is certain once the game is over."""
        with chance_searcher_for(position, opened.aim, self.allowance) as searcher:
            found = Chances(position, opened.aim, searcher.value(position), ())
        sentence = view.over_sentence(position) or ""
        return self._unknown(found, (), {}, sentence, is_done=True)

    def _named(self, words: str) -> str:
        return with_names(words, self.names)

    def _is_time(self) -> bool:
        now = time.monotonic()
        if now < self.next:
            return False
        self.next = now + PAUSE
        return True


def _anything(found: Chances) -> Span:
    """What is known of a value that nobody looked for."""
    return Span(Fraction(0), Fraction(_most(found)))


def _most(found: Chances) -> int:
    return found.position.rules.perfect_score if found.aim == "mean" else 1


def has_chance_film(found: Chances, move: ChanceMove) -> bool:
    """Whether it can be shown how a move goes on with the pile face down."""
    return (
        move.value is not None
        and not found.hidden
        and len(found.position.draws) <= MOST_FOR_A_STORY
    )


def told(opened: Opened, found: Endgame | Chances, allowance: Allowance) -> Values:
    """What was found already, in the form of the page."""
    teller = _Teller(opened.names, seen_by_nobody, allowance)
    return teller.known(found) if isinstance(found, Endgame) else teller.unknown(found)
