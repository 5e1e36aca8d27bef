"""A beam search for narrow wins: all turns in step, the most promising states of each kept.

Depth-first search commits itself early; where the win is one narrow path it drowns in the subtree
of a wrong first move. The beam keeps the states of one turn that a weighted sum likes best and
moves on with all of them. Of its answers only "reached" is believed, unless nothing was ever
dropped: then the failure of all states is a proof like any other.
"""

from libc.stdint cimport uint64_t
from libc.string cimport memset

from solver._core cimport FAILED, REACHED, UNKNOWN
from solver.kernel.bits cimport popcount, runs
from solver.kernel.context cimport Search, draw_random
from solver.kernel.examine cimport View, examine
from solver.kernel.moves cimport list_moves
from solver.kernel.rules cimport advance
from solver.kernel.state cimport MAX_MOVES, Game, Move, State, game_of, next_types, trash_in
from solver.kernel.table cimport MANY_WORDS, pack, same

cdef enum:
    MAX_WIDTH = 6000        # states kept of each turn, at the most
    CROWDING = 12           # for each of them, states of a turn before the choice
    BEAM_TURNS = 200        # longer games than any of the books' are left to the other stages
    MAX_SLOTS = 1 << 18     # of the hash that joins equal states of a turn
    VALUES = 4096
    FEATURES = 8

cdef struct Candidate:
    State state
    Move move
    int parent
    int value
    uint64_t hash

cdef struct Step:
    Move move
    int parent

# Some 60 MiB if the widest beam is used, a few MiB for the usual ones: pages that are never touched
# cost nothing.
cdef struct Beam:
    State kept[MAX_WIDTH]
    Candidate crowd[MAX_WIDTH * CROWDING]
    Step steps[BEAM_TURNS][MAX_WIDTH]
    int slots[MAX_SLOTS]    # 1 + the candidate's index; 0 is free
    int weights[FEATURES]
    int width
    int room                # states of a turn before the choice
    uint64_t slot_mask


cdef inline void draw_weights(Search* c, Beam* b) noexcept nogil:
    """New weights around the usual ones, which were found by trial; see docs/kernel.md."""
    cdef int usual[FEATURES]
    cdef int i
    usual[0] = 24           # discards that the sweep still allows
    usual[1] = 12           # tokens
    usual[2] = 36           # cards on the fireworks
    usual[3] = 9            # different useful types in the hands
    usual[4] = 8            # players with a card to play
    usual[5] = -22          # players who can only clue or lose a useful card
    usual[6] = 5            # cards in the hands that could follow each other onto the fireworks
    usual[7] = -7           # tokens at the maximum
    for i in range(FEATURES):
        b.weights[i] = usual[i] * (2 + <int>(draw_random(c) % 16)) // 10


cdef inline int judge(Search* c, const Beam* b, const State* s, const View* v) noexcept nogil:
    """How promising a state is among those of its turn."""
    cdef Game* g = game_of(&c.game, s)
    cdef int player, plays = 0, locked = 0, value
    cdef uint64_t fits = next_types(g, s.played)
    for player in range(g.players):
        if s.hand[player] & fits:
            plays += 1
        elif trash_in(s, player) == 0:
            locked += 1
    value = VALUES // 4
    if s.pos < g.size and not g.bouquet and not s.choosing:
        value += b.weights[0] * min(g.players - v.swept.final_plays, 12)
    value += b.weights[1] * min(s.tokens, 8) + b.weights[2] * v.total
    value += b.weights[3] * popcount(v.held) + b.weights[4] * plays + b.weights[5] * locked
    value += b.weights[6] * (popcount(runs(s.played | v.held, g.ones)) - v.total)
    if s.tokens == g.max_tokens:
        value += b.weights[7]
    return max(0, min(VALUES - 1, value))


