"""What `hanabi-solve survey` does with a folder that is there: retries, and its verification."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import closing
from typing import TYPE_CHECKING

from cli.terminal import codes, output
from cli.terminal.stopping import raise_lost
from cli.terminal.survey_progress import Progress
from solver.errors import InputError, counted
from solver.search.budget import Budget
from solver.survey import retry as survey_retry
from solver.survey import verify as survey_verify
from solver.survey.folder import locked

if TYPE_CHECKING:
    from solver.survey.folder import Folder
    from solver.workers import Workers


def refuse_others(option: str, given: Mapping[str, bool]) -> None:
    """An option that would be passed over in silence is refused."""
    for other, is_given in given.items():
        if is_given:
            raise InputError(f"{other} does not go with {option}, which is about a whole folder")


def retry(folder: Folder, budget: Budget, workers: Workers) -> int:
    """Try the undecided deals again."""
    before = folder.making.budget.nodes
    if budget.nodes <= before:
        raise InputError(
            f"{folder.path}: was made with {before:,} nodes for each deal; a retry needs more "
            "--nodes"
        )
    tried = decided = 0
    try:
        with locked(folder), closing(survey_retry.retry(folder, budget, workers)) as parts:
            for part in parts:
                tried += part.tried
                decided += part.decided
                output.note(f"{part.part.path.name}: {part.decided} of {part.tried} decided")
                raise_lost()
    except KeyboardInterrupt:
        output.note(
            "interrupted: what is decided stays; the same command goes on from there"
            if tried
            else "interrupted before anything was decided; the same command begins again"
        )
        return codes.INTERRUPTED
    output.line(
        f"{folder.path}: {decided:,} of {counted(tried, 'undecided deal')} "
        f"{'is' if decided == 1 else 'are'} decided now."
    )
    return codes.ANSWERED


def verify(folder: Folder, number: str, workers: Workers) -> int:
    """Solve parts again and say which of them differ."""
    if not re.fullmatch(r"all|[1-9][0-9]{0,8}", number):
        raise InputError(f"--verify {number}: write the number of parts, or all")
    parts = [part for part, _ in folder.checked()]
    chosen = survey_verify.choose(parts, None if number == "all" else int(number))
    progress, different = Progress(sum(len(part.range) for part in chosen)), 0
    with progress, closing(survey_verify.verify(folder, chosen, workers)) as verified:
        for part, account, differences in verified:
            progress.add(part.players, len(part.range), account["counts"])
            raise_lost()
            if differences:
                different += 1
                output.line(f"{part.path}: differs in {', '.join(differences)}")
    output.line(
        f"{folder.path}: {len(chosen)} of {counted(len(parts), 'part')} verified, "
        f"{different} {'differs' if different == 1 else 'differ'}."
    )
    return codes.DIFFERENT if different else codes.ANSWERED
