"""A line of play as somebody wrote it, and as much of it as the referee allows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from solver.cards import Card, cards_text, parse_card
from solver.deals import PLAYER_NAMES
from solver.errors import ActionError, InputError, shown
from solver.game import Action, Kind, Position
from solver.notation import (
    DISCARD,
    END_GAME,
    PLAY,
    VOTE_TO_END,
    action_fields,
    at,
    check_clue_target,
    describe,
    parse_json,
)
from solver.rules import Rules

# Where an object has its line: in what `deal --json` writes, and in hanab.live's games.
LINE_KEYS = ("line", "actions")

HOW_TO_WRITE = 'write "play r1", "discard g4 from slot 2", "clue" or "announce r1"'

# The verbs of a card: the action, and whether its writer says that the card fits.
_VERBS: dict[str, tuple[Kind, bool | None]] = {
    "play": ("play", None),
    "plays": ("play", True),
    "misplay": ("play", False),
    "misplays": ("play", False),
    "announce": ("play", None),
    "announces": ("play", None),
    "discard": ("discard", None),
    "discards": ("discard", None),
}

# All of these see one blank at a time, so none of them can run wild on a long text.
_HEAD = re.compile(
    r"(?:(?P<turn>[0-9]{1,6})[.):]? ?)?" + rf"(?:(?P<player>{'|'.join(PLAYER_NAMES)}):? )?",
    re.IGNORECASE,
)
_CLUE = re.compile(r"(?:gives? a )?clues?", re.IGNORECASE)
_CARD_MOVE = re.compile(
    rf"(?P<verb>{'|'.join(_VERBS)})\b"
    r"(?: (?!slot\b|from\b)(?P<card>[^ ,(]+))?"
    r"(?: (?:from )?slot (?P<slot>[0-9]{1,4}))?"
    r"(?P<announced>(?:, ?| )announced)?"
    r"(?: \(strike (?P<strike>[0-9]{1,4})\))?"
    r"(?:(?:, ?| )draws (?P<draw>[^ ]+))?",
    re.IGNORECASE,
)
_BETWEEN_MOVES = re.compile(r";|,(?! ?(?:draws|announced)\b)", re.IGNORECASE)
_ON_A_PAGE = re.compile(
    r"^A line that reaches [0-9]+:[ \r]*$(.*?)(?:^\s*$|\Z)", re.DOTALL | re.MULTILINE
)


@dataclass(frozen=True)
class Move:
    """A move as somebody wrote it; what was left open is None.

    The card is named by its order, or by its type, its slot or both. `fits`, `strike` and `draw`
    are claims about what comes of it, `player` one about whose turn it is.
    """

    kind: Kind
    announce: bool = False
    order: int | None = None
    card: Card | None = None
    slot: int | None = None
    teammate: int | None = None  # whom a clue is for
    player: str | None = None
    fits: bool | None = None
    strike: int | None = None
    draw: Card | None = None


class Turn(NamedTuple):
    """An action between the position in which it was taken and the one it led to."""

    before: Position
    action: Action
    after: Position


@dataclass(frozen=True)
class Replay:
    """A line up to its end, or up to the move that is not allowed and why."""

    start: Position
    turns: tuple[Turn, ...]
    fault: str | None

    @property
    def end(self) -> Position:
        """The position after the last move that was allowed."""
        return self.turns[-1].after if self.turns else self.start


def loads_line(text: str, start: Position, where: str = "line") -> list[Action]:
    """The actions of a line that begins in this position; each must be legal and as it is told.

    See `read_moves` for the forms. `where` names the text in messages.

    >>> from solver.deals import Deal
    >>> start = Position.start(Deal.from_seed(42, players=3))
    >>> loads_line("play p1; discard slot 1", start)
    Traceback (most recent call last):
    ...
    solver.errors.ActionError: line: turn 2: no discard with all 8 tokens available: play or give \
