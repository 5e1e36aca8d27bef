"""Chances against the plain twin, over all rules, aims and moves; and laws that must hold."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import islice, permutations
from math import factorial
from random import Random

import pytest
from hypothesis import given, reject

from benchmarks.chance_positions import PLAYERS, late_positions
from solver import Action, Budget, Deal, Interrupted, Position, Rules, Suit
from solver._chance import CHANCE_CUTS
from solver.chances.aims import Aim
from solver.chances.moves import ChanceMove, Chances, chances, chances_with, rivals_of
from solver.chances.searcher import ChanceSearcher, Span
from solver.errors import InputError
from solver.game.cards import Card
from solver.search.searcher import Searcher
from solver.twin import TooLarge, chance_after
from tests.support.house_rules import any_deal, crowded_deal
from tests.support.interrupts import interrupt_at_work
from tests.support.strategies import many, randoms

SMALL = Budget(nodes=100_000, memory=8)
LIMIT = 250  # positions of the twin
ANY_AIM = ("win", "mean", "points")


def small_position(random: Random) -> Position:
    """A position of any house rules but bonus tiles and deck plays, with few cards in the pile."""
    deal = crowded_deal(random) if random.random() < 0.2 else any_deal(random)
    if deal.rules.tiles or deal.rules.deck_plays or deal.rules.deck_size > 30:
        reject()
    position = Position.start(deal)
    for _ in range(random.randrange(25)):
        if position.outcome() is None:
            position = position.push(random.choice(position.legal_actions()))
    if position.outcome() is not None or len(position.pile) > 6:
        reject()
    return position


def some_aim(random: Random, position: Position) -> Aim:
    aim = random.choice(ANY_AIM)
    if aim == "points" and not position.rules.is_bouquet_final:
        return random.randint(position.score + 1, position.rules.perfect_score)
    return "mean" if aim == "mean" else "win"


def value_of(position: Position, aim: Aim) -> Fraction:
    """The chance; an example that takes too long is not used."""
    found = chances(position, aim, SMALL).value
    if found is None:
        reject()
    return found


def check(position: Position, aim: Aim, found: Chances) -> None:
    """Every move has the value that the plain rules give it, and each of its draws."""
    try:
        expected = [chance_after(position, move.action, aim, LIMIT) for move in found.moves]
    except TooLarge:
        reject()
    assert [move.value for move in found.moves] == expected
    assert found.value == max(expected)
    for move in found.moves:
        if move.draws:
            cards = sum(draw.copies for draw in move.draws)
            assert cards == len(position.pile)
            total = sum((draw.copies * (draw.value or 0) for draw in move.draws), Fraction(0))
            assert total / cards == move.value


@many(120)
@given(random=randoms())
def test_every_move_of_small_positions(random: Random) -> None:
    position = small_position(random)
    aim = some_aim(random, position)
    check(position, aim, chances(position, aim, SMALL))


@pytest.mark.parametrize("name", CHANCE_CUTS)
def test_without_a_pruning(name: str) -> None:
    @many(12)
    @given(random=randoms())
    def equal(random: Random) -> None:
        position = small_position(random)
        aim = some_aim(random, position)
        searcher = ChanceSearcher(position, aim, SMALL, off=[name])
        check(position, aim, chances_with(searcher, position))
        assert searcher.context.cuts()[name] == 0

    equal()


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("aim", ["win", 24])
def test_bounds_change_nothing_in_real_endgames(players: int, aim: Aim) -> None:
    """Those that count orders, or fill the last turns, have little to say in small games."""
    bounds = ["tails", "final-round", "last-draw"]
    applied: Counter[str] = Counter()
    for position in islice(late_positions(players, 6), 12):
        if isinstance(aim, int) and position.score >= aim:
            continue
        searcher = ChanceSearcher(position, aim, Budget(memory=16))
        plain = ChanceSearcher(position, aim, Budget(memory=16), off=bounds)
        value = searcher.value(position).value
        assert value is not None and value == plain.value(position).value
        applied.update(searcher.context.cuts())
    # With a point to spare there is not always something for each of them.
    assert all(applied[name] for name in (bounds if aim == "win" else bounds[:1]))


# Laws


def renamed(position: Position, random: Random) -> Position:
    """The same position with suits of the same make called by each other's names."""
    suits = position.rules.suits
    alike: dict[tuple[object, ...], list[str]] = {}
    for suit in suits:
        alike.setdefault((suit.copies, suit.descending, suit.scores), []).append(suit.letter)
    names: dict[str, str] = {}
    for letters in alike.values():
        names |= dict(zip(letters, random.sample(letters, len(letters)), strict=True))
    deck = tuple(card._replace(suit=names[card.suit]) for card in position.deck)
    levels = {names[suit.letter]: level for suit, level in zip(suits, position.levels, strict=True)}
    return replace(position, deck=deck, levels=tuple(levels[suit.letter] for suit in suits))


