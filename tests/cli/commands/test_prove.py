"""`hanabi-solve prove`: proofs written, checked and explained; what it says when there is none."""

from __future__ import annotations

import json
import signal
import subprocess
from functools import partial
from pathlib import Path

import pytest

from cli.terminal import codes
from solver import Deal, solve
from solver.proofs import making
from solver.proofs.contents import DEAL, FORMULA, NAMES, PROOF
from solver.search import sat
from tests.support.asking import ask
from tests.support.lost import DECKS
from tests.support.processes import ENVIRONMENT, PYTHON, started, wait_for_end, wait_until

RULES = json.dumps(
    {
        "suits": [{"letter": letter, "copies": [3, 2, 2, 2, 1]} for letter in "ry"],
        "hand_size": 3,
    }
)
SMALL = ("--deck", DECKS[0], "-p", "2", "-r", RULES)
OTHER = ("--deck", DECKS[1], "-p", "2", "-r", RULES)


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    path = tmp_path / "proof.tar.gz"
    assert ask("prove", *SMALL, "--out", path).code == codes.ANSWERED
    return path


def test_a_proof_is_made_and_checked(tmp_path: Path) -> None:
    path = tmp_path / "proof"
    made = ask("prove", "--seed", "40", "-p", "2", "--out", path)
    assert made.code == codes.ANSWERED
    assert made.out.startswith("p2v0s40, 2 players, base\n")
    proven = "Proven: 25 cannot be reached in p2v0s40 (2 players, base).\n"
    reason = solve(Deal.from_seed(40, players=2)).reason
    assert f"\n\n{proven}{reason}\n\n" in made.out
    assert f"hanabi-solve prove --check {path}\n" in made.out
    assert {there.name for there in path.iterdir()} == set(NAMES)
    assert all(f"\n  {name:<16} " in made.out for name in NAMES)
    checked = ask("prove", "--check", path)
    assert checked.code == codes.ANSWERED
    assert checked.out.startswith("Verified: 25 cannot be reached in p2v0s40 (2 players, base).\n")
    assert "The certificate holds: hand-size." in checked.out
    assert "checked by dratify." in checked.out


def test_json(archive: Path, tmp_path: Path) -> None:
    made = ask("prove", *SMALL, "--out", tmp_path / "again.tar.gz", "--json").json
    assert (made["verdict"], made["score"], made["seed"]) == ("lost", 10, None)
    assert made["reason"] == ask("deal", *SMALL, "--json").json["reason"]
    assert (tmp_path / "again.tar.gz").read_bytes() == archive.read_bytes()
    checked = ask("prove", "--check", archive, "--json").json
    assert checked["verdict"] == "verified"
    assert checked["files"] == made["proof"]["files"]
    assert checked["plain"] is None
    assert len(checked["files"][PROOF]["sha256"]) == 64


def test_it_is_compared_with_a_deal(archive: Path) -> None:
    assert ask("prove", "--check", archive, *SMALL).code == codes.ANSWERED
    for other in (OTHER, (*SMALL, "--score", "9")):
        answer = ask("prove", "--check", archive, *other)
        assert answer.code == codes.BAD_INPUT
        assert "is a proof of something else: 10 cannot be reached in this deal" in answer.err


def test_the_plain_formula_agrees(archive: Path) -> None:
    answer = ask("prove", "--check", archive, "--plain")
    assert answer.code == codes.ANSWERED
    assert "The plain formula agrees: it was refuted, too, after" in answer.out
    assert ask("prove", "--check", archive, "--plain", "--json").json["plain"]["agrees"] is True


def test_the_plain_formula_may_take_too_long(tmp_path: Path) -> None:
    path = tmp_path / "proof.zip"
    assert ask("prove", "--seed", "40", "-p", "2", "--out", path).code == codes.ANSWERED
    answer = ask("prove", "--check", path, "--plain", "--nodes", "1000")
    assert answer.code == codes.UNDECIDED
    assert "The plain formula is not decided after" in answer.out


def test_a_score_that_can_be_reached(tmp_path: Path) -> None:
    path = tmp_path / "proof"
    answer = ask("prove", *SMALL, "--score", "9", "--out", path)
    assert answer.code == codes.REACHABLE
    assert "\n\nNot lost: 9 can be reached. Nothing is written.\n" in answer.out
    assert "A line that reaches 9:\n 1. Alice " in answer.out
    value = ask("prove", *SMALL, "--score", "9", "--out", path, "--json")
    assert (value.code, value.json["verdict"], value.json["bounds"]) == (3, "reachable", [9, 10])
    assert len(value.json["line"]) > 10
    assert not path.exists()