a clue
    >>> loads_line("1. Alice plays p1 from slot 5, draws r1", start)
    [Action(kind='play', card=0, announce=False, choices=())]
    """
    replay = follow(read_moves(text, start.rules, where), start)
    if replay.fault is not None:
        raise ActionError(f"{where}: turn {len(replay.turns) + 1}: {replay.fault}")
    return [turn.action for turn in replay.turns]


def line_to_text(start: Position, actions: Sequence[Action]) -> str:
    """Legal actions in words, a row for each, as `loads_line` reads them.

    Without actions it is a comment, because `loads_line` takes an empty text for a mistake.
    """
    position, rows = start, []
    places = len(str(len(actions)))
    for turn, action in enumerate(actions, 1):
        rows.append(f"{turn:>{places}}. {describe(position, action)}")
        position = position.push(action)
    return "\n".join(rows) or "# no moves"


def follow(moves: Iterable[Move], start: Position) -> Replay:
    """Take the moves one after another, until one is not allowed."""
    position, turns = start, list[Turn]()
    for move in moves:
        try:
            action = resolve(move, position)
        except ActionError as error:
            return Replay(start, tuple(turns), str(error))
        after = position.push(action)
        turns.append(Turn(position, action, after))
        position = after
    return Replay(start, tuple(turns), None)


# Reading


def read_moves(text: str, rules: Rules, where: str = "line") -> list[Move]:
    """The moves that a text is made of, whether they are allowed or not.

    It is JSON: actions in hanab.live's form, or an object that has them as "line" or "actions".
    Or it is words: what `deal` prints, even its whole page, or what `HOW_TO_WRITE` says, apart
    by line ends, semicolons or commas.

    >>> [move.kind for move in read_moves("play r1, Bob discards g4; clue", Rules.named("base"))]
    ['play', 'discard', 'clue']
    """
    moves: list[Move] = []
    if _is_json(text):
        for turn, value in enumerate(_actions(parse_json(text, where), where), 1):
            with at(f"{where}: turn {turn}"):
                moves.append(move_from_json(value))
        return moves
    if not re.search(r"[A-Za-z]", text):
        what = "is no line of moves" if text.strip() else "is empty"
        raise InputError(f"{where}: {what}; {HOW_TO_WRITE}")
    for turn, piece in enumerate(_pieces(text), 1):
        with at(f"{where}: turn {turn}"):
            moves.append(_move_from_words(piece, turn, rules))
    return moves


def holds_line(text: str) -> bool:
    """Whether a text that can be read is a JSON object with a line: a deal may have one."""
    return _is_json(text) and _line_keys(parse_json(text, "text")) != []


def _is_json(text: str) -> bool:
    """Whether it is meant to be JSON: no move begins like this."""
    return re.match(r'\s*(?:[{["]|(?:null|true|false)\b)', text) is not None


def _line_keys(value: object) -> list[str]:
    return [key for key in LINE_KEYS if key in value] if isinstance(value, Mapping) else []


def _actions(value: Any, where: str) -> list[Any]:
    """The array with the actions; what ends a game on hanab.live is not one of them."""
    keys = _line_keys(value)
    if len(keys) > 1:
        raise InputError(f"{where}: line and actions are both a line: leave one of them out")
    actions = value[keys[0]] if keys else value
    if not isinstance(actions, list):
        name = keys[0] if keys else 'a line in JSON, or its "line" or "actions",'
        raise InputError(f"{where}: {name} must be an array of actions, not {shown(actions)}")
    end = len(actions)
    while end and ends_the_game(actions[end - 1]):
        end -= 1
    return actions[:end]


def ends_the_game(value: object) -> bool:
    """Whether it is no action, but what ends a game on hanab.live."""
    return isinstance(value, Mapping) and value.get("type") in (END_GAME, VOTE_TO_END)


def move_from_json(value: object) -> Move:
    """The move that an action in hanab.live's form is."""
    kind, target, announce = action_fields(value)
    if kind == PLAY:
        return Move("play", announce, order=target)
    if kind == DISCARD:
        return Move("discard", order=target)
    return Move("clue", teammate=target)


def _pieces(text: str) -> Iterator[str]:
    """What stands between the signs that part moves, with single blanks."""
    page = _ON_A_PAGE.search(text)
    for row in (text if page is None else page[1]).splitlines():
        if not row.lstrip().startswith("#"):
            pieces = _BETWEEN_MOVES.split(" ".join(row.split()))
            yield from filter(None, map(str.strip, pieces))


