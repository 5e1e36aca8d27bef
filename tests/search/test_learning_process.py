"""Clause learning in a process of its own: Ctrl-C, and every other end of one of the two."""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from solver import Budget, Deal, Position, Rules
from solver.errors import InputError
from solver.search.sat import SOLVER, Form, opinion, process
from solver.search.sat.clauses import Clauses
from solver.search.sat.learning import Question
from solver.search.searcher import Searcher
from tests.support.processes import PYTHON, Started, started, wait_until

# What clause learning decides after some slices, if it is asked by the plain rules.
LONG = "p5v2s198"
# Lost, which clause learning sees after a few conflicts.
SHORT = "p2v0s40"

LEARNING = """
import os
import signal
import sys
from solver import Budget, Deal, Interrupted, Position, solve
from solver.search import sat
from solver.search.sat import process
from solver.search.searcher import Searcher

long, short = Deal.from_seed("p5v2s198"), Deal.from_seed("p2v0s40")

def say(*words):
    print(*words, flush=True)

def learner():
    return next(iter(process._all))._process.pid

def learn():
    opinion, told = sat.opinion, []
    def tell(start, score, *, goes_on, **how):
        def goes_on_and_tells(conflicts):
            if conflicts and not told:
                told.append(say("learning", learner()))
            return goes_on(conflicts)
        return opinion(start, score, goes_on=goes_on_and_tells, **how)
    sat.opinion = tell
    try:
        return Searcher(Budget(memory=16), plan={"kernel": 1000, "form": "counts"}).solve(long)
    finally:
        sat.opinion = opinion
"""


def learning(code: str) -> tuple[Started, int]:
    """A program that has learnt for a while, and the process that does it for it."""
    program = started(LEARNING + code, command=PYTHON)
    word, learner = program.stdout.readline().split()
    assert word == "learning"
    return program, int(learner)


def is_there(pid: int) -> bool:
    """Whether a process runs: one that nobody has waited for yet does not."""
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    except OSError:
        return False
    return "State:\tZ" not in status


on_linux = pytest.mark.skipif(not Path("/proc/self").exists(), reason="looks into /proc")


@on_linux
def test_ctrl_c() -> None:
    code = """
for _ in range(3):
    try:
        learn()
    except Interrupted as stop:
        result = stop.result
        assert (result.stopped_by, result.stage) == ("interrupt", "clause-learning")
        assert result.bounds[0] <= 30 and result.line
    else:
        raise AssertionError("nobody was interrupted")
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert signal.pthread_sigmask(signal.SIG_BLOCK, []) == set()
    say("interrupted")
assert solve(Deal.from_seed(42, players=3)).max_score == 25
say(sat.opinion(Position.start(short)).reachable)
"""
    program, learner = learning(code)
    for last in (False, False, True):
        program.send_signal(signal.SIGINT)
        assert program.stdout.readline() == "interrupted\n"
        assert not is_there(learner)
        if not last:
            learner = int(program.stdout.readline().split()[1])
    out, err = program.communicate()
    assert (out.split()[-1], err, program.returncode) == ("False", "", 0)


IDLE = "sat.opinion(Position.start(short)); say('learning', learner()); input()"


@on_linux
@pytest.mark.parametrize("code", ["learn()", IDLE])
def test_it_ends_with_who_asks(code: str) -> None:
    program, learner = learning(code)
    program.kill()
    program.communicate()
    wait_until(lambda: not is_there(learner))


@on_linux
def test_a_process_that_is_killed() -> None:
    """For lack of memory, most likely: what was proven stays, and the next question is answered."""
    code = """
signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # as on the command line
result = learn()
say(result.verdict, result.stopped_by, sat.opinion(Position.start(short)).reachable)
"""
    program, learner = learning(code)
    os.kill(learner, signal.SIGKILL)
    out, err = program.communicate()
    assert (out, err, program.returncode) == ("undecided memory False\n", "", 0)


@on_linux
def test_after_a_fork() -> None:
    """Each of the two has a process of its own, and each ends with its own."""
    code = """
assert sat.opinion(Position.start(short)).reachable is False
mine = learner()
child = os.fork()
assert sat.opinion(Position.start(short)).reachable is False
assert (learner() == mine) == bool(child)
if child:
    assert os.waitpid(child, 0)[1] == 0
    say("learning", mine)
    input()
"""
    program, learner = learning(code)
    program.kill()
    program.communicate()
    wait_until(lambda: not is_there(learner))


def test_the_same_as_in_this_process() -> None:
    start = Position.start(Deal.from_seed(LONG))
    there = opinion(start)
    here = Question(start, None, "counts", SOLVER).answer(lambda conflicts: True)
    assert there.conflicts > 2000
    assert there[:3] == here[:3]
    assert there.worked > 0


def test_a_process_is_used_again() -> None:
    start = Position.start(Deal.from_seed(SHORT))
    process._idle.clear()
    learners = []
    for _ in range(2):
        assert opinion(start).reachable is False
        learners += process._idle
    assert learners[0] is learners[1]
    # Also after a question that was given up between two slices.
    assert opinion(start, goes_on=lambda conflicts: False).reachable is None
    assert process._idle == learners[:1]


def test_a_question_that_cannot_be_asked() -> None:
    start = Position.start(Deal.from_seed(SHORT))
    with pytest.raises(ValueError, match="26 is not a score to ask for"):
        opinion(start, 26)
    assert opinion(start).reachable is False


@pytest.mark.parametrize("program", ["/nowhere/python", "/bin/true"])
def test_no_python_to_start(monkeypatch: pytest.MonkeyPatch, program: str) -> None:
    process._idle.clear()
    monkeypatch.setattr(sys, "executable", program)
    with pytest.raises(InputError, match=f"{program} does not start: .*sys.executable"):
        opinion(Position.start(Deal.from_seed(SHORT)))


def test_what_python_prints_as_it_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    process._idle.clear()
    monkeypatch.setattr(process, "CODE", "print('hello', end=''); " + process.CODE)
    assert opinion(Position.start(Deal.from_seed(SHORT))).reachable is False


def test_the_budget_for_seconds() -> None:
    budget = Budget(seconds=0.5, nodes=10**12, memory=16)
    result = Searcher(budget, plan={"kernel": 1000}).solve(Deal.from_seed("p3v2s21360"))
    assert (result.verdict, result.stopped_by) == ("undecided", "seconds")


@pytest.mark.parametrize("form", ["rules", "counts", "plays"])
@pytest.mark.parametrize("rules", ["black-powder", "flamboyants"])
def test_clauses_are_freed_without_a_look_for_rings(rules: str, form: Form) -> None:
    """The process does not look for any."""
    deal = Deal.from_seed(7, 2, Rules.named(rules))
    question = Question(Position.start(deal), None, form, SOLVER)
    with left_in_rings() as found:
        question.answer(lambda conflicts: conflicts == 0)
    assert not [thing for thing in found if isinstance(thing, Clauses)]


@contextmanager
def left_in_rings() -> Iterator[list[object]]:
    """What refers to itself in the end, and so would stay."""
    found: list[object] = []
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        yield found
        gc.collect()
        found += gc.garbage
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()
