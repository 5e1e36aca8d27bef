"""`hanabi-solve report`: what it prints and draws, what it refuses."""

from __future__ import annotations

import csv
import io
import re
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from cli.terminal import codes
from cli.views.report import page
from solver.survey.making import Range
from solver.survey.statistics import winnable_interval
from solver.survey.summary import summaries
from tests.support import surveys
from tests.support.asking import ask

PNG, PDF = b"\x89PNG", b"%PDF"


def all_folders() -> list[Path]:
    made = (surveys.base(), surveys.census(), surveys.open_deals(), surveys.bouquet())
    return [folder.path for folder in made]


def test_the_page() -> None:
    code, out, err = ask("report", surveys.base().path)
    assert (code, err) == (codes.ANSWERED, "")
    rows = surveys.rows(surveys.base(), 2)
    figures = {line[:14].rstrip(): line[14:].split() for line in out.splitlines()}
    assert out.startswith("base, by seeds\n")
    assert figures["players"] == ["2", "3"]
    assert figures["seeds"] == ["1-1000", "1-1000"]
    assert figures["winnable"][0] == f"{100 * (rows['max_score'] == 25).mean():.2f}"
    assert figures["  24"][0] == str((rows["max_score"] == 24).sum())
    assert figures["  hand-size"][0] == str((rows["reason"] == "hand-size").sum())
    first = rows.loc[rows["max_score"].idxmin(), "seed"]
    assert figures["  first deal"][0] == f"p2v0s{first}"
    assert all(len(line) <= 80 and line == line.rstrip() for line in out.splitlines())


def test_one_table_for_each_rule_set() -> None:
    out = ask("report", *all_folders()).out
    headings = [block.splitlines()[0] for block in out.split("\n\n")]
    assert headings == [
        "base, by seeds",
        "base, by starts",
        "avalanche-5 + hard, by seeds",
        "bouquet-final, by seeds",
    ]
    census, bouquet = out.split("\n\n")[1], out.split("\n\n")[3]
    assert "whole census" in census and "median" not in census
    assert "maxim" not in bouquet


def test_a_table_that_is_too_wide_is_split(tmp_path: Path) -> None:
    folder = surveys.make(tmp_path / "all", "base", (2, 3, 4, 5, 6), Range(123_001, 123_010))
    found = summaries([folder])
    for width, tables in ((50, 3), (80, 2), (120, 1)):
        lines = [row.plain for row in page(found, width=width)]
        assert all(len(line) <= width for line in lines)
        heads = [line.split()[1:] for line in lines if line.startswith("players")]
        assert [player for head in heads for player in head] == list("23456")
        assert len(heads) == tables


def test_colour_only_where_it_is_wanted() -> None:
    plain = ask("report", surveys.open_deals().path).out
    coloured = ask("report", surveys.open_deals().path, FORCE_COLOR="1").out
    assert "\x1b[" not in plain
    assert "\x1b[33m" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain
    assert (
        "\x1b[" not in ask("report", surveys.open_deals().path, FORCE_COLOR="1", NO_COLOR="1").out
    )


