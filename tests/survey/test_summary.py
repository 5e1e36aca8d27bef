"""Summaries: every figure once more from the rows, by pandas and by the textbook's formula."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import Budget
from solver.errors import SurveyError
from solver.search.blocks import MAX_START
from solver.survey.folder import Folder, open_folder
from solver.survey.histogram import Histogram
from solver.survey.making import Range
from solver.survey.retry import retry
from solver.survey.statistics import winnable_interval
from solver.survey.summary import summaries
from solver.workers import OwnProcess
from tests.support import surveys
from tests.support.strategies import many
from tests.support.wilson import wilson


@pytest.mark.parametrize(
    ("perfect", "undecided", "deals"),
    [(90, 0, 100), (90, 5, 100), (0, 0, 7), (7, 0, 7), (0, 7, 7), (985_614, 1, 1_000_000)],
)
def test_the_interval_has_its_closed_form(perfect: int, undecided: int, deals: int) -> None:
    low, high = winnable_interval(perfect, undecided, deals)
    assert low == pytest.approx(max(wilson(perfect, deals, -1), 0), abs=1e-12)
    assert high == pytest.approx(min(wilson(perfect + undecided, deals, 1), 1), abs=1e-12)


@pytest.mark.parametrize(
    ("make", "players"),
    [(surveys.base, 2), (surveys.base, 3), (surveys.open_deals, 6), (surveys.bouquet, 2)],
)
def test_the_figures_of_seeds(make: Callable[[], Folder], players: int) -> None:
    folder = make()
    (found,) = (cell for cell in summaries([folder]) if cell.cell.players == players)
    rows = surveys.rows(folder, players)
    verdicts = rows["verdict"].value_counts()
    assert found.deals == len(rows)
    assert (found.perfect, found.lost, found.undecided) == tuple(
        verdicts.get(name, 0) for name in ("perfect", "not-perfect", "undecided")
    )
    assert found.share == found.perfect / len(rows)
    assert found.interval == winnable_interval(found.perfect, found.undecided, len(rows))
    assert found.maxima == rows["max_score"].dropna().astype(int).value_counts().to_dict()
    assert list(found.maxima) == sorted(found.maxima, reverse=True)
    assert found.reasons == {k: n for k, n in rows["reason"].value_counts().items() if n}
    assert sum(found.reasons.values()) == found.lost
    for name, there in (("nodes", found.nodes), ("microseconds", found.microseconds)):
        assert there is not None
        ranks = np.quantile(rows[name], [0.5, 0.9, 0.99], method="inverted_cdf")
        assert there[:3] == pytest.approx(ranks, rel=1 / 4096, abs=0.001)
        assert there.max == pytest.approx(rows[name].max(), abs=0.001)
    assert found.total_nodes == rows["nodes"].sum()
    assert found.conflicts == rows["conflicts"].sum()
    assert found.seconds == pytest.approx(rows["microseconds"].astype(float).sum() / 1e6)
    assert found.ranges == (Range(1, len(rows)),)
    assert found.digests == (folder.digest(),)
    assert found.census_hours is None


@pytest.mark.parametrize(("make", "players"), [(surveys.base, 2), (surveys.open_deals, 6)])
def test_the_mean_and_the_lowest_maximum(make: Callable[[], Folder], players: int) -> None:
    (found,) = (cell for cell in summaries([make()]) if cell.cell.players == players)
    rows = surveys.rows(make(), players)
    decided = rows[rows["verdict"] != "undecided"]
    assert found.mean_max == pytest.approx(decided["max_score"].mean(), abs=1e-12)
    lowest = decided.loc[decided["max_score"].idxmin()]
    assert (found.lowest_max, found.lowest_deal) == (lowest["max_score"], lowest["seed"])


def test_undecided_deals_are_there_and_widen() -> None:
    (found,) = summaries([surveys.open_deals()])
    assert found.undecided > 0
    assert found.interval[1] > (found.perfect + found.undecided) / found.deals


def test_bouquet_final_has_no_scores() -> None:
    (found,) = summaries([surveys.bouquet()])
    assert found.lost > 0
    assert (found.mean_max, found.lowest_max, found.lowest_deal) == (None, None, None)


def test_a_census() -> None:
    (found,) = summaries([surveys.census()])
    rows = surveys.rows(surveys.census(), 2)
    assert found.deals == 2000 and found.lost == len(rows) > 0
    assert found.maxima == {
        25: 2000 - len(rows),
        **rows["max_score"].astype(int).value_counts().to_dict(),
    }
    assert found.mean_max == (25 * (2000 - len(rows)) + rows["max_score"].sum()) / 2000
    lowest = rows.loc[rows["max_score"].idxmin()]
    assert (found.lowest_max, found.lowest_deal) == (lowest["max_score"], lowest["start"])
    assert found.deal_name(7) == "7"
    assert found.nodes is None and found.microseconds is None
    (part,) = surveys.census().parts()
    assert found.seconds == part.account()["seconds"]
    assert found.census_hours == pytest.approx(found.seconds / 2000 * MAX_START / 3600)


def test_folders_are_added_up(tmp_path: Path) -> None:
    here = surveys.make(tmp_path / "here", "base", (2,), Range(1, 300))
    there = surveys.make(tmp_path / "there", "base", (2, 4), Range(501, 700))
    two, four = summaries([there, here])
    rows = surveys.rows(surveys.base(), 2)
    rows = rows[(rows["seed"] <= 300) | rows["seed"].between(501, 700)]
    assert (two.cell.players, four.cell.players) == (2, 4)
    assert two.ranges == (Range(1, 300), Range(501, 700))
    assert two.maxima == rows["max_score"].value_counts().to_dict()
    assert two.digests == (here.digest(), there.digest())
    assert four.digests == (there.digest(),)


def test_seeds_starts_and_rules_stay_apart() -> None:
    found = summaries([surveys.census(), surveys.base(), surveys.bouquet()])
    assert [(str(cell.cell.rules), *cell.cell[1:]) for cell in found] == [
        ("base", "starts", 2),
        ("base", "seeds", 2),
        ("base", "seeds", 3),
        ("bouquet-final", "seeds", 2),
    ]


def test_a_deal_counts_once(tmp_path: Path) -> None:
    there = surveys.make(tmp_path / "there", "base", (3,), Range(990, 1010))
    with pytest.raises(SurveyError, match="the deals 990-1000 are in both"):
        summaries([there, surveys.base()])
    with pytest.raises(SurveyError, match="the deals 1-400 are in both"):
        summaries([surveys.base(), surveys.base()])


def test_a_cell_without_lost_deals(tmp_path: Path) -> None:
    (found,) = summaries([surveys.make(tmp_path / "few", "base", (5,), Range(1, 3))])
    assert (found.mean_max, found.lowest_max, found.lowest_deal) == (25.0, 25, None)
    assert found.interval[1] == 1.0


def test_tried_again(tmp_path: Path) -> None:
    folder = surveys.make(tmp_path / "open", "avalanche-5", (6,), Range(1, 60), nodes=100)
    (before,) = summaries([folder])
    for _ in retry(folder, Budget(nodes=50_000, memory=16), OwnProcess()):
        pass
    (after,) = summaries([folder])
    assert after.undecided < before.undecided
    assert after.deals == before.deals
    assert after.total_nodes == surveys.rows(folder, 6)["nodes"].sum() > before.total_nodes


def test_what_is_not_a_survey(tmp_path: Path) -> None:
    with pytest.raises(SurveyError, match="is not a folder of a survey"):
        open_folder(tmp_path)
    shutil.copy(surveys.base().path / "_manifest.parquet", tmp_path)
    with pytest.raises(SurveyError, match="no deals are done yet"):
        summaries([open_folder(tmp_path)])
    part = tmp_path / "2p-0000000001-0000000400.parquet"
    part.write_bytes(b"PAR1 and no more")
    with pytest.raises(SurveyError, match="cannot be read"):
        summaries([open_folder(tmp_path)])
    pd.DataFrame({"seed": [1]}).to_parquet(part)
    with pytest.raises(SurveyError, match="is not a file of a survey"):
        summaries([open_folder(tmp_path)])


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("3p-0000000001-0000000400", "was made as 2p-1-400"),
        ("2p-0000000002-0000000401", "was made as 2p-1-400"),
        ("2p-one", "does not belong"),
    ],
)
def test_a_part_under_another_name(tmp_path: Path, name: str, words: str) -> None:
    source = surveys.base().path
    shutil.copy(source / "_manifest.parquet", tmp_path)
    shutil.copy(source / "2p-0000000001-0000000400.parquet", tmp_path / f"{name}.parquet")
    with pytest.raises(SurveyError, match=words):
        summaries([open_folder(tmp_path)])


def test_a_part_of_another_game_and_one_that_was_cut(tmp_path: Path) -> None:
    name = "2p-0000000001-0000000400.parquet"
    shutil.copy(surveys.bouquet().path / "_manifest.parquet", tmp_path)
    shutil.copy(surveys.base().path / name, tmp_path)
    with pytest.raises(SurveyError, match="does not belong here"):
        summaries([open_folder(tmp_path)])
    shutil.copy(surveys.base().path / "_manifest.parquet", tmp_path)
    folder = open_folder(tmp_path)
    [part] = folder.parts()
    folder.add(part.players, part.range, part.opened().table().slice(0, 399))
    with pytest.raises(SurveyError, match="has 399 rows, 400 are due"):
        summaries([open_folder(tmp_path)])


@many(100)
@given(st.lists(st.integers(0, 2**62), min_size=1), st.integers(1, 3))
def test_percentiles_are_ranks(numbers: list[int], parts: int) -> None:
    counts = Histogram()
    for place in range(parts):
        counts.add(np.array(numbers[place::parts], np.int64))
    found = counts.percentiles()
    for value, percent in zip(found, (50, 90, 99), strict=False):
        exact = sorted(numbers)[-(-len(numbers) * percent // 100) - 1]
        assert value == exact or (exact >= 8192 and exact * (1 - 1 / 4096) < value <= exact)
    assert found.max == max(numbers)
