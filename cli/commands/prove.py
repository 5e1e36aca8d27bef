"""`hanabi-solve prove`: a proof that a score cannot be reached, as files that others can check."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from cli.inputs import options
from cli.inputs import position as given
from cli.inputs.numbers import whole
from cli.inputs.outputs import check_outputs
from cli.inputs.proving import making_words
from cli.inputs.ranges import read_range
from cli.terminal import codes, output
from cli.views import prove as view
from solver.errors import InputError, ProofTooLargeError
from solver.proofs.claims import Claim
from solver.proofs.contents import MEGABYTES
from solver.search.budget import Budget

if TYPE_CHECKING:
    from solver.proofs.comparing import Compared
    from solver.proofs.formula import Formula
    from solver.proofs.making import Lost, Reached, Undecided

MOST_CLAUSES = 1000  # that are explained at once


def prove(
    text: given.Parts = None,
    file: given.PositionFile = None,
    seed: options.Seed = None,
    deck: options.Deck = None,
    players: options.Players = None,
    rules: options.RuleNames = None,
    tiles: options.Tiles = None,
    tile5: options.Tile5 = None,
    moves: given.Moves = None,
    turn: given.Turn = None,
    score: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            parser=whole(1),
            help="Prove that N cannot be reached.",
            show_default="the perfect score",
        ),
    ] = None,
    out: Annotated[
        str | None,
        typer.Option(
            metavar="PATH",
            help="Where the proof goes: a new folder, or an archive if the name ends with .tar.gz, "
            ".tar.xz, .zip or the like.",
        ),
    ] = None,
    check: Annotated[
        str | None,
        typer.Option(
            metavar="PATH",
            help="Check a proof: a folder or an archive. With a deal or a position, also that it "
            "is about that.",
        ),
    ] = None,
    plain: Annotated[
        bool,
        typer.Option(
            "--plain",
            help="With --check: also ask a second formula, written turn by turn and without any "
            "counting.",
        ),
    ] = False,
    explain: Annotated[
        str | None,
        typer.Option(
            metavar="N",
            help="Say in words what clause N of the formula means; or A-B. With --check PATH: of "
            "that proof's formula.",
        ),
    ] = None,
    megabytes: Annotated[
        int,
        typer.Option(
            metavar="N", parser=whole(1, 1_000_000), help="The most that a proof may have, in MB."
        ),
    ] = MEGABYTES,
    nodes: Annotated[
        int, options.nodes_for("the search, and once more for the proof")
    ] = options.NODES,
    seconds: Annotated[float | None, options.seconds_for("all of it")] = None,
    memory: options.Memory = options.MEMORY,
    json: options.Json = False,
) -> None:
    """A proof that a score cannot be reached, in files that other programs can check.

    It holds the formula (DIMACS CNF), the proof (DRAT), what the variables mean, the deal, and the
    digests of all these.

    Example: hanabi-solve prove --seed 40 --players 2 --out lost.tar.gz
    """
    budget = Budget(nodes, seconds, memory)
    _check_one_task(out, check, explain, plain)
    if check == "-":
        raise InputError("--check -: a proof is not read from standard input; name its file")
    if out is not None:
        from solver.proofs.storing import archive_ending, check_place  # noqa: PLC0415 (as needed)

        if out == "-" or archive_ending(out) is not None:
            check_outputs({"--out": out}, [file, moves, *options.rule_files(rules)])
        check_place(out)
    named = any(value is not None for value in (text, file, seed, deck))
    asked = None
    if named or check is None:
        asked = given.read_position(
            seed=seed, deck=deck, file=file, text=text, players=players,
            rules=options.read_rules(rules), tiles=tiles, tile5=tile5, moves=moves, turn=turn,
            budget=budget, check=lambda deal: None,
        )  # fmt: skip
        if asked.hidden or asked.is_pile_unknown:
            raise InputError("a proof needs all cards: name those that are unknown")
        if asked.moves and asked.position.outcome() is not None:
            raise InputError(
                "the game is over after its moves: --turn 1 asks about the deal itself"
            )
    else:
        _check_alone(
            {
                "--score": score, "--players": players, "--rules": rules, "--tiles": tiles,
                "--tile5": tile5, "--moves": moves, "--turn": turn,
            }
        )  # fmt: skip
    claim = None if asked is None else Claim.of(asked.position, score, asked.deal)
    try:
        if explain is not None:
            raise typer.Exit(_explain(claim, check, explain, megabytes, json))
        if check is not None:
            raise typer.Exit(_check(check, claim, plain, megabytes, budget, json))
        assert claim is not None  # without --check there is a position
        raise typer.Exit(_prove(claim, str(out), megabytes, budget, json))
    except ProofTooLargeError as error:  # the library knows of no options
        raise InputError(f"{error} (--megabytes)") from None


def _check_one_task(out: str | None, check: str | None, explain: str | None, plain: bool) -> None:
    tasks = {"--out": out, "--check": check, "--explain": explain}
    named = [option for option, value in tasks.items() if value is not None]
    if not named:
        raise InputError(
            "say where the proof goes: --out PATH; or --check PATH checks one, and --explain N "
            "puts a clause into words"
        )
    if out is not None and len(named) > 1:
        raise InputError(f"{' and '.join(named)} are different things: use one of them")
    if plain and (check is None or explain is not None):
        raise InputError("--plain goes with --check PATH, and without --explain")


def _check_alone(given: dict[str, object]) -> None:
    """Refuse what says more about a deal, where none is named: the proof has its own."""
    for option, value in given.items():
        if value is not None:
            raise InputError(f"{option} goes with a deal or a position")


def _prove(claim: Claim, out: str, megabytes: int, budget: Budget, json: bool) -> int:
    """Make a proof; the exit code."""
    from solver.proofs.making import Lost, Reached, proved  # noqa: PLC0415 (slow to load)
    from solver.proofs.storing import store  # noqa: PLC0415

    try:
        with output.Progress() as progress:

            def seen(what: str, conflicts: int) -> None:
                progress.say(making_words(what, conflicts))

            with proved(claim, budget, megabytes, seen) as found:
                if isinstance(found, Lost):
                    store(found.files, out)
    except KeyboardInterrupt:
        output.note(f"interrupted: nothing is written to {out}")
        return codes.INTERRUPTED
    _print_proven(claim, found, out, budget, json)
    if isinstance(found, Lost):
        return codes.ANSWERED
    return codes.REACHABLE if isinstance(found, Reached) else codes.UNDECIDED


def _print_proven(
    claim: Claim, found: Lost | Reached | Undecided, out: str, budget: Budget, json: bool
) -> None:
    if json:
        output.json_line(view.to_json(claim, found, out))
    else:
        output.page(view.page(claim, found, out, budget, width=output.width()))


def _check(
    path: str, claim: Claim | None, plain: bool, megabytes: int, budget: Budget, json: bool
) -> int:
    """Check a proof; the exit code."""
    from solver.proofs.checking import check  # noqa: PLC0415 (slow to load)

    try:
        with output.Progress() as progress:

            def seen(what: str, done: int, of: int) -> None:
                progress.say(view.checking_words(what, done, of))

            checked = check(path, megabytes, claim, seen)
    except KeyboardInterrupt:
        output.note(f"interrupted: {path} is not checked to its end")
        return codes.INTERRUPTED
    compared, code = _compare(checked.claim, budget) if plain else (None, codes.ANSWERED)
    if json:
        output.json_line(view.checked_json(path, checked, compared))
    else:
        output.page(view.checked_page(path, checked, compared))
    if code == codes.INTERRUPTED:
        output.note("interrupted: the plain formula says neither yes nor no")
    return code


def _compare(claim: Claim, budget: Budget) -> tuple[Compared | None, int]:
    """What the plain formula says of a proof that holds, None if it was interrupted; the code."""
    from solver.proofs.comparing import compare  # noqa: PLC0415 (slow to load)

    try:
        with output.Progress() as progress:

            def seen(conflicts: int) -> None:
                progress.say(making_words("asking the plain formula", conflicts))

            compared = compare(claim, budget, seen)
    except KeyboardInterrupt:
        return None, codes.INTERRUPTED
    return compared, codes.UNDECIDED if compared.agrees is None else codes.ANSWERED


def _explain(
    claim: Claim | None, proof: str | None, wanted: str, megabytes: int, json: bool
) -> int:
    """Print clauses in words; the exit code."""
    first, last = read_range(
        "--explain",
        wanted,
        "a number like 17, or a range like 17-20",
        "clauses are numbered from 1, and a range goes upwards",
    )
    formula = _formula(claim, proof, megabytes)
    if last > len(formula.clauses):
        raise InputError(f"--explain {wanted}: the formula has {len(formula.clauses):,} clauses")
    if last - first >= MOST_CLAUSES:
        raise InputError(f"--explain {wanted}: at most {MOST_CLAUSES:,} clauses at once")
    for number in range(first, last + 1):
        if json:
            output.json_line(view.clause_json(formula, number))
        else:
            output.page(view.clause_rows(formula, number))
    return codes.ANSWERED


def _formula(claim: Claim | None, proof: str | None, megabytes: int) -> Formula:
    """The formula of a proof, whose steps are not checked; or that of the plain rules."""
    from solver.proofs.checking import read_proof  # noqa: PLC0415 (slow to load)
    from solver.proofs.formula import Formula  # noqa: PLC0415

    if proof is not None:
        return read_proof(proof, megabytes, claim).formula
    assert claim is not None  # without --check there is a position
    return Formula(claim)
