"""What reaches the terminal: rows of plain letters, whatever was given."""

from __future__ import annotations

import io
import json
import subprocess
from pathlib import Path
from unittest.mock import patch

import pytest
from rich.text import Text

from cli.app import run
from cli.terminal import codes, output
from solver.game.deals import Deal
from solver.hanab_live.games import game_to_json
from solver.letters import visible
from tests.support.asking import ask
from tests.support.processes import COMMAND, ENVIRONMENT

# Colours, the bell, a line end, C1, DEL, directions, a line separator, zero width, a tag, a half.
HIDDEN = "\x1b[31m\a\n\r\t\x9b\x7f\u202e\u2066\u200e\u061c\u2028\u200b\U000e0041\udcff"
SHOWN = (
    r"\x1b[31m\x07\n\r\t\x9b\x7f\u202e\u2066\u200e\u061c\u2028\u200b\U000e0041\udcff"  # as Python
)
WORDS = "żółw 東京 \xa0 é😀"  # letters and blanks of all languages stay


def rows_are_plain(text: str) -> bool:
    return all(visible(row) == row for row in text.split("\n"))


def test_hidden_signs_are_shown() -> None:
    assert visible(HIDDEN) == SHOWN
    assert visible(WORDS) == WORDS


@pytest.mark.parametrize("sink", [output.line, output.note, output.error])
def test_one_call_is_one_row(sink: object, capsys: pytest.CaptureFixture[str]) -> None:
    assert callable(sink)
    sink(f"a{HIDDEN}b{WORDS}")
    out, err = capsys.readouterr()
    assert (out + err).removeprefix("error: ") == f"a{SHOWN}b{WORDS}\n"


def test_rows_keep_their_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    row = Text("red\x1b[2J\n", "bold").append("plain \u202e blue\nx", "blue")
    shown = output._visible_row(row)
    assert shown.plain == r"red\x1b[2J\nplain \u202e blue\nx"
    blue = [span for span in shown.spans if span.style == "blue"]
    assert "".join(shown.plain[span.start : span.end] for span in blue) == r"plain \u202e blue\nx"
    assert shown.style == "bold"


@pytest.mark.parametrize(
    "args",
    [
        ("deal", "--seed", HIDDEN, "-p", 3),
        ("deal", "--seed", 42, "-p", HIDDEN),
        ("deal", "--deck", HIDDEN, "-p", 3),
        ("deal", "--file", HIDDEN),
        ("deal", "--seed", 42, "-p", 3, "-r", HIDDEN),
        ("deal", "--seed", 42, "-p", 3, "-r", f"{HIDDEN}.json"),
        ("deal", "--seed", 42, "-p", 3, "-r", f'{{"suits": "{HIDDEN[:1]}"}}'),
        ("deal", "--seed", 42, "-p", 3, "--seconds", HIDDEN),
        ("deal", HIDDEN),
        ("deal", f"--{HIDDEN}"),
        (HIDDEN,),
        ("endgame", "--text", f"hands r1 / r2; tokens {HIDDEN}"),
        ("endgame", "--text", HIDDEN),
        ("endgame", "--seed", 42, "-p", 3, "--moves", HIDDEN),
        ("endgame", "--seed", 42, "-p", 3, "--graph", f"{HIDDEN}.x"),
        ("exercise", "--seed", HIDDEN),
        ("exercise", "--theme", HIDDEN),
        ("exercise", "--sheet", HIDDEN),
        ("deals", "--lost", "--reason", HIDDEN),
        ("replay", HIDDEN),
        ("survey", HIDDEN, "--seeds", HIDDEN),
        ("report", HIDDEN),
        ("report", ".", "--format", HIDDEN),
        ("rules", HIDDEN),
        ("batch", HIDDEN),
    ],
    ids=str,
)
def test_errors_show_what_was_given(args: tuple[object, ...]) -> None:
    code, out, err = ask(*args)
    assert (code, out) == (codes.BAD_INPUT, "")
    assert err.startswith("error: ") and err.count("\n") == 1
    assert rows_are_plain(err)


def test_names_and_file_names_are_shown(tmp_path: Path) -> None:
    names = [f"a{HIDDEN[:-1]}b", "\u202ebob"]
    game = game_to_json(Deal.from_seed("p2v0s1"), (), names=names)
    odd = HIDDEN[:-1]
    (tmp_path / f"good{odd}.json").write_text(json.dumps(game), encoding="utf-8")
    (tmp_path / f"bad{odd}.json").write_text(json.dumps(game | {"deck": odd}), encoding="utf-8")
    for more in ((), ("--json",), ("--quiet",)):
        code, out, err = ask("replay", tmp_path, "--jobs", 1, *more)
        assert code == codes.BAD_INPUT
        assert rows_are_plain(out) and rows_are_plain(err)
        if not more:
            assert f"good{visible(odd)}.json  " in out
            assert f"bad{visible(odd)}.json  error: " in out
    for more in ((), ("--json",), ("--quiet",)):
        code, out, err = ask("replay", tmp_path / f"good{odd}.json", *more)
        assert (code, err) == (codes.ANSWERED, "")
        assert rows_are_plain(out)


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252", "utf-8", "ascii:strict"])
@pytest.mark.parametrize("colour", ["", "1"])
def test_letters_that_the_terminal_cannot_show(encoding: str, colour: str) -> None:
    """Blocks, ellipses and names of all languages: replaced, on stdout and stderr."""
    game = json.dumps(game_to_json(Deal.from_seed("p2v0s1"), (), names=["Łukasz", "東京"]))
    environment = ENVIRONMENT | {"PYTHONIOENCODING": encoding, "FORCE_COLOR": colour}
    for args, code in ((("replay", "-"), 0), (("rules",), 0), (("deal", "--seed", "żółw…"), 2)):
        process = subprocess.run(
            [*COMMAND, *args],
            input=game.encode(),
            env=environment,
            capture_output=True,
            check=False,
        )
        assert process.returncode == code, process.stderr
        assert b"Traceback" not in process.stderr and b"internal" not in process.stderr
        (process.stdout + process.stderr).decode(encoding.partition(":")[0])


class Terminal(io.TextIOWrapper):
    """Somebody who types."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("args", "is_asked"),
    [
        (("deal", "--file", "-"), True),
        (("endgame", "--file", "-", "--nodes", 1), True),
        (("replay", "-"), True),
        (("batch", "-"), True),
        (("batch", "-", "--quiet"), False),
        (("line", "--seed", "p3v0s42", "--line", "-"), True),
        (("deal", "--seed", "p3v0s42"), False),
    ],
)
def test_who_sits_at_a_terminal_is_asked(
    args: tuple[object, ...], is_asked: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = Terminal(io.BytesIO(b'{"seed": "p3v0s42"}'))
    with patch("sys.stdin", typed):
        run([str(arg) for arg in args])
    asked = "reading from the terminal; Ctrl-D ends it\n"
    assert capsys.readouterr().err.startswith(asked) == is_asked


@pytest.mark.parametrize(
    "args",
    [("deal", "--file", "-", "-p", 2), ("endgame", "--file", "-"), ("line", "--seed", "p3v0s42")],
)
def test_too_much_is_refused(args: tuple[object, ...]) -> None:
    code, out, err = ask(*args, stdin=b"r1 " * 2**20)
    assert (code, out) == (codes.BAD_INPUT, "")
    assert err == "error: stdin: is too large: at most 1 MiB are read\n"
