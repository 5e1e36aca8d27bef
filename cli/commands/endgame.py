"""`hanabi-solve endgame`: what each move of a position is worth."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated

import typer

from cli.inputs import options
from cli.inputs import position as given
from cli.inputs.numbers import whole
from cli.inputs.outputs import check_outputs
from cli.inputs.pages import check_page, page_with
from cli.inputs.position import Given
from cli.inputs.showing import Showing, check_tiles, linked
from cli.terminal import codes, output
from cli.views import endgame as view
from solver.analysis.moves import Endgame, analyse
from solver.analysis.why import why_moves
from solver.errors import InputError, Interrupted
from solver.game.actions import Action
from solver.game.position import Position
from solver.reasons.moves import MoveReason
from solver.search.budget import Budget

if TYPE_CHECKING:
    from solver.chances.moves import Chances


def endgame(
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
    unknown_pile: Annotated[
        bool,
        typer.Option(
            "--unknown-pile",
            help="Let nobody know the order of the pile: the chance of each move, over all orders. "
            "The player to move may then have cards written ?; the pile lists them, too.",
        ),
    ] = False,
    aim: Annotated[
        str | None,
        typer.Option(
            metavar="AIM",
            help="With --unknown-pile: win for the chance of the perfect score, a number for the "
            "chance of at least that score, or mean for the mean score. In Bouquet final only the "
            "perfect score is a score.",
            show_default="win",
        ),
    ] = None,
    draws: Annotated[
        bool,
        typer.Option(
            "--draws", help="With --unknown-pile: what each next card makes of every move."
        ),
    ] = False,
    line: Annotated[bool, typer.Option("--line", help="Add a best line for each move.")] = False,
    graph: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Write the graph of the position: .graphml, .dot, .json, or a picture, .svg or "
            ".png.",
        ),
    ] = None,
    graph_depth: Annotated[
        int | None,
        typer.Option(metavar="N", parser=whole(0), help="Let the graph end after N turns."),
    ] = None,
    graph_nodes: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            parser=whole(1),
            help="Let the graph have N positions at most.",
            show_default="200, or 60 in a picture",
        ),
    ] = None,
    page: Annotated[str | None, page_with("the position, its values, and what may follow")] = None,
    nodes: options.NodesOfPosition = options.NODES,
    seconds: options.SecondsOfPosition = None,
    memory: options.Memory = options.MEMORY,
    link: options.Link = False,
    hanab_live: options.HanabLive = None,
    json: options.Json = False,
) -> None:
    """What each move of a position is worth: the best score that is still reachable after it.

    With --unknown-pile: the chance of the perfect score after it, if all hands are known, and of
    the pile only which cards are in it.

    Example: hanabi-solve endgame --seed 42 --players 3 --turn 38
    """
    budget = Budget(nodes, seconds, memory)
    if unknown_pile:
        _refuse_order(
            {"--line": line, "--graph": graph, "--link": link, "--hanab-live": hanab_live}
        )
    elif aim is not None or draws:
        raise InputError(f"{'--draws' if aim is None else '--aim'} goes with --unknown-pile")
    if graph is None and (graph_depth, graph_nodes) != (None, None):
        raise InputError("--graph-depth and --graph-nodes go with --graph FILE")
    if graph is not None:
        from solver.drawing.graph_files import check_path  # noqa: PLC0415 (slow, and seldom wanted)

        check_path(graph)
    check_page(page)
    outputs = {"--graph": graph, "--hanab-live": hanab_live, "--page": page}
    check_outputs(outputs, [file, moves, *options.rule_files(rules)])
    asked = given.read_position(
        seed=seed, deck=deck, file=file, text=text, players=players,
        rules=options.read_rules(rules), tiles=tiles, tile5=tile5, moves=moves, turn=turn,
        budget=budget, check=lambda deal: check_tiles(deal, link, hanab_live),
    )  # fmt: skip
    if unknown_pile:
        if aim is not None:
            asked = asked._replace(aim=aim)
        chances, code = _chances(asked, draws, budget, json)
        if page is not None:
            code = _write_page(page, asked, chances, budget, code)
        raise typer.Exit(code)
    if asked.hidden:
        raise InputError("? is a card that is not known: add --unknown-pile, or name the card")
    if asked.is_pile_unknown:
        raise InputError("the position's pile_order is unknown: add --unknown-pile")
    showing = Showing(asked.deal, link, hanab_live)
    with output.Progress() as progress:
        progress.say("solving the position and each of its moves …")
        try:
            found, code = analyse(asked.position, budget), codes.ANSWERED
        except Interrupted as stop:
            found, code = stop.result, codes.INTERRUPTED
        try:
            whys = why_moves(found)
        except KeyboardInterrupt:  # the values are there
            whys, code = {}, codes.INTERRUPTED
    shown = None
    try:
        if link or hanab_live:
            shown = _show(asked, found, showing)
    finally:  # what cannot be written or shown there was found all the same
        _print(asked, found, line, whys, shown, json)
    if graph is not None:
        try:
            if code == codes.ANSWERED:
                _write_graph(asked.position, graph, graph_depth, graph_nodes, budget)
        except KeyboardInterrupt:
            code = codes.INTERRUPTED
        if code == codes.INTERRUPTED:
            output.note(f"interrupted: the graph is not written to {graph}")
    if page is not None:
        code = _write_page(page, asked, found, budget, code)
    raise typer.Exit(code)


def _refuse_order(given: dict[str, object]) -> None:
    """Refuse what shows a line of play: there is one for each order of the pile."""
    for option, value in given.items():
        if value:
            raise InputError(
                f"{option} shows what follows in one order of the pile: leave it or "
                "--unknown-pile out"
            )


def _write_page(
    path: str, asked: Given, found: Endgame | Chances, budget: Budget, code: int
) -> int:
    """Write the page of the position; the exit code that this leads to."""
    from cli.commands.pages import write_page  # noqa: PLC0415 (as all: slow, and seldom wanted)
    from web.kept import kept_endgame  # noqa: PLC0415

    return write_page(path, lambda seen: kept_endgame(asked, found, budget, seen), code)


def _chances(asked: Given, draws: bool, budget: Budget, json: bool) -> tuple[Chances, int]:
    """Print the chance of each move while the pile lies face down; and the exit code."""
    from cli.views import chances as view  # noqa: PLC0415 (as all: only this question needs them)
    from solver.chances.hidden import answer  # noqa: PLC0415
    from solver.chances.moves import Growing  # noqa: PLC0415
    from solver.chances.questions import question  # noqa: PLC0415
    from solver.chances.why import why_chances  # noqa: PLC0415

    if asked.hidden and draws:
        raise InputError("--draws: after a move with unknown cards it is not known what is drawn")
    asking = question(asked.position, "win" if asked.aim is None else asked.aim, asked.hidden)
    with output.Progress() as progress:

        def seen(growing: Growing) -> None:
            done = f"{growing.done} of {growing.of} are done"
            progress.say(f"finding the chance of each move: {done} …")

        try:
            found, code = answer(asking, budget, seen), codes.ANSWERED
        except Interrupted as stop:
            found, code = stop.result, codes.INTERRUPTED
    try:
        whys = why_chances(found, stories=code == codes.ANSWERED)
    except KeyboardInterrupt:  # the chances are there
        whys, code = why_chances(found, stories=False), codes.INTERRUPTED
    if json:
        output.json_line(view.to_json(asked, found, draws, whys))
    else:
        output.page(view.page(asked, found, draws, whys, **_widths()))
    return found, code


def _print(
    asked: Given,
    found: Endgame,
    line: bool,
    whys: Mapping[Action, MoveReason],
    link: str | None,
    json: bool,
) -> None:
    if line:
        _ = [move.line for move in found.moves]  # now: showing them must not compute
    if json:
        output.json_line(view.to_json(asked, found, line, whys) | linked(link))
    else:
        output.page(view.page(asked, found, line, whys, link, **_widths()))


def _widths() -> dict[str, int]:
    """The room for a page, and for the rows of its moves."""
    return {"width": output.width(), "table_width": output.table_width()}


def _write_graph(
    position: Position, path: str, depth: int | None, nodes: int | None, budget: Budget
) -> None:
    """Write the graph."""
    from solver.analysis.graph import graph  # noqa: PLC0415 (slow, and seldom wanted)
    from solver.drawing.graph_files import (  # noqa: PLC0415
        leaves_names_out,
        nodes_for,
        write_graph,
    )  # fmt: skip

    with output.Progress() as progress:
        progress.say("making the graph …")
        found = graph(position, depth=depth, nodes=nodes or nodes_for(path), budget=budget)
        write_graph(found, path)
    if leaves_names_out(found, path):
        count = found.number_of_edges()
        output.note(f"note: {path}: {count} moves are too many to name; try --graph-nodes 40")


def _show(asked: Given, found: Endgame, showing: Showing) -> str | None:
    """Write and link the game so far and a best line after it."""
    if asked.deal is None:
        return None
    best = max(found.moves, key=lambda move: move.bounds[0], default=None)
    line = (*asked.moves, *(() if best is None else best.line))
    return showing.write(asked.deal, line, asked.start_player, asked.turn)
