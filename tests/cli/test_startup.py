"""What a command loads before it begins: as little as it needs."""

from __future__ import annotations

import re
import subprocess

import pytest

import solver
from cli.program import COMMANDS
from tests.support.asking import ask
from tests.support.processes import ENVIRONMENT, PYTHON

DEAL = ["deal", "--seed", "42", "-p", "3"]

# None of these has a part in solving a deal; each takes longer to load than that.
HEAVY = {
    "numpy", "pyarrow", "networkx", "scipy", "matplotlib", "pydot", "pandas", "pydantic", "dask",
    "distributed", "pysat", "asyncio", "multiprocessing", "concurrent", "email",
    "importlib.metadata", "logging", "secrets", "http",
}  # fmt: skip
# What only a page on the terminal needs.
FOR_PAGES = {"rich", "pygments", "markdown_it"}
# What other ways to bring a deal need, or other answers.
FOR_OTHERS = {
    "solver.reader", "solver.hanab_live.games", "solver.reasons.finders", "solver.survey",
    "solver.analysis", "solver.exercises", "solver.drawing",
}  # fmt: skip
# What solves; help and completions need none of it.
FOR_SOLVING = {"solver._core", "solver.game.position", "solver.game.rules"}

LOADED = """
import sys
import cli.app

try:
    cli.app.main()
finally:
    print(*sys.modules, file=sys.stderr)
"""


def loaded(*args: str, **environment: str) -> set[str]:
    """The modules that a command line has loaded when it ends."""
    ended = subprocess.run(
        [*PYTHON, LOADED, *args],
        env=ENVIRONMENT | environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert ended.stdout
    return set(ended.stderr.split())


def completed(words: str, shell: str = "bash") -> dict[str, str]:
    """The environment in which a shell asks for completions of the last word."""
    place = str(len(words.split(" ")) - 1)
    return {
        "_HANABI_SOLVE_COMPLETE": f"complete_{shell}",
        "_TYPER_COMPLETE_ARGS": words,
        "COMP_WORDS": words,
        "COMP_CWORD": place,
    }


@pytest.mark.parametrize("form", ["--quiet", "--json"])
def test_a_deal(form: str) -> None:
    assert not loaded(*DEAL, form) & (HEAVY | FOR_PAGES | FOR_OTHERS)


def test_the_page_of_a_deal() -> None:
    assert not loaded(*DEAL) & (HEAVY | FOR_OTHERS | {"pygments", "markdown_it"})


@pytest.mark.parametrize("args", [[], ["--help"], ["--version"]])
def test_the_program_itself(args: list[str]) -> None:
    modules = loaded(*args)
    assert not modules & (HEAVY | FOR_PAGES | FOR_OTHERS | FOR_SOLVING)
    assert not [name for name in modules if name.startswith("cli.commands.")]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completions(shell: str) -> None:
    commands = loaded(**completed("hanabi-solve ", shell))
    assert not commands & (HEAVY | FOR_PAGES | FOR_OTHERS | FOR_SOLVING)
    options = loaded(**completed("hanabi-solve deal --", shell))
    assert not options & (HEAVY | FOR_PAGES | FOR_OTHERS)


@pytest.mark.parametrize("name", COMMANDS)
def test_help_loads_one_command(name: str) -> None:
    modules = loaded(name, "--help")
    assert not modules & (FOR_PAGES | HEAVY)
    others = {module for module in modules if module.startswith("cli.commands.")}
    assert others == {f"cli.commands.{name}"}


# What is loaded later is there all the same.


def test_the_front_page_of_the_package() -> None:
    assert set(solver.__all__) <= set(dir(solver))
    assert set(solver._PLACES) == set(solver.__all__) - {"__version__"}
    for name, place in solver._PLACES.items():
        value = getattr(solver, name)
        assert (value.__name__, value.__module__) == (name, place)
    with pytest.raises(AttributeError, match="module 'solver' has no attribute 'solv'"):
        solver.solv  # noqa: B018


def test_help_names_every_command() -> None:
    out = ask("--help").out
    for name, entry in COMMANDS.items():
        assert re.search(rf"^  {name} +{re.escape(entry.meaning)}$", out, re.MULTILINE)
    assert ask().out == out


@pytest.mark.parametrize("name", COMMANDS)
def test_help_of_every_command(name: str) -> None:
    code, out, err = ask(name, "--help")
    assert (code, err) == (0, "")
    assert out.startswith(f"Usage: hanabi-solve {name} ")
    assert COMMANDS[name].epilog in " ".join(out.split())
    assert not re.search(r"<\w+|x>=|so many", out)
    assert all(len(line) <= 80 for line in out.splitlines())


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("hanabi-solve re", ["replay", "report"]),
        ("hanabi-solve deal --li", ["--link"]),
        ("hanabi-solve deal -r avalanche-1", ["avalanche-10"]),
        ("hanabi-solve deals --reason h", ["hand-size"]),
        ("hanabi-solve exercise --theme l", ["last-round-order", "longer-suit-first", "late-card"]),
        ("hanabi-solve report --format ", ["table", "markdown", "csv", "json"]),
    ],
)
def test_what_is_completed(words: str, expected: list[str]) -> None:
    ended = subprocess.run(
        [*PYTHON, "import cli.app; cli.app.main()"],
        env=ENVIRONMENT | completed(words),
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.stdout.split() == expected
