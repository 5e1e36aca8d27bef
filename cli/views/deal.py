"""The answer for one deal: its maximum, why it is not more, and a line of play that reaches it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from solver._version import __version__
from solver.errors import counted
from solver.game.cards import cards_text
from solver.game.deals import Deal
from solver.game.position import Position
from solver.notation.actions import action_to_json
from solver.search.answers import Result
from solver.search.budget import Budget

if TYPE_CHECKING:
    from rich.text import Text

SCHEMA = "hanabi-solve/1"
# What ended a search other than its budget, to stand before what is known.
STOPS: dict[str | None, str] = {
    "interrupt": "Interrupted and undecided: ",
    "memory": "Undecided: memory ran out; ",
}


def to_json(result: Result) -> dict[str, Any]:
    """All that is known about a deal, as one object."""
    return {
        **deal_json(result.deal),
        "verdict": result.verdict,
        "max_score": result.max_score,
        "bounds": list(result.bounds),
        "rating": _rating(result),
        "reason": None if result.reason is None else result.reason.to_json(),
        "line": _actions(result),
        "nodes": result.nodes,
        "conflicts": result.conflicts,
        "seconds": result.seconds,
        "stage": result.stage,
        "stopped_by": result.stopped_by,
    }


def deal_json(deal: Deal) -> dict[str, Any]:
    """The fields with which every report about a deal begins."""
    return {
        "schema": SCHEMA,
        "version": __version__,
        "seed": deal.seed,
        "players": deal.players,
        "rules": deal.rules.to_json(),
        "deck": cards_text(deal.deck),
        **({"tiles": list(deal.tiles), "tile5": deal.tile5} if deal.rules.tiles else {}),
        "perfect_score": deal.rules.perfect_score,
    }


def _actions(result: Result) -> list[dict[str, Any]]:
    pairs = zip(result.positions, result.line, strict=False)  # no action follows the last position
    return [action_to_json(position, action) for position, action in pairs]


def _rating(result: Result) -> str | None:
    """The books' word for the maximum, where it is known and they have one."""
    best = result.max_score
    return None if best is None else result.deal.rules.rating(best)


def sentence(result: Result, budget: Budget) -> str:
    """The verdict in one plain sentence."""
    perfect = result.deal.rules.perfect_score
    bouquet = result.deal.rules.is_bouquet_final
    if result.verdict == "perfect":
        return f"{perfect} of {perfect} can be reached: the deal is winnable."
    if result.verdict == "undecided":
        return f"{_stop(result, budget)}{_still_open(result, bouquet)}.{_advice(result)}"
    if bouquet:
        return f"The deal cannot be won: {perfect} of {perfect} is out of reach."
    return (
        f"The most this deal can score is {result.max_score} of {perfect}; "
        f"{perfect} cannot be reached."
    )


def _stop(result: Result, budget: Budget) -> str:
    """Why it is undecided."""
    if result.stopped_by == "seconds":
        return f"Undecided within the budget of {budget.seconds:g} s: "
    within = f"Undecided within the budget of {_counted_nodes(budget.nodes)}: "
    return STOPS.get(result.stopped_by, within)


def _still_open(result: Result, bouquet: bool) -> str:
    low, high = result.bounds
    if bouquet:
        return "the deal may or may not be winnable"
    return f"the maximum is at least {low} and at most {high}"


def _advice(result: Result) -> str:
    from solver.search import sat  # noqa: PLC0415 (seldom asked for)

    if result.stopped_by == "nodes" and not sat.is_installed():
        return (
            " Clause learning may decide it, but python-sat is missing or cannot be loaded: "
            "pip install python-sat"
        )
    return ""


def page(result: Result, budget: Budget, link: str | None = None, *, width: int) -> Iterator[Text]:
    """The deal, the verdict and why, the line of play, a link to it, and what it cost."""
    from rich.text import Text  # noqa: PLC0415 (slow, and only people need it)

    from cli.views.parts.board import deal_rows, deal_title, in_blocks  # noqa: PLC0415
    from cli.views.parts.cards import coloured  # noqa: PLC0415
    from solver.notation.lines import line_to_text  # noqa: PLC0415

    deal, verdict = result.deal, sentence(result, budget)
    explained = [Text(verdict, "bold")]
    if result.reason is not None:
        explained.append(coloured(Text(str(result.reason)), deal.rules))
    word = _rating(result)
    if word is not None:
        explained.append(Text(_rating_words(result, word)))
    blocks = [[deal_title(deal)], deal_rows(deal, width), explained]
    end = [Text(_effort(result), "dim")]
    if result.line:
        rows = line_to_text(Position.start(deal), result.line).splitlines()
        line = (coloured(Text(row, no_wrap=True), deal.rules) for row in rows)
        blocks.append([Text(f"A line that reaches {result.bounds[0]}:"), *line])
        end.insert(0, Text(verdict, "bold"))  # the first one has scrolled away by now
    if link is not None:
        blocks.append([Text(link, no_wrap=True)])
    return in_blocks([*blocks, end])


def _rating_words(result: Result, word: str) -> str:
    """What the rule books' scale says; it is the score that it praises, not the deal."""
    return f"On the rule books' scale the best possible score, {result.max_score}, is {word}."


def _effort(result: Result) -> str:
    """What the answer cost."""
    work = _counted_nodes(result.nodes)
    if result.conflicts:
        work += f" and {counted(result.conflicts, 'conflict')} of clause learning"
    return f"{work} in {_duration(result.seconds)}"


def _counted_nodes(nodes: int) -> str:
    return f"{nodes:,} node{'' if nodes == 1 else 's'}"


def _duration(seconds: float) -> str:
    if seconds >= 1:
        return f"{seconds:.1f} s"
    return f"{seconds * 1000:.{0 if seconds >= 0.01 else 2}f} ms"
