"""Making the files of a proof: the search says that there is one, clause learning writes it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from solver._version import __version__
from solver.errors import ProofError, ProofTooLargeError
from solver.game.actions import Action
from solver.proofs.certifying import certificate_bytes
from solver.proofs.claims import Claim, json_bytes
from solver.proofs.contents import (
    CERTIFICATE,
    DEAL,
    FORMULA,
    MANIFEST,
    MEGABYTE,
    MEGABYTES,
    PROOF,
    SCHEMA,
    VARIABLES,
    Content,
    digest,
    size,
)
from solver.proofs.formula import Formula
from solver.proofs.refuting import Refutation
from solver.proofs.temporary import temporary_folder
from solver.reasons.explanations import Reason
from solver.reasons.finders import reason_from
from solver.search import sat
from solver.search.budget import Budget, given
from solver.search.proof import CONFLICT, StoppedBy
from solver.search.sat.learning import CADICAL
from solver.search.sat.process import Unanswered, asked
from solver.search.searcher import Searcher


class Reached(NamedTuple):
    """There is nothing to prove: this line, which the referee has replayed, reaches the score."""

    line: tuple[Action, ...]
    score: int


class Undecided(NamedTuple):
    """Nothing is proven: `low` is what can be reached, and all up to the perfect score is open."""

    low: int
    line: tuple[Action, ...]
    stopped_by: StoppedBy | None
    lost: bool  # the search says that the score cannot be reached, but no proof was finished


class Lost(NamedTuple):
    """The files of a proof, which last as long as whoever asked for them uses them."""

    claim: Claim
    files: dict[str, Content]
    manifest: dict[str, object]
    conflicts: int
    reason: Reason | None  # why, where the score is the perfect one

    def to_json(self, path: str) -> dict[str, object]:
        """What a report says about a proof that was written there: sizes and digests."""
        return {
            "path": path,
            "score": self.claim.score,
            "conflicts": self.conflicts,
            "files": self.manifest["files"],
        }


# Told what is being done, and the conflicts of clause learning so far.
Seen = Callable[[str, int], None]


@contextmanager
def proved(
    claim: Claim,
    budget: Budget | None = None,
    megabytes: int = MEGABYTES,
    seen: Seen = lambda what, conflicts: None,
    within: str | None = None,
) -> Iterator[Lost | Reached | Undecided]:
    """A proof of the claim, the line that refutes it, or what is known within the budget.

    The budget is for the search, and once more for the proof. One whose files have more megabytes
    than these is an error. `within` is the folder for what is written on the way, by default that
    of the system.
    """
    if not sat.is_installed():
        raise ProofError(
            "a proof needs clause learning, but python-sat is missing or cannot be loaded: "
            "pip install python-sat"
        )
    budget, began = given(budget), time.perf_counter()
    seen("searching", 0)
    searcher = Searcher(budget)
    searcher.load(claim.position)
    answer = searcher.solve_next(claim.position, at_most=claim.score)
    low, high = answer.bounds
    if low >= claim.score:
        yield Reached(answer.line, low)
        return
    if high >= claim.score:
        yield Undecided(low, answer.line, answer.stopped_by, lost=False)
        return
    with temporary_folder(within) as folder:
        stopped_by: list[StoppedBy] = ["nodes"]

        def goes_on(conflicts: int) -> bool:
            seen("writing the proof", conflicts)
            if budget.seconds is not None and time.perf_counter() - began >= budget.seconds:
                stopped_by[0] = "seconds"
                return False
            return conflicts * CONFLICT < budget.nodes

        path, most = Path(folder) / PROOF, megabytes * MEGABYTE
        question = Refutation(claim.position, claim.score, str(path), most)
        try:
            found = asked(question, goes_on)
        except sat.NoRoomError:
            yield Undecided(low, answer.line, "memory", lost=True)
            return
        if isinstance(found, Unanswered) or found.reachable is None:
            if not isinstance(found, Unanswered) and found.is_too_large:
                raise _too_large(megabytes)
            yield Undecided(low, answer.line, stopped_by[0], lost=True)
            return
        if found.reachable:
            raise RuntimeError(
                "internal error: the search and clause learning contradict each other; "
                "please report the deal"
            )
        seen("putting the files together", 0)
        files = _files(claim, path)
        if sum(map(size, files.values())) > most:
            raise _too_large(megabytes)
        manifest = _manifest(claim, files)
        reason = _reason(claim, answer.nodes, found.conflicts)
        files = {MANIFEST: json_bytes(manifest), **files}
        yield Lost(claim, files, manifest, found.conflicts, reason)


def _reason(claim: Claim, nodes: int, conflicts: int) -> Reason | None:
    """Why the perfect score is out of reach, as the answer for a deal has it.

    None for less, and where a card is gone that it needs: then there is nothing to explain.
    """
    perfect = claim.position.rules.perfect_score
    if claim.score != perfect or claim.most_left < perfect:
        return None
    return reason_from(claim.position, nodes, conflicts)


def _files(claim: Claim, proof: Path) -> dict[str, Content]:
    """All files but the manifest."""
    formula = Formula(claim)
    files: dict[str, Content] = {
        DEAL: claim.to_bytes(),
        FORMULA: formula.dimacs,
        PROOF: proof,
        VARIABLES: formula.meanings,
    }
    short = certificate_bytes(claim)
    return files if short is None else {**files, CERTIFICATE: short}


def _manifest(claim: Claim, files: dict[str, Content]) -> dict[str, object]:
    return {
        "schema": SCHEMA,
        "version": __version__,
        "claim": str(claim),
        "score": claim.score,
        "solver": f"{CADICAL} of python-sat {version('python-sat')}",
        "files": {
            name: {"bytes": size(content), "sha256": digest(content)}
            for name, content in files.items()
        },
    }


def _too_large(megabytes: int) -> ProofTooLargeError:
    return ProofTooLargeError(
        f"the proof has more than {megabytes:,} MB: allow more, if there is room"
    )
