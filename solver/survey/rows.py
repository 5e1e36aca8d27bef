"""The rows of a survey: a range of deals solved, as a table. This is what the workers run."""

from __future__ import annotations

import hashlib
import json
import platform
import threading
from typing import Any

import numpy as np
import pyarrow as pa

from solver.errors import SurveyError
from solver.game.actions import Action
from solver.game.deals import Deal
from solver.game.rules import Rules
from solver.reasons.starts import kinds_of_starts
from solver.search.blocks import ROW, BlockSolver, line_digest, starts_of_seeds
from solver.search.budget import Budget
from solver.search.proof import STAGES
from solver.survey.making import METADATA, Making, Range

CHUNK = 1_000  # deals that are solved without a look at anything else

VERDICTS = ["perfect", "not-perfect", "undecided"]
REASONS = [
    "bottom-deck", "out-of-pace", "hand-size", "final-round", "tokens", "exhaustion",
]  # fmt: skip
# What a digest is taken of: these fields of each CHUNK of deals, one after the other.
DIGESTED = ("start", "low", "high", "length", "digest")


def solve_range(making: Making, players: int, wanted: Range) -> pa.Table:
    """The rows of these deals, with an account of them in the table's metadata."""
    numbers = np.arange(wanted.first, wanted.last + 1)
    if making.numbering == "starts":
        starts = numbers.astype(np.uint32)
    else:
        starts = starts_of_seeds(making.rules, players, wanted.first, wanted.last)
    return _solve(
        making,
        players,
        numbers,
        starts,
        {"players": players, "first": wanted.first, "last": wanted.last},
    )


def solve_numbers(making: Making, players: int, numbers: np.ndarray[Any, Any]) -> pa.Table:
    """The same for single deals."""
    if making.numbering == "starts":
        starts = numbers.astype(np.uint32)
    else:
        starts = np.concatenate(
            [starts_of_seeds(making.rules, players, seed, seed) for seed in numbers.tolist()]
        )
    return _solve(making, players, numbers, starts, {"players": players})


def _solve(
    making: Making,
    players: int,
    numbers: np.ndarray[Any, Any],
    starts: np.ndarray[Any, Any],
    deals: dict[str, int],
) -> pa.Table:
    """The rows of the deals with these numbers; of a census only those that are not perfect."""
    refuse_other_program(making)
    solver = _solver(making.rules, players, making.budget)
    digest = hashlib.sha256()
    counts = dict.fromkeys((*VERDICTS, "nodes", "conflicts"), 0)
    microseconds = 0.0
    found = []
    for begin in range(0, len(starts), CHUNK):
        rows = solver.solve(starts[begin : begin + CHUNK])
        _count(counts, rows, making.rules)
        microseconds += float(rows["microseconds"].sum())
        for name in DIGESTED:
            digest.update(np.ascontiguousarray(rows[name]).tobytes())
        if making.numbering == "starts":
            rows = rows[rows["low"] < making.rules.perfect_score]
        found.append(rows)
    account = {
        **making.to_json(),
        **deals,
        "counts": counts,
        "seconds": round(microseconds / 1e6, 6),
        "digest": digest.hexdigest(),
    }
    # One table, and not one for each chunk: columns cost time each, however short they are.
    rows = np.concatenate(found)
    if making.numbering == "starts":
        numbers = rows["start"]
    table = _table(making, players, numbers, rows)
    return table.replace_schema_metadata({METADATA: json.dumps(account)})


def refuse_other_program(making: Making) -> None:
    """Rows are made by one version only: this process's may be that of another machine."""
    own = Making(making.rules, making.numbering, making.budget)
    for name in ("version", "clause_learning"):
        if getattr(making, name) != getattr(own, name):
            raise SurveyError(
                f"the rows are made with {name} {getattr(making, name)}, but {platform.node()} has "
                f"{getattr(own, name)}: install the same there (python-sat is clause learning)"
            )


def plain(table: pa.Table) -> pa.Table:
    """The table with words in place of their numbers, and nothing said about it."""
    return table.cast(
        pa.schema(
            pa.field(field.name, pa.string() if pa.types.is_dictionary(field.type) else field.type)
            for field in table.schema
        )
    )


def columns(making: Making) -> pa.Schema:
    """The columns of the rows."""
    return _table(making, 2, np.zeros(0, np.int64), np.zeros(0, ROW)).schema


_own = threading.local()


