"""The files that a proof consists of."""

from __future__ import annotations

import hashlib
from pathlib import Path

SCHEMA = "hanabi-solve-proof/1"

MANIFEST = "manifest.json"
DEAL = "deal.json"
FORMULA = "formula.cnf"
PROOF = "proof.drat"
VARIABLES = "variables.txt"
CERTIFICATE = "certificate.json"  # only where the reason is short
NEEDED = (MANIFEST, DEAL, FORMULA, PROOF, VARIABLES)
NAMES = (*NEEDED, CERTIFICATE)

# For the proofs of a survey: what reads folders of Parquet files passes over such a name.
KEPT = "_proofs"

MEGABYTE = 1_000_000
MEGABYTES = 500  # how many a proof may have, if nobody says

# A file in memory, or one that is too large for that.
Content = bytes | Path


def size(content: Content) -> int:
    """The number of bytes."""
    return content.stat().st_size if isinstance(content, Path) else len(content)


def digest(content: Content) -> str:
    """The SHA-256 of a file, in hexadecimal."""
    if isinstance(content, bytes):
        return hashlib.sha256(content).hexdigest()
    with open(content, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
