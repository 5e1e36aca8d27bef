"""How the compiled modules are built; everything else is in pyproject.toml.

HANABI_SOLVE_DEBUG=1 builds them with bounds checks and C assertions, for the tests, and
HANABI_SOLVE_SANITIZE=1 with the address and undefined-behaviour sanitizers besides (gcc or clang).
"""

import os
import re
import sysconfig
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

SANITIZE = os.environ.get("HANABI_SOLVE_SANITIZE", "0") not in ("", "0")
DEBUG = SANITIZE or os.environ.get("HANABI_SOLVE_DEBUG", "0") not in ("", "0")

DIRECTIVES = {
    "language_level": 3,
    "boundscheck": DEBUG,
    "initializedcheck": DEBUG,
    # C's division in both, so that a debug build searches in the same order.
    "cdivision": True,
    # Off in both: a negative index is a fault here, which the bounds check should report.
    "wraparound": False,
}

SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]


def processors(platform: str, arch_flags: str) -> set[str]:
    """The kinds of processors that are compiled for; on macOS there may be two at once.

    They are in the name of Python's platform, unless ARCHFLAGS, which is for macOS, names others.
    """
    if platform.startswith("macosx") and (named := re.findall(r"-arch\s+(\S+)", arch_flags)):
        return set(named)
    last = platform.rpartition("-")[2]
    return {"arm64", "x86_64"} if last == "universal2" else {last}


def compile_flags(compiler: str, targets: set[str]) -> list[str]:
    """The flags for a compiler, by setuptools's name of its kind."""
    if compiler == "msvc":
        if SANITIZE:
            raise SystemExit("HANABI_SOLVE_SANITIZE needs gcc or clang")
        # Without a standard MSVC speaks C of 1989, with some additions.
        return ["/std:c11", *(["/Od", "/UNDEBUG"] if DEBUG else ["/O2"])]
    # Python's own flags define NDEBUG; the last flag wins.
    flags = ["-O1", "-g", "-UNDEBUG"] if DEBUG else ["-O3"]
    # Every x86-64 processor since 2008 can count bits; others do so unasked, or refuse the flag.
    if targets <= {"x86_64", "amd64"}:
        flags.append("-mpopcnt")
    return flags + (SANITIZERS if SANITIZE else [])


class BuildExt(build_ext):
    """build_ext with flags for the compiler that is really used."""

    def build_extensions(self) -> None:
        """Add the flags, then build."""
        targets = processors(sysconfig.get_platform(), os.environ.get("ARCHFLAGS", ""))
        for extension in self.extensions:
            extension.extra_compile_args += compile_flags(self.compiler.compiler_type, targets)
            extension.extra_link_args += SANITIZERS if SANITIZE else []
        super().build_extensions()


if __name__ == "__main__":
    modules = [
        Extension(".".join(path.with_suffix("").parts), [path.as_posix()], include_dirs=["."])
        for path in sorted(Path("solver").rglob("*.pyx"))
    ]
    setup(
        # A directory for each mode: Cython looks at the age of a C file, not at its directives.
        ext_modules=cythonize(
            modules,
            build_dir="build/cython-debug" if DEBUG else "build/cython",
            compiler_directives=DIRECTIVES,
        ),
        cmdclass={"build_ext": BuildExt},
    )
