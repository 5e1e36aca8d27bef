"""What `hanabi-solve survey --ledger` does: counts, compares, retries."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from cli.inputs.outputs import check_outputs
from cli.inputs.ranges import read_players
from cli.terminal import codes, output
from cli.terminal.stopping import raise_lost
from cli.terminal.survey_progress import Progress
from solver.errors import InputError, counted
from solver.game.deals import Deal
from solver.game.rules import Rules
from solver.search.budget import Budget
from solver.survey import ledger_again
from solver.survey.begun import begun_beside
from solver.survey.counting import count_blocks
from solver.survey.ledger import Ledger, check_blocks, game_of
from solver.survey.making import Making, Range
from solver.survey.verify import choose

if TYPE_CHECKING:
    from solver.workers import Workers

MOST_NAMED = 20  # undecided deals in a message


class Asked(NamedTuple):
    """A ledger, which may not be there yet, and the game that it is about."""

    path: Path
    rules: Rules
    players: int

    def opened(self) -> Ledger:
        """What it says now."""
        return Ledger(self.path, self.rules, self.players)

    def making(self, budget: Budget) -> Making:
        """How its deals are solved."""
        return Making(self.rules, "starts", budget)


def refuse_others(given: Mapping[str, bool]) -> None:
    """An option that would be passed over in silence is refused."""
    for other, is_given in given.items():
        if is_given:
            raise InputError(f"{other} does not go with --ledger")


def asked(path: Path, players: str | None, rules: Rules | None) -> Asked:
    """The ledger; what is not said about its game is as in the file, or else usual."""
    there = game_of(path)
    own_rules, own_players = there or (Rules.named("base"), 3)
    numbers = [own_players] if players is None else read_players(players)
    if len(numbers) > 1:
        raise InputError(f"--players {players}: a ledger is of one number of players")
    game = Asked(path, rules or own_rules, numbers[0])
    Deal.from_start(game.rules, game.players, 1)  # refuses too many players for the deck
    game.opened()  # refuses a ledger of another game, or a damaged one
    return game


def count(asked: Asked, wanted: Range | None, budget: Budget, workers: Workers) -> int:
    """Count the blocks of the range that are missing."""
    if wanted is None:
        raise InputError("--ledger: say which deals to count: --starts all, or --starts 1-50000000")
    check_blocks(wanted)
    check_outputs({"--ledger": asked.path})
    progress = Progress(len(wanted))
    with begun_beside(asked.path) as begun:
        ledger = asked.opened()
        for block, there in ledger.counts.items():
            if block.shared(wanted):
                progress.add_earlier(ledger.players, len(block), there.verdicts)
        if progress.done:
            output.note(f"{asked.path}: {_blocks(ledger, wanted)} counted already")
        try:
            with (
                progress,
                closing(
                    count_blocks(ledger, begun, asked.making(budget), wanted, workers)
                ) as slices,
            ):
                for part, is_new in slices:
                    add = progress.add if is_new else progress.add_earlier
                    add(ledger.players, len(part.range), part.verdicts)
                    raise_lost()
        except KeyboardInterrupt:
            output.note("interrupted: what is counted stays; the same command goes on from there")
            return codes.INTERRUPTED
    output.line(f"{asked.path}: {progress.summary()}")
    output.line(f"  counted: {_blocks(ledger, wanted)}")
    undecided = [
        start
        for block, each in ledger.counts.items()
        if block.shared(wanted)
        for start in each.undecided
    ]
    if undecided:
        output.line(f"  undecided: {_starts(undecided)}")
    return codes.ANSWERED


def verify(
    asked: Asked, number: str, wanted: Range | None, budget: Budget, workers: Workers
) -> int:
    """Count blocks again and say which of them differ."""
    if not re.fullmatch(r"all|[1-9][0-9]{0,8}", number):
        raise InputError(f"--verify {number}: write the number of blocks, or all")
    ledger = _there(asked)
    there = [block for block in ledger.counts if wanted is None or block.shared(wanted)]
    chosen = choose(there, None if number == "all" else int(number))
    progress, different = Progress(sum(map(len, chosen))), 0
    again = ledger_again.compare(ledger, chosen, asked.making(budget), workers)
    with progress, closing(again) as steps:
        for part, compared in steps:
            progress.add(ledger.players, len(part.range), part.verdicts)
            raise_lost()
            if compared is None:
                continue
            different += bool(compared.differences or compared.undecided)
            for words in _words(compared):
                output.line(f"{asked.path}: {compared.block}: {words}")
    output.line(
        f"{asked.path}: {len(chosen)} of {counted(len(there), 'block')} verified, "
        f"{different} {'differs' if different == 1 else 'differ'}."
    )
    return codes.DIFFERENT if different else codes.ANSWERED


def retry(asked: Asked, budget: Budget, workers: Workers) -> int:
    """Try the undecided deals again."""
    _there(asked)
    tried = decided = 0
    try:
        with (
            begun_beside(asked.path),
            closing(ledger_again.retry(asked.opened(), asked.making(budget), workers)) as blocks,
        ):
            for block in blocks:
                tried += block.tried
                decided += block.decided
                output.note(f"{block.block}: {block.decided} of {block.tried} decided")
                raise_lost()
    except KeyboardInterrupt:
        output.note("interrupted: what is decided stays; the same command goes on from there")
        return codes.INTERRUPTED
    output.line(
        f"{asked.path}: {decided:,} of {counted(tried, 'undecided deal')} "
        f"{'is' if decided == 1 else 'are'} decided now."
    )
    return codes.ANSWERED


def _there(asked: Asked) -> Ledger:
    ledger = asked.opened()
    if not ledger.counts:
        raise InputError(f"{asked.path}: there is no block in it, or no such file")
    return ledger


def _blocks(ledger: Ledger, wanted: Range) -> str:
    missing = sum(1 for _ in ledger.missing(wanted))
    there = sum(1 for block in ledger.counts if block.shared(wanted))
    return f"{there:,} of {counted(there + missing, 'block')}"


def _words(compared: ledger_again.Compared) -> list[str]:
    words = []
    if compared.differences:
        words.append(f"differs in {', '.join(compared.differences)}")
    if compared.undecided:
        words.append(
            f"cannot be compared: undecided here: {_starts(compared.undecided)}; use more --nodes"
        )
    if compared.decided:
        words.append(
            f"undecided in the ledger, and decided now: {_starts(compared.decided)}; "
            "--retry-undecided writes that down"
        )
    return words


def _starts(starts: list[int] | tuple[int, ...]) -> str:
    more = f" and {len(starts) - MOST_NAMED:,} more" if len(starts) > MOST_NAMED else ""
    return ", ".join(map(str, starts[:MOST_NAMED])) + more
