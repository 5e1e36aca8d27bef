"""Games of hanab.live: reading them from files and links, and writing files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

from solver.errors import ActionError, DealError, InputError, RulesError, counted, shown, whole
from solver.game.actions import Action
from solver.game.cards import Card
from solver.game.compositions import variant_name, with_suits
from solver.game.deals import PLAYER_NAMES, Deal, shuffled_deck
from solver.game.position import Position
from solver.game.rules import Rules, check_players
from solver.game.seeds import seed_prefix
from solver.hanab_live.lines import nothing_can_be_played, site_line, site_options
from solver.hanab_live.links import is_link, loads_link
from solver.hanab_live.variants import rules_of_variant
from solver.notation.actions import Clue
from solver.notation.lines import Replay, WrittenMove, ends_the_game, follow, move_from_json
from solver.notation.objects import at, parse_json

Ended = Literal["over", "terminated", "unfinished"]

# The options that have a say in the full-information game.
OPTIONS = (
    "variant", "startingPlayer", "oneExtraCard", "oneLessCard", "deckPlays", "emptyClues",
    "allOrNothing", "detrimentalCharacters",
)  # fmt: skip

# Those that are rule sets of ours.
OPTION_RULES = {"allOrNothing": "bouquet-final", "deckPlays": "deck-plays"}

LONGEST_NAME = 200  # of a player or a variant: each stands in what is written, turn by turn

_SEED = re.compile(r"(?:legacy-[0-9]-)?(p([0-9]{1,2})v([0-9]{1,9})s[A-Za-z0-9-]+)")


@dataclass(frozen=True)
class PlayedGame:
    """A game of the site: its deal, its beginning, and what the referee makes of its actions.

    `names` are the players as the file calls them; everything else here calls them Alice, Bob, ….
    `turn` is the turn that a link points to. `terminated` says that somebody ended the game.
    `clues` are what was said, one for each action, and None where it was no clue.
    """

    deal: Deal
    replay: Replay
    names: tuple[str, ...]
    variant: str
    seed: str | None = None
    id: int | str | None = None
    turn: int | None = None
    terminated: bool = False
    clues: tuple[Clue | None, ...] = ()

    @property
    def start(self) -> Position:
        """The position before the first turn; any player may have that one."""
        return self.replay.start

    @property
    def start_player(self) -> int:
        """Who begins."""
        return self.start.to_move

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        """What was played."""
        return tuple(turn.action for turn in self.replay.turns)

    @cached_property
    def positions(self) -> tuple[Position, ...]:
        """All positions, from the start to the one after the last action."""
        return (self.start, *(turn.after for turn in self.replay.turns))

    @property
    def end(self) -> Position:
        """The position after the last action."""
        return self.replay.end

    @property
    def ended(self) -> Ended:
        """How the game ended: by the rules or because nothing could be played, by a player, or not.

        The site ends a game when nothing can be played any more, whatever turns are left. What
        is over nobody can end, whatever stands behind it in the file.
        """
        if self.end.outcome() is not None or nothing_can_be_played(self.end):
            return "over"
        return "terminated" if self.terminated else "unfinished"

    @property
    def score(self) -> int:
        """The points at the end; 0 after too many strikes and for a defeat in Bouquet final."""
        outcome = self.end.outcome()
        return self.end.score if outcome is None else outcome.score or 0


# Reading


def loads_game(text: str, where: str = "game", *, strict: bool = True) -> PlayedGame:
    """The game that a text is: a link, or the JSON of a game file.

    The reader is as lenient as the site: only a deck or a seed is needed, null is as good as
    nothing, and unknown keys are passed over. An illegal action is an error that names its turn;
    if not `strict`, the replay ends before it and has the fault.

    >>> text = '{"players": ["A", "B"], "seed": "p2v0s1", "actions": [{"type": 0, "target": 5}]}'
    >>> loads_game(text)
    Traceback (most recent call last):
    ...
    solver.errors.ActionError: game: turn 1: Alice does not hold b3 (order 5)
    >>> loads_game(text.replace("5}", "4}")).end.score
    1
    """
    if not is_link(text):
        return game_from_json(parse_json(text, where), where, strict=strict)
    value = loads_link(text, where)
    return replace(game_from_json(value, where, strict=strict), turn=value["turn"])


def is_game(value: object) -> bool:
    """Whether a JSON value is meant to be a game of the site, not a deal in our own form."""
    if not isinstance(value, Mapping) or value.get("rules") is not None:
        return False
    options = value.get("options")
    return (
        any(isinstance(value.get(key), list) for key in ("players", "deck"))
        or (isinstance(options, Mapping) and any(name in options for name in OPTIONS))
        or isinstance(value.get("variant"), str)
    )


def game_from_json(value: object, where: str = "game", *, strict: bool = True) -> PlayedGame:
    """The game of an object in the form of the site's files; see `loads_game`."""
    with at(where):
        if not isinstance(value, Mapping):
            raise InputError(
                f"a game is an object with players, deck and actions, not {shown(value)}"
            )
        options = _options(value)
        seed, seed_players, seed_variant = _seed(value.get("seed"))
        names = _names(value.get("players"), seed_players)
        variant = _variant(value, options, seed_variant)
        rules = _rules(variant, options, len(names))
        _check_seed_variant(seed_variant, variant)
        deal = _deal(rules, len(names), value.get("deck"), seed)
        starter = _starting_player(options.get("startingPlayer"), names)
        moves, clues, terminated = _moves(value.get("actions"))
        replay = follow(moves, replace(Position.start(deal), to_move=starter))
        if strict and replay.fault is not None:
            raise ActionError(f"turn {len(replay.turns) + 1}: {replay.fault}")
        known = value.get("id")
        return PlayedGame(
            deal=deal,
            replay=replay,
            names=names,
            variant=variant,
            seed=seed,
            id=known if isinstance(known, int | str) else None,
            terminated=terminated,
            clues=tuple(clues[: len(replay.turns)]),
        )