def test_undecided(tmp_path: Path) -> None:
    deal = ("--seed", "13687", "-p", "4", "-r", "avalanche-5", "--nodes", "20000")
    answer = ask("prove", *deal, "--out", tmp_path / "proof")
    assert answer.code == codes.UNDECIDED
    verdict = "Undecided within the budget of 20,000 nodes: 30 may or may not be reachable.\n"
    bounds = "The maximum is at least 29 and at most 30.\n"
    assert f"\n\n{verdict}{bounds}Nothing is written.\n\n" in answer.out
    value = ask("prove", *deal, "--out", tmp_path / "proof", "--json").json
    assert (value["verdict"], value["bounds"][1], value["proof"]) == ("undecided", 30, None)
    assert list(tmp_path.iterdir()) == []


def no_memory(question: object, goes_on: object) -> None:
    raise sat.NoRoomError


def test_no_memory_for_clause_learning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.proofs.making.asked", no_memory)
    answer = ask("prove", *SMALL, "--out", tmp_path / "proof")
    assert answer.code == codes.UNDECIDED
    assert "\n\nNo proof: memory ran out; 10 cannot be reached, says the search." in answer.out
    assert "\nClause learning needs memory, too: a smaller --memory leaves it more.\n" in answer.out
    answer = ask("deal", *SMALL, "--prove", tmp_path / "proof")
    assert answer.code == codes.ANSWERED
    assert answer.err == "note: no proof is written: memory ran out\n"
    survey = ("survey", "-p", "2", "--seeds", "40-40", "-j", "1", "--out", tmp_path / "s")
    assert "p2v0s40 (memory ran out)\n" in ask(*survey, "--prove", "lost").out


