"""The rule sets and what they mean; or one game in full."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from cli.views.deal import SCHEMA
from solver.errors import counted
from solver.game.rule_sets import RULE_SETS, RuleSet
from solver.game.rules import MAX_PLAYERS, MIN_PLAYERS, Rules
from solver.game.seeds import seed_prefix
from solver.game.suits import Suit

if TYPE_CHECKING:
    from rich.text import Text

LETTERS = "r red, y yellow, g green, b blue, p purple, t teal, m multi, k black"
HOUSE = """\
House rules are one JSON object, inline or in a file (-r house.json). They hold
the whole game, and are not combined with sets:
  {"suits": [{"letter": "r", "copies": [3, 2, 2, 2, 1],
              "descending": false, "scores": true}],
   "hand_size": 5, "tokens": 8, "strikes": 3,
   "ending": "last-round", "announce": false, "tiles": false,
   "deck_plays": false}
Only the suits are required, and for each suit its letter; the rest is as in
base. "copies" are those of each value from 1 up. The other ending is
"bouquet-final".
`hanabi-solve rules NAME --json` writes any set in this form."""
TILES = (
    "six in a known order; a 5 that completes a firework turns the next one: 1 gives a token; 2 "
    "takes a strike back and gives a token; 3 and 4 do nothing here (free clues); 5 puts a "
    "discarded card into the pile, where the deal's tile5 says (from 0, the top, to below 1, the "
    "bottom); 6 puts a discarded card that fits into play"
)


def to_json(game: Rules | None) -> Any:
    """The game in full, as an object of house rules; without one, all sets."""
    if game is not None:
        return replace(game, names=()).to_json()
    return {"schema": SCHEMA, "sets": [_set_json(rule_set) for rule_set in RULE_SETS.values()]}


def _set_json(rule_set: RuleSet) -> dict[str, Any]:
    return {
        "name": rule_set.name,
        "meaning": rule_set.meaning,
        "source": rule_set.source,
        "settles": rule_set.topic,
        "rules": to_json(Rules.named(rule_set.name)),
    }


def sentence(game: Rules | None) -> str:
    """What the game comes to; without one, how sets become a game."""
    if game is not None:
        points, cards = counted(game.perfect_score, "point"), counted(game.deck_size, "card")
        return f"{game}: at most {points}, from {cards}."
    topics: dict[str, list[str]] = {}
    for rule_set in RULE_SETS.values():
        topics.setdefault(rule_set.topic, []).append(rule_set.name)
    rivals = [f"{topic} ({', '.join(sets)})" for topic, sets in topics.items() if len(sets) > 1]
    return (
        "Sets can be combined freely (-r avalanche-5 -r bouquet-final), but only one of them can "
        f"settle {' or '.join(rivals)}."
    )


def page(game: Rules | None, *, width: int) -> Iterator[Text]:
    """What is said of each set, or of each part of the game."""
    from rich.text import Text  # noqa: PLC0415 (slow, and only people need it)

    from cli.views.parts.board import in_blocks  # noqa: PLC0415

    said = wrap(sentence(game), width)
    if game is not None:
        return in_blocks([[Text(row, "bold") for row in said], _table(_game_rows(game), width)])
    sets = [(s.name, f"{s.meaning} ({s.source})") for s in RULE_SETS.values()]
    letters = [("letters", LETTERS)]
    blocks = [_table(sets, width), map(Text, said), _table(letters, width)]
    return in_blocks([*blocks, [Text(row, no_wrap=True) for row in HOUSE.splitlines()]])


def _table(rows: Iterable[tuple[str, str]], width: int) -> Iterator[Text]:
    """Rows of a bold label and a text, which is wrapped to the width."""
    from rich.text import Text  # noqa: PLC0415 (as above)

    rows = list(rows)
    left = 2 + max(len(label) for label, _ in rows)
    for label, text in rows:
        first, *more = wrap(text, max(width - left, 20))
        row = Text(label.ljust(left) + first)
        row.stylize("bold", 0, len(label))
        yield row
        yield from (Text(" " * left + line) for line in more)


def _game_rows(game: Rules) -> Iterator[tuple[str, str]]:
    suits: dict[str, list[str]] = {}
    for suit in game.suits:
        suits.setdefault(_suit_words(suit), []).append(suit.letter)
    for words, letters in suits.items():
        yield " ".join(letters), words
    yield "hands", _hand_words(game)
    yield "tokens", str(game.tokens)
    yield "strikes", f"the game is lost with strike {game.strikes}"
    yield "ending", game.ending
    yield "announcing", "allowed" if game.announce else "no"
    yield "tiles", TILES if game.tiles else "no"
    yield "deck plays", "the last card of the pile may be played" if game.deck_plays else "no"
    yield "seeds", f"{seed_prefix(game, 3)}42 is --seed 42 --players 3"


def _suit_words(suit: Suit) -> str:
    cards = " ".join(
        str(value) for value, copies in enumerate(suit.copies, 1) for _ in range(copies)
    )
    down = ", built downwards" if suit.descending else ""
    minus = "" if suit.scores else ", a point less for each one missing"
    return cards + down + minus


def _hand_words(game: Rules) -> str:
    sizes: dict[int, list[int]] = {}
    for players in range(MIN_PLAYERS, MAX_PLAYERS + 1):
        sizes.setdefault(game.hand_size_for(players), []).append(players)
    if len(sizes) == 1:
        return counted(min(sizes), "card")
    return ", ".join(
        f"{counted(size, 'card')} for {' or '.join(map(str, players))} players"
        for size, players in sizes.items()
    )
