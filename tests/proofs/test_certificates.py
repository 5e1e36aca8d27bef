"""Certificates: they exist where a reason is short, and none ever holds that is false."""

from __future__ import annotations

import ast
import copy
import dataclasses
import json
import subprocess
import sys
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.cells import Cell
from solver import Budget, Card, Deal, Position, Rules, Suit
from solver.proofs import check_certificate
from solver.proofs.certificates import certificate, claim
from solver.proofs.check_certificate import Fault, Goal, Table, check
from solver.search.sat import opinion
from solver.search.searcher import Searcher
from tests.support.brute_force import brute_force
from tests.support.sizes import sized
from tests.support.strategies import many, played_positions, randoms, small_deals

CHECKER = Path(check_certificate.__file__)
MOST_POSITIONS = 20_000

# Lost deals of every reason, in rules of every kind.
LOST = [
    ("hand-size", "base", 2, 40), ("out-of-pace", "base", 3, 1041),
    ("bottom-deck", "avalanche-5", 4, 7), ("final-round", "base", 4, 12060),
    ("tokens", "avalanche-5", 5, 448), ("hand-size", "bouquet-final", 2, 40),
    ("out-of-pace", "timed-display", 3, 1041),
]  # fmt: skip


def lost_deal(rules: str, players: int, seed: int) -> dict[str, Any]:
    deal = Deal.from_seed(seed, players, rules)
    found: Any = certificate(Position.start(deal), deal.rules.perfect_score)
    assert found is not None
    return found  # type: ignore[no-any-return]


@pytest.mark.parametrize(("kind", "rules", "players", "seed"), LOST)
def test_lost_deals(kind: str, rules: str, players: int, seed: int) -> None:
    found = lost_deal(rules, players, seed)
    assert [case["kind"] for case in found["cases"]] == [kind]
    assert check(found) == []
    assert check(json.loads(json.dumps(found))) == []


@pytest.mark.grows
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize(
    "rules",
    [("base",), ("avalanche-5",), ("black-powder",), ("bouquet-final",), ("deck-plays",)],
    ids=str,
)
def test_every_short_reason_gets_a_certificate(rules: tuple[str, ...], players: int) -> None:
    searcher = Searcher(Budget(memory=16, nodes=20_000))
    for deal in Cell(rules, players).deals(sized(100)):
        result = searcher.solve(deal)
        reason = result.reason
        if result.verdict == "not-perfect" and reason and reason.kind != "exhaustion":
            found: Any = certificate(Position.start(deal), deal.rules.perfect_score)
            assert [case["kind"] for case in found["cases"]] == [reason.kind]
            assert check(found) == []


KINDS = ("bottom-deck", "out-of-pace", "hand-size", "final-round", "tokens")


def is_provable(goal: Goal) -> bool:
    """Whether the checker accepts any reason against a goal, at any place."""
    return any(goal.proves(kind, place) for kind in KINDS for place in range(goal.size + 1))


def maximum(position: Position) -> int:
    return brute_force(position, MOST_POSITIONS) or 0


def sound(position: Position) -> None:
    """What brute force reaches is not certified, whatever the reason; what it finds lost is true.

    A score is refuted only if all its goals are.
    """
    best, perfect = maximum(position), position.rules.perfect_score
    scores = range(perfect, perfect + 1) if position.rules.is_bouquet_final else range(1, best + 1)
    for score in scores:
        if score > best:
            continue
        assert certificate(position, score) is None
        try:
            table = Table(claim(position, score, []))
        except Fault:
            assert position.score >= score
            continue
        assert not all(is_provable(Goal(table, goal)) for goal in table.goals())
    for score in range(best + 1, perfect + 1):
        found = certificate(position, score)
        assert found is None or check(found) == []


@many(100)
@given(position=played_positions())
def test_no_score_that_can_be_reached_is_refuted(position: Position) -> None:
    """On small positions of all rules: brute force knows."""
    sound(position)


@many(60)
@given(deal=small_deals(most_cards=13, announce=False, strikes=3))
def test_nor_at_the_start_of_a_small_game(deal: Deal) -> None:
    sound(Position.start(deal))


