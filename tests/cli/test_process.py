"""The command as a process of its own: pipes, signals, streams that fail."""

from __future__ import annotations

import json
import os
import re
import signal
from pathlib import Path

import pytest

from cli.terminal import codes
from tests.support.asking import ask
from tests.support.processes import ENVIRONMENT, PYTHON, started

SEED_42 = ["deal", "--seed", "42", "--players", "3"]


def deals(count: int) -> str:
    return "".join(f'{{"seed": {seed}, "players": 2}}\n' for seed in range(count))


def test_python_m_cli() -> None:
    process = started(*SEED_42, "--json")
    out, err = process.communicate()
    assert (process.returncode, err) == (codes.ANSWERED, "")
    assert json.loads(out)["max_score"] == 25


def test_bad_input() -> None:
    process = started("deal", "--seed", "42")
    out, err = process.communicate()
    assert (process.returncode, out) == (codes.BAD_INPUT, "")
    assert err.startswith("error: ")


def test_a_pipe_has_no_colour() -> None:
    out, _ = started(*SEED_42).communicate()
    assert "\x1b" not in out


def test_heavy_libraries_are_not_loaded() -> None:
    code = f"""
import sys
from cli.app import run
run({[*SEED_42, "--json"]})
print(sorted({{"numpy", "networkx", "rich"}} & set(sys.modules)), file=sys.stderr)
"""
    assert started(code, command=PYTHON).communicate()[1] == "[]\n"


@pytest.mark.check_takes(1)
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_reader_that_goes_away(jobs: str) -> None:
    process = started("batch", "-", "--jobs", jobs)
    process.stdin.write(deals(300))
    process.stdin.flush()
    assert json.loads(process.stdout.readline())["seed"] == "p2v0s0"
    process.stdout.close()
    process.stdin.close()
    assert process.wait() == -signal.SIGPIPE
    assert process.stderr.read() == ""


def test_results_come_as_soon_as_they_are_there() -> None:
    process = started("batch", "-")
    for seed in ("1", "x y", "2"):
        process.stdin.write(json.dumps({"seed": seed, "players": 2}) + "\n")
        process.stdin.flush()
        answer = json.loads(process.stdout.readline())
        assert answer.get("seed") == (None if "error" in answer else f"p2v0s{seed}")
    process.communicate()
    assert process.returncode == codes.BAD_INPUT


@pytest.mark.check_takes(1)
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_interrupted_batch(jobs: str) -> None:
    process = started("batch", "-", "--jobs", jobs)
    # Its end is not in sight: it waits for more when the signal comes, or solves still.
    process.stdin.write(deals(300))
    process.stdin.flush()
    lines = [process.stdout.readline()]
    process.send_signal(signal.SIGINT)
    lines += process.stdout.readlines()
    assert process.wait() == codes.INTERRUPTED
    # Nothing is said where the signal comes after the last deal or on the way out.
    assert re.fullmatch(r"(interrupted: \d+ lines? (is|are) answered\n)?", process.stderr.read())
    process.stdin.close()
    seeds = [json.loads(line)["seed"] for line in lines]
    assert seeds == [f"p2v0s{seed}" for seed in range(len(seeds))]


FOREVER = """
import cli.app, cli.commands.deal
from tests.support.interrupts import interrupt_at_work

solve = cli.commands.deal.solve

def forever(deal, budget):
    interrupt_at_work()
    while True:
        solve(deal, budget)

cli.commands.deal.solve = forever
cli.app.main()
"""


def test_interrupted_deal() -> None:
    # However fast the kernel gets: the signal finds the search, or Python code around it.
    args = ["deal", "--seed", "53", "--players", "4", "-r", "avalanche-5", "--json"]
    process = started(FOREVER, *args, command=PYTHON)
    out, err = process.communicate()
    assert (process.returncode, err) == (codes.INTERRUPTED, "")
    for line in out.splitlines():
        assert json.loads(line)["bounds"][1] <= 30


ENDLESS_GRAPH = """
import cli.app, solver.analysis.graph
from tests.support.interrupts import interrupt_at_work

graph = solver.analysis.graph.graph

def forever(*args, **options):
    interrupt_at_work()
    while True:
        graph(*args, **options)

solver.analysis.graph.graph = forever
cli.app.main()
"""


def test_an_interrupted_graph_keeps_the_moves(tmp_path: Path) -> None:
    args = ["endgame", "--seed", "42", "--players", "3", "--turn", "38", "--json"]
    file = tmp_path / "graph.json"
    process = started(ENDLESS_GRAPH, *args, "--graph", file, command=PYTHON)
    out, err = process.communicate()
    assert process.returncode == codes.INTERRUPTED
    assert json.loads(out)["moves"] == ask(*args).json["moves"]
    assert err == f"interrupted: the graph is not written to {file}\n"
    assert list(tmp_path.iterdir()) == []


