"""Checking proofs: what is damaged, changed or of something else is refused, and it says which."""

from __future__ import annotations

import io
import json
import lzma
import tarfile
import zipfile
from bz2 import compress
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from solver import Deal, Position
from solver.errors import ProofError
from solver.proofs.certifying import certificate_bytes, check_certificate_file
from solver.proofs.checking import check
from solver.proofs.claims import Claim
from solver.proofs.contents import CERTIFICATE, DEAL, FORMULA, MANIFEST, PROOF, VARIABLES
from solver.proofs.storing import ARCHIVES, store
from tests.support.lost import lost_claim

Files = dict[str, bytes]


def resealed(files: Files) -> Files:
    """The files with a manifest that fits them again, as a forger would make it."""
    manifest = json.loads(files[MANIFEST])
    manifest["files"] = {
        name: {"bytes": len(content), "sha256": sha256(content).hexdigest()}
        for name, content in files.items()
        if name != MANIFEST
    }
    return files | {MANIFEST: json.dumps(manifest).encode()}


def refused(files: Files, place: Path, words: str) -> None:
    store(dict(files), place)
    with pytest.raises(ProofError, match=words):
        check(place)


def lines(content: bytes) -> list[bytes]:
    return content.split(b"\n")


def test_it_holds(folder: Path) -> None:
    seen: list[tuple[str, int, int]] = []
    checked = check(folder, seen=lambda *what: seen.append(what))
    assert checked.claim == lost_claim()
    assert checked.steps > 100
    assert seen[-1] == ("checking the proof", checked.steps - 1, checked.steps)


