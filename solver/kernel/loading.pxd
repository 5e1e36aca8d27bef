"""A game and a state from the numbers that Python gives."""

from libc.stdint cimport uint64_t
from libc.string cimport memset

from solver.kernel.bits cimport popcount
from solver.kernel.hands cimport add_card
from solver.kernel.state cimport APART, MAX_FIVES, Game, State, look_ahead


cdef inline int load_game(
    Game* g, sizes, top_copies, int most_copies, int hand_size, int max_tokens, int max_strikes,
    bint bouquet, bint announce, int players, pile, bint deck_plays, turning, tiles, int turned,
    double tile5, deck,
) except -1:
    """Set up the game; types are 8 * suit + level - 1.

    With bonus tiles: the suits of which the last card turns one, the tiles to come, how many such
    suits are complete, and the types of all cards of the game.
    """
    cdef int i, size
    memset(g, 0, sizeof(Game))
    g.players = players
    g.hand_size = hand_size
    g.max_tokens = max_tokens
    g.max_strikes = max_strikes
    g.bouquet = bouquet
    g.announce = announce
    g.deck_plays = deck_plays
    g.tile5 = tile5
    for i in turning:
        g.fives |= <uint64_t>1 << (8 * i + <int>sizes[i] - 1)
    for i in range(min(len(tiles), MAX_FIVES + 1 - turned)):
        g.order[turned + i] = tiles[i]
    for i in deck:
        g.copies[i] += 1
    g.cards = len(deck)
    g.many = (announce or g.fives or deck_plays) and min(most_copies, hand_size) > APART
    for i, size in enumerate(sizes):
        g.full |= ((<uint64_t>1 << size) - 1) << 8 * i
        g.ones |= <uint64_t>1 << 8 * i
        g.tops |= <uint64_t>1 << (8 * i + size - 1)
        if (announce or g.fives or deck_plays) and top_copies[i] > 1:
            g.twin_tops |= <uint64_t>1 << (8 * i + size - 1)
    g.held_tops = g.tops if announce or g.fives else g.twin_tops
    g.goal = popcount(g.full)
    g.size = len(pile)
    for i in range(g.size):
        g.pile[i] = <uint64_t>1 << <int>pile[i]
    look_ahead(g)
    return 0


cdef inline int load_state(
    const Game* g, State* s, levels, hands, int drawn, int tokens, int strikes, int to_move,
    int turns_left, discards,
) except -1:
    """Set up a state of the loaded game, after `drawn` cards of its pile."""
    cdef int i, level, card
    memset(s, 0, sizeof(State))
    s.pos = drawn
    for i, level in enumerate(levels):
        s.played |= ((<uint64_t>1 << level) - 1) << 8 * i
    for i, hand in enumerate(hands):
        s.count[i] = len(hand)
        for card in hand:
            add_card(g, s, i, <uint64_t>1 << card)
    for card in discards:
        s.gone |= <uint64_t>1 << card
    s.gone &= ~s.played
    s.tokens = tokens
    s.strikes = strikes
    s.to_move = to_move
    s.turns_left = turns_left
    return 0
