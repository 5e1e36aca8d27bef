"""A line of play as somebody wrote it, and as much of it as the referee allows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from solver.errors import ActionError, InputError, counted, shown, whole
from solver.game.actions import Action, ActionKind, Choice
from solver.game.cards import Card, cards_text, parse_card
from solver.game.deals import PLAYER_NAMES
from solver.game.position import Position
from solver.game.rules import Rules
from solver.game.tiles import TAKING
from solver.notation.actions import (
    DISCARD,
    END_GAME,
    PLAY,
    VOTE_TO_END,
    action_fields,
    check_clue_target,
)
from solver.notation.objects import at, parse_json
from solver.notation.sources import check_size
from solver.notation.words import describe, drawn, tile_effects

# Where an object has its line: in what `deal --json` writes, and in hanab.live's games.
LINE_KEYS = ("line", "actions")

HOW_TO_WRITE = 'write "play r1", "discard g4 from slot 2", "clue" or "announce r1"'
HOW_TO_WRITE_TILES = (
    'write tiles like "play g5: tile 6, puts r3 into play", "tile 5, shuffles r3 into the pile", '
    '"tile 5, takes nothing", "tile 1, gains a token" or "tile 3"'
)

# The verbs of a card: the action, and whether its writer says that the card fits.
_VERBS: dict[str, tuple[ActionKind, bool | None]] = {
    "play": ("play", None),
    "plays": ("play", True),
    "misplay": ("play", False),
    "misplays": ("play", False),
    "announce": ("play", None),
    "announces": ("play", None),
    "discard": ("discard", None),
    "discards": ("discard", None),
}

# Capital letters are as good as small ones. Without ASCII, so is a long s for an s.
_WORDS = re.IGNORECASE | re.ASCII

# All of these see one blank at a time, so none of them can run wild on a long text.
_HEAD = re.compile(
    r"(?:(?P<turn>[0-9]{1,6})[.):]? ?)?" + rf"(?:(?P<player>{'|'.join(PLAYER_NAMES)}):? )?",
    _WORDS,
)
_CLUE = re.compile(r"(?:gives? a )?clues?", _WORDS)
_TILE = (
    r" ?: ?tile (?P<tile>[0-9]{1,4})"
    r"(?:(?:, ?| )(?:"
    r"(?:puts? )?(?P<put>[^ ,:;]+)(?: from the discard pile)? into play"
    r"|(?:shuffles? )?(?P<shuffled>[^ ,:;]+)(?: from the discard pile)? into the pile"
    r"|(?P<effect>no effect|takes nothing|gains a token|takes a strike back(?: and gains a token)?)"
    r"))?"
)
_TURNED = re.compile(_TILE, _WORDS)
_CARD_MOVE = re.compile(
    rf"(?P<verb>{'|'.join(_VERBS)})\b"
    r"(?: (?!slot\b|from\b)(?P<card>[^ ,(:]+))?"
    r"(?: (?:from )?slot (?P<slot>[0-9]{1,4})|(?P<pile> from the pile))?"
    r"(?P<announced>(?:, ?| )announced)?"
    r"(?: \(strike (?P<strike>[0-9]{1,4})\))?"
    rf"(?P<tiles>(?:{re.sub('[?]P<[a-z]+>', '?:', _TILE)})*)"
    r"(?:(?:, ?| )draws (?P<draw>[^ ]+))?",
    _WORDS,
)
# No move begins with what may follow a comma inside of one.
_BETWEEN_MOVES = re.compile(
    r";|,(?! ?(?:draws|announced|puts?|shuffles?|takes|gains|no effect|[^ ,:;]+ into)\b)",
    _WORDS,
)
_ON_A_PAGE = re.compile(
    r"^A line that reaches [0-9]+:[ \r]*$(.*?)(?:^\s*$|\Z)", re.DOTALL | re.MULTILINE
)


class TurnedTile(NamedTuple):
    """A bonus tile that a move turns, as somebody wrote it; what was left open is None.

    `card` is a discarded card that goes `into` the pile or into play. `effect` is a claim about
    what else comes of the tile.
    """

    tile: int
    card: Card | None = None
    into: Literal["pile", "play"] = "play"
    effect: str | None = None


@dataclass(frozen=True)
class WrittenMove:
    """A move as somebody wrote it; what was left open is None.

    The card is named by its order, or by its type, its slot or both; or it is the one that is
    played from the pile. `fits`, `strike` and `draw`
    are claims about what comes of it, `player` one about whose turn it is. What is taken from
    bonus tiles is told as `choices`, with orders, or by the tiles that the move turns; of those
    that are not named nothing is taken.
    """

    kind: ActionKind
    announce: bool = False
    order: int | None = None
    card: Card | None = None
    slot: int | None = None
    from_pile: bool = False
    teammate: int | None = None  # whom a clue is for
    player: str | None = None
    fits: bool | None = None
    strike: int | None = None
    draw: Card | None = None
    choices: tuple[Choice, ...] = ()
    turned: tuple[TurnedTile, ...] = ()


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

    >>> from solver.game.deals import Deal
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


def follow(moves: Iterable[WrittenMove], start: Position) -> Replay:
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


def read_moves(text: str, rules: Rules, where: str = "line") -> list[WrittenMove]:
    """The moves that a text is made of, whether they are allowed or not.

    It is JSON: actions in hanab.live's form, or an object that has them as "line" or "actions".
    Or it is words: what `deal` prints, even its whole page, or what `HOW_TO_WRITE` says, apart
    by line ends, semicolons or commas.

    >>> [move.kind for move in read_moves("play r1, Bob discards g4; clue", Rules.named("base"))]
    ['play', 'discard', 'clue']
    >>> read_moves("play g5: tile 6, puts r3 into play", Rules.named("flamboyants"))[0].turned
    (TurnedTile(tile=6, card=Card(suit='r', value=3), into='play', effect=None),)
    """
    check_size(text, where)
    if _is_json(text):
        return moves_from_json(parse_json(text, where), where)
    moves: list[WrittenMove] = []
    if re.search(r"^before the first turn ", text, re.MULTILINE):
        raise InputError(
            f"{where}: is the page of `replay`, which tells a game with its players' names and "
            "what each turn was worth; hand over the game itself, or what `replay` writes as JSON"
        )
    if not re.search(r"[A-Za-z]", text):
        what = "is no line of moves" if text.strip() else "is empty"
        raise InputError(f"{where}: {what}; {HOW_TO_WRITE}")
    for turn, piece in enumerate(_pieces(text), 1):
        with at(f"{where}: turn {turn}"):
            moves.append(_move_from_words(piece, turn, rules))
    return moves


def moves_from_json(value: object, where: str = "line") -> list[WrittenMove]:
    """The moves of an array of actions, or of an object that has one as "line" or "actions"."""
    moves = []
    for turn, action in enumerate(_actions(value, where), 1):
        with at(f"{where}: turn {turn}"):
            moves.append(move_from_json(action))
    return moves


def has_line(value: object) -> bool:
    """Whether a JSON value is an object with a line: a deal may have one."""
    return isinstance(value, Mapping) and any(value.get(key) is not None for key in LINE_KEYS)


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
    actions = [*_played_before(value, where), *actions]
    end = len(actions)
    while end and ends_the_game(actions[end - 1]):
        end -= 1
    return actions[:end]


def _played_before(value: object, where: str) -> list[Any]:
    """What was played up to where the line begins, in what `replay --json` writes."""
    if not isinstance(value, Mapping) or value.get("line_from_turn") is None:
        return []
    first = whole(value["line_from_turn"], f"{where}: line_from_turn")
    turns = value.get("turns")
    if not isinstance(turns, list) or not 1 <= first <= len(turns) + 1:
        raise InputError(f"{where}: line_from_turn is {first}, and turns does not go so far")
    return [
        turn.get("action") if isinstance(turn, Mapping) else None for turn in turns[: first - 1]
    ]


def ends_the_game(value: object) -> bool:
    """Whether it is no action, but what ends a game on hanab.live."""
    return isinstance(value, Mapping) and value.get("type") in (END_GAME, VOTE_TO_END)


def move_from_json(value: object) -> WrittenMove:
    """The move that an action in hanab.live's form is."""
    kind, target, announce, choices = action_fields(value)
    if kind == PLAY:
        return WrittenMove("play", announce, order=target, choices=choices)
    if kind == DISCARD:
        return WrittenMove("discard", order=target)
    return WrittenMove("clue", teammate=target)


