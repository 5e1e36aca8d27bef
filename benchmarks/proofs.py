"""Proofs for what the published surveys found lost by exhaustion or tokens, as a table of digests.

`python -m benchmarks.proofs FOLDER ...` reads survey folders, makes a proof for each such deal, and
writes docs/results/proofs.csv, and the sentence about it in docs/proofs.md. What it has already is
not made again; after a change of the formula `--again` makes all of it. A deal without a proof
within the budget has its row too, with nothing in it; `--nodes N` tries those again with a larger
budget, and the column `nodes` keeps it.
"""

from __future__ import annotations

import argparse
import csv
import lzma
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pyarrow.parquet as pq

from solver import Budget, Deal, Position, Rules
from solver.files import write_whole
from solver.proofs.claims import Claim
from solver.proofs.contents import FORMULA, PROOF, digest, size
from solver.proofs.making import Lost, proved
from solver.survey.folder import Folder, open_folder

DOCS = Path(__file__).parent.parent / "docs"
TABLE, PAGE = DOCS / "results" / "proofs.csv", DOCS / "proofs.md"
BEGIN, END = "<!-- proofs -->\n", "<!-- end of proofs -->"
REASONS = ("exhaustion", "tokens")
MEGABYTES = 1000  # one proof has more than what is allowed if nobody says
COLUMNS = (
    "rules", "players", "numbering", "number", "score", "reason", "nodes", "formula_kind",
    "conflicts", "bytes", "packed", "formula_sha256", "proof_sha256",
)  # fmt: skip


class Wanted(NamedTuple):
    """A lost deal of a survey."""

    rules: str
    players: int
    numbering: str  # "seeds", or the "starts" of a census
    number: int
    reason: str

    def deal(self) -> Deal:
        names = self.rules.split(" + ")
        if self.numbering == "seeds":
            return Deal.from_seed(self.number, self.players, names)
        return Deal.from_start(Rules.named(*names), self.players, self.number)

    def row(self, nodes: int = Budget.nodes) -> dict[str, str]:
        """What the table has about its proof, made with a budget of this many nodes."""
        deal = self.deal()
        row = dict.fromkeys(COLUMNS, "") | {
            "rules": self.rules, "players": str(self.players), "numbering": self.numbering,
            "number": str(self.number), "score": str(deal.rules.perfect_score),
            "reason": self.reason, "nodes": str(nodes),
        }  # fmt: skip
        claim = Claim.of(Position.start(deal), None, deal)
        with proved(claim, Budget(nodes), MEGABYTES) as found:
            if isinstance(found, Lost):
                proof = found.files[PROOF]
                assert isinstance(proof, Path)
                row |= {
                    "formula_kind": found.kind,
                    "conflicts": str(found.conflicts),
                    "bytes": str(sum(map(size, found.files.values()))),
                    "packed": str(len(lzma.compress(proof.read_bytes()))),
                    "formula_sha256": digest(found.files[FORMULA]),
                    "proof_sha256": digest(proof),
                }
        return row


def wanted(folder: Folder) -> Iterator[Wanted]:
    """The deals of a survey that are lost for one of the reasons."""
    numbering = folder.making.numbering
    for part in folder.parts():
        column = numbering.removesuffix("s")
        rows = pq.read_table(
            part.path, columns=[column, "reason"], filters=[("reason", "in", REASONS)]
        )
        for row in rows.to_pylist():
            yield Wanted(
                str(folder.making.rules), part.players, numbering, row[column], row["reason"]
            )


def read_table() -> list[dict[str, str]]:
    """The rows that are there."""
    if not TABLE.exists():
        return []
    with open(TABLE, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--again", action="store_true", help="make those of the table again")
    parser.add_argument("--nodes", type=int, default=Budget.nodes, help="for deals without a proof")
    asked = parser.parse_args()
    done = {_key(row): row for row in read_table()}
    deals = [
        Wanted(
            row["rules"], int(row["players"]), row["numbering"], int(row["number"]), row["reason"]
        )
        for row in done.values()
        if asked.again or _is_open(row, asked.nodes)
    ]
    deals += [deal for path in asked.folders for deal in wanted(open_folder(path))]
    for number, deal in enumerate(deals, 1):
        known = done.get(_key(deal._asdict()))
        if asked.again or known is None or _is_open(known, asked.nodes):
            began = time.perf_counter()
            row = deal.row(max(asked.nodes, int(known["nodes"]) if known else 0))
            done[_key(row)] = row
            seconds = f"{time.perf_counter() - began:.1f} s"
            print(f"{number} of {len(deals)}:", *row.values(), seconds, flush=True)
            write(list(done.values()))


def _is_open(row: dict[str, str], nodes: int) -> bool:
    """Whether the deal has no proof yet, and was tried with a smaller budget than this."""
    return not row["proof_sha256"] and nodes > int(row["nodes"])


def _key(row: dict[str, object] | dict[str, str]) -> tuple[str, ...]:
    return tuple(str(row[name]) for name in ("rules", "players", "numbering", "number"))


def write(rows: list[dict[str, str]]) -> None:
    rows.sort(key=lambda row: (row["rules"], row["players"], row["numbering"], int(row["number"])))
    lines = [",".join(COLUMNS), *(",".join(row[name] for name in COLUMNS) for row in rows)]
    write_whole(TABLE, ("\n".join(lines) + "\n").encode())
    before, rest = PAGE.read_text(encoding="utf-8").split(BEGIN)
    after = rest.split(END)[1]
    write_whole(PAGE, f"{before}{BEGIN}{summary(rows)}\n{END}{after}".encode())


def lost_deals() -> dict[tuple[str, str, str, str], int]:
    """How many deals the surveys have, by rules, players, numbering and reason."""
    found = {}
    with open(DOCS / "results" / "winnability.csv", newline="", encoding="utf-8") as file:
        for cell in csv.DictReader(file):
            for part in filter(None, cell["reasons"].split(";")):
                reason, number = part.split(":")
                if reason in REASONS:
                    key = (cell["rules"], cell["players"], cell["numbering"], reason)
                    found[key] = int(number)
    return found


def summary(rows: list[dict[str, str]]) -> str:
    """What the page says about the table."""
    made = [row for row in rows if row["proof_sha256"]]
    megabytes = sum(int(row["packed"]) for row in made) / 10**6
    most = max(int(row["conflicts"]) for row in made)
    usual = sum(int(row["nodes"]) == Budget.nodes for row in made)
    plain = sum(row["formula_kind"] == "rules" for row in made)
    text = (
        f"It has {len(rows)} of their {sum(lost_deals().values())} deals, and proofs of "
        f"{len(made)}: {usual} within the default budget, {len(made) - usual} with a larger one, "
        f"which is in the column `nodes`. {plain} are by the plain rules, {len(made) - plain} by "
        f"the kept cards. Packed, the proofs have {megabytes:.0f} MB; the longest took {most:,} "
        "conflicts."
    )
    open_ones = [
        f"{row['rules']} with {row['players']} players, {row['numbering'].removesuffix('s')} "
        f"{row['number']}"
        for row in rows
        if not row["proof_sha256"]
    ]
    return f"{text} Without one: {'; '.join(open_ones)}." if open_ones else text


if __name__ == "__main__":
    main()