@pytest.mark.parametrize("name", [DEAL, FORMULA, PROOF, VARIABLES])
def test_damaged_files(proof: Files, tmp_path: Path, name: str) -> None:
    damaged = bytearray(proof[name])
    damaged[len(damaged) // 2] ^= 1
    refused(proof | {name: bytes(damaged)}, tmp_path / "a", f"{name}: is damaged")
    refused(proof | {name: proof[name][:-9]}, tmp_path / "b", f"{name}: is damaged")
    rest = {other: content for other, content in proof.items() if other != name}
    refused(rest, tmp_path / "c", f"is not a whole proof: {name} is missing")


def test_a_clause_that_was_changed(proof: Files, tmp_path: Path) -> None:
    clauses = lines(proof[FORMULA])
    words = f'clause 17 is "2 0" and must be "{clauses[17].decode()}"'
    clauses[17] = b"2 0"
    changed = resealed(proof | {FORMULA: b"\n".join(clauses)})
    refused(changed, tmp_path / "a", f"{FORMULA}: is not the formula that the deal gives: {words}")
    short = resealed(proof | {FORMULA: b"\n".join(lines(proof[FORMULA])[:-2]) + b"\n"})
    refused(short, tmp_path / "b", f"{FORMULA}: is not the formula that the deal gives: it ends ")
    more = resealed(proof | {FORMULA: proof[FORMULA] + b"2 0\n"})
    refused(more, tmp_path / "c", f"{FORMULA}: is not the formula .*: it goes on after clause ")
    cut = resealed(proof | {FORMULA: proof[FORMULA][:-1]})
    refused(cut, tmp_path / "d", f"{FORMULA}: is not the formula .*: its last line is cut")


def test_a_proof_by_the_kept_cards(kept_cards_proof: Files, tmp_path: Path) -> None:
    store(dict(kept_cards_proof), tmp_path / "proof")
    checked = check(tmp_path / "proof")
    assert (checked.claim, checked.kind) == (lost_claim(), "kept-cards")
    clauses = lines(kept_cards_proof[FORMULA])
    words = f'clause 17 is "2 0" and must be "{clauses[17].decode()}"'
    clauses[17] = b"2 0"
    changed = resealed(kept_cards_proof | {FORMULA: b"\n".join(clauses)})
    refused(changed, tmp_path / "a", f"{FORMULA}: is not the formula that the deal gives: {words}")
    other = kept_cards_proof[VARIABLES].replace(b" is kept", b" is gone")
    changed = resealed(kept_cards_proof | {VARIABLES: other})
    refused(changed, tmp_path / "b", f"{VARIABLES}: is not the list")


def with_kind(files: Files, kind: object) -> Files:
    manifest = json.loads(files[MANIFEST]) | {"formula_kind": kind}
    return files | {MANIFEST: json.dumps(manifest).encode()}


@pytest.mark.parametrize("kind", ["all", "", None, 7, ["rules"], {"rules": "rules"}])
def test_kinds_of_formulas_that_nobody_knows(proof: Files, tmp_path: Path, kind: object) -> None:
    words = 'its formula_kind is .*, which this version does not know: it knows "rules" and "kept-'
    refused(with_kind(proof, kind), tmp_path / "a", f"{MANIFEST}: {words}")


def test_a_manifest_before_there_were_two_kinds(
    proof: Files, kept_cards_proof: Files, tmp_path: Path
) -> None:
    """It says nothing, and the plain rules are meant."""

    def without(files: Files) -> Files:
        manifest = json.loads(files[MANIFEST])
        del manifest["formula_kind"]
        return files | {MANIFEST: json.dumps(manifest).encode()}

    store(dict(without(proof)), tmp_path / "proof")
    assert check(tmp_path / "proof").kind == "rules"
    refused(without(kept_cards_proof), tmp_path / "a", 'it is that of "kept-cards", and the man')


def test_a_formula_or_a_proof_of_the_other_kind(
    proof: Files, kept_cards_proof: Files, tmp_path: Path
) -> None:
    is_other = f"{FORMULA}: is not the formula that the deal gives: it is that of "
    words = f'{is_other}"rules", and the manifest says "kept-cards"'
    refused(with_kind(proof, "kept-cards"), tmp_path / "a", words)
    words = f'{is_other}"kept-cards", and the manifest says "rules"'
    refused(with_kind(kept_cards_proof, "rules"), tmp_path / "b", words)
    for number, (one, other) in enumerate([(proof, kept_cards_proof), (kept_cards_proof, proof)]):
        mixed = resealed(one | {PROOF: other[PROOF]})
        words = f"{PROOF}: (does not prove it: step|names variable)"
        refused(mixed, tmp_path / str(number), words)


def test_a_size_that_is_not_the_files(proof: Files, tmp_path: Path) -> None:
    manifest = json.loads(proof[MANIFEST])
    manifest["files"][PROOF]["bytes"] += 1
    changed = proof | {MANIFEST: json.dumps(manifest).encode()}
    refused(changed, tmp_path / "a", f"{MANIFEST}: the size of {PROOF} is not the one of the file")


def test_other_meanings(proof: Files, tmp_path: Path) -> None:
    other = proof[VARIABLES].replace(b"discard", b"clue")
    refused(resealed(proof | {VARIABLES: other}), tmp_path / "a", f"{VARIABLES}: is not the list")


def test_another_version_says_so(proof: Files, tmp_path: Path) -> None:
    manifest = json.loads(proof[MANIFEST]) | {"version": "9.9"}
    changed = proof | {MANIFEST: json.dumps(manifest).encode(), FORMULA: b"p cnf 1 1\n1 0\n"}
    refused(resealed(changed), tmp_path / "a", 'made by version "9.9"')


def test_a_proof_that_proves_nothing(proof: Files, tmp_path: Path) -> None:
    steps = lines(proof[PROOF])
    added = next(n for n, step in enumerate(steps) if step and not step.startswith(b"d"))
    for number, (content, words) in enumerate(
        [
            (b"0\n", "step 1 of 1 does not follow from what is before it"),
            (b"", "does not prove it: it never comes to the empty clause, its end"),
            (b"\n".join(steps[:added]) + b"\n", "does not prove it: it never comes to"),
            (b"\n".join(steps[: len(steps) // 2]), "does not prove it: it never comes to"),
            (proof[PROOF] + b"2 0\n", "goes on after the empty clause, its end"),
            (b"2 0\n" + proof[PROOF], "does not prove it: step 1 of"),
            (b"nonsense\n", "is not in the form DRAT: proof line 1: bad token"),
            (b"1 2 3", "is not in the form DRAT: .*not terminated by 0"),
            (b"a\x00\xff\x01", "is not in the form DRAT"),
            (b"99999999999 0\n0\n", "names variable 99999999999, and the formula has"),
            (b"9" * 4000 + b" 0\n0\n", "names variable 9{57}…, and the formula has"),
            (b"9" * 5000 + b" 0\n0\n", "is not in the form DRAT: .{99}…$"),
        ]
    ):
        refused(resealed(proof | {PROOF: content}), tmp_path / str(number), f"{PROOF}: .*{words}")


def test_certificates(proof: Files, tmp_path: Path) -> None:
    """A short reason is written, too, and checked like all else."""
    deal = Deal.from_seed(40, 2)
    claim = Claim.of(Position.start(deal), None, deal)
    content = certificate_bytes(claim)
    assert content is not None
    assert check_certificate_file(content, claim, "here") == ("hand-size",)
    for changed, words in [
        (content.replace(b"hand-size", b"final-round"), "here: does not hold: "),
        (content + b" ", "here: is not the certificate of this claim"),
        (b"{}", "here: does not hold: "),
        (b"{", "here: is not JSON"),
    ]:
        with pytest.raises(ProofError, match=words):
            check_certificate_file(changed, claim, "here")
    refused(resealed(proof | {CERTIFICATE: content}), tmp_path / "a", "is not the certificate")


def test_another_deal(proof: Files, folder: Path, tmp_path: Path) -> None:
    assert check(folder, expected=lost_claim()).claim == lost_claim()
    for other in (lost_claim(1), lost_claim()._replace(score=9)):
        with pytest.raises(ProofError, match="is a proof of something else: 10 cannot be reached"):
            check(folder, expected=other)
    swapped = resealed(proof | {DEAL: lost_claim(1).to_bytes()})
    refused(swapped, tmp_path / "a", f"{FORMULA}: is not the formula that the deal gives")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda m: b"no JSON", "manifest.json: is not JSON"),
        (lambda m: b"[" * 100_000, "manifest.json: is not JSON"),
        (lambda m: b"[]", "is not a JSON object"),
        (lambda m: json.dumps(m | {"schema": "other/1"}).encode(), "its schema is not"),
        (lambda m: json.dumps(m | {"score": "10"}).encode(), "score must be a number"),
        (lambda m: json.dumps(m | {"score": 11}).encode(), "score 11: house rules has the scores"),
        (lambda m: json.dumps(m | {"score": 9}).encode(), "its claim is not the one"),
        (
            lambda m: json.dumps(m | {"files": {}}).encode(),
            "does not list certificate.json, which is",
        ),
        (lambda m: json.dumps(m | {"files": 7}).encode(), "does not list the files"),
    ],
)
def test_other_manifests(
    proof: Files, tmp_path: Path, change: Callable[[dict[str, object]], bytes], words: str
) -> None:
    refused(proof | {MANIFEST: change(json.loads(proof[MANIFEST]))}, tmp_path / "a", words)


@pytest.mark.parametrize(
    ("deal", "words"),
    [
        (b'{"seed": "p2v0s40", "players": 3}', "deal.json: "),
        (b'{"seed": "p2v0s40"}', "score 10|its claim is not the one"),
        (b'{"deck": "r1 r2", "players": 2}', "deal.json: the deck is not the 50 cards"),
        (b'{"seed": 40}', "deal.json: "),
        (b"[]", "deal.json: is not a JSON object"),
    ],
)
def test_other_deals(proof: Files, tmp_path: Path, deal: bytes, words: str) -> None:
    refused(resealed(proof | {DEAL: deal}), tmp_path / "a", words)


# Archives that somebody made


@pytest.mark.parametrize("ending", ARCHIVES)
def test_truncated_archives(proof: Files, tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"proof{ending}"
    store(dict(proof), path)
    content = path.read_bytes()
    for part in (0, 1, 7, 600, len(content) // 2, len(content) - 5, len(content) - 1):
        path.write_bytes(content[:part])
        with pytest.raises(ProofError, match=f"proof{ending}: "):
            check(path)


def tar_of(path: Path, *entries: tuple[tarfile.TarInfo, bytes]) -> Path:
    with tarfile.open(path, "w:gz") as archive:
        for info, content in entries:
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return path


def linked(name: str, target: str) -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type, info.linkname = tarfile.SYMTYPE, target
    return info


def test_foreign_archives(tmp_path: Path) -> None:
    for number, (info, words) in enumerate(
        [
            (tarfile.TarInfo("../../etc/passwd"), "is not a proof: it has ../../etc/passwd, and"),
            (tarfile.TarInfo("/etc/passwd"), "is not a proof: it has /etc/passwd, and no"),
            (tarfile.TarInfo("proof/../deal.json"), "is not a proof: it has proof/../deal.json"),
            (tarfile.TarInfo("photo.jpg"), "it has photo.jpg, and no manifest.json"),
            (linked("proof/deal.json", "/etc/passwd"), "deal.json is not an ordinary file"),
        ]
    ):
        path = tar_of(tmp_path / f"{number}.tar.gz", (info, b""))
        with pytest.raises(ProofError, match=words):
            check(path)
    twice = tar_of(
        tmp_path / "twice.tar.gz",
        (tarfile.TarInfo("proof/deal.json"), b"{}"),
        (tarfile.TarInfo("./proof/deal.json"), b"{}"),
    )
    with pytest.raises(ProofError, match=r"deal\.json is there twice"):
        check(twice)
    scattered = tar_of(
        tmp_path / "scattered.tar.gz",
        (tarfile.TarInfo("deal.json"), b"{}"),
        (tarfile.TarInfo("proof/manifest.json"), b"{}"),
    )
    with pytest.raises(ProofError, match=r"that does not belong to it: proof/manifest\.json"):
        check(scattered)


@pytest.mark.parametrize("inside", ["", "./", "proof/", "other/", "./other/", "my proof/"])
def test_archives_that_were_packed_again(proof: Files, tmp_path: Path, inside: str) -> None:
    """Under another name, or without a folder, by whatever program."""
    entries = [(tarfile.TarInfo(f"{inside}{name}"), text) for name, text in proof.items()]
    folder = tarfile.TarInfo(inside or "./")
    folder.type = tarfile.DIRTYPE
    tarred = tar_of(tmp_path / "again.tar.gz", (folder, b""), *reversed(entries))
    zipped = tmp_path / "again.zip"
    with zipfile.ZipFile(zipped, "w") as archive:
        if inside:
            archive.writestr(inside, b"")
        for name, text in proof.items():
            archive.writestr(f"{inside}{name}", text)
    for path in (tarred, zipped):
        assert check(path).claim == lost_claim()


@pytest.mark.parametrize("ending", ARCHIVES)
def test_an_archive_that_goes_on(proof: Files, tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"proof{ending}"
    store(dict(proof), path)
    path.write_bytes(path.read_bytes() + b"hidden".ljust(512, b"\0"))
    with pytest.raises(ProofError, match=r"goes on after its (last file|end)$|is damaged$"):
        check(path)


@pytest.mark.parametrize(("ending", "pack"), [(".tar.xz", lzma.compress), (".tar.bz2", compress)])
def test_archives_of_several_streams(
    proof: Files, tmp_path: Path, ending: str, pack: Callable[[bytes], bytes]
) -> None:
    """Programs that pack with several processors write them."""
    store(dict(proof), tmp_path / "proof.tar")
    content = (tmp_path / "proof.tar").read_bytes()
    path = tmp_path / f"proof{ending}"
    path.write_bytes(b"".join(pack(content[at : at + 9999]) for at in range(0, len(content), 9999)))
    assert check(path).claim == lost_claim()


@pytest.mark.parametrize("ending", [".tar.gz", ".tar.xz", ".tar.bz2", ".zip"])
def test_an_archive_with_a_byte_changed(proof: Files, tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"proof{ending}"
    store(dict(proof), path)
    content = bytearray(path.read_bytes())
    for at in range(100, len(content) - 1000, len(content) // 9):
        content[at] ^= 32
        path.write_bytes(content)
        with pytest.raises(ProofError, match=r"is damaged$|is cut off|cut off or damaged$"):
            check(path)
        content[at] ^= 32


def test_an_archive_with_a_password(proof: Files, tmp_path: Path) -> None:
    """What says so is a bit of each file, there and in the list of all files."""
    path = tmp_path / "proof.zip"
    store(dict(proof), path)
    content = bytearray(path.read_bytes())
    for sign, flags in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
        at = content.find(sign)
        while at >= 0:
            content[at + flags] |= 1
            at = content.find(sign, at + 1)
    path.write_bytes(content)
    with pytest.raises(ProofError, match=r"proof\.zip: has a password: unpack it"):
        check(path)


def test_what_a_mac_adds_is_passed_over(proof: Files, folder: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "again.zip", "w") as archive:
        archive.writestr("proof/.DS_Store", b"a view")
        for name, text in proof.items():
            archive.writestr(f"proof/{name}", text)
            archive.writestr(f"__MACOSX/proof/._{name}", b"where it is from")
    assert check(tmp_path / "again.zip").claim == lost_claim()
    (folder / ".DS_Store").write_bytes(b"a view")
    assert check(folder).claim == lost_claim()


def test_an_unpacked_archive_can_be_zipped(proof: Files, tmp_path: Path) -> None:
    """A zip file has no time before 1980."""
    store(dict(proof), tmp_path / "proof.tar")
    with tarfile.open(tmp_path / "proof.tar") as archive:
        archive.extractall(tmp_path, filter="data")
    with zipfile.ZipFile(tmp_path / "again.zip", "w") as zipped:
        for path in (tmp_path / "proof").iterdir():
            zipped.write(path, f"proof/{path.name}")
    assert check(tmp_path / "again.zip").claim == lost_claim()


def test_archives_that_hold_too_much(tmp_path: Path) -> None:
    many = bytes(3_000_000)
    bomb = tar_of(tmp_path / "bomb.tar.gz", (tarfile.TarInfo("proof/proof.drat"), many))
    zipped = tmp_path / "bomb.zip"
    with zipfile.ZipFile(zipped, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("proof/proof.drat", many)
    # A header that claims to be long: the reader of tar files would read all of it.
    header = tarfile.TarInfo("long")
    header.type, header.size = tarfile.XHDTYPE, 8_000_000_000
    pax = tmp_path / "pax.tar.xz"
    pax.write_bytes(lzma.compress(header.tobuf() + bytes(5_000_000)))
    for path in (bomb, zipped, pax):
        assert path.stat().st_size < 10_000
        with pytest.raises(ProofError, match="holds more than 1 MB"):
            check(path, megabytes=1)


def test_what_is_no_archive(tmp_path: Path) -> None:
    path = tmp_path / "proof.tar.gz"
    for content in (
        b"hello",
        b"PK\x03\x04rubbish",
        b"\x1f\x8brubbish",
        b"BZh9rubbish",
        b"x" * 2000,
    ):
        path.write_bytes(content)
        with pytest.raises(ProofError, match=r"proof\.tar\.gz: "):
            check(path)
    with pytest.raises(ProofError, match="cannot be read: No such file"):
        check(tmp_path / "gone")
    (tmp_path / "empty").mkdir()
    with pytest.raises(ProofError, match=r"is not a whole proof: manifest\.json, deal\.json"):
        check(tmp_path / "empty")


def test_folders_of_other_things(proof: Files, tmp_path: Path) -> None:
    """Nobody is told to remove a file of theirs."""
    (tmp_path / "README.md").write_text("mine")
    words = r"is not a proof: it has README\.md, and no manifest\.json$"
    with pytest.raises(ProofError, match=words):
        check(tmp_path)
    store(dict(proof), tmp_path / "p2v0s40.tar.xz")
    with pytest.raises(ProofError, match=r"holds archives: check them one by one$"):
        check(tmp_path)


def test_folders_with_other_things(folder: Path) -> None:
    (folder / "notes.txt").write_text("mine")
    with pytest.raises(ProofError, match=r"has a file that does not belong to it: notes\.txt$"):
        check(folder)
    (folder / "notes.txt").unlink()
    (folder / PROOF).unlink()
    (folder / PROOF).symlink_to("/dev/zero")
    with pytest.raises(ProofError, match=r"proof\.drat is not an ordinary file"):
        check(folder)
