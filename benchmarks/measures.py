"""What a set of results took: numbers to print, to save and to compare."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Sequence
from typing import Any

from solver import Result, systems
from solver._core import Stage
from solver.search.proof import STAGES


def measure(results: Sequence[Result]) -> dict[str, Any]:
    """The measures of one cell; times in microseconds."""
    nodes = sorted(result.nodes for result in results)
    micros = sorted(result.seconds * 1e6 for result in results)
    verdicts = Counter(result.verdict for result in results)
    # The tail: what did not end with the first run.
    tail = [result for result in results if STAGES.index(result.stage) > Stage.FIRST_RUN]
    cuts: Counter[str] = Counter()
    for result in results:
        cuts.update(result.cuts)
    return {
        "deals/s": len(results) / (sum(micros) / 1e6),
        "perfect": verdicts["perfect"],
        "lost": verdicts["not-perfect"],
        "undecided": verdicts["undecided"],
        "nodes median": statistics.median(nodes),
        "nodes p99": nodes[len(nodes) * 99 // 100],
        "nodes max": nodes[-1],
        "nodes mean": statistics.mean(nodes),
        "µs median": statistics.median(micros),
        "µs p99": micros[len(micros) * 99 // 100],
        "µs max": micros[-1],
        "tail %": 100 * sum(result.seconds for result in tail) * 1e6 / sum(micros),
        "peak MiB": systems.peak_memory(),
        "cuts": dict(cuts),
    }
