"""Surveys as a library: folders, rows, retries, verification."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas
import polars
import pyarrow as pa
import pyarrow.dataset
import pyarrow.parquet as pq
import pytest

import solver.survey.making
from solver import Budget, Deal, Rules, solve, systems
from solver.errors import InputError, SurveyError
from solver.game.actions import Action, Choice
from solver.reasons.finders import find_reason
from solver.survey.export import check_csv, write_csv
from solver.survey.folder import MANIFEST, Folder, locked, make_folder, open_folder, tasks
from solver.survey.making import MAX_SEED, METADATA, Making, Range
from solver.survey.retry import retry
from solver.survey.rows import line_text, solve_range
from solver.survey.run import run
from solver.survey.verify import choose, timeless, verify
from solver.workers import Call, Cluster, OwnProcess, Processes, results
from tests.support.dying import kill_always, kill_once
from tests.support.interrupts import interrupt_at_work

BASE, HARD = Rules.named("base"), Rules.named("avalanche-5")
SMALL = Budget(nodes=50, memory=4)
LARGE = Budget(nodes=200_000, memory=4)
SEEDS = Making(BASE, "seeds", Budget(nodes=10_000, memory=4))
FEW = Making(HARD, "seeds", SMALL)
CENSUS = Making(HARD, "starts", SMALL)
FIFTY = Range(1, 50)


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("BLOCK", "CENSUS_BLOCK"):
        monkeypatch.setattr(solver.survey.making, name, 20)


def survey(
    path: Path, making: Making, players: tuple[int, ...] = (2,), wanted: Range = FIFTY
) -> Folder:
    folder = make_folder(path, making)
    for _ in run(folder, tasks(folder, players, wanted), OwnProcess()):
        pass
    return folder


def rows(folder: Folder) -> pa.Table:
    return pa.concat_tables([timeless(pq.read_table(part.path)) for part in folder.parts()])


def names(folder: Folder) -> list[str]:
    return [part.path.name for part in folder.parts()]


# Rows


@pytest.mark.parametrize("making", [SEEDS, replace(FEW, budget=LARGE)], ids=["base", "avalanche"])
def test_rows_say_what_deal_says(tmp_path: Path, making: Making) -> None:
    found = rows(survey(tmp_path, making, players=(5,), wanted=Range(1, 12))).to_pylist()
    assert [row["seed"] for row in found] == list(range(1, 13))
    for row in found:
        result = solve(Deal.from_seed(row["seed"], 5, making.rules), making.budget)
        assert row["rules"] == str(making.rules)
        assert row["players"] == 5
        assert (row["verdict"], row["max_score"]) == (result.verdict, result.max_score)
        assert (row["low"], row["high"]) == result.bounds
        assert (row["nodes"], row["conflicts"]) == (result.nodes, result.conflicts)
        assert (row["line_length"], row["stage"]) == (len(result.moves), result.stage)
        lost = result.verdict == "not-perfect"
        assert row["reason"] == (find_reason(result.deal, 0).kind if lost else None)


def test_lines_are_kept_on_demand(tmp_path: Path) -> None:
    making = replace(SEEDS, lines=True)
    [row] = rows(survey(tmp_path, making, wanted=Range(7, 7))).to_pylist()
    result = solve(Deal.from_seed(7, 2), making.budget)
    assert len(row["line"].split()) == len(result.line)
    assert row["line"].split()[0] in (f"p{result.line[0].card}", f"d{result.line[0].card}", "c")


def test_the_text_of_a_line_with_bonus_tiles() -> None:
    into_pile, into_play = Choice(5, 33, "pile"), Choice(6, 7, "play")
    line = (
        Action("play", 12, choices=(into_pile,)),
        Action("play", 4, announce=True, choices=(into_play, into_pile)),
        Action("discard", 3),
        Action("clue"),
    )
    assert line_text(line) == "p12:5>33 a4:6+7:5>33 d3 c"


def test_a_census_stores_only_what_is_not_perfect(tmp_path: Path) -> None:
    making = replace(CENSUS, budget=LARGE)
    folder = survey(tmp_path, making, wanted=Range(1, 30))
    best = {
        start: solve(Deal.from_start(HARD, 2, start), LARGE).max_score for start in range(1, 31)
    }
    lost = {start: score for start, score in best.items() if score != HARD.perfect_score}
    found = rows(folder).to_pylist()
    assert {row["start"]: row["max_score"] for row in found} == lost
    assert all(row["reason"] for row in found)
    counts = [account["counts"] for _, account in folder.checked()]
    assert sum(count["perfect"] for count in counts) == 30 - len(lost)
    assert sum(count["not-perfect"] for count in counts) == len(lost)


def test_a_census_without_a_lost_deal(tmp_path: Path) -> None:
    folder = survey(tmp_path, replace(SEEDS, numbering="starts"), (3,), wanted=Range(1, 10))
    assert rows(folder).num_rows == 0
    assert pandas.read_parquet(tmp_path).empty


def test_threads_of_one_worker() -> None:
    wanted = [Range(first, first + 9) for first in range(1, 80, 10)]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda part: solve_range(FEW, 5, part), wanted))
    for part, table in zip(wanted, together, strict=True):
        assert timeless(table).equals(timeless(solve_range(FEW, 5, part)))


@pytest.mark.parametrize(
    ("name", "value"), [("version", "0.0.0"), ("clause_learning", not SEEDS.clause_learning)]
)
def test_a_worker_of_another_version_refuses(name: str, value: Any) -> None:
    with pytest.raises(SurveyError, match=name):
        solve_range(replace(SEEDS, **{name: value}), 2, Range(1, 1))


def test_a_signal_during_a_block_ends_it() -> None:
    timer = interrupt_at_work()
    with pytest.raises(KeyboardInterrupt):
        while True:  # however fast the kernel is, the signal comes within a block or between two
            solve_range(SEEDS, 5, Range(1, 2000))
    timer.join()
    assert solve_range(SEEDS, 5, Range(1, 3)).num_rows == 3


# Folders


def test_programs_read_the_folder_as_it_is(tmp_path: Path) -> None:
    survey(tmp_path, SEEDS, players=(2, 3))
    seeds = [*range(1, 51), *range(1, 51)]
    assert sorted(pandas.read_parquet(tmp_path)["seed"]) == sorted(seeds)
    for source in (tmp_path, f"{tmp_path}/*.parquet"):
        assert sorted(polars.read_parquet(source)["seed"]) == sorted(seeds)
    assert pyarrow.dataset.dataset(tmp_path).count_rows() == 100
    query = f"select count(*), count(distinct seed) from '{tmp_path}/*.parquet'"
    assert duckdb.execute(query).fetchone() == (100, 50)
    query = f"select count(*) from '{tmp_path}/*.parquet' where verdict = 'perfect'"
    frame = pandas.read_parquet(tmp_path)
    assert duckdb.execute(query).fetchone() == ((frame["verdict"] == "perfect").sum(),)


def test_what_is_missing_is_done(tmp_path: Path) -> None:
    whole = survey(tmp_path / "whole", SEEDS)
    parts = tmp_path / "parts"
    for wanted in (Range(33, 35), Range(11, 34), Range(1, 50), Range(1, 50)):
        folder = survey(parts, SEEDS, wanted=wanted)
    assert names(folder) == [
        f"2p-{first:010d}-{last:010d}.parquet"
        for first, last in [(1, 10), (11, 20), (21, 32), (33, 35), (36, 40), (41, 50)]
    ]
    assert rows(folder).equals(rows(whole))
    assert list(tasks(folder, [2], Range(1, 50))) == []
    assert [str(part) for _, part in tasks(folder, [2], Range(45, 65))] == ["51-60", "61-65"]


def test_a_range_of_any_length_takes_no_memory(tmp_path: Path) -> None:
    folder = make_folder(tmp_path, SEEDS)
    todo = tasks(folder, [2, 3], Range(1, MAX_SEED))
    assert [next(todo), next(todo)] == [(2, Range(1, 20)), (2, Range(21, 40))]


def test_calls_are_taken_when_they_are_needed() -> None:
    taken = []

    def calls() -> Iterator[Call]:
        for number in range(10):
            taken.append(number)
            yield Call(number, pa.table, ({"x": [number]},))

    for number, table in results(calls(), OwnProcess()):
        assert (table["x"].to_pylist(), taken[-1]) == ([number], number)


@pytest.mark.parametrize(
    ("other", "words"),
    [
        (replace(SEEDS, rules=HARD), 'rules ["base"], and asked for is ["avalanche-5"]'),
        (replace(SEEDS, budget=Budget(nodes=7, memory=4)), "nodes 10000, and asked for is 7"),
        (replace(SEEDS, budget=Budget(nodes=10_000, memory=5)), "memory 4, and asked for is 5"),
        (replace(SEEDS, numbering="starts"), 'numbering "seeds", and asked for is "starts"'),
        (replace(SEEDS, lines=True), "lines false, and asked for is true"),
        (replace(SEEDS, version="0.0.0"), "version"),
    ],
)
def test_another_making_is_refused(tmp_path: Path, other: Making, words: str) -> None:
    survey(tmp_path, SEEDS, wanted=Range(1, 3))
    with pytest.raises(SurveyError) as refusal:
        make_folder(tmp_path, other)
    assert words in str(refusal.value)


def test_parts_that_do_not_belong(tmp_path: Path) -> None:
    folder = survey(tmp_path / "a", SEEDS, wanted=Range(1, 20))
    other = survey(tmp_path / "b", replace(SEEDS, budget=SMALL), wanted=Range(21, 40))
    [part], [foreign] = folder.parts(), other.parts()

    def refused(path: Path, content: bytes) -> str:
        path.write_bytes(content)
        with pytest.raises(SurveyError) as refusal:
            list(folder.checked())
        path.unlink()
        assert str(path) in str(refusal.value)
        return str(refusal.value)

    beside = folder.path / foreign.path.name
    assert "nodes 50" in refused(beside, foreign.path.read_bytes())
    assert "other deals" in refused(beside, part.path.read_bytes())
    assert "cannot be read" in refused(beside, part.path.read_bytes()[:-100])
    assert "cannot be read" in refused(beside, b"")
    assert "does not belong" in refused(folder.path / "mine.parquet", b"")
    within = folder.path / "2p-0000000005-0000000006.parquet"
    other = survey(tmp_path / "c", SEEDS, wanted=Range(5, 6))
    assert "as well; remove one" in refused(within, other.parts()[0].path.read_bytes())
    assert len(list(folder.checked())) == 1


def test_places_that_are_no_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine.txt").write_text("mine")
    places = {
        "file": "is missing",
        "file/below": "there is no such folder",
        "full": "is missing",
    }
    for name, words in places.items():
        with pytest.raises(SurveyError):
            make_folder(tmp_path / name, SEEDS)
        with pytest.raises(SurveyError, match=words):
            open_folder(tmp_path / name)
    assert [path.name for path in tmp_path.rglob("*")].count(MANIFEST) == 0


def test_one_run_at_a_time(tmp_path: Path) -> None:
    folder = make_folder(tmp_path, SEEDS)
    with locked(folder):
        left = tmp_path / f".hanabi-solve-{'0' * 32}.unfinished"
        left.touch()
        (mine := tmp_path / ".mine.tmp").touch()
        with pytest.raises(SurveyError, match="another run"), locked(folder):
            pass
        assert left.exists()
    with locked(folder):
        assert not left.exists()
        assert mine.exists()


@pytest.mark.parametrize("moment", ["before it looks around", "before it names its manifest"])
def test_another_run_is_a_moment_faster(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    """Then the folder is the other's, and that is no error yet."""
    place: tuple[Any, str] = (
        (Path, "mkdir") if moment == "before it looks around" else (systems, "name_new")
    )
    function = getattr(*place)

    def with_another(*args: Any, **options: Any) -> None:
        monkeypatch.undo()
        with locked(make_folder(tmp_path, SEEDS)):
            pass
        function(*args, **options)

    monkeypatch.setattr(*place, with_another)
    assert make_folder(tmp_path, SEEDS).making == SEEDS
    assert getattr(*place) is function
    assert [there.name for there in tmp_path.iterdir()] == [MANIFEST]


