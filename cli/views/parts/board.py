"""What lies on the table: hands with their slots, fireworks, pile, and what is counted."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from rich.text import Text

from cli.views.parts.cards import LABEL, card_rows, cards, style_of
from cli.views.parts.tiles import tiles_words
from solver.game.cards import card_type
from solver.game.deals import PLAYER_NAMES, Deal
from solver.game.position import Position


def in_blocks(blocks: Iterable[Iterable[Text]]) -> Iterator[Text]:
    """The rows of all blocks, with an empty row between one block and the next."""
    for number, block in enumerate(blocks):
        if number:
            yield Text()
        yield from block


def deal_title(deal: Deal) -> Text:
    """What deal it is."""
    seed = f"{deal.seed}, " if deal.seed else ""
    return Text(f"{seed}{deal.players} players, {deal.rules}")


def deal_rows(deal: Deal, width: int) -> Iterator[Text]:
    """The hands as their holders count them, and the pile, in rows of this width."""
    yield _slot_row(deal.hand_size)
    for name, hand in zip(PLAYER_NAMES, deal.hands, strict=False):
        yield Text(f"{name:<{LABEL}}") + cards(reversed(hand))
    yield Text()
    yield from card_rows("pile", deal.pile, width)
    yield from _tile_rows(deal)


def board_rows(
    position: Position, width: int, pile: str = "pile", hidden: Collection[int] = ()
) -> Iterator[Text]:
    """The position as the players see it lying there, and the pile besides, behind its label.

    The `hidden` cards are not shown in their hand but with those of the pile.
    """
    size = max(map(len, position.hands))
    yield _slot_row(size)
    for player, hand in enumerate(position.hands):
        row = Text(f"{PLAYER_NAMES[player]:<{LABEL}}")
        shown = (
            Text(" ?", "dim") if order in hidden else cards([position.card(order)])
            for order in reversed(hand)
        )
        row += Text(" ").join(shown) if hand else Text("no cards", "dim")
        if player == position.to_move and position.outcome() is None:
            row.pad_right(LABEL + 3 * size - 1 - row.cell_len)
            row.append("  < to move", "bold")
        yield row
    yield Text()
    tops = [
        Text(f"{suit.letter}{suit.value_at(level) if level else '-'}", style_of(suit.letter))
        for suit, level in zip(position.rules.suits, position.levels, strict=True)
    ]
    yield Text(f"{'played':<{LABEL}}") + Text(" ").join(tops)
    unseen = [*position.pile, *map(position.card, hidden)]
    if hidden:
        unseen.sort(key=lambda card: card_type(card, position.rules))
    yield from card_rows(pile, unseen, width)
    yield from card_rows("gone", tuple(map(position.card, position.discards)), width)
    yield from _tile_rows(position)
    yield Text(", ".join(f"{label} {number}" for label, number in counts(position)))


def _slot_row(size: int) -> Text:
    numbers = " ".join(f"{slot:>2}" for slot in range(1, size + 1))
    return Text(f"{'slot':<{LABEL}}{numbers}  (1 is the newest card)", "dim")


def _tile_rows(lying: Deal | Position) -> Iterator[Text]:
    """The bonus tiles that are still to be turned, in a game that has some."""
    if lying.rules.tiles:
        yield Text(f"{'tiles':<{LABEL}}{tiles_words(lying.tiles, lying.tile5)}")


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
