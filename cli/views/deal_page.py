"""A deal and its line of play for people: every card in the colour of its suit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich.console import Console
from rich.text import Text

from cli.views import deal as report
from solver.game.cards import Card
from solver.game.deals import PLAYER_NAMES, Deal
from solver.game.position import Position
from solver.hanab_live.links import SITE
from solver.notation.lines import Replay, line_to_text
from solver.search.answers import Result
from solver.search.budget import Budget

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
AFTER = "  tokens strikes score"  # what stands above the numbers in the rows of turns
LABEL = 8  # the width of a player's name and of what stands in that column


def print_page(console: Console, result: Result, budget: Budget, link: str | None = None) -> None:
    """The deal, the verdict and why, the line of play, a link to it, and what it cost."""
    deal = result.deal
    letters = [suit.letter for suit in deal.rules.suits]
    verdict = [Text(report.sentence(result, budget), "bold")]
    reason = report.reason(result)
    if reason is not None:
        verdict.append(coloured(Text(str(reason)), letters))
    word = report.rating(result)
    if word is not None:
        verdict.append(Text(f"Rating: {word}."))
    blocks = [[_title(deal)], deal_rows(deal, console.width), verdict]
    if result.line:
        blocks.append([Text(f"A line that reaches {result.bounds[0]}:"), *line_rows(result)])
    if link is not None:
        blocks.append([Text(link)])
    blocks.append([Text(report.effort(result), "dim")])
    _print_blocks(console, blocks)


def print_replay(console: Console, deal: Deal, replay: Replay, verdict: str) -> None:
    """The deal, what each turn of a line brings, and the verdict on the line."""
    letters = [suit.letter for suit in deal.rules.suits]
    blocks: list[Iterable[Text]] = [[_title(deal)], deal_rows(deal, console.width)]
    if replay.turns:
        blocks.append(turn_rows(replay, console.width))
    blocks.append([coloured(Text(verdict, "bold"), letters)])
    _print_blocks(console, blocks)


def _print_blocks(console: Console, blocks: Iterable[Iterable[Text]]) -> None:
    for number, block in enumerate(blocks):
        if number:
            console.print()
        for row in block:
            print_row(console, row)


def print_row(console: Console, row: Text) -> None:
    """A row, wrapped to the width unless it must be found whole by whoever copies it.

    A link that is broken into rows is none, and `line` reads a move from one row.
    """
    whole = row.no_wrap or row.plain.startswith(SITE)
    console.print(row, soft_wrap=True if whole else None)


def _title(deal: Deal) -> Text:
    seed = f"{deal.seed}, " if deal.seed else ""
    return Text(f"{seed}{deal.players} players, {deal.rules}")


def deal_rows(deal: Deal, width: int) -> Iterator[Text]:
    """The hands as their holders count them, and the pile, in rows of this width."""
    numbers = " ".join(f"{slot:>2}" for slot in range(1, deal.hand_size + 1))
    yield Text(f"{'slot':<{LABEL}}{numbers}  (1 is the newest card)", "dim")
    for name, hand in zip(PLAYER_NAMES, deal.hands, strict=False):
        yield Text(f"{name:<{LABEL}}") + cards(reversed(hand))
    yield Text()
    yield from card_rows("pile", deal.pile, width)
    yield from tile_rows(deal)


def card_rows(label: str, listed: Sequence[Card], width: int) -> Iterator[Text]:
    """Many cards behind a label, in rows of this width."""
    per_row = max((width - LABEL + 1) // 30 * 10, 5)  # tens are easy to count
    for start in range(0, len(listed), per_row):
        yield Text(f"{label if start == 0 else '':<{LABEL}}") + cards(
            listed[start : start + per_row]
        )


def tile_rows(lying: Deal | Position) -> Iterator[Text]:
    """The bonus tiles that are still to be turned, in a game that has some."""
    if lying.rules.tiles:
        yield Text(f"{'tiles':<{LABEL}}{report.tiles_words(lying.tiles, lying.tile5)}")


def line_rows(result: Result) -> Iterator[Text]:
    """The line of play, turn by turn."""
    letters = [suit.letter for suit in result.deal.rules.suits]
    text = line_to_text(Position.start(result.deal), result.line)
    return (coloured(Text(row, no_wrap=True), letters) for row in text.splitlines())


def turn_rows(replay: Replay, width: int) -> Iterator[Text]:
    """The turns of a line, each with the tokens, the strikes and the score after it."""
    letters = [suit.letter for suit in replay.start.rules.suits]
    text = line_to_text(replay.start, [turn.action for turn in replay.turns])
    rows = text.splitlines()
    # A row that is too long has its numbers below it, and leaves the others as they are.
    left = max(min(max(map(len, rows)), width - len(AFTER)), 0)
    yield Text(" " * left + AFTER, "dim")
    for row, (_, _, after) in zip(rows, replay.turns, strict=True):
        words = coloured(Text(row.ljust(left), no_wrap=True), letters)
        if len(row) > left:
            yield words
            words = Text(" " * left)
        yield words + Text(f"{after.tokens:>8}{after.strikes:>8}{after.score:>6}")


def cards(listed: Iterable[Card]) -> Text:
    """Cards in the colours of their suits."""
    return Text(" ").join(Text(str(card), STYLES.get(card.suit, OTHER_STYLE)) for card in listed)


def coloured(row: Text, letters: Sequence[str]) -> Text:
    """A text with the cards in it in the colours of their suits."""
    for letter in letters:
        row.highlight_regex(rf"\b{letter}\d\b", STYLES.get(letter, OTHER_STYLE))
    return row