def turned(position: Position) -> Position:
    """The same position with everybody one seat further."""
    return replace(
        position,
        hands=(position.hands[-1], *position.hands[:-1]),
        to_move=(position.to_move + 1) % position.players,
    )


@many(40)
@given(random=randoms())
def test_names_seats_and_the_written_order_do_not_matter(random: Random) -> None:
    position = small_position(random)
    aim = some_aim(random, position)
    value = value_of(position, aim)
    shuffled = replace(position, draws=tuple(random.sample(position.draws, len(position.draws))))
    for same in (renamed(position, random), turned(position), shuffled):
        assert value_of(same, aim) == value


def late_position(random: Random, names: str, players: int, cards: int) -> Position | None:
    """A full-size position with these cards in the pile, from a game as people play it."""
    position = Position.start(Deal.from_seed(random.randrange(10**6), players, names))
    while position.outcome() is None and len(position.pile) > cards:
        hand = position.hands[position.to_move]
        fits = [Action("play", order) for order in hand if position.is_playable(order)]
        trash = [Action("discard", order) for order in hand if not position.is_useful(order)]
        if fits:
            action = random.choice(fits)
        elif position.tokens and (
            random.random() < 0.5 or position.tokens == position.rules.tokens
        ):
            action = Action("clue")
        else:
            alive = Counter(map(position.card, (*position.draws, *sum(position.hands, ()))))
            spare = [Action("discard", o) for o in hand if alive[position.card(o)] > 1]
            action = random.choice(trash or spare or [Action("discard", hand[0])])
        position = position.push(action)
    return position if position.outcome() is None and len(position.pile) == cards else None


def wins_simply(position: Position) -> bool:
    """Whether a policy that goes by what is seen wins: play what fits, else throw trash, else pass.

    Of the cards that fit, the one comes first on which the most others wait in the hands.
    """
    while (outcome := position.outcome()) is None:
        hand = position.hands[position.to_move]
        held = {position.card(order) for other in position.hands for order in other}
        fits = [order for order in hand if position.is_playable(order)]
        legal = position.legal_actions()
        trash = [Action("discard", order) for order in hand if not position.is_useful(order)]
        if fits:
            action = Action("play", max(fits, key=lambda o: _followers(position.card(o), held)))
        else:
            action = next(a for a in (*trash, Action("clue"), *legal) if a in legal)
        position = position.push(action)
    return outcome.score == position.rules.perfect_score


def _followers(card: Card, held: set[Card]) -> int:
    return sum(card._replace(value=value) in held for value in range(card.value + 1, 6))


@pytest.mark.parametrize("names", ["base", "avalanche-5", "black-powder", "bouquet-final"])
@pytest.mark.parametrize("cards", [1, 2, 3, 4])
def test_full_size_positions_against_known_piles_and_a_policy(names: str, cards: int) -> None:
    """The chance lies between two shares of orders.

    It is at most that of the orders that are won if they are known, for one card it is that; and at
    least that of the orders that a straightforward policy wins without knowing them.
    """
    random = Random(f"{names} {cards}")
    searcher = Searcher(SMALL)
    tried = 0
    while tried < 12:
        position = late_position(random, names, random.randint(2, 5), cards)
        if position is None:
            continue
        tried += 1
        value = chances(position, "win", Budget(memory=8)).value
        assert value is not None
        won = won_simply = 0
        for draws in permutations(position.draws):
            ordered = replace(position, draws=draws)
            answer = searcher.solve_position(ordered)
            assert answer.verdict != "undecided"
            won += answer.verdict == "perfect"
            won_simply += wins_simply(ordered)
        known = Fraction(won, factorial(cards))
        assert Fraction(won_simply, factorial(cards)) <= value <= known
        if cards == 1:
            assert value == known


@many(25)
@given(random=randoms())
def test_points_and_means(random: Random) -> None:
    """A higher aim is not easier, and the mean is at least what any aim alone makes sure of."""
    position = small_position(random)
    if position.rules.is_bouquet_final:
        reject()
    mean = value_of(position, "mean")
    last = Fraction(1)
    for points in range(position.score + 1, position.rules.perfect_score + 1):
        value = value_of(position, points)
        assert value <= last
        assert mean >= points * value
        last = value
    assert last == value_of(position, "win")


@many(25)
@given(random=randoms())
def test_a_pile_of_trash_has_the_known_answer(random: Random) -> None:
    position = small_position(random)
    if any(position.is_useful(order) for order in position.draws):
        reject()
    answer = Searcher(SMALL).solve_position(position)
    assert value_of(position, "win") == int(answer.verdict == "perfect")


