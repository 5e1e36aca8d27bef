"""Ledgers: what a line says, what is refused, and that a stop costs nothing that was written."""

from __future__ import annotations

import hashlib
from collections import Counter
from pathlib import Path

import pytest

import solver.survey.making
from solver import Budget, Deal, Rules, solve
from solver.errors import SurveyError
from solver.reasons.finders import find_reason
from solver.search.blocks import MAX_START
from solver.survey.begun import begun_beside
from solver.survey.count import Count, added, count_range, solve_undecided
from solver.survey.counting import Counted, count_blocks, slices
from solver.survey.ledger import Ledger, blocks, check_blocks, game_of
from solver.survey.ledger_again import Compared, compare, retry
from solver.survey.ledger_line import HEAD, Line, read_line
from solver.survey.making import Making, Range
from solver.workers import OwnProcess, Processes, Workers

HARD, FINAL = Rules.named("avalanche-5"), Rules.named("avalanche-5", "bouquet-final")
FEW = Making(HARD, "starts", Budget(nodes=50, memory=4))
MANY = Making(HARD, "starts", Budget(nodes=200_000, memory=4))
ALL = Range(1, 60)


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, size in {"LEDGER_BLOCK": 20, "LEDGER_SLICE": 5}.items():
        monkeypatch.setattr(solver.survey.making, name, size)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "hard-2.csv"


def count(
    path: Path,
    making: Making = MANY,
    wanted: Range = ALL,
    workers: Workers | None = None,
    most: int = 1000,
) -> list[Counted]:
    """Count blocks; after `most` slices the run is stopped."""
    found: list[Counted] = []
    with begun_beside(path) as begun:
        ledger = Ledger(path, making.rules, 2)
        slices = count_blocks(ledger, begun, making, wanted, workers or OwnProcess())
        for part in slices:
            found.append(part)
            if len(found) == most:
                slices.close()
                break
    return found


# A count


@pytest.mark.parametrize("rules", [HARD, FINAL], ids=str)
def test_a_count_is_what_docs_say(rules: Rules) -> None:
    """Written down from docs/census/README.md, with nothing of the counting's code."""
    making = Making(rules, "starts", MANY.budget)
    maxima, reasons, digest, reason_digest = Counter[str](), Counter[str](), 0, 0
    for start in range(1, 101):
        deal = Deal.from_start(rules, 2, start)
        result = solve(deal, making.budget)
        word = "defeat" if result.max_score is None else str(result.max_score)
        maxima[word] += 1
        if result.verdict == "perfect":
            continue
        kind = find_reason(deal, 0).kind
        reasons[kind] += 1
        digest += int(hashlib.sha256(f"{start} {word}".encode()).hexdigest(), 16)
        reason_digest += int(hashlib.sha256(f"{start} {kind}".encode()).hexdigest(), 16)
    assert len(maxima) > 1
    wanted = Count(Range(1, 100), maxima, reasons, (), digest % 2**256, reason_digest % 2**256)
    assert count_range(making, 2, Range(1, 100)) == wanted


def test_undecided_deals_are_named_and_in_the_digest() -> None:
    few = count_range(FEW, 2, ALL)
    assert few.undecided
    assert few.verdicts == {
        "perfect": few.maxima["30"],
        "not-perfect": few.lost,
        "undecided": len(few.undecided),
    }
    for start in few.undecided:
        assert solve(Deal.from_start(HARD, 2, start), FEW.budget).verdict == "undecided"
    some = solve_undecided(MANY, 2, few, few.undecided[:1])
    assert some.undecided == few.undecided[1:]
    assert solve_undecided(FEW, 2, few) == few
    assert solve_undecided(MANY, 2, few) == count_range(MANY, 2, ALL)


def test_counts_add_up() -> None:
    parts = [count_range(FEW, 2, part) for part in slices(FEW, 2, ALL)]
    assert added(reversed(parts)) == count_range(FEW, 2, ALL)
    with pytest.raises(ValueError, match="16-20 does not follow 6-10"):
        added([parts[1], parts[3]])


# Blocks


