"""Cards in the colours of their suits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich.text import Text

from solver.game.cards import Card
from solver.game.rules import Rules

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


def cards(listed: Iterable[Card]) -> Text:
    """Cards side by side."""
    return Text(" ").join(Text(str(card), style_of(card.suit)) for card in listed)


def card_rows(label: str, listed: Sequence[Card], width: int) -> Iterator[Text]:
    """Many cards behind a label, in rows of this width."""
    per_row = max((width - LABEL + 1) // 30 * 10, 5)  # tens are easy to count
    for start in range(0, len(listed), per_row):
        row = Text(f"{label if start == 0 else '':<{LABEL}}")
        yield row + cards(listed[start : start + per_row])


def coloured(row: Text, rules: Rules) -> Text:
    """A text with the cards that it names in their colours."""
    for suit in rules.suits:
        row.highlight_regex(rf"\b{suit.letter}\d\b", style_of(suit.letter))
    return row


def style_of(letter: str) -> str:
    """The style of a suit."""
    return STYLES.get(letter, OTHER_STYLE)
