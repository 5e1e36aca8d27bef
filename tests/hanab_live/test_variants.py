"""hanab.live's variants and the suits they are played with."""

from __future__ import annotations

import pytest

from solver import Deal, Rules
from solver.errors import RulesError
from solver.game.compositions import NAMED, variant_id, variant_name, with_suits
from solver.hanab_live.variants import CHANGES_THE_GAME, CLUES_ONLY, rules_of_variant

ONE_OF_EACH, USUAL, REVERSED = (1, 1, 1, 1, 1), (3, 2, 2, 2, 1), (1, 2, 2, 2, 3)


def letters(name: str) -> str:
    return "".join(suit.letter for suit in rules_of_variant(name).suits)


@pytest.mark.parametrize(("theirs", "ours", "number"), NAMED)
def test_rule_sets_of_ours(theirs: str, ours: str, number: int) -> None:
    assert rules_of_variant(theirs) == Rules.named(ours)
    assert rules_of_variant(theirs).names == (ours,)
    assert variant_name(number) == theirs
    assert variant_id(Rules.named(ours, "hard")) == number


@pytest.mark.parametrize(
    ("name", "suits"),
    [
        ("Pink (6 Suits)", "rygbpi"),
        ("Rainbow (5 Suits)", "rygbm"),
        ("White (4 Suits)", "rgbw"),
        ("Brown (3 Suits)", "rbn"),
        ("Rainbow & White (5 Suits)", "rgbmw"),
        ("Rainbow & Pink (3 Suits)", "rmi"),
        ("Black & Pink (6 Suits)", "rygbki"),
        ("Omni & Null (4 Suits)", "rbou"),
        ("Reversed (3 Suits)", "rgb"),
    ],
)
def test_suits_stand_in_the_order_of_the_site(name: str, suits: str) -> None:
    assert letters(name) == suits


@pytest.mark.parametrize(
    ("name", "copies", "descending"),
    [
        ("Prism (6 Suits)", USUAL, False),
        ("Muddy Rainbow (6 Suits)", USUAL, False),
        ("Light Pink (6 Suits)", USUAL, False),
        ("Black (5 Suits)", ONE_OF_EACH, False),
        ("Gray (6 Suits)", ONE_OF_EACH, False),
        ("Gray Pink (6 Suits)", ONE_OF_EACH, False),
        ("Cocoa Rainbow (6 Suits)", ONE_OF_EACH, False),
        ("Dark Rainbow (6 Suits)", ONE_OF_EACH, False),
        ("Dark Null (5 Suits)", ONE_OF_EACH, False),
        ("Rainbow Reversed (6 Suits)", REVERSED, True),
        ("Black Reversed (5 Suits)", ONE_OF_EACH, True),
        ("Reversed (5 Suits)", REVERSED, True),
    ],
)
def test_the_last_suit(name: str, copies: tuple[int, ...], descending: bool) -> None:
    rules = rules_of_variant(name)
    assert (rules.suits[-1].copies, rules.suits[-1].descending) == (copies, descending)
    assert all((suit.copies, suit.descending) == (USUAL, False) for suit in rules.suits[:-1])
    assert rules.perfect_score == 5 * len(rules.suits)


@pytest.mark.parametrize("name", [*CLUES_ONLY, "Cow & Pig", "Pink-Ones", "Deceptive-Fives"])
def test_what_changes_only_clues_changes_nothing(name: str) -> None:
    assert rules_of_variant(f"{name} (5 Suits)") == Rules.named("base")
    assert rules_of_variant(f"{name} (3 Suits)").names == ("three-suits",)
    assert rules_of_variant(f"{name} & Black (6 Suits)").names == ("avalanche-5",)
    assert rules_of_variant(f"{name} & Gray (5 Suits)") == rules_of_variant("Gray (5 Suits)")


@pytest.mark.parametrize("word", CHANGES_THE_GAME)
def test_other_games_are_refused_by_name(word: str) -> None:
    for name in (f"{word} (5 Suits)", f"{word} & Pink (6 Suits)", f"Dark {word} (6 Suits)"):
        with pytest.raises(RulesError) as caught:
            rules_of_variant(name)
        assert f"{name!r} is another game, which is not modelled: {word}: " in str(caught.value)


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("Pnk (6 Suits)", "did you mean 'Pink (6 Suits)'?"),
        ("pink (6 suits)", "did you mean 'Pink (6 Suits)'?"),
        ("Candy Corn Mix (5 Suits)", "docs/hanab-live.md says which are known"),
        ("Pink & Pink (6 Suits)", "did you mean"),
        ("Pink (7 Suits)", "did you mean"),
        ("Rainbow & Pink & White (3 Suits)", "is not known here"),
        ("Foo-Ones (5 Suits)", "is not known here"),
        ("", "is not known here"),
    ],
)
def test_unknown_names(name: str, hint: str) -> None:
    with pytest.raises(RulesError) as caught:
        rules_of_variant(name)
    assert repr(name) in str(caught.value) and hint in str(caught.value)


@pytest.mark.parametrize("number", [4, 24, 99999, -1])
def test_unknown_numbers(number: int) -> None:
    with pytest.raises(RulesError, match=f"variant {number} is not one that is known here"):
        variant_name(number)


@pytest.mark.parametrize("number", [13, 16, 17, 19, 21, 58, 106, 293, 1349, 1357, 1469])
def test_numbers_and_suits_belong_together(number: int) -> None:
    rules = rules_of_variant(variant_name(number))
    assert variant_id(rules) == number
    deal = Deal.from_seed(f"p4v{number}s9")
    assert (deal.rules, deal.seed) == (rules, f"p4v{number}s9")
    assert Deal.from_seed(9, 4, rules) == deal
    assert Deal.from_seed(f"p4v{number}s9", rules="hard").rules == with_suits(
        Rules.named("hard"), rules
    )


def test_suits_without_a_number() -> None:
    assert variant_id(Rules.named("avalanche-5", "black-powder")) is None
    assert variant_id(rules_of_variant("Black & Pink (6 Suits)")) is None
