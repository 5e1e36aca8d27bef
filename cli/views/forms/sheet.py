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
from solver.exercises.making import Exercise
from solver.files import write_whole
from solver.game.cards import Card
from solver.game.deals import PLAYER_NAMES

INTRODUCTION = (
    "All cards are known: every hand, and the pile, of which the first card is drawn next. In "
    "each position few moves keep the best score that is left, and the obvious one is not "
    "among them: to play what is playable (in the last round, on the lowest firework), or else to "
    "discard trash, or else to give a clue. What a clue says does not matter: it lets a turn pass. "
    "Slot 1 is a hand's newest card. Grade 5 is the hardest."
)
TILES = (
    "A 5 that completes a firework turns the next bonus tile instead of giving a token: 1 gives a "
    "token; 2 takes a strike back and gives a token; 3 and 4 are free clues and do nothing here; 5 "
    "puts a discarded card of your choice into the pile, at the place that its number says (at 0 "
    "on top, at 0.5 in the middle), or does what 6 does if the pile is empty; 6 puts a discarded "
    "card that fits into play."
)
MADE_BY = f"Made by hanabi-solve {__version__}."

STYLE = """\
body { font: 11pt/1.4 sans-serif; max-width: 46em; margin: 2em auto; padding: 0 1em; color: #111;
  background: #fff; }
h1 { font-size: 1.5em; } h2 { font-size: 1.05em; margin: 0 0 .2em; }
section { break-inside: avoid; margin: 0 0 1.6em; }
.solutions { break-before: page; }
.setting, footer { color: #555; font-size: .85em; margin: .2em 0; }
table { border-collapse: collapse; } td, th { text-align: left; padding: .12em .6em .12em 0;
  font-weight: normal; vertical-align: top; }
.to-move th { font-weight: bold; } .keeps { font-weight: bold; }
.card { display: inline-block; min-width: 1.7em; text-align: center; margin: 0 .1em; color: #111;
  border: 2px solid #555; border-radius: .25em; font-family: monospace; font-weight: bold;
  print-color-adjust: exact; -webkit-print-color-adjust: exact; }
.r { border-color: #c22; background: #fdd; } .y { border-color: #b90; background: #ffc; }
.g { border-color: #282; background: #dfd; } .b { border-color: #24c; background: #def; }
.p { border-color: #727; background: #fdf; } .t { border-color: #088; background: #dff; }
.m { border-style: double; } .k { background: #333; color: #fff; }
ol { margin: .2em 0; padding-left: 2em; columns: 2; font-size: .9em; }
@media print { body { margin: 0; max-width: none; } }
"""


def writer(path: str) -> Callable[[Iterable[Exercise]], int]:
    """What writes exercises to this file, in the form that its ending names.

    It returns their number; for none at all no file is written.
    """
    forms = {".html": as_html, ".htm": as_html, ".md": as_markdown}
    form = forms.get(Path(path).suffix.lower())
    if form is None:
        raise InputError(f"--sheet {path}: the name must end in .html or .md")

    def write(exercises: Iterable[Exercise]) -> int:
        collected = list(exercises)
        if collected:
            write_whole(path, form(collected).encode())
        return len(collected)

    return write


def _introduction(exercises: Sequence[Exercise]) -> str:
    has_tiles = any(exercise.position.rules.tiles for exercise in exercises)
    return f"{INTRODUCTION} {TILES}" if has_tiles else INTRODUCTION


# Markdown


def as_markdown(exercises: Sequence[Exercise], title: str = "Exercises") -> str:
    """The sheet as Markdown."""
    lines = [f"# {title}", "", _introduction(exercises)]
    for number, exercise in enumerate(exercises, 1):
        lines += ["", *_markdown_question(exercise, number)]
    lines += ["", "# Solutions"]
    for number, exercise in enumerate(exercises, 1):
        lines += ["", *_markdown_solution(exercise, number)]
    return "\n".join([*lines, "", MADE_BY, ""])


