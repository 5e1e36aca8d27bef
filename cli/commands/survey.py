"""`hanabi-solve survey`: ranges of deals solved into a folder."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from cli.inputs import options
from cli.inputs.numbers import whole
from cli.inputs.outputs import check_outputs
from cli.inputs.ranges import read_players, read_range
from cli.terminal import codes, output
from cli.terminal.stopping import raise_lost, stoppable
from solver import systems
from solver.errors import InputError, counted
from solver.game.rules import Rules
from solver.proofs.contents import KEPT
from solver.search.budget import Budget

if TYPE_CHECKING:
    from solver.survey.folder import Folder
    from solver.survey.making import Making, Range
    from solver.workers import Workers


def survey(
    out: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="The folder for the results.")
    ] = None,
    ledger: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="In place of a folder: a CSV file with a line for each ten million start values, "
            "which goes on where it ends.",
        ),
    ] = None,
    players: Annotated[
        str | None,
        typer.Option(
            "--players",
            "-p",
            metavar="N",
            help="The numbers of players: 3, 2-5 or 2,4.",
            show_default="3",
        ),
    ] = None,
    seeds: Annotated[
        str | None,
        typer.Option(metavar="A-B", help="The deals of hanab.live's seeds A to B, from 1 on."),
    ] = None,
    starts: Annotated[
        str | None,
        typer.Option(
            metavar="A-B",
            help="A census: the deals of start values A to B of hanab.live's shuffle, which go "
            "from 1 to 2147483646; or all.",
        ),
    ] = None,
    rules: options.RuleNames = None,
    jobs: Annotated[
        int | None,
        typer.Option(
            "--jobs",
            "-j",
            metavar="N",
            parser=whole(1),
            help="The number of worker processes.",
            show_default="all cores",
        ),
    ] = None,
    cluster: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="A Dask scheduler to use: tcp://host:8786."),
    ] = None,
    retry_undecided: Annotated[
        bool,
        typer.Option(
            "--retry-undecided",
            help="Only try the undecided deals again, with more --nodes.",
        ),
    ] = False,
    verify: Annotated[
        str | None,
        typer.Option(
            metavar="N",
            help="Only solve N of the folder's parts or the ledger's blocks again, or all, and "
            "compare.",
        ),
    ] = None,
    lines: Annotated[
        bool, typer.Option("--lines", help="Also keep a line of play for each deal.")
    ] = False,
    prove: Annotated[
        str | None,
        typer.Option(
            metavar="lost",
            help="With lost: also keep a proof for each lost deal of the range, in the folder "
            f"{KEPT} beside the results.",
        ),
    ] = None,
    csv: Annotated[
        Path | None, typer.Option(metavar="FILE", help="In the end, write all rows as CSV.")
    ] = None,
    nodes: options.Nodes = options.NODES,
    memory: options.Memory = options.MEMORY,
) -> None:
    """Solve a range of deals into a folder of Parquet files, or count it in a ledger.

    The same command again continues it, and one with a longer range extends it.

    Example: hanabi-solve survey --players 2-5 --seeds 1-10000 -r base --out results/
    """
    from cli.commands import survey_again  # noqa: PLC0415 (slow to load, as all that reads Parquet)
    from solver.survey.folder import open_folder  # noqa: PLC0415

    budget = Budget(nodes=nodes, memory=memory)
    if ledger is not None:
        from cli.commands import survey_ledger  # noqa: PLC0415

        survey_ledger.refuse_others(
            {
                "--out": out is not None,
                "--seeds": seeds is not None,
                "--lines": lines,
                "--prove": prove is not None,
                "--csv": csv is not None,
                "--retry-undecided with --verify": retry_undecided and verify is not None,
                "--retry-undecided with --starts": retry_undecided and starts is not None,
            }
        )
        range_ = None if starts is None else _read_starts(starts)
        book = survey_ledger.asked(ledger, players, options.read_rules(rules))
        with stoppable():
            if retry_undecided:
                code = survey_ledger.retry(book, budget, _workers(jobs, cluster))
            elif verify is not None:
                code = survey_ledger.verify(book, verify, range_, budget, _workers(jobs, cluster))
            else:
                code = survey_ledger.count(book, range_, budget, _workers(jobs, cluster))
        raise typer.Exit(code)
    if out is None:
        raise InputError("say where the results go: --out FOLDER, or --ledger FILE for a census")
    if csv is not None:
        from solver.survey.export import check_csv  # noqa: PLC0415

        check_outputs({"--csv": csv}, options.rule_files(rules))
        check_csv(out, csv)
    if retry_undecided or verify is not None:
        survey_again.refuse_others(
            "--retry-undecided" if retry_undecided else "--verify",
            {
                "--verify": retry_undecided and verify is not None,
                "--players": players is not None,
                "--seeds": seeds is not None,
                "--starts": starts is not None,
                "--rules": rules is not None,
                "--lines": lines,
                "--prove": prove is not None,
                "--csv": csv is not None,
            },
        )
        folder = open_folder(out)
        with stoppable():
            if verify is not None:
                code = survey_again.verify(folder, verify, _workers(jobs, cluster))
            else:
                code = survey_again.retry(folder, budget, _workers(jobs, cluster))
        raise typer.Exit(code)
    wanted = _read_wanted(seeds, starts)
    making = _read_making(starts is not None, rules, budget, lines)
    proves = _read_prove(prove, making)
    with stoppable():
        asked = Asked(making, read_players(players or "3"), wanted, csv, proves)
        raise typer.Exit(_survey(out, asked, _workers(jobs, cluster)))


class Asked(NamedTuple):
    """What a survey is asked for."""

    making: Making
    players: list[int]
    wanted: Range
    csv: Path | None
    proves: bool


def _read_prove(prove: str | None, making: Making) -> bool:
    if prove is None:
        return False
    if prove != "lost":
        raise InputError(f"--prove {prove}: write --prove lost; only lost deals have proofs")
    if making.rules.tiles:
        raise InputError("--prove: there are no proofs for games with bonus tiles")
    return True


def _read_wanted(seeds: str | None, starts: str | None) -> Range:
    from solver.survey.making import Range, check_range  # noqa: PLC0415

    if seeds is not None and starts is None:
        wanted = Range(*read_range("--seeds", seeds))
        check_range("seeds", wanted)
    elif starts is not None and seeds is None:
        wanted = _read_starts(starts)
    else:
        raise InputError("give the deals with one of --seeds and --starts, like --seeds 1-10000")
    return wanted


def _read_starts(text: str) -> Range:
    from solver.search.blocks import MAX_START  # noqa: PLC0415
    from solver.survey.making import Range, check_range  # noqa: PLC0415

    if text.strip() == "all":
        return Range(1, MAX_START)
    wanted = Range(*read_range("--starts", text))
    check_range("starts", wanted)
    return wanted


def _read_making(census: bool, rules: list[str] | None, budget: Budget, lines: bool) -> Making:
    from solver.survey.making import Making  # noqa: PLC0415

    if census and lines:
        raise InputError("--lines: a census keeps no lines; use --seeds")
    game = options.read_rules(rules) or Rules.named("base")
    return Making(game, "starts" if census else "seeds", budget, lines)


def _workers(jobs: int | None, cluster: str | None) -> Workers:
    from solver.workers import Cluster, OwnProcess, Processes  # noqa: PLC0415

    if cluster is not None:
        if jobs is not None:
            raise InputError("--jobs is for this machine and --cluster for others: use one of them")
        return Cluster(cluster)
    number = jobs or systems.processors()
    return OwnProcess() if number == 1 else Processes(number)


def _survey(out: Path, asked: Asked, workers: Workers) -> int:
    from solver.game.deals import Deal  # noqa: PLC0415
    from solver.survey.folder import locked, make_folder  # noqa: PLC0415

    for count in asked.players:
        Deal.from_start(asked.making.rules, count, 1)  # refuses too many players for the deck
    folder = make_folder(out, asked.making)
    with locked(folder):
        code = _run(folder, asked.players, asked.wanted, workers)
        if asked.proves and code == codes.ANSWERED:
            from cli.commands.survey_proofs import keep_proofs  # noqa: PLC0415

            code = keep_proofs(folder, asked.players, asked.wanted, workers)
        if asked.csv is not None and code == codes.ANSWERED:
            from solver.survey.export import write_csv  # noqa: PLC0415

            write_csv(folder, asked.csv)
        return code


def _run(folder: Folder, players: list[int], wanted: Range, workers: Workers) -> int:
    from cli.terminal.survey_progress import Progress  # noqa: PLC0415 (rich is slow to load)
    from solver.survey.folder import tasks  # noqa: PLC0415
    from solver.survey.run import run  # noqa: PLC0415

    progress = Progress(len(players) * len(wanted))
    for part, account in folder.checked():
        if part.players in players and (there := part.range.shared(wanted)):
            progress.add_earlier(part.players, there, account["counts"])
    if progress.done:
        output.note(
            f"{folder.path}: {progress.done:,} of {counted(progress.total, 'deal')} "
            f"{'is' if progress.done == 1 else 'are'} done already"
        )
    try:
        with progress, closing(run(folder, tasks(folder, players, wanted), workers)) as finished:
            for part, account in finished:
                progress.add(part.players, len(part.range), account["counts"])
                raise_lost()
    except KeyboardInterrupt:
        output.note(
            "interrupted: what is written stays; the same command goes on from there"
            if progress.done
            else "interrupted before the first part was written; the same command begins again"
        )
        return codes.INTERRUPTED
    output.line(f"{folder.path}: {progress.summary()}")
    for words in progress.summaries():
        output.line(f"  {words}")
    return codes.ANSWERED
