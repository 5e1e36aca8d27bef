"""Reviews of games: values by brute force, falls where they should be, and what was better."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import reduce
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import Action, Budget, Deal, Position, solve
from solver.analysis.review import Cause, Review, cause, review
from solver.errors import InputError, Interrupted
from solver.game.deals import PLAYER_NAMES
from solver.hanab_live.games import PlayedGame, game_from_json, game_to_json, loads_game
from solver.hanab_live.links import link_of
from solver.notation.actions import Clue
from solver.notation.lines import Replay, Turn
from solver.search.answers import Answer, unknown
from solver.search.searcher import Searcher
from solver.twin import TooLarge, best_score
from tests.support.games import played
from tests.support.strategies import many, small_deals

LIMIT = 1_500
SMALL = Budget(memory=1)
DEAL = Deal.from_seed(42, 3)
LINE = solve(DEAL).line


def game_of(deal: Deal, line: Iterable[Action], starter: int = 0) -> PlayedGame:
    position, turns = replace(Position.start(deal), to_move=starter), list[Turn]()
    start = position
    for action in line:
        turns.append(Turn(position, action, position.push(action)))
        position = turns[-1].after
    names = PLAYER_NAMES[: deal.players]
    return PlayedGame(deal, Replay(start, tuple(turns), None), names, str(deal.rules))


@st.composite
def small_games(draw: st.DrawFn) -> PlayedGame:
    """Any moves of a small deal, so that much is lost."""
    deal, line = draw(small_deals()), list[Action]()
    starter = draw(st.integers(0, deal.players - 1))
    position = replace(Position.start(deal), to_move=starter)
    for _ in range(draw(st.integers(0, 12))):
        if position.outcome() is not None:
            break
        line.append(draw(st.sampled_from(position.legal_actions())))
        position = position.push(line[-1])
    return game_of(deal, line, starter)


def values(found: Review) -> list[int | None]:
    return [found.start.value, *(turn.after.value for turn in found.turns)]


def check(found: Review) -> None:
    """What a review says must be true of the values and by the referee."""
    all_values = [found.start, *(turn.after for turn in found.turns)]
    assert [turn.before for turn in found.turns] == all_values[:-1]
    assert all(a.low >= b.low and a.high >= b.high for a, b in pairwise(all_values))
    for turn in found.turns:
        assert bool(turn.fell) == (turn.better is not None)
        if turn.fell:
            end = reduce(Position.push, turn.line, turn.turn.before)
            outcome = end.outcome()
            assert outcome is not None and (outcome.score or 0) >= turn.before.low


@many(100)
@given(small_games())
def test_values_equal_brute_force(game: PlayedGame) -> None:
    try:
        known = [best_score(position, LIMIT) or 0 for position in game.positions]
    except TooLarge:
        return
    found = review(game, SMALL)
    check(found)
    assert values(found) == known
    falls = [n for n, (a, b) in enumerate(pairwise(known), 1) if b < a]
    assert [turn.number for turn in found.turns if turn.fell] == falls
    assert found.lost_on_turn == (falls[0] if falls else None)
    assert not found.is_undecided
    if found.lost is not None:
        before = found.lost.turn.before
        keeping = {action for actions in found.others for action in actions}
        assert found.lost.better in keeping
        for action in before.legal_actions():
            kept = (best_score(before.push(action)) or 0) == known[found.lost.number - 1]
            assert kept == (action in keeping)


@many(40)
@given(small_games(), st.integers(1, 3))
def test_bounds_are_never_wrong(game: PlayedGame, nodes: int) -> None:
    try:
        known = [best_score(position, LIMIT) or 0 for position in game.positions]
    except TooLarge:
        return
    found = review(game, Budget(nodes=nodes, memory=1))
    check(found)
    for bounds, value in zip(
        [found.start, *(turn.after for turn in found.turns)], known, strict=True
    ):
        assert bounds.low <= value <= bounds.high
    for turn in found.turns:
        if turn.fell is not None:
            assert turn.fell == (known[turn.number] < known[turn.number - 1])


@many(20)
@given(played())
def test_games_of_the_site(game: tuple[Deal, list[Action], int]) -> None:
    """The same values as a search of each position by itself."""
    deal, line, starter = game
    found = review(game_of(deal, line, starter), Budget(nodes=100_000, memory=16))
    check(found)
    best = reduce(Position.push, found.line, found.game.start).outcome()
    assert best is not None
    reached = found.end if found.lost is None else found.lost.before
    assert (best.score or 0) >= reached.low


# Games made by hand


def test_a_perfect_game() -> None:
    found = review(game_of(DEAL, LINE))
    assert (found.best_possible, found.final_score, found.lost_on_turn) == (25, 25, None)
    assert set(values(found)) == {25}
    assert (found.line, found.rest, found.others) == (LINE, (), ())


def test_where_it_fell() -> None:
    """Alice throws her p5 away on turn 3 + 1, and that is what is found."""
    line = [Action("clue"), Action("clue"), Action("clue"), Action("discard", 2), Action("clue")]
    found = review(game_of(DEAL, line))
    assert found.lost is not None
    assert (found.lost_on_turn, found.lost.cause) == (4, "discard of a last copy")
    assert values(found) == [25, 25, 25, 25, 24, 24]
    assert found.line[:3] == tuple(line[:3])
    assert found.leaves_on_turn == 4
    end = reduce(Position.push, found.line, found.game.start)
    assert end.score == 25


def test_a_game_without_turns() -> None:
    found = review(game_of(DEAL, ()))
    assert (found.turns, found.best_possible, found.end.value) == ((), 25, 25)
    assert (found.final_score, found.leaves_on_turn) == (0, 1)
    assert reduce(Position.push, found.line, found.game.start).score == 25


def test_how_it_ended() -> None:
    value = game_to_json(DEAL, LINE[:10])
    assert review(game_from_json(value)).final_score == game_of(DEAL, LINE[:10]).score > 0
    value["actions"].append({"type": 4, "target": 0, "value": 4})
    found = review(game_from_json(value))
    assert (found.game.ended, found.final_score, found.end.value) == ("terminated", 0, 25)
    over = game_to_json(DEAL, LINE)
    over["actions"].append({"type": 4, "target": 0, "value": 1})
    found = review(game_from_json(over))
    assert (found.game.ended, found.final_score) == ("over", 25)
    strikes = [Action("play", 1), Action("play", 6), Action("play", 10)]
    found = review(game_of(DEAL, strikes))
    assert (found.game.ended, found.final_score, found.turns[-1].fell) == ("over", 0, True)


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ([Action("clue")], "clue"),
        ([Action("play", 0)], "play"),
        ([Action("play", 2)], "misplay of a last copy"),
        ([Action("play", 1)], "misplay"),
        ([Action("play", 1), Action("play", 6), Action("play", 10)], "last strike"),
        ([Action("clue"), Action("discard", 5)], "discard of a needed card"),
        ([Action("clue")] * 3 + [Action("discard", 4)], "discard of a last copy"),
        ([Action("play", 0), Action("clue"), Action("discard", 12)], "discard of trash"),
    ],
)
def test_causes(line: list[Action], word: Cause) -> None:
    assert cause(game_of(DEAL, line).replay.turns[-1]) == word


def test_undecided_games() -> None:
    line = [Action("clue"), Action("clue"), Action("clue"), Action("discard", 2)]
    found = review(game_of(DEAL, line), Budget(nodes=1))
    check(found)
    assert found.is_undecided
    assert (found.best_possible, found.lost_on_turn) == (None, None)


@pytest.mark.parametrize("in_search", [True, False])
@pytest.mark.parametrize("searches", [1, 2, 3, 5, 8])
def test_an_interrupt_keeps_what_is_proven(
    searches: int, in_search: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = [Action("clue"), Action("clue"), Action("clue"), Action("discard", 2)]
    real, left = Searcher.solve_next, [searches]

    def solve_next(self: Searcher, position: Position, at_most: int | None = None) -> Answer:
        left[0] -= 1
        if left[0] == 0:
            raise Interrupted(unknown(position, 25)) if in_search else KeyboardInterrupt
        return real(self, position, at_most)

    monkeypatch.setattr(Searcher, "solve_next", solve_next)
    with pytest.raises(Interrupted) as interrupted:
        review(game_of(DEAL, line))
    found = interrupted.value.result
    check(found)
    assert left == [0]  # and nothing was searched after it
    assert (len(found.turns), found.start.high) == (4, 25)
    assert found.is_undecided == (searches < 5)


# What was said


def test_clues_are_kept() -> None:
    value = game_to_json(DEAL, LINE)
    clues = [n for n, action in enumerate(value["actions"]) if action["type"] == 3]
    value["actions"][clues[0]] |= {"type": 2, "value": 0}
    game = game_from_json(value)
    assert game.clues[clues[0]] == Clue(2, value["actions"][clues[0]]["target"], 0)
    assert game_to_json(DEAL, LINE, clues=game.clues)["actions"] == value["actions"]
    assert loads_game(link_of(DEAL, LINE, clues=game.clues)).clues == game.clues


def test_clues_of_another_beginner() -> None:
    """In a link the beginner has the first seat, and the clues are for the same people."""
    value = {"players": 3, "seed": "p3v0s42", "options": {"startingPlayer": 1}}
    value["actions"] = [{"type": 2, "target": 0, "value": 1}, {"type": 3, "target": 1, "value": 2}]
    game = game_from_json(value)
    link = link_of(game.deal, game.actions, 1, game.clues)
    assert loads_game(link).clues == (Clue(2, 2, 1), Clue(3, 0, 2))


def test_clues_that_say_nothing() -> None:
    actions = [{"type": 3, "target": 1}, {"type": 3, "target": 2, "value": True}]
    game = game_from_json({"players": 3, "seed": "p3v0s42", "actions": actions})
    assert game.clues == (None, None)


# The picture


@pytest.mark.check_takes(1)
@pytest.mark.parametrize("ending", ["png", "svg", "pdf"])
def test_the_plot(tmp_path: Path, ending: str) -> None:
    pytest.importorskip("matplotlib")
    from solver.drawing.replay_plot import write_plot

    line = [Action("clue"), Action("clue"), Action("clue"), Action("discard", 2)]
    for name, found in {
        "lost": review(game_of(DEAL, line)),
        "undecided": review(game_of(DEAL, line), Budget(nodes=1)),
        "empty": review(game_of(DEAL, ())),
    }.items():
        path = tmp_path / f"{name}.{ending}"
        write_plot(found, path)
        content = path.read_bytes()
        write_plot(found, path)
        assert path.read_bytes() == content
        if ending == "svg":
            assert (b"4. Alice discards p5" in content) == (name == "lost")
    with pytest.raises(InputError, match="a plot is written as"):
        write_plot(found, tmp_path / "x.gif")
