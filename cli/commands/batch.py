"""`hanabi-solve batch`: JSON Lines of deals and positions in, JSON Lines of results out."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import closing
from typing import Annotated, Any

import typer

from cli.inputs import options
from cli.inputs.numbers import whole
from cli.inputs.position import Given
from cli.terminal import codes, output
from cli.views import chances
from cli.views import deal as report
from solver.chances.many import answer_many
from solver.chances.moves import Chances
from solver.chances.questions import Question, question
from solver.chances.why import why_chances
from solver.errors import InputError, counted
from solver.game.deals import Deal
from solver.notation.objects import at, parse_json
from solver.notation.sources import decoded
from solver.reader import read_value
from solver.search.answers import Result
from solver.search.budget import Budget


def batch(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="JSON Lines, one deal or position per line; - is stdin.",
            show_default=False,
        ),
    ],
    jobs: Annotated[
        int,
        typer.Option(
            "--jobs",
            "-j",
            metavar="N",
            parser=whole(1),
            help="Solve N lines at a time, each with a table of its own.",
        ),
    ] = 1,
    nodes: options.Nodes = options.NODES,
    seconds: options.Seconds = None,
    memory: options.Memory = options.MEMORY,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Write nothing to stderr.")] = False,
) -> None:
    """Solve many deals: for each line a result with the fields of `deal --json`, in order.

    A line is an object with "seed" or "deck", "players", and "rules": a name,
    a list of names, or house rules (with a deck also "tiles" and "tile5" if
    the rules have bonus tiles); or a game of hanab.live; or an object with a
    "link" to one; or a position with "pile_order": "unknown" and perhaps an
    "aim", which gives the fields of `endgame --unknown-pile --json`. An "id" is
    handed on. A line that is none of these gives an object with "error" in
    its place; the others are solved all the same, and the exit code is 2.

    Example: echo '{"seed": 42, "players": 3}' | hanabi-solve batch - --jobs 2
    """
    budget = Budget(nodes, seconds, memory)
    queue = Queue(quiet)
    asked = queue.asked(options.read_lines(file, quiet))
    # Closed at once, also when something fails: the threads stop then.
    with closing(answer_many(asked, budget, jobs)) as results, output.Progress(quiet) as progress:
        try:
            for result in results:
                queue.answer(result)
                progress.say(counted(queue.answered, "line"))
        except KeyboardInterrupt:
            if not quiet:
                are = "is" if queue.answered == 1 else "are"
                output.note(f"interrupted: {counted(queue.answered, 'line')} {are} answered")
            raise
    if queue.faults:
        if not quiet:
            lines = counted(queue.faults, "bad line")
            output.error(f'{lines}: the results in their places have an "error"')
        raise typer.Exit(codes.BAD_INPUT)


class Queue:
    """What was read and is not printed yet, in the order of the lines.

    The solver reads ahead, but only while it is asked for a result: all is done by one thread.
    """

    def __init__(self, quiet: bool) -> None:
        """Begin with nothing."""
        self.quiet = quiet
        self.faults = 0
        self.answered = 0
        self._entries: deque[dict[str, Any]] = deque()

    def asked(self, lines: Iterable[bytes]) -> Iterator[Deal | Question]:
        """What the lines ask; the error of one that asks nothing goes straight into the queue."""
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            entry: dict[str, Any] = {}
            self._entries.append(entry)
            try:
                asked = self._read(line, f"line {number}", entry)
            except InputError as error:
                self.faults += 1
                entry |= {"schema": report.SCHEMA, "line_number": number, "error": str(error)}
                self._print_faults()
            else:
                yield asked

    def _read(self, line: bytes, where: str, entry: dict[str, Any]) -> Deal | Question:
        """The deal of a line, or its position; what its result has to carry goes into the entry."""
        value = parse_json(decoded(line, where), where)
        if isinstance(value, dict) and "id" in value:
            entry["id"] = value["id"]
        brought = read_value(value, where)
        if brought.is_pile_unknown:
            with at(where):
                aim = "win" if brought.aim is None else brought.aim
                return question(brought.start, aim, brought.hidden)
        if brought.deal is None:
            raise InputError(
                f'{where}: is a position, and a deal is needed, or "pile_order": "unknown" in it'
            )
        if brought.game is not None:
            brought.check_line()
        if not self.quiet:
            for note in brought.notes():
                output.note(note)
        return brought.seated()

    def answer(self, found: Result | Chances) -> None:
        """Print what was found for the next deal or position."""
        if isinstance(found, Chances):
            result = chances.to_json(
                Given(found.position), found, with_draws=False, whys=why_chances(found)
            )
        else:
            result = report.to_json(found)
        output.json_line(self._entries.popleft() | result)
        self.answered += 1
        self._print_faults()

    def _print_faults(self) -> None:
        """Print the faults that nothing is waiting in front of."""
        while self._entries and "error" in self._entries[0]:
            output.json_line(self._entries.popleft())
