"""Mistakes and luck of played games: the plain twin, sums that come out, what is left out."""

from __future__ import annotations

import signal
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, reject

from solver import Action, Budget, Deal, Position, Rules, solve
from solver.chances.luck import Luck, luck_of
from solver.chances.moves import chances
from solver.errors import InputError, Interrupted
from solver.game.deals import PLAYER_NAMES
from solver.hanab_live.games import PlayedGame
from solver.notation.lines import Replay, Turn
from solver.twin import TooLarge, chance_after
from tests.support.house_rules import any_deal, crowded_deal
from tests.support.strategies import many, randoms

SMALL = Budget(nodes=20_000, memory=1)
LIMIT = 250  # positions of the twin
DEAL = Deal.from_seed(42, 3)
LINE = solve(DEAL).line


def game_of(start: Position, line: Iterable[Action]) -> PlayedGame:
    position, turns = start, list[Turn]()
    for action in line:
        turns.append(Turn(position, action, position.push(action)))
        position = turns[-1].after
    deal = Deal(start.rules, start.players, start.deck)
    names = PLAYER_NAMES[: deal.players]
    return PlayedGame(deal, Replay(start, tuple(turns), None), names, str(deal.rules))


def random_game(random: Random) -> PlayedGame:
    """Any moves of a deal of any house rules but bonus tiles and deck plays, often to the end."""
    deal = crowded_deal(random) if random.random() < 0.2 else any_deal(random)
    if deal.rules.tiles or deal.rules.deck_plays or deal.rules.deck_size > 30:
        reject()
    start = position = Position.start(deal)
    line: list[Action] = []
    for _ in range(random.randrange(1, 40)):
        if position.outcome() is None:
            playable = [
                action
                for action in position.legal_actions()
                if action.kind == "play" and position.is_playable(action.card or 0)
            ]
            good = playable and random.random() < 0.7
            line.append(random.choice(playable if good else position.legal_actions()))
            position = position.push(line[-1])
    return game_of(start, line)


def check_sums(game: PlayedGame, found: Luck) -> None:
    numbers = [turn.number for turn in found.turns]
    assert numbers == list(range(numbers[0], len(game.actions) + 1))
    for turn in found.turns:
        before, action, _ = game.replay.turns[turn.number - 1]
        assert (turn.player, turn.cards_left) == (before.to_move, len(before.draws))
        assert turn.before - turn.mistake + turn.luck == turn.after_draw
        assert turn.mistake >= 0
        if action.kind == "clue" or not before.draws:
            assert turn.luck == 0
    assert all(one.after_draw == other.before for one, other in pairwise(found.turns))
    assert found.start - found.mistakes + found.luck == found.end
    sums = [found.of(player) for player in range(game.deal.players)]
    assert sum(mistakes for mistakes, _ in sums) == found.mistakes
    assert sum(luck for _, luck in sums) == found.luck
    outcome = game.end.outcome()
    if outcome is not None:
        assert found.end == int(outcome.score == game.deal.rules.perfect_score)


@many(100)
@given(random=randoms())
def test_any_game(random: Random) -> None:
    game = random_game(random)
    found = luck_of(game, SMALL)
    if found is None:
        reject()
    check_sums(game, found)


@many(25)
@given(random=randoms())
def test_the_values_of_the_last_turns(random: Random) -> None:
    game = random_game(random)
    found = luck_of(game, SMALL)
    if found is None:
        reject()
    for turn in found.turns[-3:]:
        position, action, _ = game.replay.turns[turn.number - 1]
        try:
            after = {
                other: chance_after(position, other, "win", LIMIT)
                for other in position.legal_actions()
            }
        except TooLarge:
            reject()
        assert (turn.before, turn.after_move) == (max(after.values()), after[action])


@many(40)
@given(random=randoms())
def test_luck_is_0_on_average(random: Random) -> None:
    """Over all cards that the last draw might have brought."""
    game = random_game(random)
    position, action, _ = game.replay.turns[-1]
    if action.kind == "clue" or not 0 < len(position.draws) <= 8:
        reject()
    top, total = position.draws[0], Fraction(0)
    for other in position.draws:
        deck = list(position.deck)
        deck[top], deck[other] = deck[other], deck[top]
        found = luck_of(game_of(replace(position, deck=tuple(deck)), [action]), SMALL)
        if found is None:  # it takes too long
            reject()
        total += found.luck
    assert total == 0


def test_a_game_that_was_won() -> None:
    game = game_of(Position.start(DEAL), LINE)
    found = luck_of(game)
    assert found is not None
    check_sums(game, found)
    assert found.end == 1


def test_a_game_that_is_not_over() -> None:
    """The sum leads to the chance of the last position."""
    game = game_of(Position.start(DEAL), LINE[:-8])
    found = luck_of(game)
    assert found is not None
    check_sums(game, found)
    assert found.end == chances(game.end).value


def test_a_third_strike() -> None:
    position = Position.start(DEAL)
    line = list(LINE[:-6])
    for action in line:
        position = position.push(action)
    while position.outcome() is None:
        hand = position.hands[position.to_move]
        line.append(Action("play", next(o for o in hand if not position.is_playable(o))))
        position = position.push(line[-1])
    game = game_of(Position.start(DEAL), line)
    found = luck_of(game)
    assert found is not None
    check_sums(game, found)
    assert found.end == found.turns[-1].luck == 0


def test_a_small_budget_covers_the_same_end() -> None:
    game = game_of(Position.start(DEAL), LINE)
    full = luck_of(game)
    assert full is not None
    covered = []
    for nodes in (1, 100, 1_000, 10_000):
        found = luck_of(game, Budget(nodes=nodes))
        turns = () if found is None else found.turns
        assert turns == full.turns[len(full.turns) - len(turns) :]
        covered.append(len(turns))
    assert covered == sorted(covered)
    assert 0 < covered[1] < covered[-1]


def test_where_nothing_is_known() -> None:
    assert luck_of(game_of(Position.start(DEAL), ())) is None
    assert luck_of(game_of(Position.start(DEAL), LINE[:10])) is None  # a pile above 20 cards


@pytest.mark.parametrize("name", ["flamboyants", "deck-plays"])
def test_rules_of_which_nothing_is_known(name: str) -> None:
    deal = Deal.from_seed(1, 2, Rules.named(name))
    game = PlayedGame(deal, Replay(Position.start(deal), (), None), PLAYER_NAMES[:2], name)
    for action in solve(deal).line:
        before = game.end
        turn = Turn(before, action, before.push(action))
        game = replace(game, replay=replace(game.replay, turns=(*game.replay.turns, turn)))
    assert len(game.replay.turns[-1].before.draws) <= 20
    assert luck_of(game) is None
    with pytest.raises(InputError, match="the game must be"):
        luck_of(DEAL)  # type: ignore[arg-type]


def test_an_interrupt_keeps_what_is_proven() -> None:
    game = game_of(Position.start(DEAL), LINE)

    def seen(turn: int) -> None:
        if turn == len(LINE) - 4:
            signal.raise_signal(signal.SIGINT)

    with pytest.raises(Interrupted) as stop:
        luck_of(game, seen=seen)
    check_sums(game, stop.value.result)
    assert len(stop.value.result.turns) == 4
    with pytest.raises(Interrupted) as stop:
        luck_of(game, seen=lambda turn: signal.raise_signal(signal.SIGINT))
    assert stop.value.result is None
