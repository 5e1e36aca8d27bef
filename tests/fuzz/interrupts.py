"""Ctrl-C at a random moment, once or twice: in Python and on the command line.

In Python the question must end with a KeyboardInterrupt, and everything must be as before: the
handler, the mask, and the answers. A command must end with 130, or as usual if it was faster, with
whole lines of JSON, no traceback, and no process left behind.
"""

from __future__ import annotations

import json
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random

from cli.terminal import codes
from tests.support.places import ROOT
from tests.support.processes import COMMAND, PATIENCE, PYTHON, Started, started, wait_for_end

ROUNDS = 5  # interrupts of one process
TWICE = 0.3  # how often a second one follows at once
SOON = 0.003  # seconds between the two

# What is asked, each for about as long: all stages of the search, and what is built on it.
QUESTIONS = {
    "easy": "[solve(Deal.from_seed(seed, 3), Budget(memory=memory)) for seed in range(2000)]",
    "kernel": "solve(Deal.from_seed('p4v2s6740'), Budget(nodes=190_000, memory=memory))",
    "learning": "Searcher(Budget(memory=memory), plan={'kernel': 1000}).solve(hard)",
    "all-stages": "solve(hard, Budget(memory=memory))",
    "clauses": "[opinion(Position.start(hard), goes_on=lambda n: n < 1) for _ in range(9)]",
    "jobs": "list(solve_many([hard, hard, hard], Budget(memory=memory), jobs=2))",
    "tables": "[Searcher(Budget(memory=memory)) for _ in range(300)]",
    "tiles": "solve(Deal.from_seed(19, 2, ['flamboyants', 'avalanche-5']), Budget(memory=memory))",
    "moves": "analyse(Position.start(Deal.from_seed('p5v2s178')), Budget(nodes=300_000))",
    "graph": "graph(Position.start(Deal.from_seed(42, 3)), nodes=100)",
}

ASKING = """
import os
import signal
import sys
import time
from random import Random

from solver import *
from solver.analysis.graph import graph
from solver.analysis.moves import analyse
from solver.search.sat import opinion
from solver.search.searcher import Searcher

random, rounds, questions = Random(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
hard, easy = Deal.from_seed("p3v2s21360"), Deal.from_seed(42, players=3)


def say(*words):
    print(*words, flush=True)


def settle(left):
    # Note how things are, and let no more signals in.
    left.setdefault("handler", signal.getsignal(signal.SIGINT))
    left.setdefault("mask", signal.pthread_sigmask(signal.SIG_BLOCK, []))
    signal.signal(signal.SIGINT, signal.SIG_IGN)


for _ in range(rounds):
    memory, ended, left = random.choice([1, 16, 256]), None, {}
    question = random.choice(questions)
    # As code: from an `eval` of text a KeyboardInterrupt ends Python even if it is caught.
    code = compile(question, "question", "eval")
    try:
        try:
            say("begin")
            eval(code)
            while True:
                time.sleep(0.05)  # Python may begin to sleep before it looks at a signal
        except KeyboardInterrupt as stop:
            ended = time.monotonic(), type(stop).__name__
        settle(left)
    except KeyboardInterrupt:  # the second one
        settle(left)
    sys.stdin.readline()
    assert left == {"handler": signal.default_int_handler, "mask": set()}, (question, left)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    assert solve(easy).bounds == (25, 25), question
    say(*(ended or (time.monotonic(), "KeyboardInterrupt")))
# If a class was being made, which is an `eval` of text, Python would end as if not caught.
os._exit(0)
"""

# Each takes from a tenth of a second to a few.
COMMANDS = [
    ["deal", "--seed", "p3v2s21360", "--json"],
    ["deal", "--seed", "42", "-p", "3"],
    ["deal", "--seed", "19", "-p", "2", "-r", "avalanche-5"],
    ["endgame", "--seed", "p5v2s178", "--turn", "4", "--nodes", "300000", "--json"],
    ["endgame", "--seed", "42", "-p", "3", "--turn", "30", "--json", "--graph", "{}/graph.json"],
    ["endgame", "--seed", "42", "-p", "3", "--turn", "38", "--graph", "{}/graph.svg"],
    ["batch", "{}/deals.jsonl", "--jobs", "2"],
    ["batch", "{}/deals.jsonl", "--jobs", "1"],
    ["deals", "--lost", "-p", "2", "--count", "3000"],
    ["exercise", "-p", "3", "--count", "3", "--json"],
    ["exercise", "-p", "2", "--count", "3", "--answers"],
    ["replay", "{}/game.json", "--json"],
    ["replay", "{}/game.json", "--plot", "{}/plot.svg"],
    ["survey", "-p", "2", "--seeds", "1-3000", "--out", "{}/survey", "--jobs", "2"],
    ["survey", "-p", "2", "--seeds", "1-3000", "--out", "{}/survey", "--jobs", "1"],
    ["report", "{}/nowhere"],
    ["rules"],
    ["--help"],
]
BATCH = ["p2v0s40", "p3v2s21360", "p3v0s42", "p5v2s178", "p4v2s53"]


