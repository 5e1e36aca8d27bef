"""Certificates: they exist where a reason is short, and none ever holds that is false."""

from __future__ import annotations

import ast
import copy
import json
import subprocess
import sys
from collections.abc import Iterator
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
    assert [case["reason"]["kind"] for case in found["cases"]] == [kind]
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
            assert [case["reason"]["kind"] for case in found["cases"]] == [reason.kind]
            assert check(found) == []


def witnesses(goal: Goal, random: Random) -> Iterator[dict[str, Any]]:
    """All that can be claimed about a goal, and some random hands that must be held."""
    suits = goal.table
    kinds = sorted({card for card in (*goal.held, *goal.pile) if goal.needs(card)})

    def text(card: tuple[int, int]) -> str:
        suit, step = card
        value = suits.sizes[suit] + 1 - step if suits.descending[suit] else step
        return f"{suits.letters[suit]}{value}"

    for card in kinds:
        yield {"kind": "bottom-deck", "card": text(card)}
    for place in range(goal.size + 1):
        yield {"kind": "out-of-pace", "place": place}
        yield {"kind": "final-round", "draws": place}
        yield {"kind": "tokens", "draws": place}
        for _ in range(3):
            some = random.sample(kinds, random.randint(0, len(kinds)))
            yield {"kind": "hand-size", "place": place, "cards": [text(card) for card in some]}
        alone = [card for card in kinds if is_kept(goal, card, place - 1)]
        yield {"kind": "hand-size", "place": place, "cards": [text(card) for card in alone]}
    yield {"kind": "hand-size", "shared": True}


def is_kept(goal: Goal, card: tuple[int, int], turn: int) -> bool:
    """Whether the checker finds nothing wrong with this card among those that must be held."""
    try:
        goal.must_hold({card}, turn)
    except (Fault, IndexError) as fault:
        return str(fault) == "the hands have room for them"
    return True


def is_provable(goal: Goal, random: Random) -> bool:
    """Whether the checker accepts any of the reasons against a goal."""
    for reason in witnesses(goal, random):
        try:
            goal.check(reason)
        except Fault:
            continue
        return True
    return False


def maximum(position: Position) -> int:
    return brute_force(position, MOST_POSITIONS) or 0


def sound(position: Position, random: Random) -> None:
    """What brute force reaches is not certified, whatever the reason; what it finds lost is true.

    A score is refuted only if all its goals are.
    """
    best, perfect = maximum(position), position.rules.perfect_score
    scores = range(perfect, perfect + 1) if position.rules.is_bouquet_final else range(1, best + 1)
    for score in scores:
        if score > best:
            continue
        assert certificate(position, score) is None
        table = Table(claim(position, score, []))
        try:
            goals = table.goals(score)
        except Fault:
            assert position.score >= score
            continue
        assert not all(is_provable(Goal(table, goal), random) for goal in goals)
    for score in range(best + 1, perfect + 1):
        found = certificate(position, score)
        assert found is None or check(found) == []


@many(100)
@given(position=played_positions(), random=randoms())
def test_no_score_that_can_be_reached_is_refuted(position: Position, random: Random) -> None:
    """On small positions of all rules: brute force knows."""
    sound(position, random)


@many(60)
@given(deal=small_deals(most_cards=13, announce=False, strikes=3), random=randoms())
def test_nor_at_the_start_of_a_small_game(deal: Deal, random: Random) -> None:
    sound(Position.start(deal), random)


@many(100)
@given(position=played_positions(), random=randoms())
def test_a_changed_certificate_is_true_or_refused(position: Position, random: Random) -> None:
    best, perfect = maximum(position), position.rules.perfect_score
    found: Any = certificate(position, perfect) if best < perfect else None
    if found is None:
        return
    for _ in range(8):
        changed = mutated(found, random)
        if check(changed) == []:
            assert (brute_force(position_of(changed), MOST_POSITIONS) or 0) < (changed["score"])


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
            for _ in range(random.choice([1, 1, 2, 5])):
                places = [
                    (row, place)
                    for row in (*position["hands"], position["pile"], position["discards"])
                    for place in range(len(row))
                ]
                (one, here), (other, there) = random.choice(places), random.choice(places)
                one[here], other[there] = other[there], one[here]
        case "score":
            changed["score"] -= 1
            changed["cases"] = [
                {"goal": [n - (suit == less) for suit, n in enumerate(case["goal"])], **rest}
                for case in found["cases"]
                for rest in [{"reason": case["reason"]}]
                for less in range(len(case["goal"]))
            ]
        case "witness":
            for case in changed["cases"]:
                for key, value in case["reason"].items():
                    if type(value) is int:
                        case["reason"][key] = value + random.choice([-2, -1, 1, 2])
                    elif isinstance(value, list):
                        value.pop(random.randrange(len(value)))
        case "tokens":
            position["tokens"] = random.randint(0, changed["rules"]["tokens"])
        case "to_move":
            position["to_move"] = random.randrange(len(position["hands"]))
    return changed


def position_of(found: dict[str, Any]) -> Position:
    """The position that a certificate speaks about."""
    position, rules = found["position"], Rules.from_json(found["rules"])

    def cards(texts: list[str]) -> list[Card]:
        return [Card(text[0], int(text[1])) for text in texts]

    return Position.from_parts(
        rules,
        list(map(cards, position["hands"])),
        cards(position["pile"]),
        position["fireworks"],
        tokens=position["tokens"],
        strikes=position["strikes"],
        to_move=position["to_move"],
        turns_left=position["turns_left"],
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
    # What holds is true, in whatever game that is now. (Strikes are not looked at.)
    if not faults and key != "strikes":
        assert opinion(position_of(found), found["score"]).reachable is False


def test_what_is_no_certificate() -> None:
    found = lost_deal("base", 2, 40)
    odd: list[Any] = [None, [], {}, {**found, "more": 1}, {**found, "rules": {}}]
    assert all(map(check, odd))
    with_tiles = {**found, "rules": {**found["rules"], "tiles": True}}
    assert check(with_tiles) == [
        "rules must be an object with suits hand_size tokens strikes ending announce deck_plays"
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
    case: dict[str, object] = {"goal": [5], "reason": {"kind": "tokens", "draws": 3}}
    assert check(claim(lost, 5, [case])) == []
    assert check(claim(won, 5, [case])) == [
        "fireworks of [5] cards: with announcing, tokens prove nothing"
    ]


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
    reason = {"kind": "hand-size", "place": 1, "cards": ["r2", "r3"]}
    case: dict[str, object] = {"goal": [3], "reason": reason}
    assert check(claim(lost, 3, [case])) == []
    assert check(claim(won, 3, [case])) == ["fireworks of [3] cards: one of the cards comes again"]


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