def _options(value: Mapping[str, Any]) -> Mapping[str, Any]:
    options = value.get("options")
    if options is None:
        options = {}
    if not isinstance(options, Mapping):
        raise InputError(f"options must be an object, not {shown(options)}")
    if _is_on(options, "detrimentalCharacters"):
        raise RulesError(
            "the option detrimentalCharacters gives the players characters that change the game, "
            "which is not modelled"
        )
    return options


def _is_on(options: Mapping[str, Any], name: str) -> bool:
    value = options.get(name)
    if value is not None and not isinstance(value, bool):
        raise InputError(f"options.{name} must be true or false, not {shown(value)}")
    return bool(value)


def _seed(value: object) -> tuple[str | None, int | None, int | None]:
    """The seed without its legacy prefix, and the players and the variant that it names."""
    match = _SEED.fullmatch(value) if isinstance(value, str) else None
    return (match[1], int(match[2]), int(match[3])) if match else (None, None, None)


def _names(value: object, seed_players: int | None) -> tuple[str, ...]:
    if value is None and seed_players is not None:
        value = seed_players
    if isinstance(value, int):
        return PLAYER_NAMES[: check_players(value)]
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        raise InputError(f"players must be a list of names, not {shown(value)}")
    check_players(len(value))
    for place, name in enumerate(value):
        _check_length(name, f"players[{place}]")
    if seed_players is not None and seed_players != len(value):
        meant = counted(seed_players, "player")
        raise DealError(f"the seed is for {meant}, and the game has {len(value)}")
    return tuple(value)


def _check_length(name: str, where: str) -> None:
    if len(name) > LONGEST_NAME:
        raise InputError(f"{where}: {shown(name)} is longer than {LONGEST_NAME} characters")


def _variant(value: Mapping[str, Any], options: Mapping[str, Any], number: int | None) -> str:
    """The name of the variant: from the options, from the top, or else from the seed's number."""
    given = [name for name in (options.get("variant"), value.get("variant")) if name is not None]
    if not given:
        return "No Variant" if number is None else variant_name(number)
    name = given[0]
    if not isinstance(name, str):
        raise RulesError(f"the variant must be a name, not {shown(name)}")
    _check_length(name, "the variant")
    if given[-1] != name:
        raise RulesError(f"two variants are named: {shown(name)} and {shown(given[-1])}")
    return name