def _move_from_words(piece: str, turn: int, rules: Rules) -> Move:
    head = _HEAD.match(piece)
    assert head is not None  # it may be empty
    if head["turn"] is not None and int(head["turn"]) != turn:
        raise InputError(f"is numbered {head['turn']}; a move is missing or too many before it")
    player = None if head["player"] is None else head["player"].capitalize()
    words = piece[head.end() :]
    if _CLUE.fullmatch(words):
        return Move("clue", player=player)
    said = _CARD_MOVE.fullmatch(words)
    if said is None:
        raise InputError(f"{shown(piece)} is not a move: {HOW_TO_WRITE}")
    if said["card"] is None and said["slot"] is None:
        raise InputError(f"{shown(piece)} names no card: {HOW_TO_WRITE}")
    verb = said["verb"].lower()
    kind, fits = _VERBS[verb]
    return Move(
        kind,
        announce=verb.startswith("announce") or said["announced"] is not None,
        card=None if said["card"] is None else parse_card(said["card"], rules),
        slot=None if said["slot"] is None else int(said["slot"]),
        player=player,
        fits=fits,
        strike=None if said["strike"] is None else int(said["strike"]),
        draw=None if said["draw"] is None else parse_card(said["draw"], rules),
    )


# Understanding


def resolve(move: Move, position: Position) -> Action:
    """The action that a move means in this position; it is legal, and all it claims is true."""
    outcome = position.outcome()
    if outcome is not None:  # before anything is said about hands
        raise ActionError(f"the game is over: {outcome.termination.value}")
    _check_player(move, position)
    if move.kind == "clue":
        action = Action("clue")
    else:
        action = Action(move.kind, _order(move, position), move.announce)
    fault = position.fault(action)
    if fault is not None:
        raise ActionError(fault)
    if move.teammate is not None:
        check_clue_target(position, move.teammate)
    _check_result(move, position, position.push(action))
    return action


def _check_player(move: Move, position: Position) -> None:
    name = PLAYER_NAMES[position.to_move]
    if move.player not in (None, name):
        raise ActionError(f"it is {name}'s turn, not {move.player}'s")


def _order(move: Move, position: Position) -> int:
    """The order of the card; of several equal ones the oldest, if no slot tells them apart."""
    hand, name = position.hands[position.to_move], PLAYER_NAMES[position.to_move]
    if move.order is not None:
        return move.order
    if move.slot is not None:
        if not 1 <= move.slot <= len(hand):
            raise ActionError(f"{name} has no slot {move.slot}: {_hand_words(position)}")
        order = hand[-move.slot]
        if move.card not in (None, position.card(order)):
            held = position.card(order)
            raise ActionError(f"{name} holds {held} in slot {move.slot}, not {move.card}")
        return order
    for order in hand:
        if position.card(order) == move.card:
            return order
    raise ActionError(f"{name} does not hold {move.card}: {_hand_words(position)}")


def _hand_words(position: Position) -> str:
    hand = tuple(map(position.card, reversed(position.hands[position.to_move])))
    return f"the hand is {cards_text(hand)}, slot 1 first" if hand else "the hand is empty"


def _check_result(move: Move, before: Position, after: Position) -> None:
    """Refuse a move that is legal, but of which something else comes than its writer says."""
    failed = after.strikes > before.strikes
    if move.fits is not None and move.fits == failed:
        card = "the card does not fit" if failed else "the card fits"
        raise ActionError(f"it is {'a' if failed else 'no'} misplay: {card}")
    if move.strike is not None and not (failed and move.strike == after.strikes):
        given = f"it gives strike {after.strikes}" if failed else "it gives no strike"
        raise ActionError(f"{given}, not strike {move.strike}")
    if move.draw is not None:
        next_card = before.pile[0] if before.pile else None
        if next_card != move.draw:
            lies = "the pile is empty" if next_card is None else f"{next_card} is next in the pile"
            raise ActionError(f"it does not draw {move.draw}: {lies}")
