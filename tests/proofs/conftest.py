"""A proof to look at and to damage."""

from __future__ import annotations

from pathlib import Path

import pytest

from solver.proofs import making
from solver.proofs.making import Lost, proved
from solver.proofs.storing import store
from tests.support.lost import lost_claim


@pytest.fixture(scope="session")
def proof(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of a proof about a small deal."""
    folder = tmp_path_factory.mktemp("proofs") / "proof"
    with proved(lost_claim()) as found:
        assert isinstance(found, Lost)
        store(found.files, folder)
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture(scope="session")
def kept_cards_proof(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The same about the same deal by the kept cards, as if the plain rules took too long."""
    folder = tmp_path_factory.mktemp("proofs") / "proof"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(making, "RULES_FIRST", 0)
        with proved(lost_claim()) as found:
            assert isinstance(found, Lost)
            store(found.files, folder)
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture
def folder(proof: dict[str, bytes], tmp_path: Path) -> Path:
    """The same as a folder of one's own."""
    place = tmp_path / "proof"
    store(dict(sorted(proof.items())), place)
    return place