def hard_position() -> Position:
    """A position that takes thousands of nodes."""
    random = Random(1)
    while True:
        position = late_position(random, "base", 2, 9)
        if position is None:
            continue
        found = chances(position, budget=Budget(nodes=20_000, memory=16))
        if found.value is not None and found.nodes > 3000:
            return position


def test_a_budget_that_runs_out_leaves_bounds() -> None:
    position = hard_position()
    whole = chances(position, "win", Budget(memory=16))
    short = chances(position, "win", Budget(nodes=1, memory=16))
    assert short.stopped_by == "nodes"
    assert whole.value is not None and short.span.low <= whole.value <= short.span.high
    exact = {move.action: move.value for move in whole.moves}
    for move in short.moves:
        value = exact[move.action]
        assert value is not None and move.span.low <= value <= move.span.high
        if move.value is None:
            assert move.cost is None


def test_what_is_proven_of_an_unfinished_search() -> None:
    """What is said of a move without all values is true with them, and the surest comes first."""
    position = hard_position()
    whole = {move.action: move for move in chances(position, "win", Budget(memory=16)).moves}
    proven = 0
    for nodes in (1, 500, 2_000, 4_000):
        short = chances(position, "win", Budget(nodes=nodes, memory=16)).moves
        assert short[0].span.low == max(move.span.low for move in short)
        for move in short:
            exact = whole[move.action]
            if move.keeps_best is not None:
                assert move.keeps_best == exact.keeps_best
                proven += move.best is None
            assert exact.cost is not None and move.least_cost <= exact.cost
    assert proven


def some_moves(*spans: tuple[int, int | Fraction]) -> list[ChanceMove]:
    """Moves of which so many percent are proven."""
    known = [Span(Fraction(low, 100), Fraction(high, 100)) for low, high in spans]
    return [
        ChanceMove((Action("clue"),), None, False, span, (), rivals_of(place, known))
        for place, span in enumerate(known)
    ]


@pytest.mark.parametrize(
    ("spans", "keeps"),
    [
        ([(50, 50), (30, 30)], [True, False]),
        ([(50, 90), (40, 49), (0, 51), (0, 0)], [None, False, None, False]),
        ([(50, 60), (20, 50), (10, 40)], [True, None, False]),
        ([(20, 80)], [True]),
        ([(0, 0), (0, 0)], [True, True]),
    ],
)
def test_bounds_that_decide(spans: list[tuple[int, int]], keeps: list[bool | None]) -> None:
    moves = some_moves(*spans)
    assert [move.keeps_best for move in moves] == keeps


def test_what_a_move_costs_at_least() -> None:
    best, other, open_ = some_moves((50, 90), (40, 45), (20, 60))
    assert [move.least_cost for move in (best, other, open_)] == [0, Fraction(1, 20), 0]
    assert best.best is best.cost is other.cost is None


def test_ctrl_c_keeps_what_is_proven() -> None:
    suits = tuple(Suit(letter, (2, 1, 1, 1, 1)) for letter in "rygb")
    position = Position.start(Deal.from_seed(3, 2, Rules(suits, hand_size=4)))
    while len(position.pile) > 14:
        position = (
            position.push(Action("discard", position.hands[position.to_move][0]))
            if (position.tokens < 8)
            else position.push(Action("clue"))
        )
    interrupt_at_work()
    with pytest.raises(Interrupted) as caught:
        chances(position, "mean", Budget(nodes=10**12, memory=16))
    found = caught.value.result
    assert isinstance(found, Chances) and found.stopped_by == "interrupt"
    assert found.span.low < found.span.high


@pytest.mark.parametrize(
    ("aim", "message"),
    [("best", "win, mean or a number"), (26, "perfect score is 25"), (0, "on the table already")],
)
def test_aims_that_are_none(aim: Aim, message: str) -> None:
    position = hard_position()
    with pytest.raises(InputError, match=message):
        chances(position, aim)


def test_what_cannot_be_counted() -> None:
    with pytest.raises(InputError, match="40 cards in the pile: chances are counted"):
        chances(Position.start(Deal.from_seed(1, 2)))
    with pytest.raises(InputError, match="bonus tiles"):
        chances(Position.start(Deal.from_seed(1, 2, "flamboyants")))
    with pytest.raises(InputError, match="plays from the pile"):
        chances(Position.start(Deal.from_seed(1, 2, "deck-plays")))
    with pytest.raises(InputError, match="Bouquet final has no scores but 25 for a win; use win"):
        chances(Position.start(Deal.from_seed(1, 2, "bouquet-final")), 20)


def test_the_perfect_score_of_bouquet_final_is_a_win() -> None:
    position = late_position(Random(5), "bouquet-final", 3, 4)
    assert position is not None
    found = chances(position, 25, SMALL)
    assert (found.aim, found.value) == ("win", chances(position, "win", SMALL).value)
