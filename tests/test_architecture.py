"""The rooms of the house: who may import whom, read from the sources themselves.

Imports inside functions and those for type checkers only count like all others.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import networkx as nx
import pytest

from tests.support.places import ROOT

PACKAGES = ("solver", "cli", "web")
DRAWING = ("matplotlib", "pydot", "PIL")
# Who may ask the kernel: the search, the bulk path inside it, and the package's own front page.
ASKS_THE_KERNEL = "solver.search"


def module_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


SOURCES = {
    module_of(path): path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))
}


@cache
def source(module: str) -> ast.Module:
    return ast.parse(SOURCES[module].read_text(encoding="utf-8"))


@cache
def imports(module: str) -> tuple[str, ...]:
    """All modules that a module names, of whatever package."""
    return tuple(_imports(module))


def _imports(module: str) -> Iterator[str]:
    for node in ast.walk(source(module)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0 and node.module is not None, f"{module}: relative import"
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield inner if is_module(inner) else node.module


def is_module(name: str) -> bool:
    path = ROOT / name.replace(".", "/")
    return name in SOURCES or path.with_suffix(".pyx").exists()


def room_of(module: str) -> str:
    """The folder of a module; a file beside the rooms is a room of its own."""
    return ".".join(module.split(".")[:2])


def graph_of(edges: Iterator[tuple[str, str]]) -> nx.DiGraph:
    return nx.DiGraph((one, other) for one, other in edges if one != other)


def all_imports() -> Iterator[tuple[str, str]]:
    for module in SOURCES:
        for other in imports(module):
            if other.split(".")[0] in PACKAGES:
                yield module, other


def test_no_module_imports_itself_in_a_circle() -> None:
    assert list(nx.simple_cycles(graph_of(all_imports()))) == []


def test_no_room_depends_on_itself_in_a_circle() -> None:
    """Data walks one way. What stands at the door, like solver/__init__.py, is in no room."""
    rooms = ((room_of(one), room_of(other)) for one, other in all_imports() if "." in one)
    assert list(nx.simple_cycles(graph_of(rooms))) == []


def test_the_engine_knows_neither_the_command_line_nor_the_page() -> None:
    assert not [
        (one, other)
        for one, other in all_imports()
        if one.startswith("solver") and other.startswith(("cli", "web"))
    ]


def test_only_commands_know_the_page_and_it_knows_no_commands() -> None:
    of_page = [(one, other) for one, other in all_imports() if other.split(".")[0] == "web"]
    assert all(one.startswith(("cli.commands", "web")) for one, _ in of_page), of_page
    known = ("solver", "cli.inputs", "cli.views", "web")
    assert not [
        (one, other)
        for one, other in all_imports()
        if one.startswith("web") and not other.startswith(known)
    ]


@pytest.mark.parametrize("library", DRAWING)
def test_only_drawing_draws(library: str) -> None:
    users = {module for module in SOURCES if library in {i.split(".")[0] for i in imports(module)}}
    assert all(module.startswith("solver.drawing.") for module in users), users


def test_only_the_search_asks_the_kernel() -> None:
    users = {one for one, other in all_imports() if other == "solver._core"}
    assert users and all(module.startswith(f"{ASKS_THE_KERNEL}.") for module in users), users


def test_views_know_no_typer() -> None:
    for module in SOURCES:
        if not module.startswith(("cli.commands", "cli.inputs", "cli.program")):
            assert "typer" not in {name.split(".")[0] for name in imports(module)}, module


def test_the_library_names_no_options() -> None:
    """Messages of the library are read in Python, too, where there is no --players."""
    for module in SOURCES:
        if module.startswith("solver"):
            for text in messages(source(module)):
                found = re.findall(r"(?<![\w-])--[a-z][a-z0-9-]+", str(text.value))
                assert not found, f"{module}:{text.lineno}: {found}"


def messages(tree: ast.Module) -> Iterator[ast.Constant]:
    """All texts but those that describe the code."""
    describing = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in describing
        ):
            yield node


def test_what_checks_proofs_shares_nothing_with_what_makes_them() -> None:
    """The plain formula knows only the game and the referee; the checker knows nothing of ours."""
    plain = {name for name in SOURCES if name.startswith("solver.proofs.plain_")}
    for module in plain - {"solver.proofs.plain_opinion"}:
        known = ("solver.game.", "solver.proofs.plain_")
        others = [name for name in imports(module) if name.split(".")[0] in PACKAGES]
        assert others and all(name.startswith(known) for name in others), module
    checker = imports("solver.proofs.check_certificate")
    assert not [name for name in checker if name.split(".")[0] in PACKAGES]


def test_the_twin_is_for_the_tests() -> None:
    assert not [one for one, other in all_imports() if other == "solver.twin"]
