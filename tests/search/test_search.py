"""Budgets, verdicts, lines and threads of the Python face of the kernel."""

from __future__ import annotations

import signal
import threading
import time
from dataclasses import replace
from functools import cache

import pytest

from solver import Budget, Deal, Interrupted, Result, Rules, Suit, solve, solve_many
from solver._core import CUT_NAMES, STAGES
from solver.errors import InputError
from solver.game.position import Position, replay
from solver.search.budget import MAX_MEMORY
from solver.search.searcher import Searcher
from tests.support.interrupts import interrupt_at_work


def final_score(result: Result) -> int | None:
    outcome = replay(result.deal, result.line)[-1].outcome()
    assert outcome is not None
    return outcome.score


@pytest.mark.check_takes(6)
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize(
    "names",
    [
        ["base"],
        ["avalanche-5"],
        ["avalanche-10"],
        ["black-powder"],
        ["bouquet-final"],
        ["timed-display"],
        ["hard"],
        ["easy"],
        ["six-suits"],
        ["four-suits"],
        ["three-suits"],
        ["avalanche-5", "bouquet-final"],
        ["avalanche-10", "black-powder"],
        ["black-powder", "bouquet-final", "timed-display", "hard", "easy"],
    ],
    ids="+".join,
)
def test_every_rule_set_has_lines_that_replay(names: list[str], players: int) -> None:
    deals = [Deal.from_seed(seed, players, names) for seed in range(1, 6)]
    for result in solve_many(deals, Budget(nodes=3000)):
        low, high = result.bounds
        assert 0 <= low <= high <= result.deal.rules.perfect_score
        if result.verdict == "undecided":
            assert result.max_score is None and result.stopped_by == "nodes" and low < high
        elif result.verdict == "perfect":
            assert result.max_score == low == high == result.deal.rules.perfect_score
        if low or "bouquet-final" not in names:
            score = final_score(result)
            assert score is not None and score >= low


def test_no_line_leads_to_a_defeat() -> None:
    house = Rules((Suit("r", (1, 1)),), hand_size=1, ending="bouquet-final", tokens=1)
    result = solve(Deal.from_text("r1 r2", 2, house))
    assert (result.verdict, result.max_score, result.bounds) == ("perfect", 2, (2, 2))
    result = solve(Deal.from_text("r2 r1", 2, house))
    assert (result.verdict, result.max_score) == ("perfect", 2)  # a clue first
    tight = Rules((Suit("r", (1, 1, 1)),), hand_size=1, ending="bouquet-final", tokens=1)
    result = solve(Deal.from_text("r3 r2 r1", 2, tight))
    assert (result.verdict, result.max_score, result.bounds) == ("not-perfect", None, (0, 0))
    assert result.line == ()


def test_a_game_that_is_worth_nothing_still_has_a_line() -> None:
    """Two black cards short of a single point: whatever happens, the score is 0."""
    house = Rules(
        (Suit("r", (1, 1)), Suit("k", (1, 1, 1), descending=True, scores=False)),
        hand_size=1,
        tokens=1,
        strikes=1,
    )
    result = solve(Deal.from_text("r2 k1 k2 k3 r1", 2, house))
    assert result.bounds == (0, 0)
    assert result.verdict == "not-perfect"
    assert final_score(result) == 0


def test_the_line_is_finished() -> None:
    """Also where the maximum is below perfect the line goes on to the end of the game."""
    for seed in range(1, 30):
        deal = Deal.from_seed(seed, 2, "avalanche-5")
        result = solve(deal)
        if result.verdict == "not-perfect":
            assert final_score(result) == result.max_score
            return
    pytest.fail("there are lost deals among these")


def test_out_of_nodes_is_undecided_with_bounds() -> None:
    deal = Deal.from_seed(42, 3)
    result = solve(deal, Budget(nodes=1))
    assert result.verdict == "undecided"
    assert result.stopped_by == "nodes"
    assert result.max_score is None
    low, high = result.bounds
    assert low < high == 25
    score = final_score(result)
    assert score is not None and score >= low


def test_out_of_seconds_is_undecided() -> None:
    result = solve(hard_deal(), Budget(nodes=10**12, seconds=0.05))
    assert result.verdict == "undecided"
    assert result.stopped_by == "seconds"