def read_csv(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def pairs(text: str) -> dict[str, int]:
    return {key: int(deals) for key, deals in (part.split(":") for part in text.split(";") if part)}


def test_csv_is_enough_to_recompute_every_figure() -> None:
    rows = read_csv(ask("report", *all_folders(), "--format", "csv").out)
    assert len(rows) == 5
    for row in rows:
        perfect, lost, undecided = (int(row[name]) for name in ("perfect", "lost", "undecided"))
        deals = int(row["deals"])
        assert deals == perfect + lost + undecided == int(row["last"]) - int(row["first"]) + 1
        low, high = winnable_interval(perfect, undecided, deals)
        assert (float(row["share"]), float(row["low"]), float(row["high"])) == (
            perfect / deals,
            low,
            high,
        )
        assert sum(pairs(row["reasons"]).values()) == lost
        maxima = {int(score): count for score, count in pairs(row["maxima"]).items()}
        assert maxima[int(row["perfect_score"])] == perfect
        if row["rules"] == "bouquet-final":
            assert row["mean_max"] == row["lowest_max"] == row["lowest_seed"] == ""
            continue
        assert sum(maxima.values()) == deals - undecided
        points = sum(score * count for score, count in maxima.items())
        assert float(row["mean_max"]) == points / (deals - undecided)
        assert int(row["lowest_max"]) == min(maxima)
        assert float(row["us_mean"]) == pytest.approx(float(row["seconds"]) * 1e6 / deals, abs=0.01)
        assert (
            (row["nodes_median"] == "") == (row["us_p99"] == "") == (row["numbering"] == "starts")
        )
        assert row["version"] and re.fullmatch("[0-9a-f]{64}", row["digest"])


def test_json_and_csv_say_the_same() -> None:
    found = ask("report", *all_folders(), "--json").json
    assert found == ask("report", *all_folders(), "--format", "json").json
    assert found["schema"] == "hanabi-solve/report-1"
    assert [folder["path"] for folder in found["folders"]] == list(map(str, all_folders()))
    assert found["folders"][0]["manifest"] == surveys.base().manifest
    table = read_csv(ask("report", *all_folders(), "--format", "csv").out)
    for cell, row in zip(found["cells"], table, strict=True):
        assert " + ".join(cell["rules"]) == row["rules"]
        assert cell["maxima"] == pairs(row["maxima"])
        assert cell["reasons"] == pairs(row["reasons"])
        assert cell["ranges"] == [[int(row["first"]), int(row["last"])]]
        assert text(cell["nodes"]["p90"]) == row["nodes_p90"]
        assert text(cell["microseconds"]["median"]) == row["us_median"]
        for name in ("players", "numbering", "low", "mean_max", "lowest_seed", "seconds"):
            assert text(cell[name]) == row[name]


def text(value: Any) -> str:
    return "" if value is None else str(value)


def test_the_lowest_seed_can_be_dealt() -> None:
    cell = ask("report", surveys.base().path, "--json").json["cells"][0]
    assert (
        ask("deal", "--seed", cell["lowest_seed"], "--json").json["max_score"]
        == (cell["lowest_max"])
    )


def test_markdown() -> None:
    out = ask("report", *all_folders(), "--format", "markdown").out
    tables = [block.splitlines() for block in out.strip().split("\n\n")]
    assert [len(table) for table in tables] == [7, 6, 7, 7]  # Bouquet final has no maxima
    for table in tables:
        assert len({line.count("|") for line in table}) == 1
        assert re.fullmatch(r"\|---\|(---:\|)+", table[1])
    assert tables[0][0] == (
        "| rules | players | range | deals | winnable | 95 % interval | undecided | mean maximum "
        "| lowest maximum |"
    )
    assert re.fullmatch(
        r"\| base \| 2 \| seeds 1-1000 \| 1,000 \| 9\d\.\d\d % \| 9\d\.\d\d–9\d\.\d\d % \| 0 "
        r"\| 24\.\d{4} \| 2\d \(p2v0s\d+\) \|",
        tables[0][2],
    )


@pytest.mark.check_takes(1)
@pytest.mark.parametrize(("ending", "begins"), [("png", PNG), ("svg", b"<?xml"), ("PDF", PDF)])
def test_plots(tmp_path: Path, ending: str, begins: bytes) -> None:
    path = tmp_path / f"plot.{ending}"
    folder = surveys.open_deals().path
    answer = ask("report", folder, "--plot", path)
    assert (answer.code, answer.err) == (codes.ANSWERED, "")
    assert answer.out == ask("report", folder).out
    content = path.read_bytes()
    assert content.startswith(begins) and len(content) > 5000
    assert list(tmp_path.iterdir()) == [path]
    if ending == "svg":
        words = content.decode()
        for label in ("Winnable deals", "avalanche-5 + hard", "6 players", "nodes of a deal"):
            assert label in words


@pytest.mark.check_takes(1)
@pytest.mark.parametrize("make", [surveys.census, surveys.bouquet])
def test_plots_of_what_lacks_a_panel(tmp_path: Path, make: Any) -> None:
    path = tmp_path / "plot.svg"
    assert ask("report", make().path, "--plot", path).code == codes.ANSWERED
    assert ("no maxima" in path.read_text()) == (make is surveys.bouquet)
    assert ("no percentiles" in path.read_text()) == (make is surveys.census)


@pytest.mark.check_takes(0)
@pytest.mark.parametrize("players", [(6,), (2, 6)])
def test_cells_without_a_decided_deal(tmp_path: Path, players: tuple[int, ...]) -> None:
    rows = surveys.rows(surveys.open_deals(), 6)
    seed = int(rows.loc[rows["verdict"] == "undecided", "seed"].iloc[0])
    game = "avalanche-5 hard"
    folder = surveys.make(tmp_path / "open", game, players, Range(seed, seed), nodes=2000)
    cell = ask("report", folder.path, "--json").json["cells"][-1]
    assert (cell["undecided"], cell["maxima"], cell["mean_max"]) == (1, {}, None)
    assert (cell["low"], cell["high"]) == (0.0, 1.0)
    for form in ("table", "markdown", "csv"):
        answer = ask("report", folder.path, "--format", form, "--plot", tmp_path / "plot.svg")
        assert (answer.code, answer.err) == (codes.ANSWERED, "")


def test_plots_that_cannot_be_made(tmp_path: Path) -> None:
    folder = surveys.base().path
    answer = ask("report", folder, "--plot", tmp_path / "plot.gif")
    assert answer.code == codes.BAD_INPUT
    assert answer.err.endswith("plot.gif: a plot is written as .png, .svg or .pdf\n")
    answer = ask("report", folder, "--plot", tmp_path / "nowhere" / "plot.png")
    assert (answer.code, answer.out) == (codes.BAD_INPUT, "")
    assert "cannot be written" in answer.err

    def without_matplotlib(name: str) -> Any:
        return None if name == "matplotlib" else find_spec(name)

    with patch("solver.files.find_spec", without_matplotlib):
        answer = ask("report", folder, "--plot", tmp_path / "plot.png")
    assert answer.code == codes.BAD_INPUT
    assert "pip install 'hanabi-solve[plot]'" in answer.err


def test_what_is_refused(tmp_path: Path) -> None:
    base = surveys.base().path
    (tmp_path / "file").write_text("no folder")
    for args, words in (
        ([tmp_path], "is not a folder of a survey: _manifest.parquet is missing"),
        ([tmp_path / "nowhere"], "nowhere: there is no such folder"),
        ([tmp_path / "file"], "is not a folder of a survey"),
        ([base, base], "are in both of them"),
        ([base, "--format", "html"], "--format html: the forms are table, markdown, csv, json"),
        ([base, "--json", "--format", "csv"], "--json and --format csv: use one of them"),
        ([base, "--quiet", "--json"], "--json and --quiet: use one of them"),
        ([], "FOLDER"),
    ):
        answer = ask("report", *args)
        assert (answer.code, answer.out) == (codes.BAD_INPUT, "")
        assert words in answer.err
    (tmp_path / "_manifest.parquet").write_bytes(b"garbage")
    answer = ask("report", tmp_path)
    assert answer.code == codes.BAD_INPUT
    assert "cannot be read" in answer.err
