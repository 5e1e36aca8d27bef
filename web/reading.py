"""What somebody typed, pasted or dropped, with what the form says besides."""

from __future__ import annotations

import re

from solver.errors import InputError, PlayersMissingError
from solver.game.rules import Rules
from solver.hanab_live.links import game_on_site, is_link, loads_link
from solver.reader import Brought, read, read_value

# How messages call the text.
WHERE = "input"
LONGEST_SEED = 100  # it stands in titles and addresses


def read_input(text: str, players: int | None, rules: Rules | None) -> tuple[Brought, list[str]]:
    """What a text is, and what its reader should know.

    Where it says its players or its rules itself, those of the form give way. One word that is
    neither a link nor JSON is a seed.
    """
    text = text.strip()
    try:
        return _read(text, players, rules), []
    except InputError as fault:
        if rules is None:
            raise
        try:
            brought = _read(text, players, None)
            note = f"This is played with the rules {brought.start.rules}; {rules} is not used."
            return brought, [] if rules == Rules.named("base") else [note]
        except InputError:
            if re.search(r"\brules\b", text):  # then those of the form were not the matter
                raise
            raise fault from None


def _read(text: str, players: int | None, rules: Rules | None) -> Brought:
    try:
        return _understood(text, None, rules)
    except PlayersMissingError:
        if players is None:
            raise
        return _understood(text, players, rules)


def _understood(text: str, players: int | None, rules: Rules | None) -> Brought:
    if is_link(text) or not re.fullmatch(r"[^\s{]\S*", text):
        return read(text, WHERE, players=players, rules=rules)
    if game_on_site(text) is not None:
        loads_link(text, WHERE)  # says how to get that game
    if len(text) > LONGEST_SEED:
        raise InputError(
            f"{WHERE}: one word of {len(text):,} characters: a seed has at most {LONGEST_SEED}"
        )
    return read_value({"seed": text}, WHERE, players=players, rules=rules)
