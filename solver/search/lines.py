"""The kernel's moves as a line of play that the referee replays."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Literal

from solver._core import Kind
from solver.errors import ActionError
from solver.game.actions import Action, Choice
from solver.game.cards import Card
from solver.game.position import Position
from solver.game.rules import Rules
from solver.game.suits import Suit

KernelMove = tuple[int, int, int]  # kind, card type, the mover's useful types

_KINDS: dict[int, Literal["play", "discard"]] = {
    Kind.PLAY: "play",
    Kind.DISCARD: "discard",
    Kind.ANNOUNCED: "play",
    Kind.MISPLAY: "play",
}

# Moves that belong to the play before them: what is done with a bonus tile.
_WITH_TILES = (Kind.PUT, Kind.SHUFFLE, Kind.SKIP)


@lru_cache(maxsize=64)
def card_types(suits: tuple[Suit, ...]) -> dict[Card, int]:
    """The kernel's number of every card: 8 for each suit before it, and its level less one."""
    return {
        Card(suit.letter, value): 8 * index + suit.level_of(value) - 1
        for index, suit in enumerate(suits)
        for value in range(1, suit.size + 1)
    }


def _always_apart(rules: Rules) -> int:
    """The types of which a second copy in a hand is never trash for the kernel, as bits.

    They are those that complete a firework, with announcing, tiles or plays from the pile: to play
    such a copy would be no misplay (see `add_card` in solver/kernel/hands.pxd).
    """
    turns_tiles = rules.tiles and any(suit.ends_with_five for suit in rules.suits)
    if rules.announce or rules.deck_plays or turns_tiles:
        return sum(1 << 8 * index + suit.size - 1 for index, suit in enumerate(rules.suits))
    return 0


def checked_game(
    position: Position, moves: Iterable[KernelMove | Action], score: int
) -> tuple[tuple[Action, ...], tuple[Position, ...]]:
    """The search's moves as actions, replayed by the referee to the end, with all positions.

    Anything but the promised score is an error of this program and never an answer. There is no
    line to a defeat in Bouquet final.
    """
    positions, line = [position], list[Action]()
    if score == 0 and position.rules.is_bouquet_final:
        return (), (position,)
    try:
        _play(moves, line, positions)
    except ActionError as error:
        raise _not_promised(score, str(error)) from error
    outcome = positions[-1].outcome()
    assert outcome is not None
    if outcome.score is None or outcome.score < score:
        raise _not_promised(score, f"it ends with {outcome}")
    return tuple(line), tuple(positions)


def _not_promised(score: int, reason: str) -> AssertionError:
    return AssertionError(
        f"internal error: a line for {score} points is none: {reason}; please report the deal"
    )


def _play(
    moves: Iterable[KernelMove | Action], line: list[Action], positions: list[Position]
) -> None:
    """Add the moves to the line, and their positions, up to the end of the game."""
    for move in moves:
        if not isinstance(move, Action) and move[0] in _WITH_TILES:
            line[-1] = _chosen(positions[-2], line[-1], *move)
            positions[-1] = positions[-2].push(line[-1])
            continue
        line.append(move if isinstance(move, Action) else _action(positions[-1], *move))
        positions.append(positions[-1].push(line[-1]))
    while positions[-1].outcome() is None:
        line.append(_filler(positions[-1]))
        positions.append(positions[-1].push(line[-1]))


def _action(position: Position, kind: int, card_type: int, useful: int) -> Action:
    """A move of the kernel as an action with a definite card, the oldest of those that serve.

    `useful` are the types by which the kernel tells trash in the mover's hand: what is not
    among them, and second copies but for those that are `_always_apart`.
    """
    if kind == Kind.CLUE:
        return Action("clue")
    if kind == Kind.FROM_PILE:
        return Action("play", position.pile_card)
    types, trash, seen = card_types(position.rules.suits), [], set()
    apart = _always_apart(position.rules)
    for order in position.hands[position.to_move]:
        number = types[position.card(order)]
        if number == card_type:
            return Action(_KINDS[kind], order, announce=kind == Kind.ANNOUNCED)
        if not useful >> number & 1 or (number in seen and not apart >> number & 1):
            trash.append(order)
        seen.add(number)
    if position.rules.tiles:  # a second copy may be told apart, so others come first
        trash.sort(key=lambda order: useful >> types[position.card(order)] & 1)
    return Action(_KINDS[kind], trash[0])


def _chosen(position: Position, play: Action, kind: int, card_type: int, useful: int) -> Action:
    """The play with what the kernel does with the last tile it turns.

    `useful` are the types in the discard pile that matter; of several cards the oldest is taken.
    """
    if kind == Kind.SKIP:
        return play
    left = len(position.push(play).tiles)
    tile = position.tiles[len(position.tiles) - left - 1]
    types = card_types(position.rules.suits)
    taken = {choice.card for choice in play.choices}
    for order in position.discards:
        number = types[position.card(order)]
        if order not in taken and (
            number == card_type if card_type >= 0 else not useful >> number & 1
        ):
            choice = Choice(tile, order, "pile" if kind == Kind.SHUFFLE else "play")
            return play._replace(choices=(*play.choices, choice))
    raise AssertionError(
        "internal error: a card is missing from the discard pile; please report the deal"
    )


def _filler(position: Position) -> Action:
    """A move that passes a turn once nothing more is to be gained.

    A clue or a discard costs no strike, and one of them is legal unless hands of one card run
    out at the very end; the kernel plays such games to the end itself.
    """
    actions = position.legal_actions()
    return next((action for action in actions if action.kind != "play"), actions[0])


def turns_of(moves: Iterable[KernelMove | Action]) -> int:
    """The number of turns: what is done with a bonus tile belongs to the play that turned it."""
    return sum(isinstance(move, Action) or move[0] not in _WITH_TILES for move in moves)
