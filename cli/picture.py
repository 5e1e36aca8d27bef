"""A deal and its line of play for people: every card in the colour of its suit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich.console import Console
from rich.text import Text

from cli import report
from solver.cards import Card
from solver.deals import PLAYER_NAMES, Deal
from solver.game import Position
from solver.notation import describe
from solver.search import Budget, Result

# Letters say it all; colours only help. Black and white would vanish on some backgrounds.
STYLES = {
    "r": "bold red",
    "y": "bold yellow",
    "g": "bold green",
    "b": "bold bright_blue",
    "p": "bold magenta",
    "t": "bold cyan",
    "m": "bold italic",
    "k": "bold reverse",
}
OTHER_STYLE = "bold"
LABEL = 8  # the width of a player's name and of what stands in that column


def print_page(console: Console, result: Result, budget: Budget) -> None:
    """The deal, the verdict and why, the line of play and what it cost."""
    deal = result.deal
    letters = [suit.letter for suit in deal.rules.suits]
    seed = f"{deal.seed}, " if deal.seed else ""
    title = f"{seed}{deal.players} players, {deal.rules}"
    verdict = [Text(report.sentence(result, budget), "bold")]
    reason = report.reason(result)
    if reason is not None:
        verdict.append(_coloured(Text(str(reason)), letters))
    word = report.rating(result)
    if word is not None:
        verdict.append(Text(f"Rating: {word}."))
    blocks = [[Text(title)], deal_rows(deal, console.width), verdict]
    if result.line:
        blocks.append([Text(f"A line that reaches {result.bounds[0]}:"), *line_rows(result)])
    blocks.append([Text(report.effort(result), "dim")])
    for number, block in enumerate(blocks):
        if number:
            console.print()
        for row in block:
            console.print(row)


def deal_rows(deal: Deal, width: int) -> Iterator[Text]:
    """The hands as their holders count them, and the pile, in rows of this width."""
    numbers = " ".join(f"{slot:>2}" for slot in range(1, deal.hand_size + 1))
    yield Text(f"{'slot':<{LABEL}}{numbers}  (1 is the newest card)", "dim")
    for name, hand in zip(PLAYER_NAMES, deal.hands, strict=False):
        yield Text(f"{name:<{LABEL}}") + _cards(reversed(hand))
    yield Text()
    per_row = max((width - LABEL + 1) // 30 * 10, 5)  # tens are easy to count
    for start in range(0, len(deal.pile), per_row):
        label = "pile" if start == 0 else ""
        yield Text(f"{label:<{LABEL}}") + _cards(deal.pile[start : start + per_row])


def line_rows(result: Result) -> Iterator[Text]:
    """The line of play, turn by turn."""
    position = Position.start(result.deal)
    places = len(str(len(result.line)))
    letters = [suit.letter for suit in result.deal.rules.suits]
    for turn, action in enumerate(result.line, 1):
        row = Text(f"{turn:>{places}}. {describe(position, action)}")
        yield _coloured(row, letters)
        position = position.push(action)


def _cards(cards: Iterable[Card]) -> Text:
    return Text(" ").join(Text(str(card), STYLES.get(card.suit, OTHER_STYLE)) for card in cards)


def _coloured(row: Text, letters: Sequence[str]) -> Text:
    for letter in letters:
        row.highlight_regex(rf"\b{letter}\d\b", STYLES.get(letter, OTHER_STYLE))
    return row
