"""The named rule sets, what they combine to, and house rules with their faults."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from solver.errors import RulesError
from solver.game.rule_sets import RULE_SETS
from solver.game.rules import MAX_SUITS, Rules, check_players
from solver.game.suits import Suit

ONE_EACH = (1, 1, 1, 1, 1)
USUAL = (3, 2, 2, 2, 1)
BLACK = Suit("k", (1, 2, 2, 2, 3), descending=True, scores=False)

# name: letters, deck size, perfect score, tokens, strikes, ending, announcing, tiles
NAMED = {
    "base": ("rygbp", 50, 25, 8, 3, "last-round", False, False, False),
    "avalanche-5": ("rygbpm", 55, 30, 8, 3, "last-round", False, False, False),
    "avalanche-10": ("rygbpm", 60, 30, 8, 3, "last-round", False, False, False),
    "black-powder": ("rygbpk", 60, 25, 8, 3, "last-round", False, False, False),
    "flamboyants": ("rygbp", 50, 25, 8, 3, "last-round", False, True, False),
    "bouquet-final": ("rygbp", 50, 25, 8, 3, "bouquet-final", False, False, False),
    "timed-display": ("rygbp", 50, 25, 8, 3, "last-round", True, False, False),
    "hard": ("rygbp", 50, 25, 8, 1, "last-round", False, False, False),
    "easy": ("rygbp", 50, 25, 10, 3, "last-round", False, False, False),
    "deck-plays": ("rygbp", 50, 25, 8, 3, "last-round", False, False, True),
    "six-suits": ("rygbpt", 60, 30, 8, 3, "last-round", False, False, False),
    "four-suits": ("rygb", 40, 20, 8, 3, "last-round", False, False, False),
    "three-suits": ("rgb", 30, 15, 8, 3, "last-round", False, False, False),
}

RIVALS = {
    frozenset(pair)
    for pair in (
        ("avalanche-5", "avalanche-10"),
        ("flamboyants", "deck-plays"),
        *combinations(("base", "six-suits", "four-suits", "three-suits"), 2),
    )
}


def letters(rules: Rules) -> str:
    return "".join(suit.letter for suit in rules.suits)


def house(**changes: object) -> dict[str, object]:
    return {"suits": [{"letter": "r"}, {"letter": "y"}], **changes}


def test_every_set_is_listed_above() -> None:
    assert set(NAMED) == set(RULE_SETS)


@pytest.mark.parametrize("name", NAMED)
def test_named_set(name: str) -> None:
    rules = Rules.named(name)
    assert NAMED[name] == (
        letters(rules),
        rules.deck_size,
        rules.perfect_score,
        rules.tokens,
        rules.strikes,
        rules.ending,
        rules.announce,
        rules.tiles,
        rules.deck_plays,
    )
    assert rules.hand_size is None
    assert str(rules) == name


@pytest.mark.parametrize("name", NAMED)
def test_suits_of_named_set(name: str) -> None:
    extra = {"avalanche-5": [Suit("m", ONE_EACH)], "black-powder": [BLACK]}
    suits = list(Rules.named(name).suits)
    tail = extra.get(name, [])
    assert suits[len(suits) - len(tail) :] == tail
    assert all(s.copies == USUAL and s.scores for s in suits[: len(suits) - len(tail)])
    assert not any(s.descending for s in suits[: len(suits) - len(tail)])


@pytest.mark.parametrize(("first", "second"), list(combinations(NAMED, 2)))
def test_every_pair_combines_or_is_refused(first: str, second: str) -> None:
    if frozenset((first, second)) in RIVALS:
        for pair in ((first, second), (second, first)):
            with pytest.raises(RulesError, match=f"{pair[0]} and {pair[1]} do not combine"):
                Rules.named(*pair)
        return
    rules, swapped = Rules.named(first, second), Rules.named(second, first)
    assert rules == swapped
    assert rules.names == swapped.names
    base = NAMED["base"]
    alone = NAMED[first], NAMED[second]
    for index, value in enumerate((rules.tokens, rules.strikes, rules.ending, rules.announce), 3):
        changed = [settings[index] for settings in alone if settings[index] != base[index]]
        assert value == (changed[0] if changed else base[index])
    # Colours from one of them, then a multicolour and a black suit from either.
    colours = next((s[0] for s in alone if s[0][-1] not in "mk" and s[0] != "rygbp"), "rygbp")
    extra = "".join(letter for letter in "mk" if any(letter in s[0] for s in alone))
    assert letters(rules) == colours + extra


def test_the_largest_combination() -> None:
    everything = ("avalanche-10", "black-powder", "bouquet-final", "timed-display", "hard", "easy")
    rules = Rules.named(*everything)
    assert letters(rules) == "rygbpmk"
    assert (rules.deck_size, rules.perfect_score) == (70, 30)
    assert (rules.tokens, rules.strikes, rules.ending, rules.announce) == (
        10,
        1,
        "bouquet-final",
        True,
    )
    assert str(rules) == " + ".join(everything)


def test_too_many_suits_are_refused() -> None:
    with pytest.raises(RulesError, match=f"suits: there are 8, a game has 1 to {MAX_SUITS}"):
        Rules.named("six-suits", "avalanche-10", "black-powder")


def test_names_are_put_in_one_order_without_repetition() -> None:
    assert Rules.named("hard", "black-powder", "hard", "base").names == ("black-powder", "hard")
    assert Rules.named("base", "base").names == ("base",)


def test_equal_games_are_equal_whatever_they_are_called() -> None:
    unnamed = Rules(Rules.named("base").suits)
    assert unnamed == Rules.named("base")
    assert hash(unnamed) == hash(Rules.named("base"))
    assert unnamed != Rules.named("hard")
    assert str(unnamed) == "house rules"


@pytest.mark.parametrize(
    ("names", "message"),
    [
        ((), "no rule set given; the plain game is called base"),
        (("avalanche",), "unknown rule set 'avalanche'; did you mean avalanche-5?"),
        (("base", "Hard"), "unknown rule set 'Hard'; did you mean hard?"),
        (("00000",), "unknown rule set '00000' (`hanabi-solve rules` lists them all)"),
    ],
)
def test_unknown_names(names: tuple[Any, ...] | tuple[str, ...], message: str) -> None:
    with pytest.raises(RulesError) as fault:
        Rules.named(*names)
    assert message in str(fault.value)


def test_building_upwards_and_downwards() -> None:
    up, down = Suit("r"), BLACK
    assert [up.value_at(level) for level in range(1, 6)] == [1, 2, 3, 4, 5]
    assert [down.value_at(level) for level in range(1, 6)] == [5, 4, 3, 2, 1]
    for suit in (up, down, Suit("x", (2, 1, 1), descending=True)):
        for level in range(1, suit.size + 1):
            assert suit.level_of(suit.value_at(level)) == level


def test_score_counts_missing_black_cards() -> None:
    rules = Rules.named("black-powder")
    assert rules.score([5, 5, 5, 5, 5, 5]) == 25
    assert rules.score([5, 5, 5, 5, 5, 0]) == 20
    assert rules.score([3, 0, 0, 0, 0, 4]) == 2
    assert rules.score([1, 1, 0, 0, 0, 1]) == 0  # 2 - 4, and nothing is below 0
    with pytest.raises(ValueError, match="shorter"):
        rules.score([5, 5, 5, 5, 5])


@pytest.mark.parametrize(("players", "size"), [(2, 5), (3, 5), (4, 4), (5, 4), (6, 3)])
def test_hand_sizes_of_the_books(players: int, size: int) -> None:
    assert Rules.named("base").hand_size_for(players) == size
    assert Rules.of(house(hand_size=2)).hand_size_for(players) == 2


def test_suit_index() -> None:
    rules = Rules.named("black-powder")
    assert [rules.suit_index(letter) for letter in "rkm"] == [0, 5, -1]


@pytest.mark.parametrize(
    ("score", "word"),
    [
        (0, "horrible"),
        (5, "horrible"),
        (6, "mediocre"),
        (10, "mediocre"),
        (11, "honourable"),
        (15, "honourable"),
        (16, "excellent"),
        (20, "excellent"),
        (21, "extraordinary"),
        (24, "extraordinary"),
        (25, "legendary"),
        (29, "legendary"),
        (30, "divine"),
    ],
)
def test_ratings(score: int, word: str) -> None:
    assert Rules.named("avalanche-5").rating(score) == word


def test_no_rating_where_the_books_give_none() -> None:
    assert Rules.named("bouquet-final").rating(25) is None
    assert Rules.named("four-suits").rating(20) is None


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_numbers_of_players(players: int) -> None:
    assert check_players(players) == players


@pytest.mark.parametrize(
    ("players", "message"),
    [
        (1, "1 player: the game is for 2 to 6"),
        (7, "7 players: the game is for 2 to 6"),
        (True, "players must be a whole number, not true"),
        ("3", 'players must be a whole number, not "3"'),
        (2.0, "players must be a whole number, not 2.0"),
        (None, "players must be a whole number, not null"),
    ],
)
def test_no_number_of_players(players: object, message: str) -> None:
    with pytest.raises(RulesError) as fault:
        check_players(players)
    assert str(fault.value) == message


def test_rules_of_whatever_stands_for_them() -> None:
    hard = Rules.named("hard")
    assert Rules.of(hard) is hard
    assert Rules.of("hard") == Rules.of(["hard"]) == Rules.of(("base", "hard")) == hard
    assert letters(Rules.of(house())) == "ry"


@pytest.mark.parametrize("spec", [3, None, True, ["base", 3], {"base"}])
def test_what_does_not_stand_for_rules(spec: object) -> None:
    with pytest.raises(RulesError, match="rules must be a name, a list of names or an object"):
        Rules.of(spec)


def test_house_rules_and_their_defaults() -> None:
    rules = Rules.from_json({"suits": [{"letter": "r"}]})
    assert rules == Rules((Suit("r", USUAL),), None, 8, 3, "last-round", False)
    rules = Rules.from_json(
        {
            "suits": [
                {"letter": "z", "copies": [9, 1], "descending": True, "scores": False},
                {"letter": "a", "copies": [1]},
            ],
            "hand_size": 1,
            "tokens": 30,
            "strikes": 9,
            "ending": "bouquet-final",
            "announce": True,
        }
    )
    suits = (Suit("z", (9, 1), descending=True, scores=False), Suit("a", (1,)))
    assert rules == Rules(suits, 1, 30, 9, "bouquet-final", True)
    assert rules.perfect_score == 1
    assert rules.names == ()


@pytest.mark.parametrize("names", [*((name,) for name in NAMED), ("black-powder", "easy")])
def test_json_is_read_back(names: tuple[str, ...]) -> None:
    named = Rules.named(*names)
    assert named.to_json() == list(names)
    assert Rules.of(named.to_json()) == named
    unnamed = Rules(
        named.suits, 4, named.tokens, named.strikes, named.ending, announce=named.announce
    )
    assert Rules.of(unnamed.to_json()) == unnamed


NO_LETTER = "must be one letter a-z, not"


@pytest.mark.parametrize(
    ("value", "message"),
    [
        # the whole
        (7, "rules must be an object with suits, hand_size, tokens, strikes, ending, announce"),
        ([], "rules must be an object"),
        ({}, "rules: suits are missing, a list of suits"),
        (house(tokns=4), "rules: unknown key 'tokns'; did you mean tokens?"),
        (house(zzz=4), "rules: unknown key 'zzz'"),
        # the suits
        ({"suits": "ry"}, 'rules.suits must be a list, not "ry"'),
        ({"suits": []}, "rules.suits: there are 0, a game has 1 to 7"),
        (
            {"suits": [{"letter": c} for c in "abcdefgh"]},
            "rules.suits: there are 8, a game has 1 to 7",
        ),
        ({"suits": [{"letter": "r"}, "y"]}, "rules.suits[1] must be an object with letter, copies"),
        ({"suits": [{"letter": "r", "colour": 1}]}, "rules.suits[0]: unknown key 'colour'"),
        ({"suits": [{}]}, f"rules.suits[0].letter {NO_LETTER} null"),
        ({"suits": [{"letter": 5}]}, f"rules.suits[0].letter {NO_LETTER} 5"),
        ({"suits": [{"letter": ""}]}, f'rules.suits[0].letter {NO_LETTER} ""'),
        ({"suits": [{"letter": "R"}]}, f'rules.suits[0].letter {NO_LETTER} "R"'),
        ({"suits": [{"letter": "é"}]}, f'rules.suits[0].letter {NO_LETTER} "é"'),
        ({"suits": [{"letter": "1"}]}, f'rules.suits[0].letter {NO_LETTER} "1"'),
        ({"suits": [{"letter": "red"}]}, f'rules.suits[0].letter {NO_LETTER} "red"'),
        (
            {"suits": [{"letter": "r"}, {"letter": "y"}, {"letter": "r"}]},
            "rules.suits[2]: a second suit with the letter 'r'",
        ),
        (
            {"suits": [{"letter": "r", "copies": 3}]},
            "rules.suits[0].copies must be a list of numbers, not 3",
        ),
        (
            {"suits": [{"letter": "r", "copies": [3, "2"]}]},
            'rules.suits[0].copies[1] must be a whole number, not "2"',
        ),
        (
            {"suits": [{"letter": "r", "copies": [True]}]},
            "rules.suits[0].copies[0] must be a whole number, not true",
        ),
        ({"suits": [{"letter": "r", "copies": []}]}, "rules.suits[0].copies has 0 values"),
        ({"suits": [{"letter": "r", "copies": [1] * 6}]}, "rules.suits[0].copies has 6 values"),
        (
            {"suits": [{"letter": "r"}, {"letter": "y", "copies": [1, 0]}]},
            "rules.suits[1].copies: 0 copies of y2, must be 1 to 9",
        ),
        (
            {"suits": [{"letter": "r", "copies": [10]}]},
            "rules.suits[0].copies: 10 copies of r1, must be 1 to 9",
        ),
        (
            {"suits": [{"letter": "r", "descending": 1}]},
            "rules.suits[0].descending must be true or false, not 1",
        ),
        (
            {"suits": [{"letter": "r", "scores": "no"}]},
            'rules.suits[0].scores must be true or false, not "no"',
        ),
        (
            {"suits": [{"letter": "r", "scores": False}]},
            "rules.suits: none of them scores",
        ),
        # the rest
        (house(hand_size=0), "rules.hand_size is 0, must be 1 to 10"),
        (house(hand_size=11), "rules.hand_size is 11, must be 1 to 10"),
        (house(hand_size=4.5), "rules.hand_size must be a whole number, not 4.5"),
        (house(tokens=0), "rules.tokens is 0, must be 1 to 30"),
        (house(tokens=31), "rules.tokens is 31, must be 1 to 30"),
        (house(tokens=None), "rules.tokens must be a whole number, not null"),
        (house(strikes=0), "rules.strikes is 0, must be 1 to 9"),
        (house(strikes=10), "rules.strikes is 10, must be 1 to 9"),
        (house(strikes=[3]), "rules.strikes must be a whole number, not [3]"),
        (
            house(ending="never"),
            'rules.ending must be "last-round" or "bouquet-final", not "never"',
        ),
        (house(ending=["last-round"]), "rules.ending must be"),
        (house(announce=0), "rules.announce must be true or false, not 0"),
        (house(announce="x" * 99), 'rules.announce must be true or false, not "xxx'),
    ],
)
def test_faults_of_house_rules_say_where(value: dict[str, Any] | int, message: str) -> None:
    with pytest.raises(RulesError) as fault:
        Rules.from_json(value)
    assert str(fault.value).startswith(message)
    assert len(str(fault.value)) < 160


def test_the_place_is_the_callers_word_for_it() -> None:
    for value, message in (
        (house(tokens=0), "game.rules.tokens is 0"),
        (house(tokens="8"), "game.rules.tokens must be a whole number"),
        ({"suits": []}, "game.rules.suits: there are 0"),
        (house(tokns=1), "game.rules: unknown key"),
    ):
        with pytest.raises(RulesError, match=message):
            Rules.from_json(value, "game.rules")
    # A place that a part's own name begins with must not hide it.
    with pytest.raises(RulesError, match=r"t\.tokens is 0"):
        Rules.from_json(house(tokens=0), "t")


def test_a_game_needs_a_suit_that_scores() -> None:
    with pytest.raises(RulesError, match="none of them scores"):
        Rules((Suit("r", scores=False),))
