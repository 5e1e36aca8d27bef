"""`hanabi-solve exercise`: what it prints, what it refuses, how it waits, what is on a sheet."""

from __future__ import annotations

import os
import pty
import re
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from html.parser import HTMLParser
from pathlib import Path

import pytest

import cli
import cli.commands.exercise
import cli.views.forms.sheet
from cli.terminal import codes
from cli.views.exercise import sentence
from cli.views.forms.sheet import as_html, as_markdown
from solver import Rules, Suit
from solver.exercises.making import BUDGET, exercise
from solver.notation.actions import action_from_json
from solver.notation.positions import loads_position, position_from_json, position_from_text
from solver.search.searcher import Searcher
from tests.support.asking import PLAIN, ask

EASY = ("exercise", "--players", 2, "--pile", 1, "--seed", 5)
FIELDS = {
    *(
        "schema",
        "version",
        "question",
        "position",
        "text",
        "hand_order",
        "seed",
        "turn",
        "perfect_score",
    ),
    *("max_score", "solutions", "obvious", "moves", "theme", "grade", "line"),
}


# The page


def test_questions_only() -> None:
    code, out, err = ask(*EASY, "--count", 2)
    assert (code, err) == (codes.ANSWERED, "")
    assert re.findall(r"^Exercise (\d)", out, re.MULTILINE) == ["1", "2"]
    assert len(re.findall(r"^(?:Alice|Bob) to move\. Which move keeps \d+\?$", out, re.M)) == 2
    assert "Grade" not in out and "best line" not in out
    assert "\x1b" not in out
    assert all(len(row) <= 80 and row == row.rstrip() for row in out.splitlines())


def test_the_page_shows_the_whole_table() -> None:
    record = ask(*EASY, "--json").json
    out = ask(*EASY).out
    position = position_from_json(record["position"])
    hands, table = out.split("\n\n")[1:3]
    for hand in position.hands:
        assert " ".join(str(position.card(order)) for order in reversed(hand)) in hands
    assert table.splitlines()[1].split()[:2] == ["pile", str(position.pile[0])]
    assert f"tokens {position.tokens} of 8, strikes {position.strikes} of 3, " in table
    assert table.endswith(f"pace {position.pace}")


def test_answers() -> None:
    out = ask(*EASY, "--answers").out
    record = ask(*EASY, "--json").json
    blocks = out.split("\n\n")
    values = [int(row.split()[0]) for row in blocks[4].splitlines()]
    assert values == [move["max_score"] for move in record["moves"]]
    assert f"Grade {record['grade']['number']} of 5" in out
    assert "Obvious, but leaves" in out
    assert len(blocks[6].splitlines()) == 1 + len(record["line"])


def test_bouquet_final_wins_or_loses() -> None:
    args = ("exercise", "-p", 5, "-r", "bouquet-final", "--pile", 0, "--answers")
    out = ask(*args).out
    assert "Which move still wins?" in out
    assert re.search(r"^ wins  ", out, re.MULTILINE)
    assert re.search(r"^loses  ", out, re.MULTILINE)
    assert "Obvious, but loses" in out
    assert "pace" not in out


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("--theme", "empty-hand"), "only in Bouquet final"),
        (("--theme", "last-round", "--pile", 4), "use --pile 0, and not"),
        (
            ("--theme", "last-round", "--pile", 0, "-r", "bouquet-final"),
            "use --pile 0, and not",
        ),
        (("--seed", "a b"), "letters, digits and hyphens"),
    ],
)
def test_what_can_never_be_found(args: Sequence[object], message: str) -> None:
    code, out, err = ask("exercise", *args)
    assert (code, out) == (2, "")
    assert message in err


def test_several_solutions() -> None:
    house = Rules(tuple(Suit(letter, (1,) * 5) for letter in "rgb"), hand_size=3, tokens=1)
    text = "hands r3 g5 b5 / g4 r1 b4; fireworks r0 g3 b3; tokens 1; Bob to move; turns left 2"
    position = position_from_text(text, rules=house)
    assert exercise(Searcher(BUDGET), position, 1, None, 1) is None
    made = exercise(Searcher(BUDGET), position, 2, None, 1)
    assert made is not None
    assert sentence(made) == "Bob to move. Which 2 moves keep 8?"
    assert {str(move.card) for move in made.solutions} == {"g4", "b4"}


