"""No command prints a number that the referee has not replayed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from unittest.mock import patch

import pytest

from cli.terminal import codes
from solver import Deal, Position, solve
from solver.search.answers import Answer
from solver.search.lines import KernelMove, checked_game
from tests.support.asking import ask

SEED = ("--seed", "42", "--players", "3")


@pytest.mark.parametrize(
    "command",
    [
        ("deal", *SEED),
        ("deal", *SEED, "--quiet"),
        ("deal", *SEED, "--json"),
        ("deal", "--seed", "9286", "--players", "5", "--nodes", "300", "--quiet"),
        ("deals", "--winnable", "--players", "2", "--count", "1"),
        ("deals", "--lost", "--players", "2", "--count", "1"),
        ("endgame", *SEED),
        ("endgame", *SEED, "--json"),
        ("endgame", *SEED, "--graph", "graph.graphml", "--graph-depth", "1"),
        ("replay", "-"),
        ("replay", "-", "--quiet"),
        ("batch", "-"),
        ("exercise", "--seed", "7", "--known-pile"),
    ],
    ids=" ".join,
)
def test_a_search_that_is_wrong_gives_no_answer(
    command: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the search finds, here its last move is missing, and so the game scores less."""
    monkeypatch.chdir(tmp_path)
    deal = b'{"seed": 42, "players": 3}'
    assert ask(*command, stdin=deal).code == codes.ANSWERED

    def forgetful(self: Answer) -> Sequence[KernelMove]:
        return self.proof.moves[:-1]  # type: ignore[return-value]

    with patch.object(Answer, "moves", property(forgetful)):
        code, out, err = ask(*command, stdin=deal)
    assert (code, out) == (codes.INTERNAL_ERROR, "")
    assert err.startswith("error: internal error: a line for ")


def test_a_move_against_the_rules_is_an_internal_error() -> None:
    result = solve(Deal.from_seed(42, players=3))
    with pytest.raises(AssertionError, match="internal error: a line for 25 points is none"):
        checked_game(Position.start(result.deal), [*result.line, result.line[0]], 25)
