"""The picture of a position: hands with their slots, fireworks, pile, and what is counted."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from cli.picture import LABEL, OTHER_STYLE, STYLES, card_rows, cards
from solver.deals import PLAYER_NAMES
from solver.game import Position


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
    yield Text(_counted(position))


def _counted(position: Position) -> str:
    """Tokens, strikes, score, pace and turns left."""
    parts = [
        _count(position.tokens, "token"),
        _count(position.strikes, "strike"),
        f"score {position.score}",
        _count(len(position.pile), "card") + " in the pile",
    ]
    if position.turns_left is not None:
        parts.append(_count(position.turns_left, "turn") + " left")
    if position.pace is not None:
        parts.append(f"pace {position.pace}")
    return ", ".join(parts)


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"