def _pieces(text: str) -> Iterator[str]:
    """What stands between the signs that part moves, with single blanks."""
    page = _ON_A_PAGE.search(text)
    for row in (text if page is None else page[1]).splitlines():
        if not row.lstrip().startswith("#"):
            pieces = _BETWEEN_MOVES.split(" ".join(row.split()))
            yield from filter(None, map(str.strip, pieces))


def _move_from_words(piece: str, turn: int, rules: Rules) -> WrittenMove:
    head = _HEAD.match(piece)
    assert head is not None  # it may be empty
    if head["turn"] is not None and int(head["turn"]) != turn:
        raise InputError(
            f"is numbered {head['turn']}; before it a move is missing, or there is one too many"
        )
    player = None if head["player"] is None else head["player"].capitalize()
    words = piece[head.end() :]
    if _CLUE.fullmatch(words):
        return WrittenMove("clue", player=player)
    said = _CARD_MOVE.fullmatch(words)
    if said is None:
        how = HOW_TO_WRITE_TILES if re.search(r"\btile", words, _WORDS) else HOW_TO_WRITE
        raise InputError(f"{shown(piece)} is not a move: {how}")
    if said["card"] is None and said["slot"] is None and said["pile"] is None:
        raise InputError(f"{shown(piece)} names no card: {HOW_TO_WRITE}")
    verb = said["verb"].lower()
    kind, fits = _VERBS[verb]
    return WrittenMove(
        kind,
        announce=verb.startswith("announce") or said["announced"] is not None,
        card=None if said["card"] is None else parse_card(said["card"], rules),
        slot=None if said["slot"] is None else int(said["slot"]),
        from_pile=said["pile"] is not None,
        player=player,
        fits=fits,
        strike=None if said["strike"] is None else int(said["strike"]),
        draw=None if said["draw"] is None else parse_card(said["draw"], rules),
        turned=tuple(_turned_tile(tile, rules) for tile in _TURNED.finditer(said["tiles"])),
    )


