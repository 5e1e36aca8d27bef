"""`python -m benchmarks.human_play FOLDER`: are simulated games like those that people played?

The folder has games of hanab.live as JSON. Both kinds are compared at the same moments: when so
many cards are left in the pile.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from statistics import mean

from solver import Deal, Rules
from solver.exercises.players import play_sensibly
from solver.game.position import Position
from solver.reader import read_game

PLAYERS = (2, 3, 4, 5)
PILES = (8, 6, 4, 2, 0)
BASE = Rules.named("base")

Game = Sequence[Position]  # all positions, the last one after the last action


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.human_play", description=__doc__)
    parser.add_argument("folder", type=Path, help="with games of hanab.live, *.json")
    parser.add_argument(
        "--games", type=int, default=200, help="simulated for each number of players"
    )
    options = parser.parse_args()
    human_play(options.folder, options.games)


def human_play(folder: Path, games: int) -> None:
    """Print the two tables, and how long a simulated game took."""
    real = finished_games(folder)
    began = time.process_time()
    simulated = {players: simulated_games(players, games) for players in PLAYERS}
    took = (time.process_time() - began) / (games * len(PLAYERS))
    sets: list[tuple[str, Sequence[Game]]] = []
    for players in PLAYERS:
        sets.append((f"people, {players}", [game for game in real if game[0].players == players]))
        sets.append((f"simulated, {players}", simulated[players]))
    sets.append(("people, all", real))
    sets.append(("simulated, all", [game for some in simulated.values() for game in some]))
    print("\n".join([*late_table(sets), "", *end_table(sets), ""]))
    print(f"{1000 * took:.1f} ms for a simulated game")


def finished_games(folder: Path) -> list[Game]:
    """The games of base in a folder, without those that somebody broke off."""
    games = [
        read_game(path.read_text("utf-8"), str(path)) for path in sorted(folder.glob("*.json"))
    ]
    return [game.positions for game in games if game.ended == "over" and game.deal.rules == BASE]


def simulated_games(players: int, games: int) -> list[Game]:
    return [simulated_game(players, seed) for seed in range(1, games + 1)]


def simulated_game(players: int, seed: int) -> Game:
    turns = list(play_sensibly(Deal.from_seed(seed, players, BASE), Random(seed)))
    position, action = turns[-1]
    return [*(position for position, _ in turns), position.push(action)]


def late_table(sets: Iterable[tuple[str, Sequence[Game]]]) -> list[str]:
    """Each cell: score, tokens, strikes, cards discarded, and how many may still be perfect."""
    rows = [
        "score / tokens / strikes / discarded / share that may still be perfect, by cards in the "
        "pile:",
        "",
        "| players | " + " | ".join(map(str, PILES)) + " |",
        "|---|" + "---|" * len(PILES),
    ]
    for name, games in sets:
        if games:
            cells = (_late([_at(game, cards) for game in games]) for cards in PILES)
            rows.append(f"| {name} | " + " | ".join(cells) + " |")
    return rows


def _at(game: Game, cards: int) -> Position | None:
    """The first position with so many cards in the pile; None if the game ended before it."""
    return next((position for position in game if len(position.draws) == cards), None)


def _late(found: Sequence[Position | None]) -> str:
    reached = [position for position in found if position is not None]
    if not reached:
        return "-"
    means = (
        mean(position.score for position in reached),
        mean(position.tokens for position in reached),
        mean(position.strikes for position in reached),
        mean(len(position.discards) for position in reached),
    )
    share = mean(may_be_perfect(position) for position in reached)
    return " / ".join(f"{value:.1f}" for value in means) + f" / {share:.0%}"


def may_be_perfect(position: Position) -> bool:
    """Whether neither the cards nor the pace rule the perfect score out."""
    reachable = position.rules.score(position.reachable_levels())
    return (position.pace or 0) >= 0 and reachable == position.rules.perfect_score


def end_table(sets: Iterable[tuple[str, Sequence[Game]]]) -> list[str]:
    rows = [
        "| players | games | score | 20 and more | perfect | strikes | none | one | two | lost |",
        "|---|" + "---:|" * 9,
    ]
    for name, games in sets:
        if games:
            ends = [game[-1] for game in games]
            cells = [str(len(ends)), f"{mean(end.score for end in ends):.1f}"]
            cells.append(f"{mean(end.score >= 20 for end in ends):.0%}")
            cells.append(f"{mean(end.score == BASE.perfect_score for end in ends):.0%}")
            cells.append(f"{mean(end.strikes for end in ends):.2f}")
            cells += [f"{mean(end.strikes == count for end in ends):.0%}" for count in range(4)]
            rows.append(f"| {name} | " + " | ".join(cells) + " |")
    return rows


if __name__ == "__main__":
    main()
