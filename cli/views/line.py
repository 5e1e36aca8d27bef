"""What came of a line of play: whether it is legal, turn by turn, and what it scores."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from cli.views.deal import deal_json
from solver.errors import counted
from solver.game.deals import PLAYER_NAMES, Deal
from solver.game.position import Position
from solver.notation.actions import action_to_json
from solver.notation.lines import Replay, Turn, line_to_text
from solver.notation.words import describe

if TYPE_CHECKING:
    from rich.text import Text

AFTER = "  tokens strikes score"  # what stands above the numbers in the rows of turns


def to_json(deal: Deal, replay: Replay) -> dict[str, Any]:
    """All that came of a line, as one object."""
    outcome = replay.end.outcome()
    fault = {"turn": len(replay.turns) + 1, "message": replay.fault}
    return {
        **deal_json(deal),
        "legal": replay.fault is None,
        "turns": [_turn_json(number, turn) for number, turn in enumerate(replay.turns, 1)],
        "fault": None if replay.fault is None else fault,
        "over": outcome is not None,
        "termination": None if outcome is None else outcome.termination.value,
        "score": None if outcome is None else outcome.score,
    }


def _turn_json(number: int, turn: Turn) -> dict[str, Any]:
    return {
        "turn": number,
        "player": PLAYER_NAMES[turn.before.to_move],
        "action": action_to_json(turn.before, turn.action),
        "words": describe(turn.before, turn.action),
        "tokens": turn.after.tokens,
        "strikes": turn.after.strikes,
        "score": turn.after.score,
    }


def sentence(replay: Replay) -> str:
    """The verdict: whether the line is legal, and how the game stands after it."""
    count = len(replay.turns)
    if replay.fault is not None:
        before = f" Before it, {_standing(replay.end)}." if count else ""
        return f"The line is illegal at turn {count + 1}: {replay.fault}.{before}"
    turns = counted(count, "turn")
    return f"The line is legal. After {turns} {_standing(replay.end)}."


def _standing(position: Position) -> str:
    outcome, perfect = position.outcome(), position.rules.perfect_score
    if outcome is None:
        return f"the game is not over; the score so far is {position.score} of {perfect}"
    if outcome.score is None:
        return f"the game is lost: {outcome.termination.value}"
    return f"the game is over with {outcome.score} of {perfect}: {outcome.termination.value}"


def page(deal: Deal, replay: Replay, *, width: int) -> Iterator[Text]:
    """The deal, what each turn of the line brings, and the verdict on the line."""
    from rich.text import Text  # noqa: PLC0415 (slow, and only people need it)

    from cli.views.parts.board import deal_rows, deal_title, in_blocks  # noqa: PLC0415
    from cli.views.parts.cards import coloured  # noqa: PLC0415

    blocks: list[Iterable[Text]] = [[deal_title(deal)], deal_rows(deal, width)]
    if replay.turns:
        blocks.append(_turn_rows(replay, width))
    blocks.append([coloured(Text(sentence(replay), "bold"), deal.rules)])
    return in_blocks(blocks)


def _turn_rows(replay: Replay, width: int) -> Iterator[Text]:
    """The turns of a line, each with the tokens, the strikes and the score after it."""
    from rich.text import Text  # noqa: PLC0415 (as above)

    from cli.views.parts.cards import coloured  # noqa: PLC0415

    rows = line_to_text(replay.start, [turn.action for turn in replay.turns]).splitlines()
    # A row that is too long has its numbers below it, and leaves the others as they are.
    left = max(min(max(map(len, rows)), width - len(AFTER)), 0)
    yield Text(" " * left + AFTER, "dim")
    for row, (_, _, after) in zip(rows, replay.turns, strict=True):
        words = coloured(Text(row.ljust(left), no_wrap=True), replay.start.rules)
        if len(row) > left:
            yield words
            words = Text(" " * left)
        yield words + Text(f"{after.tokens:>8}{after.strikes:>8}{after.score:>6}")
