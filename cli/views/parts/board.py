"""The picture of a position: hands with their slots, fireworks, pile, and what is counted."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from cli.views.deal_page import LABEL, OTHER_STYLE, STYLES, card_rows, cards, tile_rows
from solver.game.deals import PLAYER_NAMES
from solver.game.position import Position


def board_rows(position: Position, width: int) -> Iterator[Text]:
    """The position as the players see it lying there, and the pile besides."""
    size = max(map(len, position.hands))
    numbers = " ".join(f"{slot:>2}" for slot in range(1, size + 1))
    yield Text(f"{'slot':<{LABEL}}{numbers}  (1 is the newest card)", "dim")
    for player, hand in enumerate(position.hands):
        row = Text(f"{PLAYER_NAMES[player]:<{LABEL}}")
        row += cards(map(position.card, reversed(hand))) if hand else Text("no cards", "dim")
        if player == position.to_move and position.outcome() is None:
            row.pad_right(LABEL + 3 * size - 1 - row.cell_len)
            row.append("  < to move", "bold")
        yield row
    yield Text()
    tops = [
        Text(
            f"{suit.letter}{suit.value_at(level) if level else '-'}",
            STYLES.get(suit.letter, OTHER_STYLE),
        )
        for suit, level in zip(position.rules.suits, position.levels, strict=True)
    ]
    yield Text(f"{'played':<{LABEL}}") + Text(" ").join(tops)
    yield from card_rows("pile", position.pile, width)
    yield from card_rows("gone", tuple(map(position.card, position.discards)), width)
    yield from tile_rows(position)
    yield Text(", ".join(f"{label} {number}" for label, number in counts(position)))


def counts(position: Position) -> Iterator[tuple[str, str]]:
    """What is counted beside the cards: each thing with its number."""
    rules = position.rules
    yield "score", f"{position.score} of {rules.perfect_score}"
    yield "tokens", f"{position.tokens} of {rules.tokens}"
    yield "strikes", f"{position.strikes} of {rules.strikes}"
    if position.pile:
        yield "pile", str(len(position.pile))
    if position.turns_left is not None:
        yield "turns left", str(position.turns_left)
    if position.pace is not None:
        yield "pace", str(position.pace)
