"""`hanabi-solve endgame`: what each move of a position is worth."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from cli.inputs import options
from cli.inputs import position as given
from cli.inputs.position import Given
from cli.inputs.showing import Showing, check_tiles, linked
from cli.terminal import codes, output
from cli.views import deal as report
from solver._version import __version__
from solver.analysis.moves import Endgame, ValuedMove, analyse
from solver.errors import InputError, Interrupted
from solver.game.actions import Action
from solver.game.position import Position
from solver.notation.actions import action_to_json
from solver.notation.positions import position_to_json, position_to_text
from solver.search.budget import Budget


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
    line: Annotated[bool, typer.Option("--line", help="Add a best line for each move.")] = False,
    graph: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Write the graph of the position: .graphml, .dot, .json, .svg or .png.",
        ),
    ] = None,
    graph_depth: Annotated[
        int | None, typer.Option(metavar="N", help="The graph goes so many turns deep.", min=0)
    ] = None,
    graph_nodes: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="The graph has so many positions at most.",
            show_default="200",
            min=1,
        ),
    ] = None,
    nodes: options.Nodes = options.NODES,
    seconds: options.Seconds = None,
    memory: options.Memory = options.MEMORY,
    link: options.Link = False,
    hanab_live: options.HanabLive = None,
    json: options.Json = False,
) -> None:
    """What each move of a position is worth: the best score that is still reachable after it.

    Example: hanabi-solve endgame --seed 42 --players 3 --turn 38
    """
    budget = Budget(nodes, seconds, memory)
    asked = given.read_position(
        seed=seed, deck=deck, file=file, text=text, players=players,
        rules=options.read_rules(rules), tiles=tiles, tile5=tile5, moves=moves, turn=turn,
        budget=budget, check=lambda deal: check_tiles(deal, link, hanab_live),
    )  # fmt: skip
    showing = Showing(asked.deal, link, hanab_live)
    if graph is None and (graph_depth, graph_nodes) != (None, None):
        raise InputError("--graph-depth and --graph-nodes go with --graph FILE")
    if graph is not None:
        from solver.drawing.graph_files import check_path  # noqa: PLC0415 (slow, and seldom wanted)

        check_path(graph)
    try:
        found, code = analyse(asked.position, budget), codes.ANSWERED
        if graph is not None:
            _write_graph(asked.position, graph, graph_depth, graph_nodes, budget)
    except Interrupted as stop:
        found, code = stop.result, codes.INTERRUPTED
    try:
        shown = _show(asked, found, showing) if link or hanab_live else None
    except InputError:  # the line cannot be shown there, but it was found
        _print(asked, found, line, None, json)
        raise
    _print(asked, found, line, shown, json)
    raise typer.Exit(code)


def _print(asked: Given, found: Endgame, line: bool, link: str | None, json: bool) -> None:
    if json:
        output.json_line(as_json(asked, found, line) | linked(link))
    else:
        from cli.views.endgame import print_page  # noqa: PLC0415 (slow, and only people need it)

        print_page(output.console(), asked, found, line, link)


def _write_graph(
    position: Position, path: str, depth: int | None, nodes: int | None, budget: Budget
) -> None:
    from solver.analysis.graph import NODES, graph  # noqa: PLC0415 (slow, and seldom wanted)
    from solver.drawing.graph_files import write_graph  # noqa: PLC0415

    write_graph(graph(position, depth=depth, nodes=nodes or NODES, budget=budget), path)


def _show(asked: Given, found: Endgame, showing: Showing) -> str | None:
    """Write and link the game so far and a best line after it."""
    if asked.deal is None:
        return None
    best = max(found.moves, key=lambda move: move.bounds[0], default=None)
    line = (*asked.moves, *(() if best is None else best.line))
    return showing.write(asked.deal, line, asked.start_player, asked.turn)


def as_json(asked: Given, found: Endgame, with_lines: bool) -> dict[str, Any]:
    """All that is known about a position and its moves, as one object."""
    position, answer = asked.position, found.answer
    return {
        "schema": report.SCHEMA,
        "version": __version__,
        "seed": None if asked.deal is None else asked.deal.seed,
        "turn": asked.turn,
        "position": position_to_json(position),
        "text": position_to_text(position),
        "perfect_score": position.rules.perfect_score,
        "verdict": found.verdict,
        "max_score": found.max_score,
        "bounds": list(found.bounds),
        "moves": [_move_json(asked, move, with_lines) for move in found.moves],
        "nodes": sum([answer.nodes, *(move.after.nodes for move in found.moves)]),
        "seconds": sum([answer.seconds, *(move.after.seconds for move in found.moves)]),
    }


def _move_json(asked: Given, move: ValuedMove, with_line: bool) -> dict[str, Any]:
    position = asked.position
    value = {
        **_action_json(asked, position, move.action),
        "card": None if move.card is None else str(move.card),
        "trash": move.is_trash,
        "max_score": move.max_score,
        "keeps_best": move.keeps_best,
    }
    if move.after.verdict == "undecided":
        value["bounds"] = list(move.bounds)
    if with_line:
        value["line"] = []
        for action in move.line:
            value["line"].append(_action_json(asked, position, action))
            position = position.push(action)
    return value


def _action_json(asked: Given, position: Position, action: Action) -> dict[str, Any]:
    """An action; where no deal gives a card its order, the target is its place in the hand.

    A card that a bonus tile takes from the discards is then named: of its copies any will do.
    """
    value = action_to_json(position, action)
    if asked.deal is not None:
        return value
    if action.card is not None:
        value["target"] = position.hands[position.to_move].index(action.card)
    if action.choices:
        value["tiles"] = [
            {"tile": choice.tile, "card": str(position.card(choice.card)), "to": choice.into}
            for choice in action.choices
        ]
    return value
