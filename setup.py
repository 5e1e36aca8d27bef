"""How the compiled modules are built; everything else is in pyproject.toml.

HANABI_SOLVE_DEBUG=1 builds them with bounds checks and C assertions, for the tests, and
HANABI_SOLVE_SANITIZE=1 with the address and undefined-behaviour sanitizers besides (gcc or clang).
"""

import os
import platform
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


class BuildExt(build_ext):
    """build_ext with flags for the compiler that is really used."""

    def build_extensions(self) -> None:
        """Add the flags, then build."""
        if self.compiler.compiler_type == "msvc":
            flags = ["/Od", "/UNDEBUG"] if DEBUG else ["/O2"]
        else:
            # Python's own flags define NDEBUG; the last flag wins.
            flags = ["-O1", "-g", "-UNDEBUG"] if DEBUG else ["-O3"]
            if platform.machine() in ("x86_64", "AMD64"):
                flags.append("-mpopcnt")
        if SANITIZE:
            flags += ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
        for extension in self.extensions:
            extension.extra_compile_args += flags
            extension.extra_link_args += flags if SANITIZE else []
        super().build_extensions()


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
