"""`hanabi-solve rules`: what rule sets exist and what they mean."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, Any

import typer

from cli.inputs import options
from cli.terminal import output
from cli.views import deal as report
from solver.game.rule_sets import RULE_SETS, RuleSet
from solver.game.rules import MAX_PLAYERS, MIN_PLAYERS, Rules
from solver.game.seeds import seed_prefix
from solver.game.suits import Suit

LETTERS = "r red, y yellow, g green, b blue, p purple, t teal, m multi, k black"
HOUSE = """\
House rules are one JSON object, inline or in a file (-r house.json). They stand
alone and hold the whole game:
  {"suits": [{"letter": "r", "copies": [3, 2, 2, 2, 1],
              "descending": false, "scores": true}],
   "hand_size": 5, "tokens": 8, "strikes": 3,
   "ending": "last-round", "announce": false, "tiles": false}
Only suits must be there, and of a suit its letter; the rest is as in base. The
copies are those of each value from 1 up; the other ending is "bouquet-final".
`hanabi-solve rules NAME --json` writes any set in this form."""


def rules(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="RULES",
            help="Sets to combine, or house rules: what the game is then.",
            show_default=False,
            autocompletion=options.complete_rules,
        ),
    ] = None,
    json: options.Json = False,
) -> None:
    """What rule sets exist and what they mean; or one combination of them in full.

    Example: hanabi-solve rules avalanche-5 hard
    """
    game = options.read_rules(names)
    if json:
        output.json_line(_all_sets() if game is None else _in_full(game))
    elif game is None:
        output.table((s.name, f"{s.meaning} ({s.source})") for s in RULE_SETS.values())
        output.line("")
        output.table([("combining", _how_to_combine()), ("letters", LETTERS)])
        output.line(f"\n{HOUSE}")
    else:
        output.table(_game_rows(game))


def _all_sets() -> dict[str, Any]:
    return {"schema": report.SCHEMA, "sets": [_set_json(s) for s in RULE_SETS.values()]}


def _set_json(rule_set: RuleSet) -> dict[str, Any]:
    return {
        "name": rule_set.name,
        "meaning": rule_set.meaning,
        "source": rule_set.source,
        "settles": rule_set.topic,
        "rules": _in_full(Rules.named(rule_set.name)),
    }


def _in_full(game: Rules) -> Any:
    """The rules as an object of house rules, also where they have names."""
    return replace(game, names=()).to_json()


def _how_to_combine() -> str:
    topics: dict[str, list[str]] = {}
    for rule_set in RULE_SETS.values():
        topics.setdefault(rule_set.topic, []).append(rule_set.name)
    rivals = [f"{topic} ({', '.join(sets)})" for topic, sets in topics.items() if len(sets) > 1]
    return "freely (-r avalanche-5 -r bouquet-final), but only one set can settle " + " or ".join(
        rivals
    )


TILES = (
    "six in a known order; a 5 that completes a firework turns the next one: 1 a token; 2 a strike "
    "back and a token; 3 and 4 nothing (free clues); 5 a discarded card goes into the pile, where "
    "the deal's tile5 says (from 0, the top, to below 1, the bottom); 6 a discarded card that fits "
    "goes into play"
)


def _game_rows(game: Rules) -> Iterator[tuple[str, str]]:
    yield "rules", str(game)
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
    yield "perfect", f"{game.perfect_score} points, from {game.deck_size} cards"
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
        return f"{min(sizes)} cards"
    return ", ".join(
        f"{size} cards for {' or '.join(map(str, players))} players"
        for size, players in sizes.items()
    )
