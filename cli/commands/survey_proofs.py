"""`hanabi-solve survey --prove lost`: a proof for each lost deal of a range."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

from cli.terminal import codes, output
from cli.terminal.stopping import raise_lost
from solver.errors import counted
from solver.proofs.contents import KEPT, MEGABYTE
from solver.proofs.kept import keep, kept_already, lost_deals

if TYPE_CHECKING:
    from solver.survey.folder import Folder
    from solver.survey.making import Range
    from solver.workers import Workers

NAMED = 5  # deals without a proof that are named


def keep_proofs(folder: Folder, players: list[int], wanted: Range, workers: Workers) -> int:
    """Make the proofs that are missing; the exit code."""
    lost = lost_deals(folder, players, wanted)
    there = kept_already(folder, lost)
    sizes, todo = list(there.values()), [deal for deal in lost if deal not in there]
    place, without = folder.path / KEPT, list[str]()
    try:
        with output.Progress() as progress, closing(keep(folder, todo, workers)) as made:
            progress.say(f"proofs: {len(sizes):,} of {counted(len(lost), 'lost deal')} …")
            for kept in made:
                if kept.fault is None:
                    sizes.append(kept.size)
                else:
                    without.append(f"{kept.name} ({kept.fault})")
                progress.say(f"proofs: {len(sizes):,} of {counted(len(lost), 'lost deal')} …")
                raise_lost()
    except KeyboardInterrupt:
        output.note("interrupted: the proofs that are written stay; the same command goes on")
        return codes.INTERRUPTED
    megabytes = sum(sizes) / MEGABYTE
    output.line(f"{place}: {counted(len(sizes), 'proof')}, {megabytes:.1f} MB")
    if without:
        named = ", ".join(without[:NAMED]) + (", …" if len(without) > NAMED else "")
        output.line(f"  without a proof: {counted(len(without), 'deal')}: {named}")
    return codes.ANSWERED
