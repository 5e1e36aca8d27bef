"""The option --prove PATH: the proof that a deal is lost, beside its answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cli.terminal import codes, output
from solver.errors import InputError, ProofTooLargeError, counted

if TYPE_CHECKING:
    from solver.game.deals import Deal
    from solver.search.answers import Result
    from solver.search.budget import Budget


def making_words(what: str, conflicts: int) -> str:
    """What is being done, while a proof is made."""
    return f"{what} …" if not conflicts else f"{what}: {counted(conflicts, 'conflict')} …"


class Proof:
    """What the option --prove asks for; refused before the work if it cannot be done."""

    def __init__(self, deal: Deal, path: str | None, budget: Budget) -> None:
        """Refuse a deal that has no proofs, and a place to which nothing can be written."""
        self._path, self._budget = path, budget
        # What the report about the deal has more.
        self.report: dict[str, Any] = {}
        if path is None:
            return
        from solver.game.position import Position  # noqa: PLC0415 (as all: seldom wanted)
        from solver.proofs.claims import Claim  # noqa: PLC0415
        from solver.proofs.storing import check_place  # noqa: PLC0415

        self._claim = Claim.of(Position.start(deal), None, deal)
        check_place(path)

    def write(self, result: Result, code: int, quiet: bool) -> int:
        """Write the proof if the deal is lost; the exit code that this leads to."""
        if self._path is None:
            return code
        self.report = {"proof": None}
        if code != codes.ANSWERED or result.verdict != "not-perfect":
            output.note("note: nothing is proven lost, and so no proof is written")
            return code
        from solver.proofs.making import Lost, Undecided, proved  # noqa: PLC0415
        from solver.proofs.storing import store  # noqa: PLC0415

        try:
            with output.Progress(quiet) as progress:

                def seen(what: str, conflicts: int) -> None:
                    progress.say(making_words(what, conflicts))

                with proved(self._claim, self._budget, seen=seen) as found:
                    if isinstance(found, Lost):
                        store(found.files, self._path)
        except ProofTooLargeError as error:  # there is no option for that here
            raise InputError(f"{error}, with `prove --megabytes N`") from None
        except KeyboardInterrupt:
            output.note(f"interrupted: no proof is written to {self._path}")
            return codes.INTERRUPTED
        if isinstance(found, Lost):
            self.report = {"proof": found.to_json(self._path)}
        else:
            is_memory = isinstance(found, Undecided) and found.stopped_by == "memory"
            why = "memory ran out" if is_memory else "it was not finished within the budget"
            output.note(f"note: no proof is written: {why}")
        return code
