"""Many deals at once: a row for each, without touching Python in between."""

from libc.stdint cimport uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from solver._core cimport FAILED, FIRST_LINES, FROM_PILE, PUT, REACHED, UNKNOWN
from solver.game._shuffle cimport Tables, Tiles, shuffle_into
from solver.kernel.beam cimport Beam
from solver.kernel.bits cimport popcount
from solver.kernel.context cimport Search
from solver.kernel.decide cimport begin, decide
from solver.kernel.hands cimport add_card
from solver.kernel.stages cimport Plan
from solver.kernel.state cimport MAX_PILE, Game, Move, State, look_ahead
from solver.kernel.tiles cimport lay_tiles

# The one definition of a row: Python reads the names and types of the fields from `blank_row`.
cdef struct Row:
    uint64_t nodes
    uint64_t digest         # of the line's moves, see `digest_of`
    uint32_t start
    float microseconds
    short low               # bounds of the total
    short high
    unsigned short length   # moves of the line
    unsigned char stage
    unsigned char decided


cdef inline uint64_t digest_of(const Move* line, int length) noexcept nogil:
    """FNV-1a of two bytes for each move: its kind, and its type plus one; 0: trash or a clue."""
    cdef uint64_t h = <uint64_t>0xCBF29CE484222325
    cdef int i
    for i in range(length):
        h = (h ^ line[i].kind) * <uint64_t>0x100000001B3
        h = (h ^ (popcount(line[i].bit - 1) + 1 if line[i].bit else 0)) * <uint64_t>0x100000001B3
    return h


cdef inline int turns_of(const Move* line, int length) noexcept nogil:
    """The number of turns: what is done with a tile belongs to the play that turned it."""
    cdef int i, turns = 0
    for i in range(length):
        turns += line[i].kind < PUT or line[i].kind == FROM_PILE
    return turns


cdef inline void solve_soon(
    Search* c, Beam* b, const State* root, const Plan* plan, int floor, uint64_t soon,
    uint64_t budget, Row* row
) noexcept nogil:
    """The maximum of a deal by short searches; `decided` is false if one of them does not do.

    As `Searcher.prove` does it, for all deals but the few that need more than that.
    """
    cdef int answer
    cdef int low = floor, high = c.game.goal
    row.nodes = 0
    row.stage = FIRST_LINES
    row.length = 0
    row.digest = digest_of(c.line, 0)
    row.decided = True
    memset(c.generations, 0, sizeof(c.generations))
    while low < high and row.decided and row.nodes < budget:
        begin(c, high, min(soon, budget - row.nodes), 0)
        answer = decide(c, b, root, plan)
        row.nodes += c.nodes
        row.stage = max(row.stage, <unsigned char>c.stage)
        if answer == REACHED:
            low = high
            row.length = turns_of(c.line, c.length)
            row.digest = digest_of(c.line, c.length)
        elif c.best > low:
            low = c.best
            row.length = turns_of(c.best_line, c.best_length)
            row.digest = digest_of(c.best_line, c.best_length)
        if answer == FAILED:
            high = floor if c.game.bouquet else max(high - 1, low)
        row.decided = answer != UNKNOWN     # or else the next target would be tried
    row.low = low
    row.high = high
    row.decided = low == high


cdef inline void deal(
    Game* g, State* s, const Tables* tables, uint32_t start, const unsigned char* types, int cards
) noexcept nogil:
    """Shuffle and deal: the whole hand of player 0 first, and so on; the rest is the pile.

    `types` is the unshuffled deck.
    """
    cdef uint16_t order[MAX_PILE]
    cdef Tiles tiles
    cdef int i
    cdef int dealt = g.players * g.hand_size
    shuffle_into(tables, start, cards, order, &tiles if g.fives else NULL)
    if g.fives:
        lay_tiles(g, &tiles)
    memset(s, 0, sizeof(State))
    for i in range(dealt):
        s.count[i // g.hand_size] += 1
        add_card(g, s, i // g.hand_size, <uint64_t>1 << types[order[i]])
    g.size = cards - dealt
    for i in range(dealt, cards):
        g.pile[i - dealt] = <uint64_t>1 << types[order[i]]
    look_ahead(g)
