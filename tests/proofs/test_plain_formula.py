"""The plain formula: brute force, the referee and the other formula must all agree with it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pysat.solvers import Solver

from benchmarks.cells import CELLS, Cell
from solver import Action, Budget, Card, Deal, Position, Rules, Suit
from solver.proofs.plain_encoding import PlainEncoding
from solver.proofs.plain_opinion import plain_opinion
from solver.search.sat import SOLVER, opinion
from solver.search.searcher import Searcher
from tests.support.brute_force import brute_force
from tests.support.sizes import sized
from tests.support.strategies import exactly, many, played_positions, small_deals

# Lost deals that the plain formula settles within seconds.
LOST = [("base", 3, 1152), ("base", 4, 12060), ("base", 5, 8826), ("avalanche-5", 5, 9)]
WON = [
    ("base", 2, 1), ("base", 5, 2), ("black-powder", 3, 1), ("bouquet-final", 2, 1),
    ("timed-display", 5, 1), ("hard", 3, 2), ("deck-plays", 3, 1), ("three-suits", 6, 1),
]  # fmt: skip


def check(start: Position, score: int, *, reachable: bool) -> None:
    """The formula says so, and where it says yes the referee confirms its game."""
    found = plain_opinion(start, score)
    assert found.reachable is reachable
    if reachable:
        outcome = reduce(Position.push, found.line, start).outcome()
        assert outcome is not None and outcome.score is not None and outcome.score >= score


@pytest.mark.grows
@pytest.mark.parametrize("announce", [False, True])
@pytest.mark.parametrize("deck_plays", [False, True])
@pytest.mark.parametrize("ending", ["last-round", "bouquet-final"])
def test_small_deals(ending: str, deck_plays: bool, announce: bool) -> None:
    """Brute force over the referee gives the same maximum, at the start and later."""
    deals = small_deals(9, ending=ending, deck_plays=deck_plays, announce=announce)

    @exactly(sized(40))
    @given(deal=deals, data=st.data())
    def equal(deal: Deal, data: st.DataObject) -> None:
        start = Position.start(deal)
        for _ in range(data.draw(st.integers(0, 6), "turns played")):
            following = [start.push(action) for action in start.legal_actions()]
            start = data.draw(st.sampled_from(following)) if following else start
        perfect = deal.rules.perfect_score
        maximum = brute_force(start, limit=4000) or 0
        if maximum:
            check(start, maximum, reachable=True)
        if maximum < perfect:
            above = perfect if ending == "bouquet-final" else maximum + 1
            check(start, above, reachable=False)

    equal()


@many(150)
@given(start=played_positions())
def test_first_moves(start: Position) -> None:
    """A first move is in a model exactly if it is legal and the score stays in reach."""
    best = brute_force(start, limit=4000)
    if not best or start.outcome() is not None:
        return
    encoding = PlainEncoding(start, best)
    with Solver(name=SOLVER, bootstrap_with=encoding.clauses) as solver:
        for action in conceivable(start):
            told = [encoding.variables[action.kind, 0]]
            if action.card is not None:
                announced = encoding.variables["announced", 0]
                card = encoding.variables["card", 0, action.card]
                told += [card, announced if action.announce else -announced]
            keeps = start.is_legal(action) and brute_force(start.push(action), limit=4000) == best
            assert solver.solve(told) is keeps, action


def conceivable(start: Position) -> Iterator[Action]:
    """What the player to move may do, and more: with any card of the hand or the pile."""
    yield Action("clue")
    draws = start.draws if start.turns_left is None else ()
    for order in (*start.hands[start.to_move], *draws):
        yield Action("discard", order)
        yield Action("play", order)
        yield Action("play", order, announce=True)


def truth(key: tuple[object, ...], game: Sequence[Position], line: Sequence[Action]) -> bool:
    """Whether a variable says something true about a game, by what its name says.

    After the end nothing happens any more.
    """
    what, *rest = key
    if what == "true":
        return True
    turn = int(str(rest.pop(0)))
    at = game[min(turn, len(game) - 1)]
    action = line[turn] if turn < len(line) else None
    after = game[turn + 1] if action else at
    numbers = [n for n in rest if isinstance(n, int)]
    if what == "pile":
        return numbers[0] in at.draws
    if what == "held":
        return numbers[1] in at.hands[numbers[0]]
    if what == "level":
        return at.levels[at.rules.suit_index(str(rest[0]))] >= numbers[0]
    if what == "tokens":
        return at.tokens >= numbers[0]
    if what == "strikes":
        return at.strikes >= numbers[0]
    if what == "over":
        return action is None
    if action is None:
        return False
    told = {
        "clue": action.kind == "clue",
        "play": action.kind == "play",
        "discard": action.kind == "discard",
        "card": numbers[:1] == [action.card],
        "announced": action.announce,
        "from pile": action.card is not None and action.card == at.pile_card,
        "fits": after.levels != at.levels,
        "draw": bool(numbers) and any(numbers[0] in hand for hand in after.hands),
    }
    told["draw"] = told["draw"] and numbers[0] in at.draws
    if what == "gain":
        card = None if action.card is None else at.card(action.card)
        suit = None if card is None else at.rules.suits[at.rules.suit_index(card.suit)]
        gain = card is not None and suit is not None and suit.level_of(card.value) == suit.size
        return told["fits"] and gain + action.announce >= numbers[0]
    return told[str(what)]


def fulfils(start: Position, line: Sequence[Action], score: int) -> bool:
    """Whether a game fulfils every clause for this score."""
    encoding = PlainEncoding(start, score)
    game = list(accumulate(line, Position.push, initial=start))
    true = {number for key, number in encoding.variables.items() if truth(key, game, line)}
    assert len(line) <= encoding.turns
    return all(any((lit > 0) == (abs(lit) in true) for lit in c) for c in encoding.clauses)


def random_game(start: Position, draw: random.Random) -> tuple[list[Action], Position]:
    """A careless game, with clues, discards, announcements and strikes, to its end."""
    line, position = list[Action](), start
    while position.outcome() is None:
        actions = position.legal_actions()
        fits = [a for a in actions if a.kind == "play" and position.is_playable(a.card or 0)]
        careful = [a for a in actions if a.kind != "play"]
        if position.strikes + 1 < position.rules.strikes and draw.random() < 0.1:
            careful = actions
        line.append(draw.choice(fits if fits and draw.random() < 0.7 else careful or actions))
        position = position.push(line[-1])
    return line, position


@many(200)
@given(start=played_positions(), seed=st.integers(0, 10**9))
def test_small_games_fulfil_every_clause(start: Position, seed: int) -> None:
    """And one that ends with less fulfils not all of them."""
    line, end = random_game(start, random.Random(seed))
    outcome = end.outcome()
    assert outcome is not None
    perfect = start.rules.perfect_score
    if outcome.score:
        assert fulfils(start, line, outcome.score)
    if (outcome.score or 0) < perfect:
        above = perfect if start.rules.is_bouquet_final else (outcome.score or 0) + 1
        assert len(line) > PlainEncoding(start, above).turns or not fulfils(start, line, above)


@pytest.mark.check_takes(2)
@pytest.mark.parametrize("cell", [cell for cell in CELLS if cell.players in (2, 5)], ids=str)
def test_full_games_fulfil_every_clause(cell: Cell) -> None:
    """A line of the kernel's, and one that is played at random."""
    deal = Deal.from_seed(3, cell.players, cell.rules)
    start = Position.start(deal)
    result = Searcher(Budget(memory=16)).solve(deal)
    if result.max_score is not None:
        assert fulfils(start, result.line, result.max_score)
    line, end = random_game(start, random.Random(deal.seed))
    if end.outcome() and end.score and not deal.rules.is_bouquet_final:
        assert fulfils(start, line, end.score)


