"""Making proofs: the same bytes every time, whole or not at all, and others can check them."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Mapping
from functools import reduce
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from dratify import check_proof, parse_dimacs
from hypothesis import given

from solver import Budget, Deal, Position, Rules, Suit
from solver.errors import InputError, ProofError
from solver.proofs import making
from solver.proofs.checking import check
from solver.proofs.claims import Claim
from solver.proofs.contents import FORMULA, MANIFEST, NEEDED, PROOF, Content
from solver.proofs.making import Lost, Reached, Undecided, proved
from solver.proofs.refuting import Refutation
from solver.proofs.storing import ARCHIVES, check_place, store
from solver.search.sat.plays import Plays
from tests.support.brute_force import brute_force
from tests.support.lost import lost_claim, lost_deal
from tests.support.processes import ENVIRONMENT, PYTHON
from tests.support.strategies import many, small_deals


def test_the_manifest_lists_all_files(proof: dict[str, bytes]) -> None:
    manifest = json.loads(proof[MANIFEST])
    assert manifest["claim"] == "10 cannot be reached in this deal (2 players, house rules)."
    assert set(NEEDED) <= set(proof) == {MANIFEST, *manifest["files"]}
    for name, said in manifest["files"].items():
        assert said == {"bytes": len(proof[name]), "sha256": sha256(proof[name]).hexdigest()}


def test_made_again_it_is_the_same(proof: dict[str, bytes], tmp_path: Path) -> None:
    with proved(lost_claim()) as found:
        assert isinstance(found, Lost)
        store(found.files, tmp_path / "again")
    assert {path.name: path.read_bytes() for path in (tmp_path / "again").iterdir()} == proof


@pytest.mark.parametrize("ending", ARCHIVES)
def test_archives_are_the_same_every_time(
    proof: dict[str, bytes], tmp_path: Path, ending: str
) -> None:
    one, other = tmp_path / f"one{ending}", tmp_path / f"other{ending}"
    files: Mapping[str, Content] = dict(proof)
    store(files, one)
    store(files, other)
    assert one.read_bytes() == other.read_bytes()
    assert check(one).claim == lost_claim()


def test_other_programs_check_it(folder: Path) -> None:
    formula = parse_dimacs((folder / FORMULA).read_text())
    assert check_proof(formula, (folder / PROOF).read_text(), engine="python").ok
    drat_trim = shutil.which("drat-trim")
    if drat_trim is None:
        pytest.skip("drat-trim is not installed")
    ended = subprocess.run(
        [drat_trim, folder / FORMULA, folder / PROOF], capture_output=True, text=True, check=False
    )
    assert "s VERIFIED" in ended.stdout


def test_what_follows_at_once_has_the_shortest_proof(tmp_path: Path) -> None:
    deal = Deal.from_seed(1041, 3)
    with proved(Claim.of(Position.start(deal), None, deal)) as found:
        assert isinstance(found, Lost)
        store(found.files, tmp_path / "proof")
    assert (tmp_path / "proof" / PROOF).read_bytes() == b"0\n"
    assert check(tmp_path / "proof").steps == 1


@many(25)
@given(deal=small_deals(most_cards=9))
def test_small_deals(deal: Deal) -> None:
    """What cannot be reached has a proof that holds, and what can be has a line."""
    start = Position.start(deal)
    if start.outcome() is not None:
        return
    maximum = brute_force(start, limit=4000) or 0
    perfect = deal.rules.perfect_score
    scores = {perfect} if deal.rules.is_bouquet_final else {1, maximum, maximum + 1, perfect}
    for score in scores & set(range(1, perfect + 1)):
        with proved(Claim.of(start, score, deal)) as found:
            if score <= maximum:
                assert isinstance(found, Reached) and found.score == score
            else:
                assert isinstance(found, Lost)
                proof = found.files[PROOF]
                assert isinstance(proof, Path)
                formula = found.files[FORMULA]
                assert isinstance(formula, bytes)
                assert check_proof(parse_dimacs(formula.decode()), proof.read_text()).ok


def test_a_position(tmp_path: Path) -> None:
    """A claim about a position is written as one, and read back."""
    deal = lost_deal()
    start = Position.start(deal)
    position = start.push(start.legal_actions()[0])
    with proved(Claim.of(position, 10, deal)) as found:
        assert isinstance(found, Lost)
        store(found.files, tmp_path / "proof.zip")
    checked = check(tmp_path / "proof.zip")
    assert checked.claim.deal is None
    assert str(checked.claim) == "10 cannot be reached in this position (2 players, house rules)."


def test_a_lower_score() -> None:
    """9 can be reached; the line is the referee's."""
    with proved(lost_claim(score=9)) as found:
        assert isinstance(found, Reached)
        assert found.score == 9
        end = reduce(Position.push, found.line, lost_claim().position)
        assert end.score == 9


