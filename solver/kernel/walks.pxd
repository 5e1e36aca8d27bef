"""What lines of play keep of a game, and a line with all its turns, from which to go on."""

from libc.stdint cimport uint64_t

from solver.kernel.state cimport MAX_PLAYERS, Move

cdef enum:
    MAX_WALKS = 200         # turns; longer games than any of the books' are left to the search

# What bonus tiles ask for: the discard pile, and what tile 5 has put into the pile.
cdef struct Bin:
    uint64_t gone           # useful types that were put away
    uint64_t lent           # those of them without another copy, for a tile to bring back
    int discards            # cards
    int joker               # the place of the card in the pile, or -1
    uint64_t joker_bit      # its type; 0 for trash

# A state as lines see it.
cdef struct Walk:
    uint64_t hand[MAX_PLAYERS]
    uint64_t played
    uint64_t wanted         # the types that can still be on the table at the end
    int count[MAX_PLAYERS]
    int player
    int pos
    int tokens
    int turns_left
    int strikes             # that may still be made
    int turn
    Bin bin                 # with tiles

# Two lines, 70 KiB: the one to mend, and the next try.
cdef struct Walks:
    Walk walks[2][MAX_WALKS]
    Move moves[2][MAX_WALKS]
    int length[2]
