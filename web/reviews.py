"""A played game for the page: its value and its chance over the turns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cli.views import replay as view
from cli.views.parts import luck as luck_part
from cli.views.parts.reasons import with_names
from solver.analysis.review import Bounds, Review, ReviewedTurn, review
from solver.chances.luck import Luck, LuckTurn, luck_of
from solver.errors import InputError
from solver.hanab_live.games import PlayedGame
from solver.hanab_live.words import readable_names, turn_words
from solver.notation.words import deed
from web.films import Film, Seats, film_json
from web.limits import Allowance
from web.opening import Opened
from web.searchers import searcher_for

Seen = Callable[[int, int], None]


def seen_by_nobody(done: int, of: int) -> None:
    """Tell nobody how far it is."""


def review_json(
    opened: Opened, allowance: Allowance, seen: Seen = seen_by_nobody
) -> dict[str, Any]:
    """All that is known about a game and its turns; `seen` is told how far it is."""
    game = opened.game
    if game is None or not game.actions:
        raise InputError("there is no game to review: nothing was played yet")
    found = review_game(game, allowance, seen)
    return told_review(found, count_luck(game, allowance, seen))


def told_review(found: Review, luck: Luck | None) -> dict[str, Any]:
    """What was found already, in the form of the page."""
    return _Told(found, luck).review()


def review_game(game: PlayedGame, allowance: Allowance, seen: Seen = seen_by_nobody) -> Review:
    """The best score before and after each turn, which is the first half of the way."""
    turns, looked = len(game.actions), 0

    def between(turn: int) -> None:
        nonlocal looked
        allowance.check()
        searcher.budget = allowance.left()
        seen(min(looked, turns), 2 * turns)
        looked += 1

    with searcher_for(allowance) as searcher:
        found = review(game, seen=between, searcher=searcher)
        allowance.check()
        return found


def count_luck(game: PlayedGame, allowance: Allowance, seen: Seen = seen_by_nobody) -> Luck | None:
    """The chances with the pile face down, the second half: from the last turn back."""
    turns = len(game.actions)

    def between(turn: int) -> None:
        allowance.check()
        seen(2 * turns - turn, 2 * turns)

    return luck_of(game, allowance.left(), between)


class _Told:
    """A review in the form of the page."""

    def __init__(self, found: Review, luck: Luck | None) -> None:
        self.found, self.luck, self.game = found, luck, found.game
        self.names = readable_names(found.game.names)
        self.lucks = {} if luck is None else {turn.number: turn for turn in luck.turns}

    def review(self) -> dict[str, Any]:
        found, luck = self.found, self.luck
        return {
            "sentence": view.sentence(found),
            "note": view.KNOWN,
            "start_label": view.bounds_words(found.start),
            "start_height": self._height(found.start),
            "turns": [self._turn(turn) for turn in found.turns],
            "chance": luck
            and {"sentence": luck_part.sentence(self.game, luck), "model": luck_part.MODEL},
            "players": [self._player(seat) for seat in range(self.game.deal.players)],
            "better": self._better(),
        }

    def _height(self, bounds: Bounds) -> float | None:
        perfect = self.game.deal.rules.perfect_score
        return None if bounds.value is None else bounds.value / perfect

    def _turn(self, turn: ReviewedTurn) -> dict[str, Any]:
        chance = self.lucks.get(turn.number)
        return {
            "turn": turn.number,
            "seat": turn.turn.before.to_move,
            "words": turn_words(self.game, turn.number),
            "label": view.bounds_words(turn.after),
            "height": self._height(turn.after),
            "cost": self._cost(turn),
            "cause": turn.cause if turn.fell else None,
            "better": self._better_words(turn),
            "why": None if turn.why is None else with_names(turn.why.why.sentence, self.names),
            "chance": None if chance is None else self._chance(chance),
        }

    def _cost(self, turn: ReviewedTurn) -> str | None:
        if not turn.fell:
            return None
        before, after = turn.before.value, turn.after.value
        return "costs something" if before is None or after is None else f"costs {before - after}"

    def _better_words(self, turn: ReviewedTurn) -> str | None:
        """What would have kept the best score: all of it where it first fell, else one move."""
        if turn is self.found.lost:
            return view.better_words(self.found, turn)
        if turn.better is None:
            return None
        return deed(turn.turn.before, turn.better, self.names)

    def _chance(self, turn: LuckTurn) -> dict[str, Any]:
        is_mistake = turn.mistake >= luck_part.MATTERS
        why = turn.why if is_mistake else None
        return {
            "before": luck_part.percent(turn.before),
            "after": luck_part.percent(turn.after_draw),
            "mistake": luck_part.change(-turn.mistake),
            "luck": luck_part.change(turn.luck),
            "height": float(turn.after_draw),
            "is_mistake": is_mistake,
            "is_luck": abs(turn.luck) >= luck_part.MATTERS,
            "why": None if why is None else with_names(why, self.names),
        }

    def _player(self, seat: int) -> dict[str, Any]:
        own = [turn for turn in self.found.turns if turn.turn.before.to_move == seat]
        lost, lucky = (None, None) if self.luck is None else self.luck.of(seat)
        return {
            "name": self.names[seat],
            "turns": len(own),
            "mistakes": sum(bool(turn.fell) for turn in own),
            "points": sum(turn.before.low - turn.after.high for turn in own if turn.fell),
            "chance_lost": None if lost is None else luck_part.change(-lost),
            "luck": None if lucky is None else luck_part.change(lucky),
        }

    def _better(self) -> Film | None:
        """The first mistake put right."""
        lost = self.found.lost
        if lost is None:
            return None
        title = f"Turn {lost.number} put right: {lost.before.low} can be reached"
        return film_json(lost.turn.before, lost.line, Seats(self.names, lost.number), title)
