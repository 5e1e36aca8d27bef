"""A short run of every kind of attack, and the runner itself."""

from __future__ import annotations

from random import Random

import pytest

from tests.fuzz import __main__ as fuzz
from tests.fuzz._trial import ENDS

SECONDS = 10.0


@pytest.mark.long
@pytest.mark.parametrize("kind", fuzz.KINDS)
def test_a_short_run_finds_nothing(kind: str) -> None:
    assert fuzz.many(kind, 0, SECONDS) == 0


def test_findings_and_crashes_are_told_by_their_names(capfd: pytest.CaptureFixture[str]) -> None:
    found = fuzz.many("_trial", 7, 2)
    out = [row for row in capfd.readouterr().out.splitlines() if not row.endswith("so far")]
    count = int(out[-1].split()[1])
    ends = {n: Random(f"_trial:{n}").choice(ENDS) for n in range(7, 7 + count)}
    told = [
        f"_trial:{n}: " + ("a finding" if end == "finding" else "the process ended with -6")
        for n, end in ends.items()
        if end != "nothing"
    ]
    assert out[0] == "_trial: from _trial:7 on, for 2 s"
    assert out[1:-1] == told
    assert out[-1] == f"_trial: {count} attacks, {len(told)} findings"
    assert found == len(told) > 0
