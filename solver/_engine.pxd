"""What every search context of the kernel has; see _engine.pyx."""

from solver.kernel.context cimport Search


cdef class Engine:
    cdef Search* c
    cdef object pending
    cdef bint busy
    cdef int find_stack(self) except -1
    cdef int check_stack(self) except -1
