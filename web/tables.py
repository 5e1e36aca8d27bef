"""A table as the page draws it: what lies on it turn by turn, and which moves are legal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cli.views.endgame import over_sentence
from cli.views.parts.tiles import tiles_words
from solver.analysis.plausible import has_copy
from solver.errors import InputError, counted
from solver.game.actions import Action
from solver.game.position import Position
from solver.game.suits import Suit
from solver.hanab_live.words import turn_words
from solver.notation.words import deed
from web.keys import key_of
from web.opening import Opened

COLOURS = {
    "r": "red",
    "y": "yellow",
    "g": "green",
    "b": "blue",
    "p": "purple",
    "t": "teal",
    "m": "multicolour",
    "k": "black",
}


def table_json(opened: Opened) -> dict[str, Any]:
    """The table with the boards of its line."""
    rules, game = opened.start.rules, opened.game
    path = [key_of(action) for action in opened.line]
    return {
        "title": opened.title,
        "opening": opened.opening,
        "rules": str(rules),
        "names": list(opened.names),
        "suits": [suit_json(suit) for suit in rules.suits],
        "perfect_score": rules.perfect_score,
        "max_tokens": rules.tokens,
        "max_strikes": rules.strikes,
        "is_bouquet_final": rules.is_bouquet_final,
        "cards": [str(card) for card in opened.start.deck],
        "hidden": list(opened.hidden),
        "pile_order": "unknown" if opened.is_pile_unknown else "known",
        "aim": opened.aim,
        "line": path,
        "line_words": []
        if game is None
        else [turn_words(game, turn) for turn in range(1, len(path) + 1)],
        "at": 0 if game is None or game.turn is None else game.turn - 1,
        "boards": boards_json(opened, path),
        "is_game": bool(path),
        "notes": list(opened.notes),
    }


def suit_json(suit: Suit) -> dict[str, Any]:
    """A suit with its name; one of house rules is called by its letter."""
    return {
        "letter": suit.letter,
        "name": COLOURS.get(suit.letter, suit.letter),
        "size": suit.size,
        "descending": suit.descending,
    }


def boards_json(opened: Opened, path: Sequence[str], first: int = 0) -> list[dict[str, Any]]:
    """The boards of a path: after `first` of its moves, and so on to its end."""
    positions, _ = opened.follow(path)
    if not 0 <= first <= len(path):
        raise InputError(f"a path of {counted(len(path), 'move')} has no board {first}")
    return [
        board_json(position, opened.turn(moves), opened.names, opened.hidden)
        for moves, position in enumerate(positions[first:], first)
    ]


def board_json(
    position: Position, turn: int | None, names: Sequence[str], hidden: Sequence[int] = ()
) -> dict[str, Any]:
    """A position as it lies on the table; of `hidden` cards nothing is told."""
    seen = [order for hand in position.hands for order in hand if order not in hidden]
    return {
        "turn": turn,
        "to_move": position.to_move,
        "hands": [list(hand) for hand in position.hands],
        "pile": list(position.draws),
        "levels": list(position.levels),
        "tops": [
            f"{suit.letter}{suit.value_at(level)}" if level else None
            for suit, level in zip(position.rules.suits, position.levels, strict=True)
        ],
        "discards": list(position.discards),
        "score": position.score,
        "tokens": position.tokens,
        "strikes": position.strikes,
        "turns_left": position.turns_left,
        "pace": position.pace,
        "tiles": tiles_words(position.tiles, position.tile5) if position.rules.tiles else None,
        "playable": [order for order in seen if position.is_playable(order)],
        "trash": [order for order in seen if not position.is_useful(order)],
        "critical": [
            order for order in seen if position.is_useful(order) and not has_copy(position, order)
        ],
        "over": over_sentence(position),
        "moves": [
            move_json(position, action, names, hidden) for action in position.legal_actions()
        ],
    }


def move_json(
    position: Position, action: Action, names: Sequence[str], hidden: Sequence[int]
) -> dict[str, Any]:
    """A legal move."""
    words = deed(position, action, names)
    # Where cards in a hand are not known, nobody knows which are in the pile.
    if action.card is not None and (
        action.card in hidden or (hidden and action.card == position.pile_card)
    ):
        verb = "discards" if action.kind == "discard" else "plays"
        said = ", announced" if action.announce else ""
        place = position.place(action.card)
        words = f"{names[position.to_move]} {verb} a card that is not known from {place}{said}"
    return {"key": key_of(action), "kind": action.kind, "card": action.card, "words": words}
