"""Making the files of a proof: the search says that there is one, clause learning writes it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.metadata import version
from math import inf
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
from solver.proofs.formula import Formula, Kind
from solver.proofs.refuting import Refutation, Refuted
from solver.proofs.temporary import temporary_folder
from solver.reasons.explanations import Reason
from solver.reasons.finders import reason_from
from solver.search import sat
from solver.search.budget import Budget, given
from solver.search.proof import CONFLICT, StoppedBy
from solver.search.sat.learning import CADICAL
from solver.search.sat.process import Unanswered, asked
from solver.search.searcher import Searcher

# By the plain rules a proof takes fewer conflicts than this, with few exceptions: of those of the
# published surveys 5 in 100. For these the kept cards are asked, which mostly takes seconds.
RULES_FIRST = 40_000

_WRITING: dict[Kind, str] = {
    "rules": "writing a proof by the plain rules",
    "kept-cards": "writing a proof by the kept cards",
}


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
    kind: Kind  # of the formula
    conflicts: int
    reason: Reason | None  # why, where the score is the perfect one

    def to_json(self, path: str) -> dict[str, object]:
        """What a report says about a proof that was written there: sizes and digests."""
        return {
            "path": path,
            "score": self.claim.score,
            "formula_kind": self.kind,
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
        path, most = Path(folder) / PROOF, megabytes * MEGABYTE
        refuting = Refuting(claim, path, most, budget, began, seen)
        try:
            found = refuting.found()
        except sat.NoRoomError:
            yield Undecided(low, answer.line, "memory", lost=True)
            return
        if found.reachable is None:
            if found.is_too_large:
                raise _too_large(megabytes)
            yield Undecided(low, answer.line, refuting.stopped_by, lost=True)
            return
        if found.reachable:
            raise RuntimeError(
                "internal error: the search and clause learning contradict each other; "
                "please report the deal"
            )
        seen("putting the files together", 0)
        kind = refuting.kind
        files = _files(claim, kind, path)
        if sum(map(size, files.values())) > most:
            raise _too_large(megabytes)
        manifest = _manifest(claim, kind, files)
        reason = _reason(claim, answer.nodes, found.conflicts)
        files = {MANIFEST: json_bytes(manifest), **files}
        yield Lost(claim, files, manifest, kind, found.conflicts, reason)


class Refuting:
    """Clause learning for a proof: by the plain rules first, then by the kept cards."""

    def __init__(
        self, claim: Claim, path: Path, most: int, budget: Budget, began: float, seen: Seen
    ) -> None:
        """Write to the path, at most so many bytes; the time is counted from when it began."""
        self._claim, self._path, self._most = claim, path, most
        self._budget, self._began, self._seen = budget, began, seen
        self._spent = 0  # conflicts of the questions before
        self.kind: Kind = "rules"
        self.stopped_by: StoppedBy | None = None

    def found(self) -> Refuted:
        """What the last question gave that was asked.

        If the kept cards have a model that is no game, nothing but the rules can decide.
        """
        found = self._ask("rules", RULES_FIRST)
        if self._is_open(found):
            found = self._ask("kept-cards")
            if found.is_no_game:
                found = self._ask("rules")
        return found

    def _is_open(self, found: Refuted) -> bool:
        """Whether only the number of conflicts for the first question has run out."""
        return found.reachable is None and not found.is_too_large and self.stopped_by is None

    def _ask(self, kind: Kind, conflicts: float = inf) -> Refuted:
        self.kind = kind

        def goes_on(so_far: int) -> bool:
            self._seen(_WRITING[kind], so_far)
            budget = self._budget
            if budget.seconds is not None and time.perf_counter() - self._began >= budget.seconds:
                self.stopped_by = "seconds"
            elif (self._spent + so_far) * CONFLICT >= budget.nodes:
                self.stopped_by = "nodes"
            return self.stopped_by is None and so_far < conflicts

        claim = self._claim
        question = Refutation(claim.position, claim.score, str(self._path), self._most, kind)
        found = asked(question, goes_on)
        if isinstance(found, Unanswered):
            found = Refuted(None, found.conflicts)
        self._spent += found.conflicts
        return found


def _reason(claim: Claim, nodes: int, conflicts: int) -> Reason | None:
    """Why the perfect score is out of reach, as the answer for a deal has it.

    None for less, and where a card is gone that it needs: then there is nothing to explain.
    """
    perfect = claim.position.rules.perfect_score
    if claim.score != perfect or claim.most_left < perfect:
        return None
    return reason_from(claim.position, nodes, conflicts)


def _files(claim: Claim, kind: Kind, proof: Path) -> dict[str, Content]:
    """All files but the manifest."""
    formula = Formula(claim, kind)
    files: dict[str, Content] = {
        DEAL: claim.to_bytes(),
        FORMULA: formula.dimacs,
        PROOF: proof,
        VARIABLES: formula.meanings,
    }
    short = certificate_bytes(claim)
    return files if short is None else {**files, CERTIFICATE: short}


def _manifest(claim: Claim, kind: Kind, files: dict[str, Content]) -> dict[str, object]:
    return {
        "schema": SCHEMA,
        "version": __version__,
        "claim": str(claim),
        "score": claim.score,
        "formula_kind": kind,
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
