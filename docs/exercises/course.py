"""The short course of endgames, from the exercises of the collection; `make.py` writes it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cli.views import exercise as view
from cli.views.parts.board import board_rows
from cli.views.parts.moves import move_words
from solver.exercises.exercise import Exercise
from solver.exercises.themes import LESSONS, Theme

TITLE = "A short course of endgames"
INTRODUCTION = """\
In the last ten turns of Hanabi everybody knows nearly all hands, and it is counting that
decides. Twelve ideas are enough for most endgames. Here they are in the order in which one
learns them, each with a position, its answer, and what is wrong with the moves that look right.

The pile lies face down, as at the table: you see what is in it, and every order is equally
likely. A clue only passes the turn and takes a token. Slot 1 is a hand's newest card. Cover what
stands below a board, and choose your move first.

Two words help to count. The **pace** is how many draws may pass without a play: cards in the
pile, plus one turn for each player, less the cards that are missing. And whoever draws the last
card has the **last turn** of the game.
"""
MORE = """\
More of each theme: `hanabi-solve exercise --theme NAME`, or the
[collection](exercises/README.md). What every sentence here says was computed, and `python
docs/exercises/make.py` makes this page again.
"""
# In the order in which one learns them, each with what to say before its position.
CHAPTERS: dict[Theme, str] = {
    "which-card-first": (
        "You hold two cards that fit. Both may be played in the end, but only one order leaves "
        "enough turns for everything else. Ask of each card who can go on from it, and who else "
        "could play it."
    ),
    "open-the-way": (
        "A card that a teammate can follow is often worth more than one that nobody waits for: "
        "it turns the teammate's next turn into a play."
    ),
    "longer-suit-first": (
        "A firework that needs four cards needs four turns, one after the other. One that needs "
        "a single card can be finished at almost any time. Of two that are equally long, look "
        "for the card that no teammate can play."
    ),
    "keep-the-five": (
        "Nothing is built on a five. It needs one turn of its holder, and the last round gives "
        "everybody one. So the five can wait, and the turn now may be needed for something that "
        "cannot."
    ),
    "stall": (
        "A clue passes the turn without touching the pile. It is right where your own move "
        "would draw a card that a teammate should have, or bring the last round too early."
    ),
    "discard-to-draw": (
        "Waiting has a price, too: cards that others wait for do not help as long as they lie "
        "in the pile, and each clue takes a token."
    ),
    "save-a-token": (
        "Each clue of the last turns must be paid for. If somebody has to wait later, the token "
        "that you give away now is missing then."
    ),
    "earn-a-token": (
        "Without a token nobody can wait. Then even a card that fits may have to stay for a "
        "turn, so that a discard brings the token that somebody will need."
    ),
    "who-draws-last": (
        "With one card left in the pile every play or discard starts the last round, and "
        "whoever starts it has the last turn. A player who needs two more turns has to be that "
        "one."
    ),
    "last-round-order": (
        "Everybody has one turn. Count who can still play what, in the order of the seats."
    ),
    "late-card": (
        "If a card that others wait for is at the bottom of the pile, the game is lost whatever "
        "you do. You cannot help that. But you can choose the move that loses only then."
    ),
    "give-up-a-card": (
        "If there are more cards than turns, not all of them can be played. Then it is a "
        "question of turns, not of cards: which move leaves enough of them for the rest?"
    ),
}


def course(exercises: Sequence[Exercise]) -> str:
    """The course as Markdown, with one of these exercises for each theme."""
    lines = [f"# {TITLE}", "", INTRODUCTION]
    for number, (theme, words) in enumerate(CHAPTERS.items(), 1):
        lines += _chapter(number, theme, words, _for(theme, exercises))
    return "\n".join([*lines, MORE])


def _for(theme: Theme, exercises: Sequence[Exercise]) -> Exercise:
    """The easiest judgement that has the theme as its own."""
    own = [one for one in exercises if one.kind == "judgement" and one.theme == theme]
    return min(own, key=lambda one: (one.position.rules.names != ("base",), one.grade.number))


def _chapter(number: int, theme: Theme, words: str, exercise: Exercise) -> Iterator[str]:
    lesson, position = LESSONS[theme], exercise.position
    yield f"## {number}. {lesson.title.capitalize()}"
    yield ""
    yield words
    yield ""
    yield f"> {lesson.lesson}"
    yield ""
    yield "```text"
    rows = board_rows(position, 80, pile=view.pile_label(exercise))
    yield from (row.plain.rstrip() for row in rows)
    yield "```"
    yield ""
    yield f"**{view.sentence(exercise)}**"
    yield ""
    solution = exercise.solutions[0]
    worth = view.value_words(exercise, solution)
    why = view.why_words(exercise, solution)
    plan = view.plan_words(exercise)
    yield f"**{move_words(position, solution)}: {worth}.** {why} {plan or ''}".rstrip()
    yield ""
    for move in exercise.tempting[:2]:
        notes = " ".join(view.move_notes(exercise, move))
        worth = view.value_words(exercise, move)
        yield f"- {move_words(position, move)}: {worth}. {notes}".rstrip()
    yield ""
