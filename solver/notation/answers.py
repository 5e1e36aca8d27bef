"""Moves as people type them: `play r4`, `p 3`, `discard 2`, `clue`."""

from __future__ import annotations

import re

from solver.errors import InputError, shown
from solver.game.actions import Action, ActionKind
from solver.game.deals import PLAYER_NAMES
from solver.game.position import Position

VERBS: dict[str, ActionKind] = {
    "play": "play",
    "plays": "play",
    "p": "play",
    "misplay": "play",
    "discard": "discard",
    "discards": "discard",
    "d": "discard",
    "clue": "clue",
    "clues": "clue",
    "hint": "clue",
    "c": "clue",
}
WHAT_IS_ONE = "write a move like play 3, discard r1 or clue; a number is a slot, 1 is the newest"

FILLERS = ("slot", "card", "a", "the", "give", "gives", "from")
PILE = "pile"

LONGEST_SLOT = 9  # digits; Python refuses to read numbers that are very long


def parse_answer(position: Position, text: str) -> Action:
    """The legal action that a text names.

    >>> from solver.game.deals import Deal
    >>> start = Position.start(Deal.from_seed(42, players=3))
    >>> parse_answer(start, "p 1") == parse_answer(start, "Play  slot 1")
    True
    """
    words = re.sub(r"^([pd])(\d)", r"\1 \2", text.strip().lower()).replace(",", " ").split()
    if words[:1] == [PLAYER_NAMES[position.to_move].lower()]:
        words = words[1:]
    words = [word for word in words if word not in FILLERS]
    if not words or words[0] not in VERBS:
        raise InputError(f"{shown(text)} is no move: {WHAT_IS_ONE}")
    kind, *which = VERBS[words[0]], *words[1:]
    if kind == "clue":
        action = Action("clue")  # whom it goes to and what it says does not matter
    elif which[-1:] == [PILE]:
        action = Action(kind, _pile_card(position, which[:-1]))
    elif len(which) == 1:
        action = Action(kind, _card(position, which[0]))
    else:
        raise InputError(f"{words[0]} which card? {WHAT_IS_ONE[0].upper()}{WHAT_IS_ONE[1:]}")
    for legal in position.legal_actions():
        if (legal.kind, legal.card) == (action.kind, action.card):
            return legal
    fault = position.fault(action)
    raise InputError(f"that is not possible: {fault}")


def _pile_card(position: Position, named: list[str]) -> int:
    """The order of the card that may be played from the pile, whether it is named or not."""
    if position.pile_card is None:
        raise InputError("no card can be played from the pile")
    card = str(position.card(position.pile_card))
    if named not in ([], [card]):
        raise InputError(f"{card} is in the pile, not {shown(' '.join(named))}")
    return position.pile_card


def _card(position: Position, word: str) -> int:
    """The order of the card in a slot, or of the newest one with this face."""
    hand, name = position.hands[position.to_move], PLAYER_NAMES[position.to_move]
    if not hand:
        raise InputError(f"{name} has no card left: give a clue")
    if word.isascii() and word.isdigit():
        if len(word) > LONGEST_SLOT or not 1 <= int(word) <= len(hand):
            raise InputError(f"slot {word}: the hand has the slots 1 to {len(hand)}")
        return hand[-int(word)]
    for order in reversed(hand):
        if str(position.card(order)) == word:
            return order
    held = " ".join(str(position.card(order)) for order in reversed(hand))
    raise InputError(f"{name} has no {shown(word)}: the hand is {held}")