def test_interrupted_deals() -> None:
    process = started("deals", "--lost", "--players", "2", "--count", "1000000")
    assert process.stdout.readline() == "p2v0s40\n"  # at once, not when a buffer is full
    process.send_signal(signal.SIGINT)
    # By the same reader: `communicate` would pass over what it holds already.
    out, err = process.stdout.read(), process.stderr.read()
    assert process.wait() == codes.INTERRUPTED
    found = 1 + len(out.splitlines())
    assert re.fullmatch(rf"interrupted: {found} found among [\d,]+ seeds\n", err)


DURING_IMPORT = """
import sys
import cli.app

class Interrupt:
    def find_spec(self, name, path=None, target=None):
        if name == "typer":
            raise KeyboardInterrupt

sys.meta_path.insert(0, Interrupt())
cli.app.main()
"""


def test_interrupted_while_it_starts() -> None:
    process = started(DURING_IMPORT, command=PYTHON)
    assert process.communicate() == ("", "")
    assert process.returncode == codes.INTERRUPTED


# A library that makes an error of its own out of the interrupt, as compiled ones do; a second one
# that comes on the way out; and code that is made while it is imported, which Python remembers.
LIBRARIES = {
    "another error": """
        try:
            os.kill(os.getpid(), signal.SIGINT)
        except KeyboardInterrupt:
            raise ImportError("not complete")""",
    "twice": """
        try:
            os.kill(os.getpid(), signal.SIGINT)
        finally:
            os.kill(os.getpid(), signal.SIGINT)""",
    "in a text": """
        exec("os.kill(os.getpid(), signal.SIGINT)")""",
}
INTERRUPTED_IN = """
import os, signal, sys
import cli.app

class Interrupt:
    def find_spec(self, name, path=None, target=None):
        if name != {module!r}:
            return{what}

sys.meta_path.insert(0, Interrupt())
cli.app.main()
"""


@pytest.mark.check_takes(1)
@pytest.mark.parametrize("what", LIBRARIES)
def test_interrupted_while_a_library_is_loaded(what: str) -> None:
    code = INTERRUPTED_IN.format(module="typer", what=LIBRARIES[what])
    process = started(code, command=PYTHON)
    assert process.communicate() == ("", "")
    assert process.returncode == codes.INTERRUPTED


INTERRUPTED_GRAPH = """
import os, signal
import cli.app, solver.analysis.graph

def graph(*args, **options):
    if args:{what}

solver.analysis.graph.graph = graph
cli.app.main()
"""


@pytest.mark.check_takes(1)
@pytest.mark.parametrize("what", ["twice", "in a text"])
def test_interrupted_before_the_graph_is_made(tmp_path: Path, what: str) -> None:
    args = ["endgame", "--seed", "42", "--players", "3", "--turn", "38", "--json"]
    code = INTERRUPTED_GRAPH.format(what=LIBRARIES[what])
    file = tmp_path / "graph.json"
    process = started(code, *args, "--graph", file, command=PYTHON)
    out, err = process.communicate()
    assert process.returncode == codes.INTERRUPTED
    assert json.loads(out)["moves"] == ask(*args).json["moves"]
    assert err == f"interrupted: the graph is not written to {file}\n"
    assert list(tmp_path.iterdir()) == []


def test_interrupted_before_the_plot_is_made(tmp_path: Path) -> None:
    game = tmp_path / "game.json"
    actions = [{"type": 0, "target": 0}]
    game.write_text(json.dumps({"players": 2, "seed": "p2v0s1", "actions": actions}))
    code = INTERRUPTED_IN.format(module="solver.drawing.replay_plot", what=LIBRARIES["twice"])
    plot = tmp_path / "plot.svg"
    args = ["replay", game, "--json", "--plot", plot]
    process = started(code, *args, command=PYTHON)
    out, err = process.communicate()
    assert process.returncode == codes.INTERRUPTED
    assert json.loads(out)["lost_on_turn"] == 1
    assert err == f"interrupted: the plot is not written to {plot}\n"
    assert list(tmp_path.iterdir()) == [game]


@pytest.mark.check_takes(1)
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is always full")
@pytest.mark.parametrize("extra", [[], ["--json"], ["--quiet"]])
def test_output_that_cannot_be_written(extra: list[str]) -> None:
    with open("/dev/full", "w") as full:
        process = started(*SEED_42, *extra, stdout=full)
        _, err = process.communicate()
    assert process.returncode == codes.INTERNAL_ERROR
    assert err == "error: the output cannot be written: No space left on device\n"


def test_completion_knows_the_rule_sets() -> None:
    words = {"COMP_WORDS": "hanabi-solve deal -r aval", "COMP_CWORD": "3"}
    process = started(env={**ENVIRONMENT, **words, "_HANABI_SOLVE_COMPLETE": "complete_bash"})
    assert process.communicate()[0].split() == ["avalanche-5", "avalanche-10"]
