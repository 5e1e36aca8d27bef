"""Proofs for the lost deals of a survey: an archive for each, in a folder beside the rows."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from solver.errors import ProofError, SurveyError
from solver.files import left_unfinished, write_whole
from solver.game.deals import Deal
from solver.game.position import Position
from solver.game.seeds import seed_prefix
from solver.proofs.claims import Claim
from solver.proofs.contents import KEPT, MEGABYTES
from solver.proofs.making import Lost, Undecided, proved
from solver.proofs.reading import read_files
from solver.proofs.storing import packed
from solver.proofs.temporary import temporary_folder
from solver.search.budget import Budget
from solver.survey.folder import Folder
from solver.survey.making import Making, Range
from solver.survey.rows import VERDICTS
from solver.workers import Call, Workers, results

# Far smaller than the others.
ENDING = ".tar.xz"


class LostDeal(NamedTuple):
    """A deal of a survey that is lost."""

    players: int
    number: int

    def name(self, making: Making) -> str:
        """The name of the deal, and of the file with its proof."""
        if making.numbering == "seeds":
            return f"{seed_prefix(making.rules, self.players)}{self.number}"
        return f"{self.players}p-start-{self.number:010d}"


class Kept(NamedTuple):
    """What became of a lost deal: the size of its archive, or why there is none."""

    name: str
    size: int
    fault: str | None


def lost_deals(folder: Folder, players: list[int], wanted: Range) -> list[LostDeal]:
    """The lost deals of a range, of those that are solved."""
    found: list[LostDeal] = []
    for part in folder.parts():
        if part.players in players and part.range.shared(wanted):
            table = part.opened().table()
            lost = pc.equal(table["verdict"].cast(pa.string()), VERDICTS[1])
            numbers = table.filter(lost).column(0).to_pylist()
            found += [
                LostDeal(part.players, number)
                for number in numbers
                if wanted.first <= number <= wanted.last
            ]
    return found


def kept_already(folder: Folder, deals: list[LostDeal]) -> dict[LostDeal, int]:
    """Those of the deals that have their proof, and the sizes of the archives.

    One that cannot be read, perhaps because a disk was full, is as good as none.
    """
    found = {}
    for deal in deals:
        path = _path(folder.path / KEPT, deal.name(folder.making))
        with suppress(ProofError):
            read_files(path, MEGABYTES)
            found[deal] = path.stat().st_size
    return found


def keep(folder: Folder, deals: list[LostDeal], workers: Workers) -> Generator[Kept, None, None]:
    """Make the proofs of these deals and write them; what is written when it stops stays."""
    place, making = folder.path / KEPT, folder.making
    try:
        place.mkdir(exist_ok=True)
    except OSError as error:
        raise SurveyError(f"{place}: cannot be made a folder: {error.strerror}") from None
    for unfinished in left_unfinished(place):
        unfinished.unlink(missing_ok=True)
    # One folder for all workers, which are killed at Ctrl-C and take nothing away then.
    with (
        temporary_folder() as temporary,
        closing(results(_calls(deals, making, temporary), workers)) as done,
    ):
        for deal, made in done:
            name = deal.name(making)
            if isinstance(made, str):
                yield Kept(name, 0, made)
            else:
                write_whole(_path(place, name), made)
                yield Kept(name, len(made), None)


def _path(place: Path, name: str) -> Path:
    return place / f"{name}{ENDING}"


def _calls(deals: list[LostDeal], making: Making, temporary: str) -> Iterator[Call]:
    for deal in deals:
        yield Call(deal, archive, (making, deal, making.budget, temporary))


def archive(making: Making, lost: LostDeal, budget: Budget, temporary: str) -> bytes | str:
    """The archive with the proof of a lost deal, or why there is none."""
    # A worker of a cluster may be on a machine that does not have the folder.
    within = temporary if os.path.isdir(temporary) else None
    if making.numbering == "seeds":
        deal = Deal.from_seed(lost.number, lost.players, making.rules)
    else:
        deal = Deal.from_start(making.rules, lost.players, lost.number)
    try:
        claim = Claim.of(Position.start(deal), None, deal)
        with proved(claim, budget, MEGABYTES, within=within) as found:
            if isinstance(found, Lost):
                return packed(found.files, ENDING)
            if isinstance(found, Undecided) and found.stopped_by == "memory":
                return "memory ran out"
    except ProofError as error:
        return str(error)
    return "no proof within the budget"
