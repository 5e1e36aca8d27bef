"""setup.py: the flags of compilers that are not here."""

from __future__ import annotations

import runpy
from typing import Any

import pytest

from tests.support.places import ROOT


@pytest.fixture(params=["", "DEBUG", "SANITIZE"])
def kind(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    for name in ("DEBUG", "SANITIZE"):
        monkeypatch.setenv(f"HANABI_SOLVE_{name}", str(int(name == request.param)))
    return str(request.param)


@pytest.fixture
def build(kind: str) -> dict[str, Any]:
    """What setup.py defines, without building anything."""
    return runpy.run_path(str(ROOT / "setup.py"))


@pytest.mark.parametrize(
    ("platform", "arch_flags", "expected"),
    [
        ("linux-x86_64", "", {"x86_64"}),
        ("linux-aarch64", "", {"aarch64"}),
        ("win-amd64", "", {"amd64"}),
        ("win-arm64", "", {"arm64"}),
        ("macosx-11.0-arm64", "", {"arm64"}),
        ("macosx-10.13-universal2", "", {"arm64", "x86_64"}),
        ("macosx-10.13-universal2", "-arch x86_64", {"x86_64"}),
        ("macosx-11.0-arm64", "-arch arm64 -arch x86_64", {"arm64", "x86_64"}),
        ("linux-x86_64", "-arch arm64", {"x86_64"}),
    ],
)
def test_processors(
    build: dict[str, Any], platform: str, arch_flags: str, expected: set[str]
) -> None:
    assert build["processors"](platform, arch_flags) == expected


@pytest.mark.parametrize(
    ("targets", "counts"),
    [
        ({"x86_64"}, True), ({"amd64"}, True), ({"arm64"}, False), ({"aarch64"}, False),
        ({"i686"}, False), ({"arm64", "x86_64"}, False),
    ],
)  # fmt: skip
def test_gcc_and_clang(kind: str, build: dict[str, Any], targets: set[str], counts: bool) -> None:
    flags = build["compile_flags"]("unix", targets)
    assert ("-mpopcnt" in flags) is counts
    assert ("-O3" in flags) is (kind == "")
    assert ("-UNDEBUG" in flags) is (kind != "")
    assert any("sanitize" in flag for flag in flags) is (kind == "SANITIZE")


def test_msvc(kind: str, build: dict[str, Any]) -> None:
    if kind == "SANITIZE":
        with pytest.raises(SystemExit, match="needs gcc or clang"):
            build["compile_flags"]("msvc", {"amd64"})
        return
    flags = build["compile_flags"]("msvc", {"amd64"})
    assert all(flag.startswith("/") for flag in flags)
    assert "/std:c11" in flags
    assert ("/O2" in flags) is (kind == "")
    assert ("/UNDEBUG" in flags) is (kind == "DEBUG")
