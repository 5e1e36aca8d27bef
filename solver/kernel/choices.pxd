"""The moves of a player who has turned a tile that takes: what to take, and where to."""

from libc.stdint cimport uint64_t

from solver._core cimport BY_MEMORY, PUT, SHUFFLE, SKIP
from solver.kernel.bits cimport check
from solver.kernel.context cimport Search, draw_random
from solver.kernel.ratings cimport (
    PUT_RATING, SHUFFLE_COPY, SHUFFLE_LAST, SHUFFLE_TRASH, SKIP_RATING,
)
from solver.kernel.state cimport MAX_MOVES, Game, Move, State, game_of, held_types, next_types
from solver.kernel.tiles cimport make_pile, others_discarded, pile_with


cdef inline int list_choices(Search* c, const State* s, Move* moves) noexcept nogil:
    """What can be done with the tile that was turned; the best guess first.

    In the last round a card in the pile is of no use, so tile 5 serves as tile 6 or not at all.
    """
    cdef Game* g = game_of(&c.game, s)
    cdef uint64_t choice = 0, bit
    cdef int n = 0
    if s.choosing == 6 or s.pos == g.size:
        choice = s.gone & next_types(g, s.played)
    while choice:
        bit = choice & (0 - choice)
        choice ^= bit
        n = add_choice(c, s, moves, n, PUT, bit, PUT_RATING)
    if s.choosing == 5 and (s.pos < g.size or g.bouquet):
        choice = s.gone
        while choice:
            bit = choice & (0 - choice)
            choice ^= bit
            # A type of which no other copy is left is what the tile is for.
            n = add_choice(
                c, s, moves, n, SHUFFLE, bit,
                SHUFFLE_COPY if (held_types(g, s) | g.rest[s.pos]) & bit else SHUFFLE_LAST,
            )
        if others_discarded(g, s, s.gone):
            n = add_choice(c, s, moves, n, SHUFFLE, 0, SHUFFLE_TRASH)
    return add_choice(c, s, moves, n, SKIP, 0, SKIP_RATING)


cdef inline int add_choice(
    Search* c, const State* s, Move* moves, int n, int kind, uint64_t bit, int order
) noexcept nogil:
    cdef Game* g = game_of(&c.game, s)
    check(n < MAX_MOVES)
    if kind == SHUFFLE and not make_pile(g, pile_with(g, s, bit)):
        c.stopped = BY_MEMORY   # what is not listed is not tried: nothing is decided
        return n
    moves[n].kind = kind
    moves[n].lenient = False
    moves[n].bit = bit
    moves[n].useful = s.gone
    moves[n].order = order
    if c.noise:
        moves[n].order += <int>(draw_random(c) % <uint64_t>c.noise)
    return n + 1