def _markdown_question(exercise: Exercise, number: int) -> Iterator[str]:
    from cli.views.parts.board import board_rows  # noqa: PLC0415 (rich is slow, and JSON does without)

    yield f"## {number}. {view.sentence(exercise)}"
    yield ""
    yield view.setting(exercise)
    yield ""
    yield "```text"
    yield from (row.plain.rstrip() for row in board_rows(exercise.position, 80))
    yield "```"


def _markdown_solution(exercise: Exercise, number: int) -> Iterator[str]:
    yield f"## Solution {number}"
    yield ""
    yield "| value | move |"
    yield "|---|---|"
    for move in exercise.endgame.moves:
        cells = view.value_words(exercise, move), move_words(exercise.position, move)
        yield "| {} | {} |".format(*(f"**{c}**" if move.keeps_best else c for c in cells))
    yield ""
    yield " ".join(view.remarks(exercise))
    yield ""
    yield "A best line: " + "; ".join(view.line_words(exercise)) + "."


# HTML


def as_html(exercises: Sequence[Exercise], title: str = "Exercises") -> str:
    """The sheet as one HTML file with nothing around it; solutions begin a page of their own."""
    questions = "".join(_html_question(e, number) for number, e in enumerate(exercises, 1))
    solutions = "".join(_html_solution(e, number) for number, e in enumerate(exercises, 1))
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
{questions}<div class="solutions">
<h1>Solutions</h1>
{solutions}</div>
<footer>{escape(MADE_BY)}</footer>
</body>
</html>
"""


def _html_question(exercise: Exercise, number: int) -> str:
    from cli.views.parts.board import counts  # noqa: PLC0415 (as above)

    position = exercise.position
    tops = [
        f"{suit.letter}{suit.value_at(level) if level else '–'}"
        for suit, level in zip(position.rules.suits, position.levels, strict=True)
    ]
    rows = [_html_row("fireworks", "".join(map(_html_card, tops)))]
    for player, hand in enumerate(position.hands):
        held = "".join(_html_card(position.card(order)) for order in reversed(hand))
        moves = player == position.to_move
        rows.append(
            _html_row(
                PLAYER_NAMES[player],
                (held or "no cards") + (" ◀ to move" if moves else ""),
                ' class="to-move"' if moves else "",
            )
        )
    rows.append(_html_row("pile", "".join(map(_html_card, position.pile)) or "empty"))
    if position.rules.tiles:  # what they can bring back is seen as well
        gone = "".join(_html_card(position.card(order)) for order in position.discards)
        rows.append(_html_row("gone", gone or "none"))
        rows.append(_html_row("tiles", escape(tiles_words(position.tiles, position.tile5))))
    counted = " · ".join(f"{label} {value}" for label, value in counts(position))
    return f"""<section>
<h2>{number}. {escape(view.sentence(exercise))}</h2>
<p class="setting">{escape(view.setting(exercise))}</p>
<table>
{"".join(rows)}</table>
<p>{escape(counted)}</p>
</section>
"""


def _html_row(label: str, cells: str, attributes: str = "") -> str:
    return f"<tr{attributes}><th>{escape(label)}</th><td>{cells}</td></tr>\n"


def _html_card(card: Card | str) -> str:
    text = str(card)
    return f'<span class="card {escape(text[0])}">{escape(text)}</span>'


def _html_solution(exercise: Exercise, number: int) -> str:
    rows = "".join(
        _html_row(
            view.value_words(exercise, move),
            escape(move_words(exercise.position, move)),
            ' class="keeps"' if move.keeps_best else "",
        )
        for move in exercise.endgame.moves
    )
    remarks = "".join(f"<p>{escape(remark)}</p>\n" for remark in view.remarks(exercise))
    line = "".join(f"<li>{escape(words)}</li>\n" for words in view.line_words(exercise))
    return f"""<section>
<h2>Solution {number}</h2>
<table>
{rows}</table>
{remarks}<p>A best line:</p>
<ol>
{line}</ol>
</section>
"""
