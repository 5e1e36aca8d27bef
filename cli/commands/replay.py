"""`hanabi-solve replay`: where a game that was played lost points, with all cards known."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from cli.inputs import options
from cli.inputs.numbers import whole
from cli.inputs.outputs import check_outputs
from cli.inputs.pages import check_page, page_with
from cli.inputs.showing import Showing, link_at, linked
from cli.terminal import codes, output
from cli.views import replay as view
from solver.analysis.review import Review, review
from solver.chances.luck import Luck, luck_of
from solver.errors import InputError, Interrupted
from solver.hanab_live.games import PlayedGame
from solver.notation.actions import Clue
from solver.reader import read_game
from solver.search.budget import Budget

EACH = "each position of the game"
Nodes = Annotated[int, options.nodes_for(EACH)]
Seconds = Annotated[float | None, options.seconds_for(EACH)]


def replay(
    game: Annotated[
        str,
        typer.Argument(
            metavar="GAME",
            help="A game of hanab.live: a file, - for stdin, or a link that holds the game; or "
            "what `deal --json` writes. Or a folder of games: *.json, and *.txt with a link in "
            "each line.",
            show_default=False,
        ),
    ],
    plot: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="Draw the best score over the turns: .png, .svg or .pdf."
        ),
    ] = None,
    page: Annotated[
        str | None, page_with("the game, its review, and the values of each turn")
    ] = None,
    nodes: Nodes = options.NODES,
    seconds: Seconds = None,
    memory: options.Memory = options.MEMORY,
    jobs: Annotated[
        int | None,
        typer.Option(
            "--jobs",
            "-j",
            metavar="N",
            parser=whole(1),
            help="For a folder: the number of worker processes.",
            show_default="all cores",
        ),
    ] = None,
    out: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="For a folder: add the results to a file of JSON Lines, and skip the games that "
            "are already in it.",
        ),
    ] = None,
    link: options.Link = False,
    hanab_live: options.HanabLive = None,
    json: options.Json = False,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="Print one sentence and nothing else.")
    ] = False,
) -> None:
    """Where a game lost points: the best score that was still reachable, turn by turn.

    Example: hanabi-solve replay game.json --plot game.png
    """
    budget = Budget(nodes, seconds, memory)
    if os.path.isdir(game):
        given = {
            "--plot": plot is not None,
            "--page": page is not None,
            "--link": link,
            "--hanab-live": hanab_live is not None,
        }
        _refuse(given, "is for one game, and this is a folder")
        from cli.commands.replay_folder import replay_folder  # noqa: PLC0415 (slow to load)

        raise typer.Exit(replay_folder(game, budget, jobs, out, json, quiet))
    _refuse({"--jobs": jobs is not None, "--out": out is not None}, "is for a folder of games")
    if plot is not None:
        from solver.drawing.plot_files import check_path  # noqa: PLC0415

        check_path(plot)
    check_page(page)
    check_outputs({"--plot": plot, "--page": page, "--hanab-live": hanab_live}, [game])
    played = read_game(options.read_text(game), options.shown_path(game))
    showing = Showing(played.deal, link, hanab_live)
    is_sentence = quiet and not json
    found, luck, code = _review(played, budget, quiet, not is_sentence or bool(plot or page))
    try:
        shown = _show(found, showing) if link or hanab_live else None
    except InputError:  # the line cannot be written, or shown there; but it was found
        _print(found, luck, None, json, quiet)
        raise
    _print(found, luck, shown, json, quiet)
    if plot is not None:  # last: the rest is printed whatever happens to it
        code = _write_plot(found, luck, plot, code, quiet)
    if page is not None:
        code = _write_page(page, found, luck, budget, code, quiet)
    raise typer.Exit(code)


def _write_page(
    path: str, found: Review, luck: Luck | None, budget: Budget, code: int, quiet: bool
) -> int:
    """Write the page of the game; the exit code that this leads to."""
    from cli.commands.pages import write_page  # noqa: PLC0415 (as all: slow, and seldom wanted)
    from web.kept import kept_game  # noqa: PLC0415

    return write_page(path, lambda seen: kept_game(found, luck, budget, seen), code, quiet)


def _write_plot(found: Review, luck: Luck | None, path: str, code: int, quiet: bool) -> int:
    """Write the plot, unless somebody is in a hurry; the exit code that this leads to."""
    try:
        if code == codes.ANSWERED:
            from solver.drawing.replay_plot import write_plot  # noqa: PLC0415 (slow)

            write_plot(found, path, luck)
    except KeyboardInterrupt:
        code = codes.INTERRUPTED
    if code == codes.INTERRUPTED and not quiet:
        output.note(f"interrupted: the plot is not written to {path}")
    return code


def _refuse(given: dict[str, bool], why: str) -> None:
    for option, is_given in given.items():
        if is_given:
            raise InputError(f"{option} {why}")


def _review(
    game: PlayedGame, budget: Budget, quiet: bool, with_luck: bool
) -> tuple[Review, Luck | None, int]:
    """What is known of a game, and the exit code; whoever interrupts the review wants no more."""
    luck: Luck | None = None
    with output.Progress(quiet) as progress:
        try:
            found = review(
                game, budget, lambda turn: progress.say(f"turn {turn} of {len(game.actions)} …")
            )
        except Interrupted as stop:
            return stop.result, luck, codes.INTERRUPTED
        try:
            if with_luck:
                luck = luck_of(game, budget, lambda turn: progress.say(f"chance of turn {turn} …"))
        except Interrupted as stop:
            return found, stop.result, codes.INTERRUPTED
    return found, luck, codes.ANSWERED


def _show(found: Review, showing: Showing) -> str | None:
    """Write and link the game up to where it lost, and a best line from there."""
    game = found.game
    return showing.write(
        game.deal, found.line, game.start_player, found.leaves_on_turn, _clues(found)
    )


def _print(found: Review, luck: Luck | None, link: str | None, json: bool, quiet: bool) -> None:
    if json:
        output.json_line(view.to_json(found, luck) | linked(link))
    elif quiet:
        output.line(view.sentence(found))
        if link is not None:
            output.line(link)
    else:
        try:
            shown, why_not = link or _link(found), None
        except InputError as error:
            shown, why_not = None, str(error)
        output.page(view.page(found, luck, shown, why_not, width=output.width()))


def _link(found: Review) -> str:
    game = found.game
    return link_at(game.deal, found.line, game.start_player, found.leaves_on_turn, _clues(found))


def _clues(found: Review) -> tuple[Clue | None, ...]:
    """What was said up to where the line leaves the game."""
    return found.game.clues[: found.leaves_on_turn - 1]
