"""The answers for programs: the same objects that the commands write with `--json`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cli.inputs.position import Given
from cli.inputs.showing import link_at, linked
from cli.views import chances as chance_view
from cli.views import deal as deal_view
from cli.views import endgame as endgame_view
from cli.views import exercise as exercise_view
from cli.views import replay as replay_view
from solver.analysis.why import why_moves
from solver.chances.questions import question
from solver.chances.why import why_chances
from solver.errors import InputError
from solver.exercises.exercise import Exercise
from solver.exercises.making import look_for
from solver.exercises.themes import ExerciseKind
from solver.game.actions import Action
from solver.game.deals import Deal
from solver.game.position import Position
from solver.game.rules import Rules, check_players
from solver.notation.actions import Clue
from web.asked import (
    BUDGET_FIELDS,
    DEAL_FIELDS,
    POSITION_FIELDS,
    brought_of,
    budget_of,
    game_of,
    position_of,
    rules_of,
)
from web.bodies import Fields
from web.desk import Tell
from web.exercises import DEALS, NONE_SOON, read_theme
from web.limits import Allowance
from web.reviews import count_luck, review_game
from web.searchers import searcher_for
from web.values import count_chances, solve_moves

MOST_EXERCISES = 100


def deal(fields: Fields, allowance: Allowance) -> Any:
    """As `hanabi-solve deal`."""
    fields.only((*DEAL_FIELDS, *BUDGET_FIELDS, "link"))
    allowance.budget = budget_of(fields, allowance.budget)
    brought = brought_of(fields)
    if brought.game is not None:
        brought.check_line()
    given = brought.seated()
    _link(fields, given, ())  # what cannot be shown is refused before the work
    with searcher_for(allowance) as searcher:
        result = searcher.solve(given, allowance.stop).replayed()
        allowance.check()
    return deal_view.to_json(result) | _link(fields, given, result.line)


def endgame(fields: Fields, allowance: Allowance) -> Any:
    """As `hanabi-solve endgame`."""
    fields.only((*POSITION_FIELDS, *BUDGET_FIELDS, "unknown_pile", "aim", "draws", "line", "link"))
    allowance.budget = budget_of(fields, allowance.budget)

    def best_line(start: Position) -> Sequence[Action]:
        with searcher_for(allowance) as searcher:
            return searcher.solve_position(start).line

    asked = position_of(fields, best_line)
    if fields.flag("unknown_pile"):
        return _chances(fields, asked, allowance)
    for name in ("aim", "draws"):
        if fields.get(name):
            raise InputError(f"{name} goes with unknown_pile")
    if asked.hidden or asked.is_pile_unknown:
        raise InputError("not every card of the position is known: add unknown_pile")
    _link(fields, asked.deal, ())
    found = solve_moves(asked.position, allowance)
    best = max(found.moves, key=lambda move: move.bounds[0], default=None)
    line = (*asked.moves, *(() if best is None else best.line))
    answer = endgame_view.to_json(asked, found, fields.flag("line"), why_moves(found))
    return answer | _link(fields, asked.deal, line, asked.start_player, asked.turn)


def _chances(fields: Fields, asked: Given, allowance: Allowance) -> Any:
    for name in ("line", "link"):
        if fields.flag(name):
            raise InputError(
                f"{name} shows what follows in one order of the pile: leave it or unknown_pile out"
            )
    draws, aim = fields.flag("draws"), fields.get("aim")
    if asked.hidden and draws:
        raise InputError("draws: after a move with unknown cards it is not known what is drawn")
    aim = asked.aim if aim is None else aim
    asking = question(asked.position, "win" if aim is None else aim, asked.hidden)
    found = count_chances(asking, allowance)
    return chance_view.to_json(asked, found, draws, why_chances(found))


def replay(fields: Fields, allowance: Allowance) -> Any:
    """As `hanabi-solve replay`."""
    fields.only(("game", *BUDGET_FIELDS, "link"))
    allowance.budget = budget_of(fields, allowance.budget)
    game = game_of(fields)
    _link(fields, game.deal, ())
    found = review_game(game, allowance)
    answer = replay_view.to_json(found, count_luck(game, allowance))
    turn = found.leaves_on_turn
    clues = game.clues[: turn - 1]
    return answer | _link(fields, game.deal, found.line, game.start_player, turn, clues)


def exercises(fields: Fields, allowance: Allowance, tell: Tell) -> None:
    """As `hanabi-solve exercise`: so many objects."""
    fields.only(
        (
            "players", "rules", "known_pile", "pile", "solutions", "count", "seed", "deals",
            "grade", "theme", "link",
        )
    )  # fmt: skip
    rules, pile = rules_of(fields) or Rules.named("base"), fields.number("pile")
    kind: ExerciseKind = "puzzle" if fields.flag("known_pile") else "judgement"
    solutions, count = fields.number("solutions"), fields.number("count")
    if solutions is not None and kind == "judgement":
        raise InputError("solutions goes with known_pile: else one move is the best")
    if not 1 <= (count := 1 if count is None else count) <= MOST_EXERCISES:
        raise InputError(f"count is {count}: 1 to {MOST_EXERCISES} can be asked for at once")
    players, deals = fields.get("players"), fields.number("deals")
    found = look_for(
        rules,
        check_players(3 if players is None else players),
        kind=kind,
        pile=pile,
        solutions=1 if solutions is None else solutions,
        seed=fields.text("seed") or "1",
        deals=DEALS if deals is None else min(deals, DEALS),
        theme=read_theme(fields.text("theme"), rules, pile, kind),
        grade=fields.number("grade"),
    )
    told = 0
    for one in found:
        allowance.check()
        if one is not None:
            tell(_exercise(fields, one))
            told += 1
        if told == count:
            return
        if allowance.is_over:
            raise InputError(NONE_SOON if not told else f"only {told} were found: {NONE_SOON}")


def _exercise(fields: Fields, exercise: Exercise) -> Any:
    answer = exercise_view.to_json(exercise)
    if not fields.flag("link"):
        return answer
    given, line = exercise.game()
    return answer | _link(fields, given, line, turn=exercise.turn)


def _link(
    fields: Fields,
    given: Deal | None,
    line: Sequence[Action],
    start_player: int = 0,
    turn: int | None = None,
    clues: Sequence[Clue | None] = (),
) -> dict[str, str]:
    """What an answer has more if a link is asked for."""
    if not fields.flag("link"):
        return {}
    if given is None:
        raise InputError("link shows a deal, and the position does not come from one")
    return linked(link_at(given, line, start_player, turn, clues))
