"""Short reasons as certificates, in the files of a proof: written, and checked."""

from __future__ import annotations

import json

from solver.errors import ProofError
from solver.proofs.certificates import certificate
from solver.proofs.check_certificate import check
from solver.proofs.claims import Claim, json_bytes


def certificate_bytes(claim: Claim) -> bytes | None:
    """The certificate of a claim as a file; None if no short reason holds."""
    found = certificate(claim.position, claim.score)
    return None if found is None else json_bytes(found)


def check_certificate_file(content: bytes, claim: Claim, where: str) -> tuple[str, ...]:
    """The kinds of a certificate's reasons, if it is that of the claim and holds."""
    try:
        data = json.loads(content)
    except (ValueError, RecursionError):
        raise ProofError(f"{where}: is not JSON") from None
    faults = check(data)
    if faults:
        raise ProofError(f"{where}: does not hold: {'; '.join(faults)}")
    if content != certificate_bytes(claim):
        raise ProofError(f"{where}: is not the certificate of this claim")
    return tuple(sorted({case["kind"] for case in data["cases"]}))
