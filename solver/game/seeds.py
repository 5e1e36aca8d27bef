"""What a seed of hanab.live says: players, suits, and which of their deals."""

from __future__ import annotations

import re

from solver.errors import DealError, PlayersMissingError, RulesError, counted
from solver.game.compositions import (
    VARIANT_IDS,
    rules_of_number,
    variant_id,
    variant_name,
    with_suits,
)
from solver.game.rule_sets import RULE_SETS
from solver.game.rules import Rules


def seed_prefix(rules: Rules, players: int) -> str:
    """What comes before the suffix in a full seed: players, and a word for the composition.

    The word is hanab.live's variant id where the site has these suits. Elsewhere it spells the
    composition: each suit's letter followed by its copies from value 1 up.

    >>> seed_prefix(Rules.named("avalanche-5", "hard"), 4)
    'p4v2s'
    >>> from solver.game.rules import Suit
    >>> house = Rules((Suit("r", (3, 2)), Suit("k", (1, 1), descending=True)))
    >>> seed_prefix(house, 2)
    'p2vr32k11s'
    """
    word: object = variant_id(rules)
    if word is None:
        word = "".join(suit.letter + "".join(map(str, suit.copies)) for suit in rules.suits)
    return f"p{players}v{word}s"


def read_seed(seed: str, players: int | None, rules: object) -> tuple[str, int, Rules]:
    """The suffix, the number of players and the rules that a seed and its options mean."""
    full = re.fullmatch(
        r"(?:legacy-[0-9]-)?(p([0-9]{1,2})v([0-9]+|(?:[a-z][1-9]+)+)s.*)", seed, re.DOTALL
    )
    if full is None:
        if players is None:
            raise PlayersMissingError(
                f"the seed {seed!r} does not say how many players: give their number, or a full "
                "seed like p3v0s42"
            )
        return seed, players, Rules.of("base" if rules is None else rules)
    text, count, word = full[1], int(full[2]), full[3]
    if players is not None and players != count:
        raise DealError(f"the seed {seed} is for {counted(count, 'player')}, not for {players}")
    game, meant = _game_of_word(seed, word, rules)
    # The prefix, not the match, says where the suffix begins: a suit may have the letter s.
    prefix = seed_prefix(game, count)
    if not text.startswith(prefix):
        raise DealError(
            f"the seed {seed} is for {meant}, but the rules are {game}: leave one of them out"
        )
    return text[len(prefix) :], count, game


def _game_of_word(seed: str, word: str, rules: object) -> tuple[Rules, str]:
    """The rules for a seed's variant id or composition, and what that stands for in words."""
    if word.isdigit():
        number = _number_of_word(seed, word)
        game = rules_of_number(number)
        meant = game if game.names else variant_name(number)
        return _with_suits_of(game, rules), f"{meant} (variant {word})"
    if rules is None:
        # It tells the copies, but not which suits are built downwards.
        raise DealError(f"the seed {seed} is for the suits {word}: give the rules that have them")
    return Rules.of(rules), f"the suits {word}"


def _number_of_word(seed: str, word: str) -> int:
    try:
        if word != str(int(word[:9])):  # longer than any number there, or with zeros before it
            raise RulesError("no number of hanab.live's")
        variant_name(int(word))
        return int(word)
    except RulesError:
        ours = ", ".join(f"{number} ({name})" for name, number in VARIANT_IDS.items())
        raise DealError(
            f"the seed {seed} is for hanab.live's variant {word}, which is not one of ours: "
            f"{ours}, and those of docs/hanab-live.md"
        ) from None


def _with_suits_of(variant: Rules, rules: object) -> Rules:
    """The rules asked for, with the suits of the variant where they name no suits."""
    if rules is None:
        return variant
    game = Rules.of(rules)
    sets = [RULE_SETS[given] for given in game.names]
    if sets and not any(rule_set.colours or rule_set.extra for rule_set in sets):
        return with_suits(game, variant)
    return game