@pytest.mark.parametrize(
    "budget",
    [
        {"nodes": 0},
        {"seconds": 0},
        {"seconds": -1},
        {"seconds": float("nan")},
        {"memory": 0},
        {"nodes": 1 << 64},
        {"memory": 1 << 40},
    ],
)
def test_a_budget_out_of_range_is_refused(budget: dict[str, int]) -> None:
    with pytest.raises(InputError, match=next(iter(budget))):
        Budget(**budget)


def test_a_table_beyond_all_memory_is_refused() -> None:
    with pytest.raises(InputError, match="ask for less memory"):
        solve(Deal.from_seed(42, 3), Budget(memory=MAX_MEMORY))


def test_no_jobs_are_refused() -> None:
    with pytest.raises(InputError, match="jobs"):
        list(solve_many([], jobs=0))


def test_same_search_twice_same_nodes() -> None:
    """The table is warm the second time; the search must not notice."""
    deals = [Deal.from_seed(seed, 4, "avalanche-5") for seed in range(1, 40)]
    budget = Budget(nodes=20_000)
    first = [(r.bounds, r.nodes) for r in solve_many(deals, budget)]
    again = [(r.bounds, r.nodes) for r in solve_many(reversed(deals), budget)]
    assert first == again[::-1]


@pytest.mark.parametrize("jobs", [2, 3])
def test_jobs_do_not_matter(jobs: int) -> None:
    deals = [Deal.from_seed(seed, 5, "avalanche-5") for seed in range(1, 60)]
    budget = Budget(nodes=20_000)
    alone = [(r.deal, r.bounds, r.nodes) for r in solve_many(deals, budget)]
    shared = [(r.deal, r.bounds, r.nodes) for r in solve_many(deals, budget, jobs=jobs)]
    assert alone == shared


def test_deals_are_taken_as_they_are_needed() -> None:
    """A stream without end is no problem."""

    def endless() -> object:
        seed = 0
        while True:
            seed += 1
            yield Deal.from_seed(seed, 2)

    results = solve_many(endless(), jobs=2)  # type: ignore[arg-type]
    assert next(results).deal.seed == "p2v0s1"
    assert next(results).deal.seed == "p2v0s2"
    results.close()


def test_table_size_does_not_matter() -> None:
    deals = [Deal.from_seed(seed, 2, "avalanche-5") for seed in range(1, 40)]
    results = []
    for memory in (1, 4, 64):
        searcher = Searcher(Budget(nodes=200_000, memory=memory))
        results.append([searcher.solve(deal).bounds for deal in deals])
    assert results[0] == results[1] == results[2]


@cache
def full_size_results() -> list[Result]:
    """Full-size deals with all prunings."""
    searcher = Searcher(Budget(nodes=20_000, memory=16), plan={"lines": 0, "mending": 0})
    return [
        searcher.solve(Deal.from_seed(seed, players, names))
        for names, players in (
            (["avalanche-5"], 2),
            (["avalanche-5"], 4),
            (["black-powder"], 2),
            (["avalanche-5", "bouquet-final"], 2),
            (["hard", "easy"], 5),
        )
        for seed in range(61, 101)
    ]


@pytest.mark.check_takes(3)
@pytest.mark.parametrize("name", CUT_NAMES)
def test_full_size_deals_without_a_pruning(name: str) -> None:
    """What is decided with and without it is decided the same way, and the pruning does apply."""
    without = Searcher(Budget(nodes=20_000, memory=16), off=[name], plan={"lines": 0, "mending": 0})
    for one in full_size_results():
        two = without.solve(one.deal)
        assert one.bounds[0] <= two.bounds[1] and two.bounds[0] <= one.bounds[1]
        assert two.cuts[name] == 0
    assert sum(one.cuts[name] for one in full_size_results()) > 0


def hard_deal() -> Deal:
    """A deal that keeps the search busy for as long as anybody wants.

    Seven suits with hardly a second copy and hands of two: much is lost, and which cards to give
    up is a choice with countless combinations.
    """
    suits = tuple(Suit(letter, (2, 1, 1, 1, 1)) for letter in "rygbpmt")
    return Deal.from_seed(4, 6, Rules(suits, hand_size=2))