@many(100)
@given(position=played_positions(), random=randoms())
def test_a_changed_certificate_is_true_or_refused(position: Position, random: Random) -> None:
    best, perfect = maximum(position), position.rules.perfect_score
    found: Any = certificate(position, perfect) if best < perfect else None
    if found is None:
        return
    for _ in range(8):
        changed = mutated(found, random)
        if check(changed) != []:
            continue
        position = position_of(changed)
        # With another player to move a position may be none that a game comes to, in which
        # somebody with an empty hand has a turn: then the rules do not say how it goes on.
        if not position.status():
            assert maximum(position) < changed["score"]


@pytest.mark.check_takes(2)
@pytest.mark.parametrize(("kind", "rules", "players", "seed"), LOST)
def test_a_changed_deal_is_lost_or_refused(kind: str, rules: str, players: int, seed: int) -> None:
    """The same with full deals, where clause learning knows."""
    found, random = lost_deal(rules, players, seed), Random(seed)
    results = set()
    for _ in range(20):
        changed = mutated(found, random)
        results.add(check(changed) == [])
        if check(changed) == []:
            changed_deal = position_of(changed)
            assert opinion(changed_deal, changed["score"]).reachable is False
    assert True in results, kind


def mutated(found: dict[str, Any], random: Random) -> dict[str, Any]:
    """The certificate with something changed: cards, the score, a witness, tokens, whose turn."""
    changed = copy.deepcopy(found)
    position = changed["position"]
    match random.choice(["cards", "cards", "cards", "score", "witness", "tokens", "to_move"]):
        case "cards":
            texts = [*position["hands"], position["pile"], position["discards"]]
            rows = [text.split() for text in texts]
            for _ in range(random.choice([1, 1, 2, 5])):
                places = [(row, place) for row in rows for place in range(len(row))]
                (one, here), (other, there) = random.choice(places), random.choice(places)
                one[here], other[there] = other[there], one[here]
            *position["hands"], position["pile"], position["discards"] = map(" ".join, rows)
        case "score":
            changed["score"] -= 1
            changed["cases"] = [
                {**case, "goal": [n - (suit == less) for suit, n in enumerate(case["goal"])]}
                for case in found["cases"]
                for less in range(len(case["goal"]))
            ]
        case "witness":
            for case in changed["cases"]:
                if random.random() < 0.5:
                    case["kind"] = random.choice(KINDS)
                else:
                    case["place"] = max(0, case["place"] + random.choice([-2, -1, 1, 2]))
        case "tokens":
            position["tokens"] = random.randint(0, changed["rules"]["tokens"])
        case "to_move":
            position["to_move"] = random.randrange(len(position["hands"]))
    return changed


def position_of(found: dict[str, Any]) -> Position:
    """The position that a certificate speaks about, with as many strikes as there may be."""
    position, rules = found["position"], found["rules"]

    def cards(text: str) -> list[Card]:
        return [Card(name[0], int(name[1])) for name in text.split()]

    suits = []
    for text in rules["suits"]:
        names = [name[1] for name in text.split()]
        copies = tuple(names.count(value) for value in sorted(set(names)))
        suits.append(Suit(text[0], copies, descending=names != sorted(names)))
    # A suit that does not score costs a point for each missing card, so that the size is enough.
    silent = sum(suit.size for suit in suits) - rules["perfect_score"]
    quiet = next(
        some
        for number in range(len(suits))
        for some in combinations(suits, number)
        if sum(suit.size for suit in some) == silent
    )
    suits = [dataclasses.replace(suit, scores=suit not in quiet) for suit in suits]
    return Position.from_parts(
        Rules(
            tuple(suits),
            hand_size=max(1, *(len(cards(hand)) for hand in position["hands"])),
            tokens=rules["tokens"],
            strikes=9,
            ending="last-round" if rules["last_round"] else "bouquet-final",
            announce=rules["announce"],
            deck_plays=rules["deck_plays"],
        ),
        list(map(cards, position["hands"])),
        cards(position["pile"]),
        position["fireworks"],
        tokens=position["tokens"],
        to_move=position["to_move"],
        turns_left=position["turns_left"] if not position["pile"] and rules["last_round"] else None,
    )


ODD: list[Any] = [None, True, -1, 10**30, 2.5, "r1", "", [], {}, [[]], {"kind": "tokens"}]


