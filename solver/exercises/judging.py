"""Whether a position is an exercise: one answer is clearly best, and others look right."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from solver._chance import MOST
from solver.analysis.moves import Endgame, analyse_with
from solver.analysis.plausible import is_plausible
from solver.analysis.why import why_moves
from solver.chances.aims import Aim
from solver.chances.moves import Chances, chances_with, span_after
from solver.chances.questions import face_down
from solver.chances.searcher import ChanceSearcher
from solver.chances.why import CLEARLY, late_cards, plan_of, story_of, why_chance
from solver.exercises.exercise import Exercise, Note, Step
from solver.exercises.grading import Grade
from solver.exercises.simple import Move, simple_action
from solver.exercises.themes import Study, find_themes
from solver.game.actions import Action
from solver.game.position import Position
from solver.game.rules import Rules
from solver.search.budget import Budget
from solver.search.searcher import Searcher

# A position that takes longer than this has an easier neighbour.
BUDGET = Budget(nodes=1_000_000, memory=64)
# With bonus tiles many do, and clause learning, which needs clauses for each, would take seconds.
TILE_BUDGET = Budget(nodes=20_000, memory=64)
CHANCE_BUDGET = Budget(nodes=20_000, memory=16)
LEAST_TEMPTING = 2
# Of so many tempting moves it is told how they are lost.
STORIES = 2
# Where hardly anything is left to save there is little to learn.
LEAST_CHANCE = Fraction(1, 4)
MOST_LOST = 3


def searcher_for(rules: Rules) -> Searcher:
    """A searcher that gives up on positions that take long."""
    return Searcher(TILE_BUDGET, plan={"form": None}) if rules.tiles else Searcher(BUDGET)


def best_hope(position: Position) -> int:
    """The most that a look at the table does not rule out: lost cards, and pace."""
    rules = position.rules
    pace = min(position.pace or 0, 0)
    return min(rules.score(position.reachable_levels()), rules.perfect_score + pace)


def _is_worthwhile(position: Position, score: int) -> bool:
    """Whether the score is one that people still play for, and not reached yet."""
    return position.score < score and score >= position.rules.perfect_score - MOST_LOST


def judgement(position: Position, seed: str | None, turn: int) -> Exercise | None:
    """The exercise that a position is while its pile lies face down; None if it is none.

    What is asked for is the best score that is still possible. It is an exercise if one move has a
    better chance of it than every other, clearly so, and what a simple player does is wrong.
    """
    position = face_down(position)
    hope, rules = best_hope(position), position.rules
    if rules.tiles or len(position.draws) > MOST or not _is_worthwhile(position, hope):
        return None
    aim: Aim = "win" if hope == rules.perfect_score else hope
    if aim != "win" and rules.is_bouquet_final:
        return None
    searcher = ChanceSearcher(position, aim, CHANCE_BUDGET)
    best, simple = searcher.value(position).value, simple_action(position)
    # Most positions are none, and these two values tell.
    _raise_interrupt(searcher)
    if best is None or best < LEAST_CHANCE:
        return None
    after = span_after(searcher, position, simple)[0].value or 0
    _raise_interrupt(searcher)
    if best - after < CLEARLY:
        return None
    found = chances_with(searcher, position)
    if any(move.value is None for move in found.moves) or len(found.best_moves) > 1:
        return None
    if any(best - (move.value or 0) < CLEARLY for move in found.moves[1:]):
        return None
    tempting = _tempting(position, found.moves, simple)
    if len(tempting) < LEAST_TEMPTING:
        return None
    notes = dict(_chance_notes(searcher, found, tempting))
    study = Study(
        position, found.moves[0], tempting, best,
        lambda other: searcher.value(other).high, bool(late_cards(found, found.moves[0])),
    )  # fmt: skip
    exercise = _exercise(found, study, notes, seed, turn)
    _raise_interrupt(searcher)
    return exercise


def _raise_interrupt(searcher: ChanceSearcher) -> None:
    """Raise the Ctrl-C that ended a search: a single value only says that it is not known."""
    if searcher.stopped_by == "interrupt":
        raise KeyboardInterrupt


def _chance_notes(
    searcher: ChanceSearcher, found: Chances, tempting: tuple[Move, ...]
) -> Iterator[tuple[Action, Note]]:
    for move in found.moves:
        sentence = why_chance(found, move)
        if move is found.moves[0]:
            plan = plan_of(searcher, found, move, found.position.players)
            steps = tuple(Step(step.position, step.action, step.drawn) for step in plan)
            yield move.action, Note(sentence, steps)
            continue
        if move not in tempting[:STORIES]:
            yield move.action, Note(sentence)
            continue
        story = story_of(searcher, found, move)
        steps = tuple(Step(step.position, step.action, step.drawn) for step in story.steps)
        plain = None if story.plain is None else story.plain.sentence
        yield move.action, Note(sentence, steps if story.is_lost else (), plain)


def puzzle(
    searcher: Searcher, position: Position, solutions: int, seed: str | None, turn: int
) -> Exercise | None:
    """The exercise that a position is with a known pile; None if it is none.

    It is one if at most `solutions` moves keep the best score and what a simple player does does
    not.
    """
    answer = searcher.solve_position(position)
    low, high = answer.bounds
    simple = simple_action(position)
    if low != high or not _is_worthwhile(position, high):
        return None
    if searcher.solve_next(position.push(simple), high).bounds[1] >= low:
        return None
    found = analyse_with(searcher, position)
    if not 1 <= len(found.best_moves) <= solutions or any(m.cost is None for m in found.moves):
        return None
    tempting = _tempting(position, found.moves, simple)
    if len(tempting) < LEAST_TEMPTING:
        return None
    found = found.replayed()
    notes = dict(_notes(found))
    study = Study(
        position, found.best_moves[0], tempting, low,
        lambda other: searcher.solve_position(other).bounds[1], False,
    )  # fmt: skip
    return _exercise(found, study, notes, seed, turn)


def _notes(found: Endgame) -> Iterator[tuple[Action, Note]]:
    for action, reason in why_moves(found).items():
        steps = tuple(Step(position, action) for position, action in reason.refutation)
        yield action, Note(reason.why.sentence, steps, reason.plain.sentence)


def _tempting(position: Position, moves: tuple[Move, ...], simple: Action) -> tuple[Move, ...]:
    """The wrong moves that look right, the simple one first."""
    wrong = [move for move in moves if not move.keeps_best]
    first = [move for move in wrong if simple in move.actions]
    return (*first, *(m for m in wrong if m not in first and is_plausible(position, m.action)))


def _turns_after(start: Position, steps: tuple[Step, ...]) -> int:
    """The turns after a move until its loss is plain; a story begins with the move itself."""
    return sum(step.position is not start for step in steps)


def _exercise(
    found: Endgame | Chances, study: Study, notes: dict[Action, Note], seed: str | None, turn: int
) -> Exercise | None:
    themes = find_themes(study)
    if not themes:
        return None
    deepest = max(_turns_after(study.position, notes[m.action].steps) for m in study.tempting)
    costs = [move.cost for move in found.moves if not move.keeps_best and move.cost is not None]
    is_quiet = study.action.kind == "discard"
    grade = Grade(len(study.tempting), deepest, min(costs), is_quiet)
    return Exercise(found, study.tempting, notes, themes, grade, seed, turn)
