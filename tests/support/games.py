"""Random games of hanab.live, for the tests of its files and links."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st

from solver import Action, Deal, Position
from solver.hanab_live.lines import nothing_can_be_played
from solver.hanab_live.variants import rules_of_variant

VARIANTS = (
    "No Variant", "6 Suits", "3 Suits", "Black (6 Suits)", "Rainbow (6 Suits)", "Pink (4 Suits)",
    "White Reversed (6 Suits)", "Rainbow Reversed (3 Suits)", "Dark Rainbow (5 Suits)",
)  # fmt: skip


@st.composite
def played(draw: st.DrawFn, starters: bool = True) -> tuple[Deal, list[Action], int]:
    """A deal of the site, legal actions up to where the site ends the game, and who begins."""
    rules = rules_of_variant(draw(st.sampled_from(VARIANTS)))
    players = draw(st.integers(2, 5 if rules.deck_size > 25 else 3))
    deal = Deal.from_seed(draw(st.integers(0, 999)), players, rules)
    starter = draw(st.integers(0, players - 1)) if starters else 0
    random = draw(st.randoms(use_true_random=False))
    position, line = replace(Position.start(deal), to_move=starter), list[Action]()
    for _ in range(draw(st.integers(0, 80))):
        if position.outcome() is not None or nothing_can_be_played(position):
            break
        fits = [
            Action("play", o) for o in position.hands[position.to_move] if position.is_playable(o)
        ]
        action = random.choice(fits or position.legal_actions())
        line.append(action)
        position = position.push(action)
    return deal, line, starter
