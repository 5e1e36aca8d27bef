"""`hanabi-solve deals`: seeds of deals with a property."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, get_args

import typer

from cli.inputs import options
from cli.inputs.numbers import whole
from cli.terminal import codes, output
from cli.views import deals as view
from solver.errors import InputError, nearest
from solver.game.rules import Rules
from solver.reasons.explanations import ReasonKind
from solver.search.budget import Budget

if TYPE_CHECKING:
    from solver.survey.find import Property

MAX_NUMBER = 10**18
AMONG = 10_000_000
KINDS: tuple[ReasonKind, ...] = get_args(ReasonKind)


def complete_kinds(incomplete: str) -> list[str]:
    """The reasons that begin like this, for the shell."""
    return [kind for kind in KINDS if kind.startswith(incomplete)]


def deals(
    winnable: Annotated[
        bool, typer.Option("--winnable", help="Deals that can reach the perfect score.")
    ] = False,
    lost: Annotated[bool, typer.Option("--lost", help="Deals that cannot.")] = False,
    max_score: Annotated[
        int | None,
        typer.Option(metavar="N", parser=whole(0), help="Deals whose maximum is exactly N."),
    ] = None,
    reason: Annotated[
        str | None,
        typer.Option(
            metavar="KIND",
            help=f"Deals lost for this reason: {', '.join(KINDS)}.",
            autocompletion=complete_kinds,
        ),
    ] = None,
    players: Annotated[int, options.PLAYERS] = 3,
    rules: options.RuleNames = None,
    count: Annotated[
        int,
        typer.Option("--count", "-n", metavar="N", parser=whole(1), help="How many deals to find."),
    ] = 10,
    first: Annotated[
        int, typer.Option("--from", metavar="N", parser=whole(1), help="The first seed to try.")
    ] = 1,
    among: Annotated[
        int, typer.Option(metavar="N", parser=whole(1), help="Try at most N seeds.")
    ] = AMONG,
    nodes: options.Nodes = options.NODES,
    memory: options.Memory = options.MEMORY,
    json: options.Json = False,
) -> None:
    """Find seeds of winnable or lost deals, one per line: to deal only winnable games, say.

    Example: hanabi-solve deals --lost --reason hand-size --players 2 --count 20
    """
    from solver.survey.find import Finder  # noqa: PLC0415 (numpy is slow to load)

    if first + among > MAX_NUMBER:
        raise InputError(f"--from {first} --among {among}: seeds go up to {MAX_NUMBER}")
    game = options.read_rules(rules) or Rules.named("base")
    wanted = _property(game, winnable, lost, max_score, reason)
    finder = Finder(game, players, wanted, Budget(nodes=nodes, memory=memory))
    printed = 0
    with output.Progress() as progress:

        def tell(seeds: int) -> None:
            progress.say(f"{printed:,} of {count:,} found among {seeds:,} seeds …")

        try:
            for found in finder.find(first, among, tell):
                printed += 1
                if json:
                    output.json_line(view.to_json(finder, found))
                else:
                    output.page(view.page(found, width=output.width()))
                if printed == count:
                    break
        except KeyboardInterrupt:
            output.note(f"interrupted: {view.sentence(finder, printed)}")
            raise typer.Exit(codes.INTERRUPTED) from None
    if printed < count:
        output.note(f"{view.sentence(finder, printed)}; --among and --from say where to look")
    elif finder.undecided:
        output.note(view.sentence(finder, printed))


def _property(
    game: Rules, winnable: bool, lost: bool, max_score: int | None, reason: str | None
) -> Property:
    """What the options ask for; refused where no deal can have it."""
    from solver.survey.find import Property  # noqa: PLC0415 (as above)

    perfect = game.perfect_score
    if max_score is not None:
        if game.is_bouquet_final:
            raise InputError("--max-score: Bouquet final has no scores; use --winnable or --lost")
        if max_score > perfect:
            raise InputError(f"--max-score {max_score}: the perfect score of {game} is {perfect}")
    asked = {
        "--winnable": winnable or max_score == perfect,
        "--lost": lost or reason is not None or max_score not in (None, perfect),
    }
    if not any(asked.values()):
        raise InputError("which deals? use --winnable, --lost, --max-score or --reason")
    if all(asked.values()):
        given = {
            "--winnable": winnable,
            "--lost": lost,
            f"--max-score {max_score}": max_score is not None,
            f"--reason {reason}": reason is not None,
        }
        both = " and ".join(option for option, there in given.items() if there)
        raise InputError(f"{both}: no deal is winnable and lost; leave one of them out")
    if asked["--winnable"]:
        return Property("perfect")
    return Property("not-perfect", max_score, None if reason is None else _kind(game, reason))


def _kind(game: Rules, reason: str) -> ReasonKind:
    """A reason that deals of the game can have."""
    for kind in KINDS:
        if kind != reason:
            continue
        if game.is_bouquet_final and kind not in ("hand-size", "exhaustion"):
            raise InputError(
                f"--reason {kind}: in Bouquet final only hand-size and exhaustion occur"
            )
        if game.tiles and kind != "exhaustion":
            raise InputError(f"--reason {kind}: with bonus tiles only exhaustion occurs")
        if game.deck_plays and kind == "bottom-deck":
            raise InputError("--reason bottom-deck: does not occur with plays from the pile")
        if game.announce and kind == "tokens":
            raise InputError("--reason tokens: does not occur with announcing")
        return kind
    raise InputError(f"--reason {reason}: is not one of {', '.join(KINDS)}{nearest(reason, KINDS)}")
