"""Make the picture of the README: an exercise as the terminal shows it.

Run it from the root of the project: `python -m docs.images.make`.
"""

from __future__ import annotations

from pathlib import Path

from matplotlib.figure import Figure
from rich.color import Color
from rich.console import Console
from rich.terminal_theme import MONOKAI
from rich.text import Text

from cli.views import exercise
from solver import Rules
from solver.exercises.making import make

FILE = Path(__file__).parent / "exercise.png"
COMMAND = "hanabi-solve exercise --seed r1 --answers"
COLUMNS = 76
# In inches; the font is matplotlib's own, so that the picture is the same everywhere.
CHARACTER, ROW, MARGIN = 0.0802, 0.178, 0.25
PAPER, INK = "#1e1e26", "#e6e6e6"


def main() -> None:
    """What `exercise` prints: the obvious plays are not the right move."""
    made = next(make(Rules.named("base"), 3, seed="r1"))
    rows = [Text(f"$ {COMMAND}", "dim"), Text()]
    rows += exercise.page(made, "Exercise 1", width=COLUMNS)
    rows.append(Text())
    for row in exercise.answer_page(made, width=COLUMNS):
        if row.plain.startswith("Grade"):
            break
        rows += row.wrap(Console(width=COLUMNS), COLUMNS)
    draw(rows)


def draw(rows: list[Text]) -> None:
    """The rows on dark paper, every letter in its place."""
    width, height = COLUMNS * CHARACTER + 2 * MARGIN, len(rows) * ROW + 2 * MARGIN
    figure = Figure(figsize=(width, height), facecolor=PAPER)
    console = Console(width=COLUMNS, force_terminal=True, color_system="truecolor")
    for number, row in enumerate(rows):
        top = 1 - (MARGIN + (number + 0.75) * ROW) / height
        letters = [
            (letter, part.style)
            for part in row.render(console)
            for letter in part.text.rstrip("\n")
        ]
        # One by one: a whole word would be a little narrower than its letters.
        for column, (letter, style) in enumerate(letters):
            figure.text(
                (MARGIN + column * CHARACTER) / width, top, letter,
                family="DejaVu Sans Mono", fontsize=9.6,
                weight="bold" if style and style.bold else "normal",
                color=hexadecimal(style.color if style else None),
                alpha=0.6 if style and style.dim else 1,
            )  # fmt: skip
    figure.savefig(FILE, dpi=130, metadata={"Software": None})


def hexadecimal(colour: Color | None) -> str:
    """A colour of the terminal as matplotlib has it."""
    if colour is None or colour.is_default:
        return INK
    return colour.get_truecolor(MONOKAI).hex


if __name__ == "__main__":
    main()
