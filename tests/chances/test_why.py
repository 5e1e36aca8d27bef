"""What is said of a chance is true: each sentence is read and compared with the exact chances."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import islice, permutations
from random import Random

import pytest
from hypothesis import given, reject

from benchmarks.chance_positions import PLAYERS, late_positions
from solver import Budget, Card, Position
from solver.analysis.plausible import is_plausible
from solver.chances.aims import Aim
from solver.chances.moves import ChanceMove, Chances, chances, chances_with, span_after
from solver.chances.searcher import ChanceSearcher
from solver.chances.why import (
    CLEARLY,
    LONGEST_STORY,
    Story,
    story_of,
    why_chance,
    why_chances,
    why_single,
)
from solver.notation.answers import parse_answer
from solver.notation.positions import position_from_text
from solver.search.searcher import Searcher
from tests.support.endgames import late_position, orders, seeded, some_position
from tests.support.strategies import many, randoms

BUDGET = Budget(nodes=100_000, memory=8)
SEARCHER = Searcher(BUDGET)
SOME_ORDERS = 24

Pile = tuple[Card, ...]


def analysed(position: Position, aim: Aim) -> tuple[ChanceSearcher, Chances]:
    searcher = ChanceSearcher(position, aim, BUDGET)
    return searcher, chances_with(searcher, position)


# What a sentence says


def cards_of(text: str) -> set[str]:
    """The cards of a list in words: a, b or c."""
    return set(re.split(r", | or ", text))


def fault_of(text: str) -> Callable[[Pile], bool]:
    """Whether a pile has it that a card comes too late."""
    if match := re.fullmatch(r"(\w+) is the last card", text):
        card = match[1]
        return lambda pile: str(pile[-1]) == card
    if match := re.fullmatch(r"(\w+) is among the last (\d+) cards", text):
        card, late = match[1], int(match[2])
        return lambda pile: card in map(str, pile[-late:])
    match = re.fullmatch(r"(?:both|all (\d+)) (\w+) are among the last (\d+) cards", text)
    assert match is not None, text
    copies, card, late = int(match[1] or 2), match[2], int(match[3])
    return lambda pile: [str(c) for c in pile[-late:]].count(card) == copies


def check(found: Chances, move: ChanceMove, sentence: str, random: Random) -> str:
    """The form of the sentence, which must be true."""
    position, reaches = found.position, "Wins" if found.aim == "win" else f"Reaches {found.aim}"
    values = {str(draw.card): draw.value for draw in move.draws}
    if sentence == f"{reaches} whatever comes.":
        assert move.value == 1 and position.draws
        return "whatever comes"
    if sentence == "Lost whatever comes.":
        assert move.value == 0 and position.draws
        return "lost whatever comes"
    if sentence in (f"{reaches}.", "Lost."):
        assert not position.draws and move.value == int(sentence != "Lost.")
        return "no pile"
    if match := re.fullmatch(rf"{reaches} (unless|only if) the next card is (.+)\.", sentence):
        named = cards_of(match[2])
        assert named < set(values)
        kept = named if match[1] == "only if" else set(values) - named
        assert values == {card: int(card in kept) for card in values}
        return f"{match[1]} the next card"
    if match := re.fullmatch(r"Lost if the next card is (.+) \((\d+) of (\d+)\)\.", sentence):
        named = cards_of(match[1])
        assert named == {card for card, value in values.items() if value == 0} != set(values)
        copies = sum(str(card) in named for card in position.pile)
        assert (copies, len(position.pile)) == (int(match[2]), int(match[3]))
        return "lost at once"
    if match := re.fullmatch(r"Wins unless (.+)\.", sentence):
        check_too_late(found, move, re.split(r", | or ", match[1]), random)
        return "too late"
    assert move.value == 0
    best = found.aim if isinstance(found.aim, int) else position.rules.perfect_score
    for order in some_of(list(orders(position)), random):
        assert SEARCHER.solve_position(order.push(move.action)).bounds[1] < best, sentence
    return "plain"


def some_of(these: list[Position], random: Random) -> list[Position]:
    return random.sample(these, min(len(these), SOME_ORDERS))


def check_too_late(found: Chances, move: ChanceMove, faults: list[str], random: Random) -> None:
    """Exactly the orders without a fault are won; known ones, too."""
    position, late = found.position, [fault_of(fault) for fault in faults]
    piles = list(permutations(position.pile))
    in_time = sum(not any(fault(pile) for fault in late) for pile in piles)
    assert move.value == Fraction(in_time, len(piles))
    for order in some_of(list(orders(position)), random):
        wins = SEARCHER.solve_position(order.push(move.action)).verdict == "perfect"
        assert wins is not any(fault(order.pile) for fault in late)


def check_all(found: Chances, random: Random, met: Counter[str]) -> None:
    for move in found.moves:
        sentence = why_chance(found, move)
        met[check(found, move, sentence, random) if sentence else "nothing"] += 1
        if move.value is not None and move.value < 1 and found.aim == "win" and len(move.draws) > 1:
            single = why_single(found.position, move.action, move.span, move.draws)
            assert single == sentence


@pytest.mark.parametrize("players", PLAYERS)
def test_sentences_of_real_endgames(players: int) -> None:
    met: Counter[str] = Counter()
    random = Random(players)
    for cards, number in ((4, 60), (6, 12)):
        for position in islice(late_positions(players, cards), number):
            hope = position.rules.score(position.reachable_levels())
            aim: Aim = "win" if hope == position.rules.perfect_score else hope
            if position.score < hope:
                check_all(analysed(position, aim)[1], random, met)
    assert {"whatever comes", "plain", "too late"} <= met.keys()


@pytest.mark.grows
@pytest.mark.check_takes(0)  # few positions do not show all forms
def test_sentences_of_small_positions() -> None:
    met: Counter[str] = Counter()
    for random in seeded(800):
        mixed = random.random() < 0.4
        position = some_position(random, tiles=False) if mixed else late_position(random)
        if len(position.draws) > 5 or position.rules.deck_plays:
            continue
        aim: Aim = "win"
        if random.random() < 0.3 and not position.rules.is_bouquet_final:
            aim = random.randint(position.score + 1, position.rules.perfect_score)
        check_all(analysed(position, aim)[1], random, met)
    assert met.keys() == {
        "whatever comes", "lost whatever comes", "unless the next card", "only if the next card",
        "lost at once", "too late", "plain", "nothing", "no pile",
    }  # fmt: skip


def test_nothing_is_said_of_a_mean_or_of_what_is_not_known() -> None:
    found = chances(next(late_positions(3, 6)), "mean", BUDGET)
    assert why_chances(found) == {}
    stopped = chances(next(late_positions(2, 12)), "win", Budget(nodes=1, memory=1))
    unknown = [move for move in stopped.moves if move.value is None]
    assert unknown and not any(why_chance(stopped, move) for move in unknown)
    reasons = why_chances(stopped)
    assert not any(reason.story for reason in reasons.values())


HOUSE = {"suits": [{"letter": x, "copies": [5, 1, 1, 1, 1]} for x in "rg"], "hand_size": 2}


@pytest.mark.parametrize(
    ("text", "move", "sentence"),
    [
        (
            "hands r1 g1 / r1 g1; pile r5 r4 r1; fireworks r3 g5; 6 tokens",
            "clue",
            "Wins unless r4 is the last card.",
        ),
        (
            "hands r4 r1 / r5 g1; pile r1 g1; fireworks r3 g5; 0 tokens",
            "play r4",
            "Wins whatever comes.",
        ),
        (
            "hands r4 r1 / r5 g1; pile r1 g1; fireworks r3 g5; 0 tokens",
            "discard r4",
            "It was the last r4, so r4 and r5 are never played.",
        ),
        (
            "hands r3 r1 / r5 g1; pile r4 g1; fireworks r2 g5; 0 tokens",
            "play r3",
            "Wins unless the next card is g1.",
        ),
        (
            "hands r3 r1 / r5 g1; pile r4 g1; fireworks r2 g5; 0 tokens",
            "discard r1",
            "Lost whatever comes.",
        ),
        (
            "hands r3 g1 / r1 g5; pile r4 r5 g1; fireworks r2 g4; 0 tokens",
            "play g1",
            "Lost if the next card is r4 (1 of 3).",
        ),
        ("hands r1 g1 / r4 g1; pile r3 r5 g1; fireworks r2 g5; 1 token", "clue", None),
    ],
)
def test_how_it_reads(text: str, move: str, sentence: str | None) -> None:
    found = chances(position_from_text(text, rules=HOUSE), "win", BUDGET)
    wanted = parse_answer(found.position, move)
    assert [why_chance(found, one) for one in found.moves if wanted in one.actions] == [sentence]


# Stories


def check_story(found: Chances, move: ChanceMove, story: Story) -> None:
    """Each turn is a legal one of its position, its draw the worst, its play the best."""
    assert 0 < len(story.steps) <= LONGEST_STORY
    assert (story.steps[0].position, story.steps[0].action) == (found.position, move.action)
    searcher = ChanceSearcher(found.position, found.aim, BUDGET)
    last = Fraction(1)
    for place, step in enumerate(story.steps):
        position, action = step.position, step.action
        assert action in position.legal_actions()
        span, draws = span_after(searcher, position, action)
        if place:
            # It goes on with the best that there is.
            assert span.value == searcher.value(position).value == last
        if draws:
            assert step.drawn in position.pile
            assert step.value == min(draw.value for draw in draws if draw.value is not None)
            assert step.value == next(d.value for d in draws if d.card == step.drawn)
        else:
            assert step.drawn is None and step.value == span.value
        assert step.value <= last
        last = step.value
        if place + 1 < len(story.steps):
            check_next(position, step.drawn, story.steps[place + 1].position, position.push(action))
    assert story.is_lost == (last == 0)
    assert story.plain is None or story.is_lost


def check_next(before: Position, drawn: Card | None, after: Position, pushed: Position) -> None:
    """The next position is the one after the action, with the drawn card."""
    assert (after.levels, after.tokens, after.strikes, after.to_move, after.turns_left) == (
        pushed.levels, pushed.tokens, pushed.strikes, pushed.to_move, pushed.turns_left,
    )  # fmt: skip
    gone = Counter([] if drawn is None else [drawn])
    assert Counter(after.pile) == Counter(before.pile) - gone
    if drawn is not None:
        assert after.card(after.hands[before.to_move][-1]) == drawn
    assert Counter(map(after.card, after.discards)) == Counter(map(pushed.card, pushed.discards))


def check_reasons(searcher: ChanceSearcher, found: Chances, met: Counter[str]) -> None:
    reasons = why_chances(found)
    for move in found.moves:
        reason = reasons.get(move.action)
        assert (reason and reason.sentence) == why_chance(found, move)
        story = reason and reason.story
        worth = move.cost is not None and move.cost >= CLEARLY
        assert bool(story) == (worth and is_plausible(found.position, move.action))
        if story:
            check_story(found, move, story)
            met["lost"] += story.is_lost
            met["plain"] += story.plain is not None
            met["long"] += len(story.steps) > 2


@pytest.mark.parametrize("players", PLAYERS)
def test_stories_of_real_endgames(players: int) -> None:
    met: Counter[str] = Counter()
    for cards, number in ((4, 24), (6, 8)):
        for position in islice(late_positions(players, cards), number):
            check_reasons(*analysed(position, "win"), met)
    assert met["lost"]


@many(80)
@given(random=randoms())
def test_stories_of_small_positions(random: Random) -> None:
    mixed = random.random() < 0.3
    position = some_position(random, tiles=False) if mixed else late_position(random)
    if not 1 <= len(position.draws) <= 5 or position.rules.deck_plays:
        reject()
    check_reasons(*analysed(position, "win"), Counter())


def test_a_story_is_told_as_far_as_it_is_known() -> None:
    """A searcher that may look at nothing knows what the moves do, but not what follows."""
    for position in islice(late_positions(3, 6), 8):
        found = analysed(position, "win")[1]
        for move in found.moves:
            poor = ChanceSearcher(position, "win", Budget(nodes=1, memory=1))
            story = story_of(poor, found, move)
            assert story.steps[0].action == move.action
            values = [step.value for step in story.steps]
            assert values == sorted(values, reverse=True)
