"""The chance of each move while the pile lies face down, the best moves first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING, Any

from cli.views.deal import SCHEMA, STOPS
from cli.views.endgame import HAND_ORDER, MARK_STYLES, action_json, title
from cli.views.parts.chances import percent, percent_between, points, points_between
from cli.views.parts.moves import listed, move_words
from cli.views.parts.reasons import chance_reason_json, chance_reason_words
from cli.views.parts.rows import hanging
from solver._version import __version__
from solver.chances.moves import ChanceMove, Chances, Draw
from solver.chances.searcher import Span
from solver.chances.why import ChanceReason
from solver.game.actions import Action
from solver.notation.positions import position_to_json, position_to_text

if TYPE_CHECKING:
    from rich.text import Text

    from cli.inputs.position import Given


def to_json(
    asked: Given, found: Chances, with_draws: bool, whys: Mapping[Action, ChanceReason]
) -> dict[str, Any]:
    """All that is known about a position and its moves, as one object; fractions are text."""
    position = found.position
    return {
        "schema": SCHEMA,
        "version": __version__,
        "seed": None if asked.deal is None else asked.deal.seed,
        "turn": asked.turn,
        "position": _position_json(found),
        "text": position_to_text(position, found.hidden),
        "hand_order": HAND_ORDER,
        "pile_order": "unknown",
        "perfect_score": position.rules.perfect_score,
        "aim": found.aim,
        "orders": found.orders,
        **({"arrangements": found.arrangements} if found.hidden else {}),
        **_span_json(found, found.span),
        "moves": [_move_json(asked, found, move, with_draws, whys) for move in found.moves],
        "nodes": found.nodes,
        "stopped_by": found.stopped_by,
    }


def _position_json(found: Chances) -> dict[str, Any]:
    """The position, which says what is asked of it: saved alone, it is read back as the same."""
    return {
        **position_to_json(found.position, found.hidden),
        "pile_order": "unknown",
        **({} if found.aim == "win" else {"aim": found.aim}),
    }


def _move_json(
    asked: Given,
    found: Chances,
    move: ChanceMove,
    with_draws: bool,
    whys: Mapping[Action, ChanceReason],
) -> dict[str, Any]:
    value = {
        **action_json(asked, found.position, move.action),
        "card": None if move.card is None else str(move.card),
        "trash": move.is_trash,
        **({"blind": move.is_blind} if found.hidden else {}),
        **_span_json(found, move.span),
        "keeps_best": move.keeps_best,
        "why": chance_reason_json(
            whys.get(move.action), lambda position, action: action_json(asked, position, action)
        ),
    }
    if with_draws:
        value["draws"] = [
            {"card": str(draw.card), "copies": draw.copies, **_span_json(found, draw.span)}
            for draw in move.draws
        ]
    return value


def _span_json(found: Chances, span: Span) -> dict[str, Any]:
    """A value, and its bounds if it is not known."""
    name = "mean" if found.aim == "mean" else "win"
    if span.value is not None:
        return {name: str(span.value)}
    return {name: None, f"{name}_bounds": [str(span.low), str(span.high)]}


def model(found: Chances) -> str:
    """What is taken for known, in plain words."""
    pile = found.position.pile
    if found.hidden:
        return (
            "What is unseen is dealt to the pile and to the cards marked ?, every way equally "
            "likely. After the move all hands are taken for known, so for players who learn less "
            "these chances are upper bounds."
        )
    if not pile:
        return "All hands are known, and the pile is empty: nothing is left to chance."
    if len(set(pile)) == 1:
        cards = "the last card of the pile is" if len(pile) == 1 else "every card of the pile is"
        return f"All hands are known, and {cards} {pile[0]}: nothing is left to chance."
    return (
        "All hands are known; of the pile only what is in it. "
        f"Every order of its {len(pile)} cards is equally likely."
    )


def sentence(found: Chances) -> str:
    """The value of the position in one plain sentence."""
    value = found.value
    subject = "the mean score" if found.aim == "mean" else f"the chance of {_aim_words(found)}"
    if value is None:
        low, high = _between(found, found.span)
        why = STOPS.get(found.stopped_by, "Undecided within the budget: ")
        return f"{why}{subject} is at least {low} and at most {high}."
    words = amount(found, found.span)
    if value.denominator > 1:
        words += f" ({value})"
    if value == 0 and found.aim != "mean":
        return f"T{subject[1:]} is {words}, whatever is played."
    return f"T{subject[1:]} is {words} with the best play."


def _aim_words(found: Chances) -> str:
    if found.aim != "win":
        return f"at least {found.aim} points"
    rules = found.position.rules
    return "a win" if rules.is_bouquet_final else f"{rules.perfect_score} points"


def amount(found: Chances, span: Span) -> str:
    """A chance in percent, or a mean score; of what is not known, both bounds."""
    if span.value is None:
        low, high = _between(found, span)
        return f"{low.removesuffix(' %')}-{high}"
    if found.aim == "mean":
        return points(span.value, found.position.rules.perfect_score)
    return percent(span.value)


def _between(found: Chances, span: Span) -> tuple[str, str]:
    return points_between(*span) if found.aim == "mean" else percent_between(*span)


def fraction(span: Span) -> str:
    """The exact value; nothing where the rounded one says it all."""
    return "" if span.value is None or span.value.denominator == 1 else str(span.value)


def page(
    asked: Given,
    found: Chances,
    with_draws: bool,
    whys: Mapping[Action, ChanceReason],
    *,
    width: int,
    table_width: int,
) -> Iterator[Text]:
    """The position, what is known, the verdict, and the moves with why, the best ones first.

    For the best move, or for all, with what the next card makes of it. The rows of the moves may be
    wider than the others.
    """
    from rich.text import Text  # noqa: PLC0415 (slow, and only people need it)

    from cli.views.parts.board import board_rows, in_blocks  # noqa: PLC0415
    from cli.views.parts.cards import coloured  # noqa: PLC0415

    rules = found.position.rules
    return in_blocks(
        [
            [Text(title(asked))],
            board_rows(
                found.position,
                width,
                pile="unseen" if found.hidden else "in pile",
                hidden=found.hidden,
            ),
            [coloured(Text(model(found)), rules), Text(sentence(found), "bold")],
            (coloured(row, rules) for row in _move_rows(found, with_draws, whys, table_width)),
        ]
    )


def _move_rows(
    found: Chances, with_draws: bool, whys: Mapping[Action, ChanceReason], width: int
) -> Iterator[Text]:
    from rich.text import Text  # noqa: PLC0415 (as above)

    amounts = [amount(found, move.span) for move in found.moves]
    fractions = [fraction(move.span) for move in found.moves]
    marks = [mark_words(found, move) for move in found.moves]
    left, exact, middle = (max(map(len, column)) for column in (amounts, fractions, marks))
    indent = " " * (left + 2)
    for place, move in enumerate(found.moves):
        row = Text(f"{amounts[place]:>{left}}  ", "bold")
        if exact:
            row.append(f"{fractions[place]:<{exact}}  ", "not bold")
        row.append(f"{marks[place]:<{middle}}  ", _mark_style(marks[place]))
        yield from hanging(row, move_words(found.position, move), width, "not bold")
        for words in chance_reason_words(whys.get(move.action)):
            yield from hanging(Text(indent), words, width, "dim")
        if with_draws or place == 0:
            yield from _draw_rows(found, move.draws, indent, width)


def mark_words(found: Chances, move: ChanceMove) -> str:
    """What the move does to the best chance."""
    if move.keeps_best:
        return "keeps the best"
    if move.span.high == 0:
        return "loses"
    if move.keeps_best is None:
        return "undecided"
    if move.cost is None:
        return _least_cost_words(found, move.least_cost)
    if found.aim == "mean":
        points_lost = points(move.cost, found.position.rules.perfect_score)
        return f"costs {points_lost} point{'s' * (move.cost != 1)}"
    return f"costs {percent(move.cost)}"


def _least_cost_words(found: Chances, cost: Fraction) -> str:
    """What a move costs that may cost more, rounded down: no more is said than is proven."""
    least, _ = _between(found, Span(cost, cost))
    if least in ("0", "0 %"):
        return "costs something"
    unit = f" point{'s' * (least != '1')}" if found.aim == "mean" else ""
    return f"costs {least}{unit} or more"


def _mark_style(mark: str) -> str:
    return MARK_STYLES["costs" if mark.startswith("costs") else mark]


def _draw_rows(found: Chances, draws: Sequence[Draw], indent: str, width: int) -> Iterator[Text]:
    """What the next card makes of a move: the worst first, cards with the same result together."""
    from rich.text import Text  # noqa: PLC0415 (as above)

    if len(draws) < 2:  # the card is known
        return
    groups = [list(group) for _, group in groupby(draws, key=lambda draw: draw.span)]
    if len(groups) == 1:
        if draws[0].value not in (None, 0, 1):
            yield Text(f"{indent}The next card makes no difference.")
        return
    counts = [f"{sum(d.copies for d in g)} of {len(found.position.pile)}" for g in groups]
    amounts = [amount(found, group[0].span) for group in groups]
    fractions = [fraction(group[0].span) for group in groups]
    first, second, third = (max(map(len, column)) for column in (counts, amounts, fractions))
    for place, group in enumerate(groups):
        start = f"{counts[place]:>{first}}  {amounts[place]:>{second}}  "
        if third:
            start += f"{fractions[place]:<{third}}  "
        words = f"{'if the next card' if place == 0 else 'if it'} is {_cards(group)}"
        yield from hanging(Text(indent + start), words, width)


def _cards(draws: Sequence[Draw]) -> str:
    return listed([draw.card for draw in draws], "or")
