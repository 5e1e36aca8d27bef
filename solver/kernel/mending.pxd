"""Mending a line: go back to one of its turns and on from there, as long as it does not get worse.

Where lines from the start hardly ever win, one that comes close is worth more than a new one. One
that cannot be mended any further is probed.
"""

from libc.stdint cimport uint64_t
from libc.string cimport memcpy

from solver._core cimport REACHED, UNKNOWN
from solver.kernel.context cimport Search, draw_random
from solver.kernel.first_lines cimport begin_walk, follow_for, is_believed
from solver.kernel.probing cimport probe
from solver.kernel.state cimport Move, State
from solver.kernel.walks cimport Walk, Walks

cdef enum:
    PATIENCE = 100          # tries in a row without a higher total, then a new line


# 17 again: of the lines only what they reach is believed.
cdef inline int mend_lines(Search* c, const State* root, uint64_t nodes) noexcept nogil:
    """Mend lines for so many nodes: REACHED, UNKNOWN, or FAILED if a probe proves it."""
    cdef Walks* w = c.walks
    cdef Walk begin, root_walk
    cdef uint64_t end = min(c.nodes + nodes, c.node_limit)
    cdef int best, total, turn, misses, answer, at = 0
    if not begin_walk(c, root, &root_walk):
        return UNKNOWN
    while c.nodes < end:
        best = -1
        misses = 0
        turn = 0
        begin = root_walk
        while c.nodes < end and misses < PATIENCE:
            if c.nodes >= c.next_poll:
                c.poll(c)
            if c.stopped:
                return UNKNOWN
            if best >= 0:
                turn = <int>(draw_random(c) % <uint64_t>w.length[at])
                begin = w.walks[at][turn]
                turn = begin.turn       # what is done with a tile belongs to the turn before
            total = follow_for(
                c, &begin, 2, draw_random(c), w.moves[1 - at], w.walks[1 - at],
                &w.length[1 - at]
            )
            misses = 0 if total > best else misses + 1
            if total < best:
                continue
            best = total
            memcpy(w.walks[1 - at], w.walks[at], turn * sizeof(Walk))
            memcpy(w.moves[1 - at], w.moves[at], turn * sizeof(Move))
            at = 1 - at
            if w.length[at] == 0:
                return UNKNOWN      # no way to begin
            if total >= c.target:
                c.length = w.length[at]
                memcpy(c.line, w.moves[at], c.length * sizeof(Move))
                if is_believed(c, root):
                    return REACHED
                break
        if c.nodes < end and not c.game.fives:
            answer = probe(c, root, w.moves[at], w.length[at])
            if answer != UNKNOWN:
                return answer
    return UNKNOWN