def test_undecided_within_the_budget() -> None:
    deal = Deal.from_seed(13687, 4, "avalanche-5")
    claim = Claim.of(Position.start(deal), None, deal)
    with proved(claim, Budget(nodes=20_000, memory=16)) as found:
        assert isinstance(found, Undecided)
        assert (found.low < 30, found.stopped_by, found.lost) == (True, "nodes", False)


def test_progress_while_it_is_made() -> None:
    deal = Deal.from_seed(448, 5, "avalanche-5")
    claim = Claim.of(Position.start(deal), None, deal)
    seen: list[tuple[str, int]] = []
    with proved(claim, seen=lambda *what: seen.append(what)) as found:
        assert isinstance(found, Lost)
        assert found.conflicts > 2_000
    assert seen[0] == ("searching", 0)
    assert {what for what, conflicts in seen if conflicts} == {"writing a proof by the plain rules"}


# By the kept cards


def test_the_plain_rules_come_first(
    monkeypatch: pytest.MonkeyPatch, proof: dict[str, bytes], kept_cards_proof: dict[str, bytes]
) -> None:
    """Only what takes more conflicts by them is proven by the kept cards."""
    assert json.loads(proof[MANIFEST])["formula_kind"] == "rules"
    assert json.loads(kept_cards_proof[MANIFEST])["formula_kind"] == "kept-cards"
    deal = Deal.from_seed(448, 5, "avalanche-5")
    claim = Claim.of(Position.start(deal), None, deal)
    seen: list[tuple[str, int]] = []
    monkeypatch.setattr(making, "RULES_FIRST", 2_000)
    with proved(claim, seen=lambda *what: seen.append(what)) as found:
        assert isinstance(found, Lost)
        assert found.kind == "kept-cards"
    rules, kept = "writing a proof by the plain rules", "writing a proof by the kept cards"
    said = list(dict.fromkeys(what for what, _ in seen))
    assert said == ["searching", rules, kept, "putting the files together"]
    assert 2_000 <= max(conflicts for what, conflicts in seen if what == rules) < 2_100


