"""docs/results/proofs.csv: all deals that it should have, and digests that are made again."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from benchmarks.census import ledgers
from benchmarks.proofs import (
    BEGIN,
    COLUMNS,
    END,
    REASONS,
    Wanted,
    lost_deals,
    read_table,
    summary,
)
from solver import Deal, Position
from solver.proofs.claims import Claim
from solver.proofs.contents import FORMULA, PROOF, digest, size
from solver.proofs.formula import KINDS, Formula, Kind
from solver.proofs.making import RULES_FIRST, Lost, proved
from solver.proofs.refuting import Refutation
from tests.support.places import DOCS

ROWS = read_table()
MADE = [row for row in ROWS if row["proof_sha256"]]
SMALLEST = sorted(MADE, key=lambda row: int(row["bytes"]))
TOKENS = [row for row in SMALLEST if row["reason"] == "tokens"]  # these have a certificate


def wanted(row: dict[str, str]) -> Wanted:
    numbers = int(row["players"]), int(row["number"])
    return Wanted(row["rules"], numbers[0], row["numbering"], numbers[1], row["reason"])


def claim(row: dict[str, str]) -> Claim:
    deal = wanted(row).deal()
    return Claim.of(Position.start(deal), None, deal)


def test_its_deals_are_those_of_the_surveys() -> None:
    there = Counter((row["rules"], row["players"], row["numbering"], row["reason"]) for row in ROWS)
    assert there == lost_deals()
    assert MADE == ROWS, "a deal has no proof"


def test_the_page_says_what_the_table_has() -> None:
    assert ROWS and tuple(ROWS[0]) == COLUMNS
    page = (DOCS / "proofs.md").read_text("utf-8")
    assert page.split(BEGIN)[1].split(END)[0] == summary(ROWS) + "\n"


def test_the_page_says_what_the_census_has_more() -> None:
    (ledger,) = (
        ledger for ledger in ledgers() if (str(ledger.rules), ledger.players) == ("base", 3)
    )
    counts = ledger.counts.values()
    found = sum(count.reasons.get(reason, 0) for count in counts for reason in REASONS)
    assert sum(row["numbering"] == "starts" for row in ROWS) == 12
    page = (DOCS / "proofs.md").read_text("utf-8")
    assert "The twelve rows with start values instead of seeds" in page
    assert f"found more such deals, {found} of all start values." in page


def explained(kind: Kind) -> set[tuple[str, ...]]:
    """The reasons of all clauses of a formula, and what they say."""
    deal = Deal.from_seed(40, 2)
    formula = Formula(Claim.of(Position.start(deal), None, deal), kind)
    numbers = range(1, len(formula.clauses) + 1)
    return {(formula.why(number), formula.explained(number)) for number in numbers}


def test_the_page_quotes_clauses_and_their_reasons() -> None:
    page = (DOCS / "proofs.md").read_text("utf-8")
    rules, kept = page.split("## The formula of kept cards\n")

    def quoted(text: str) -> list[tuple[str, ...]]:
        form = r"^\| `Why:` \| .* \|\n\|---\|---\|\n((?:\|.*\n)+)"
        tables = re.findall(form, text, re.MULTILINE)
        return [tuple(row[2:-2].split(" | ")) for table in tables for row in table.splitlines()]

    by_rules, by_kept = explained("rules"), explained("kept-cards")
    assert len(quoted(rules)) == len(set(quoted(rules))) == 20
    assert set(quoted(rules)) <= by_rules
    assert set(quoted(kept)) <= by_kept
    # All reasons that are new: of "at least 3 cards are also at least 2" one is enough.
    new = {why for why, _ in by_kept} - {why for why, _ in by_rules}
    others = {why for why in new if re.fullmatch(r"At least [3-5] cards are also at least .*", why)}
    assert [why for why, _ in quoted(kept)] == list(dict.fromkeys(why for why, _ in quoted(kept)))
    assert {why for why, _ in quoted(kept)} == new - others


def test_the_page_says_when_the_kept_cards_are_asked() -> None:
    page = (DOCS / "proofs.md").read_text("utf-8")
    assert f"after {RULES_FIRST:,} conflicts by the plain rules" in page
    for row in MADE:
        assert row["formula_kind"] in KINDS
        assert row["formula_kind"] != "rules" or int(row["conflicts"]) <= RULES_FIRST


@pytest.mark.check_takes(1)
@pytest.mark.parametrize("row", SMALLEST[::40], ids=lambda row: f"{row['rules']}-{row['number']}")
def test_formulas_are_the_same(row: dict[str, str]) -> None:
    (kind,) = (kind for kind in KINDS if kind == row["formula_kind"])
    assert digest(Formula(claim(row), kind).dimacs) == row["formula_sha256"]


@pytest.mark.check_takes(1)
@pytest.mark.parametrize(
    "row", [*SMALLEST[:2], *TOKENS[:1]], ids=lambda row: f"{row['rules']}-{row['number']}"
)
def test_proofs_are_made_again(row: dict[str, str]) -> None:
    with proved(claim(row)) as found:
        assert isinstance(found, Lost)
        assert digest(found.files[FORMULA]) == row["formula_sha256"]
        assert digest(found.files[PROOF]) == row["proof_sha256"]
        assert sum(map(size, found.files.values())) == int(row["bytes"])


def test_a_proof_by_the_kept_cards_is_made_again(tmp_path: Path) -> None:
    """Without the plain rules before it, which take a minute and leave nothing."""
    row = next(row for row in SMALLEST if row["formula_kind"] == "kept-cards")
    lost, path = claim(row), tmp_path / PROOF
    question = Refutation(lost.position, lost.score, str(path), 10**8, "kept-cards")
    found = question.answer(lambda conflicts: True)
    assert (found.reachable, str(found.conflicts)) == (False, row["conflicts"])
    assert digest(Formula(lost, "kept-cards").dimacs) == row["formula_sha256"]
    assert digest(path) == row["proof_sha256"]