@pytest.mark.parametrize("command", [("prove", "--out"), ("deal", "--prove")])
def test_a_full_disk(command: tuple[str, str], tmp_path: Path) -> None:
    """Files of 100 kB are all that this process and those that it starts may write."""
    code = f"""
import resource
import cli.app

resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
raise SystemExit(cli.app.run(["{command[0]}", "--seed", "40", "-p", "2", "{command[1]}", "a.zip"]))
"""
    ended = subprocess.run(
        [*PYTHON, code], env=ENVIRONMENT | {"TMPDIR": str(tmp_path)}, cwd=tmp_path,
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ended.returncode == codes.BAD_INPUT
    assert ended.stderr == (
        f"error: the proof does not fit on the disk: {tmp_path} has no room for it; set TMPDIR to "
        "a folder with more\n"
    )
    assert list(tmp_path.iterdir()) == []


def test_a_position(tmp_path: Path) -> None:
    path = tmp_path / "proof.zip"
    position = (*SMALL, "--moves", "clue; clue")
    assert ask("prove", *position, "--out", path).code == codes.ANSWERED
    assert ask("prove", "--check", path, *position).code == codes.ANSWERED
    assert ask("prove", "--check", path, *SMALL).code == codes.BAD_INPUT


def test_its_file_is_a_position_or_a_deal(tmp_path: Path) -> None:
    """Whose turn it is does not matter where a deal is needed."""
    path = tmp_path / "proof"
    assert ask("prove", *SMALL, "--moves", "clue", "--out", path).code == codes.ANSWERED
    answer = ask("deal", "--file", path / DEAL)
    assert answer.code == codes.BAD_INPUT
    assert answer.err == f"error: {path / DEAL}: is a position, and a deal is needed\n"
    assert ask("endgame", "--file", path / DEAL).code == codes.ANSWERED


def test_a_position_after_many_discards(tmp_path: Path) -> None:
    """When the discards went is not in the file of a position; the proof holds all the same."""
    path = tmp_path / "proof"
    position = ("--seed", "40", "-p", "2", "--turn", "64")
    made = ask("prove", *position, "--out", path)
    assert (made.code, f"{path}/{FORMULA} {path}/{PROOF}" in made.out) == (codes.ANSWERED, True)
    assert ").\nThe cards that can still be played give 24 at most.\n" in made.out
    checked = ask("prove", "--check", path).out
    assert "The certificate holds: " in checked
    assert "The formula is the one that the position gives: " in checked
    assert ask("prove", "--check", path, *position).code == codes.ANSWERED


def test_a_deal_with_its_line(tmp_path: Path) -> None:
    """What `deal --json` writes ends with the game; its first turn is the deal."""
    path, out = tmp_path / "deal.json", tmp_path / "proof.zip"
    path.write_text(ask("deal", *SMALL, "--json").out)
    answer = ask("prove", "--file", path, "--out", out)
    assert (answer.code, "--turn 1 asks about the deal itself" in answer.err) == (2, True)
    assert ask("prove", "--file", path, "--turn", "1", "--out", out).code == codes.ANSWERED
    assert ask("prove", "--check", out, *SMALL).code == codes.ANSWERED


def test_clauses_in_words() -> None:
    answer = ask("prove", *SMALL, "--explain", "1-3")
    assert answer.code == codes.ANSWERED
    assert answer.out.startswith("clause 1: 1 0\nTrue is true.\nWhy: Variable 1 is")
    assert answer.out.count("\nWhy: ") == 3
    value = ask("prove", *SMALL, "--explain", "2", "--json").json
    assert value["words"] == "It cannot be that all fireworks are complete before step 1."
    assert value["clause"] == 2


def test_a_proof_by_the_kept_cards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The answers name the formula, and its clauses are put into words."""
    monkeypatch.setattr(making, "RULES_FIRST", 0)
    path = tmp_path / "proof.zip"
    made = ask("prove", *SMALL, "--out", path)
    assert "The formula is that of kept cards: by the plain rules it took too long.\n" in made.out
    again = ask("prove", *SMALL, "--out", tmp_path / "again.zip", "--json").json
    assert again["proof"]["formula_kind"] == "kept-cards"
    checked = ask("prove", "--check", path)
    assert "  The formula of kept cards is the one that the deal gives: " in checked.out
    value = ask("prove", "--check", path, "--json").json
    assert value["formula_kind"] == "kept-cards"
    clauses = ("--explain", f"1-{min(1000, value['clauses'])}")
    explained = ask("prove", "--check", path, *clauses)
    assert explained.code == codes.ANSWERED
    assert "step 1 puts a card on the firework of r" in explained.out
    assert "Verified" not in explained.out
    assert ask("prove", *SMALL, *clauses).out != explained.out
    too_many = ask("prove", "--check", path, "--explain", "999999")
    assert f"the formula has {value['clauses']:,} clauses" in too_many.err
    other = ask("prove", "--check", path, *OTHER, "--explain", "1")
    assert (other.code, "is a proof of something else" in other.err) == (codes.BAD_INPUT, True)


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ((*SMALL,), "say where the proof goes: --out PATH"),
        ((*SMALL, "--out", "a", "--explain", "1"), "--out and --explain are different things"),
        ((*SMALL, "--out", "a", "--plain"), "--plain goes with --check PATH"),
        (("--check", "a", "--explain", "1", "--plain"), "--check PATH, and without --explain"),
        (("--check", "a", "--explain", "x"), "--explain x: write a number like 17, or a range"),
        (("--out", "a"), "no position is given"),
        (("--check", "a", "--score", "3"), "--score goes with a deal or a position"),
        (("--check", "a", "-p", "3"), "--players goes with a deal or a position"),
        (("--check", "a", "--turn", "3"), "--turn goes with a deal or a position"),
        ((*SMALL, "--out", ""), "the name of the new folder is empty"),
        (("--check", ""), "the name of the proof is empty"),
        (("--check", "gone"), "gone: cannot be read: No such file"),
        ((*SMALL, "--score", "11", "--out", "a"), "score 11: house rules has the scores 1 to 10"),
        ((*SMALL, "--score", "0", "--out", "a"), "--score 0: write a whole number, 1 or more"),
        ((*SMALL, "--out", "a.7z"), "a.7z: an archive ends with .tar, .tar.gz"),
        ((*SMALL, "--out", "no/a"), "no/a: cannot be written: no such folder"),
        ((*SMALL, "--out", "no/a.zip"), "no/a.zip: cannot be written: no such folder"),
        ((*SMALL, "--out", "-"), "--out -: "),
        ((*SMALL, "--out", ".zip"), ".zip: is only the ending of a name: write proof.zip"),
        ((*SMALL, "--out", ".tar.gz"), ".tar.gz: is only the ending of a name: write proof.tar.gz"),
        (("--check", "-"), "--check -: a proof is not read from standard input; name its file"),
        ((*SMALL, "--explain", "0"), "--explain 0: clauses are numbered from 1"),
        ((*SMALL, "--explain", "3-2"), "--explain 3-2: clauses are numbered from 1, and a range"),
        ((*SMALL, "--out", "."), "is there already; name a new folder"),
        ((*SMALL, "--explain", "999999"), "--explain 999999: the formula has 8,673 clauses"),
        ((*SMALL, "--explain", "1-5000"), "at most 1,000 clauses at once"),
        ((*SMALL, "--explain", "x"), "--explain x: write a number like 17, or a range like 17-20"),
        ((*SMALL, "--out", "a", "--megabytes", "0"), "--megabytes 0: write a whole number"),
        (
            ("--seed", "42", "-p", "3", "-r", "flamboyants", "--out", "a"),
            "a game with bonus tiles: there are no proofs for it",
        ),
        (
            ("--seed", "42", "-p", "3", "-r", "bouquet-final", "--score", "24", "--out", "a"),
            "score 24: in Bouquet final only 25 is a score",
        ),
        (
            ("--seed", "40", "-p", "2", "--megabytes", "1", "--out", "a"),
            "the proof has more than 1 MB: allow more, if there is room (--megabytes)",
        ),
    ],
)
def test_what_is_refused(
    args: tuple[str, ...], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    answer = ask("prove", *args)
    assert (answer.code, answer.out) == (codes.BAD_INPUT, "")
    assert words in answer.err
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_proof(archive: Path) -> None:
    archive.write_bytes(archive.read_bytes()[:-1000])
    answer = ask("prove", "--check", archive)
    assert answer.code == codes.BAD_INPUT
    assert f"error: {archive}: " in answer.err


def test_interrupted_nothing_is_written(tmp_path: Path) -> None:
    """Ctrl-C while the proof is being made."""
    args = "'prove', '--seed', '448', '-p', '5', '-r', 'avalanche-5', '--out', 'proof'"
    code = f"""
import _thread
import cli.commands.prove as command
import cli.app

def seen(what, conflicts, say=command.making_words):
    if conflicts:
        _thread.interrupt_main()
    return say(what, conflicts)

command.making_words = seen
raise SystemExit(cli.app.run([{args}]))
"""
    ended = subprocess.run(
        [*PYTHON, code], env=ENVIRONMENT, cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (ended.returncode, ended.stdout) == (128 + signal.SIGINT, "")
    assert ended.stderr == "interrupted: nothing is written to proof\n"
    assert list(tmp_path.iterdir()) == []


def test_interrupted_while_the_plain_formula_is_asked(archive: Path) -> None:
    """What was checked before is said."""
    code = f"""
import _thread
import cli.commands.prove as command
import cli.app

def asking(what, conflicts):
    _thread.interrupt_main()
    return what

command.making_words = asking
raise SystemExit(cli.app.run(['prove', '--check', {str(archive)!r}, '--plain']))
"""
    ended = subprocess.run(
        [*PYTHON, code], env=ENVIRONMENT, capture_output=True, text=True, check=False
    )
    assert ended.returncode == codes.INTERRUPTED
    assert ended.stdout.startswith("Verified: 10 cannot be reached in this deal")
    assert ended.stdout.endswith("checked by dratify.\n")
    assert ended.stderr == "interrupted: the plain formula says neither yes nor no\n"


# Beside other answers


def test_a_proof_beside_the_answer_for_a_deal(tmp_path: Path) -> None:
    value = ask("deal", *SMALL, "--prove", tmp_path / "proof.zip", "--json").json
    assert value["max_score"] == 9
    answer = ask("deal", *SMALL, "--prove", tmp_path / "proof")
    assert answer.out.endswith(f"\n{tmp_path / 'proof'} has the proof.\n")
    same = tmp_path / "same.zip"
    answer = ask("deal", "--seed", "40", "-p", "2", "--prove", same, "--hanab-live", same)
    assert (answer.code, "is the same file; name two" in answer.err) == (codes.BAD_INPUT, True)
    assert value["proof"]["score"] == 10
    assert set(value["proof"]["files"]) >= {FORMULA, PROOF}
    assert ask("prove", "--check", tmp_path / "proof.zip", *SMALL).code == codes.ANSWERED


def test_a_proof_that_is_too_large_beside_the_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(making, "proved", partial(making.proved, megabytes=1))
    answer = ask("deal", "--seed", "40", "-p", "2", "--prove", tmp_path / "proof")
    assert answer.code == codes.BAD_INPUT
    assert answer.err == (
        "error: the proof has more than 1 MB: allow more, if there is room, with `prove "
        "--megabytes N`\n"
    )


@pytest.mark.parametrize(
    ("path", "words"), [("-", "--prove -: stdout has"), ("", "the name of the new folder is empty")]
)
def test_paths_that_are_none(
    path: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    answer = ask("deal", *SMALL, "--prove", path)
    assert (answer.code, answer.out, words in answer.err) == (codes.BAD_INPUT, "", True)
    assert list(tmp_path.iterdir()) == []


def test_no_proof_of_a_deal_that_is_won(tmp_path: Path) -> None:
    answer = ask("deal", "--seed", "42", "-p", "3", "--prove", tmp_path / "proof", "--json")
    assert answer.code == codes.ANSWERED
    assert json.loads(answer.out)["proof"] is None
    assert answer.err == "note: nothing is proven lost, and so no proof is written\n"
    assert list(tmp_path.iterdir()) == []
    assert "proof" not in ask("deal", "--seed", "42", "-p", "3", "--json").json


def test_proofs_for_the_lost_deals_of_a_survey(tmp_path: Path) -> None:
    survey = ("survey", "-p", "2,3", "--seeds", "36-45", "-j", "1", "--out", tmp_path / "s")
    answer = ask(*survey, "--prove", "lost")
    assert answer.code == codes.ANSWERED
    assert f"{tmp_path / 's' / '_proofs'}: 1 proof, 0.2 MB\n" in answer.out
    kept = tmp_path / "s" / "_proofs" / "p2v0s40.tar.xz"
    before = kept.stat()
    assert ask("prove", "--check", kept, "--seed", "40", "-p", "2").code == codes.ANSWERED
    assert ask(*survey, "--prove", "lost").code == codes.ANSWERED
    assert kept.stat().st_mtime_ns == before.st_mtime_ns
    whole = kept.read_bytes()
    for damaged in (b"", whole[:-1000]):
        kept.write_bytes(damaged)
        assert ask(*survey, "--prove", "lost").code == codes.ANSWERED
        assert kept.read_bytes() == whole
    again = ask("survey", "--verify", "1", "--out", tmp_path / "s", "--prove", "lost")
    assert (again.code, "--prove does not go with --verify" in again.err) == (2, True)
    assert ask("report", tmp_path / "s").code == codes.ANSWERED


def test_an_interrupted_survey_leaves_nothing_behind(tmp_path: Path) -> None:
    """Ctrl-C while the workers write proofs: what they have written so far is taken away."""
    place, folder = tmp_path / "temporary", tmp_path / "s"
    place.mkdir()
    # The proof of this deal takes a second or two.
    deals = ("-r", "avalanche-5", "-p", "5", "--seeds", "448-448", "-j", "2")
    process = started(
        "survey", *deals, "--out", folder, "--prove", "lost",
        env=ENVIRONMENT | {"TMPDIR": str(place)}, start_new_session=True,
    )  # fmt: skip
    wait_until(lambda: any(place.glob("hanabi-solve-*/hanabi-solve-*")))
    process.send_signal(signal.SIGINT)
    _, said = process.communicate()
    assert process.returncode == codes.INTERRUPTED
    assert "interrupted: the proofs that are written stay; the same command goes on\n" in said
    wait_for_end(process.pid)
    assert list(place.iterdir()) == []
    assert list((folder / "_proofs").iterdir()) == []


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("--prove", "won"), "--prove won: write --prove lost"),
        (("--prove", "lost", "-r", "flamboyants"), "there are no proofs for games with bonus"),
    ],
)
def test_surveys_without_proofs(args: tuple[str, ...], words: str, tmp_path: Path) -> None:
    answer = ask("survey", "-p", "2", "--seeds", "1-2", "--out", tmp_path / "s", *args)
    assert answer.code == codes.BAD_INPUT
    assert words in answer.err
