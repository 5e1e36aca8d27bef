"""Small deals for the plain twin, late positions with tiles: odd compositions, cramped hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, TypeVar

import pytest
from hypothesis import assume, settings
from hypothesis import strategies as st

from solver import Action, Card, Deal, Position, Rules, Suit
from solver.game.deals import unshuffled
from solver.game.tiles import TILES
from tests.support.sizes import sized

Test = TypeVar("Test", bound=Callable[..., Any])


def many(examples: int) -> Callable[[Test], Test]:
    """The number of examples in `--size test`; less in `check`, more in `long`."""

    def mark(test: Test) -> Test:
        marked: Test = pytest.mark.grows(exactly(sized(examples))(test))
        return marked

    return mark


def exactly(examples: int) -> settings:
    """The number of examples for a test that has it from elsewhere."""
    return settings(max_examples=max(1, examples))


@st.composite
def suits(draw: st.DrawFn, most_cards: int) -> tuple[Suit, ...]:
    """One to three suits that together have at most this many cards."""
    chosen: list[Suit] = []
    cards = 0
    for letter in "rgk"[: draw(st.integers(1, 3))]:
        copies = tuple(draw(st.lists(st.integers(1, 3), min_size=1, max_size=5)))
        if cards + sum(copies) > most_cards:
            copies = (1,) * min(len(copies), most_cards - cards)
        if not copies:
            break
        cards += sum(copies)
        scores = not chosen or draw(st.booleans())  # a game needs a suit that scores
        chosen.append(Suit(letter, copies, draw(st.booleans()), scores))
    return tuple(chosen)


@st.composite
def small_deals(
    draw: st.DrawFn, /, most_cards: int = 10, *, tiles: bool = False, **fixed: object
) -> Deal:
    """A deal that brute force can solve; `fixed` are fields of the rules to hold fast.

    With `tiles` it has bonus tiles.
    """
    if tiles:
        return small_deal_with_tiles(Random(draw(st.integers(0, 10**9))), most_cards, fixed)
    composition = draw(suits(most_cards))
    cards = sum(sum(suit.copies) for suit in composition)
    if cards < 2:
        composition = (Suit("r", (2, 1)),)
        cards = 3
    players = draw(st.integers(2, min(4, cards)))
    options: dict[str, object] = {
        "hand_size": draw(st.integers(1, max(1, min(4, cards // players)))),
        "tokens": draw(st.integers(1, 4)),
        "strikes": draw(st.integers(1, 3)),
        "ending": draw(st.sampled_from(["last-round", "bouquet-final"])),
        "announce": draw(st.booleans()),
        "deck_plays": draw(st.booleans()),
    }
    rules = Rules(composition, **(options | fixed))  # type: ignore[arg-type]
    return Deal(rules, players, tuple(draw(st.permutations(unshuffled(rules)))))


@st.composite
def suits_with_tiles(draw: st.DrawFn) -> tuple[Suit, ...]:
    """Two to seven suits, most of which end with a 5 and so turn a tile."""
    chosen: list[Suit] = []
    for letter in "rgbypkw"[: draw(st.integers(2, 7))]:
        values = draw(st.sampled_from([5, 5, 5, 3]))
        copies = draw(st.lists(st.integers(1, 2), min_size=values, max_size=values))
        scores = not chosen or draw(st.booleans())
        chosen.append(Suit(letter, tuple(copies), draw(st.integers(0, 4)) == 0, scores))
    return tuple(chosen)


def cards_between(suits: Sequence[Suit], low: Sequence[int], high: Sequence[int]) -> list[Card]:
    """The cards that bring fireworks from some levels to others."""
    return [
        Card(suit.letter, suit.value_at(place))
        for suit, below, top in zip(suits, low, high, strict=True)
        for place in range(below + 1, top + 1)
    ]


@st.composite
def late_positions(draw: st.DrawFn) -> Position:
    """A position with bonus tiles in which fireworks are about to be completed."""
    chosen = draw(suits_with_tiles())
    sizes = [suit.size for suit in chosen]
    levels = [size - draw(st.sampled_from([1, 1, 2, 0])) for size in sizes]
    levels[0] = sizes[0] - 1
    players, hand_size = draw(st.integers(2, 4)), draw(st.integers(1, 3))
    rules = Rules(
        chosen,
        hand_size=hand_size,
        tokens=draw(st.integers(1, 4)),
        strikes=draw(st.integers(1, 3)),
        ending=draw(st.sampled_from(["last-round", "bouquet-final"])),
        announce=draw(st.booleans()),
        tiles=True,
    )
    # In Bouquet final nothing that is needed may be gone.
    kept = [] if rules.ending == "last-round" else cards_between(chosen, levels, sizes)
    played = cards_between(chosen, [0] * len(chosen), levels)
    others = list((Counter(unshuffled(rules)) - Counter(played + kept)).elements())
    held = players * hand_size
    alive = max(held + draw(st.integers(0, 4)), len(kept))
    cards = (kept + draw(st.permutations(others)))[:alive]
    assume(len(cards) >= players)
    cards = draw(st.permutations(cards))
    hands = [cards[:held][player::players] for player in range(players)]
    last_round = rules.ending == "last-round" and len(cards) <= held
    discarded = len(kept) + len(others) - len(cards)
    # Those that offer a choice come early, often in a row.
    first = draw(st.sampled_from([[6, 5], [5, 6], [6], []]))
    tiles = first + draw(st.permutations([tile for tile in TILES if tile not in first]))
    complete = sum(
        suit.ends_with_five and level == suit.size
        for suit, level in zip(chosen, levels, strict=True)
    )
    return Position.from_parts(
        rules,
        hands,
        cards[held:],
        levels,
        tokens=draw(st.integers(0, rules.tokens)),
        strikes=draw(st.integers(0, min(rules.strikes - 1, discarded))),
        to_move=draw(st.integers(0, players - 1)),
        turns_left=draw(st.integers(1, players)) if last_round else None,
        tiles=tiles[: max(0, len(TILES) - complete)],
        tile5=draw(st.floats(0, 1, exclude_max=True)),
    )


def randoms() -> st.SearchStrategy[Random]:
    """Sources of chance that are not made to be simple, unlike those of `st.randoms`."""
    return st.integers(0, 2**32 - 1).map(Random)


def eager(position: Position, random: Random) -> Action:
    """Some legal action, for games in which many tiles are turned and cards are taken."""
    actions = position.legal_actions()
    fits = [a for a in actions if a.kind == "play" and position.is_playable(a.card or 0)]
    taking = [action for action in fits if action.choices]
    return random.choice(random.choice([taking, taking, fits, actions]) or fits or actions)


def small_deal_with_tiles(random: Random, most_cards: int, fixed: dict[str, object]) -> Deal:
    """A deal in which a 5 is often played and the tile that it turns often matters.

    So hands and tokens are few, that cards are given up, and mostly the first suit comes in its
    order. It is drawn at random, not by Hypothesis, whose simple examples have none of this.
    """
    composition = _suits_for_tiles(random, most_cards)
    options: dict[str, object] = {
        "hand_size": random.choice([1, 1, 1, 1, 2, 2, 3]),
        "tokens": random.choice([1, 1, 1, 2, 2, 3]),
        "strikes": random.randint(1, 3),
        "ending": random.choice(["last-round", "last-round", "last-round", "bouquet-final"]),
        "announce": random.random() < 0.3,
    }
    rules = Rules(composition, tiles=True, **(options | fixed))  # type: ignore[arg-type]
    deck = random.sample(unshuffled(rules), rules.deck_size)
    if random.random() < 0.8:
        places = [place for place, card in enumerate(deck) if card.suit == "r"]
        for place, card in zip(places, sorted(deck[place] for place in places), strict=True):
            deck[place] = card
    most_players = min(4, len(deck) // rules.hand_size_for(2))
    return Deal(
        rules,
        random.choice([2, 2, *range(2, most_players + 1)]),
        tuple(deck),
        tiles=tuple(random.sample(TILES, len(TILES))),
        tile5=random.choice([0.0, 0.37, 0.5, 0.999]),
    )


def _suits_for_tiles(random: Random, most_cards: int) -> tuple[Suit, ...]:
    """One or two copies of each card; at least two suits, because the last 5 ends the game."""
    chosen = [Suit("r", (1,) * 5)]
    cards = 5
    for letter in "gk"[: random.randint(1, 2)]:
        size = min(random.choice([1, 2, 2, 3, 4, 5, 5]), most_cards - cards)
        if size:
            copies = [1] * size
            if cards + size < most_cards and random.random() < 0.5:
                copies[random.randrange(size)] = 2
            cards += sum(copies)
            descending, scores = random.random() < 0.25, random.random() < 0.75
            chosen.append(Suit(letter, tuple(copies), descending, scores))
    return tuple(chosen)


@st.composite
def played_positions(draw: st.DrawFn) -> Position:
    """A position that arises in a small game."""
    position = Position.start(draw(small_deals(most_cards=12)))
    for _ in range(draw(st.integers(0, 14))):
        actions = position.legal_actions()
        if not actions:
            break
        position = position.push(draw(st.sampled_from(actions)))
    return position
