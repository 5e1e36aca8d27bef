"""`hanabi-solve line`: whether a line of play is legal, and what it scores."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer

from cli.inputs import options
from cli.terminal import codes, output
from cli.views import deal as report
from solver.errors import InputError
from solver.game.deals import PLAYER_NAMES, Deal
from solver.game.position import Position
from solver.game.rules import Rules
from solver.notation.actions import action_to_json
from solver.notation.lines import Replay, Turn, WrittenMove, follow, read_moves
from solver.notation.words import describe


def line(
    seed: options.Seed = None,
    deck: options.Deck = None,
    file: options.File = None,
    players: options.Players = None,
    rules: options.RuleNames = None,
    tiles: options.Tiles = None,
    tile5: options.Tile5 = None,
    line: Annotated[
        str | None,
        typer.Option(
            metavar="PATH",
            help="The line, - for stdin: what `deal` prints, moves like "
            '"play r1; clue; discard g4 from slot 2; announce r2", or hanab.live\'s actions.',
            show_default="the one in --file, or else stdin",
        ),
    ] = None,
    json: options.Json = False,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="Print the verdict and nothing else.")
    ] = False,
    check: Annotated[bool, typer.Option("--check", help="Exit with 3 if illegal.")] = False,
) -> None:
    """Replay a line of play: whether each move is legal, and the score.

    Example: hanabi-solve deal --seed 42 -p 3 --json | hanabi-solve line --file -
    """
    game = options.read_rules(rules)
    options.check_one_deal(seed, deck, file)
    if file is None:
        deal = options.read_deal(seed, deck, None, players, game, tiles, tile5)
        replay = follow(_read_moves(deal.rules, line), Position.start(deal))
    else:
        deal, replay = _in_file(file, players, game, tiles, tile5, line)
    if json:
        output.json_line(as_json(deal, replay))
    elif quiet:
        output.line(sentence(replay))
    else:
        from cli.views.deal_page import print_replay  # noqa: PLC0415 (slow, and only people need it)

        print_replay(output.console(), deal, replay, sentence(replay))
    raise typer.Exit(codes.ILLEGAL if check and replay.fault is not None else codes.ANSWERED)


def _in_file(
    file: str,
    players: int | None,
    rules: Rules | None,
    tiles: str | None,
    tile5: float | None,
    line: str | None,
) -> tuple[Deal, Replay]:
    """The deal of a file, and the line: of the file too, unless --line names another place."""
    brought = options.read_file(file, players, rules, tiles, tile5)
    if brought.deal is None:
        raise InputError(f"{brought.where}: is a position, and a line begins with a deal")
    if line in (None, file) and brought.replay is not None:
        return brought.deal, brought.replay
    if file == "-" and line in (None, "-"):
        raise InputError("stdin holds the deal alone: name the file of the line with --line")
    return brought.deal, follow(_read_moves(brought.deal.rules, line), brought.start)


def _read_moves(rules: Rules, line: str | None) -> list[WrittenMove]:
    """The moves of --line, or of stdin."""
    if line is None and sys.stdin is not None and sys.stdin.isatty():
        output.note("The line of play, a move on each row; Ctrl-D ends it:")
    path = "-" if line is None else line
    return read_moves(options.read_text(path), rules, options.shown_path(path))


def as_json(deal: Deal, replay: Replay) -> dict[str, Any]:
    """All that came of a line, as one object."""
    outcome = replay.end.outcome()
    fault = {"turn": len(replay.turns) + 1, "message": replay.fault}
    return {
        **report.deal_json(deal),
        "legal": replay.fault is None,
        "turns": [_turn_json(number, turn) for number, turn in enumerate(replay.turns, 1)],
        "fault": None if replay.fault is None else fault,
        "over": outcome is not None,
        "termination": None if outcome is None else outcome.termination.value,
        "score": None if outcome is None else outcome.score,
    }


def _turn_json(number: int, turn: Turn) -> dict[str, Any]:
    return {
        "turn": number,
        "player": PLAYER_NAMES[turn.before.to_move],
        "action": action_to_json(turn.before, turn.action),
        "words": describe(turn.before, turn.action),
        "tokens": turn.after.tokens,
        "strikes": turn.after.strikes,
        "score": turn.after.score,
    }


def sentence(replay: Replay) -> str:
    """The verdict: whether the line is legal, and how the game stands after it."""
    count = len(replay.turns)
    if replay.fault is not None:
        before = f" Before it, {_standing(replay.end)}." if count else ""
        return f"The line is illegal at turn {count + 1}: {replay.fault}.{before}"
    turns = f"{count} turn{'' if count == 1 else 's'}"
    return f"The line is legal. After {turns} {_standing(replay.end)}."


def _standing(position: Position) -> str:
    outcome, perfect = position.outcome(), position.rules.perfect_score
    if outcome is None:
        return f"the game is not over; the score so far is {position.score} of {perfect}"
    if outcome.score is None:
        return f"the game is lost: {outcome.termination.value}"
    return f"the game is over with {outcome.score} of {perfect}: {outcome.termination.value}"
