"""Small deals for the plain twin: all rules, odd compositions, cramped hands."""

from __future__ import annotations

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from solver import Deal, Rules, Suit
from solver.deals import unshuffled


def many(examples: int) -> settings:
    """So many examples, the same ones every time, however long each takes."""
    return settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
    )


@st.composite
def suits(draw: st.DrawFn, most_cards: int) -> tuple[Suit, ...]:
    """One to three suits that together have at most so many cards."""
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
def small_deals(draw: st.DrawFn, most_cards: int = 10, **fixed: object) -> Deal:
    """A deal that brute force can solve; `fixed` are fields of the rules to hold fast."""
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
    }
    rules = Rules(composition, **(options | fixed))  # type: ignore[arg-type]
    return Deal(rules, players, tuple(draw(st.permutations(unshuffled(rules)))))
