"""Actions in hanab.live's form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from solver.errors import ActionError, shown, whole
from solver.game.actions import Action, Choice
from solver.game.deals import PLAYER_NAMES
from solver.game.position import Position
from solver.notation.objects import at

# hanab.live's numbers for what a player does.
PLAY, DISCARD, COLOUR_CLUE, VALUE_CLUE, END_GAME, VOTE_TO_END = range(6)


class Clue(NamedTuple):
    """A clue as it was given on hanab.live; only who reads along there needs to know it."""

    kind: int
    target: int
    value: int

    @classmethod
    def of(cls, action: Mapping[str, Any]) -> Clue | None:
        """The clue of an action in the site's form; None if it is not one, or says nothing.

        >>> Clue.of({"type": 2, "target": 1, "value": 0})
        Clue(kind=2, target=1, value=0)
        """
        kind, value = action["type"], action.get("value")
        if kind not in (COLOUR_CLUE, VALUE_CLUE) or type(value) is not int or not 0 <= value < 10:
            return None
        return cls(kind, action["target"], value)

    def to_json(self) -> dict[str, Any]:
        """The clue as an action in the site's form."""
        return {"type": self.kind, "target": self.target, "value": self.value}


def action_to_json(position: Position, action: Action) -> dict[str, Any]:
    """A legal action in hanab.live's form; an announced play has a key of its own for that.

    So have the choices of bonus tiles: "tiles" lists them, each with its tile, the order of the
    card and where "to" it goes, "play" or "pile". A clue must say something there: it names the
    value of the newest card of the next teammate who holds one.

    >>> from solver.game.deals import Deal
    >>> action_to_json(Position.start(Deal.from_seed(42, players=3)), Action("clue"))
    {'type': 3, 'target': 1, 'value': 2}
    """
    fault = position.fault(action)
    if fault is not None:
        raise ActionError(fault)
    if action.card is not None:
        kind = PLAY if action.kind == "play" else DISCARD
        extra: dict[str, Any] = {"announce": True} if action.announce else {}
        if action.choices:
            extra["tiles"] = [
                {"tile": tile, "card": card, "to": into} for tile, card, into in action.choices
            ]
        return {"type": kind, "target": action.card, "value": 0, **extra}
    target = next(
        player
        for step in range(1, position.players)
        if position.hands[player := (position.to_move + step) % position.players]
    )
    value = position.card(position.hands[target][-1]).value
    return {"type": VALUE_CLUE, "target": target, "value": value}


def named_choices(position: Position, action: Action) -> dict[str, Any]:
    """The same "tiles" where no deal resolves an order: cards by name, of any copy of them.

    Nothing for an action that takes no card.
    """
    if not action.choices:
        return {}
    cards = [
        {"tile": tile, "card": str(position.card(card)), "to": into}
        for tile, card, into in action.choices
    ]
    return {"tiles": cards}


def action_from_json(position: Position, value: object, where: str = "action") -> Action:
    """The action that an object in hanab.live's form means in this position.

    What a clue says is not looked at, only whether it has somebody to point at. Whether the
    action is legal is for the referee to say.

    >>> from solver.game.deals import Deal
    >>> start = Position.start(Deal.from_seed(42, players=3))
    >>> action_from_json(start, {"type": 1, "target": 4, "value": 0})
    Action(kind='discard', card=4, announce=False, choices=())
    """
    kind, target, announce, choices = action_fields(value, where)
    if kind == PLAY:
        return Action("play", target, announce, choices)
    if kind == DISCARD:
        return Action("discard", target)
    with at(where):
        check_clue_target(position, target)
    return Action("clue")


def action_fields(
    value: object, where: str = "action"
) -> tuple[int, int, bool, tuple[Choice, ...]]:
    """Type, target, announcing and choices of an object in hanab.live's form, without a position.

    >>> action_fields({"type": 0, "target": 4, "tiles": [{"tile": 6, "card": 12, "to": "play"}]})
    (0, 4, False, (Choice(tile=6, card=12, into='play'),))
    """
    if not isinstance(value, Mapping):
        raise ActionError(f"{where}: an action is an object with type and target")
    kind = whole(value.get("type"), f"{where}.type", ActionError)
    if kind in (END_GAME, VOTE_TO_END):
        raise ActionError(f"{where}: type {kind} ends the game and is not an action")
    if kind not in (PLAY, DISCARD, COLOUR_CLUE, VALUE_CLUE):
        raise ActionError(f"{where}: unknown type {kind}; 0 play, 1 discard, 2 and 3 clues")
    target = whole(value.get("target"), f"{where}.target", ActionError)
    announce = value.get("announce", False)
    if not isinstance(announce, bool):
        raise ActionError(f"{where}.announce must be true or false, not {shown(announce)}")
    if announce and kind != PLAY:
        raise ActionError(f"{where}: only a play can be announced")
    choices = _choices(value.get("tiles", []), f"{where}.tiles")
    if choices and kind != PLAY:
        raise ActionError(f"{where}: only a play turns tiles")
    return kind, target, announce, choices


def _choices(value: object, where: str) -> tuple[Choice, ...]:
    if not isinstance(value, list):
        raise ActionError(f"{where} must be a list of objects, not {shown(value)}")
    return tuple(_choice(choice, f"{where}[{place}]") for place, choice in enumerate(value))


def _choice(value: object, where: str) -> Choice:
    if not isinstance(value, Mapping):
        raise ActionError(f"{where} must be an object with tile, card and to, not {shown(value)}")
    into = value.get("to")
    if into not in ("play", "pile"):
        raise ActionError(f'{where}.to must be "play" or "pile", not {shown(into)}')
    return Choice(
        whole(value.get("tile"), f"{where}.tile", ActionError),
        whole(value.get("card"), f"{where}.card", ActionError),
        into,
    )


def check_clue_target(position: Position, target: int) -> None:
    """Refuse a clue that is not for a teammate with cards."""
    if not 0 <= target < position.players:
        raise ActionError(f"no player {target}: they go from 0 to {position.players - 1}")
    name = PLAYER_NAMES[target]
    if target == position.to_move:
        raise ActionError(f"{name} cannot give a clue to {name}")
    if not position.hands[target]:
        raise ActionError(f"{name} holds no card to point at")