def _check_seed_variant(number: int | None, variant: str) -> None:
    """Refuse a seed for another variant; a number that is not known here may well be right."""
    try:
        name = variant if number is None else variant_name(number)
    except RulesError:
        return
    if name != variant:
        raise DealError(f"the seed is for {name!r} (variant {number}), and the game is {variant!r}")


def _rules(variant: str, options: Mapping[str, Any], players: int) -> Rules:
    rules = rules_of_variant(variant)
    sets = [ours for theirs, ours in OPTION_RULES.items() if _is_on(options, theirs)]
    if sets:
        rules = with_suits(Rules.named(*sets), rules)
    extra = _is_on(options, "oneExtraCard") - _is_on(options, "oneLessCard")
    if extra:
        rules = replace(rules, hand_size=rules.hand_size_for(players) + extra, names=())
    _is_on(options, "emptyClues")  # a clue that touches nothing is a clue like any other here
    return rules


def _deal(rules: Rules, players: int, deck: object, seed: str | None) -> Deal:
    if deck is None:
        if seed is None:
            raise DealError('a game needs a "deck", or a "seed" like p3v0s42')
        cards = shuffled_deck(rules, seed)
    else:
        cards = _cards(deck, rules)
        if seed is not None and cards != shuffled_deck(rules, seed):
            raise DealError(f"the deck is not the one of the seed {seed}: leave one of them out")
    # Only a seed that gives the deal back by itself is the deal's own.
    own = seed is not None and seed.startswith(seed_prefix(rules, players))
    return Deal(rules, players, cards, seed if own else None)


def _cards(deck: object, rules: Rules) -> tuple[Card, ...]:
    if not isinstance(deck, list):
        raise DealError(
            f'deck must be a list of objects with "suitIndex" and "rank", not {shown(deck)}'
        )
    cards = []
    for order, value in enumerate(deck):
        where = f"deck[{order}]"
        if not isinstance(value, Mapping):
            raise DealError(f'{where} must be an object with "suitIndex" and "rank"')
        index = _number(value.get("suitIndex"), f"{where}.suitIndex", 0, len(rules.suits) - 1)
        suit = rules.suits[index]
        rank = _number(value.get("rank"), f"{where}.rank", 1, suit.size)
        cards.append(Card(suit.letter, rank))
    return tuple(cards)


def _number(value: object, where: str, low: int, high: int) -> int:
    number = whole(value, where)
    if not low <= number <= high:
        raise InputError(f"{where} is {number}, must be {low} to {high}")
    return number


def _starting_player(value: object, names: Sequence[str]) -> int:
    return 0 if value is None else _number(value, "options.startingPlayer", 0, len(names) - 1)


def _moves(actions: object) -> tuple[list[WrittenMove], list[Clue | None], bool]:
    """The moves, what the clues among them said, and whether somebody ended the game then."""
    if actions is None:
        actions = []
    if not isinstance(actions, list):
        raise InputError(f"actions must be a list, not {shown(actions)}")
    moves: list[WrittenMove] = []
    clues: list[Clue | None] = []
    for turn, action in enumerate(actions, 1):
        if ends_the_game(action):
            return moves, clues, True
        with at(f"turn {turn}"):
            moves.append(move_from_json(action))
            clues.append(Clue.of(action))
    return moves, clues, False


# Writing


def game_to_json(
    deal: Deal,
    line: Iterable[Action],
    start_player: int = 0,
    names: Sequence[str] | None = None,
    clues: Sequence[Clue | None] = (),
) -> dict[str, Any]:
    """A deal and a line in the form of the site's game files; `clues` are those really given.

    >>> game = game_to_json(Deal.from_seed("p2v0s1"), [Action("clue")])
    >>> game["actions"], game["options"]
    ([{'type': 3, 'target': 1, 'value': 4}], {'variant': 'No Variant'})
    """
    options = site_options(deal, start_player)
    return {
        "players": list(PLAYER_NAMES[: deal.players] if names is None else names),
        "deck": [
            {"suitIndex": deal.rules.suit_index(card.suit), "rank": card.value}
            for card in deal.deck
        ],
        "actions": list(site_line(deal, line, start_player, clues, with_options=True)),
        "options": options,
        **({} if deal.seed is None else {"seed": deal.seed}),
    }
