"""`hanabi-solve survey`: ranges of deals solved into a folder."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli import codes, options, output
from cli.ranges import read_players, read_range
from solver.errors import InputError
from solver.rules import Rules
from solver.search import Budget

if TYPE_CHECKING:
    from solver.survey import Folder
    from solver.survey_run import Workers


def survey(
    out: Annotated[Path, typer.Option(metavar="FOLDER", help="Where the results go.")],
    players: Annotated[
        str, typer.Option("--players", "-p", metavar="N", help="Numbers of players: 3, 2-5 or 2,4.")
    ] = "3",
    seeds: Annotated[
        str | None, typer.Option(metavar="A-B", help="Deals by hanab.live's seeds, from 1 on.")
    ] = None,
    starts: Annotated[
        str | None,
        typer.Option(
            metavar="A-B",
            help="A census: deals by the start values of hanab.live's shuffle, 1 to 2147483646.",
        ),
    ] = None,
    rules: options.RuleNames = None,
    jobs: Annotated[
        int | None,
        typer.Option(metavar="N", help="Worker processes.", show_default="all cores", min=1),
    ] = None,
    cluster: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="A Dask scheduler to use: tcp://host:8786."),
    ] = None,
    retry_undecided: Annotated[
        bool,
        typer.Option(
            "--retry-undecided", help="Only try undecided deals again, with more --nodes."
        ),
    ] = False,
    lines: Annotated[
        bool, typer.Option("--lines", help="Keep a line of play for each deal, too.")
    ] = False,
    csv: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write all rows as CSV in the end.")
    ] = None,
    nodes: options.Nodes = options.NODES,
    memory: options.Memory = options.MEMORY,
) -> None:
    """Solve a range of deals into a folder of Parquet files; again to continue or to extend it.

    Example: hanabi-solve survey --players 2-5 --seeds 1-10000 -r base --out results/
    """
    from solver.survey import Making, Range, make_folder, open_folder, tasks  # noqa: PLC0415
    from solver.survey_rows import columns  # noqa: PLC0415 (both are slow to load)

    budget = Budget(nodes=nodes, memory=memory)
    if retry_undecided:
        _retry(open_folder(out), budget)
        return
    if (seeds is None) == (starts is None):
        raise InputError("give the deals with one of --seeds and --starts, like --seeds 1-10000")
    if starts is not None and lines:
        raise InputError("--lines: a census keeps no lines; use --seeds")
    numbers = read_players(players)
    wanted = Range(
        *read_range("--starts", starts) if starts else read_range("--seeds", seeds or "")
    )
    making = Making(
        rules=options.read_rules(rules) or Rules.named("base"),
        numbering="starts" if starts else "seeds",
        budget=budget,
        lines=lines,
    )
    workers = _workers(jobs, cluster)
    folder = make_folder(out, making, columns(making))
    todo = tasks(folder, numbers, wanted)
    total = len(numbers) * len(wanted)
    done = total - sum(len(part) for _, part in todo)
    raise typer.Exit(_run(folder, todo, workers, total, done, csv))


def _workers(jobs: int | None, cluster: str | None) -> Workers:
    from solver.survey_run import Cluster, OwnProcess, Processes  # noqa: PLC0415

    if cluster is not None:
        if jobs is not None:
            raise InputError(
                "--jobs is for this machine and --cluster for another: use one of them"
            )
        return Cluster(cluster)
    number = jobs or len(os.sched_getaffinity(0))
    return OwnProcess() if number == 1 else Processes(number)


def _run(
    folder: Folder, todo: list[Any], workers: Workers, total: int, done: int, csv: Path | None
) -> int:
    from cli.survey_progress import Progress  # noqa: PLC0415 (rich is slow to load)
    from solver.survey_run import run  # noqa: PLC0415

    if done:
        output.note(f"{folder.path}: {done:,} of {total:,} deals are there already")
    code = codes.ANSWERED
    with Progress(total, done) as progress:
        try:
            for finished in run(folder, todo, workers):
                progress.add(len(finished.part.range), finished.account["counts"])
        except KeyboardInterrupt:
            code = codes.INTERRUPTED
    if code == codes.INTERRUPTED:
        output.note("Interrupted: what is written stays; the same command goes on from there.")
        return code
    if csv is not None:
        from solver.survey_export import write_csv  # noqa: PLC0415

        write_csv(folder, csv)
    output.line(progress.summary(folder.path))
    return code


def _retry(folder: Folder, budget: Budget) -> None:
    from solver.survey_retry import retry  # noqa: PLC0415

    tried = decided = 0
    for part in retry(folder, budget):
        tried += part.tried
        decided += part.decided
        output.note(f"{part.part.path.name}: {part.decided} of {part.tried} decided")
    output.line(f"{decided:,} of {tried:,} undecided deals are decided now.")
