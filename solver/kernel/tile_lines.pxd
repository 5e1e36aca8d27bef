"""What lines of play do with bonus tiles: which cards they lend, and what they take back.

A line may give up the last copy of a card as long as a tile is to come that may bring it back: such
a card is lent. A tile that is turned takes a lent card if it can, or else any that helps.
"""

from libc.stdint cimport uint64_t

from solver._core cimport BY_MEMORY, PUT, SHUFFLE, SKIP
from solver.kernel.bits cimport popcount, suit_of
from solver.kernel.context cimport Search
from solver.kernel.rules cimport move_on
from solver.kernel.state cimport Game, Move, State, game_of, next_types
from solver.kernel.tiles cimport TAKES, coming, make_pile, pile_with
from solver.kernel.walks cimport Bin


cdef inline int takes_to_come(const Game* g, uint64_t played) noexcept nogil:
    """How many lost cards tiles may bring back; in Bouquet final none, as that is a defeat."""
    return 0 if g.bouquet else popcount(coming(g, played) & TAKES)


cdef inline bint gives_token(const Game* g, uint64_t played, uint64_t bit) noexcept nogil:
    """Whether a token comes back for the completing card, with this on the table before it."""
    return not bit & g.fives or g.tile[popcount(played & g.fives)] <= 2


cdef inline uint64_t card_at(const Game* g, const Bin* b, int pos) noexcept nogil:
    """The card at this place of the pile, which may have the card of tile 5."""
    if b.joker < 0 or pos < b.joker:
        return g.pile[pos]
    return b.joker_bit if pos == b.joker else g.pile[pos - 1]


cdef inline uint64_t types_from(const Game* g, const Bin* b, int pos) noexcept nogil:
    """The types in the pile from this place on."""
    if b.joker < 0:
        return g.rest[pos]
    return g.rest[pos] | b.joker_bit if pos <= b.joker else g.rest[pos - 1]


cdef inline uint64_t some_of(uint64_t types, uint64_t random) noexcept nogil:
    """One of the types."""
    cdef int _skipped
    for _skipped in range(<int>((random >> 40) % <uint64_t>popcount(types))):
        types &= types - 1
    return types & (0 - types)


cdef inline uint64_t lost_with(uint64_t wanted, uint64_t bit) noexcept nogil:
    """What is out of reach without this type: itself and all above it."""
    return wanted & suit_of(bit) & ~(bit - 1)


cdef inline int use_tiles_of_line(
    const Game* g, Bin* b, int tile, uint64_t wanted, int pos, uint64_t random,
    uint64_t* played, int* tokens, Move* line, int depth
) noexcept nogil:
    """Do something with the tile that a play has turned, and with those after it; the new depth."""
    cdef uint64_t choice, bit
    cdef int size = g.size + (b.joker >= 0)
    while tile >= 5:
        line[depth].useful = b.gone
        if tile == 5 and (pos < size or g.bouquet):
            if not b.discards:
                break
            choice = b.lent if b.lent else b.gone
            bit = some_of(choice, random) if choice else 0
            line[depth].kind = SHUFFLE
            b.joker = pos + <int>(g.tile5 * (size - pos + 1))
            b.joker_bit = bit
            tile = 0
        else:
            choice = b.gone & next_types(g, played[0]) & wanted
            if not choice:
                break
            bit = some_of(choice & b.lent if choice & b.lent else choice, random)
            line[depth].kind = PUT
            tile = g.tile[popcount(played[0] & g.fives)] if bit & g.fives else 0
            if bit & g.tops and tile <= 2 and tokens[0] < g.max_tokens:
                tokens[0] += 1
            played[0] |= bit
        line[depth].bit = bit
        depth += 1
        b.gone &= ~bit
        b.lent &= ~bit
        b.discards -= 1
    return depth


cdef inline bint is_choice(const Move* m) noexcept nogil:
    return m.kind == PUT or m.kind == SHUFFLE or m.kind == SKIP


cdef inline void skip_choice(Search* c, State* s) noexcept nogil:
    """Where a line has nothing to do with a tile, it does nothing."""
    cdef Move skip
    skip.kind = SKIP
    skip.bit = 0
    move_on(&c.game, s, &skip)


cdef inline bint may_choose(Search* c, const State* s, const Move* m) noexcept nogil:
    """Whether the tile that was turned allows this; makes the pile that it needs."""
    cdef Game* g = game_of(&c.game, s)
    cdef bint empty = s.pos == g.size
    if m.kind == PUT:
        return (s.choosing == 6 or (s.choosing == 5 and empty)) and (
            m.bit & s.gone & next_types(g, s.played) != 0
        )
    if m.kind != SHUFFLE or s.choosing != 5 or (empty and not g.bouquet) or m.bit & ~s.gone:
        return False
    if not make_pile(g, pile_with(g, s, m.bit)):
        c.stopped = BY_MEMORY
        return False
    return True
