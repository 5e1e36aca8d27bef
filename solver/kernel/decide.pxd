"""One question: can the target be reached?"""

from libc.stdint cimport uint64_t

from solver._core cimport RUNNING
from solver.kernel.beam cimport Beam
from solver.kernel.clock cimport POLL_NODES
from solver.kernel.context cimport Search
from solver.kernel.stages cimport Plan, decide_exactly, ended
from solver.kernel.state cimport State
from solver.kernel.tile_stages cimport decide_by_other_games
from solver.kernel.tiles cimport EXACT, use_tiles


cdef inline void begin(Search* c, int target, uint64_t nodes, double deadline) noexcept nogil:
    """Prepare a search for the target."""
    c.target = target
    c.can_finish = not c.game.bouquet and c.least_hand > 1
    c.nodes = 0
    c.node_limit = nodes
    c.next_poll = POLL_NODES
    c.deadline = deadline
    c.stopped = RUNNING
    c.best = -1
    c.best_length = 0


cdef inline int decide(Search* c, Beam* b, const State* root, const Plan* plan) noexcept nogil:
    """Whether the target can be reached from the root."""
    cdef int answer
    if c.game.fives and plan.bold:
        answer = decide_by_other_games(c, b, root, plan)
        if ended(c, answer):
            return answer
    use_tiles(&c.game, EXACT)
    return decide_exactly(c, b, root, plan)
