"""A folder of games: each reviewed, on all cores; a later run goes on where one was stopped."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from contextlib import closing, nullcontext
from pathlib import Path
from typing import Any, NamedTuple

from cli.inputs import options
from cli.inputs.outputs import check_outputs
from cli.terminal import codes, output
from cli.terminal.stopping import raise_lost, stoppable
from cli.views import games as view
from cli.views.games import Row
from solver import systems
from solver.analysis.review import review
from solver.chances.luck import luck_of
from solver.errors import InputError, counted, shown
from solver.files import adding_to, is_regular
from solver.notation.objects import parse_json
from solver.notation.sources import LARGEST_LIST, LARGEST_TEXT, decoded, lines_of
from solver.reader import read_game
from solver.search.budget import Budget
from solver.workers import Call, OwnProcess, Processes, Workers, results


class Source(NamedTuple):
    """A game of the folder: its file, and of a list of links its line."""

    file: str
    line: int | None
    text: str

    @property
    def digest(self) -> str:
        """What tells whether the game is still the same."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:16]

    @property
    def name(self) -> str:
        """How it is called in messages."""
        return self.file if self.line is None else f"{self.file}:{self.line}"

    def row(self) -> Row:
        """The fields with which the row of the game begins."""
        return {"file": self.file, "line_number": self.line, "digest": self.digest}


def replay_folder(
    folder: str,
    budget: Budget,
    jobs: int | None,
    out: str | None,
    json_lines: bool,
    quiet: bool,
) -> int:
    """Review all games of a folder, print their rows in order, and give the exit code."""
    names = _names(Path(folder))
    check_outputs({"--out": out}, [Path(folder, name) for name in names])
    entries = list(_entries(Path(folder), names))
    if not entries:
        raise InputError(f"{folder}: has no games: no files *.json, and no links in files *.txt")
    done = {} if out is None else _read_done(Path(out))
    todo = [
        entry for entry in entries if isinstance(entry, Source) and _key(entry.row()) not in done
    ]
    number = min(jobs or systems.processors(), len(todo))
    with_luck = json_lines or not quiet or out is not None  # its sentence needs no chances
    with (
        stoppable(),
        output.Progress(quiet) as progress,
        nullcontext() if out is None else adding_to(out) as add,
    ):
        try:
            for count, row in enumerate(_reviewed(todo, budget, with_luck, _workers(number)), 1):
                done[_key(row)] = row
                if add is not None and "error" not in row:
                    # At once, so that nothing is lost with what comes after it.
                    add((json.dumps(row) + "\n").encode())
                progress.say(f"{count:,} of {len(todo):,} games")
                raise_lost()
        except KeyboardInterrupt:
            code = codes.INTERRUPTED
        else:
            code = codes.ANSWERED
    rows = [entry if isinstance(entry, dict) else done.get(_key(entry.row())) for entry in entries]
    done_rows = [row for row in rows if row is not None]
    _print(done_rows, json_lines, quiet)
    return _exit_code(done_rows, len(entries), code)


def _print(rows: list[Row], json_lines: bool, quiet: bool) -> None:
    if json_lines:
        for row in rows:
            output.json_line(row)
    elif quiet:
        output.line(view.sentence(rows))
    else:
        output.page(view.page(rows, width=output.table_width()))


def _exit_code(rows: list[Row], asked: int, code: int) -> int:
    if code == codes.INTERRUPTED:
        output.note(f"interrupted: {len(rows):,} of {counted(asked, 'game')} reviewed")
        return code
    faults = sum("error" in row for row in rows)
    if faults:
        output.error(f"{faults:,} of {counted(asked, 'game')} cannot be read")
        return codes.BAD_INPUT
    return code


def _names(folder: Path) -> list[str]:
    """The names of the files that may have games, in their order."""
    try:
        return sorted(
            path.name for path in folder.iterdir() if path.suffix.lower() in (".json", ".txt")
        )
    except OSError as error:
        raise InputError(f"{folder}: cannot be read: {error.strerror}") from None


def _entries(folder: Path, names: list[str]) -> Iterator[Source | Row]:
    """The games of the files; what cannot be read is a row with the error."""
    for name in names:
        try:
            # Nobody has named it, so it must come to an end, as a pipe and a device may not.
            if os.path.exists(folder / name) and not is_regular(folder / name):
                raise InputError(f"{folder / name}: is not a regular file")
            is_list = name.lower().endswith(".txt")
            text = options.read_text(str(folder / name), LARGEST_LIST if is_list else LARGEST_TEXT)
        except InputError as error:
            yield view.to_json({"file": name, "line_number": None, "digest": None}, error)
            continue
        if not is_list:
            yield Source(name, None, text)
            continue
        for number, line in enumerate(text.splitlines(), 1):
            if line.strip() and not line.lstrip().startswith("#"):
                yield Source(name, number, line.strip())


def _workers(number: int) -> Workers:
    return OwnProcess() if number <= 1 else Processes(number)


def _reviewed(
    todo: list[Source], budget: Budget, with_luck: bool, workers: Workers
) -> Iterator[Row]:
    """The rows of the games, as they are finished."""
    calls = (Call(source, review_one, (source, budget, with_luck)) for source in todo)
    with closing(results(calls, workers)) as finished:
        for _, row in finished:
            yield row


def review_one(source: Source, budget: Budget, with_luck: bool) -> Row:
    """The row of a game; for a worker."""
    try:
        game = read_game(source.text, source.name)
    except InputError as error:
        return view.to_json(source.row(), error)
    found = review(game, budget)
    return view.to_json(source.row(), found, luck_of(game, budget) if with_luck else None)


# Resuming


def _key(row: Row) -> tuple[Any, ...]:
    return row.get("file"), row.get("line_number"), row.get("digest")


# How every row begins that `replay --out` writes.
ROW_BEGINS = b'{"file": '


def _read_done(path: Path) -> dict[tuple[Any, ...], Row]:
    """The rows that an earlier run has written, without the undecided, which are tried again.

    A run that was killed may have left a row without its end, which is taken away; anything else
    that stands there is somebody's, and is left alone. A device or a pipe only takes rows.
    """
    done: dict[tuple[Any, ...], Row] = {}
    end = 0  # of the last row that is whole
    try:
        if not is_regular(path):
            return done
        with path.open("rb") as file:
            for number, line in enumerate(lines_of(file), 1):
                if not line.endswith(b"\n") and _may_become_a_row(line):
                    break
                row = _read_row(line, f"{path}: line {number}")
                end += len(line)
                if row["undecided"]:
                    done.pop(_key(row), None)
                else:
                    done[_key(row)] = row
        if end < path.stat().st_size:
            os.truncate(path, end)
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from None
    return done


def _may_become_a_row(line: bytes) -> bool:
    return line.startswith(ROW_BEGINS) or ROW_BEGINS.startswith(line)


def _read_row(line: bytes, where: str) -> Row:
    try:
        row: Row = parse_json(decoded(line, where), where)
    except InputError as error:
        raise InputError(f"{error}; it is not what `replay --out` writes") from None
    if not view.is_row(row):
        raise InputError(f"{where}: {shown(row)} is not what `replay --out` writes")
    return row