def terminal(*args: str, then: bytes | signal.Signals) -> tuple[int, str]:
    """The exit code and what is seen on a terminal where this is typed, or comes, in the end."""
    own, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "cli", *args],
        stdin=theirs, stdout=theirs, stderr=theirs,
        env=os.environ | PLAIN | {"PYTHONPATH": str(Path(cli.__file__).parent.parent)},
    )  # fmt: skip
    os.close(theirs)
    seen = b""
    while b"[Enter shows the answer]" not in seen:
        seen += os.read(own, 4096)
    if isinstance(then, bytes):
        os.write(own, then)
    # A signal that comes just before the process begins to read is not seen until the next.
    while not isinstance(then, bytes) and process.poll() is None:
        process.send_signal(then)
        with suppress(subprocess.TimeoutExpired):
            process.wait(1)
    try:
        while part := os.read(own, 4096):
            seen += part
    except OSError:  # Linux's way to say that nobody is at the other end
        pass
    os.close(own)
    return process.wait(), seen.decode()


def test_the_answer_comes_after_enter() -> None:
    code, seen = terminal(*map(str, EASY), then=b"\n")
    assert code == codes.ANSWERED
    question, answer = seen.split("[Enter shows the answer]")
    assert "to move. Which move" in question and "Grade" not in question.partition("slot")[2]
    assert "A best line:" in answer


def test_control_c_leaves_at_the_question() -> None:
    code, seen = terminal(*map(str, EASY), then=signal.SIGINT)
    assert code == codes.INTERRUPTED
    assert "A best line:" not in seen
    assert "Traceback" not in seen


# JSON


def test_json_lines() -> None:
    answer = ask("exercise", "--players", 4, "--pile", 2, "--count", 3, "--seed", 7, "--json")
    assert (answer.code, answer.err) == (codes.ANSWERED, "")
    assert len(answer.lines) == 3
    for record in answer.lines:
        assert set(record) == FIELDS
        assert record["schema"] == "hanabi-solve/1"
        position = position_from_json(record["position"])
        assert loads_position(record["text"]) == position
        assert len(position.pile) == 2
        for move in (*record["moves"], *record["solutions"], *record["obvious"]):
            assert position.is_legal(action_from_json(position, move))
            assert move["keeps_best"] == (move["max_score"] == record["max_score"])
        for value in record["line"]:
            position = position.push(action_from_json(position, value))
        assert position.score == record["max_score"]


@pytest.mark.check_takes(0)
def test_the_same_seed_gives_the_same_set() -> None:
    args = ("exercise", "--count", 3, "--pile", 3, "--json", "--seed")
    first = ask(*args, 7).out
    assert first == ask(*args, 7).out
    assert first != ask(*args, 8).out
    # A shorter set is the beginning of a longer one.
    assert first.startswith(ask("exercise", "--count", 1, *args[3:], 7).out)


def test_rich_is_not_loaded_for_json() -> None:
    code = f"""
import sys
from cli.app import run
run({[*map(str, EASY), "--json"]})
print("rich" in sys.modules, file=sys.stderr)
"""
    environment = os.environ | PLAIN | {"PYTHONPATH": str(Path(cli.__file__).parent.parent)}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True
    )
    assert done.stderr == "False\n"


@pytest.mark.check_takes(0)
def test_filters() -> None:
    args = ("exercise", "--players", 4, "--pile", 1, "--count", 2, "--json")
    records = ask(*args, "--theme", "hold-the-five", "--grade", 3).lines
    assert [(r["theme"], r["grade"]["number"]) for r in records] == [("hold-the-five", 3)] * 2


