"""The room on the stack: a thread may have been given too little of it for a deep search."""

from libc.stdint cimport uintptr_t

cdef extern from "solver/kernel/systems.h":
    uintptr_t stack_lowest() noexcept nogil
    uintptr_t stack_here() noexcept nogil

cdef enum:
    # What the search must leave for others: the beam, a signal handler in Python …
    STACK_LEAST = 96 << 10
    # … and the long proofs, which go one step deeper for a card of the pile.
    STACK_EACH_CARD = 512
