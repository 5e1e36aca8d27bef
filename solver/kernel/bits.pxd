"""Sets of card types as bits, and the few operations on them that everything is made of.

A card type is one bit of a 64-bit mask: one byte for each suit, bit `level - 1` within it. The
kernel knows levels only; a downward suit is mirrored before it gets here. Because a firework is
always a run of low bits in its byte, adding `ones` (the lowest bit of every suit's byte) carries
each run into the next bit, which gives the next cards and the reachable runs in three
instructions. A suit has at most five values, so the carry never leaves its byte.
"""

from libc.stdint cimport uint64_t

cdef extern from "assert.h":
    # On in the debug build (HANABI_SOLVE_DEBUG=1), where it ends the process.
    void check "assert"(bint) noexcept nogil

cdef extern from "solver/kernel/systems.h":
    int popcount "count_bits"(uint64_t) noexcept nogil


cdef inline uint64_t runs(uint64_t types, uint64_t ones) noexcept nogil:
    """The part of each suit that is an unbroken run from its lowest type."""
    return types & (types ^ (types + ones))


cdef inline uint64_t highest(uint64_t run, uint64_t ones) noexcept nogil:
    """The topmost type of each suit's run."""
    return ((run + ones) >> 1) & run


cdef inline uint64_t suit_of(uint64_t bit) noexcept nogil:
    """All 8 bits of the suit's byte."""
    cdef uint64_t low = bit | bit >> 1 | bit >> 2 | bit >> 3 | bit >> 4
    low &= <uint64_t>0x0101010101010101
    return low * 255


cdef inline uint64_t above(uint64_t bit) noexcept nogil:
    """The types above this one in its suit."""
    return suit_of(bit) & ~(bit * 2 - 1)


cdef inline uint64_t scatter(uint64_t a, uint64_t b) noexcept nogil:
    """A hash of two words, for the small tables of the proofs."""
    return (a * <uint64_t>0x9E3779B97F4A7C15 ^ b) * <uint64_t>0xD6E8FEB86659FD93 >> 40
