"""`hanabi-solve exercise`: endgames to learn from, on the terminal, as JSON or on a sheet."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Annotated

import typer

from cli.inputs import options
from cli.inputs.numbers import whole
from cli.inputs.outputs import check_outputs
from cli.inputs.pages import check_page, page_with
from cli.inputs.showing import Showing, linked
from cli.terminal import codes, output
from cli.views import exercise as view
from cli.views.forms import sheet
from solver._chance import MOST
from solver.errors import InputError, counted
from solver.exercises.exercise import Exercise
from solver.exercises.making import make
from solver.exercises.progress import Progress
from solver.exercises.themes import OFFERED, Theme, check_theme
from solver.game.deals import Deal
from solver.game.rules import Rules
from solver.notation.positions import position_to_text


def complete_themes(incomplete: str) -> list[str]:
    """The themes that begin like this, for the shell."""
    return [theme for theme in OFFERED if theme.startswith(incomplete)]


def exercise(
    players: Annotated[int, options.PLAYERS] = 3,
    rules: options.RuleNames = None,
    known_pile: Annotated[
        bool,
        typer.Option("--known-pile", help="Puzzles: the order of the pile is known, too."),
    ] = False,
    pile: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            parser=whole(0),
            help="The number of cards in the pile; 0: it is gone.",
            show_default="0 to 8, mixed",
        ),
    ] = None,
    solutions: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            parser=whole(1),
            help="With --known-pile: at most N moves keep the best score.",
            show_default="1",
        ),
    ] = None,
    count: Annotated[
        int | None,
        typer.Option(
            "--count",
            "-n",
            metavar="N",
            parser=whole(1),
            help="How many exercises.",
            show_default="1, or no end in a lesson",
        ),
    ] = None,
    seed: Annotated[
        str, typer.Option(metavar="SEED", help="Another seed gives other exercises.")
    ] = "1",
    deals: Annotated[
        int, typer.Option(metavar="N", parser=whole(1), help="Look for them in at most N deals.")
    ] = 20_000,
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
            help=f"Only with this theme: {', '.join(OFFERED)}.",
            autocompletion=complete_themes,
        ),
    ] = None,
    progress: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="In a lesson: remember in FILE what was solved; what was missed comes again.",
        ),
    ] = None,
    answers: Annotated[
        bool, typer.Option("--answers", "-a", help="No lesson: print questions with the answers.")
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
    page: Annotated[str | None, page_with("the exercises with their solutions")] = None,
) -> None:
    """Endgames to learn from, out of games as people play them.

    On a terminal it is a lesson: type your move, and learn why it is right or wrong. The pile lies
    face down, and one move has a clearly better chance than every other; what a simple player does
    is wrong. With --known-pile the order of the pile is known, and the question is which move keeps
    the best score. The same options give the same exercises every time.

    Example: hanabi-solve exercise --players 4 --grade 2
    """
    game = options.read_rules(rules) or Rules.named("base")
    if game.tiles and not known_pile:
        output.note(f"{game}: chances are not known with bonus tiles, so these are puzzles")
        known_pile = True
    chosen = _check_theme(theme, game, pile, known_pile)
    _check(game, players, pile, seed, known_pile, solutions)
    check_page(page)
    forms = {"--json": json, "--sheet": to is not None, "--page": page is not None}
    asked = [option for option, is_asked in forms.items() if is_asked]
    if len(asked) > 1:
        raise InputError(f"{' and '.join(asked[:2])} are two forms: use one of them")
    if page is not None and link:
        raise InputError("--link: a page of exercises has no links; leave one of them out")
    is_lesson = not (answers or asked) and _is_terminal()
    if progress is not None and not is_lesson:
        raise InputError("--progress is for a lesson: on a terminal, without --json and the like")
    wanted = count or (None if is_lesson else 1)
    file = page if to is None else to
    if hanab_live is not None and (file is not None or wanted != 1):
        left = "--page" if to is None and page is not None else "--sheet"
        raise InputError(f"--hanab-live writes one game: add --count 1, and leave {left} out")
    make_sheet = None if to is None else sheet.writer(to)
    outputs = {
        "--sheet": to, "--page": page, "--hanab-live": hanab_live, "--progress": progress
    }  # fmt: skip
    check_outputs(outputs, options.rule_files(rules))
    known = None if progress is None else Progress.read(progress)
    shown = link or hanab_live is not None
    first = Deal.from_seed(f"{seed}-1", players, game) if shown else None
    showing = Showing(first, link, hanab_live)
    with output.Progress() as line:
        search = Search(wanted, known, line)
        made = make(
            game,
            players,
            kind="puzzle" if known_pile else "judgement",
            pile=pile,
            solutions=solutions or 1,
            seed=seed,
            deals=deals,
            theme=chosen,
            grade=grade,
            seen=lambda number: search.tell(number, deals),
        )
        exercises = search.taken(made)
        if make_sheet is not None:
            found = make_sheet(_with_links(exercises, showing))
        elif page is not None:
            found = _write_page(exercises, page)
        elif json:
            found = _print_json(exercises, showing)
        elif is_lesson:
            found = _give_lesson(exercises, known, showing)
        else:
            found = _print(exercises, answers, showing)
    if search.is_interrupted:
        where = f", and written to {file}" if file is not None and found else ""
        output.note(f"interrupted: {_of(found, wanted)} found{where}")
        raise typer.Exit(codes.INTERRUPTED)
    if search.is_over and found < (wanted or found + 1):
        missing = "" if found or file is None else f", so {file} is not written"
        output.note(
            f"{_of(found, wanted)} found in {counted(deals, 'deal')}{missing}: look through more "
            "with --deals, or ask for another --pile, --grade or --theme"
        )


def _of(found: int, wanted: int | None) -> str:
    """How many were found of how many."""
    if wanted is None:
        return counted(found, "exercise")
    return f"{found:,} of {counted(wanted, 'exercise')}"


def _check(
    game: Rules, players: int, pile: int | None, seed: str, known_pile: bool, solutions: int | None
) -> None:
    """Refuse options that do not go together, by their names."""
    most = len(Deal.from_start(game, players, 1).pile)
    if not known_pile:
        most = min(most, MOST)
    if pile is not None and pile > most:
        raise InputError(f"--pile {pile}: write a whole number from 0 to {most}")
    if not re.fullmatch(r"[A-Za-z0-9-]+", seed):
        raise InputError(f"--seed {seed!r}: use letters, digits and hyphens, like 7")
    if solutions is not None and not known_pile:
        raise InputError("--solutions goes with --known-pile: else one move is the best")
    if game.deck_plays:
        raise InputError(f"{game}: exercises do not know plays from the pile: leave deck-plays out")


class Search:
    """A search for exercises, of which Ctrl-C ends the search alone: what was found is shown."""

    def __init__(
        self, count: int | None, known: Progress | None, progress: output.Progress
    ) -> None:
        """Look for this many, or without end; those that are `known` only if they were missed."""
        self.count, self.known, self.found = count, known, 0
        self.is_interrupted = self.is_over = False
        self.progress = progress

    def taken(self, made: Iterator[Exercise]) -> Iterator[Exercise]:
        """The exercises until there are enough, or until the search is interrupted."""
        missed = [] if self.known is None else self.known.again()
        again = {position_to_text(one.position) for one in missed}
        fresh = (one for one in made if position_to_text(one.position) not in again)
        both = chain(missed, fresh)
        while self.count is None or self.found < self.count:
            try:
                one = next((one for one in both if not self._was_solved(one)), None)
            except KeyboardInterrupt:
                self.is_interrupted = True
                return
            if one is None:
                self.is_over = True
                return
            self.found += 1
            self.progress.say("")  # somebody reads the exercise now
            yield one

    def _was_solved(self, exercise: Exercise) -> bool:
        return self.known is not None and self.known.has_solved(exercise)

    def tell(self, looked_at: int, deals: int) -> None:
        """Say how far it is."""
        of_all = "" if self.count is None else f" of {self.count}"
        self.progress.say(
            f"{self.found}{of_all} found, {looked_at:,} of {deals:,} deals searched …"
        )


def _check_theme(
    theme: str | None, game: Rules, pile: int | None, known_pile: bool
) -> Theme | None:
    """The theme, if there is one of this name and it can come up with the other options."""
    if theme is None:
        return None
    try:
        return check_theme(theme, game, pile, "puzzle" if known_pile else "judgement")
    except InputError as error:
        shown = theme if theme in OFFERED else repr(theme)
        raise InputError(f"--theme {shown}: {error}") from None


def _is_terminal() -> bool:
    return sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()


def _give_lesson(exercises: Iterable[Exercise], known: Progress | None, showing: Showing) -> int:
    from cli.commands.lesson import Lesson  # noqa: PLC0415 (rich is slow, and JSON does without)

    def show(made: Exercise) -> None:
        link = _show(made, showing)
        if link is not None:
            output.line(link)

    return Lesson(known, show).give(exercises)


def _print(exercises: Iterable[Exercise], answers: bool, showing: Showing) -> int:
    number = 0
    for number, made in enumerate(exercises, 1):
        if number > 1:
            output.line("")
        output.page(view.page(made, f"Exercise {number}", width=output.width()))
        if answers:
            output.line("")
            output.page(view.answer_page(made, width=output.width()))
        link = _show(made, showing)
        if link is not None:
            output.line("")
            output.line(link)
    return number


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


def _write_page(exercises: Iterable[Exercise], path: str) -> int:
    """Write all that are found; the page of none is not written."""
    from solver.files import write_whole  # noqa: PLC0415 (as all: seldom wanted)
    from web.document import kept_page  # noqa: PLC0415
    from web.kept import kept_exercises  # noqa: PLC0415

    made = list(exercises)
    if made:
        write_whole(path, kept_page(kept_exercises(made)).encode())
    return len(made)


def _with_links(
    exercises: Iterable[Exercise], showing: Showing
) -> Iterator[tuple[Exercise, str | None]]:
    return ((made, _show(made, showing)) for made in exercises)


def _show(made: Exercise, showing: Showing) -> str | None:
    """Write and link the game that leads to the exercise; of a puzzle also a best line."""
    if not showing.is_wanted or made.deal is None:
        return None
    deal, line = made.game()
    return showing.write(deal, line, turn=made.turn)
