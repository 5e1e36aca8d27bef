"""`hanabi-solve deal`: the answer for one deal."""

from __future__ import annotations

from typing import Annotated, Any, cast

import typer

from cli.inputs import options
from cli.inputs.outputs import check_outputs
from cli.inputs.proving import Proof
from cli.inputs.showing import Showing, linked
from cli.terminal import codes, output
from cli.views import deal as view
from solver.errors import InputError, Interrupted
from solver.search.answers import Result
from solver.search.budget import Budget
from solver.search.many import solve

CHECK_CODES = {
    "perfect": codes.ANSWERED,
    "not-perfect": codes.NOT_PERFECT,
    "undecided": codes.UNDECIDED,
}


def deal(
    seed: options.Seed = None,
    deck: options.Deck = None,
    file: options.File = None,
    players: options.Players = None,
    rules: options.RuleNames = None,
    tiles: options.Tiles = None,
    tile5: options.Tile5 = None,
    nodes: options.Nodes = options.NODES,
    seconds: options.Seconds = None,
    memory: options.Memory = options.MEMORY,
    link: options.Link = False,
    hanab_live: options.HanabLive = None,
    prove: Annotated[
        str | None,
        typer.Option(
            metavar="PATH",
            help="If the deal is lost, also write a proof of that, as `prove --out PATH` does.",
        ),
    ] = None,
    json: options.Json = False,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="Print the verdict and nothing else.")
    ] = False,
    check: Annotated[
        bool, typer.Option("--check", help="Exit with 3 if not perfect, 4 if undecided.")
    ] = False,
) -> None:
    """The most that one deal can score, and a line of play that reaches it.

    Example: hanabi-solve deal --seed 42 -p 3 -r avalanche-5 -r bouquet-final
    """
    game = options.read_rules(rules)
    given = options.read_deal(seed, deck, file, players, game, tiles, tile5)
    budget = Budget(nodes, seconds, memory)
    showing = Showing(given, link, hanab_live)
    proof = Proof(given, prove, budget)
    outputs = {"--hanab-live": hanab_live, "--prove": prove}
    check_outputs(outputs, [file, *options.rule_files(rules)])
    with output.Progress(quiet) as progress:
        progress.say("searching …")
        try:
            result, code = solve(given, budget), codes.ANSWERED
        except Interrupted as stop:
            result, code = cast(Result, stop.result), codes.INTERRUPTED
    try:
        shown = showing.write(given, result.line) if link or hanab_live else None
        code = proof.write(result, code, quiet)
    except InputError:  # the line cannot be shown there, or not be proven; but it was found
        _print(result, budget, None, {}, json, quiet)
        raise
    _print(result, budget, shown, proof.report, json, quiet)
    if check and code == codes.ANSWERED:
        code = CHECK_CODES[result.verdict]
    raise typer.Exit(code)


def _print(
    result: Result,
    budget: Budget,
    link: str | None,
    proof: dict[str, Any],
    json: bool,
    quiet: bool,
) -> None:
    result.replayed()
    if quiet and not json:
        output.line(view.sentence(result, budget))
        if link is not None:
            output.line(link)
        return
    _ = result.reason  # now: showing it must not compute
    if json:
        output.json_line(view.to_json(result) | linked(link) | proof)
    else:
        output.page(view.page(result, budget, link, width=output.width()))
        if proof.get("proof") is not None:
            output.line(f"{proof['proof']['path']} has the proof.")
