"""Checking a proof: is it whole, is the formula that of the deal, and does the proof refute it?

The formula is derived again. The proof is checked by dratify, which shares nothing with the solver
that wrote it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from solver._version import __version__
from solver.errors import InputError, ProofError, shown
from solver.notation.positions import position_to_json
from solver.proofs.certifying import check_certificate_file
from solver.proofs.claims import Claim, claim_from_json
from solver.proofs.contents import (
    CERTIFICATE,
    DEAL,
    FORMULA,
    MANIFEST,
    MEGABYTES,
    PROOF,
    SCHEMA,
    VARIABLES,
    digest,
)
from solver.proofs.formula import KINDS, Formula, Kind, first_difference
from solver.proofs.reading import read_files

# Told what is being done, and of how many steps how many are checked.
Seen = Callable[[str, int, int], None]

# The last step of a proof, as dratify reads it.
EMPTY = ("a", ())


class Read(NamedTuple):
    """A proof whose files are whole, and whose formula is that of its claim."""

    claim: Claim
    manifest: dict[str, Any]
    files: dict[str, bytes]
    formula: Formula


class Checked(NamedTuple):
    """A proof that holds."""

    claim: Claim
    manifest: dict[str, Any]
    kind: Kind  # of the formula
    clauses: int
    steps: int  # of the proof: clauses that follow, and clauses that are left out from then on
    kinds: tuple[str, ...] | None  # of the short reasons, where there is a certificate


def check(
    path: str | os.PathLike[str],
    megabytes: int = MEGABYTES,
    expected: Claim | None = None,
    seen: Seen = lambda what, done, of: None,
) -> Checked:
    """Check a proof; whatever is wrong with it is an error that says what.

    `expected` is what the proof shall be about.
    """
    claim, manifest, files, formula = read_proof(path, megabytes, expected, seen)
    where, kinds = os.fspath(path), None
    if CERTIFICATE in files:
        kinds = check_certificate_file(files[CERTIFICATE], claim, f"{where}: {CERTIFICATE}")
    steps = _refutes(files[FORMULA], files[PROOF], f"{where}: {PROOF}", seen)
    return Checked(claim, manifest, formula.kind, len(formula.clauses), steps, kinds)


def read_proof(
    path: str | os.PathLike[str],
    megabytes: int = MEGABYTES,
    expected: Claim | None = None,
    seen: Seen = lambda what, done, of: None,
) -> Read:
    """All of a proof, checked but for its certificate and its steps."""
    where = os.fspath(path)
    seen("reading the files", 0, 0)
    files = read_files(path, megabytes)
    manifest = _manifest(files, where)
    claim = _claim(files, manifest, where)
    if expected is not None and _parts(claim) != _parts(expected):
        raise ProofError(f"{where}: is a proof of something else: {claim}")
    seen("deriving the formula", 0, 0)
    formula = Formula(claim, _kind(manifest, where))
    if files[FORMULA] != formula.dimacs:
        fault = _fault(formula, files[FORMULA])
        raise _not_derived(
            where, FORMULA, f"formula that the {claim.what} gives: {fault}", manifest
        )
    if files[VARIABLES] != formula.meanings:
        raise _not_derived(where, VARIABLES, "list of the formula's variables", manifest)
    return Read(claim, manifest, files, formula)


def _parts(claim: Claim) -> tuple[int, dict[str, Any]]:
    """What a claim is about, from whatever deal the position comes."""
    return claim.score, position_to_json(claim.position)


def _manifest(files: Mapping[str, bytes], where: str) -> dict[str, Any]:
    """The manifest, if all files are as it says."""
    manifest = _object(files[MANIFEST], f"{where}: {MANIFEST}")
    if manifest.get("schema") != SCHEMA:
        raise ProofError(f"{where}: {MANIFEST}: its schema is not {SCHEMA}")
    listed = manifest.get("files")
    if not isinstance(listed, dict):
        raise ProofError(f"{where}: {MANIFEST}: does not list the files")
    for name in sorted(set(listed) ^ (set(files) - {MANIFEST})):
        if name in files:
            raise ProofError(f"{where}: {MANIFEST}: does not list {name}, which is there")
        raise ProofError(f"{where}: {MANIFEST}: lists {shown(name)}, which is not there")
    for name, said in listed.items():
        if not isinstance(said, dict) or said.get("sha256") != digest(files[name]):
            raise ProofError(
                f"{where}: {name}: is damaged: its SHA-256 is not the one of the manifest"
            )
        if said.get("bytes") != len(files[name]):
            raise ProofError(f"{where}: {MANIFEST}: the size of {name} is not the one of the file")
    return manifest


def _claim(files: Mapping[str, bytes], manifest: Mapping[str, Any], where: str) -> Claim:
    score = manifest.get("score")
    if isinstance(score, bool) or not isinstance(score, int):
        raise ProofError(f"{where}: {MANIFEST}: score must be a number, not {shown(score)}")
    deal = _object(files[DEAL], f"{where}: {DEAL}")
    try:
        claim = claim_from_json(deal, score, DEAL)
    except InputError as error:
        raise ProofError(f"{where}: {error}") from None
    if manifest.get("claim") != str(claim):
        raise ProofError(f"{where}: {MANIFEST}: its claim is not the one about this deal")
    return claim


def _kind(manifest: Mapping[str, Any], where: str) -> Kind:
    """What the formula is made of; where nothing is said, the proof is older than the second."""
    said = manifest.get("formula_kind", KINDS[0])
    for kind in KINDS:
        if said == kind:
            return kind
    raise ProofError(
        f"{where}: {MANIFEST}: its formula_kind is {shown(said)}, which this version does not "
        f"know: it knows {' and '.join(map(shown, KINDS))}"
    )


def _object(content: bytes, where: str) -> dict[str, Any]:
    try:
        value = json.loads(content)
    except (ValueError, RecursionError):
        raise ProofError(f"{where}: is not JSON") from None
    if not isinstance(value, dict):
        raise ProofError(f"{where}: is not a JSON object")
    return value


def _fault(formula: Formula, given: bytes) -> str:
    """Where a formula is not the derived one, or which one it is in its place."""
    for kind in KINDS:
        if kind != formula.kind and given == Formula(formula.claim, kind).dimacs:
            return f"it is that of {shown(kind)}, and the manifest says {shown(formula.kind)}"
    return first_difference(formula.dimacs, given)


def _not_derived(where: str, name: str, what: str, manifest: Mapping[str, Any]) -> ProofError:
    made = manifest.get("version")
    other = (
        f" (made by version {shown(made)}, this is {__version__})" if made != __version__ else ""
    )
    return ProofError(f"{where}: {name}: is not the {what}{other}")


def _refutes(formula: bytes, proof: bytes, where: str, seen: Seen) -> int:
    """The number of the proof's steps, if all are right and the last is the empty clause."""
    from dratify import DRATChecker, parse_dimacs, parse_proof  # noqa: PLC0415 (only needed here)

    seen("checking the proof", 0, 0)
    if not proof.isascii():
        raise ProofError(f"{where}: is not in the form DRAT as text")
    try:
        steps = parse_proof(proof.decode("ascii"))
    except ValueError as error:
        raise ProofError(f"{where}: is not in the form DRAT: {_short(str(error))}") from None
    ends = [number for number, step in enumerate(steps, 1) if step == EMPTY]
    if not ends:
        raise ProofError(f"{where}: does not prove it: it never comes to the empty clause, its end")
    if ends[0] < len(steps):  # nothing would be said about these steps
        raise ProofError(f"{where}: goes on after the empty clause, its end")
    clauses = parse_dimacs(formula.decode("ascii"))
    most = max((literal for _, literals in steps for literal in literals), default=0)
    if most >= 2 * clauses.nvars:  # its literals are numbered from 0, two for each variable
        raise ProofError(
            f"{where}: names variable {shown(most // 2 + 1)}, and the formula has {clauses.nvars}"
        )

    def each() -> Iterator[tuple[str, tuple[int, ...]]]:
        for number, step in enumerate(steps):
            seen("checking the proof", number, len(steps))
            yield step

    result = DRATChecker(clauses).check(each())
    if not result.ok:
        raise ProofError(
            f"{where}: does not prove it: step {result.failed_step:,} of {len(steps):,} does not "
            "follow from what is before it"
        )
    return len(steps)


def _short(text: str) -> str:
    """A message of another library, which may quote the file."""
    return text if len(text) <= 100 else f"{text[:99]}…"