def attack(random: Random) -> str | None:
    """Ctrl-C in Python or on the command line."""
    # A shell lets the programs that it starts in the background ignore it, and those theirs.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    return in_python(random)[0] if random.random() < 0.5 else on_command_line(random)[0]


def in_python(random: Random) -> tuple[str | None, list[float]]:
    """What went wrong, and how long each interrupt took to be answered."""
    name = random.choice(list(QUESTIONS))
    process = started(random.random(), ROUNDS, QUESTIONS[name], command=[*PYTHON, ASKING])
    seconds = []
    with _ended(process):
        for _ in range(ROUNDS):
            if process.stdout.readline() != "begin\n":
                break
            sent = _interrupt(process, random, most=2.0)
            with suppress(BrokenPipeError):
                process.stdin.write("all is sent\n")
                process.stdin.flush()
            answer = process.stdout.readline().split()
            if not answer:
                break
            seconds.append(float(answer[0]) - sent)
        _, err = process.communicate()
    if process.returncode or len(seconds) < ROUNDS:
        return f"{name}: exit code {process.returncode} in round {len(seconds) + 1}: {err}", seconds
    return None, seconds


def on_command_line(random: Random) -> tuple[str | None, list[float]]:
    """The same for a command."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "deals.jsonl").write_text(
            "".join(json.dumps({"seed": seed}) + "\n" for seed in BATCH), encoding="utf-8"
        )
        (Path(folder) / "game.json").write_bytes(_game())
        command = [word.format(folder) for word in random.choice(COMMANDS)]
        process = started(*command, start_new_session=True)
        with _ended(process):
            sent = _interrupt(process, random, most=1.5)
            out, err = process.communicate()
            seconds = time.monotonic() - sent
        wait_for_end(process.pid)
        fault = _fault(process, command, out, err)
        if fault is None and command[0] == "survey":
            again = subprocess.run(
                [*COMMAND, *command], capture_output=True, check=False, text=True
            )
            fault = None if again.returncode == 0 else f"it does not go on: {again.stderr}"
        return (None if fault is None else f"{' '.join(command)}: {fault}"), [seconds]


def _interrupt(process: Started, random: Random, most: float) -> float:
    """Press Ctrl-C at a random moment, and perhaps again; when it was the first time."""
    time.sleep(most * random.random() ** 2)
    sent = time.monotonic()
    process.send_signal(signal.SIGINT)
    if random.random() < TWICE:
        time.sleep(SOON * random.random())
        process.send_signal(signal.SIGINT)
    return sent


@contextmanager
def _ended(process: Started) -> Iterator[None]:
    """Leave no process behind: one that hangs is killed, as its exit code tells."""
    patience = threading.Timer(PATIENCE, process.kill)
    patience.start()
    try:
        with process:
            yield
    finally:
        patience.cancel()


def _fault(process: Started, command: list[str], out: str, err: str) -> str | None:
    """What is wrong with how the command ended."""
    code = process.returncode
    if not _is_started(err, code):
        return None
    if code not in (codes.ANSWERED, codes.INTERRUPTED) and command[0] != "report":
        return f"exit code {code}: {err}"
    if any(word in err for word in ("Traceback", "Exception ignored", "internal error", "Fatal")):
        return f"a traceback: {err}"
    if command[0] == "batch" or "--json" in command:
        try:
            for line in out.splitlines():
                json.loads(line)
        except ValueError:
            return f"a line that is no JSON: {line!r}"
    return None


def _is_started(err: str, code: int) -> bool:
    """Whether Python itself had come to the first line of the program."""
    own = any(f"{ROOT}/{room}/" in err for room in ("cli", "solver"))
    return own or not (code == -signal.SIGINT or "init_import_site" in err or "Traceback" in err)


def _game() -> bytes:
    from solver.game.deals import Deal
    from solver.hanab_live.games import game_to_json
    from solver.search.many import solve

    deal = Deal.from_seed("p4v2s53")
    return json.dumps(game_to_json(deal, solve(deal).line)).encode()
