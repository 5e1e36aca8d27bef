"""Actions in words."""

from __future__ import annotations

from collections.abc import Sequence

from solver.game.actions import Action
from solver.game.cards import Card
from solver.game.deals import PLAYER_NAMES
from solver.game.position import Position
from solver.game.tiles import TAKING


def describe(
    position: Position,
    action: Action,
    names: Sequence[str] = PLAYER_NAMES,
    clue: str = "gives a clue",
) -> str:
    """A legal action in words, with the bonus tiles that it turns and what it draws.

    Nothing is said of a card that is drawn where the game has just ended: nobody plays it.
    `names` are the players', and `clue` is what a player does who gives one.

    >>> from solver.game.deals import Deal
    >>> start = Position.start(Deal.from_seed(42, players=3))
    >>> describe(start, Action("play", 1))
    'Alice misplays g4 from slot 4 (strike 1), draws r1'
    """
    after = position.push(action)
    words = _deed(position, action, after, names, clue)
    card = drawn(position, after) if after.outcome() is None else None
    return words if card is None or action.card is None else f"{words}, draws {card}"


def deed(position: Position, action: Action, names: Sequence[str] = PLAYER_NAMES) -> str:
    """The same without what is drawn, which nobody knows before."""
    return _deed(position, action, position.push(action), names, "gives a clue")


def _deed(
    position: Position, action: Action, after: Position, names: Sequence[str], clue: str
) -> str:
    name = names[position.to_move]
    if action.card is None:
        return f"{name} {clue}"
    failed = after.strikes > position.strikes
    verb = "discards" if action.kind == "discard" else "misplays" if failed else "plays"
    words = f"{name} {verb} {position.card(action.card)} from {position.place(action.card)}"
    if action.announce:
        words += ", announced"
    if failed:
        words += f" (strike {after.strikes})"
    for tile, effect in tile_effects(position, action, after):
        words += f": tile {tile}, {effect}"
    return words


def drawn(before: Position, after: Position) -> Card | None:
    """The card that the player who moved has drawn, if there is one."""
    held, holds = before.hands[before.to_move], after.hands[before.to_move]
    return next((before.card(order) for order in holds if order not in held), None)


def choice_words(position: Position, action: Action) -> str:
    """What is chosen from the bonus tiles that a play turns, to stand behind the play."""
    places = {"pile": "into the pile", "play": "into play"}
    words = [
        f"tile {choice.tile}, {position.card(choice.card)} {places[choice.into]}"
        for choice in action.choices
    ]
    return "".join(f": {word}" for word in words)


def tile_effects(before: Position, action: Action, after: Position) -> list[tuple[int, str]]:
    """The bonus tiles that an action turned, each with what came of it in words."""
    turned = before.tiles[: len(before.tiles) - len(after.tiles)]
    return [(tile, _tile_effect(tile, before, action, after)) for tile in turned]


def _tile_effect(tile: int, before: Position, action: Action, after: Position) -> str:
    chosen = next((choice for choice in action.choices if choice.tile == tile), None)
    if chosen is not None:
        verb, place = ("puts", "play") if chosen.into == "play" else ("shuffles", "the pile")
        return f"{verb} {before.card(chosen.card)} from the discard pile into {place}"
    if tile in TAKING:
        return "takes nothing"
    # A tile that offers no choice is the last one of its move: what changes besides the token for
    # announcing is its doing.
    announced = min(before.tokens + action.announce, before.rules.tokens)
    effects = ["takes a strike back"] if after.strikes < before.strikes else []
    effects += ["gains a token"] if after.tokens > announced else []
    return " and ".join(effects) or "no effect"
