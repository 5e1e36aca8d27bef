"""systems.h as a small C program of its own: as it is, and as on a system that nobody knows."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sysconfig
from pathlib import Path
from random import Random

import pytest

ROOT = Path(__file__).resolve().parents[2]
COMPILER = shlex.split(sysconfig.get_config_var("CC") or "cc")

PROGRAM = r"""
#include <inttypes.h>
#include <stdio.h>
#include "solver/kernel/systems.h"

/* The bits of every number that comes in, then two readings of each clock with work in between. */
int main(void)
{
    uint64_t bits;
    double now = clock_now(), worked = clock_worked();
    volatile uint64_t work = 0;
    while (scanf("%" SCNu64, &bits) == 1)
        printf("%d\n", count_bits(bits));
    for (int turn = 0; turn < 50; turn++) {
        double later = clock_now(), more = clock_worked();
        if (later < now || more < worked)
            return 1;
        now = later;
        worked = more;
        for (int i = 0; i < 100000; i++)
            work += i;
    }
    printf("%.9f %.9f\n", now, worked);
    return 0;
}
"""


@pytest.mark.skipif(
    os.name != "posix" or shutil.which(COMPILER[0]) is None, reason="no compiler to call"
)
@pytest.mark.parametrize("flags", [[], ["-DHANABI_SOLVE_PLAIN_C"]], ids=["as it is", "plain C"])
def test_the_same_on_every_system(tmp_path: Path, flags: list[str]) -> None:
    source, program = tmp_path / "systems.c", tmp_path / "systems"
    source.write_text(PROGRAM, encoding="utf-8")
    subprocess.run(
        [*COMPILER, "-Wall", "-Werror", *flags, f"-I{ROOT}", str(source), "-o", str(program)],
        check=True,
    )
    random = Random(1)
    numbers = [0, 1, 1 << 63, (1 << 64) - 1, *(1 << n for n in range(64))]
    numbers += [random.getrandbits(random.randint(1, 64)) for _ in range(2000)]
    ran = subprocess.run(
        [program], input="\n".join(map(str, numbers)), capture_output=True, text=True, check=True
    )
    *counts, clocks = ran.stdout.splitlines()
    assert [int(count) for count in counts] == [number.bit_count() for number in numbers]
    now, worked = map(float, clocks.split())
    assert now > 0 and worked > 0
