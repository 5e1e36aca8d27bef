"""A pile that lies face down: what it holds is known, and not in which order."""

from libc.stdint cimport uint64_t

from solver.kernel.bits cimport check
from solver.kernel.state cimport DIGITS

# The copies of each useful type, their number in binary digits, the lowest first; and how many
# cards there are, with those that are trash.
cdef struct Unseen:
    uint64_t copies[DIGITS]
    int cards


cdef inline uint64_t types_in(const Unseen* u) noexcept nogil:
    """The useful types in the pile."""
    return u.copies[0] | u.copies[1] | u.copies[2] | u.copies[3]


cdef inline uint64_t single_types(const Unseen* u) noexcept nogil:
    """Those of which the pile has one copy."""
    return u.copies[0] & ~(u.copies[1] | u.copies[2] | u.copies[3])


cdef inline int copies_in(const Unseen* u, uint64_t bit) noexcept nogil:
    """The number of copies of a type."""
    cdef int i, n = 0
    for i in range(DIGITS):
        if u.copies[i] & bit:
            n |= 1 << i
    return n


cdef inline void put_in(Unseen* u, uint64_t bit) noexcept nogil:
    """Put a card into the pile."""
    cdef int i = 0
    u.cards += 1
    while u.copies[i] & bit:
        u.copies[i] ^= bit
        i += 1
        check(i < DIGITS)
    u.copies[i] ^= bit


cdef inline void take_out(Unseen* u, uint64_t bit) noexcept nogil:
    """Take a card out of the pile; 0 bits are trash."""
    cdef int i = 0
    u.cards -= 1
    if bit == 0:
        return
    while not u.copies[i] & bit:
        u.copies[i] ^= bit
        i += 1
        check(i < DIGITS)
    u.copies[i] ^= bit
