"""`hanabi-solve exercise`: endgames to learn from, on the terminal, as JSON or on a sheet."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Annotated, get_args

import typer

from cli.inputs import options
from cli.inputs.numbers import whole
from cli.inputs.outputs import check_outputs
from cli.inputs.showing import Showing, linked
from cli.terminal import codes, output
from cli.views import exercise as view
from cli.views.forms import sheet
from solver.errors import InputError, counted, nearest
from solver.exercises.making import Exercise, make
from solver.exercises.themes import Theme
from solver.game.deals import Deal
from solver.game.rules import Rules

THEMES: tuple[str, ...] = get_args(Theme)


def complete_themes(incomplete: str) -> list[str]:
    """The themes that begin like this, for the shell."""
    return [theme for theme in THEMES if theme.startswith(incomplete)]


def exercise(
    players: Annotated[int, options.PLAYERS] = 3,
    rules: options.RuleNames = None,
    pile: Annotated[
        int,
        typer.Option(
            metavar="N", parser=whole(0), help="The number of cards in the pile; 0: it is gone."
        ),
    ] = 4,
    solutions: Annotated[
        int, typer.Option(metavar="N", parser=whole(1), help="At most N moves keep the best score.")
    ] = 1,
    count: Annotated[
        int,
        typer.Option("--count", "-n", metavar="N", parser=whole(1), help="How many exercises."),
    ] = 1,
    seed: Annotated[
        str, typer.Option(metavar="SEED", help="Another seed gives other exercises.")
    ] = "1",
    deals: Annotated[
        int, typer.Option(metavar="N", parser=whole(1), help="Look for them in at most N deals.")
    ] = 1000,
    grade: Annotated[
        int | None,
        typer.Option(
            metavar="1-5", parser=whole(1, 5), help="Only of this grade; 5 is the hardest."
        ),
    ] = None,
    theme: Annotated[
        str | None,
        typer.Option(
            metavar="THEME",
            help=f"Only with this theme: {', '.join(THEMES)}.",
            autocompletion=complete_themes,
        ),
    ] = None,
    answers: Annotated[
        bool, typer.Option("--answers", "-a", help="Print the answers without waiting for Enter.")
    ] = False,
    link: options.Link = False,
    hanab_live: options.HanabLive = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON Lines, for programs.")] = False,
    to: Annotated[
        str | None,
        typer.Option(
            "--sheet", metavar="FILE", help="Write a sheet to print: FILE.html or FILE.md."
        ),
    ] = None,
) -> None:
    """Endgames in which few moves keep the best score, and the obvious one does not.

    The obvious move is to play what is playable, or else to discard trash. The
    same options give the same exercises every time.

    Example: hanabi-solve exercise --count 10 --seed 7 --sheet exercises.html
    """
    game = options.read_rules(rules) or Rules.named("base")
    most = len(Deal.from_start(game, players, 1).pile)
    if pile > most:
        raise InputError(f"--pile {pile}: write a whole number from 0 to {most}")
    _check_theme(theme, game, pile)
    if not re.fullmatch(r"[A-Za-z0-9-]+", seed):
        raise InputError(f"--seed {seed!r}: use letters, digits and hyphens, like 7")
    if json and to is not None:
        raise InputError("--json and --sheet are two forms: use one of them")
    if to is not None and (link or hanab_live is not None):
        raise InputError("--link and --hanab-live go with the terminal or --json, not with --sheet")
    if hanab_live is not None and count > 1:
        raise InputError(f"--hanab-live writes one game, and --count {count} asks for more")
    make_sheet = None if to is None else sheet.writer(to)
    check_outputs({"--sheet": to, "--hanab-live": hanab_live}, options.rule_files(rules))
    shown = link or hanab_live is not None
    first = Deal.from_seed(f"{seed}-1", players, game) if shown else None
    showing = Showing(first, link, hanab_live)
    show = make_sheet or _printer(json, answers, showing)
    with output.Progress() as progress:
        search = Search(count, progress)
        made = make(
            game,
            players,
            pile=pile,
            solutions=solutions,
            seed=seed,
            deals=deals,
            wanted=lambda one: grade in (None, one.grade.number) and theme in (None, one.theme),
            seen=lambda number: search.tell(number, deals),
        )
        found = show(search.taken(made))
    if search.is_interrupted:
        where = f", and written to {to}" if to is not None and found else ""
        output.note(f"interrupted: {found} of {counted(count, 'exercise')} found{where}")
        raise typer.Exit(codes.INTERRUPTED)
    if found < count:
        output.note(
            f"{found} of {counted(count, 'exercise')} found in {counted(deals, 'deal')}"
            f"{'' if found or to is None else f', so {to} is not written'}: look through more with "
            "--deals, allow more --solutions, or ask for another --pile, --grade or --theme"
        )


class Search:
    """A search for exercises, of which Ctrl-C ends the search alone: what was found is shown."""

    def __init__(self, count: int, progress: output.Progress) -> None:
        """Look for this many, and tell how far it is."""
        self.count, self.found, self.is_interrupted = count, 0, False
        self.progress = progress

    def taken(self, made: Iterator[Exercise]) -> Iterator[Exercise]:
        """The exercises until there are enough, or until the search is interrupted."""
        while self.found < self.count:
            try:
                one = next(made, None)
            except KeyboardInterrupt:
                self.is_interrupted = True
                return
            if one is None:
                return
            self.found += 1
            self.progress.say("")  # somebody reads the exercise now
            yield one

    def tell(self, looked_at: int, deals: int) -> None:
        """Say how far it is."""
        self.progress.say(
            f"{self.found} of {self.count} found, {looked_at:,} of {deals:,} deals searched …"
        )


def _check_theme(theme: str | None, game: Rules, pile: int) -> None:
    if theme is not None and theme not in THEMES:
        raise InputError(
            f"--theme {theme!r}: the themes are {', '.join(THEMES)}{nearest(theme, THEMES)}"
        )
    bouquet = game.is_bouquet_final
    if theme == "empty-hand" and not bouquet:
        raise InputError(
            "--theme empty-hand: only in Bouquet final are hands empty; add -r bouquet-final"
        )
    if theme == "last-round" and (bouquet or pile):
        raise InputError(
            "--theme last-round: use --pile 0, and not Bouquet final, which has no last round"
        )


def _printer(json: bool, answers: bool, showing: Showing) -> Callable[[Iterable[Exercise]], int]:
    """What prints exercises as they come and returns their number."""
    if json:
        return lambda exercises: _print_json(exercises, showing)

    def print_all(exercises: Iterable[Exercise]) -> int:
        number = 0
        for number, made in enumerate(exercises, 1):
            if number > 1:
                output.line("")
            output.page(view.page(made, number, width=output.width()))
            if answers or _wait_for_enter():
                output.line("")
                output.page(view.answer_page(made))
            link = _show(made, showing)
            if link is not None:
                output.line("")
                output.line(link)
        return number

    return print_all


def _print_json(exercises: Iterable[Exercise], showing: Showing) -> int:
    number = 0
    for made in exercises:
        record = view.to_json(made)
        try:
            link = _show(made, showing)
        except InputError:  # the line cannot be shown there, but it was found
            output.json_line(record)
            raise
        output.json_line(record | linked(link))
        number += 1
    return number


def _show(made: Exercise, showing: Showing) -> str | None:
    """Write and link the game that leads to the exercise, and a best line after it."""
    if not showing.is_wanted:
        return None
    deal, line = made.game()
    return showing.write(deal, line, turn=made.turn)


def _wait_for_enter() -> bool:
    """Whether somebody is there who wants to see the answer now."""
    if sys.stdin is None or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    output.note("")
    output.note("[Enter shows the answer]")
    return bool(sys.stdin.readline())
