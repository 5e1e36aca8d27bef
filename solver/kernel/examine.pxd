"""What can be said of a state without a move: the prunings, in the order of their cost."""

from libc.stdint cimport uint64_t

from solver._core cimport (
    CUT_DEAD_TYPE, CUT_LAST_CARD, CUT_PACE, CUT_POOL, CUT_TABLE, FAILED, REACHED, UNKNOWN,
)
from solver.kernel.bits cimport popcount
from solver.kernel.context cimport Search, count_cut
from solver.kernel.final_round cimport final_turns
from solver.kernel.hands cimport refresh
from solver.kernel.pool cimport pooled
from solver.kernel.reach cimport last_must_stay_last, last_stays_last, reach_of, without_last
from solver.kernel.state cimport Game, State, game_of, held_types
from solver.kernel.sweep cimport Sweep, sweep
from solver.kernel.table cimport MANY_WORDS, failures_of, pack
from solver.kernel.tiles cimport LENIENT, TAKES, coming

cdef enum:
    POOL_STEPS = 64         # branchings of the pooled game inside the search

cdef struct View:
    int total
    uint64_t reach          # the types that can still be on the table at the end
    uint64_t held           # the useful ones in any hand
    Sweep swept
    uint64_t key[MANY_WORDS]
    uint64_t hash


cdef inline bint is_known(Search* c, const State* s, const View* v) noexcept nogil:
    """Whether the table knows that the state fails; in the lenient game also with more tokens."""
    cdef uint64_t failed = failures_of(&c.table, v.key, v.hash) >> s.tokens
    return failed != 0 if c.game.mode == LENIENT else failed & 1


cdef inline int examine(Search* c, State* s, View* v) noexcept nogil:
    """FAILED, REACHED or UNKNOWN; brings the hands' masks up to date."""
    cdef Game* g = game_of(&c.game, s)
    cdef int cut, steps, bound
    cdef bint over = not g.bouquet and s.pos == g.size and s.turns_left == 0
    cdef int tiles = coming(g, s.played) & TAKES
    cdef int takes = 0 if g.bouquet else popcount(tiles)
    cdef uint64_t known

    v.total = popcount(s.played)
    if s.played == g.full or (v.total >= c.target and (c.can_finish or over)):
        return REACHED
    if over:
        return FAILED

    v.held = held_types(g, s)
    if s.choosing:
        # Half a turn: only the table may know it.
        v.reach = g.full
        v.hash = pack(s, v.key, c.table.words)
        if not c.off >> CUT_TABLE & 1 and is_known(c, s, v):
            count_cut(c, CUT_TABLE)
            return FAILED
        return UNKNOWN
    v.reach = reach_of(g, s, v.held, takes, &bound)
    if bound < c.target and not c.off >> CUT_DEAD_TYPE & 1:
        count_cut(c, CUT_DEAD_TYPE)
        return FAILED
    if not (g.bouquet or g.deck_plays) and s.pos < g.size and not c.off >> CUT_LAST_CARD & 1:
        known = v.held | (s.gone if tiles else 0)
        if last_stays_last(g, tiles) or last_must_stay_last(
            g, s, known, tiles, v.reach, c.target
        ):
            v.reach = without_last(g, s, known, v.reach)
            if popcount(v.reach) < c.target:
                count_cut(c, CUT_LAST_CARD)
                return FAILED
    refresh(g, s, v.reach)
    v.held &= v.reach & ~s.played

    if s.pos < g.size:
        cut = sweep(
            g, s, v.held, s.gone if tiles else 0, tiles, False, v.reach, c.target, c.off,
            &v.swept
        )
        if cut >= 0:
            count_cut(c, cut)
            return FAILED
    elif not g.bouquet and v.total + s.turns_left + takes < c.target and not c.off >> CUT_PACE & 1:
        count_cut(c, CUT_PACE)
        return FAILED

    v.hash = pack(s, v.key, c.table.words)
    if not c.off >> CUT_TABLE & 1 and is_known(c, s, v):
        count_cut(c, CUT_TABLE)
        return FAILED

    if s.pos < g.size and v.total < c.target:
        if not g.bouquet and not tiles:
            cut = final_turns(g, s, v.reach, c.target, c.off, &v.swept)
            if cut >= 0:
                count_cut(c, cut)
                return FAILED
        if not c.off >> CUT_POOL & 1:
            steps = POOL_STEPS
            if pooled(
                g, c.pools, s.pos, s.played, v.held | s.gone, tiles, c.target, c.off, &steps
            ) == 0:
                count_cut(c, CUT_POOL)
                return FAILED
    return UNKNOWN