def test_too_few_are_found() -> None:
    code, out, err = ask("exercise", "--count", 50, "--deals", 12, "--pile", 1, "-p", 2, "--json")
    found = out.count("\n")
    assert code == codes.ANSWERED
    assert 0 < found < 12
    assert err.startswith(f"{found} of 50 exercises found in 12 deals: ")
    assert "--deals" in err and err.count("\n") == 1


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--count", "0"], "--count 0"),
        (["--count", "x"], "--count"),
        (["--solutions", "-1"], "--solutions -1"),
        (["--deals", "0"], "--deals 0"),
        (["--pile", "-1"], "--pile"),
        (["--pile", "99"], "--pile 99: write a whole number from 0 to 35"),
        (["--players", "0"], "players"),
        (["--players", "7"], "players"),
        (["--grade", "6"], "--grade 6"),
        (["--theme", "hold-the-fiv"], "did you mean hold-the-five?"),
        (["--seed", "a b"], "seed"),
        (["--seed", ""], "--seed"),
        (["--rules", "nonsense"], "nonsense"),
        (["--json", "--sheet", "a.md"], "--json and --sheet"),
        (["--sheet", "sheet.pdf"], ".html or .md"),
        (["--sheet", "/nowhere/at/all.md"], "no such folder"),
        (["extra"], "extra"),
    ],
)
def test_garbage(args: list[str], message: str) -> None:
    code, out, err = ask("exercise", *args)
    assert (code, out) == (codes.BAD_INPUT, "")
    assert err.startswith("error: ") and err.count("\n") == 1
    assert message in err


# Sheets


class Text(HTMLParser):
    """The text of a page; every tag that is opened must be closed again."""

    VOID = ("meta",)

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def test_an_html_sheet(tmp_path: Path) -> None:
    path = tmp_path / "sheet.html"
    args = (*EASY, "--count", 3)
    assert ask(*args, "--sheet", path) == (codes.ANSWERED, "", "")
    assert os.listdir(tmp_path) == ["sheet.html"]
    page = Text()
    page.feed(path.read_text(encoding="utf-8"))
    assert page.open == []
    check_sheet(page.text, args)
    source = path.read_text(encoding="utf-8")
    assert "break-before: page" in source
    assert "<script" not in source and "http" not in source


def test_a_markdown_sheet(tmp_path: Path) -> None:
    path = tmp_path / "sheet.md"
    args = (*EASY, "--count", 3)
    assert ask(*args, "--sheet", path) == (codes.ANSWERED, "", "")
    check_sheet(path.read_text(encoding="utf-8"), args)


def check_sheet(text: str, args: tuple[object, ...]) -> None:
    """Every question, and behind all of them every solution with the value of each move."""
    questions, solutions = re.split(r"^(?:# )?Solutions$", text, flags=re.MULTILINE)
    parts = re.split(r"Solution \d+", solutions)[1:]
    records = ask(*args, "--json").lines
    assert len(parts) == len(records) == 3
    for number, (record, part) in enumerate(zip(records, parts, strict=True), 1):
        assert f"{number}. {record['question']}" in questions
        assert record["seed"] in questions
        assert f"Grade {record['grade']['number']} of 5" in part
        for move in record["moves"]:
            assert str(move["max_score"]) in part
            assert move["card"] is None or move["card"] in part
        assert "best line" in part


def test_a_sheet_of_nothing_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "sheet.md"
    answer = ask("exercise", "--deals", 1, "--pile", 0, "--sheet", path)
    assert (answer.code, answer.out) == (codes.ANSWERED, "")
    assert answer.err.startswith("0 of 1 exercise found in 1 deal, so")
    assert not path.exists()


def test_a_sheet_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "sheet.md").mkdir()
    code, _, err = ask(*EASY, "--sheet", tmp_path / "sheet.md")
    assert code == codes.BAD_INPUT
    assert "sheet.md: cannot be written" in err
    assert os.listdir(tmp_path) == ["sheet.md"]


def test_titles_are_escaped() -> None:
    assert "<b>" not in as_html([], "<b>&")
    assert "&lt;b&gt;&amp;" in as_html([], "<b>&")
    assert as_markdown([], "x").startswith("# x\n")
