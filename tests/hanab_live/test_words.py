"""Games in words: names of any kind, and clues."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.hanab_live.games import game_from_json
from solver.hanab_live.variants import clue_colours
from solver.hanab_live.words import LONGEST_NAME, readable_names, turn_words
from solver.notation.actions import Clue
from tests.support.strategies import many

GAME = {"players": 2, "seed": "p2v0s1", "actions": [{"type": 2, "target": 1, "value": 0}]}


@many(200)
@given(st.lists(st.text(max_size=60), min_size=2, max_size=6))
def test_names_can_be_read(names: list[str]) -> None:
    shown = readable_names(names)
    assert len(set(shown)) == len(shown) == len(names)
    for name in shown:
        assert name and name.isprintable() and name == name.strip()
        assert len(name) <= LONGEST_NAME + len(" (6)")


def test_ordinary_names_stay() -> None:
    assert readable_names(["zamiel", "will_flame", "Zoë 2"]) == ("zamiel", "will_flame", "Zoë 2")
    assert readable_names(["", " \t", "Bob"]) == ("Alice", "Bob (2)", "Bob (3)")
    assert readable_names(["a", "a", "a (2)"]) == ("a (1)", "a (2)", "a (2) (3)")
    assert readable_names(["x" * 99, "y"])[0] == "x" * (LONGEST_NAME - 1) + "…"


@pytest.mark.parametrize(
    ("clue", "words"),
    [
        (Clue(2, 1, 0), "Alice clues red to Bob"),
        (Clue(2, 1, 4), "Alice clues purple to Bob"),
        (Clue(2, 1, 5), "Alice gives a clue to Bob"),
        (Clue(3, 1, 5), "Alice clues 5 to Bob"),
        (Clue(3, 1, 0), "Alice gives a clue to Bob"),
        (None, "Alice gives a clue"),
    ],
)
def test_clues(clue: Clue | None, words: str) -> None:
    game = replace(game_from_json(GAME), clues=(clue,))
    assert turn_words(game, 1) == words


@pytest.mark.parametrize(
    ("variant", "last"),
    [
        ("3 Suits", "blue"),
        ("6 Suits", "teal"),
        ("Black (6 Suits)", "black"),
        ("Rainbow (6 Suits)", "purple"),
        ("White Reversed (6 Suits)", "purple"),
        ("Dark Pink (6 Suits)", "pink"),
        ("Reversed (5 Suits)", "purple"),
        ("Brown & Rainbow (4 Suits)", "brown"),
    ],
)
def test_colours_of_variants(variant: str, last: str) -> None:
    colours = clue_colours(variant)
    assert colours is not None and colours[-1] == last
    assert len(set(colours)) == len(colours)


@pytest.mark.parametrize("variant", ["Ambiguous (6 Suits)", "Rainbow-Ones (6 Suits)", "base"])
def test_clues_of_another_kind(variant: str) -> None:
    assert clue_colours(variant) is None
    game = replace(game_from_json(GAME), variant=variant)
    assert turn_words(game, 1) == "Alice gives a clue to Bob"