cdef inline bint is_new(
    Beam* b, const Candidate* x, const uint64_t* key, int words, int index
) noexcept nogil:
    """Whether the turn has no equal state yet; joins `index` to the known ones."""
    cdef uint64_t slot = x.hash & b.slot_mask
    cdef uint64_t other[MANY_WORDS]
    cdef Candidate* y
    while b.slots[slot]:
        y = &b.crowd[b.slots[slot] - 1]
        if y.hash == x.hash and y.state.tokens == x.state.tokens:
            pack(&y.state, other, words)
            if same(key, other, words):
                return False
        slot = (slot + 1) & b.slot_mask
    b.slots[slot] = index + 1
    return True


cdef inline int choose(Beam* b, int crowd, int turn) noexcept nogil:
    """Keep the best states of the crowd; the number kept."""
    cdef int counts[VALUES]
    cdef int i, least = VALUES, room = b.width, kept = 0
    memset(counts, 0, sizeof(counts))
    for i in range(crowd):
        counts[b.crowd[i].value] += 1
    while least > 0 and room >= counts[least - 1]:
        least -= 1
        room -= counts[least]
    for i in range(crowd):
        if b.crowd[i].value < least:
            if b.crowd[i].value < least - 1 or room == 0:
                continue
            room -= 1
        b.kept[kept] = b.crowd[i].state
        b.steps[turn][kept].move = b.crowd[i].move
        b.steps[turn][kept].parent = b.crowd[i].parent
        kept += 1
    return kept


cdef inline void trace(
    Search* c, const Beam* b, int turn, int parent, const Move* last
) noexcept nogil:
    """Write the line that ends with the move `last` of a kept state."""
    c.length = turn + 1
    c.line[turn] = last[0]
    while turn > 0:
        turn -= 1
        c.line[turn] = b.steps[turn][parent].move
        parent = b.steps[turn][parent].parent


cdef inline int beam(Search* c, Beam* b, const State* root, int width) noexcept nogil:
    """One try with new weights that keeps `width` states of each turn."""
    cdef View v
    cdef Move moves[MAX_MOVES]
    cdef Candidate* x
    cdef int turn, kept = 1, crowd, parent, n, i, answer
    cdef bint complete = True
    draw_weights(c, b)
    b.width = width
    b.room = width * CROWDING
    b.slot_mask = 1023
    while b.slot_mask < <uint64_t>b.room * 2 and b.slot_mask < MAX_SLOTS - 1:
        b.slot_mask = b.slot_mask * 2 + 1
    b.kept[0] = root[0]
    if examine(c, &b.kept[0], &v) != UNKNOWN:
        return UNKNOWN      # the other stages have seen this
    for turn in range(BEAM_TURNS):
        crowd = 0
        memset(b.slots, 0, (b.slot_mask + 1) * sizeof(int))
        for parent in range(kept):
            # Reach is not kept with a state; it is cheap to find again.
            if examine(c, &b.kept[parent], &v) != UNKNOWN:
                continue
            n = list_moves(c, &b.kept[parent], v.reach, moves)
            for i in range(n):
                c.nodes += 1
                x = &b.crowd[crowd]
                advance(&c.game, &b.kept[parent], &moves[i], &x.state)
                answer = examine(c, &x.state, &v)
                if answer == REACHED:
                    trace(c, b, turn, parent, &moves[i])
                    return REACHED
                if answer == FAILED:
                    continue
                x.hash = v.hash + <uint64_t>x.state.tokens
                if not is_new(b, x, v.key, c.table.words, crowd):
                    continue
                x.move = moves[i]
                x.parent = parent
                x.value = judge(c, b, &x.state, &v)
                crowd += 1
                if crowd == b.room:
                    break
            if crowd == b.room:
                complete = False
                break
            if c.nodes >= c.next_poll:
                c.poll(c)
            if c.stopped or c.nodes >= c.node_limit:
                return UNKNOWN
        if crowd == 0:
            return FAILED if complete else UNKNOWN
        complete = complete and crowd <= b.width
        kept = choose(b, crowd, turn)
    return UNKNOWN
