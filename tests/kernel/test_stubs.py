"""What mypy believes of the compiled modules is true, and the kernel's numbers have their words."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from solver._core import CUT_NAMES, STAGES, STOPPED_BY, Cut, Stage, Stop, blank_row
from solver.search.blocks import KERNEL_ROW

ROOT = Path(__file__).resolve().parents[2]
# What Cython adds to a module for itself.
CYTHONS = ("__pyx_capi__", "__reduce_cython__", "__setstate_cython__", "__test__")
MODULES = ("solver._chance", "solver._core", "solver._engine", "solver.game._shuffle")


@pytest.mark.check_takes(0)
def test_the_stubs_are_those_of_the_modules(tmp_path: Path) -> None:
    pytest.importorskip("mypy.stubtest")
    allowed = tmp_path / "allowed"
    allowed.write_text("\n".join(f"{module}.{name}" for module in MODULES for name in CYTHONS))
    found = subprocess.run(
        [
            sys.executable, "-m", "mypy.stubtest", *MODULES, "--concise",
            "--mypy-config-file", "pyproject.toml",
            "--allowlist", str(allowed), "--ignore-unused-allowlist",
        ],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert found.returncode == 0, found.stdout + found.stderr


def test_words_for_every_number() -> None:
    assert [CUT_NAMES[cut] for cut in (Cut.CUT_DEAD_TYPE, Cut.CUT_END_PHASE)] == [
        "dead-type",
        "end-phase",
    ]
    assert len(CUT_NAMES) == len(Cut)
    assert [STAGES[stage] for stage in Stage] == [
        "first-lines",
        "first-run",
        "long-proof",
        "short-runs",
        "beam",
        "exhaustive",
    ]
    assert [STOPPED_BY[stop] for stop in Stop] == [None, "nodes", "seconds", "interrupt", "memory"]


def test_the_row_has_its_names_from_the_kernel() -> None:
    assert KERNEL_ROW.itemsize == blank_row().itemsize
    assert KERNEL_ROW.names == (
        "nodes",
        "digest",
        "start",
        "microseconds",
        "low",
        "high",
        "length",
        "stage",
        "decided",
    )
