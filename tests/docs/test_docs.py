"""The README and the documents show what the program really does."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.places import DOCS, ROOT

DOCUMENTS = (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *DOCS.rglob("*.md"))


@pytest.mark.parametrize("name", ["README.md", "docs/python.md"])
def test_examples_run(name: str) -> None:
    faults, tried = doctest.testfile(str(ROOT / name), module_relative=False)
    assert tried and not faults


def test_the_output_of_make_run_is_real() -> None:
    """All lines but the time, in order; […] stands for those left out."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    match = re.search(r"\$ make run\n(.*?)```", text, re.DOTALL)
    assert match is not None
    command = [sys.executable, "-m", "cli", "deal", "--seed", "42", "--players", "3"]
    output = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT).stdout
    real = iter(_without_time(output))
    for line in _without_time(match[1]):
        assert line == "[…]" or line in real, line


def _without_time(text: str) -> list[str]:
    return [re.sub(r" in [0-9.]+ m?s$", "", line) for line in text.splitlines()]


def test_links_between_the_documents_hold() -> None:
    for path in DOCUMENTS:
        for link in re.findall(r"\]\(([^):]+)\)", path.read_text(encoding="utf-8")):
            name, _, anchor = link.partition("#")
            target = path.parent / name if name else path
            assert target.exists(), f"{path.name}: {link}"
            assert not anchor or anchor in _anchors(target), f"{path.name}: {link}"


def _anchors(path: Path) -> set[str]:
    """The headings, spelt as GitHub does in links to them."""
    titles = re.findall(r"^#+ (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


def test_files_that_the_documents_name_exist() -> None:
    named = re.compile(r"`((?:solver|cli|web|tests|benchmarks|docs|kernel)/[\w/.*-]*)`")
    for path in DOCUMENTS:
        for name in named.findall(path.read_text(encoding="utf-8")):
            place = ROOT / "solver" if name.startswith("kernel/") else ROOT
            assert any(place.glob(name.rstrip("/"))), f"{path.name}: {name}"
