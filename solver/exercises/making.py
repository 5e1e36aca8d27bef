"""Endgames to learn from, out of games as sensible people play them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

from solver._chance import MOST
from solver.errors import InputError, counted, of_kind, whole
from solver.exercises.exercise import AnswerKind, Exercise
from solver.exercises.judging import judgement, puzzle, searcher_for
from solver.exercises.players import play_sensibly
from solver.exercises.themes import ExerciseKind, Theme
from solver.game.actions import Action
from solver.game.deals import Deal
from solver.game.position import Position
from solver.game.rules import Rules, check_players
from solver.search.searcher import Searcher

# Without a wish for it, the number of cards in the pile.
PILES = range(9)
# Answers of every kind come up, in this mix: in each round of exercises so many plays, clues and
# discards. Left to themselves nearly all would be plays and clues.
MIX: tuple[AnswerKind, ...] = ("play", "play", "play", "clue", "clue", "clue", "discard")
# In Bouquet final no last round presses, and sensible players hardly ever come into trouble: of
# 3,300 positions in 300 games of three every move that looks right was right. So they waste turns.
BOUQUET_WASTE = 0.75
# After so many games without an answer of the kind that is due, another one is taken.
PATIENCE = 800


def make(
    rules: Rules,
    players: int,
    *,
    kind: ExerciseKind = "judgement",
    pile: int | None = None,
    solutions: int = 1,
    seed: int | str = 1,
    deals: int = 5000,
    theme: Theme | None = None,
    grade: int | None = None,
    seen: Callable[[int], None] = lambda deals: None,
) -> Iterator[Exercise]:
    """Exercises with `pile` cards in the pile, or any number of them; one from a deal at most.

    The same arguments give the same exercises every time. Answers of every kind take turns, unless
    a theme is wanted, which often has one kind of answer only. `seen` is told how many deals were
    looked at.

    >>> exercise = next(make(Rules.named("base"), 3, pile=4, seed=7))
    >>> len(exercise.position.pile), len(exercise.solutions), len(exercise.tempting) > 1
    (4, 1, True)
    """
    found = look_for(
        rules, players, kind=kind, pile=pile, solutions=solutions, seed=seed, deals=deals,
        theme=theme, grade=grade, seen=seen,
    )  # fmt: skip
    return (one for one in found if one is not None)


def look_for(
    rules: Rules,
    players: int,
    *,
    kind: ExerciseKind = "judgement",
    pile: int | None = None,
    solutions: int = 1,
    seed: int | str = 1,
    deals: int = 5000,
    theme: Theme | None = None,
    grade: int | None = None,
    seen: Callable[[int], None] = lambda deals: None,
) -> Iterator[Exercise | None]:
    """The same, with None after each deal that brings nothing to show yet.

    So whoever looks for something rare can stop in between, and go on later.
    """
    of_kind(rules, Rules, "the rules")
    check_players(players)
    for name, number in (("solutions", solutions), ("deals", deals)):
        whole(number, f"{name} of an exercise")
    if grade is not None and not 1 <= whole(grade, "grade of an exercise") <= 5:
        raise InputError(f"grade {grade}: the grades are 1 to 5")
    _check_pile(rules, players, pile, kind)
    if rules.deck_plays:
        raise InputError(f"{rules}: exercises do not know plays from the pile (deck-plays)")
    if kind == "judgement" and rules.tiles:
        raise InputError(
            f"{rules}: chances are not known with bonus tiles; ask for puzzles, whose pile is known"
        )

    def wanted(one: Exercise) -> bool:
        return (theme is None or theme in one.themes) and grade in (None, one.grade.number)

    found = _all(rules, players, kind, pile, solutions, seed, deals, wanted, seen)
    return _mixed(found, seed) if theme is None else found


def _check_pile(rules: Rules, players: int, pile: int | None, kind: ExerciseKind) -> None:
    if pile is None:
        return
    whole(pile, "pile of an exercise")
    most = len(Deal.from_start(rules, players, 1).pile)
    if kind == "judgement":
        most = min(most, MOST)
    if not 0 <= pile <= most:
        raise InputError(f"a pile of {counted(pile, 'card')}: 0 to {most} are possible")


def _all(
    rules: Rules, players: int, kind: ExerciseKind, pile: int | None, solutions: int,
    seed: int | str, deals: int, wanted: Callable[[Exercise], bool], seen: Callable[[int], None],
) -> Iterator[Exercise | None]:  # fmt: skip
    """For each deal the first exercise of a game, if there is one."""
    searcher = searcher_for(rules)
    for number in range(1, deals + 1):
        deal = Deal.from_seed(f"{seed}-{number}", players, rules)
        yield from_deal(searcher, deal, kind, pile, solutions, wanted)
        seen(number)


def from_deal(
    searcher: Searcher,
    deal: Deal,
    kind: ExerciseKind = "judgement",
    pile: int | None = None,
    solutions: int = 1,
    wanted: Callable[[Exercise], bool] = lambda exercise: True,
) -> Exercise | None:
    """An exercise that a game of the deal comes by, if there is any."""
    random = Random(f"{deal.seed} {kind}")
    made: list[Exercise] = []
    moves: tuple[Action, ...] = ()
    waste = BOUQUET_WASTE if deal.rules.is_bouquet_final else 0
    for position, action in play_sensibly(deal, random, waste):
        if len(position.draws) in (PILES if pile is None else [pile]):
            here, turn = _from_parts(position), len(moves) + 1
            if kind == "judgement":
                found = judgement(here, deal.seed, turn)
            else:
                found = puzzle(searcher, here, solutions, deal.seed, turn)
            if found is not None and wanted(found):
                made.append(replace(found, deal=deal, played=moves))
        moves = (*moves, action)
    if not made:
        return None
    # Discards are rare as answers: take one where there is one. Else any theme that there is.
    rare = [one for one in made if one.answer_kind == "discard"]
    theme = random.choice(list(dict.fromkeys(one.theme for one in rare or made)))
    return random.choice([one for one in rare or made if one.theme == theme])


def _mixed(found: Iterator[Exercise | None], seed: int | str) -> Iterator[Exercise | None]:
    """The exercises in an order in which answers of every kind take turns."""
    waiting: dict[AnswerKind, deque[Exercise]] = {kind: deque() for kind in MIX}
    is_over = False
    for kind in _kinds(seed):
        looked = 0
        while not waiting[kind] and looked < PATIENCE and not is_over:
            try:
                one = next(found)
            except StopIteration:
                is_over = True
                break
            looked += 1
            if one is not None:
                waiting[one.answer_kind].append(one)
            if not waiting[kind]:
                yield None
        ready = waiting[kind] or max(waiting.values(), key=len)
        if ready:
            yield ready.popleft()
        elif is_over:
            return


def _kinds(seed: int | str) -> Iterator[AnswerKind]:
    """Which kind of answer is due, for ever."""
    random = Random(f"{seed}")
    while True:
        yield from random.sample(MIX, len(MIX))


def _from_parts(position: Position) -> Position:
    """The same position as somebody has it who gets to see the table and not the deal.

    The orders of the cards are then those of the position that is written and read again.
    """
    return Position.from_parts(
        position.rules,
        [[position.card(order) for order in hand] for hand in position.hands],
        position.pile,
        position.levels,
        tokens=position.tokens,
        strikes=position.strikes,
        to_move=position.to_move,
        turns_left=position.turns_left,
        tiles=position.tiles,
        tile5=position.tile5,
    )
