"""Time, and how often a search looks at it."""

cdef extern from "solver/kernel/systems.h":
    double now "clock_now"() noexcept nogil
    double worked "clock_worked"() noexcept nogil

cdef enum:
    POLL_NODES = 2048       # a millisecond or two between two looks at the clock
    POLL_STEPS = 1 << 14    # the same in the steps of a long proof, which are shorter
