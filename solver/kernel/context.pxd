"""All that one search needs; there are no globals."""

from libc.stdint cimport uint32_t, uint64_t, uintptr_t

from solver.kernel.end_phase cimport PhaseTable
from solver.kernel.pool cimport PoolTable
from solver.kernel.state cimport MAX_LINE, Game, Move
from solver.kernel.table cimport Table
from solver.kernel.tiles cimport MODES
from solver.kernel.walks cimport Walks

cdef enum:
    MAX_TYPES = 64          # bits of a word
    MAX_CUTS = 32           # bits of `off`

cdef struct Search:
    Game game
    Table table
    uint64_t entries        # the size of the table
    # Of each target that was searched for since `load`, with each use of the tiles, or 0.
    uint32_t generations[MODES][MAX_TYPES + 1]
    uint32_t last_generation
    PoolTable* pools
    Walks* walks
    PhaseTable* phases
    int target
    int off                 # bit c: pruning c is switched off
    bint can_finish         # any unfinished state can be played out without losing its total
    int least_hand          # cards of the shortest hand at the start
    uint64_t nodes
    uint64_t run_end        # nodes at which the present run ends
    uint64_t node_limit
    uint64_t long_proof     # nodes below a state after which long proofs are tried
    uint64_t next_poll
    double deadline
    uintptr_t stack_end     # where the search must turn back,
    bint no_stack           # and whether it had to: an error, no answer
    int stopped
    int stage
    bint stop_asked
    void* owner             # the Context, for `poll`
    void (*poll)(Search*) noexcept nogil
    uint64_t random
    int noise
    uint64_t cuts[MAX_CUTS]
    int best                # highest total seen, with the line that leads to it
    int best_length
    int length
    Move line[MAX_LINE]
    Move best_line[MAX_LINE]


cdef inline uint64_t draw_random(Search* c) noexcept nogil:
    c.random ^= c.random << 13
    c.random ^= c.random >> 7
    c.random ^= c.random << 17
    return c.random


cdef inline void count_cut(Search* c, int cut) noexcept nogil:
    c.cuts[cut] += 1
