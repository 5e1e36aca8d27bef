"""`python -m benchmarks.winnability FOLDER…`: write docs/results/winnability.*.

The page is made from finished surveys alone: the tables of `hanabi-solve report`, the command and
the digest of each folder, a CSV with all figures, and a sample of rows that the tests solve again.
"""

from __future__ import annotations

import csv
import io
import sys
from pathlib import Path

import pyarrow.parquet as pq

from benchmarks.census import write_census_pages
from cli.views.forms.report_csv import as_csv
from cli.views.forms.report_markdown import as_markdown
from solver.files import write_whole
from solver.survey.folder import Folder, open_folder
from solver.survey.summary import Summary, summaries

RESULTS = Path(__file__).parent.parent / "docs" / "results"
SAMPLE_COLUMNS = ("rules", "players", "seed", "max_score", "low", "high", "reason", "line_digest")
SAMPLE_EVERY = 9_973  # a prime, so that no pattern of the seeds is met

INTRODUCTION = """\
# How many Hanabi deals can be won?

The share of deals that can reach the perfect score when all hands and the draw pile are known and
play is perfect, with 95 % Wilson intervals. The deals are hanab.live's, shuffled from its seeds
`p{players}v{variant}s1`, `s2` and so on. The lower end of an interval counts undecided deals as
lost, the upper end counts them as won. Every maximum is proven, whether it is perfect or not: see
[the kernel](../kernel.md). In Bouquet final a deal is won or lost; there are no other scores.

`python -m benchmarks.winnability` makes this page from the surveys listed at the end.
[winnability.csv](winnability.csv) has all figures. The tests check this page against it and solve
[a sample of the deals](winnability-sample.csv) again.
Deals that are lost by exhaustion or tokens have [proofs](../proofs.md#the-published-surveys),
except those that only the full census found.
"""
CENSUS = """\
## The census

hanab.live's shuffle starts from one of 2,147,483,646 numbers. A composition therefore has no more
decks than that on the site, and the question has an exact answer. [The census](../census/README.md)
counts them all, block by block, in a ledger that anybody can continue and check.

<!-- census -->
<!-- end of census -->

The tables below are of an earlier survey of a part, with all its rows; "whole census" is the
processor time that all of it would take at that run's mean.
"""
EFFORT = """\
The times come from a shared machine with two cores that had other work to do, so they are upper
bounds; [the kernel's results](kernel.md#the-first-10000-deals) have better ones. A digest covers
lines and nodes: another version of the search has another one, with the same verdicts, maxima and
reasons.
"""


def main() -> None:
    folders = [open_folder(Path(path)) for path in sys.argv[1:]]
    seeded = [folder for folder in folders if folder.making.numbering == "seeds"]
    census = [folder for folder in folders if folder.making.numbering == "starts"]
    found = summaries(seeded)
    page = [INTRODUCTION, as_markdown(found), "", EFFORT]
    counted = summaries(census) if census else []
    if counted:
        page += [CENSUS, as_markdown(counted), ""]
    page += ["## The surveys", "", *_commands(folders), ""]
    write_whole(RESULTS / "winnability.md", "\n".join(page).encode())
    write_census_pages()
    write_whole(RESULTS / "winnability.csv", as_csv([*found, *counted]).encode())
    write_whole(RESULTS / "winnability-sample.csv", _sample(seeded).encode())
    for line in _projection(found):
        print(line)


def _commands(folders: list[Folder]) -> list[str]:
    """How each folder was made, and the digest of its rows, which the same command gives again."""
    rows = ["| command | version | nodes a deal | digest |", "|---|---|---:|---|"]
    for folder in folders:
        making, parts = folder.making, folder.parts()
        players = sorted({part.players for part in parts})
        last = max(part.range.last for part in parts)
        names = " ".join(f"-r {name}" for name in making.rules.names)
        command = (
            f"hanabi-solve survey -p {players[0]}-{players[-1]} --{making.numbering} 1-{last} "
            f"{names} --out {folder.path.name}"
        )
        retried = any(part.account().get("retries") for part in parts)
        budget = f"{making.budget.nodes:,}" + (", undecided ones with more" if retried else "")
        rows.append(f"| `{command}` | {making.version} | {budget} | `{folder.digest()}` |")
    return rows


def _sample(folders: list[Folder]) -> str:
    """Rows from all over the surveys, and the first lost ones of each part that has some."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(SAMPLE_COLUMNS)
    for folder in folders:
        for number, part in enumerate(folder.parts()):
            rows = pq.read_table(part.path, columns=list(SAMPLE_COLUMNS)).to_pylist()
            lost = [row for row in rows if row["reason"]][:1] if number % 20 == 0 else []
            for row in [*(row for row in rows if row["seed"] % SAMPLE_EVERY == 1), *lost]:
                if row["seed"] < 100_000 or row in lost:
                    writer.writerow(
                        ["" if row[name] is None else row[name] for name in SAMPLE_COLUMNS]
                    )
    return text.getvalue()


def _projection(found: list[Summary]) -> list[str]:
    return [
        f"{summary.cell.rules} {summary.cell.players}: "
        f"{summary.mean_microseconds * (2**31 - 2) / 3.6e9:,.0f} core-hours for a whole census"
        for summary in found
    ]


if __name__ == "__main__":
    main()
