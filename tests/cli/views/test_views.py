"""The contract of the views: three functions each, and nothing that is slow to load."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import import_module
from inspect import signature
from pathlib import Path

import pytest

from tests.support.places import ROOT

VIEWS = sorted(path for path in (ROOT / "cli" / "views").glob("*.py") if path.stem != "__init__")


def names(path: Path) -> Iterator[tuple[str, bool]]:
    """What a file imports, and whether that happens when the file is loaded."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node in tree.body) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or "", node in tree.body


@pytest.mark.parametrize("path", VIEWS, ids=lambda path: path.stem)
def test_the_contract(path: Path) -> None:
    view = import_module(f"cli.views.{path.stem}")
    for function in ("to_json", "sentence", "page"):
        assert callable(getattr(view, function))
    assert signature(view.page).parameters["width"].annotation == "int"
    for name, at_the_top in names(path):
        room = name.split(".")[0]
        assert room != "typer"
        assert not (room == "rich" and at_the_top)
        assert not name.startswith(("cli.commands", "cli.terminal"))
