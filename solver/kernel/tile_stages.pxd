"""The stages that come before an exact search with bonus tiles: bold tries and the lenient game."""

from libc.stdint cimport uint64_t

from solver._core cimport (
    BEAM, BY_NODES, EXHAUSTIVE, FIRST_LINES, FIRST_RUN, REACHED, RUNNING, SHORT_RUNS, UNKNOWN,
)
from solver.kernel.beam cimport MAX_WIDTH, Beam, beam
from solver.kernel.bits cimport popcount
from solver.kernel.context cimport MAX_TYPES, Search
from solver.kernel.first_lines cimport try_lines
from solver.kernel.mending cimport mend_lines
from solver.kernel.search cimport run
from solver.kernel.stages cimport (
    BEAMS, FIRST_WIDTH, NOISE, ROUNDS, SHORT_RUN, WIDTH_GROWTH, Plan, begin_generation,
    begin_stages, ended,
)
from solver.kernel.state cimport State
from solver.kernel.tiles cimport BOLD, LENIENT, PLAIN, TAKES, coming, use_tiles

cdef enum:
    BUDGET_PARTS = 3        # each of these stages may use a third of all nodes, mending two
    MENDING_EACH = 250      # times the nodes of mending before a short run


# 15. Bold tries: wins first. While tiles are to come, most of what makes the search short does not
# hold. But nearly all deals are won as if it did, so two quick tries come first: one that takes the
# tiles 5 and 6 for tiles without effect, and one that uses them, but leaves moves out as if nothing
# came. What they reach is reached, by lines that are legal; that they fail means nothing.
# Useful cards are given up beside trash as in the lenient game below, by the state's `loans`.
cdef inline int try_boldly(
    Search* c, Beam* b, const State* root, const Plan* plan, int mode, uint64_t nodes
) noexcept nogil:
    """A short search for a line to the target that may overlook some: REACHED or UNKNOWN."""
    cdef int answer, _try, width = FIRST_WIDTH
    cdef uint64_t limit = c.node_limit
    cdef State lender = root[0]
    c.node_limit = min(limit, c.nodes + nodes)
    use_tiles(&c.game, mode)
    lender.loans = popcount(coming(&c.game, root.played) & TAKES)
    begin_stages(c, plan)
    c.stage = FIRST_RUN
    answer = run(c, &lender, plan.first_run, 0)
    if answer == UNKNOWN:
        c.stage = SHORT_RUNS
    for _try in range(plan.short_runs):
        if answer != UNKNOWN or c.stopped or c.nodes >= c.node_limit:
            break
        answer = run(c, &lender, SHORT_RUN, NOISE)
    for _try in range(ROUNDS * BEAMS):
        if answer != UNKNOWN or c.stopped or c.nodes >= c.node_limit:
            break
        c.stage = BEAM
        c.noise = 0
        answer = beam(c, b, &lender, width)
        if _try % BEAMS == BEAMS - 1:
            width = min(WIDTH_GROWTH * width, MAX_WIDTH)
    c.node_limit = limit
    if c.stopped == BY_NODES and c.nodes < limit:
        c.stopped = RUNNING
    return answer if answer == REACHED else UNKNOWN


cdef inline bint is_legal(const Search* c) noexcept nogil:
    """Whether a line of the lenient game is one of the real game, too."""
    cdef int i
    for i in range(c.length):
        if c.line[i].lenient:
            return False
    return True


# 16. The lenient game. Then comes a proof that there is no win, in a game in which one may discard
# at the maximum of tokens (nothing comes back then). There a misplay is never better than a
# discard of the same card, so nobody needs to misplay, and strikes do not matter. More tokens
# never hurt: whoever has more can do the same. Whatever can be done in the real game can be done
# there, so what is out of reach there is out of reach. A line there counts only if it is legal.
# After it a bold try goes on with wider beams.
#
# Trash first holds there, with the loans that tiles ask for. Let a line discard a useful card u
# beside trash t, and let no tile take that u later. The copy discards t, holds u in the place of t
# and discards it when the line discards t (if it ever does): until then it has t in the discard
# pile in the place of a card that nobody takes, and as good a card for tile 5 to lengthen the
# game with. Done again and again this leaves only useful cards that a tile takes later, at most
# one for each tile that takes: the state's `loans`.
cdef inline int prove_leniently(Search* c, const State* root, uint64_t nodes) noexcept nogil:
    """A search of the lenient game."""
    cdef int answer
    cdef int best = c.best
    cdef State lender = root[0]
    use_tiles(&c.game, LENIENT)
    lender.loans = popcount(coming(&c.game, root.played) & TAKES)
    begin_generation(c)
    c.table.mask = c.entries - 1
    c.stage = EXHAUSTIVE
    c.best = MAX_TYPES      # lines may not be legal
    answer = run(c, &lender, nodes, 0)
    c.best = best
    return UNKNOWN if answer == REACHED and not is_legal(c) else answer


# 17 with tiles: only what is reached is believed.
cdef inline int try_lines_with_tiles(
    Search* c, const State* root, const Plan* plan
) noexcept nogil:
    """Follow lines that use the tiles: REACHED or UNKNOWN."""
    cdef int answer
    use_tiles(&c.game, BOLD)
    begin_stages(c, plan)
    c.stage = FIRST_LINES
    answer = try_lines(c, root, min(plan.lines, 1), 0)
    if not ended(c, answer):
        answer = try_lines(c, root, plan.lines - 1, 1)
    return answer


cdef inline int mend_lines_with_tiles(
    Search* c, const State* root, const Plan* plan, uint64_t nodes
) noexcept nogil:
    """Mend such lines for so many nodes: REACHED or UNKNOWN."""
    use_tiles(&c.game, BOLD)
    begin_stages(c, plan)
    c.stage = SHORT_RUNS
    return mend_lines(c, root, nodes)


cdef inline int decide_by_other_games(
    Search* c, Beam* b, const State* root, const Plan* plan
) noexcept nogil:
    """Whether the target can be reached from the root, or UNKNOWN: an exact search must tell."""
    cdef uint64_t part = c.node_limit // BUDGET_PARTS
    cdef uint64_t mending = min(part, plan.bold) if plan.mending else 0
    cdef int answer = try_lines_with_tiles(c, root, plan)
    if not ended(c, answer):
        # Not every deal can be won: no more tries for those that are proven soon.
        answer = prove_leniently(c, root, plan.first_run)
    if not ended(c, answer):
        if part > plan.bold:
            mending = min(2 * part, MENDING_EACH * plan.mending)
        answer = mend_lines_with_tiles(c, root, plan, mending)
    if not ended(c, answer):
        answer = try_boldly(c, b, root, plan, PLAIN, min(plan.bold, part))
    if not ended(c, answer):
        answer = try_boldly(c, b, root, plan, BOLD, min(plan.bold, part))
    if not ended(c, answer):
        answer = prove_leniently(c, root, part)
    if not ended(c, answer):
        answer = try_boldly(c, b, root, plan, BOLD, part)
    return answer
