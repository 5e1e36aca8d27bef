"""What every search context of the kernel has: one question at a time, Ctrl-C, and a stack."""

from libc.stdint cimport uintptr_t
from libc.stdlib cimport calloc, free
from cpython.exc cimport PyErr_CheckSignals

from solver._core cimport BY_INTERRUPT, BY_NODES, BY_SECONDS, RUNNING
from solver.kernel.clock cimport POLL_NODES, now
from solver.kernel.context cimport Search
from solver.kernel.stack cimport STACK_EACH_CARD, STACK_LEAST, stack_here, stack_lowest


cdef void poll(Search* c) noexcept nogil:
    """Look at the clock, at Ctrl-C and at the wishes of other threads."""
    c.next_poll = c.nodes + POLL_NODES
    if c.stopped == RUNNING:
        if c.nodes >= c.node_limit:
            c.stopped = BY_NODES
        if c.deadline > 0 and now() >= c.deadline:
            c.stopped = BY_SECONDS
    with gil:
        owner = <Engine>c.owner
        try:
            PyErr_CheckSignals()
        except BaseException as error:
            owner.pending = error
            c.stop_asked = True
    if c.stop_asked:
        c.stopped = BY_INTERRUPT


cdef class Engine:
    """The part of a search context that is the same for every search."""

    def __cinit__(self, *args, **settings):
        self.c = <Search*>calloc(1, sizeof(Search))
        if self.c == NULL:
            raise MemoryError
        self.c.owner = <void*>self
        self.c.poll = poll

    def __dealloc__(self):
        free(self.c)

    def stop(self):
        """Ask a search that runs in another thread to end."""
        self.c.stop_asked = True

    def is_stopping(self):
        """Whether somebody asked for that since `load`."""
        return self.c.stop_asked

    def is_busy(self):
        """Whether somebody is `alone` with it."""
        return self.busy

    def alone(self, function, *args, **settings):
        """What the function gives; until it returns nobody else can be alone with this context.

        Here and not in Python, where Ctrl-C may come between any two steps.
        """
        if self.busy:
            raise RuntimeError(
                "this search context is at work, in another thread or for whom a signal handler "
                "interrupted: each needs a Searcher of its own"
            )
        self.busy = True
        try:
            return function(*args, **settings)
        finally:
            self.busy = False

    def take_pending(self):
        """The exception that a signal handler raised during the search, if any."""
        error, self.pending = self.pending, None
        return error

    cdef int find_stack(self) except -1:
        """Note how deep this thread can search."""
        cdef uintptr_t lowest = stack_lowest()
        self.c.stack_end = 0
        if lowest:
            self.c.stack_end = lowest + STACK_LEAST + STACK_EACH_CARD * self.c.game.size
        self.c.no_stack = stack_here() < self.c.stack_end
        return self.check_stack()

    cdef int check_stack(self) except -1:
        if self.c.no_stack:
            raise RuntimeError(
                "the stack of this thread is too small for the search: give it more, with "
                "threading.stack_size before it starts; 4 MiB are enough for every game"
            )
        return 0
