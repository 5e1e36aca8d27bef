"""`hanabi-solve deals`: the seeds have the property, all of them and in order."""

from __future__ import annotations

from unittest.mock import patch

import pytest

from cli.terminal import codes
from solver import Deal, solve
from solver.reasons.finders import find_reason
from solver.search.blocks import BlockSolver
from tests.support.asking import ask

SMALL = ("--memory", 16)


def numbers(out: str) -> list[int]:
    return [int(line.split("s")[1]) for line in out.splitlines()]


@pytest.mark.parametrize(
    ("args", "players"),
    [(("--lost",), 2), (("--winnable",), 3), (("--max-score", 24), 2), (("--max-score", 25), 4)],
)
def test_the_seeds_are_those_that_have_the_property(args: tuple[object, ...], players: int) -> None:
    code, out, err = ask("deals", *args, "-p", players, "--count", 4, *SMALL)
    assert (code, err) == (codes.ANSWERED, "")
    found = numbers(out)
    assert out.splitlines() == [f"p{players}v0s{number}" for number in found]
    expected = []
    for number in range(1, found[-1] + 1):
        best = solve(Deal.from_seed(number, players)).max_score
        if best == args[1] if len(args) > 1 else (best == 25) == (args == ("--winnable",)):
            expected.append(number)
    assert found == expected


def test_reasons() -> None:
    answer = ask("deals", "--reason", "hand-size", "-p", 2, "--count", 3, "--json", *SMALL)
    assert answer.err == ""
    assert len(answer.lines) == 3
    for found in answer.lines:
        result = solve(Deal.from_seed(found["seed"]))
        assert find_reason(result.deal, result.nodes).kind == "hand-size"
        assert found == {
            "schema": "hanabi-solve/1",
            "seed": result.deal.seed,
            "players": 2,
            "rules": ["base"],
            "max_score": result.max_score,
            "verdict": "not-perfect",
            "reason": "hand-size",
        }


def test_a_reason_and_a_maximum() -> None:
    args = ("--lost", "--reason", "out-of-pace", "--max-score", 23, "-p", 2, "--count", 1)
    (found,) = ask("deals", *args, "--json", *SMALL).lines
    assert (found["max_score"], found["reason"]) == (23, "out-of-pace")
    assert solve(Deal.from_seed(found["seed"])).max_score == 23


def test_bouquet_final() -> None:
    args = ("-r", "bouquet-final", "-p", 2, "--count", 1, "--json", *SMALL)
    (lost,) = ask("deals", "--lost", *args).lines
    assert (lost["verdict"], lost["max_score"]) == ("not-perfect", None)
    assert solve(Deal.from_seed(lost["seed"], rules="bouquet-final")).verdict == "not-perfect"
    (won,) = ask("deals", "--winnable", *args).lines
    assert (won["verdict"], won["max_score"], won["reason"]) == ("perfect", 25, None)


def test_from_and_among() -> None:
    args = ("--lost", "-p", 2, *SMALL)
    everything = numbers(ask("deals", *args, "--count", 100, "--among", 700).out)
    later = ask("deals", *args, "--from", 41, "--among", 350)
    assert later.code == codes.ANSWERED
    assert numbers(later.out) == [number for number in everything if 41 <= number <= 390]
    assert "found among 350 seeds" in later.err


def test_undecided_deals_are_passed_over() -> None:
    args = ("--lost", "-r", "avalanche-5", "-p", 6, "--nodes", 500, "--count", 3, *SMALL)
    answer = ask("deals", *args)
    assert "undecided deals skipped (more --nodes may decide them)" in answer.err
    for seed in answer.out.splitlines():
        assert solve(Deal.from_seed(seed)).verdict == "not-perfect"


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ("", "use --winnable, --lost, --max-score or --reason"),
        ("--winnable --lost", "--winnable and --lost: no deal is winnable and lost"),
        ("--winnable --reason hand-size", "--winnable and --reason hand-size"),
        ("--winnable --max-score 24", "--winnable and --max-score 24"),
        ("--lost --max-score 25", "--lost and --max-score 25"),
        ("--reason tokens --max-score 25", "--max-score 25 and --reason tokens"),
        ("--max-score 26", "the perfect score of base is 25"),
        ("--max-score -1", "--max-score"),
        ("--max-score 20 -r bouquet-final", "Bouquet final has no scores"),
        ("--reason hand-sise", "did you mean hand-size?"),
        ("--reason tokens -r bouquet-final", "only hand-size and exhaustion occur"),
        ("--reason tokens -r timed-display", "does not occur with announcing"),
        ("--lost --count 0", "--count"),
        ("--lost --from 0", "--from"),
        ("--lost --from 1000000000000000000", "seeds go up to"),
        (f"--lost --from {'9' * 30}", "is too large"),
        ("--lost -p 7", "--players 7: write a whole number from 2 to 6"),
        ("--lost -p 6 -r three-suits --nodes 0", "nodes"),
        ("--lost -r avalanch-5", "did you mean avalanche-5?"),
    ],
)
def test_what_is_refused(args: str, words: str) -> None:
    answer = ask("deals", *args.split())
    assert (answer.code, answer.out) == (codes.BAD_INPUT, "")
    assert words in answer.err


def test_an_interrupt_between_blocks() -> None:
    """What was found is printed, and what was looked at is said."""
    solve_block = BlockSolver.solve
    with patch.object(
        BlockSolver, "solve", lambda self, starts: solve_block(self, starts[: len(starts) // 2])
    ):
        answer = ask("deals", "--lost", "-p", 2, *SMALL)
    assert answer.code == codes.INTERRUPTED
    assert answer.out == "p2v0s40\n"
    assert answer.err == "interrupted: 1 found among 50 seeds\n"
