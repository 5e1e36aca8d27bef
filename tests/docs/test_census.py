"""docs/census: the ledgers are whole, and the pages say what is in them."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pytest

from benchmarks.census import ledgers, pages
from solver import Budget
from solver.survey.ledger import Ledger
from solver.survey.ledger_again import compare
from solver.survey.making import Making
from solver.workers import OwnProcess
from tests.support.places import DOCS, ROOT

LEDGERS = ledgers()
SAID_IN = [ROOT / "README.md", DOCS / "results" / "winnability.md", DOCS / "census" / "README.md"]


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def pairs(text: str) -> Counter[str]:
    return Counter({name: int(number) for name, number in (p.split(":") for p in text.split(";"))})


def test_the_first_ledger_is_there() -> None:
    assert "base-3.csv" in [ledger.path.name for ledger in LEDGERS]


def test_pages_say_what_the_ledgers_say() -> None:
    """If it fails: python -m benchmarks.census."""
    for path, text in pages(LEDGERS).items():
        assert path in SAID_IN
        assert path.read_text("utf-8") == text


@pytest.mark.parametrize("ledger", LEDGERS, ids=lambda ledger: ledger.path.name)
def test_the_numbers_are_sums_of_the_file(ledger: Ledger) -> None:
    """Added up from the file itself."""
    found = rows(ledger.path)
    deals = sum(int(row["last"]) - int(row["first"]) + 1 for row in found)
    perfect, lost, undecided = (
        sum(int(row[name]) for row in found) for name in ("perfect", "lost", "undecided")
    )
    assert perfect + lost + undecided == deals
    for path in SAID_IN:
        page = path.read_text("utf-8")
        game = f"decks of {ledger.rules} with {ledger.players} players"
        said = next(line for line in page.splitlines() if game in line)
        for number in (deals, perfect, lost):
            assert f" {number:,} " in said
        assert (f" {undecided:,} " if undecided else "none is undecided") in said
        cut = f"{100 * perfect / deals:.9f}"[:-5]
        assert f"({cut} %)" in said


def test_it_agrees_with_the_survey_of_a_part() -> None:
    """The blocks within its range have no more of anything, and lack no more than its rest has."""
    (survey,) = [
        row for row in rows(DOCS / "results" / "winnability.csv") if row["numbering"] == "starts"
    ]
    within = [
        row
        for row in rows(DOCS / "census" / "base-3.csv")
        if int(row["last"]) <= int(survey["last"])
    ]
    assert (survey["rules"], survey["players"], survey["first"]) == ("base", "3", "1")
    rest = int(survey["last"]) - sum(int(row["last"]) - int(row["first"]) + 1 for row in within)
    maxima = sum((pairs(row["maxima"]) for row in within), Counter[str]())
    for score, number in pairs(survey["maxima"]).items():
        assert maxima[score] <= number <= maxima[score] + rest
    assert maxima.keys() <= pairs(survey["maxima"]).keys()


@pytest.mark.long
def test_the_newest_block_is_counted_again() -> None:
    """That of the ledger that was written last: a block takes a minute or two."""
    ledger = min(LEDGERS, key=lambda ledger: len(ledger.counts))
    making = Making(ledger.rules, "starts", Budget())
    steps = list(compare(ledger, [list(ledger.counts)[-1]], making, OwnProcess()))
    compared = steps[-1].compared
    assert compared is not None and not (compared.differences or compared.undecided)
