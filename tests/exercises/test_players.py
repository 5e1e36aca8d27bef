"""Games as people play them: legal, finished, repeatable, and without a look at hidden cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from random import Random
from statistics import mean

import pytest

from solver import Deal, Rules
from solver.exercises.clues import Clue, chop, note_down, read
from solver.exercises.knowledge import Kinds, Note, OwnHand, Table
from solver.exercises.players import Team, play_sensibly
from solver.exercises.turns import Turn
from solver.game.actions import Action
from solver.game.cards import Card
from solver.game.deals import unshuffled
from solver.game.position import Position
from solver.game.rule_sets import RULE_SETS

COMBINED = (
    ("avalanche-5", "black-powder", "flamboyants", "bouquet-final", "timed-display"),
    ("six-suits", "black-powder", "flamboyants", "hard", "easy"),
    ("three-suits", "avalanche-10", "flamboyants", "bouquet-final", "hard"),
)
RULES = [Rules.named(name) for name in RULE_SETS] + [Rules.named(*names) for names in COMBINED]


def game(seed: int, players: int, rules: Rules | None = None) -> list[tuple[Position, Action]]:
    deal = Deal.from_seed(seed, players, rules or Rules.named("base"))
    return list(play_sensibly(deal, Random(seed)))


def end(turns: list[tuple[Position, Action]]) -> Position:
    position, action = turns[-1]
    return position.push(action)


@pytest.mark.parametrize("rules", RULES, ids=str)
@pytest.mark.parametrize("players", range(2, 7))
def test_games_are_legal_and_end(rules: Rules, players: int) -> None:
    for seed in range(1, 5):
        turns = game(seed, players, rules)
        position = Position.start(Deal.from_seed(seed, players, rules))
        for before, action in turns:
            assert before == position and position.is_legal(action)
            position = position.push(action)
        assert position.outcome() is not None


def test_small_decks_and_large_hands() -> None:
    """House rules: a deck that is dealt at once, one token, hands of one card."""
    suits = Rules.named("three-suits").suits
    for rules in (
        Rules(suits, hand_size=10, tokens=1),
        Rules(suits, hand_size=1),
        Rules(suits[:1]),
    ):
        for players in (2, 3):
            if players * rules.hand_size_for(players) <= rules.deck_size:
                assert end(game(7, players, rules)).outcome() is not None


def test_a_seed_gives_the_same_game() -> None:
    assert game(5, 3) == game(5, 3)
    assert game(5, 3) != game(6, 3)


# Only what a player sees


def with_teams(players: int) -> Iterator[tuple[Position, Team, Action]]:
    """Positions of some games, each with the team before its turn and what it did then."""
    for seed in range(1, 9):
        position = Position.start(Deal.from_seed(seed, players))
        team = Team.of(position, Random(seed))
        while position.outcome() is None:
            before = deepcopy(team)
            action = team.act(position)
            yield position, before, action
            position = position.push(action)


def with_deck(position: Position, moved: dict[int, int]) -> Position:
    """The position in which the cards of these orders have changed places."""
    deck = list(position.deck)
    for to, source in moved.items():
        deck[to] = position.deck[source]
    return replace(position, deck=tuple(deck))


@pytest.mark.parametrize("players", [2, 3, 5])
def test_nobody_looks_at_the_pile(players: int) -> None:
    random = Random(1)
    for position, team, action in with_teams(players):
        shuffled = random.sample(position.draws, len(position.draws))
        other = with_deck(position, dict(zip(position.draws, shuffled, strict=True)))
        assert team.act(other) == action


@pytest.mark.parametrize("players", [2, 3, 5])
def test_nobody_looks_at_the_own_hand(players: int) -> None:
    """All cards of the own hand change places with cards of the pile, whatever was told."""
    random = Random(1)
    for position, team, action in with_teams(players):
        hidden = [*position.hands[position.to_move], *position.draws]
        shuffled = random.sample(hidden, len(hidden))
        other = with_deck(position, dict(zip(hidden, shuffled, strict=True)))
        assert team.act(other) == action


# Clues


def noted(text: str) -> tuple[Position, Kinds, list[Note]]:
    """Alice to move, Bob with the five cards of the text, the oldest first."""
    rules = Rules.named("base")
    cards = [Card(word[0], int(word[1])) for word in text.split()]
    alice = [Card("p", value) for value in (1, 1, 1, 2, 2)]
    gone = Counter([*alice, *cards, Card("g", 1)])
    pile = list((Counter(unshuffled(rules)) - gone).elements())
    position = Position.from_parts(rules, [alice, cards], pile, (0, 0, 1, 0, 0), tokens=8)
    kinds = Kinds(rules)
    return position, kinds, [Note(kinds.all) for _ in position.deck]


def test_the_focus_is_the_chop_or_the_newest_card() -> None:
    position, kinds, notes = noted("r1 b1 r3 b4 y1")
    hand, table = position.hands[1], Table(kinds, position)
    red, blue = (Clue(1, kinds.colours[suit], False) for suit in (0, 3))
    assert chop(hand, notes) == hand[0]
    first = read(red, hand, [hand[0], hand[2]], notes, table, kinds, table.playable)
    assert first.focus == hand[0] and first.play == kinds.bits[Card("r", 1)]
    second = read(blue, hand, [hand[1], hand[3]], notes, table, kinds, table.playable)
    assert second.focus == hand[3]
    note_down(red, hand, [hand[0], hand[2]], notes, first)
    assert chop(hand, notes) == hand[1]
    assert notes[hand[1]].possible == kinds.all & ~kinds.colours[0]
    assert notes[hand[2]].possible == kinds.colours[0]


def test_a_promise_is_played_and_a_twin_is_spare() -> None:
    position, kinds, notes = noted("r1 r1 g1 b4 y1")
    hand, table = position.hands[1], Table(kinds, position)
    one = kinds.bits[Card("r", 1)]
    notes[hand[0]] = Note(one, clued=True)
    notes[hand[1]] = Note(one, clued=True)
    notes[hand[2]] = Note(kinds.bits[Card("g", 1)], clued=True)
    notes[hand[3]] = Note(kinds.colours[3], promise=table.playable, clued=True)
    own = OwnHand(hand, notes, table, [], 0)
    assert own.playable(table, 0.5) == [hand[0], hand[3]]
    assert own.spare == [hand[1], hand[2]]


def test_a_clue_gets_a_card_played() -> None:
    """Yellow would touch twins, too; ones are all playable."""
    position, kinds, notes = noted("b3 y4 y4 y1 r1")
    turn = Turn(position, kinds, Table(kinds, position), notes)
    assert turn.play_clue() == Clue(1, kinds.values[0], True)
    assert turn.urgent_save() is None


def test_a_five_on_the_chop_is_saved_by_its_value() -> None:
    position, kinds, notes = noted("y5 y4 r3 r4 b4")
    turn = Turn(position, kinds, Table(kinds, position), notes)
    assert turn.play_clue() is None
    assert turn.urgent_save() == Clue(1, kinds.values[4], True)
    hand, fives = position.hands[1], Clue(1, kinds.values[4], True)
    note_down(fives, hand, hand[:1], notes, turn.read(fives))
    assert turn.urgent_save() is None


def test_a_card_on_its_way_is_counted() -> None:
    """Bob's red one is told, so a red two can be promised, and no second red one."""
    position, kinds, notes = noted("r1 y4 r3 r4 b4")
    turn = Turn(position, kinds, Table(kinds, position), notes)
    one, two = (kinds.bits[Card("r", value)] for value in (1, 2))
    assert turn.expected(1) & kinds.colours[0] == one
    notes[position.hands[1][0]] = Note(one, clued=True)
    assert turn.expected(1) & kinds.colours[0] == two


# The games as a whole


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_games_are_like_those_of_people(players: int) -> None:
    ends = [end(game(seed, players)) for seed in range(1, 41)]
    assert mean(position.strikes for position in ends) < 1.2
    assert mean(position.score for position in ends) > 18
    assert len({position.score for position in ends}) > 3


def test_endgames_are_reached_with_few_tokens() -> None:
    late = [
        next((position for position, _ in game(seed, 3) if len(position.draws) <= 8), None)
        for seed in range(1, 41)
    ]
    reached = [position for position in late if position is not None]
    assert len(reached) > 35
    assert 14 < mean(position.score for position in reached) < 20
    assert mean(position.tokens for position in reached) < 4