def _turned_tile(said: re.Match[str], rules: Rules) -> TurnedTile:
    number, effect = int(said["tile"]), said["effect"]
    if said["put"] is not None:
        return TurnedTile(number, parse_card(said["put"], rules), "play")
    if said["shuffled"] is not None:
        return TurnedTile(number, parse_card(said["shuffled"], rules), "pile")
    return TurnedTile(number, effect=None if effect is None else effect.lower())


# Understanding


def resolve(move: WrittenMove, position: Position) -> Action:
    """The action that a move means in this position; it is legal, and all it claims is true."""
    outcome = position.outcome()
    if outcome is not None:  # before anything is said about hands
        raise ActionError(f"the game is over: {outcome.termination.value}")
    _check_player(move, position)
    if move.kind == "clue":
        action = Action("clue")
    else:
        order = _order(move, position)
        if _takes_a_missing_card(move.turned, position):
            _check_first_tile(move, order, position)
        choices = move.choices or tuple(_choices(move.turned, position))
        action = Action(move.kind, order, move.announce, choices)
    fault = position.fault(action)
    if fault is not None:
        raise ActionError(fault)
    if move.teammate is not None:
        check_clue_target(position, move.teammate)
    after = position.push(action)
    _check_result(move, position, after)
    _check_tiles(move.turned, tile_effects(position, action, after))
    return action


def _check_player(move: WrittenMove, position: Position) -> None:
    name = PLAYER_NAMES[position.to_move]
    if move.player not in (None, name):
        raise ActionError(f"it is {name}'s turn, not {move.player}'s")


