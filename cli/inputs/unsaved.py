"""A number or a link in the place of a file: a game that hanab.live has, and nobody else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from solver.errors import InputError

if TYPE_CHECKING:
    from solver.hanab_live.links import GameOnSite


class UnsavedError(InputError):
    """Such a game; what to do about it depends on the whole command line."""

    def __init__(self, given: str, game: GameOnSite) -> None:
        """What was given, and the game that it names."""
        super().__init__(f"{given}: only hanab.live has this game")
        self.given, self.game = given, game


def how_to_save(error: UnsavedError, program: str, args: Sequence[str]) -> str:
    """How to get the game from the site, and the command line that takes it then."""
    import shlex  # noqa: PLC0415 (only here)

    given, file = error.given, error.game.file_name
    follows = [
        file
        if arg == given
        else arg.removesuffix(given) + file
        if arg.endswith(f"={given}")
        else arg
        for arg in args
    ]
    if args[0] == "endgame" and error.game.turn is not None and "--turn" not in args:
        follows += ["--turn", str(error.game.turn)]
    return (
        f"{given}: this game is on hanab.live, and {program} does not go online. Open "
        f"{error.game.address} in a browser, save it as {file}, and then run: "
        f"{program} {shlex.join(follows)}"
    )
