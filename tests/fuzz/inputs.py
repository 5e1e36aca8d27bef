"""Mutated inputs for every reader: refused in words, or read, solved, written and read again.

Most attacks ask the library in this process; one of `OUTSIDE` goes through the command line.
"""

from __future__ import annotations

import io
import json
import os
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from random import Random
from typing import Any
from unittest.mock import patch

from cli.app import run
from solver import Budget, Deal, Position, Rules, solve
from solver.errors import InputError
from solver.game.cards import cards_text
from solver.game.position import replay
from solver.hanab_live.games import game_to_json, loads_game
from solver.hanab_live.links import is_link, link_of, loads_link
from solver.letters import visible
from solver.notation.actions import action_to_json
from solver.notation.deals import deal_from_json, loads_deal
from solver.notation.lines import line_to_text, loads_line, read_moves
from solver.notation.objects import parse_json
from solver.notation.positions import loads_position, position_to_json, position_to_text
from solver.reader import Brought, read, read_game, read_value
from solver.search.searcher import Searcher

OUTSIDE = 40  # one attack of so many is a command line
SMALL = Budget(nodes=300, memory=1)
SIGNS: tuple[str, ...] = (
    *"\0\x1b\x7f\x9b\n\r\t \"\\{}[]:;,/-#.+0123456789arygbpmkſKİ１²٣ßé",
    "\u202e", "\u2028", "\u200b", "\ufeff", "\U0001f600", "\ud800", "\udcff", "None", "NaN",
    "1e999", "-1", "9" * 30, "9" * 5000, "hands", "tokens", "tile", "draws", "p2v0s", "legacy-1-",
)  # fmt: skip
VALUES: tuple[object, ...] = (
    None, True, False, 0, 1, -1, 2, 7, 10**18, -(10**30), 10**900, 0.5, -0.0, 1e300, 5e-324, "",
    "r1", "r1 r1", "base", "\x1b[2J\u202e", "1", [], [[]], {}, {"": 0}, {"type": 0}, ["r1"], [None],
    "x" * 999,
)  # fmt: skip


