"""Exercises: each claim of the collection is true, themes hold where they should, seeds repeat."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cli.views.exercise import to_json
from cli.views.forms.sheet import as_markdown
from solver import Deal, Rules, Suit
from solver.analysis.moves import Endgame, ValuedMove, analyse
from solver.errors import InputError
from solver.exercises.grading import Grade, hoped, refutation_depth
from solver.exercises.making import (
    BUDGET,
    Exercise,
    _from_parts,
    exercise,
    from_deal,
    make,
    obvious,
)
from solver.exercises.themes import CONDITIONS, IN_WORDS, Theme
from solver.game.actions import Action
from solver.game.position import Position, replay
from solver.notation.actions import action_from_json
from solver.notation.lines import line_to_text
from solver.notation.positions import position_from_json, position_from_text, position_to_text
from solver.search.answers import Answer, known
from solver.search.searcher import Searcher
from solver.twin import TooLarge, best_score
from tests.support import places
from tests.support.strategies import eager, many, randoms

DOCS = places.DOCS / "exercises"
RECORDS = [
    json.loads(line)
    for line in (DOCS / "collection.jsonl").read_text(encoding="utf-8").splitlines()
]
NAMES = [f"{number}-{record['seed']}" for number, record in enumerate(RECORDS, 1)]
SEARCHER = Searcher(BUDGET)
# Positions for the plain twin, which tries everything.
LIMIT = 1_000


def of_text(text: str, rules: Rules) -> Exercise:
    made = exercise(SEARCHER, position_from_text(text, rules=rules), 1, None, 1)
    assert made is not None
    return made


# The collection


def test_the_collection_is_large_and_varied() -> None:
    assert len(RECORDS) >= 30
    positions = [record["position"] for record in RECORDS]
    assert len({record["text"] for record in RECORDS}) == len(RECORDS)
    assert {position["players"] for position in positions} >= {2, 3, 4, 5}
    bouquet = ["bouquet-final" in position["rules"] for position in positions]
    assert 8 <= sum(bouquet) <= len(bouquet) - 8
    names = {name for position in positions for name in position["rules"]}
    assert names >= {"base", "avalanche-5", "black-powder", "timed-display"}
    assert {record["theme"] for record in RECORDS} >= set(IN_WORDS)
    assert len({record["grade"]["number"] for record in RECORDS}) == 5


@pytest.mark.parametrize("record", RECORDS, ids=NAMES)
def test_the_claims_of_the_collection(record: dict[str, Any]) -> None:
    """Each value by a search of its own, which knows nothing of the others."""
    position = position_from_json(record["position"])
    assert position_to_text(position) == record["text"]
    best = SEARCHER.solve_position(position).max_score
    assert best == record["max_score"] is not None
    covered = 0
    for move in record["moves"]:
        action = action_from_json(position, move)
        answer = SEARCHER.solve_position(position.push(action))
        assert answer.verdict != "undecided"
        assert answer.max_score == move["max_score"]
        assert move["keeps_best"] == (move["max_score"] == best)
        if action.card is not None:
            assert str(position.card(action.card)) == move["card"]
        covered += 1
    assert covered == len(analyse(position, BUDGET).moves)
    solutions = [move for move in record["moves"] if move["keeps_best"]]
    assert record["solutions"] == solutions
    assert len(solutions) == 1
    assert record["obvious"]
    assert not any(move["keeps_best"] for move in record["obvious"])
    for value in record["line"]:
        position = position.push(action_from_json(position, value))
    outcome = position.outcome()
    assert outcome is not None and outcome.score == best
    assert {key: record["line"][0][key] for key in ("type", "target")} == {
        key: solutions[0][key] for key in ("type", "target")
    }


@pytest.mark.check_takes(4)
@pytest.mark.parametrize("record", RECORDS, ids=NAMES)
def test_the_collection_is_what_the_program_says(record: dict[str, Any]) -> None:
    """Question, obvious moves, theme and grade with its ingredients, from the position alone."""
    position = position_from_json(record["position"])
    made = exercise(SEARCHER, position, 1, record["seed"], record["turn"])
    assert made is not None
    assert to_json(made) == record


@pytest.mark.check_takes(0)
def test_brute_force_agrees_with_the_collection() -> None:
    """Where the plain twin can go through everything: the last round, and more."""
    tried: Counter[str] = Counter()
    for record in RECORDS:
        position = position_from_json(record["position"])
        for move in record["moves"]:
            try:
                score = best_score(position.push(action_from_json(position, move)), LIMIT)
            except TooLarge:
                break
            assert score == move["max_score"]
            tried[position.rules.ending] += 1
    assert tried["last-round"] >= 10 and tried["bouquet-final"] >= 20


@pytest.mark.check_takes(0)
def test_the_sheet_of_the_collection() -> None:
    made = []
    for record in RECORDS:
        position = position_from_json(record["position"])
        one = exercise(SEARCHER, position, 1, record["seed"], record["turn"])
        assert one is not None
        made.append(one)
    sheet = (DOCS / "README.md").read_text(encoding="utf-8")
    assert sheet == as_markdown(made, "Exercises: endgames")


# Making


@pytest.mark.check_takes(0)
def test_the_same_seed_makes_the_same_exercises() -> None:
    def some(seed: str) -> list[dict[str, Any]]:
        return [to_json(e) for e in islice(make(Rules.named("base"), 4, pile=2, seed=seed), 3)]

    first = some("7")
    assert first == some("7")
    assert first != some("8")
    for record in first:
        assert len(record["solutions"]) == 1
        assert len(record["position"]["pile"].split()) == 2


@pytest.mark.check_takes(1)
@pytest.mark.parametrize(
    ("rules", "players", "pile"),
    [("base", 5, 0), ("bouquet-final", 5, 0), ("timed-display", 2, 3), ("black-powder", 6, 2)],
)
def test_what_is_made_is_an_exercise(rules: str, players: int, pile: int) -> None:
    made = next(make(Rules.named(rules), players, pile=pile, seed=2, solutions=2))
    position = made.position
    assert position.status() == []
    assert (position.players, len(position.pile)) == (players, pile)
    assert 1 <= len(made.solutions) <= 2
    assert made.obvious == obvious(made.endgame)
    assert not set(made.obvious) & set(made.solutions)
    assert all(move.cost for move in made.obvious)
    assert made.best == made.endgame.answer.max_score
    assert made.steps[0] == (position, made.solutions[0].action)
    assert (position.turns_left is not None) == (rules == "base")


@pytest.mark.check_takes(0)
def test_only_what_is_wanted() -> None:
    made = islice(
        make(Rules.named("base"), 2, pile=1, seed=1, wanted=lambda e: e.theme == "hold-the-five"), 2
    )
    assert [e.theme for e in made] == ["hold-the-five"] * 2


def test_deals_are_counted() -> None:
    seen: list[int] = []
    list(make(Rules.named("base"), 3, pile=2, deals=4, seen=seen.append))
    assert seen == [1, 2, 3, 4]


@pytest.mark.parametrize("pile", [-1, 36])
def test_a_pile_that_cannot_be(pile: int) -> None:
    with pytest.raises(InputError, match=r"0 to 35 are possible"):
        next(make(Rules.named("base"), 3, pile=pile))


def test_a_deal_that_ends_early_or_is_lost_has_no_exercise() -> None:
    house = Rules((Suit("r", (1, 1)),), hand_size=1, tokens=1, ending="bouquet-final")
    for deck in ("r1 r2", "r2 r1"):
        assert from_deal(SEARCHER, Deal.from_text(deck, 2, house), 0) is None


@pytest.mark.check_takes(0)
def test_the_game_of_an_exercise() -> None:
    """A position alone has none; from a deal, the line is one of the deal and keeps the best."""
    record = RECORDS[0]
    position = position_from_json(record["position"])
    alone = exercise(SEARCHER, position, 1, record["seed"], record["turn"])
    assert alone is not None
    with pytest.raises(InputError, match="a position alone"):
        alone.game()
    for rules, players, pile in (("base", 3, 4), ("timed-display", 4, 2), ("bouquet-final", 5, 0)):
        made = next(make(Rules.named(rules), players, pile=pile))
        deal, line = made.game()
        assert (deal.seed, len(made.moves)) == (made.seed, made.turn - 1)
        outcome = replay(deal, line)[-1].outcome()
        assert outcome is not None and outcome.score == made.best


@many(60)
@given(st.integers(2, 4), st.integers(0, 999), randoms())
def test_the_game_of_an_exercise_with_tiles(players: int, seed: int, random: Random) -> None:
    """Cards have other orders in a position by itself, also those that tiles bring back."""
    deal = tiles_deal(players, seed)
    position, moves = Position.start(deal), list[Action]()
    for _ in range(random.randrange(25)):
        action = eager(position, random)
        if position.push(action).outcome() is not None:
            break
        position, moves = position.push(action), [*moves, action]
    start = _from_parts(position)
    assert (start.status(), start.tiles, start.tile5) == ([], position.tiles, position.tile5)
    end, line = start, list[Action]()
    while end.outcome() is None:
        line.append(eager(end, random))
        end = end.push(line[-1])
    made = Exercise(
        endgame=endgame_of(start, line, end),
        obvious=(),
        theme=None,
        grade=Grade(0, 0, 0, 0),
        seed=deal.seed,
        turn=len(moves) + 1,
        deal=deal,
        moves=tuple(moves),
    )
    _, game = made.game()
    assert game[: len(moves)] == tuple(moves)
    positions = replay(deal, game)
    assert positions[-1].outcome() == end.outcome()
    assert line_to_text(position, game[len(moves) :]) == line_to_text(start, line)


def tiles_deal(players: int, seed: int) -> Deal:
    suits = tuple(Suit(letter, (2, 1, 1, 1, 1)) for letter in "rgb")
    return Deal.from_seed(seed, players, Rules(suits, hand_size=2, tiles=True))


def endgame_of(start: Position, line: list[Action], end: Position) -> Endgame:
    """What a search that found this line to be best would say, whether it is or not."""
    score = end.score if end.strikes < end.rules.strikes else 0

    def answer(position: Position, moves: list[Action]) -> Answer:
        found = known(position, score, score)
        return replace(found, proof=replace(found.proof, moves=tuple(moves)))

    first = ValuedMove(tuple(line[:1]), None, False, answer(start.push(line[0]), line[1:]), score)
    return Endgame(answer(start, line), (first,))


def test_what_is_no_exercise() -> None:
    # Everything is lost, and the obvious move is right.
    lost = "hands r1 r1 / r2 g1; turns left 1; fireworks r5 g1; tokens 1"
    right = "hands r5 r1 / r2 g1; turns left 2; fireworks r4 g1; tokens 1"
    house = Rules((Suit("r"), Suit("g")), hand_size=2)
    for text in (lost, right):
        assert exercise(SEARCHER, position_from_text(text, rules=house), 9, None, 1) is None


# The obvious moves


def obvious_cards(text: str, rules: Rules) -> list[tuple[str, str]]:
    moves = obvious(analyse(position_from_text(text, rules=rules), BUDGET))
    return sorted((move.action.kind, str(move.card)) for move in moves)


def test_obvious_moves() -> None:
    house = Rules((Suit("r"), Suit("g")), hand_size=2, tokens=2)
    rest = "fireworks r2 g1; tokens 1"
    assert obvious_cards(f"hands r3 g2 / g1 g4; pile r5; {rest}", house) == [
        ("play", "g2"),
        ("play", "r3"),
    ]
    assert obvious_cards(f"hands r1 g4 / g1 g2; pile r5; {rest}", house) == [("discard", "r1")]
    assert obvious_cards(f"hands r4 g3 / g2 r3; pile r5; {rest}", house) == [("clue", "None")]
    full = rest.replace("tokens 1", "tokens 2")
    assert obvious_cards(f"hands r1 g4 / g1 g2; pile r5; {full}", house) == [("clue", "None")]
    last = f"turns left 2; {rest}"
    assert obvious_cards(f"hands r3 g2 / g1 g4; {last}", house) == [("play", "g2")]


# Grades


def test_what_a_look_at_the_table_rules_out() -> None:
    house = Rules((Suit("r", (2, 1, 1)), Suit("g", (3, 1, 1))), hand_size=2, tokens=2)
    start = "fireworks r1 g1; tokens 1"
    position = position_from_text(f"hands r2 g2 / g3 r3; pile r1; {start}", rules=house)
    assert hoped(position) == 5  # three turns, four cards
    position = position_from_text(f"hands r2 g2 / r1 r3; pile g1 g1; {start}", rules=house)
    assert hoped(position) == 5  # g3 is gone


def test_the_depth_of_a_refutation() -> None:
    house = Rules((Suit("r", (2, 1, 1)),), hand_size=1, tokens=1)
    # Bob's r3 waits for r2, which Alice has only after her turn: too late by one.
    position = position_from_text(
        "hands r2 / r3; turns left 2; fireworks r1; tokens 0", rules=house
    )
    assert refutation_depth(position, 4) == 0
    late = position_from_text("hands r3 / r2; turns left 2; fireworks r1; tokens 0", rules=house)
    assert best_score(late) == 2
    assert refutation_depth(late, 3) == 1


# Themes

RED = {"hand_size": 1, "tokens": 1}
APPLIES: dict[Theme, list[tuple[str, Rules, int]]] = {
    # The r2 is needed now, and no token may be missing when r3 is to be played.
    "fail-on-purpose": [
        (
            "hands r3 / r1; pile r2 r4; fireworks r1; tokens 1; Bob to move",
            Rules((Suit("r", (2, 1, 1, 1, 1)),), hand_size=1, tokens=1),
            4,
        )
    ],
    # Whoever plays r1 must have a card left, or a token, for each turn that comes.
    "empty-hand": [
        (
            "hands r2 r1 / r1 r3 / r4 r5; tokens 2; Alice to move",
            Rules((Suit("r", (2, 1, 1, 1, 1)),), hand_size=2, tokens=2, ending="bouquet-final"),
            5,
        )
    ],
    # Alice waits for g4; nobody waits for r1 in time.
    "last-round": [
        (
            "hands r3 g5 / g4 r1; fireworks r0 g3; tokens 1; Bob to move; turns left 2",
            Rules((Suit("r", (1,) * 5), Suit("g", (1,) * 5)), hand_size=2, tokens=1),
            5,
        )
    ],
    # Alice plays g5 on her last turn; Bob needs two turns for r4 and r5.
    "hold-the-five": [
        (
            "hands g1 g5 / r4 r5; pile r1; fireworks r3 g4; tokens 1; Alice to move",
            Rules((Suit("r", (2, 1, 1, 1, 1)), Suit("g", (2, 1, 1, 1, 1))), hand_size=2, tokens=2),
            10,
        )
    ],
    # The last card ends the pile; and a card that a teammate has to get.
    "hand-over-the-draw": [
        (
            "hands r2 / g1 / r1; pile g4; tokens 2; strikes 2; Bob to move",
            Rules((Suit("r", (1,) * 5), Suit("g", (1,) * 5)), hand_size=1, tokens=2),
            3,
        ),
        (
            "hands r1 r2 / r5 r2; pile r4 r3; fireworks r1; tokens 1; strikes 2; Bob to move",
            Rules((Suit("r", (2, 2, 2, 2, 1)),), hand_size=2, tokens=1, ending="bouquet-final"),
            5,
        ),
    ],
    # Bob gives g5 up for g3, with which Alice can go on.
    "discard-to-draw": [
        (
            "hands g4 / g5; pile g3 r5; fireworks r1 g2; tokens 1; strikes 2; Bob to move",
            Rules((Suit("r", (2, 1, 1, 1, 1)), Suit("g", (2, 1, 1, 1, 1))), hand_size=1, tokens=3),
            5,
        )
    ],
}
# What is near to the theme.
DOES_NOT: dict[Theme, tuple[str, Rules]] = {
    # A discard is possible, and right.
    "fail-on-purpose": (
        "hands r3 / r1; pile r2 r4; fireworks r1; tokens 1; Bob to move",
        Rules((Suit("r", (2, 1, 1, 1, 1)),), hand_size=1, tokens=2),
    ),
    # A needed card is lost before any hand is empty.
    "empty-hand": (
        "hands r4 r1 / r1 r5 / r3 r2; tokens 1; Alice to move",
        Rules((Suit("r", (2, 1, 1, 1, 1)),), hand_size=2, tokens=1, ending="bouquet-final"),
    ),
    # The clue is right: Alice's play would leave Bob nobody to point at, and one move, a strike.
    "last-round": (
        "hands r4 / r4; fireworks r3; tokens 2; strikes 2; Alice to move; turns left 2",
        Rules((Suit("r", (1, 1, 2, 2, 1)),), hand_size=1, tokens=2),
    ),
    # It is a three that waits.
    "hold-the-five": (
        "hands g3 / g2 / r3; pile g5; fireworks r2 g1; tokens 3; strikes 2; Cathy to move",
        Rules((Suit("r", (2, 2, 2, 2, 1)), Suit("g", (2, 1, 1, 1, 1))), hand_size=1, tokens=3),
    ),
    # There is nothing to draw.
    "hand-over-the-draw": (
        "hands r4 r1 / r1 r5 / r3 r2; tokens 1; Alice to move",
        Rules((Suit("r", (2, 1, 1, 1, 1)),), hand_size=2, tokens=1, ending="bouquet-final"),
    ),
    # What Bob draws is trash: he makes room for Alice's draw.
    "discard-to-draw": (
        "hands r3 r4 / r4 r5; pile r1 r2; fireworks r1; tokens 1; strikes 1; Bob to move",
        Rules((Suit("r", (2, 2, 2, 2, 1)),), hand_size=2, tokens=2, ending="bouquet-final"),
    ),
}
CASES = [(theme, *case) for theme, cases in APPLIES.items() for case in cases]


@pytest.mark.parametrize(("theme", "text", "rules", "best"), CASES)
def test_a_theme_applies(theme: Theme, text: str, rules: Rules, best: int) -> None:
    # What is missing from a hand-made position has been discarded, which the referee allows.
    made = of_text(text, rules)
    assert (made.theme, made.best) == (theme, best)
    assert best_score(made.position) == best
    for move in made.endgame.moves:
        assert best_score(made.position.push(move.action)) == move.max_score


@pytest.mark.parametrize(("theme", "text", "rules"), [(t, *c) for t, c in DOES_NOT.items()])
def test_a_theme_does_not_apply(theme: Theme, text: str, rules: Rules) -> None:
    endgame = analyse(position_from_text(text, rules=rules), BUDGET)
    assert endgame.best_moves
    assert not CONDITIONS[theme](endgame, obvious(endgame))


def test_there_is_a_case_for_every_theme() -> None:
    assert set(APPLIES) == set(DOES_NOT) == set(IN_WORDS) == set(CONDITIONS)
