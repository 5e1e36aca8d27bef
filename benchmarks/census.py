"""`python -m benchmarks.census`: write what the ledgers say into the pages that tell it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

from solver.files import write_whole
from solver.search.blocks import MAX_START
from solver.survey.count import DEFEAT
from solver.survey.ledger import Ledger, game_of
from solver.survey.making import Range
from solver.survey.rows import REASONS

ROOT = Path(__file__).parent.parent
CENSUS = ROOT / "docs" / "census"
BEGIN, END = "<!-- census -->", "<!-- end of census -->"


def main() -> None:
    write_census_pages()


def write_census_pages() -> None:
    for path, text in pages(ledgers()).items():
        write_whole(path, text.encode())


def ledgers() -> list[Ledger]:
    """The ledgers of this repository, the longest first."""
    games = {path: game_of(path) for path in sorted(CENSUS.glob("*.csv"))}
    found = [Ledger(path, *game) for path, game in games.items() if game is not None]
    return sorted(found, key=lambda ledger: -len(ledger.counts))


def pages(ledgers: list[Ledger]) -> dict[Path, str]:
    """The pages with what the ledgers say now."""
    sentences = [sentence(ledger) for ledger in ledgers]
    parts = {
        ROOT / "README.md": sentences,
        ROOT / "docs" / "results" / "winnability.md": sentences,
        CENSUS / "README.md": [*sentences, "", *_tables(ledgers)],
    }
    return {path: _with(path.read_text("utf-8"), lines) for path, lines in parts.items()}


def sentence(ledger: Ledger) -> str:
    """How far a ledger is, and what it has found.

    The share is of the counted deals; it is cut and not rounded, because 100 % would be a lie.
    """
    counts = ledger.counts.values()
    deals = sum(len(count.range) for count in counts)
    perfect, lost = (sum(getattr(count, name) for count in counts) for name in ("perfect", "lost"))
    undecided = deals - perfect - lost
    game = f"{ledger.rules} with {ledger.players} players"
    far = (
        f"All {MAX_START:,} decks of {game} are counted"
        if deals == MAX_START
        else f"Of the {MAX_START:,} decks of {game}, {deals:,} are counted"
    )
    won = f"{far}: {perfect:,} can be won ({_percent(perfect, deals)})"
    if not undecided:
        return f"{won}, {lost:,} cannot, and none is undecided."
    return f"{won}, {lost:,} cannot, {undecided:,} {'is' if undecided == 1 else 'are'} undecided."


def _percent(part: int, whole: int) -> str:
    return f"{part * 10**6 // whole / 10**4:.4f} %"


def _with(page: str, lines: Iterable[str]) -> str:
    text = "\n".join([BEGIN, *lines, END])
    pattern = re.compile(f"{re.escape(BEGIN)}.*?{re.escape(END)}", re.DOTALL)
    changed, number = pattern.subn(lambda _: text, page)
    assert number == 1, "a page has one place for the census"
    return changed


def _tables(ledgers: list[Ledger]) -> list[str]:
    heads = ["ledger", "start values"]
    maxima = {ledger: _sum(count.maxima for count in ledger.counts.values()) for ledger in ledgers}
    scores = sorted({score for found in maxima.values() for score in found}, key=_by_score)
    reasons = {
        ledger: _sum(count.reasons for count in ledger.counts.values()) for ledger in ledgers
    }
    kinds = [kind for kind in REASONS if any(kind in found for found in reasons.values())]
    return [
        *_table([*heads, *(f"maximum {score}" for score in scores)], scores, maxima),
        "",
        *_table([*heads, *kinds], kinds, reasons),
        "",
        *(
            f"Undecided in {ledger.path.name}: {', '.join(map(str, starts))}."
            for ledger in ledgers
            if (starts := [start for count in ledger.counts.values() for start in count.undecided])
        ),
    ]


def _table(heads: list[str], names: list[str], found: dict[Ledger, Counter[str]]) -> list[str]:
    return [
        f"| {' | '.join(heads)} |",
        f"|---|---|{'---:|' * len(names)}",
        *(
            f"| [{ledger.path.name}]({ledger.path.name}) | {_ranges(ledger)} | "
            + " | ".join(f"{numbers[name]:,}" for name in names)
            + " |"
            for ledger, numbers in found.items()
        ),
    ]


def _ranges(ledger: Ledger) -> str:
    """What is counted, with neighbours joined."""
    joined: list[Range] = []
    for block in ledger.counts:
        if joined and joined[-1].last + 1 == block.first:
            joined[-1] = Range(joined[-1].first, block.last)
        else:
            joined.append(block)
    return ", ".join(map(str, joined))


def _sum(counts: Iterable[Mapping[str, int]]) -> Counter[str]:
    return sum((Counter(count) for count in counts), Counter[str]())


def _by_score(score: str) -> int:
    return 1 if score == DEFEAT else -int(score)


if __name__ == "__main__":
    main()