def test_both_formulas_share_the_budget(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The kept cards take 2,248 conflicts here; a slice has 2,000."""
    monkeypatch.setattr(making, "RULES_FIRST", 2_000)
    deal = Deal.from_seed(448, 5, "avalanche-5")
    claim = Claim.of(Position.start(deal), None, deal)
    for conflicts, kind in [(1_000, "rules"), (2_500, "kept-cards")]:
        budget = Budget(nodes=conflicts * 50)
        refuting = making.Refuting(
            claim, tmp_path / PROOF, 10**8, budget, 0.0, lambda what, conflicts: None
        )
        assert refuting.found().reachable is None
        assert (refuting.kind, refuting.stopped_by) == (kind, "nodes")
    assert list(tmp_path.iterdir()) == []


def test_kept_cards_made_again_are_the_same(
    monkeypatch: pytest.MonkeyPatch, kept_cards_proof: dict[str, bytes], tmp_path: Path
) -> None:
    monkeypatch.setattr(making, "RULES_FIRST", 0)
    Plays(lost_claim().position)  # what the search remembers has no part in it
    with proved(lost_claim()) as found:
        assert isinstance(found, Lost)
        store(found.files, tmp_path / "again")
    again = {path.name: path.read_bytes() for path in (tmp_path / "again").iterdir()}
    assert again == kept_cards_proof
    formula = parse_dimacs(again[FORMULA].decode())
    assert check_proof(formula, again[PROOF].decode(), engine="python").ok


def no_game_claim() -> Claim:
    """2 is the maximum here, but a model of the kept cards has 3: in it a clue has no listener."""
    rules = Rules((Suit("r", (1, 1)), Suit("g", (2, 1, 1))), hand_size=1, tokens=1, strikes=1)
    deal = Deal.from_text("g2 r2 r1 g3 g1 g1", 3, rules)
    return Claim.of(Position.start(deal), 3, deal)


def test_a_model_that_is_no_game(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Nothing follows from it; the plain rules decide."""
    claim = no_game_claim()
    path = tmp_path / PROOF
    question = Refutation(claim.position, 3, str(path), 10**6, "kept-cards")
    found = question.answer(lambda conflicts: True)
    assert (found.reachable, found.is_no_game, path.exists()) == (None, True, False)
    monkeypatch.setattr(making, "RULES_FIRST", 0)
    with proved(claim) as made:
        assert isinstance(made, Lost)
        assert made.kind == "rules"


def test_a_model_that_is_a_game(tmp_path: Path) -> None:
    claim = lost_claim(score=9)
    question = Refutation(claim.position, 9, str(tmp_path / PROOF), 10**6, "kept-cards")
    assert question.answer(lambda conflicts: True).reachable is True
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("megabytes", [1, 2])
def test_a_limit_for_its_size(megabytes: int) -> None:
    """The limit is for all files; here they have 2.2 MB."""
    deal = Deal.from_seed(40, 2)
    claim = Claim.of(Position.start(deal), None, deal)
    words = f"the proof has more than {megabytes} MB"
    with pytest.raises(ProofError, match=words), proved(claim, megabytes=megabytes):
        pass


def test_a_limit_ends_the_work() -> None:
    """What is already too large is not finished."""
    deal = Deal.from_seed(64150, 4, "avalanche-5")  # 1.7 million conflicts
    question = Refutation(Position.start(deal), 30, "/nowhere", 1_000_000)
    found = question.answer(lambda conflicts: True)
    assert found.is_too_large and found.reachable is None


@pytest.mark.parametrize("kilobytes", [1, 100, 287, 500])
def test_no_room_on_the_disk(kilobytes: int) -> None:
    """CaDiCaL's own file has 287,643 bytes, and the text that is made of it 640,000."""
    code = f"""
import resource
from solver import Deal, Position
from solver.proofs.refuting import Refutation

resource.setrlimit(resource.RLIMIT_FSIZE, ({kilobytes}_000, {kilobytes}_000))
question = Refutation(Position.start(Deal.from_seed(40, 2)), 25, "proof", 1_000_000)
question.answer(lambda conflicts: True)
"""
    with TemporaryDirectory() as folder:
        ended = subprocess.run(
            [*PYTHON, code], env=ENVIRONMENT | {"TMPDIR": folder}, cwd=folder, capture_output=True,
            text=True, check=False,
        )  # fmt: skip
    words = f"ProofError: the proof does not fit on the disk: {folder} has no room for it; set"
    assert words in ended.stderr


def test_no_folder_to_write_it_to(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "gone"))
    words = "the proof cannot be written to .*/gone: No such file or directory; set TMPDIR"
    with pytest.raises(ProofError, match=words), proved(lost_claim()):
        pass


def test_claims_that_cannot_be() -> None:
    base, bouquet = Deal.from_seed(1, 2), Deal.from_seed(1, 2, "bouquet-final")
    tiles = Deal.from_seed(42, 3, "flamboyants")
    for deal, score, words in [
        (tiles, None, "a game with bonus tiles: there are no proofs"),
        (base, 26, "score 26: base has the scores 1 to 25"),
        (base, 0, "score 0: base has the scores 1 to 25"),
        (bouquet, 24, "score 24: in Bouquet final only 25 is a score"),
    ]:
        with pytest.raises(InputError, match=words):
            Claim.of(Position.start(deal), score, deal)
    tiny = Deal.from_text("r1 r2", 2, Rules((Suit("r", (1, 1)),), hand_size=1))
    over = Position.start(tiny)
    while over.outcome() is None:
        over = over.push(over.legal_actions()[0])
    with pytest.raises(InputError, match="the game is over"):
        Claim.of(over)


def test_where_a_proof_goes(proof: dict[str, bytes], tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    for name, words in [
        ("there", "is there already; name a new folder"),
        ("no/such/folder", "no such folder to put it into"),
        ("proof.7z", "an archive ends with .tar, .tar.gz"),
        ("proof.gz", "an archive ends with"),
        ("no/proof.zip", "no such folder"),
    ]:
        with pytest.raises(InputError, match=words):
            check_place(tmp_path / name)
    with pytest.raises(InputError, match="is there already"):
        store(dict(proof), tmp_path / "there")
    assert [path.name for path in tmp_path.iterdir()] == ["there"]
    assert list((tmp_path / "there").iterdir()) == []


def test_nothing_half_written(proof: dict[str, bytes], tmp_path: Path) -> None:
    files: dict[str, Content] = {**proof, PROOF: tmp_path / "gone"}
    for name in ("folder", "proof.zip", "proof.tar.gz"):
        with pytest.raises((InputError, OSError)):
            store(files, tmp_path / name)
    assert list(tmp_path.iterdir()) == []
