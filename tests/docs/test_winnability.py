"""docs/results/winnability.md: every figure follows from the counts; a sample is solved again."""

from __future__ import annotations

import csv
import re

import pytest

from solver import Deal, Rules
from solver.reasons.finders import find_reason
from solver.search.blocks import line_digest
from solver.search.budget import Budget
from solver.search.searcher import Searcher
from tests.support.places import DOCS
from tests.support.wilson import wilson

RESULTS = DOCS / "results"
PAGE = (RESULTS / "winnability.md").read_text("utf-8")
Row = dict[str, str]


def read(name: str) -> list[Row]:
    with (RESULTS / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


CELLS = read("winnability.csv")
SAMPLE = read("winnability-sample.csv")


def tables() -> list[list[Row]]:
    """The tables of the page, each row with its columns' names."""
    found: list[list[Row]] = []
    for block in re.findall(r"(?:^\|.*\|\n)+", PAGE + "\n", re.MULTILINE):
        head, _, *rows = (
            [c.strip() for c in line.strip("|").split("|")] for line in block.split("\n") if line
        )
        found.append([dict(zip(head, row, strict=True)) for row in rows])
    return found


def cell_of(row: Row) -> Row:
    kind = row["range"].split()[0]
    (cell,) = [
        cell
        for cell in CELLS
        if (cell["rules"], cell["players"], cell["numbering"])
        == (row["rules"], row["players"], kind)
    ]
    return cell


def with_column(name: str) -> list[tuple[Row, Row]]:
    """Rows of the tables that have this column, with the cell of each."""
    return [(row, cell_of(row)) for table in tables() for row in table if name in row]


def counted(text: str) -> dict[str, int]:
    return {
        key: int(number) for key, number in (pair.split(":") for pair in text.split(";") if pair)
    }


def test_every_cell_is_on_the_page() -> None:
    assert len(with_column("winnable")) == len(CELLS) >= 28


def test_counts_add_up() -> None:
    for cell in CELLS:
        deals, perfect, lost, undecided = (
            int(cell[name]) for name in ("deals", "perfect", "lost", "undecided")
        )
        assert perfect + lost + undecided == deals == int(cell["last"]) - int(cell["first"]) + 1
        assert sum(counted(cell["reasons"]).values()) == lost
        maxima = counted(cell["maxima"])
        assert maxima[cell["perfect_score"]] == perfect
        if "bouquet-final" not in cell["rules"]:
            assert sum(maxima.values()) == perfect + lost


def test_shares() -> None:
    for row, cell in with_column("winnable"):
        deals, perfect, undecided = (int(cell[n]) for n in ("deals", "perfect", "undecided"))
        assert row["deals"] == f"{deals:,}"
        assert row["undecided"] == f"{undecided:,}"
        decimals = len(row["winnable"].split()[0].split(".")[1])
        assert row["winnable"] == f"{100 * (perfect / deals):.{decimals}f} %"
        low, high = wilson(perfect, deals, -1), wilson(perfect + undecided, deals, 1)
        assert row["95 % interval"] == f"{100 * low:.{decimals}f}–{100 * high:.{decimals}f} %"


def test_maxima() -> None:
    for row, cell in with_column("mean maximum"):
        if not row["mean maximum"]:
            assert "bouquet-final" in row["rules"]
            continue
        scores = {int(score): number for score, number in counted(cell["maxima"]).items()}
        mean = sum(score * number for score, number in scores.items()) / sum(scores.values())
        assert row["mean maximum"] == f"{mean:.4f}"
        assert row["lowest maximum"] == f"{min(scores)} ({cell['lowest_seed']})"
    for row, cell in with_column("reached"):
        maxima = counted(cell["maxima"])
        perfect = int(cell["perfect_score"])
        shown = {
            perfect - (0 if name == "reached" else int(name[1:])): number
            for name, number in row.items()
            if name == "reached" or name.startswith("−")
        }
        assert {str(k): int(n.replace(",", "")) for k, n in shown.items() if n} == maxima


def test_reasons() -> None:
    for row, cell in with_column("lost"):
        reasons = counted(cell["reasons"])
        assert row["lost"] == f"{int(cell['lost']):,}"
        shown = {
            kind: row[kind] for kind in row if kind not in ("rules", "players", "range", "lost")
        }
        assert {k: int(n.replace(",", "")) for k, n in shown.items() if n} == reasons


def test_digests_are_those_of_the_figures() -> None:
    for cell in CELLS:
        assert f"`{cell['digest']}`" in PAGE


@pytest.mark.parametrize("rules", sorted({row["rules"] for row in SAMPLE}))
def test_the_sample_is_solved_again(rules: str) -> None:
    searcher = Searcher(Budget())
    game = Rules.named(*rules.split(" + "))
    rows = [row for row in SAMPLE if row["rules"] == rules]
    assert len(rows) >= 20
    for row in rows:
        result = searcher.solve(Deal.from_seed(int(row["seed"]), int(row["players"]), game))
        assert result.bounds == (int(row["low"]), int(row["high"]))
        assert ("" if result.max_score is None else str(result.max_score)) == row["max_score"]
        assert str(line_digest(result)) == row["line_digest"]
        lost = result.verdict == "not-perfect"
        assert (find_reason(result.deal, 0).kind if lost else "") == row["reason"]


@pytest.mark.check_takes(0)
def test_the_lowest_maxima_are_as_low() -> None:
    searcher = Searcher(Budget())
    for cell in CELLS:
        if cell["lowest_seed"] and cell["numbering"] == "seeds":
            game = Rules.named(*cell["rules"].split(" + "))
            deal = Deal.from_seed(cell["lowest_seed"], int(cell["players"]), game)
            assert searcher.solve(deal).max_score == int(cell["lowest_max"])
