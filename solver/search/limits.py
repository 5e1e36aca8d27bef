"""What the kernel cannot tell apart, and so must not be asked about."""

from __future__ import annotations

from solver.errors import DealError
from solver.game.rules import Rules

MAX_COPIES_APART = 4  # copies of a card in one hand (solver/kernel/state.pxd)


def check_copies_apart(rules: Rules, players: int) -> None:
    """Refuse rules with more copies of a card in one hand than the kernel tells apart.

    It needs to with announcing, for the cards that complete a firework, and with bonus tiles.
    """
    hand_size = rules.hand_size_for(players)
    for suit in rules.suits:
        last = suit.value_at(suit.size)
        if rules.announce and min(suit.copies[last - 1], hand_size) > MAX_COPIES_APART:
            raise DealError(
                f"with announcing and hands of {hand_size}, {suit.letter}{last} may have at most "
                f"{MAX_COPIES_APART} copies, because it completes its firework"
            )
        if rules.tiles and min(max(suit.copies), hand_size) > MAX_COPIES_APART:
            raise DealError(
                f"with bonus tiles and hands of {hand_size}, a card may have at most "
                f"{MAX_COPIES_APART} copies: {suit.letter} has more of one"
            )
