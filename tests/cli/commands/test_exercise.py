"""`hanabi-solve exercise`: what it prints, what it refuses, a lesson, what is on a sheet."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import cli
import cli.commands.exercise
import cli.views.forms.sheet
from cli.terminal import codes
from cli.views.exercise import sentence
from cli.views.forms.sheet import as_html, as_markdown
from solver import Rules
from solver.exercises.making import make
from solver.game.deals import PLAYER_NAMES
from solver.notation.actions import action_from_json
from solver.notation.positions import loads_position, position_from_text
from tests.support.asking import PLAIN, ask

EASY = ("exercise", "--players", 4, "--seed", 5)
PUZZLE = (*EASY, "--known-pile")
FIELDS = {
    *("schema", "version", "kind", "question", "position", "text", "hand_order", "pile_order"),
    *("seed", "turn", "perfect_score", "max_score", "solutions", "obvious", "moves", "theme"),
    *("themes", "lesson", "why", "refutation", "grade", "line"),
}


# The page


def test_questions_only() -> None:
    code, out, err = ask(*EASY, "--count", 2)
    assert (code, err) == (codes.ANSWERED, "")
    assert re.findall(r"^Exercise (\d)", out, re.MULTILINE) == ["1", "2"]
    asked = r"^\w+ to move\. Which move has the best chance of \d+\?$"
    assert len(re.findall(asked, out, re.MULTILINE)) == 2
    assert out.count("The best move is ahead by at least 5 %.\n") == 2
    assert "Grade" not in out and "Theme" not in out
    assert "\x1b" not in out
    assert all(len(row) <= 80 and row == row.rstrip() for row in out.splitlines())
    assert re.search(r"^\w+ to move\. Which move keeps \d+\?$", ask(*PUZZLE).out, re.MULTILINE)


@pytest.mark.parametrize("args", [EASY, PUZZLE], ids=["judgement", "puzzle"])
def test_the_page_shows_the_whole_table(args: Sequence[object]) -> None:
    record = ask(*args, "--json").json
    out = ask(*args).out
    position = position_from_text(record["text"])
    hands, table = out.split("\n\n")[1:3]
    for hand in position.hands:
        assert " ".join(str(position.card(order)) for order in reversed(hand)) in hands
    label = "in pile" if args is EASY else "pile   "
    assert f"\n{label} {' '.join(map(str, position.pile))}\n" in table
    assert f"tokens {position.tokens} of 8, strikes {position.strikes} of 3, " in table
    assert table.endswith(f"pace {position.pace}")


@pytest.mark.parametrize("args", [EASY, PUZZLE], ids=["judgement", "puzzle"])
def test_answers(args: Sequence[object]) -> None:
    out = ask(*args, "--answers").out
    record = ask(*args, "--json").json
    _, _, answer = out.partition("?\n")
    rows = [row for row in answer.splitlines() if re.match(r" *(\d|<|>)", row)]
    for move in record["moves"]:
        worth = move.get("max_score", move.get("win"))
        shown = worth if args is PUZZLE else f"{float(100 * Fraction(worth)):.1f}".rstrip("0")
        assert any(str(shown).rstrip(".") in row for row in rows), (shown, rows)
    assert f"Theme: {record['lesson']}" not in answer and record["lesson"] in answer
    assert f"Grade {record['grade']['number']} of 5: " in answer
    assert ("A best line:" in answer) == (args is PUZZLE)


def test_several_solutions_in_words() -> None:
    made = next(
        one
        for one in make(Rules.named("base"), 4, kind="puzzle", solutions=2, seed=2)
        if len(one.solutions) == 2
    )
    name = PLAYER_NAMES[made.position.to_move]
    assert sentence(made) == f"{name} to move. Which 2 moves keep {made.score}?"


# A lesson


def terminal(*args: object, typed: str = "", then: signal.Signals | None = None) -> tuple[int, str]:
    """The exit code and what is seen on a terminal where these lines are typed."""
    own, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "cli", *map(str, args)],
        stdin=theirs, stdout=theirs, stderr=theirs,
        env=os.environ | PLAIN | {"PYTHONPATH": str(Path(cli.__file__).parent.parent)},
    )  # fmt: skip
    os.close(theirs)
    seen = b""
    for line in typed.splitlines():
        seen += _until(own, rb"(quit\):|to quit:) $")
        os.write(own, f"{line}\n".encode())
    if then is not None:
        seen += _until(own, rb"quit\): $")
        # A signal that comes just before the process begins to read is not seen until the next.
        while process.poll() is None:
            process.send_signal(then)
            with suppress(subprocess.TimeoutExpired):
                process.wait(1)
    with suppress(OSError):  # Linux's way to say that nobody is at the other end
        while part := os.read(own, 4096):
            seen += part
    os.close(own)
    return process.wait(), seen.decode().replace("\r\n", "\n")


def _until(own: int, pattern: bytes) -> bytes:
    seen = b""
    while not re.search(pattern, seen):
        seen += os.read(own, 4096)
    return seen


def moves_of(record: dict[str, Any]) -> tuple[str, str]:
    """What to type for the solution and for a wrong move."""
    position = position_from_text(record["text"])

    def typed(move: dict[str, Any]) -> str:
        action = action_from_json(position, move)
        if action.card is None:
            return "clue"
        return f"{action.kind} {position.slot(action.card)}"

    return typed(record["solutions"][0]), typed(record["obvious"][0])


def test_a_lesson() -> None:
    records = ask(*EASY, "--count", 3, "--json").lines
    (right, _), (second, wrong), _ = map(moves_of, records)
    typed = f"{right}\n\nfly away\nplay 9\n{wrong}\nh\nh\nh\n{second}\ns\n\nq\n"
    code, seen = terminal(*EASY, typed=typed)
    assert code == codes.ANSWERED
    assert seen.count("Right. ") == 2 and seen.count("Wrong. ") == 1
    assert '"fly away" is no move: write a move like play 3, discard r1 or clue' in seen
    assert "slot 9: the hand has the slots 1 to 4" in seen
    assert seen.count("Theme: ") == 4  # with each answer, as the first hint, and in the solution
    assert (
        "It is a " in seen or "It is not a play." in seen
    ) and "That was the last hint; s is the solution." in seen
    assert seen.endswith("Solved at the first try: 1 of 2; with a hint or more tries: 1.\n")


def test_the_solution_is_shown_when_asked_for() -> None:
    code, seen = terminal(*PUZZLE, "--count", 1, typed="s\n\n")
    assert code == codes.ANSWERED
    question, answer = seen.split("quit): ", 1)
    assert "A best line:" in answer and "A best line:" not in question
    assert seen.endswith("Solved at the first try: 0 of 1.\n")


def test_who_quits_at_once_has_tried_nothing() -> None:
    code, seen = terminal(*EASY, typed="q\n")
    assert code == codes.ANSWERED
    assert "Solved" not in seen


def test_control_c_leaves_at_the_question() -> None:
    code, seen = terminal(*EASY, then=signal.SIGINT)
    assert code == codes.INTERRUPTED
    assert "Theme" not in seen
    assert "Traceback" not in seen


def test_progress(tmp_path: Path) -> None:
    """What was solved does not come again, what was missed comes first."""
    path = tmp_path / "progress.json"
    records = ask(*EASY, "--count", 3, "--json").lines
    (right, _), (_, wrong), _ = map(moves_of, records)
    args = (*EASY, "--progress", path)
    terminal(*args, typed=f"{right}\n\n{wrong}\nq\n")
    kept = json.loads(path.read_text())
    assert [entry["text"] for entry in kept["solved"]] == [records[0]["text"]]
    assert [entry["text"] for entry in kept["missed"]] == [records[1]["text"]]
    _, seen = terminal(*args, typed=f"{moves_of(records[1])[0]}\n\nq\n")
    assert records[1]["seed"] in seen and records[2]["seed"] in seen
    assert records[0]["seed"] not in seen
    assert len(json.loads(path.read_text())["solved"]) == 2


def test_a_file_that_is_no_progress_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("buy milk")
    code, seen = terminal(*EASY, "--progress", path)
    assert code == codes.BAD_INPUT
    assert "no progress file, and it is left as it is" in seen.replace("\n", " ")
    assert path.read_text() == "buy milk"


# JSON


@pytest.mark.parametrize("args", [EASY, PUZZLE], ids=["judgement", "puzzle"])
def test_json_lines(args: Sequence[object]) -> None:
    answer = ask(*args, "--count", 3, "--json")
    assert (answer.code, answer.err) == (codes.ANSWERED, "")
    assert len(answer.lines) == 3
    for record in answer.lines:
        assert set(record) == FIELDS | ({"aim", "win"} if args is EASY else set())
        assert record["schema"] == "hanabi-solve/1"
        assert record["kind"] == ("judgement" if args is EASY else "puzzle")
        position = loads_position(record["text"])
        assert len(position.pile) <= 8
        best = record["win"] if args is EASY else record["max_score"]
        for move in (*record["moves"], *record["solutions"], *record["obvious"]):
            assert position.is_legal(action_from_json(position, move))
            worth = move["win"] if args is EASY else move["max_score"]
            assert move["keeps_best"] == (worth == best)
        assert all(move["why"] for move in record["obvious"])
        assert record["why"]
        for value in record["line"]:
            position = position.push(action_from_json(position, value))
        assert args is EASY or position.score == record["max_score"]


@pytest.mark.check_takes(0)
def test_the_same_seed_gives_the_same_set() -> None:
    args = ("exercise", "--count", 3, "-p", 5, "--json", "--seed")
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
    args = ("exercise", "--players", 4, "--count", 2, "--json")
    records = ask(*args, "--theme", "keep-the-five", "--grade", 1).lines
    assert [r["grade"]["number"] for r in records] == [1, 1]
    assert all("keep-the-five" in r["themes"] for r in records)


def test_too_few_are_found() -> None:
    code, out, err = ask("exercise", "--count", 50, "--deals", 40, "-p", 4, "--json")
    found = out.count("\n")
    assert code == codes.ANSWERED
    assert 0 < found < 40
    assert err.startswith(f"{found} of 50 exercises found in 40 deals: ")
    assert "--deals" in err and err.count("\n") == 1


def test_with_bonus_tiles_they_are_puzzles() -> None:
    asked = ["exercise", "-r", "flamboyants", "-p", "2", "--json"]
    code, out, err = ask(*asked)
    assert (code, json.loads(out)["kind"]) == (0, "puzzle")
    assert "so these are puzzles" in err
    assert ask(*asked, "--known-pile") == (0, out, "")


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--count", "0"], "--count 0"),
        (["--count", "x"], "--count"),
        (["--solutions", "-1"], "--solutions -1"),
        (["--solutions", "2"], "--solutions goes with --known-pile"),
        (["--deals", "0"], "--deals 0"),
        (["--pile", "-1"], "--pile"),
        (["--pile", "21"], "--pile 21: write a whole number from 0 to 20"),
        (["--known-pile", "--pile", "99"], "--pile 99: write a whole number from 0 to 35"),
        (["--players", "0"], "players"),
        (["--players", "7"], "players"),
        (["--grade", "6"], "--grade 6"),
        (["--theme", "keep-the-fiv"], "did you mean keep-the-five?"),
        (["--theme", "misplay-on-purpose"], "the themes are"),
        (["--theme", "last-round-order", "--pile", "5"], "only with a pile of 0 cards"),
        (["--theme", "who-draws-last", "-r", "bouquet-final"], "has no last round"),
        (["--theme", "late-card", "--known-pile"], "lies face down"),
        (["--seed", "a b"], "seed"),
        (["--seed", ""], "--seed"),
        (["--rules", "nonsense"], "nonsense"),
        (["--rules", "deck-plays", "--known-pile"], "leave deck-plays out"),
        (["--json", "--sheet", "a.md"], "--json and --sheet"),
        (["--progress", "p.json"], "--progress is for a lesson"),
        (["--progress", "p.json", "--json"], "--progress is for a lesson"),
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

    VOID = ("meta", "br")

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


@pytest.mark.parametrize("kind", [EASY, PUZZLE], ids=["judgement", "puzzle"])
def test_an_html_sheet(tmp_path: Path, kind: Sequence[object]) -> None:
    path = tmp_path / "sheet.html"
    args = (*kind, "--count", 3)
    assert ask(*args, "--sheet", path) == (codes.ANSWERED, "", "")
    assert os.listdir(tmp_path) == ["sheet.html"]
    page = Text()
    page.feed(path.read_text(encoding="utf-8"))
    assert page.open == []
    check_sheet(page.text, args)
    source = path.read_text(encoding="utf-8")
    assert "break-before: page" in source and ".keeps > *" in source
    assert source.count('class="keeps"') == 3
    assert "<script" not in source and "http" not in source


@pytest.mark.parametrize("kind", [EASY, PUZZLE], ids=["judgement", "puzzle"])
def test_a_markdown_sheet(tmp_path: Path, kind: Sequence[object]) -> None:
    path = tmp_path / "sheet.md"
    args = (*kind, "--count", 3)
    assert ask(*args, "--sheet", path) == (codes.ANSWERED, "", "")
    check_sheet(path.read_text(encoding="utf-8"), args)


@pytest.mark.parametrize("form", ["html", "md"])
def test_a_sheet_with_links(tmp_path: Path, form: str) -> None:
    path = tmp_path / f"sheet.{form}"
    assert ask(*EASY, "--count", 2, "--link", "--sheet", path).code == codes.ANSWERED
    for record in ask(*EASY, "--count", 2, "--link", "--json").lines:
        assert record["link"] in path.read_text().replace("&amp;", "&")


def check_sheet(text: str, args: tuple[object, ...]) -> None:
    """Every question, and behind all of them every solution with the why of the wrong moves."""
    questions, solutions = re.split(r"^(?:# )?Solutions$", text, flags=re.MULTILINE)
    parts = re.split(r"Solution \d+", solutions)[1:]
    records = ask(*args, "--json").lines
    assert len(parts) == len(records) == 3
    for number, (record, part) in enumerate(zip(records, parts, strict=True), 1):
        assert f"{number}. {record['question']}" in questions
        assert record["seed"] in questions
        assert f"Grade {record['grade']['number']} of 5" in part
        assert record["lesson"] in part
        for move in record["moves"]:
            assert move["card"] is None or move["card"] in part
        if record["refutation"]:
            assert record["refutation"] in part
        else:
            assert record["obvious"][0]["why"] in part


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
