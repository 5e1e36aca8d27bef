"""Probing a line that comes close: up to which turn can the target still be reached?

The prunings find a turn from which it cannot, and the turn before it is where a short search
begins. What that proves to be lost is lost for good, so the search steps back along the line.
"""

from libc.string cimport memcpy

from solver._core cimport FAILED
from solver.kernel.context cimport Search
from solver.kernel.examine cimport View, examine
from solver.kernel.rules cimport move_on
from solver.kernel.search cimport search
from solver.kernel.state cimport Move, State

cdef enum:
    PROBE_NODES = 200       # of the search along one line


cdef inline void follow_moves(Search* c, State* s, int turns) noexcept nogil:
    """Let the state follow the line's first moves."""
    cdef int i
    for i in range(turns):
        s.hand[s.to_move] = c.line[i].useful
        move_on(&c.game, s, &c.line[i])


# Every search is the exact one, with a limit: REACHED comes with a line and FAILED, which is said
# of the root alone, with a proof. That the prunings know no lost turn before a later one is only
# likely; if it is not so, the search begins elsewhere, and proves as much.
cdef inline int probe(
    Search* c, const State* root, const Move* moves, int length
) noexcept nogil:
    """Search from the last turns of the line that may be won: REACHED, FAILED or UNKNOWN."""
    cdef State s
    cdef View v
    cdef int i, middle, answer = FAILED, turn = 0, lost = length
    memcpy(c.line, moves, length * sizeof(Move))
    for i in range(length):
        c.line[i].lenient = False
    while lost - turn > 1:
        middle = (turn + lost) // 2
        s = root[0]
        follow_moves(c, &s, middle)
        c.nodes += 1
        if examine(c, &s, &v) == FAILED:
            lost = middle
        else:
            turn = middle
    c.noise = 0
    c.run_end = min(c.nodes + PROBE_NODES, c.node_limit)
    while turn >= 0 and answer == FAILED:
        s = root[0]
        follow_moves(c, &s, turn)
        answer = search(c, &s, turn)
        turn -= 1
    return answer