def test_the_manifest_says_how_rows_are_made(tmp_path: Path) -> None:
    survey(tmp_path, SEEDS, wanted=Range(1, 3))
    said = json.loads(pq.read_schema(tmp_path / MANIFEST).metadata[METADATA])
    assert set(said) == {*SEEDS.to_json(), "machine"}
    assert open_folder(tmp_path).making == SEEDS


def test_csv(tmp_path: Path) -> None:
    folder = survey(tmp_path / "folder", SEEDS, players=(2, 3))
    write_csv(folder, tmp_path / "all.csv")
    frame = pandas.read_csv(tmp_path / "all.csv")
    assert frame["seed"].tolist() == [*range(1, 51), *range(1, 51)]
    assert frame["verdict"].tolist() == rows(folder)["verdict"].to_pylist()
    for path in (folder.path / "all.csv", tmp_path, tmp_path / "nowhere" / "all.csv"):
        with pytest.raises(InputError):
            check_csv(folder.path, path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["all.csv", "folder"]


# Retries and verification


@pytest.mark.parametrize("making", [FEW, CENSUS], ids=["seeds", "census"])
def test_a_retry_replaces_just_the_undecided(tmp_path: Path, making: Making) -> None:
    folder = survey(tmp_path / "small", making)
    whole = rows(survey(tmp_path / "large", replace(making, budget=LARGE)))
    before = rows(folder)
    is_open = np.array([verdict == "undecided" for verdict in before["verdict"].to_pylist()])
    assert is_open.any()
    steps = [Budget(nodes=nodes, memory=4) for nodes in (60, 200_000)]
    tried = [list(retry(folder, budget, OwnProcess())) for budget in steps]
    assert sum(part.tried for part in tried[0]) == is_open.sum()
    assert sum(part.decided for step in tried for part in step) == is_open.sum()
    after = rows(folder)
    shown = [after.column_names[0], "verdict", "max_score", "low", "high", "reason"]
    assert after.select(shown).equals(whole.select(shown))
    number = after.column_names[0]
    kept = before.filter(pa.array(~is_open))
    there = pa.array(np.isin(after[number].to_numpy(), kept[number].to_numpy()))
    assert after.filter(there).equals(kept)
    for part, account in folder.checked():
        counts = account["counts"]
        assert sum(counts[name] for name in ("perfect", "not-perfect")) == len(part.range)
        assert counts["undecided"] == 0
    assert not any(part.differences for part in verify(folder, folder.parts(), OwnProcess()))
    assert list(tasks(folder, [2], Range(1, 50))) == []


def test_a_retry_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    folder = survey(tmp_path, FEW)
    budget = Budget(nodes=60, memory=4)
    first = retry(folder, budget, OwnProcess())
    done = next(first)
    first.close()
    others = list(retry(folder, budget, OwnProcess()))
    assert others and done.part not in [part.part for part in others]
    assert list(retry(folder, budget, OwnProcess())) == []
    with pytest.raises(SurveyError, match="a retry needs more"):
        next(retry(folder, SMALL, OwnProcess()))


def test_a_rerun_reproduces_the_digests(tmp_path: Path) -> None:
    for making in (FEW, CENSUS):
        one, two = (survey(tmp_path / f"{making.numbering}-{i}", making) for i in (1, 2))
        assert one.digest() == two.digest()
        for folder in (one, two):
            list(retry(folder, LARGE, OwnProcess()))
        assert one.digest() == two.digest()


def test_verification_finds_what_was_changed(tmp_path: Path) -> None:
    folder = survey(tmp_path, CENSUS)
    first, second, third = folder.parts()
    table = pq.read_table(first.path)
    folder.add(2, first.range, table.slice(1))
    table = pq.read_table(second.path)
    account = json.loads(table.schema.metadata[METADATA])
    account["digest"] = "0" * 64
    account["counts"]["perfect"] += 1
    folder.add(2, second.range, table.replace_schema_metadata({METADATA: json.dumps(account)}))
    found = {part.part: part.differences for part in verify(folder, folder.parts(), OwnProcess())}
    assert found == {first: ("rows",), second: ("counts", "digest"), third: ()}


def test_the_choice_of_parts_is_always_the_same(tmp_path: Path) -> None:
    parts = survey(tmp_path, SEEDS).parts()
    assert choose(parts, None) == choose(parts, 9) == parts
    assert choose(parts, 2) == choose(parts, 2)
    assert set(choose(parts, 2)) < set(parts)


# Workers


@pytest.mark.check_takes(0)
def test_a_killed_process_has_its_work_done_again(tmp_path: Path) -> None:
    calls = [Call(number, kill_once, (tmp_path / "killed", number)) for number in range(8)]
    found = sorted(
        (number, table["x"].to_pylist()) for number, table in results(calls, Processes(2))
    )
    assert found == [(number, [number]) for number in range(8)]
    assert (tmp_path / "killed").exists()


@pytest.mark.check_takes(0)
def test_processes_that_always_die() -> None:
    with pytest.raises(SurveyError, match="killed 3 times"):
        list(results([Call(1, kill_always, ())], Processes(1)))


def test_an_error_of_a_worker_is_raised_here() -> None:
    wrong = replace(SEEDS, version="0.0.0")
    with pytest.raises(SurveyError, match="version"):
        list(results([Call(1, solve_range, (wrong, 2, Range(1, 2)))], Processes(1)))


def test_a_cluster_address_that_is_none() -> None:
    with pytest.raises(InputError, match="no Dask scheduler answers at nonsense"):
        Cluster("nonsense://x")
