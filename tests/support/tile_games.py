"""Random games with bonus tiles, and what is true of them in the clauses of clause learning."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from solver import Action, Position
from solver.search.sat.clauses import Number
from solver.search.sat.tile_plays import TilePlays
from solver.search.sat.tiles import TileEncoding
from tests.support.endgames import usual


def careful_game(start: Position, random: Random) -> tuple[int, list[Action]]:
    """A game in which tiles are turned, used in every way and declined; its score and its line."""
    position, line, care = start, list[Action](), random.choice([0.6, 0.8, 0.95])
    while position.outcome() is None:
        line.append(careful_action(position, random, care))
        position = position.push(line[-1])
    outcome = position.outcome()
    return (outcome.score or 0) if outcome else 0, line


def careful_action(position: Position, random: Random, care: float) -> Action:
    """What is usual, but not what ends the game with a defeat; a tile is sometimes declined."""
    tries = [usual(position, random, care) for _ in range(4)]
    action = next((a for a in tries if not _is_defeat(position.push(a))), tries[0])
    return action._replace(choices=()) if random.random() < 0.2 else action


def _is_defeat(position: Position) -> bool:
    outcome = position.outcome()
    return outcome is not None and not outcome.score


def literals(encoding: TileEncoding, line: Sequence[Action]) -> list[int]:
    """What is true in the models that describe this game, with all its choices and positions.

    A card that tile 5 puts into the pile in the last round is never drawn: there it is as if the
    tile were declined, and likewise for a tile that the last play of the game turns.
    """
    position, joker, true = encoding.start, None, list[int]()
    step = clues = 0

    def number(order: int) -> int:
        if order == joker:
            return encoding.joker
        return encoding.cards.index(order) if order in encoding.cards else -1 - order

    for turn, action in enumerate(line):
        before, position = position, position.push(action)
        if action.card is None and before.turns_left is None:
            clues += 1
            continue
        true += [*_exactly(encoding.clues, step, clues), *_table(encoding, step, clues, before)]
        if action.card is None:
            true.append(encoding.clue(step))
        else:
            discard, announced = encoding.discard(step), encoding.announced(step)
            is_announced = action.announce and before.is_playable(action.card)
            true.append(encoding.takes(step, number(action.card)))
            true.append(discard if action.kind == "discard" else -discard)
            true.append(announced if is_announced else -announced)
        into = {choice.tile: choice for choice in action.choices}
        for tile in encoding.taking:
            choice = into.get(tile)
            puts = choice is not None and choice.into == "play"
            shuffles = choice is not None and not puts and before.turns_left is None
            true.append(encoding.puts(tile, step) if puts else -encoding.puts(tile, step))
            if tile == 5:
                true.append(encoding.shuffles(step) if shuffles else -encoding.shuffles(step))
            if choice is not None and (puts or shuffles):
                picked = number(choice.card)
                if shuffles and not _is_used(encoding.start, line, turn):
                    true.append(_picks_unused(encoding, picked))
                else:
                    true.append(encoding.picks(tile, picked))
        joker = next((c.card for c in action.choices if c.into == "pile"), joker)
        step, clues = step + 1, 0
    return true


def literals_of_plays(encoding: TilePlays, line: Sequence[Action]) -> list[int]:
    """The same, with what is true only of who plays what and when."""
    position, true, joker, kept = encoding.start, literals(encoding, line), None, set[int]()
    step = 0
    for action in line:
        before, position = position, position.push(action)
        if action.card is None and before.turns_left is None:
            continue
        played = action.kind == "play" and before.is_playable(action.card or 0)
        if played and action.card is not None:
            is_joker = action.card == joker
            kept.add(encoding.joker if is_joker else encoding.cards.index(action.card))
            suit = before.rules.suit_index(before.card(action.card).suit)
            true.append(encoding.grows(step, suit))
        true.append(encoding.acts(step, before.to_move))
        joker = next((c.card for c in action.choices if c.into == "pile"), joker)
        step += 1
    true += [encoding.kept(n) if n in kept else -encoding.kept(n) for n in encoding.numbers]
    return true


def _picks_unused(encoding: TileEncoding, number: int) -> int:
    """Tile 5 picks a card that nobody uses: who plays what and when does not name it."""
    if isinstance(encoding, TilePlays):
        return encoding.picks_any()
    return encoding.picks(5, number)


def _is_used(start: Position, line: Sequence[Action], turn: int) -> bool:
    """Whether what tile 5 puts into the pile here is played and fits, or taken again by tile 6."""
    (card,) = (choice.card for choice in line[turn].choices if choice.into == "pile")
    position = start
    for place, action in enumerate(line):
        if place > turn and card in [choice.card for choice in action.choices]:
            return True
        if place > turn and action == ("play", card, *action[2:]) and position.is_playable(card):
            return True
        position = position.push(action)
    return False


def _table(encoding: TileEncoding, step: int, clues: int, position: Position) -> list[int]:
    """What lies on the table before the step, and after its clues."""
    true = [
        *_exactly(encoding.tokens, step, position.tokens + clues),
        *_exactly(encoding.left, step, position.tokens),
        *_exactly(encoding.strikes, step, position.strikes),
    ]
    for suit, level in enumerate(position.levels):
        true += [encoding.level(step, suit, level), -encoding.level(step, suit, level + 1)]
    return true


def _exactly(number: Number, step: int, value: int) -> list[int]:
    """The number has this value at this step."""
    return [number(step, value), -number(step, value + 1)]