@many(100)
@given(random=randoms(), lost=st.sampled_from(LOST))
def test_odd_certificates_are_refused_in_words(random: Random, lost: tuple[Any, ...]) -> None:
    """Whatever is put in the place of something else: faults in words, or a true certificate."""
    found = lost_deal(*lost[1:])
    holder: Any = found
    while True:
        keys = list(holder) if isinstance(holder, dict) else range(len(holder))
        key = random.choice(list(keys))
        inner = holder[key]
        if not isinstance(inner, dict | list) or not inner or random.random() < 0.3:
            break
        holder = inner
    holder[key] = random.choice(ODD)
    faults = check(found)
    assert all(isinstance(fault, str) and fault for fault in faults)
    # What holds is true, in whatever game that is now.
    if not faults:
        assert opinion(position_of(found), found["score"]).reachable is False


def test_what_is_no_certificate() -> None:
    found = lost_deal("base", 2, 40)
    odd: list[Any] = [None, [], {}, {**found, "more": 1}, {**found, "rules": {}}]
    assert all(map(check, odd))
    with_tiles = {**found, "rules": {**found["rules"], "tiles": True}}
    assert check(with_tiles) == [
        "this is not a certificate: it lacks something, or has something else"
    ]
    assert check({**found, "cases": []}) == [
        "fireworks of [5, 5, 5, 5, 5] cards: no reason is given"
    ]


def test_tokens_prove_nothing_with_announcing() -> None:
    """This game is won with an announcement, and lost by its tokens without."""
    deck = "r5 r2 r1 r1 r4 r3 r4"
    lost, won = (
        Position.start(
            Deal.from_text(
                deck, 2, Rules((Suit("r", (2, 1, 1, 2, 1)),), hand_size=2, tokens=1, announce=yes)
            )
        )
        for yes in (False, True)
    )
    assert (maximum(lost), maximum(won)) == (4, 5)
    case: dict[str, object] = {"goal": [5], "kind": "tokens", "place": 0}
    assert check(claim(lost, 5, [case])) == []
    assert check(claim(won, 5, [case])) == ["fireworks of [5] cards: tokens does not hold"]


def test_a_card_may_be_given_up_that_is_played_from_the_pile() -> None:
    """Alice throws r2 away to draw r1; Bob plays the other r2 from the pile and then r3."""
    lost, won = (
        Position.start(
            Deal.from_text(
                "r2 r3 r1 r1 r2",
                2,
                Rules((Suit("r", (2, 2, 1)),), hand_size=1, tokens=1, strikes=2, deck_plays=yes),
            )
        )
        for yes in (False, True)
    )
    assert (maximum(lost), maximum(won)) == (2, 3)
    case: dict[str, object] = {"goal": [3], "kind": "hand-size", "place": 0}
    assert check(claim(lost, 3, [case])) == []
    assert check(claim(won, 3, [case])) == ["fireworks of [3] cards: hand-size does not hold"]


def test_where_there_is_none() -> None:
    won = Position.start(Deal.from_seed(42, 3))
    assert certificate(won, 25) is None
    for score in (0, 26):
        assert certificate(Position.start(Deal.from_seed(40, 2)), score) is None
    assert certificate(Position.start(Deal.from_seed(42, 3, "flamboyants")), 25) is None


def test_the_checker_stands_alone(tmp_path: Path) -> None:
    """It needs nothing but Python, and its exit code tells."""
    tree = ast.parse(CHECKER.read_text(encoding="utf-8"))
    named = {
        name.split(".")[0]
        for node in ast.walk(tree)
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [str(node.module)]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    assert named <= sys.stdlib_module_names
    found = lost_deal("base", 2, 40)
    holds, fails, broken = (tmp_path / f"{name}.json" for name in ("holds", "fails", "broken"))
    holds.write_text(json.dumps(found), encoding="utf-8")
    fails.write_text(json.dumps({**found, "cases": []}), encoding="utf-8")
    broken.write_text("{", encoding="utf-8")
    told = {}
    for path in (holds, fails, broken, tmp_path / "missing.json"):
        command = [sys.executable, "-I", str(CHECKER), str(path)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert "Traceback" not in done.stderr
        told[path.stem] = (done.returncode, done.stdout)
    assert told["holds"] == (0, "It holds: 25 points cannot be reached.\n")
    assert told["fails"][0] == 1 and "no reason is given" in told["fails"][1]
    assert told["broken"][0] == told["missing"][0] == 2
    for paths in ([], [holds, fails]):
        command = [sys.executable, "-I", str(CHECKER), *map(str, paths)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == "usage: python check_certificate.py certificate.json\n"
