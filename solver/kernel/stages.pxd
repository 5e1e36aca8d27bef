"""The stages of an exact search, from the quick ones to the long ones, and their sizes."""

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memset

from solver._core cimport (
    BEAM, BY_NODES, EXHAUSTIVE, FAILED, FIRST_LINES, FIRST_RUN, LONG_PROOF, RUNNING, SHORT_RUNS,
    UNKNOWN,
)
from solver.kernel.beam cimport MAX_WIDTH, Beam, beam
from solver.kernel.context cimport Search
from solver.kernel.examine cimport View, examine
from solver.kernel.first_lines cimport try_lines
from solver.kernel.mending cimport mend_lines
from solver.kernel.search cimport fails_at_length, note_best, run
from solver.kernel.state cimport State

# What the sizes are unless the caller says otherwise (see `Plan`).
cdef enum:
    LINES = 30
    MENDING_NODES = 1000
    FIRST_NODES = 400
    LONG_PROOF_AFTER = 1000
    SHORT_RUNS_EACH = 8
    ROUNDS = 4
    BOLD_NODES = 20000

cdef enum:
    SMALL_TABLE = 1 << 14   # entries that the short runs use: 1 MiB stays in the cache
    SHORT_RUN = 2500        # nodes of each run in a randomised order
    NOISE = 300             # of these orders, on the scale of `rate`
    FIRST_PROOF = 5000      # steps of the first long proof at the root
    PROOF_GROWTH = 8        # from round to round, as for the following two
    FIRST_WIDTH = 200       # of the first round's beams
    WIDTH_GROWTH = 3
    FIRST_ROUND = 200000    # nodes of the first round's run
    ROUND_GROWTH = 4
    BEAMS = 5               # of each round
    ROUND_MENDING = 120     # times the nodes of mending before a short run

# A change of these sizes changes the order of the search, never the answer.
cdef struct Plan:
    int lines               # to follow first, all but one of them with noise
    uint64_t mending        # nodes of mending before each short run
    uint64_t first_run      # nodes of the run in plain order
    uint64_t long_proof     # nodes below a state after which long proofs are tried
    int short_runs          # in randomised orders
    int rounds              # of beams and exhaustive runs
    uint64_t bold           # nodes of each of the two tries before an exact search with tiles


cdef inline Plan usual_plan() noexcept nogil:
    return Plan(
        LINES, MENDING_NODES, FIRST_NODES, LONG_PROOF_AFTER, SHORT_RUNS_EACH, ROUNDS, BOLD_NODES
    )


cdef inline bint ended(Search* c, int answer) noexcept nogil:
    """Whether no further stage is to come."""
    if answer == UNKNOWN and c.stopped == RUNNING and c.nodes >= c.node_limit:
        c.stopped = BY_NODES
    return answer != UNKNOWN or c.stopped != RUNNING


cdef inline void begin_generation(Search* c) noexcept nogil:
    """Let the tables believe what was proven for this target and use of tiles since `load`.

    A proof holds whatever state the search began with, so the positions that follow a loaded one
    share what they prove. When the numbers are used up the tables are cleared.
    """
    if c.last_generation == <uint32_t>0xFFFFFFFF:
        memset(c.table.entries, 0, c.entries * (c.table.words + 1) * sizeof(uint64_t))
        memset(c.pools.entries, 0, sizeof(c.pools.entries))
        memset(c.generations, 0, sizeof(c.generations))
        c.last_generation = 0
    if c.generations[c.game.mode][c.target] == 0:
        c.last_generation += 1
        c.generations[c.game.mode][c.target] = c.last_generation
    c.table.generation = c.generations[c.game.mode][c.target]
    c.pools.generation = c.generations[c.game.mode][c.target]


cdef inline void begin_stages(Search* c, const Plan* plan) noexcept nogil:
    """Begin with a small table, and with the same random numbers every time."""
    begin_generation(c)
    c.table.mask = min(c.entries, <uint64_t>SMALL_TABLE) - 1
    c.random = <uint64_t>0x2545F4914F6CDD1D
    c.long_proof = plan.long_proof


# 14. Clear winner first. A short run in plain order decides most deals. Then come the long proofs
# at the root, short runs in randomised orders, which find many of the narrow wins, and then rounds
# of beams and an exhaustive run in turn, each round with wider beams and a longer run, and with no
# end to the last. Every run is the same search with a limit, so what it proves is proven, and the
# table keeps it for the next.
cdef inline int decide_exactly(
    Search* c, Beam* b, const State* root, const Plan* plan
) noexcept nogil:
    """Whether the target can be reached from the root: all stages."""
    cdef View v
    cdef State s = root[0]
    cdef int answer, _round, _try, width = FIRST_WIDTH, room = FIRST_PROOF
    cdef uint64_t nodes = FIRST_ROUND
    c.stage = FIRST_LINES
    answer = try_lines(c, root, min(plan.lines, 1), 0)
    if ended(c, answer):
        return answer
    begin_stages(c, plan)
    if plan.lines:
        # Not every deal can be won: no more lines for those that the bounds know.
        if examine(c, &s, &v) == FAILED:
            if c.can_finish:
                note_best(c, v.total, 0)
            return FAILED
        answer = try_lines(c, root, plan.lines - 1, 1)
        if ended(c, answer):
            return answer
    c.stage = FIRST_RUN
    answer = run(c, root, plan.first_run, 0)
    if ended(c, answer):
        return answer
    c.stage = LONG_PROOF
    if examine(c, &s, &v) == UNKNOWN and fails_at_length(c, &s, &v, room):
        return FAILED
    c.stage = SHORT_RUNS
    for _try in range(plan.short_runs):
        answer = mend_lines(c, root, plan.mending)
        if ended(c, answer):
            return answer
        answer = run(c, root, SHORT_RUN, NOISE)
        if ended(c, answer):
            return answer
    c.table.mask = c.entries - 1
    for _round in range(plan.rounds):
        room *= PROOF_GROWTH
        c.stage = LONG_PROOF
        if examine(c, &s, &v) == UNKNOWN and fails_at_length(c, &s, &v, room):
            return FAILED
        c.stage = BEAM
        answer = mend_lines(c, root, ROUND_MENDING * plan.mending << 2 * _round)
        if ended(c, answer):
            return answer
        c.noise = 0
        for _try in range(BEAMS):
            answer = beam(c, b, root, width)
            if ended(c, answer):
                return answer
        c.stage = EXHAUSTIVE
        answer = run(c, root, nodes, 0)
        if ended(c, answer):
            return answer
        width = min(WIDTH_GROWTH * width, MAX_WIDTH)
        nodes *= ROUND_GROWTH
    c.stage = EXHAUSTIVE
    return run(c, root, c.node_limit, 0)