@cache
def examples() -> tuple[str, ...]:
    """Inputs of all kinds that are good."""
    house = Rules.from_json(
        {"suits": [{"letter": "r", "copies": [2, 1, 1]}, {"letter": "s"}], "hand_size": 2}
    )
    texts = []
    for deal in (
        Deal.from_seed("p2v0s1"),
        Deal.from_seed(7, 4, Rules.named("black-powder", "timed-display")),
        Deal.from_seed(3, 3, Rules.named("three-suits", "flamboyants")),
        Deal.from_seed("x", 2, house),
        Deal.from_seed(5, 3, Rules.named("three-suits", "bouquet-final")),
    ):
        result = solve(deal, SMALL)
        positions = replay(deal, result.line)
        actions = [action_to_json(*pair) for pair in zip(positions, result.line, strict=False)]
        value: dict[str, Any] = {
            "seed": deal.seed, "players": deal.players, "rules": deal.rules.to_json(),
        }  # fmt: skip
        tiles = {"tiles": list(deal.tiles), "tile5": deal.tile5} if deal.rules.tiles else {}
        texts += [str(deal.seed), cards_text(deal.deck), json.dumps(value)]
        texts.append(json.dumps(value | {"deck": cards_text(deal.deck), "line": actions} | tiles))
        texts += [line_to_text(positions[0], result.line), json.dumps(actions)]
        for position in positions[:: len(positions) // 3]:
            texts += [position_to_text(position), json.dumps(position_to_json(position))]
        texts.append(json.dumps(deal.rules.to_json()))
        # A line may need what the site does not have.
        if not (deal.rules.tiles or deal.rules.announce) and deal.rules is not house:
            texts.append(json.dumps(game_to_json(deal, result.line)))
            if not deal.rules.is_bouquet_final:
                texts += [link_of(deal, result.line), json.dumps({"link": link_of(deal, ())})]
    return tuple(texts)


def attack(random: Random) -> str | None:
    """One attack, made from `random` alone, so that its seed repeats it; what went wrong."""
    text = mutated(random, random.choice(examples()))
    if random.randrange(OUTSIDE) == 0:
        return _outside(random, text)
    for name, reader in READERS.items():
        try:
            reader(text)
        except InputError as error:
            if not 0 < len(str(error)) <= 1000:
                return f"{name}: a message of {len(str(error))} characters for {text[:2000]!r}"
        except Exception as error:  # the very thing that is looked for
            return f"{name}: {type(error).__name__}: {error} for {text[:2000]!r}"
    return None


# Mutations


def mutated(random: Random, text: str) -> str:
    """The text with a few changes: of its JSON, of its words, or of its letters."""
    for _ in range(random.choice((0, 1, 1, 2, 3, 8))):
        change = random.choice((_changed_json, _changed_words, _changed_letters))
        text = change(random, text)
    return text


def _changed_json(random: Random, text: str) -> str:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return _changed_words(random, text)
    if random.randrange(20) == 0:  # a key that comes twice, or a nesting
        levels = random.choice((5, 99, 100, 101, 900, 990, 1000, 3000))
        more = "[" * levels + "]" * levels
        return text.replace("{", random.choice(('{"seed": 1, ', f'{{"id": {more}, ')), 1)
    return json.dumps(_changed(random, value), ensure_ascii=random.random() < 0.5)


def _changed(random: Random, value: Any) -> Any:
    """The value with one change, somewhere inside."""
    if not isinstance(value, dict | list) or not value or random.randrange(8) == 0:
        return random.choice(VALUES)
    if isinstance(value, list):
        place = random.randrange(len(value))
        new = _changed(random, value[place])
        return random.choice(
            ([*value[:place], new, *value[place + 1 :]],) * 4
            + (value[:place], value[place:] + value[:place], [*value, new], value * 2)
        )
    key = random.choice(list(value))
    kind = random.randrange(8)
    if kind == 0:
        return {k: v for k, v in value.items() if k != key}
    if kind == 1:
        return value | {
            random.choice((key + "s", key[:-1], key.upper(), "\ufeff", "id")): value[key]
        }
    if kind == 2:
        other = random.choice(list(value))
        return value | {key: value[other], other: value[key]}
    return value | {key: _changed(random, value[key])}


def _changed_words(random: Random, text: str) -> str:
    for sign in random.sample([*" ;/,|:"], 6):
        words = text.split(sign)
        if len(words) > 1:
            here, there = (random.randrange(len(words)) for _ in "ab")
            kind = random.randrange(4)
            if kind == 0:
                words[here], words[there] = words[there], words[here]
            elif kind == 1:
                del words[here]
            elif kind == 2:
                words.insert(there, words[here])
            else:
                words[here] = random.choice(SIGNS)
            return str(sign).join(words)
    return _changed_letters(random, text)


def _changed_letters(random: Random, text: str) -> str:
    place, length = random.randrange(len(text) + 1), random.choice((0, 1, 1, 2, 20))
    return text[:place] + random.choice((*SIGNS, "")) + text[place + length :]


# What the readers make of it


def _check_deal(deal: Deal) -> None:
    """A deal that is accepted can be solved, and its line keeps its promise to the referee."""
    result = solve(deal, SMALL)
    if result.line:
        outcome = replay(deal, result.line)[-1].outcome()
        assert outcome is not None and outcome.score is not None
        assert outcome.score >= result.bounds[0]
    tiles = {"tiles": list(deal.tiles), "tile5": deal.tile5} if deal.rules.tiles else {}
    value = {"deck": cards_text(deal.deck), "players": deal.players, "rules": deal.rules.to_json()}
    assert deal_from_json(json.loads(json.dumps(value | tiles))) == deal


def _check_position(position: Position) -> None:
    """A position that is accepted can be solved, and is written as it is read."""
    for again in (
        loads_position(position_to_text(position)),
        loads_position(json.dumps(position_to_json(position), allow_nan=False)),
    ):
        assert position_to_text(again) == position_to_text(position)
    answer = Searcher(SMALL).solve_position(position)
    assert position.outcome() is not None or answer.line or answer.bounds[0] == 0


def _check_brought(brought: Brought) -> None:
    assert all(note.isprintable() for note in brought.notes())
    if brought.deal is None:
        _check_position(brought.start)
        return
    if brought.replay is not None and brought.replay.fault is None:
        actions = [turn.action for turn in brought.replay.turns]
        assert loads_line(line_to_text(brought.start, actions), brought.start) == actions
    _check_deal(brought.seated())


def _json(text: str) -> None:
    value = parse_json(text, "text")
    again = json.dumps(value, allow_nan=False)
    assert parse_json(again, "text") == value
    _check_brought(read_value(value, "text"))


def _game(text: str) -> None:
    game = read_game(text, "text")
    if not game.deal.rules.tiles and game.start_player == 0:
        written = json.dumps(game_to_json(game.deal, game.actions, clues=game.clues))
        assert read_game(written, "text").deal.deck == game.deal.deck


def _moves(text: str) -> None:
    for rules in (Rules.named("base"), Rules.named("black-powder", "flamboyants")):
        read_moves(text, rules)
    loads_line(text, Position.start(Deal.from_seed("p2v0s1")))


def _link(text: str) -> None:
    if is_link(text):
        loads_link(text)


READERS: dict[str, Callable[[str], object]] = {
    "read": lambda text: _check_brought(read(text, "text", players=2)),
    "read without players": lambda text: read(text, "text"),
    "json": _json,
    "deal": lambda text: loads_deal(text, players=3),
    "deck": lambda text: Deal.from_text(text, 2),
    "seed": lambda text: _check_deal(Deal.from_seed(text, 3)),
    "position": lambda text: _check_position(loads_position(text)),
    "moves": _moves,
    "rules": lambda text: Rules.of(parse_json(text, "rules")),
    "rule set": Rules.named,
    "game": _game,
    "game of the site": lambda text: loads_game(text, strict=False),
    "link": _link,
}


# The command line


def _outside(random: Random, text: str) -> str | None:
    budget = ("--nodes", "300", "--memory", "1")
    word = text.replace("\0", "")[:3000]
    args = random.choice(
        (
            ("batch", "-", *budget),
            ("deal", "--file", "-", "--players", "2", *budget),
            ("deal", "--file", "-", "--json", *budget),
            ("deal", "--seed", word, "-p", "3", "--json", *budget),
            ("deal", "--deck", word, "-p", "2", *budget),
            ("deal", "--seed", "1", "-p", "2", "-r", word, "--quiet", *budget),
            ("endgame", "--file", "-", *budget),
            ("endgame", "--text", word, "--json", *budget),
            ("endgame", "--seed", "p2v0s1", "--moves", "-", "--json", *budget),
            ("line", "--seed", "p2v0s1", "--json"),
            ("line", "--file", "-"),
            ("replay", "-", "--quiet", *budget),
            ("rules", word, "--json"),
        )
    )
    stdin = io.TextIOWrapper(io.BytesIO(text.encode("utf-8", "surrogatepass")))
    out, err = io.StringIO(), io.StringIO()
    with (
        patch("sys.stdin", stdin),
        patch.dict(os.environ, {"NO_COLOR": "1", "COLUMNS": "80"}),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        code = run(list(args))
    return _fault_of(args, code, out.getvalue(), err.getvalue(), text)


def _fault_of(args: tuple[str, ...], code: int, out: str, err: str, text: str) -> str | None:
    what = f"{args[:3]} with {text[:2000]!r} gives {code}, {err[:500]!r}"
    if code not in (0, 2):
        return f"exit code: {what}"
    errors = [row for row in err.splitlines() if not row.startswith("note: ")]
    if len(errors) != (code == 2) or not all(row.startswith("error: ") for row in errors):
        return f"not one line of error: {what}"
    if any(visible(row) != row for row in (out + err).split("\n")):
        return f"raw output: {what}"
    if "--json" in args or args[0] == "batch":
        try:
            for row in out.splitlines():
                json.loads(row, parse_constant=lambda name: 1 / 0)
        except (ValueError, ZeroDivisionError):
            return f"no JSON: {what}"
    return None
