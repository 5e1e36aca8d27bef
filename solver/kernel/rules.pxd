"""The kernel's one copy of the rules: what a move makes of a state."""

from libc.stdint cimport uint64_t

from solver._core cimport ANNOUNCED, CLUE, DISCARD, FROM_PILE, MISPLAY, PLAY, PUT, SHUFFLE
from solver.kernel.bits cimport check, popcount
from solver.kernel.hands cimport add_card, drop_card
from solver.kernel.state cimport Game, Move, State, game_of, next_types, trash_in
from solver.kernel.tiles cimport discarded, others_discarded, pile_with


cdef inline void advance(Game* g, const State* s, const Move* m, State* t) noexcept nogil:
    """The state after a legal move."""
    t[0] = s[0]
    move_on(g, t, m)


cdef inline void move_on(Game* loaded, State* s, const Move* m) noexcept nogil:
    """Make a legal move. This is the kernel's one copy of the rules."""
    cdef Game* g = game_of(loaded, s)
    cdef int player = s.to_move
    cdef int drawn = s.pos
    s.choosing = 0
    if m.kind == CLUE:
        s.tokens -= 1
    elif m.kind == DISCARD or m.kind == MISPLAY:
        if m.kind == DISCARD:
            s.tokens = min(g.max_tokens, s.tokens + 1)
        else:
            s.strikes += 1
        if m.bit:
            if g.fives:
                s.gone |= m.bit
                if s.loans and trash_in(s, player) > 0:
                    s.loans -= 1
            drop_card(g, s, player, m.bit)
    elif m.kind == PLAY or m.kind == ANNOUNCED:
        drop_card(g, s, player, m.bit)
        if m.kind == ANNOUNCED:
            s.tokens = min(g.max_tokens, s.tokens + 1)
        grow(g, s, m.bit)
    elif m.kind == FROM_PILE:
        if m.bit & next_types(g, s.played):
            grow(g, s, m.bit)
        else:
            s.strikes += 1
    elif m.kind == PUT:
        grow(g, s, m.bit)
    elif m.kind == SHUFFLE:
        if m.bit and discarded(g, s, m.bit) == 1:
            s.gone &= ~m.bit
        s.pile = pile_with(g, s, m.bit)
        g = g.piles.made[s.pile]
    if s.choosing:
        return
    s.to_move = 0 if player + 1 == g.players else player + 1
    if m.kind == FROM_PILE:
        s.pos = g.size
    elif m.kind != CLUE:
        if drawn < g.size:
            add_card(g, s, player, g.pile[drawn])
            s.pos = drawn + 1
        else:
            check(s.count[player] > 0)
            s.count[player] -= 1
    check(0 <= s.tokens <= g.max_tokens)
    check(s.strikes < g.max_strikes)
    if not g.bouquet:
        if drawn == g.size:
            s.turns_left -= 1
        elif s.pos == g.size:
            s.turns_left = g.players


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


cdef inline bint is_allowed(const Game* g, const State* s, const Move* m) noexcept nogil:
    """Whether a player who tells trash by the move's useful types may make it.

    Misplays are of trash only. The search lists its moves and need not ask.
    """
    cdef uint64_t hand = s.hand[s.to_move]
    cdef int i
    if m.useful & ~hand or m.bit & ~m.useful:
        return False
    if not g.bouquet and s.pos == g.size and s.turns_left == 0:
        return False
    if m.kind == PLAY or m.kind == ANNOUNCED:
        return m.bit & next_types(g, s.played) != 0
    if m.kind == DISCARD:
        if s.tokens == g.max_tokens:
            return False
        return m.bit != 0 or s.count[s.to_move] > popcount(m.useful)
    if m.kind == MISPLAY:
        if m.bit or m.useful & next_types(g, s.played) or s.strikes + 1 >= g.max_strikes:
            return False
        return s.count[s.to_move] > popcount(m.useful)
    if m.kind == CLUE and s.tokens:
        for i in range(g.players):
            if i != s.to_move and s.count[i]:
                return True
    return False
