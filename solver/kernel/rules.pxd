"""The kernel's one copy of the rules: what a move makes of a state."""

from libc.stdint cimport uint64_t

from solver._core cimport ANNOUNCED, CLUE, DISCARD, FROM_PILE, MISPLAY, PLAY, PUT, SHUFFLE
from solver.kernel.bits cimport check, popcount
from solver.kernel.hands cimport add_card, drop_card
from solver.kernel.state cimport Game, Move, State, game_of, next_types, trash_in
from solver.kernel.tiles cimport discarded, others_discarded, pile_with


cdef inline void advance(Game* loaded, const State* s, const Move* m, State* t) noexcept nogil:
    """The state after a legal move. This is the kernel's one copy of the rules."""
    cdef Game* g = game_of(loaded, s)
    cdef int player = s.to_move
    t[0] = s[0]
    t.choosing = 0
    if m.kind == CLUE:
        t.tokens -= 1
    elif m.kind == DISCARD or m.kind == MISPLAY:
        if m.kind == DISCARD:
            t.tokens = min(g.max_tokens, t.tokens + 1)
        else:
            t.strikes += 1
        if m.bit:
            drop_card(g, t, player, m.bit)
            if g.fives:
                t.gone |= m.bit
                if t.loans and trash_in(s, player) > 0:
                    t.loans -= 1
    elif m.kind == PLAY or m.kind == ANNOUNCED:
        drop_card(g, t, player, m.bit)
        if m.kind == ANNOUNCED:
            t.tokens = min(g.max_tokens, t.tokens + 1)
        grow(g, t, m.bit)
    elif m.kind == FROM_PILE:
        if m.bit & next_types(g, s.played):
            grow(g, t, m.bit)
        else:
            t.strikes += 1
    elif m.kind == PUT:
        grow(g, t, m.bit)
    elif m.kind == SHUFFLE:
        if m.bit and discarded(g, s, m.bit) == 1:
            t.gone &= ~m.bit
        t.pile = pile_with(g, s, m.bit)
        g = g.piles.made[t.pile]
    if t.choosing:
        return
    t.to_move = 0 if player + 1 == g.players else player + 1
    if m.kind == FROM_PILE:
        t.pos = g.size
    elif m.kind != CLUE:
        if s.pos < g.size:
            add_card(g, t, player, g.pile[s.pos])
            t.pos = s.pos + 1
        else:
            check(s.count[player] > 0)
            t.count[player] -= 1
    check(0 <= t.tokens <= g.max_tokens)
    check(t.strikes < g.max_strikes)
    if not g.bouquet:
        if s.pos == g.size:
            t.turns_left = s.turns_left - 1
        elif t.pos == g.size:
            t.turns_left = g.players


cdef inline void grow(Game* g, State* t, uint64_t bit) noexcept nogil:
    """Put a card on its firework; a complete one gives a token, or turns a tile for its 5.

    Where a tile offers a choice that is not empty, it is left to the moves that follow.
    """
    cdef int tile = g.tile[popcount(t.played & g.fives)] if bit & g.fives else 0
    t.played |= bit
    t.gone &= ~bit
    if not bit & g.tops:
        return
    if tile == 5 and t.pos < g.size or tile == 5 and g.bouquet:
        t.choosing = 5 if others_discarded(g, t, 0) else 0
    elif tile >= 5:
        t.choosing = tile if t.gone & next_types(g, t.played) else 0
    elif tile <= 2:
        t.tokens = min(g.max_tokens, t.tokens + 1)
        if tile == 2 and t.strikes:
            t.strikes -= 1
