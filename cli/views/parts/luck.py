"""The end of a played game, the pile face down: what moves and draws did to its chance."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from cli.views.parts.reasons import with_names
from solver.chances.luck import Luck, LuckTurn
from solver.errors import counted
from solver.game.deals import PLAYER_NAMES
from solver.hanab_live.games import PlayedGame
from solver.hanab_live.words import readable_names, turn_words

if TYPE_CHECKING:
    from rich.text import Text

MODEL = (
    "Here all hands are known, and of the pile only which cards are in it; every order is equally "
    "likely. A mistake is what a move cost against the best one, luck is what the draw changed. "
    "The players knew less: for them the chance was at most this."
)
MATTERS = Fraction(1, 100)


def to_json(game: PlayedGame, luck: Luck | None) -> dict[str, Any] | None:
    """All chances that are known, as fractions; None if there are none."""
    if luck is None:
        return None
    return {
        "turn": luck.first.number,
        "cards_left": luck.first.cards_left,
        "win": str(luck.start),
        "end": str(luck.end),
        "mistakes": str(luck.mistakes),
        "luck": str(luck.luck),
        "players": [
            {
                "player": PLAYER_NAMES[seat],
                "player_name": name,
                "mistakes": str(luck.of(seat)[0]),
                "luck": str(luck.of(seat)[1]),
            }
            for seat, name in enumerate(game.names)
        ],
        "turns": [_turn_json(turn) for turn in luck.turns],
        "nodes": luck.nodes,
    }


def _turn_json(turn: LuckTurn) -> dict[str, Any]:
    return {
        "turn": turn.number,
        "player": PLAYER_NAMES[turn.player],
        "cards_left": turn.cards_left,
        "before": str(turn.before),
        "after_move": str(turn.after_move),
        "after_draw": str(turn.after_draw),
        "mistake": str(turn.mistake),
        "luck": str(turn.luck),
        "why": turn.why,
    }


def percent(chance: Fraction) -> str:
    """A chance; what is not certain does not look so.

    >>> percent(Fraction(1)), percent(Fraction(1, 3)), percent(Fraction(9999, 10000))
    ('100 %', '33.3 %', 'above 99.9 %')
    """
    if chance.denominator == 1:
        return f"{100 * chance} %"
    if chance < Fraction(1, 1000):
        return "below 0.1 %"
    if chance > Fraction(999, 1000):
        return "above 99.9 %"
    return f"{float(100 * chance):.1f} %"


def change(difference: Fraction) -> str:
    """By how much a chance changed, in percentage points.

    >>> change(Fraction(-1, 3)), change(Fraction(1, 10_000))
    ('-33.3', '0')
    """
    text = f"{float(100 * difference):+.1f}"
    return "0" if text in ("+0.0", "-0.0") else text


def rows(game: PlayedGame, luck: Luck) -> Iterator[Text]:
    """The chance at the first turn that is known, what became of it, and where."""
    from rich.text import Text  # noqa: PLC0415 (slow, and only people need it)

    yield Text(sentence(game, luck), "bold")
    if not luck.start:
        return
    yield Text(MODEL, "dim")
    turns = [turn for turn in luck.turns if max(turn.mistake, abs(turn.luck)) >= MATTERS]
    if not turns:
        return
    names = readable_names(game.names)
    yield Text("mistake    luck", "dim")
    for turn in turns:
        number = f"{turn.number:>{len(str(turns[-1].number))}}"
        yield _row(turn.mistake, turn.luck, f"{number}. {turn_words(game, turn.number)}")
        if turn.why is not None and turn.mistake >= MATTERS:
            yield Text(f"{'':19}{with_names(turn.why, names)}", "dim", no_wrap=True)
    for seat, name in enumerate(names):
        if any(luck.of(seat)):
            yield _row(*luck.of(seat), f"{name}, all turns", "dim")


def _row(mistake: Fraction, luck: Fraction, words: str, style: str = "") -> Text:
    from rich.text import Text  # noqa: PLC0415 (as above)

    row = Text(style=style, no_wrap=True)
    row.append(f"{_change_or_nothing(-mistake):>7}", "red" if mistake >= MATTERS else "")
    row.append(f" {_change_or_nothing(luck):>7}", "" if luck < MATTERS else "green")
    row.append(f"  {words}")
    return row


def _change_or_nothing(difference: Fraction) -> str:
    return change(difference) if difference else ""


def sentence(game: PlayedGame, luck: Luck) -> str:
    """The chance of the perfect score when it was first known, and where it went."""
    perfect, first = game.deal.rules.perfect_score, luck.first
    left = counted(first.cards_left, "card") if first.cards_left else "no cards"
    when = f"on turn {first.number}, with {left} left"
    if not luck.start:
        return f"With the pile face down, there was no chance of {perfect} any more {when}."
    was = f"With the pile face down, the chance of {perfect} was {percent(luck.start)} {when}"
    if not luck.mistakes and not any(turn.luck for turn in luck.turns):
        return f"{was}, and nothing changed that."
    text = f"{was}. Since then: mistakes {change(-luck.mistakes)}, luck {change(luck.luck)}"
    return f"{text}, which leaves {percent(luck.end)}."
