"""Exercises on paper: questions first, then a page of solutions; as HTML or Markdown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape
from pathlib import Path

from cli.views import exercise as view
from cli.views.parts.moves import move_words
from cli.views.parts.tiles import tiles_words
from solver._version import __version__
from solver.errors import InputError
from solver.exercises.exercise import Exercise
from solver.files import write_whole
from solver.game.cards import Card, CardType, card_type
from solver.game.deals import PLAYER_NAMES

CLUES = "A clue only passes the turn and takes a token. Slot 1 is a hand's newest card."
GRADES = "Grade 5 is the hardest."
JUDGEMENT = (
    "The pile lies face down: it is known what is in it, and every order is equally likely. All "
    "hands are known. Find the move with the best chance. It is better than every other by at "
    "least 5 points, and it is not what one would do at first sight."
)
PUZZLE = (
    "All cards are known: every hand, and the pile, of which the first card is drawn next. Find "
    "the move that keeps the best score. It is not what one would do at first sight."
)
BOTH = "Where the pile is said to be known, its first card is drawn next."
TILES = (
    "A 5 that completes a firework turns the next bonus tile instead of giving a token: 1 gives a "
    "token; 2 takes a strike back and gives a token; 3 and 4 are free clues and do nothing here; 5 "
    "puts a discarded card of your choice into the pile, at the place that its number says (at 0 "
    "on top, at 0.5 in the middle), or does what 6 does if the pile is empty; 6 puts a discarded "
    "card that fits into play."
)
MADE_BY = f"Made by hanabi-solve {__version__}."

# Six exercises to a page of A4; in black and white a suit is told by its letter and its border.
STYLE = """\
body { font: 10.5pt/1.35 sans-serif; max-width: 60em; margin: 1.5em auto; padding: 0 1em;
  color: #111; background: #fff; }
h1 { font-size: 1.4em; margin: 0 0 .4em; } h2 { font-size: 1em; margin: 0 0 .15em; }
.questions { display: grid; grid-template-columns: repeat(auto-fill, minmax(24em, 1fr));
  gap: 1.3em 2em; }
section { break-inside: avoid; }
.solutions { break-before: page; columns: 25em 2; column-gap: 2em; }
.solutions h1 { column-span: all; } .solutions section { margin-bottom: 1.2em; }
.setting, footer { color: #555; font-size: .82em; margin: .1em 0; }
.slots { color: #555; } .slots th { font-size: .85em; }
table { border-collapse: collapse; font-size: .95em; } td, th { text-align: left;
  padding: .08em .5em .08em 0; font-weight: normal; vertical-align: top; }
th { white-space: nowrap; }
.to-move th, .keeps > * { font-weight: bold; }
.why td { color: #333; font-size: .92em; padding-bottom: .3em; }
.counts { margin: .15em 0; font-size: .92em; }
.card { display: inline-block; width: 1.75em; text-align: center; margin: 0 .08em; color: #111;
  border: 1.5px solid #555; border-radius: .25em; font-family: monospace; font-weight: bold;
  font-size: .95em; box-sizing: border-box; background: #fff;
  print-color-adjust: exact; -webkit-print-color-adjust: exact; }
.gone .card { border: none; width: auto; margin: 0 .45em 0 0; font-weight: normal;
  background: none; }
.slot { display: inline-block; width: 1.75em; margin: 0 .08em; text-align: center;
  font-family: monospace; font-size: .95em; }
.r { border-color: #c22; background: #fdd; } .y { border-color: #b90; background: #ffc; }
.g { border-color: #282; background: #dfd; } .b { border-color: #24c; background: #def; }
.p { border-color: #727; background: #fdf; } .t { border-color: #088; background: #dff; }
.m { border-style: double; border-width: 3px; } .k { background: #333; color: #fff; }
ol { margin: .2em 0; padding-left: 2em; font-size: .88em; }
@media print { @page { margin: 12mm; } body { margin: 0; padding: 0; max-width: none;
  font-size: 9pt; } .questions { grid-template-columns: 1fr 1fr; } a { color: inherit; }
  .questions section { min-height: 76mm; } }
"""


# An exercise, with a link to its position on hanab.live or None.
Linked = tuple[Exercise, str | None]


def writer(path: str) -> Callable[[Iterable[Linked]], int]:
    """What writes exercises to this file, in the form that its ending names.

    It returns their number; for none at all no file is written.
    """
    forms = {".html": as_html, ".htm": as_html, ".md": as_markdown}
    form = forms.get(Path(path).suffix.lower())
    if form is None:
        raise InputError(f"--sheet {path}: the name must end in .html or .md")

    def write(exercises: Iterable[Linked]) -> int:
        collected = list(exercises)
        if collected:
            write_whole(path, form(collected).encode())
        return len(collected)

    return write


def _introduction(exercises: Sequence[Linked]) -> str:
    kinds = {exercise.kind for exercise, _ in exercises}
    parts = [JUDGEMENT if "judgement" in kinds else PUZZLE]
    if len(kinds) > 1:
        parts.append(BOTH)
    parts += CLUES, GRADES
    if any(exercise.position.rules.tiles for exercise, _ in exercises):
        parts.append(TILES)
    return " ".join(parts)


# Markdown


def as_markdown(exercises: Sequence[Linked], title: str = "Exercises") -> str:
    """The sheet as Markdown."""
    lines = [f"# {title}", "", _introduction(exercises)]
    for number, (exercise, link) in enumerate(exercises, 1):
        lines += ["", *_markdown_question(exercise, number, link)]
    lines += ["", "# Solutions"]
    for number, (exercise, _) in enumerate(exercises, 1):
        lines += ["", *_markdown_solution(exercise, number)]
    return "\n".join([*lines, "", MADE_BY, ""])


def _markdown_question(exercise: Exercise, number: int, link: str | None) -> Iterator[str]:
    from cli.views.parts.board import board_rows  # noqa: PLC0415 (rich is slow, and JSON does without)

    yield f"## {number}. {view.sentence(exercise)}"
    yield ""
    on_the_site = "" if link is None else f"; [on hanab.live]({link})"
    yield view.setting(exercise) + on_the_site
    yield ""
    yield "```text"
    rows = board_rows(exercise.position, 80, pile=view.pile_label(exercise))
    yield from (row.plain.rstrip() for row in rows)
    yield "```"


def _markdown_solution(exercise: Exercise, number: int) -> Iterator[str]:
    yield f"## Solution {number}"
    yield ""
    yield "| value | move |"
    yield "|---|---|"
    for move, notes in view.noted_moves(exercise):
        value, words = view.value_words(exercise, move), move_words(exercise.position, move)
        if move.keeps_best:
            value, words = f"**{value}**", f"**{words}**"
        below = "".join(f"<br>{text}" for text in notes)
        yield f"| {value} | {words}{below} |"
    yield ""
    yield "  \n".join(view.remarks(exercise))
    line = list(view.best_line(exercise))
    if line:
        yield ""
        yield "A best line: " + "; ".join(line) + "."


# HTML


def as_html(exercises: Sequence[Linked], title: str = "Exercises") -> str:
    """The sheet as one HTML file with nothing around it; solutions begin a page of their own."""
    numbered = list(enumerate(exercises, 1))
    questions = "".join(_html_question(e, number, link) for number, (e, link) in numbered)
    solutions = "".join(_html_solution(e, number) for number, (e, _) in numbered)
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{escape(title)}</title>
<style>
{STYLE}</style>
</head>
<body>
<h1>{escape(title)}</h1>
<p>{escape(_introduction(exercises))}</p>
<div class="questions">
{questions}</div>
<div class="solutions">
<h1>Solutions</h1>
{solutions}</div>
<footer>{escape(MADE_BY)}</footer>
</body>
</html>
"""


def _html_question(exercise: Exercise, number: int, link: str | None) -> str:
    from cli.views.parts.board import counts  # noqa: PLC0415 (as above)

    position = exercise.position
    size = max(map(len, position.hands))
    slots = "".join(f'<span class="slot">{slot}</span>' for slot in range(1, size + 1))
    rows = [_html_row("slot", slots, ' class="slots"')]
    for player, hand in enumerate(position.hands):
        held = "".join(_html_card(position.card(order)) for order in reversed(hand))
        moves = player == position.to_move
        rows.append(
            _html_row(
                PLAYER_NAMES[player],
                (held or "no cards") + (" ◀" if moves else ""),
                ' class="to-move"' if moves else "",
            )
        )
    tops = [
        f"{suit.letter}{suit.value_at(level) if level else '–'}"
        for suit, level in zip(position.rules.suits, position.levels, strict=True)
    ]
    rows.append(_html_row("played", "".join(map(_html_card, tops))))
    pile = "".join(map(_html_card, position.pile)) or "empty"
    rows.append(_html_row(view.pile_label(exercise), pile))

    def place(card: Card) -> CardType:
        return card_type(card, position.rules)

    gone = "".join(map(_html_card, sorted(map(position.card, position.discards), key=place)))
    rows.append(_html_row("gone", gone or "none", ' class="gone"'))
    if position.rules.tiles:
        rows.append(_html_row("tiles", escape(tiles_words(position.tiles, position.tile5))))
    counted = " · ".join(f"{label} {value}" for label, value in counts(position))
    on_the_site = "" if link is None else f'; <a href="{escape(link)}">on hanab.live</a>'
    return f"""<section>
<h2>{number}. {escape(view.sentence(exercise))}</h2>
<p class="setting">{escape(view.setting(exercise))}{on_the_site}</p>
<table>
{"".join(rows)}</table>
<p class="counts">{escape(counted)}</p>
</section>
"""


def _html_row(label: str, cells: str, attributes: str = "") -> str:
    return f"<tr{attributes}><th>{escape(label)}</th><td>{cells}</td></tr>\n"


def _html_card(card: Card | str) -> str:
    text = str(card)
    return f'<span class="card {escape(text[0])}">{escape(text)}</span>'


def _html_solution(exercise: Exercise, number: int) -> str:
    rows = ""
    for move, notes in view.noted_moves(exercise):
        value, words = view.value_words(exercise, move), move_words(exercise.position, move)
        rows += _html_row(value, escape(words), ' class="keeps"' if move.keeps_best else "")
        below = "<br>".join(map(escape, notes))
        rows += _html_row("", below, ' class="why"') if below else ""
    remarks = "".join(f"<p>{escape(remark)}</p>\n" for remark in view.remarks(exercise))
    turns = "".join(f"<li>{escape(words)}</li>\n" for words in view.best_line(exercise))
    line = f"<p>A best line:</p>\n<ol>\n{turns}</ol>\n" if turns else ""
    return f"""<section>
<h2>Solution {number}</h2>
<table>
{rows}</table>
{remarks}{line}</section>
"""
