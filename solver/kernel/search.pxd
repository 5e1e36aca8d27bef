"""The search itself: depth first, with proofs that cost more where it takes long."""

from libc.stdint cimport uint64_t
from libc.string cimport memcpy

from solver._core cimport BY_MEMORY, CUT_END_PHASE, CUT_POOL, FAILED, REACHED, UNKNOWN
from solver.kernel.bits cimport check
from solver.kernel.context cimport Search, count_cut
from solver.kernel.end_phase cimport MAX_PHASE, end_phase
from solver.kernel.examine cimport View, examine
from solver.kernel.moves cimport list_moves
from solver.kernel.pool cimport pooled
from solver.kernel.rules cimport advance
from solver.kernel.stack cimport stack_here
from solver.kernel.state cimport MAX_LINE, MAX_MOVES, Game, Move, State, game_of
from solver.kernel.table cimport remember
from solver.kernel.tiles cimport TAKES, coming

cdef enum:
    LONGEST_PROOF = 50000   # steps of the longest proof inside the search
    PROOF_AGAIN = 4         # the next one when the search has cost 4 times as much
    POOL_STEPS_EACH = 16    # of the pool for each step of the end phase, which costs more …
    POOL_STEPS_MOST = 1 << 24


cdef inline void note_best(Search* c, int total, int depth) noexcept nogil:
    c.best = total
    c.best_length = depth
    memcpy(c.best_line, c.line, depth * sizeof(Move))


cdef inline bint fails_at_length(Search* c, const State* s, const View* v, int room) noexcept nogil:
    """Whether a proof that costs too much for every state shows that this one fails.

    The pooled game with more branchings, and the end phase for every number of cards, each with
    `room` steps, of which the pool's are cheap and count less. Worth it where the search below the
    state has cost as much already.
    """
    cdef Game* g = game_of(&c.game, s)
    cdef int r, steps = min(POOL_STEPS_EACH * room, POOL_STEPS_MOST)
    cdef int tiles = coming(g, s.played) & TAKES
    if s.pos == g.size or v.total >= c.target or s.choosing:
        return False
    if not c.off >> CUT_POOL & 1:
        if pooled(
            g, c.pools, s.pos, s.played, v.held | s.gone, tiles, c.target, c.off, &steps
        ) == 0:
            count_cut(c, CUT_POOL)
            return True
    if g.bouquet or tiles or c.off >> CUT_END_PHASE & 1:
        return False
    for r in range(1, min(MAX_PHASE, g.size - s.pos) + 1):
        if c.stopped:
            return False
        if end_phase(g, s, v.held, v.reach, c.target, r, room, c.phases) == 0:
            count_cut(c, CUT_END_PHASE)
            return True
    return False


cdef inline int search(Search* c, State* s, int depth) noexcept nogil:
    """Whether the target can be reached from the state.

    REACHED: `line` holds a way from the root. FAILED: a proof that there is none. UNKNOWN: a
    limit ran out first; nothing is proven.
    """
    cdef View v
    cdef State child
    cdef Move moves[MAX_MOVES]
    cdef Move swap
    cdef int n, i, j, best, answer
    cdef uint64_t before = c.nodes
    cdef uint64_t due = c.long_proof

    c.nodes += 1
    if c.nodes >= c.next_poll:
        c.poll(c)
    if stack_here() < c.stack_end:
        c.no_stack = True
        c.stopped = BY_MEMORY
    if c.stopped or c.nodes >= c.run_end:
        return UNKNOWN

    answer = examine(c, s, &v)
    if v.total > c.best and (c.can_finish or answer == REACHED):
        note_best(c, v.total, depth)
    if answer != UNKNOWN:
        c.length = depth
        return answer

    n = list_moves(c, s, v.reach, moves)
    for i in range(n):
        best = i
        for j in range(i + 1, n):
            if moves[j].order > moves[best].order:
                best = j
        swap = moves[best]
        moves[best] = moves[i]
        moves[i] = swap
        check(depth < MAX_LINE)
        c.line[depth] = moves[i]
        advance(&c.game, s, &moves[i], &child)
        answer = search(c, &child, depth + 1)
        if answer != FAILED:
            return answer
        if c.nodes - before > due:
            due = PROOF_AGAIN * (c.nodes - before)
            if fails_at_length(c, s, &v, <int>min(c.nodes - before, <uint64_t>LONGEST_PROOF)):
                break
    remember(&c.table, s, v.key, v.hash)
    return FAILED


cdef inline int run(Search* c, const State* root, uint64_t nodes, int noise) noexcept nogil:
    """One search from the root, ended after `nodes` nodes."""
    cdef State s = root[0]
    c.run_end = min(c.nodes + nodes, c.node_limit)
    c.noise = noise
    return search(c, &s, 0)
