"""The options --link and --hanab-live: a line as hanab.live shows it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

from cli.terminal import output
from solver.errors import InputError

if TYPE_CHECKING:
    from solver.game.actions import Action
    from solver.game.deals import Deal
    from solver.notation.actions import Clue


class Showing:
    """What the options --link and --hanab-live ask for; checked before the work begins."""

    def __init__(self, deal: Deal | None, link: bool, path: str | None) -> None:
        """Refuse a deal that the site cannot show, with the reason."""
        self._with_link, self._path = link, path
        if not (link or path):
            return
        if deal is None:
            option = "--link" if link else "--hanab-live"
            raise InputError(f"{option} shows a deal, and the position does not come from one")
        from solver.hanab_live.games import game_to_json  # noqa: PLC0415 (as all: seldom wanted)
        from solver.hanab_live.lines import left_behind  # noqa: PLC0415
        from solver.hanab_live.links import link_of  # noqa: PLC0415

        check_tiles(deal, link, path)
        if link:
            link_of(deal, ())
        if path:
            game_to_json(deal, ())
        missing = left_behind(deal.rules, in_link=link)
        if missing:
            output.note(f"note: hanab.live does not have: {', '.join(missing)}")

    @property
    def is_wanted(self) -> bool:
        """Whether one of the options was given."""
        return self._with_link or self._path is not None

    def write(
        self,
        deal: Deal,
        line: Sequence[Action],
        start_player: int = 0,
        turn: int | None = None,
        clues: Sequence[Clue | None] = (),
    ) -> str | None:
        """Write the file that was asked for, and give the link, at a turn; None without --link."""
        if self._path:
            from solver.files import write_whole  # noqa: PLC0415
            from solver.hanab_live.games import game_to_json  # noqa: PLC0415

            game = game_to_json(deal, line, start_player, clues=clues)
            write_whole(self._path, (json.dumps(game) + "\n").encode())
        if not self._with_link:
            return None
        return link_at(deal, line, start_player, turn, clues)


def check_tiles(deal: Deal, link: bool, path: str | None) -> None:
    """Refuse to show a deal with bonus tiles, with the option that asks for it."""
    if deal.rules.tiles and (link or path):
        from solver.hanab_live.lines import NO_TILES  # noqa: PLC0415

        raise InputError(f"{NO_TILES}: leave {'--link' if link else '--hanab-live'} out")


def link_at(
    deal: Deal,
    line: Sequence[Action],
    start_player: int,
    turn: int | None,
    clues: Sequence[Clue | None],
) -> str:
    """A link that opens the line at a turn."""
    from solver.hanab_live.links import link_of  # noqa: PLC0415

    place = "" if turn in (None, 1) else f"#{turn}"
    return link_of(deal, line, start_player, clues) + place


def linked(link: str | None) -> dict[str, str]:
    """What a report has more if a link was asked for."""
    return {} if link is None else {"link": link}
