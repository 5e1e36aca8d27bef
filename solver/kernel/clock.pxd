"""Time, and how often a search looks at it."""

cdef extern from "solver/kernel/systems.h":
    double now "clock_now"() noexcept nogil
    double worked "clock_worked"() noexcept nogil

# The processor time of one deal after another. A thread's own clock takes longer to read than an
# easy deal to deal out, so laps below SHORT are measured by the usual clock, which costs next to
# nothing; what seems to be longer, perhaps because other programs were at work, by the thread's.
cdef struct Watch:
    double seen             # by the usual clock
    double began            # by the thread's, when it was last read
    double told             # of the time since then

cdef enum:
    SHORT = 20              # microseconds


cdef inline void start(Watch* w) noexcept nogil:
    w.told = 0
    w.began = worked()
    w.seen = now()


cdef inline double lap(Watch* w) noexcept nogil:
    """Seconds of processor time since the last lap."""
    cdef double seen = now()
    cdef double passed = seen - w.seen
    w.seen = seen
    if passed * 1e6 < SHORT:
        w.told += passed
        return passed
    passed = worked() - w.began - w.told
    start(w)
    return max(passed, 0.0)


cdef enum:
    POLL_NODES = 2048       # a millisecond or two between two looks at the clock
    POLL_STEPS = 1 << 14    # the same in the steps of a long proof, which are shorter