def test_blocks_are_the_same_for_everybody() -> None:
    assert list(blocks(ALL)) == [Range(1, 20), Range(21, 40), Range(41, 60)]
    end = list(blocks(Range(MAX_START // 20 * 20 + 1, MAX_START)))
    assert end == [Range(2147483641, MAX_START)]
    for whole in (ALL, Range(21, 40), end[0], Range(1, MAX_START)):
        check_blocks(whole)
    for cut, meant in {Range(2, 20): "1-20", Range(1, 41): "1-60", Range(30, 50): "21-60"}.items():
        with pytest.raises(SurveyError, match=f"write {meant}$"):
            check_blocks(cut)


def test_the_real_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    everything = list(blocks(Range(1, MAX_START)))
    assert len(everything) == 215
    assert everything[0] == Range(1, 10_000_000)
    assert everything[-1] == Range(2_140_000_001, 2_147_483_646)


# Counting


@pytest.mark.parametrize("workers", [OwnProcess(), Processes(2)], ids=["one", "two"])
def test_a_ledger_however_it_is_counted(path: Path, workers: Workers) -> None:
    count(path, wanted=Range(21, 40))
    assert path.read_text().splitlines()[1].startswith("avalanche-5,2,21,40,")
    count(path, workers=workers)  # fills the gap before, and goes on
    ledger = Ledger(path, HARD, 2)
    assert list(ledger.counts) == [Range(1, 20), Range(21, 40), Range(41, 60)]
    for block, there in ledger.counts.items():
        assert there == count_range(MANY, 2, block)
    assert game_of(path) == (HARD, 2)
    assert [file.name for file in path.parent.iterdir()] == [path.name]
    assert count(path) == []


def test_a_stop_costs_no_slice(path: Path) -> None:
    first = count(path, most=6)
    assert list(Ledger(path, HARD, 2).counts) == [Range(1, 20)]
    begun = Path(f"{path}.begun")
    assert len(begun.read_text().splitlines()) == 3
    # A machine that is lost leaves half a line.
    begun.write_text(begun.read_text() + "avalanche-5,2,31,3")
    second = count(path)
    assert [slice_.part for slice_ in second[:2]] == [slice_.part for slice_ in first[4:]]
    assert [slice_.is_new for slice_ in second] == [False] * 2 + [True] * 6
    assert not begun.exists()
    once = path.with_name("once.csv")
    count(once)
    assert path.read_text() == once.read_text()


def test_a_run_killed_between_its_two_files(path: Path) -> None:
    """The slices of a block that is in the ledger already do not count twice."""
    count(path, wanted=Range(1, 20))
    whole = path.read_text()
    lines = [Line(HARD, 2, count_range(MANY, 2, part)) for part in slices(MANY, 2, Range(1, 20))]
    begun = Path(f"{path}.begun")
    begun.write_text("".join(f"{line}\n" for line in [HEAD, *lines]))
    assert count(path, wanted=Range(1, 20)) == []
    assert path.read_text() == whole
    path.unlink()
    begun.write_text("".join(f"{line}\n" for line in [HEAD, *lines]))
    assert len(count(path, wanted=Range(1, 20), workers=Never())) == 4
    assert path.read_text() == whole
    assert not begun.exists()


class Never(OwnProcess):
    """Workers that must not be asked."""

    def ahead(self) -> int:
        """No calls."""
        return 0


def test_slices_of_another_game_do_not_count(path: Path) -> None:
    count(path, most=2)
    other = Making(FINAL, "starts", MANY.budget)
    assert len(count(path, other, Range(1, 20))) == 4
    assert game_of(path) == (FINAL, 2)
    assert not Path(f"{path}.begun").exists()


def test_blocks_that_came_from_elsewhere_stay(path: Path) -> None:
    """As when somebody merges the work of another machine while a run is at work."""
    elsewhere = path.with_name("elsewhere.csv")
    count(elsewhere, wanted=Range(41, 60))
    with begun_beside(path) as begun:
        ledger = Ledger(path, HARD, 2)
        for part, _ in count_blocks(ledger, begun, MANY, Range(1, 40), OwnProcess()):
            if part.range.first == 1:
                path.write_bytes(elsewhere.read_bytes())
    assert list(Ledger(path, HARD, 2).counts) == list(blocks(ALL))


def test_one_run_at_a_time(path: Path) -> None:
    with begun_beside(path):
        with pytest.raises(SurveyError, match="another run is at work"), begun_beside(path):
            pass
        with begun_beside(path.with_name("other.csv")):
            pass
    with begun_beside(path):
        pass
    assert list(path.parent.iterdir()) == []


def test_a_file_in_the_way(path: Path) -> None:
    (mine := Path(f"{path}.begun")).write_text("my notes")
    with pytest.raises(SurveyError, match="is in the way"), begun_beside(path):
        pass
    assert mine.read_text() == "my notes"
    with pytest.raises(SurveyError, match="no such folder"), begun_beside(path / "no" / "x.csv"):
        pass


def test_too_many_undecided(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.survey.counting.MOST_UNDECIDED", 0)
    with pytest.raises(SurveyError, match="too many for a ledger"):
        count(path, FEW)


def test_no_house_rules(path: Path) -> None:
    house = Rules.of({"suits": [{"letter": "r"}]})
    with pytest.raises(SurveyError, match="not of house rules"):
        Ledger(path, house, 2)


# What is refused


@pytest.fixture
def lines(path: Path) -> list[str]:
    count(path, FEW)
    return path.read_text().splitlines()


def test_every_change_of_a_letter_is_noticed(lines: list[str]) -> None:
    line = lines[1]
    assert str(read_line(line)) == line
    for place, letter in enumerate(line):
        changed = line[:place] + ("1" if letter != "1" else "2") + line[place + 1 :]
        with pytest.raises(ValueError, match=r"^(was changed|is not a line|has 1\d fields)"):
            read_line(changed)
        with pytest.raises(ValueError, match=r"is not a line|fields? in place|was changed"):
            read_line(line[:place])


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (",2,1,20,", ",2,20,1,"),
        (",2,1,20,", ",2,1,40,"),
        (",30:", ",31:"),
        ("avalanche-5", "avalanche-6"),
        (":", ":0"),
    ],
)
def test_lines_that_cannot_be(lines: list[str], old: str, new: str) -> None:
    """Their check is right: somebody else's program wrote them."""
    body = lines[1].rpartition(",")[0].replace(old, new, 1)
    check = hashlib.sha256(body.encode()).hexdigest()[:16]
    with pytest.raises(ValueError, match="cannot be"):
        read_line(f"{body},{check}")


def test_ledgers_that_are_refused(path: Path, lines: list[str]) -> None:
    head, *rest = lines
    slice_line = str(Line(HARD, 2, count_range(MANY, 2, Range(1, 5))))
    shifted = str(Line(HARD, 2, count_range(MANY, 2, Range(2, 21))))
    for texts, said in {
        (): "line 1: is not the head",
        ("a,b,c", *rest): "line 1: is not the head",
        (head, rest[0], rest[1][:-1]): "line 3: was changed: its check is",
        (head, rest[0], "", rest[1]): "line 3: has 1 field in place of 13; remove it",
        (head, *rest, rest[1]): "line 5: 21-40 is in line 3 as well; remove one",
        (head, slice_line): "line 2: 1-5 is no block of 20 start values",
        (head, shifted): "line 2: 2-21 is no block of 20 start values",
    }.items():
        path.write_text("".join(f"{text}\n" for text in texts))
        with pytest.raises(SurveyError, match=f"^{path}: {said}"):
            Ledger(path, HARD, 2)
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(SurveyError, match="not text"):
        Ledger(path, HARD, 2)
    with pytest.raises(SurveyError, match="is not a file"):
        Ledger(path.parent, HARD, 2)


def test_ledgers_of_another_game(path: Path, lines: list[str]) -> None:
    with pytest.raises(
        SurveyError, match=r"line 2: is of avalanche-5 with 2 players, and asked for is .* with 3"
    ):
        Ledger(path, HARD, 3)
    with pytest.raises(SurveyError, match="asked for is base with 2"):
        Ledger(path, Rules.named("base"), 2)


def test_lines_in_any_order_and_of_windows(path: Path, lines: list[str]) -> None:
    head, *rest = lines
    path.write_bytes("".join(f"{text}\r\n" for text in [head, *reversed(rest)]).encode())
    ledger = Ledger(path, HARD, 2)
    ledger.write(ledger.counts[Range(1, 20)])
    assert path.read_text().splitlines() == lines


# Again


def compared(path: Path, making: Making) -> list[Compared]:
    ledger = Ledger(path, HARD, 2)
    steps = list(compare(ledger, list(ledger.counts), making, OwnProcess()))
    assert sum(len(step.part.range) for step in steps) == len(ALL)
    return [step.compared for step in steps if step.compared]


def test_blocks_counted_again_are_the_same(path: Path) -> None:
    count(path)
    assert compared(path, MANY) == [Compared(block, (), (), ()) for block in blocks(ALL)]


def test_what_differs_is_named(path: Path) -> None:
    count(path)
    ledger = Ledger(path, HARD, 2)
    there = ledger.counts[Range(21, 40)]
    ledger.write(
        Count(there.range, there.maxima, there.reasons, (), there.digest ^ 1, there.reason_digest)
    )
    first, second, third = compared(path, MANY)
    assert (first.differences, third.differences) == ((), ())
    assert second == Compared(Range(21, 40), ("digest",), (), ())


def test_undecided_deals_are_no_contradiction(path: Path) -> None:
    count(path, FEW)
    undecided = tuple(
        start for there in Ledger(path, HARD, 2).counts.values() for start in there.undecided
    )
    again = compared(path, MANY)
    assert not any(block.differences or block.undecided for block in again)
    assert tuple(start for block in again for start in block.decided) == undecided
    count(other := path.with_name("other.csv"))
    less = compared(other, FEW)
    assert not any(block.differences or block.decided for block in less)
    assert tuple(start for block in less for start in block.undecided) == undecided


def test_a_retry_gives_the_ledger_of_a_larger_budget(path: Path) -> None:
    count(path, FEW)
    count(other := path.with_name("other.csv"))
    retried = list(retry(Ledger(path, HARD, 2), MANY, OwnProcess()))
    assert retried and all(block.tried == block.decided > 0 for block in retried)
    assert path.read_text() == other.read_text()
    assert list(retry(Ledger(path, HARD, 2), MANY, OwnProcess())) == []
