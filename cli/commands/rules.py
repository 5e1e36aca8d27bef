"""`hanabi-solve rules`: what rule sets exist and what they mean."""

from __future__ import annotations

from typing import Annotated

import typer

from cli.inputs import options
from cli.terminal import output
from cli.views import rules as view


def rules(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="RULES",
            help="Sets to combine, or house rules: what the game is then.",
            show_default=False,
            autocompletion=options.complete_rules,
        ),
    ] = None,
    json: options.Json = False,
) -> None:
    """What rule sets exist and what they mean; or one combination of them in full.

    Example: hanabi-solve rules avalanche-5 hard
    """
    game = options.read_rules(names)
    if json:
        output.json_line(view.to_json(game))
    else:
        output.page(view.page(game, width=output.width()))