@pytest.mark.check_takes(1)
@pytest.mark.parametrize(("rules", "players", "seed"), WON)
def test_won_deals(rules: str, players: int, seed: int) -> None:
    deal = Deal.from_seed(seed, players, rules)
    start = Position.start(deal)
    assert opinion(start).reachable is True
    check(start, deal.rules.perfect_score, reachable=True)


@pytest.mark.check_takes(0)
@pytest.mark.parametrize(("rules", "players", "seed"), LOST)
def test_lost_deals(rules: str, players: int, seed: int) -> None:
    start = Position.start(Deal.from_seed(seed, players, rules))
    assert opinion(start).reachable is False
    check(start, start.rules.perfect_score, reachable=False)


def test_it_can_be_left_undecided() -> None:
    found = plain_opinion(Position.start(Deal.from_seed(40, 2)), conflicts=1)
    assert (found.reachable, found.line) == (None, ())


def test_what_has_no_formula_is_refused() -> None:
    start = Position.start(Deal.from_seed(42, 3))
    for score in (0, 26):
        with pytest.raises(ValueError, match=f"{score} points: a formula asks for 1 to 25"):
            PlainEncoding(start, score)
    with pytest.raises(ValueError, match="bonus tiles"):
        PlainEncoding(Position.start(Deal.from_seed(42, 3, "flamboyants")))
    rules = Rules((Suit("r", (1, 1)),), hand_size=1)
    empty = Position.from_parts(rules, [[Card("r", 1)], [Card("r", 2)]], [], (0,), tokens=8)
    with pytest.raises(ValueError, match="cannot arise: the pile is empty"):
        PlainEncoding(empty)
