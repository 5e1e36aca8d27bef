"""The options that commands share, and what they stand for: a deal, rules, a budget.

Most runs name a deal by its seed, so what reads the other forms is loaded where it is needed.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any, BinaryIO

import typer

from cli.inputs.numbers import decimal, whole
from cli.inputs.unsaved import UnsavedError
from cli.terminal import output
from solver import systems
from solver.errors import DealError, InputError, PlayersMissingError, RulesError
from solver.notation.sources import LARGEST_TEXT, lines_of, opened, read_whole
from solver.search.budget import Budget

if TYPE_CHECKING:
    from solver.game.deals import Deal
    from solver.game.rules import Rules
    from solver.reader import Brought


def complete_rules(incomplete: str) -> list[tuple[str, str]]:
    """The rule sets whose names begin like this, for the shell."""
    from solver.game.rule_sets import RULE_SETS  # noqa: PLC0415

    return [(s.name, s.meaning) for s in RULE_SETS.values() if s.name.startswith(incomplete)]


Seed = Annotated[
    str | None,
    typer.Option(
        metavar="SEED", help="A seed of hanab.live: 42 with --players 3, or in full p3v0s42."
    ),
]
Deck = Annotated[
    str | None,
    typer.Option(metavar="CARDS", help='The whole deck, in the order of dealing: "r1 y2 g3 ...".'),
]
Tiles = Annotated[
    str | None,
    typer.Option(
        metavar="ORDER",
        help="The bonus tiles of a --deck (flamboyants), in the order of turning: "
        '"4 1 6 2 5 3". A seed has its own, and no others are accepted with it.',
    ),
]
Tile5 = Annotated[
    float | None,
    typer.Option(
        metavar="U",
        parser=decimal("write a number from 0 to below 1, like 0.25", lambda u: 0 <= u < 1),
        help="Where bonus tile 5 puts a card into the pile, from 0 (the top) to below 1; goes "
        "with --tiles.",
    ),
]
File = Annotated[
    str | None,
    typer.Option(
        metavar="PATH",
        help="A file with the deal, - for stdin: the cards of the deck as text, an object "
        'like {"seed": 42, "players": 3, "rules": "hard"}, a game of hanab.live, or a link that '
        "holds one; or such a link itself.",
    ),
]
PLAYERS = typer.Option(
    "--players", "-p", metavar="N", parser=whole(2, 6), help="The number of players, 2 to 6."
)
Players = Annotated[int | None, PLAYERS]
RuleNames = Annotated[
    list[str] | None,
    typer.Option(
        "--rules",
        "-r",
        metavar="RULES",
        help="A rule set, by default base; repeat the option to combine sets. Or house rules: "
        "a JSON file or an inline object. `hanabi-solve rules` explains both.",
        autocompletion=complete_rules,
    ),
]


def nodes_for(what: str) -> Any:
    """The option --nodes; what the budget is for differs between the commands."""
    return typer.Option(
        metavar="N", parser=whole(1), help=f"The budget for {what}: give up after N nodes."
    )


def seconds_for(what: str) -> Any:
    """The option --seconds, likewise."""
    return typer.Option(
        metavar="S",
        parser=decimal("write a number of seconds above 0, like 2.5", lambda s: s > 0),
        help=f"The budget for {what}: give up after S seconds.",
        show_default="no limit",
    )


EACH_POSITION = "the position, and for that after each move"
Nodes = Annotated[int, nodes_for("each deal")]
Seconds = Annotated[float | None, seconds_for("each deal")]
NodesOfPosition = Annotated[int, nodes_for(EACH_POSITION)]
SecondsOfPosition = Annotated[float | None, seconds_for(EACH_POSITION)]
Memory = Annotated[
    int,
    typer.Option(
        metavar="MIB", parser=whole(1), help="The size of the table of positions, in MiB."
    ),
]
Link = Annotated[
    bool, typer.Option("--link", help="Also give a link that shows the line on hanab.live.")
]
HanabLive = Annotated[
    str | None,
    typer.Option(metavar="FILE", help="Also write the line as a game file of hanab.live."),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]

NODES, MEMORY = Budget.nodes, Budget.memory


def read_deal(
    seed: str | None,
    deck: str | None,
    file: str | None,
    players: int | None,
    rules: Rules | None,
    tiles: str | None = None,
    tile5: float | None = None,
) -> Deal:
    """The deal that the options name; of a game of hanab.live, with its beginner as player 0."""
    from solver.game.deals import Deal  # noqa: PLC0415

    check_one_deal(seed, deck, file)
    if seed is not None:
        with asking_for_players():
            deal = Deal.from_seed(seed, players, rules)
        if (tiles, tile5) != (None, None):
            from solver.notation import deals  # noqa: PLC0415

            deals.check_tiles_of_seed(deal, deals.read_tiles(tiles), deals.read_tile5(tile5))
        return deal
    if file is not None:
        brought = read_file(file, players, rules, tiles, tile5)
        if brought.game is not None:
            brought.check_line()
        deal = brought.seated()
        for note in brought.notes():
            output.note(note)
        return deal
    if players is None:
        raise DealError("--deck does not say how many players: add --players")
    from solver.notation import deals  # noqa: PLC0415

    order, number = deals.read_tiles(tiles) or (), deals.read_tile5(tile5)
    return Deal.from_text(str(deck), players, rules or "base", order, number)


def read_file(
    file: str,
    players: int | None,
    rules: Rules | None,
    tiles: str | None,
    tile5: float | None,
) -> Brought:
    """What a file, stdin or a link holds."""
    from solver.reader import read  # noqa: PLC0415

    with asking_for_players():
        return read(
            read_text(file),
            shown_path(file),
            players=players,
            rules=rules,
            tiles=tiles,
            tile5=tile5,
        )


@contextmanager
def asking_for_players() -> Iterator[None]:
    """Name the option that is missing: the library knows of none."""
    try:
        yield
    except PlayersMissingError as error:
        raise InputError(f"{error} (--players)") from None


def check_one_deal(seed: str | None, deck: str | None, file: str | None) -> None:
    """Refuse options that name no deal, or several."""
    sources = {"--seed": seed, "--deck": deck, "--file": file}
    given = [option for option, value in sources.items() if value is not None]
    if not given:
        raise InputError("no deal is given: use --seed, --deck or --file")
    if len(given) > 1:
        raise InputError(f"{' and '.join(given)} are both a deal: use one of them")


def read_rules(given: list[str] | None) -> Rules | None:
    """The rules that names, a JSON file or an inline object stand for; None if nothing does."""
    if not given:
        return None
    from solver.game.rules import Rules  # noqa: PLC0415
    from solver.notation.objects import parse_json  # noqa: PLC0415

    house = [value for value in given if _is_house(value)]
    if not house:
        return Rules.named(*given)
    if len(given) > 1:
        raise InputError(
            "house rules stand alone: put the whole game into one object, with no other --rules"
        )
    if _is_inline(house[0]):
        return Rules.from_json(parse_json(house[0], "rules"))
    value = parse_json(read_text(house[0]), house[0])
    try:
        return Rules.from_json(value)
    except RulesError as error:
        raise RulesError(f"{house[0]}: {error}") from None


def rule_files(given: list[str] | None) -> list[str]:
    """The files among what names the rules."""
    return [value for value in given or () if _is_house(value) and not _is_inline(value)]


def _is_house(value: str) -> bool:
    """Whether it is an object or a path: no rule set has such a name."""
    return _is_inline(value) or any(sign in value for sign in "./\\")


def _is_inline(value: str) -> bool:
    return value.lstrip().startswith(("{", "["))


def read_lines(path: str, quiet: bool = False) -> Iterator[bytes]:
    """The lines of a file, as they come; - is stdin."""
    with _opened(path, quiet) as stream:
        yield from lines_of(stream)


def read_text(path: str, most: int = LARGEST_TEXT) -> str:
    """All that is in a file; - is stdin, and a link is its own text."""
    if not os.path.exists(path):
        from solver.hanab_live.links import game_on_site  # noqa: PLC0415

        named = game_on_site(f"replay/{path}" if path.isdigit() else path)
        if named is not None:
            raise UnsavedError(path, named)
    if _names_link(path):
        return path
    with _opened(path) as stream:
        return read_whole(stream, shown_path(path), most)


@contextmanager
def _opened(path: str, quiet: bool = False) -> Iterator[BinaryIO]:
    """A file for reading; whatever keeps it from being read is bad input."""
    try:
        if path != "-":
            with opened(path) as stream:
                yield stream
        elif sys.stdin is None:
            raise InputError("stdin: is closed")
        else:
            if sys.stdin.isatty() and not quiet:
                output.note(f"reading from the terminal; {systems.END_OF_INPUT} ends it")
            yield sys.stdin.buffer
    except OSError as error:
        raise InputError(f"{shown_path(path)}: cannot be read: {error.strerror}") from None


def shown_path(path: str) -> str:
    """How a file is called in messages."""
    if _names_link(path):
        return "link"
    return "stdin" if path == "-" else path or "''"


def _names_link(path: str) -> bool:
    """Whether it is a link, and not a path that looks like one."""
    from solver.hanab_live.links import is_link  # noqa: PLC0415

    return is_link(path) and not os.path.exists(path)