def _order(move: WrittenMove, position: Position) -> int:
    """The order of the card; of several equal ones the oldest, if no slot tells them apart."""
    hand, name = position.hands[position.to_move], PLAYER_NAMES[position.to_move]
    if move.order is not None:
        return move.order
    if move.from_pile:
        return _order_in_pile(move, position)
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


def _order_in_pile(move: WrittenMove, position: Position) -> int:
    if not position.rules.deck_plays:
        raise ActionError(f"{position.rules.have} no plays from the pile; deck-plays has them")
    if position.pile_card is None:
        left = counted(len(position.draws), "card")
        raise ActionError(f"only the last card is played from the pile, which has {left}")
    if move.card not in (None, position.card(position.pile_card)):
        raise ActionError(f"{position.card(position.pile_card)} is in the pile, not {move.card}")
    return position.pile_card


def _choices(turned: Iterable[TurnedTile], position: Position) -> Iterator[Choice]:
    """What is taken from the tiles; of several equal cards the one that was discarded first."""
    left = list(position.discards)
    for tile, card, into, _ in turned:
        if card is not None:
            if tile not in TAKING:
                raise ActionError(f"tile {tile} offers no choice")
            order = next((order for order in left if position.card(order) == card), None)
            if order is None:
                raise ActionError(f"tile {tile}: {card} is not in the discard pile")
            left.remove(order)
            yield Choice(tile, order, into)


def _hand_words(position: Position) -> str:
    hand = tuple(map(position.card, reversed(position.hands[position.to_move])))
    return f"the hand is {cards_text(hand)}, slot 1 first" if hand else "the hand is empty"


def _check_result(move: WrittenMove, before: Position, after: Position) -> None:
    """Refuse a move that is legal, but of which something else comes than its writer says."""
    failed = after.strikes > before.strikes
    if move.fits is not None and move.fits == failed:
        card = "the card does not fit" if failed else "the card fits"
        raise ActionError(f"it is {'a' if failed else 'no'} misplay: {card}")
    if move.strike is not None and not (failed and move.strike == after.strikes):
        given = f"it gives strike {after.strikes}" if failed else "it gives no strike"
        raise ActionError(f"{given}, not strike {move.strike}")
    next_card = drawn(before, after)
    if move.draw not in (None, next_card):
        lies = "the pile is empty" if next_card is None else f"{next_card} is next in the pile"
        if next_card is None and after.draws:  # tile 5 has put a card there
            lies = "nobody draws in the last round"
        raise ActionError(f"it does not draw {move.draw}: {lies}")


def _takes_a_missing_card(turned: Iterable[TurnedTile], position: Position) -> bool:
    discards = set(map(position.card, position.discards))
    return any(tile.card is not None and tile.card not in discards for tile in turned)


def _check_first_tile(move: WrittenMove, order: int, position: Position) -> None:
    """Refuse a tile that the move does not turn, before anything is said about the discards."""
    bare = Action(move.kind, order, move.announce)
    if position.fault(bare) is None:
        _check_tiles(move.turned[:1], tile_effects(position, bare, position.push(bare)))


def _check_tiles(told: Sequence[TurnedTile], turned: Sequence[tuple[int, str]]) -> None:
    """Refuse tiles that are told otherwise than they are turned."""
    if len(told) > len(turned):
        seen = f"only tile {' and tile '.join(str(tile) for tile, _ in turned)}"
        raise ActionError(f"it turns {seen if turned else 'no tile'}")
    for claim, (tile, effect) in zip(told, turned, strict=False):
        if claim.tile != tile:
            raise ActionError(f"it turns tile {tile}, not tile {claim.tile}")
        # Of a tile that would give something and does not, either may be said.
        right = (None, effect, "no effect") if effect == "takes nothing" else (None, effect)
        if claim.effect not in right:
            raise ActionError(f'of tile {tile} comes "{effect}", not "{claim.effect}"')
