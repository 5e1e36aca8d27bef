"""The shortest text that opens the same table again: this is what an address holds."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

from solver.errors import InputError
from solver.game.cards import cards_text
from solver.game.deals import PLAYER_NAMES
from solver.game.rules import Rules
from solver.hanab_live.games import PlayedGame
from solver.hanab_live.lines import site_options
from solver.hanab_live.links import link_of
from solver.hanab_live.words import turn_words
from solver.notation.actions import END_GAME, action_to_json
from solver.notation.positions import position_to_json, position_to_text
from solver.reader import STARTING_PLAYER, Brought
from web.reading import read_input

Opening = dict[str, Any]


def shortest(brought: Brought, game: PlayedGame | None) -> Opening:
    """The opening of what was brought; of a deal with the game that it is, with all names."""
    if game is None:
        return {"text": _position_text(brought)}
    found = next(opening for opening in _of_game(game) if _opens(opening, game))
    if game.names != PLAYER_NAMES[: game.deal.players]:
        found["names"] = list(game.names)
    return found


def _position_text(brought: Brought) -> str:
    position, hidden = brought.start, brought.hidden
    if not hidden and not brought.is_pile_unknown:
        return position_to_text(position)
    value = position_to_json(position, hidden)
    if hidden:  # the reader takes those at the end of the pile for them
        value["pile"] = cards_text((*position.pile, *map(position.card, hidden)))
    value["pile_order"] = "unknown"
    if brought.aim is not None:
        value["aim"] = brought.aim
    return _compact(value)


def _of_game(game: PlayedGame) -> Iterator[Opening]:
    """All ways to write a game, the shortest first."""
    deal = game.deal
    if deal.seed is not None and not game.actions:
        yield {"text": deal.seed}
        if deal.rules.names:
            yield {"text": deal.seed, "rules": list(deal.rules.names)}
    with suppress(InputError):  # the site has no such game, or no link can hold it
        link = link_of(deal, game.actions, game.start_player, game.clues)
        place = "" if game.turn is None else f"#{game.turn}"
        if game.seed is not None:
            yield {"text": f"{link},{game.seed}{place}"}
        yield {"text": link + place}
    with suppress(InputError):
        yield {"text": _compact(_site_game(game))}
    yield {"text": _compact(_own_game(game))}


def _site_game(game: PlayedGame) -> dict[str, Any]:
    """The game in the form of the site's files."""
    deal = game.deal
    value: dict[str, Any] = {"players": deal.players, "seed": game.seed}
    if game.seed is None:
        value["deck"] = [
            {"suitIndex": deal.rules.suit_index(card.suit), "rank": card.value}
            for card in deal.deck
        ]
    options = site_options(deal, game.start_player)
    value["options"] = options | {"variant": game.variant} if game.clues else options
    said = game.clues or [None] * len(game.actions)
    value["actions"] = [
        action_to_json(before, do) if clue is None else clue.to_json()
        for (before, do, _), clue in zip(game.replay.turns, said, strict=True)
    ]
    if game.terminated:
        value["actions"].append({"type": END_GAME, "target": 0, "value": 0})
    return value


def _own_game(game: PlayedGame) -> dict[str, Any]:
    """The game in the form of `deal --json`."""
    deal = game.deal
    value: dict[str, Any] = {"players": deal.players, "rules": deal.rules.to_json()}
    if deal.seed is not None:
        value["seed"] = deal.seed
    else:
        value["deck"] = cards_text(deal.deck)
        if deal.rules.tiles:
            value |= {"tiles": list(deal.tiles), "tile5": deal.tile5}
    if game.start_player:
        value[STARTING_PLAYER] = game.start_player
    if game.actions:
        line = (action_to_json(before, do) for before, do, _ in game.replay.turns)
        value["line"] = [_brief(action) for action in line]
    return value


def _brief(action: dict[str, Any]) -> dict[str, Any]:
    """An action without what nobody asks for: what a clue says."""
    return {key: value for key, value in action.items() if key != "value"}


def _compact(value: dict[str, Any]) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def _opens(opening: Opening, game: PlayedGame) -> bool:
    """Whether an opening is read as this very game."""
    rules = Rules.of(opening["rules"]) if "rules" in opening else None
    try:
        there = read_input(opening["text"], None, rules)[0].played()
    except InputError:
        return False
    return _told(there) == _told(replace(game, names=there.names))


def _told(game: PlayedGame) -> tuple[object, ...]:
    """All that the page shows of a game."""
    return (
        game.deal,
        game.deal.rules.names,
        game.seed,
        game.start,
        game.actions,
        game.ended,
        game.turn,
        *(turn_words(game, turn) for turn in range(1, len(game.actions) + 1)),
    )
