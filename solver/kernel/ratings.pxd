"""How promising a move is: this orders the moves and decides nothing.

The numbers were found by trial. A randomised order adds up to `NOISE` (`kernel/stages.pxd`).
"""

from libc.stdint cimport uint64_t

from solver._core cimport ANNOUNCED, CLUE, DISCARD, FROM_PILE, MISPLAY, PLAY
from solver.kernel.bits cimport popcount, suit_of
from solver.kernel.context cimport Search
from solver.kernel.state cimport Game, State, game_of, next_types

cdef enum:
    PLAY_RATING = 1000
    PLAY_FOLLOWED = 60      # the next card of the suit is in another hand or in the pile
    PLAY_LOW = 10           # for each level below the fifth
    PLAY_ANNOUNCED = 20
    TRASH_DISCARD = 600
    TRASH_PACE = 15         # for each turn that may be lost, up to …
    TRASH_PACE_MOST = 6
    TRASH_TOKEN = -10       # for each token there is
    CLUE_RATING = 460
    CLUE_TOKEN = 20         # for each token there is
    TRASH_MISPLAY = 300
    USEFUL_DISCARD = 300
    USEFUL_MISPLAY = 100
    USEFUL_COPY = 100       # another copy is in another hand or in the pile
    USEFUL_LAST = -200      # none is
    USEFUL_LEVEL = 10       # for each level

# What is done with a tile.
cdef enum:
    PUT_RATING = 1000
    SHUFFLE_LAST = 800      # no other copy is left: what the tile is for
    SHUFFLE_TRASH = 700     # a turn more
    SKIP_RATING = 600
    SHUFFLE_COPY = 500


cdef inline int rate(
    Search* c, const State* s, int kind, uint64_t bit, uint64_t others
) noexcept nogil:
    """The rating of a move; `others` are the types in other hands and in the pile."""
    cdef Game* g = game_of(&c.game, s)
    cdef int pace = popcount(s.played) + g.size - s.pos + g.players - c.target
    cdef int level = popcount((bit - 1) & suit_of(bit)) + 1
    if kind == FROM_PILE:
        kind = PLAY if bit & next_types(g, s.played) else MISPLAY
    if kind == PLAY or kind == ANNOUNCED:
        return (
            PLAY_RATING + (PLAY_FOLLOWED if others & bit << 1 & g.full else 0)
            + PLAY_LOW * (5 - level) + (PLAY_ANNOUNCED if kind == ANNOUNCED else 0)
        )
    if kind == CLUE:
        return CLUE_RATING + CLUE_TOKEN * s.tokens
    if bit == 0:
        if kind == MISPLAY:
            return TRASH_MISPLAY
        return TRASH_DISCARD + TRASH_PACE * min(pace, TRASH_PACE_MOST) + TRASH_TOKEN * s.tokens
    return (
        (USEFUL_DISCARD if kind == DISCARD else USEFUL_MISPLAY)
        + (USEFUL_COPY if others & bit else USEFUL_LAST) + USEFUL_LEVEL * level
    )