def _solver(rules: Rules, players: int, budget: Budget) -> BlockSolver:
    """This thread's solver, whose table is made once; a worker of Dask may have several threads."""
    wanted = (rules, players, budget)
    if getattr(_own, "game", None) != wanted:
        _own.solver = None  # so that there are never two tables
        _own.solver, _own.game = BlockSolver(*wanted), wanted
    solver: BlockSolver = _own.solver
    return solver


def _count(counts: dict[str, int], rows: np.ndarray[Any, Any], rules: Rules) -> None:
    undecided = int((rows["low"] < rows["high"]).sum())
    perfect = int((rows["low"] == rules.perfect_score).sum())
    counts["perfect"] += perfect
    counts["undecided"] += undecided
    counts["not-perfect"] += len(rows) - perfect - undecided
    counts["nodes"] += int(rows["nodes"].sum())
    counts["conflicts"] += int(rows["conflicts"].sum())


def _table(
    making: Making, players: int, numbers: np.ndarray[Any, Any], rows: np.ndarray[Any, Any]
) -> pa.Table:
    """Rows of the kernel as columns that people and programs read."""
    rules = making.rules
    low, high = rows["low"], rows["high"]
    verdict = np.where(low < high, 2, np.where(low == rules.perfect_score, 0, 1))
    defeat = (high == 0) & rules.is_bouquet_final
    unknown = (low < high) | defeat
    number = "start" if making.numbering == "starts" else "seed"
    columns: dict[str, pa.Array] = {
        number: pa.array(numbers, pa.int64()),
        "players": pa.array(np.full(len(rows), players), pa.int8()),
        "rules": _words(np.zeros(len(rows), np.int8), [str(rules)]),
        "verdict": _words(verdict, VERDICTS),
        "max_score": pa.array(low, pa.int16(), mask=unknown),
        "low": pa.array(low, pa.int16()),
        "high": pa.array(high, pa.int16()),
        "reason": _reasons(making, players, rows, verdict),
    }
    if making.numbering == "seeds":
        columns |= {
            "line_length": pa.array(rows["length"], pa.int16()),
            "line_digest": pa.array(rows["digest"], pa.uint64()),
            "nodes": pa.array(rows["nodes"], pa.int64()),
            "conflicts": pa.array(rows["conflicts"], pa.int64()),
            "stage": _words(rows["stage"], list(STAGES)),
            "microseconds": pa.array(rows["microseconds"], pa.float32()),
        }
    if making.lines:
        columns["line"] = pa.array(_lines(making, players, rows), pa.string())
    return pa.table(columns)


def _words(indices: np.ndarray[Any, Any], words: list[str]) -> pa.Array:
    return pa.DictionaryArray.from_arrays(pa.array(indices, pa.int8()), words)


def _reasons(
    making: Making, players: int, rows: np.ndarray[Any, Any], verdict: np.ndarray[Any, Any]
) -> pa.Array:
    """Why the lost deals are lost; null for the others."""
    indices = np.full(len(rows), -1, np.int8)
    lost = verdict == 1
    kinds = kinds_of_starts(making.rules, players, rows["start"][lost].tolist())
    indices[lost] = [REASONS.index(kind) for kind in kinds]
    return pa.DictionaryArray.from_arrays(pa.array(indices, pa.int8(), mask=indices < 0), REASONS)


def _lines(making: Making, players: int, rows: np.ndarray[Any, Any]) -> list[str]:
    """The whole line of each deal, replayed by the referee: see `line_text`."""
    searcher = _solver(making.rules, players, making.budget).searcher
    lines = []
    for row in rows:
        result = searcher.solve(Deal.from_start(making.rules, players, int(row["start"])))
        if line_digest(result) != int(row["digest"]):
            raise AssertionError("internal error: two searches of one deal gave different lines")
        lines.append(line_text(result.line))
    return lines


def line_text(line: tuple[Action, ...]) -> str:
    """A line in short: p4 plays the card of order 4, a4 announces it, d7 discards, c is a clue.

    What bonus tiles take from the discards stands behind the play that turns them: p4:5>33 puts
    card 33 into the pile with tile 5, p4:6+33 into play with tile 6.

    >>> line_text((Action("play", 4), Action("clue"), Action("discard", 7)))
    'p4 c d7'
    """
    return " ".join(map(_action_text, line))


def _action_text(action: Action) -> str:
    if action.card is None:
        return "c"
    letter = "a" if action.announce else {"play": "p", "discard": "d"}[action.kind]
    signs = {"pile": ">", "play": "+"}
    chosen = "".join(f":{tile}{signs[into]}{card}" for tile, card, into in action.choices)
    return f"{letter}{action.card}{chosen}"
