"""What lines of play keep of a game, and a line with all its turns, from which to go on."""

from libc.stdint cimport uint64_t

from solver.kernel.state cimport MAX_PLAYERS, Move

cdef enum:
    MAX_WALKS = 200         # turns; longer games than any of the books' are left to the search

# A state without what only tiles and strikes ask for.
cdef struct Walk:
    uint64_t hand[MAX_PLAYERS]
    uint64_t played
    uint64_t wanted         # the types that can still be on the table at the end
    int count[MAX_PLAYERS]
    int player
    int pos
    int tokens
    int turns_left
    int turn

# Two lines, 55 KiB: the one to mend, and the next try.
cdef struct Walks:
    Walk walks[2][MAX_WALKS]
    Move moves[2][MAX_WALKS]
    int length[2]