def test_ctrl_c_reports_what_was_proven() -> None:
    interrupt_at_work()
    with pytest.raises(Interrupted) as caught:
        solve(hard_deal(), Budget(nodes=10**12))
    result = caught.value.result
    assert result.verdict == "undecided"
    assert result.stopped_by == "interrupt"
    assert result.line
    assert solve(Deal.from_seed(42, 3)).verdict == "perfect"  # nothing is left of the interrupt


def test_ctrl_c_stops_all_jobs() -> None:
    interrupt_at_work()
    with pytest.raises(KeyboardInterrupt):
        list(solve_many([hard_deal()] * 4, Budget(nodes=10**12), jobs=2))


def test_other_exceptions_of_signal_handlers_pass_through() -> None:
    def complain(number: int, frame: object) -> None:
        raise TimeoutError("enough")

    before = signal.signal(signal.SIGPROF, complain)
    signal.setitimer(signal.ITIMER_PROF, 0.2)  # of work, not of waiting
    try:
        with pytest.raises(TimeoutError, match="enough"):
            solve(hard_deal(), Budget(nodes=10**12))
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def test_a_signal_handler_may_solve() -> None:
    """While a deal is solved another one is, with a context of its own."""
    found = []

    def solve_another(number: int, frame: object) -> None:
        found.append(solve(Deal.from_seed(42, 3), Budget(nodes=1000)).bounds)

    budget = Budget(nodes=100_000)
    alone = solve(hard_deal(), budget)
    before = signal.signal(signal.SIGPROF, solve_another)
    try:
        while not found:
            # Once: a handler that takes longer than that must not be interrupted by itself.
            signal.setitimer(signal.ITIMER_PROF, 0.02)  # of work, not of waiting
            result = solve(hard_deal(), budget)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
    assert (result.bounds, result.nodes) == (alone.bounds, alone.nodes)
    assert set(found) == {(25, 25)}


def test_a_signal_handler_must_not_use_the_same_searcher() -> None:
    searcher = Searcher(Budget(nodes=10**12, memory=16))

    def solve_another(number: int, frame: object) -> None:
        searcher.solve(Deal.from_seed(42, 3))

    before = signal.signal(signal.SIGPROF, solve_another)
    signal.setitimer(signal.ITIMER_PROF, 0.2)
    try:
        with pytest.raises(RuntimeError, match="a Searcher of its own"):
            searcher.solve(hard_deal())
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
    assert searcher.solve(Deal.from_seed(42, 3)).max_score == 25


def test_threads_must_not_share_a_searcher() -> None:
    searcher = Searcher(Budget(nodes=10**12, memory=16))
    solving = threading.Thread(target=searcher.solve, args=[hard_deal()])
    solving.start()
    position = Position.start(Deal.from_seed(42, 3))
    try:
        while not searcher.context.is_busy():
            time.sleep(0.001)
        for ask in (searcher.solve_position, searcher.solve_next, searcher.load):
            with pytest.raises(RuntimeError, match="is at work, in another thread"):
                ask(position)
    finally:
        while solving.is_alive():
            searcher.context.stop()  # until it has loaded the deal this is forgotten
            solving.join(0.01)
    assert searcher.solve(Deal.from_seed(42, 3)).max_score == 25


def test_a_searcher_that_was_used_for_another_deal_in_between() -> None:
    """As two threads may do in turn: what is loaded is not what is asked about."""
    searcher = Searcher(Budget(memory=16))
    lost, won = (Position.start(Deal.from_seed(seed, 2)) for seed in (40, 1))
    assert searcher.solve_position(lost).max_score == 24
    assert searcher.solve_position(won).max_score == 25
    assert searcher.solve_next(lost).max_score == 24


def test_a_line_that_does_not_replay_is_never_an_answer() -> None:
    result = solve(Deal.from_seed(42, 3))
    proof = replace(result.proof, moves=result.moves[:-1])
    broken = replace(result, proof=proof)
    with pytest.raises(AssertionError, match="internal error"):
        _ = broken.line
    assert Position.start(result.deal).outcome() is None


def test_the_answer_says_which_stage_it_took() -> None:
    assert solve(Deal.from_seed(42, 3)).stage == "first-lines"
    lost = next(
        result
        for result in solve_many(Deal.from_seed(seed, 4, "avalanche-5") for seed in range(80, 100))
        if result.cuts["end-phase"]
    )
    assert lost.stage in STAGES[1:]
