"""The search kernel: can a target still be reached from a state, and by which line?

Depth-first search over the states of `_state.pxd`, cut by `_bounds.pxd`, with the proven failures
kept in `_table.pxd`. All state of a search is in one `Context`, one for each thread; there are no
globals, and nothing below `Context` touches a Python object except `poll`.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset
from posix.time cimport CLOCK_MONOTONIC, clock_gettime, timespec
from cpython.exc cimport PyErr_CheckSignals

from solver._bounds cimport (
    CUT_DEAD, CUT_FINAL_ROUND, CUT_HOLD, CUT_LAST_CARD, CUT_LAST_DRAW, CUT_LAST_PASS, CUT_MISPLAY,
    CUT_PACE, CUT_POOL, CUT_TABLE, CUT_TRASH_FIRST, CUTS, Sweep, final_turns, pooled, reachable,
    sweep, without_last,
)
from solver._state cimport (
    ANNOUNCED, CLUE, DISCARD, MAX_LINE, MAX_MOVES, MAX_PILE, MAX_PLAYERS, MISPLAY, PLAY, Game,
    Move, State, add_card, advance, held_types, next_types, popcount, suit_of, trash_in,
    useful_mask,
)
from solver._table cimport Entry, Table, find, pack, remember

CUT_NAMES = (
    "dead-type", "pace", "must-hold", "last-card", "final-round", "last-draw", "pool", "table",
    "trash-first", "misplay-at-maximum", "last-round-pass",
)

cdef enum:
    FAILED = 0              # proven: the target is out of reach
    REACHED = 1             # `line` reaches it
    UNKNOWN = 2             # a limit ran out

cdef enum:
    RUNNING = 0
    BY_NODES = 1
    BY_SECONDS = 2
    BY_CALLER = 3           # Ctrl-C, or another thread asked for it

STOPPED_NAMES = (None, "nodes", "seconds", "interrupt")

cdef enum:
    POLL_NODES = 2048       # a millisecond or two between two looks at the clock
    POOL_STEPS = 64         # branchings of the pooled game inside the search
    ROOT_POOL_STEPS = 200000
    SMALL_TABLE = 1 << 14   # entries that the short runs use: 1 MiB stays in the cache
    FIRST_RUN = 400         # nodes of the run in plain order
    SHORT_RUN = 2500        # nodes of each run in a randomised order
    SHORT_RUNS = 8
    NOISE = 300             # of the randomised orders, on the scale of `rate`

cdef struct Search:
    Game game
    Table table
    uint64_t entries        # the size of the table
    int target
    int off                 # bit c: pruning c is switched off
    bint can_finish         # any unfinished state can be played out without losing its total
    uint64_t nodes
    uint64_t run_end        # nodes at which the present run ends
    uint64_t node_limit
    uint64_t next_poll
    double deadline
    int stopped
    bint stop_asked
    void* owner
    uint64_t random
    int noise
    uint64_t cuts[CUTS]
    int best                # highest total seen, with the line that leads to it
    int best_length
    int length
    Move line[MAX_LINE]
    Move best_line[MAX_LINE]


cdef double now() noexcept nogil:
    cdef timespec t
    clock_gettime(CLOCK_MONOTONIC, &t)
    return t.tv_sec + t.tv_nsec * 1e-9


cdef void poll(Search* c) noexcept nogil:
    """Look at the clock, at Ctrl-C and at the wishes of other threads."""
    c.next_poll = c.nodes + POLL_NODES
    if c.nodes >= c.node_limit:
        c.stopped = BY_NODES
    if c.deadline > 0 and now() >= c.deadline:
        c.stopped = BY_SECONDS
    with gil:
        owner = <Context>c.owner
        try:
            PyErr_CheckSignals()
        except BaseException as error:
            owner.pending = error
            c.stop_asked = True
    if c.stop_asked:
        c.stopped = BY_CALLER


cdef inline void note_best(Search* c, int total, int depth) noexcept nogil:
    c.best = total
    c.best_length = depth
    memcpy(c.best_line, c.line, depth * sizeof(Move))


# What may be left out of the moves. Let a line be any continuation; "copies" means that the
# other player of the argument mirrors it move by move, with the same draws.
#
# Misplay only at the maximum of tokens (MISPLAY). Below the maximum, discarding the card in place
# of misplaying it leaves a strike less and a token more. It copies the line until the line
# discards, or gains a token, when the copy is at the maximum: a discard it replaces by a misplay
# of the same card, which uses up the strike, a gain is lost; from then on both are equal.
#
# Trash first (TRASH_FIRST). With a trash card t in hand, giving up a useful card u is no better
# than giving up t the same way. The copy holds u where the line holds t and mirrors it. If the
# line discards t, the copy discards u. If it misplays t, by the above at the maximum of tokens,
# the copy plays u if it fits (a token for completing is lost at the maximum), else misplays it;
# in the first case it is a strike and a card ahead. When the line later plays another copy of u,
# the copy misplays that card if the line's play gained nothing and discards it if it gained a
# token. With announcing a completing card may gain two, so there u must not be a completing type.
#
# A misplay of trash with a playable card c in hand, at the maximum, is no better than playing c,
# by the same copying with t in c's place (again unless announcing and c completes). The masks
# rely on this: a second copy of c counts as trash but would not misplay.
#
# Last-round pass (LAST_PASS). In the last round with hands of two or more nobody runs out of cards
# to point at, everybody has one turn, and tokens serve only to pass. With a token a clue passes,
# without one a discard of any own card does, and neither changes what others can play; so one
# way to pass is enough, and a misplay is never needed.
#
# All hold for every rule set without bonus tiles; each names a move of the same position that is
# at least as good and is kept, or is itself no better than one that is kept.
cdef int list_moves(
    Search* c, const State* s, uint64_t reach, uint64_t held, Move* moves
) noexcept nogil:
    """The moves worth trying for the target, each with its rating."""
    cdef Game* g = &c.game
    cdef int player = s.to_move
    cdef uint64_t hand = s.hand[player]
    cdef uint64_t types = hand & g.full
    cdef uint64_t fits = next_types(g, s.played) & types
    cdef uint64_t others = g.rest[s.pos]
    cdef uint64_t bit, choice
    cdef int trash = trash_in(s, player)
    cdef int n = 0, p
    cdef bint someone = False
    cdef bint full_tokens = s.tokens == g.max_tokens
    cdef bint last_round = not g.bouquet and s.pos == g.size and g.hand_size > 1
    for p in range(g.players):
        if p != player:
            others |= s.hand[p]
            if s.count[p]:
                someone = True
    choice = fits
    while choice:
        bit = choice & (0 - choice)
        choice ^= bit
        if g.announce and not full_tokens:
            n = add_move(c, s, moves, n, ANNOUNCED, bit, others)
        n = add_move(c, s, moves, n, PLAY, bit, others)
    if last_round and not c.off >> CUT_LAST_PASS & 1:
        c.cuts[CUT_LAST_PASS] += 1
        if s.tokens:
            return add_move(c, s, moves, n, CLUE, 0, others)
        bit = 0 if trash else types & (0 - types)
        return add_move(c, s, moves, n, DISCARD, bit, others)
    if s.tokens and someone:
        n = add_move(c, s, moves, n, CLUE, 0, others)
    if not full_tokens:
        if trash:
            n = add_move(c, s, moves, n, DISCARD, 0, others)
        n = give_up(c, s, moves, n, DISCARD, types, trash, reach, others)
    if s.strikes + 1 < g.max_strikes:
        if full_tokens or c.off >> CUT_MISPLAY & 1:
            if trash and not (fits & ~g.tops if g.announce else fits):
                n = add_move(c, s, moves, n, MISPLAY, 0, others)
            n = give_up(c, s, moves, n, MISPLAY, types & ~fits, trash, reach, others)
        else:
            c.cuts[CUT_MISPLAY] += 1
    return n


cdef int give_up(
    Search* c, const State* s, Move* moves, int n, int kind, uint64_t choice, int trash,
    uint64_t reach, uint64_t others
) noexcept nogil:
    """Add the moves that put away a useful card."""
    cdef uint64_t bit
    cdef int lost, spare = popcount(reach) - c.target
    if trash and not c.off >> CUT_TRASH_FIRST & 1:
        c.cuts[CUT_TRASH_FIRST] += 1
        choice = choice & c.game.tops if c.game.announce else 0
    while choice:
        bit = choice & (0 - choice)
        choice ^= bit
        # Pruning 1 one move ahead: the last copy takes itself and all above it away.
        if not others & bit and not c.off >> CUT_DEAD & 1:
            lost = popcount(reach & suit_of(bit) & ~(bit - 1))
            if lost > spare and not s.hand[s.to_move] & bit << 1 & ~c.game.full:
                c.cuts[CUT_DEAD] += 1
                continue
        n = add_move(c, s, moves, n, kind, bit, others)
    return n


cdef int add_move(
    Search* c, const State* s, Move* moves, int n, int kind, uint64_t bit, uint64_t others
) noexcept nogil:
    moves[n].kind = kind
    moves[n].bit = bit
    moves[n].useful = s.hand[s.to_move] & c.game.full
    moves[n].order = rate(c, s, kind, bit, others)
    if c.noise:
        c.random ^= c.random << 13
        c.random ^= c.random >> 7
        c.random ^= c.random << 17
        moves[n].order += <int>(c.random % <uint64_t>c.noise)
    return n + 1


cdef int rate(
    Search* c, const State* s, int kind, uint64_t bit, uint64_t others
) noexcept nogil:
    """How promising a move is; this orders the moves and decides nothing."""
    cdef Game* g = &c.game
    cdef int pace = popcount(s.played) + g.size - s.pos + g.players - c.target
    cdef int level = popcount((bit - 1) & suit_of(bit)) + 1
    if kind == PLAY or kind == ANNOUNCED:
        return (
            1000 + (60 if others & bit << 1 & g.full else 0) + 10 * (5 - level)
            + (20 if kind == ANNOUNCED else 0)
        )
    if kind == CLUE:
        return 500 + 20 * s.tokens
    if bit == 0:
        if kind == MISPLAY:
            return 300
        return 600 + 15 * min(pace, 6) - 10 * s.tokens
    return (300 if kind == DISCARD else 100) + (100 if others & bit else -200) + 10 * level


cdef int search(Search* c, State* s, int depth) noexcept nogil:
    """Whether the target can be reached from the state.

    REACHED: `line` holds a way from the root. FAILED: a proof that there is none. UNKNOWN: a
    limit ran out first; nothing is proven.
    """
    cdef Game* g = &c.game
    cdef Sweep swept
    cdef State child
    cdef Move moves[MAX_MOVES]
    cdef Move swap
    cdef uint64_t key[7]
    cdef uint64_t held, reach, mask, h
    cdef Entry* entry
    cdef int total, n, i, j, best, answer, cut, steps

    c.nodes += 1
    if c.nodes >= c.next_poll:
        poll(c)
    if c.stopped or c.nodes >= c.run_end:
        return UNKNOWN

    total = popcount(s.played)
    if s.played == g.full:
        c.length = depth
        return REACHED
    if c.can_finish:
        if total > c.best:
            note_best(c, total, depth)
        if total >= c.target:
            c.length = depth
            return REACHED
    if not g.bouquet and s.pos == g.size and s.turns_left == 0:
        c.length = depth
        if total > c.best:
            note_best(c, total, depth)
        return REACHED if total >= c.target else FAILED

    held = held_types(g, s)
    reach = reachable(g, s, held)
    if popcount(reach) < c.target and not c.off >> CUT_DEAD & 1:
        c.cuts[CUT_DEAD] += 1
        return FAILED
    if not g.bouquet and s.pos < g.size and not c.off >> CUT_LAST_CARD & 1:
        reach = without_last(g, s, held, reach)
        if popcount(reach) < c.target:
            c.cuts[CUT_LAST_CARD] += 1
            return FAILED
    mask = useful_mask(g, reach & ~s.played)
    for i in range(g.players):
        s.hand[i] &= mask
    held &= mask

    if s.pos < g.size:
        cut = sweep(g, s, held, reach, c.target, c.off, &swept)
        if cut >= 0:
            c.cuts[cut] += 1
            return FAILED
    elif not g.bouquet and total + s.turns_left < c.target and not c.off >> CUT_PACE & 1:
        c.cuts[CUT_PACE] += 1
        return FAILED

    h = pack(s, key)
    if not c.off >> CUT_TABLE & 1:
        entry = find(&c.table, key, h)
        if entry != NULL and entry.failed >> s.tokens & 1:
            c.cuts[CUT_TABLE] += 1
            return FAILED

    if s.pos < g.size and total < c.target:
        if not g.bouquet:
            cut = final_turns(g, s, reach, c.target, c.off, &swept)
            if cut >= 0:
                c.cuts[cut] += 1
                return FAILED
        if not c.off >> CUT_POOL & 1:
            steps = POOL_STEPS
            if pooled(g, s.pos, s.played, held, c.target, &steps) == 0:
                c.cuts[CUT_POOL] += 1
                return FAILED

    n = list_moves(c, s, reach, held, moves)
    for i in range(n):
        best = i
        for j in range(i + 1, n):
            if moves[j].order > moves[best].order:
                best = j
        swap = moves[best]
        moves[best] = moves[i]
        moves[i] = swap
        c.line[depth] = moves[i]
        advance(g, s, &moves[i], &child)
        answer = search(c, &child, depth + 1)
        if answer == REACHED:
            return REACHED
        if answer == UNKNOWN:
            return UNKNOWN
    remember(&c.table, s, key, h)
    return FAILED


cdef int run(Search* c, const State* root, uint64_t nodes, int noise) noexcept nogil:
    """One search from the root, ended after so many nodes."""
    cdef State s = root[0]
    c.run_end = min(c.nodes + nodes, c.node_limit)
    c.noise = noise
    return search(c, &s, 0)


# 8. Clear winner first. A short run in plain order, then short runs in randomised orders, then
# the exhaustive one: most narrow wins are found by the short runs. Each run is the same
# search with a limit, so what it proves is proven, and the table keeps it for the next.
cdef int decide(Search* c, const State* root) noexcept nogil:
    """Whether the target can be reached from the root: all stages."""
    cdef int answer, i, steps
    cdef uint64_t small = min(c.entries, <uint64_t>SMALL_TABLE)
    c.table.generation += 1
    c.table.mask = small - 1
    c.random = <uint64_t>0x2545F4914F6CDD1D
    answer = run(c, root, FIRST_RUN, 0)
    if answer != UNKNOWN or c.stopped:
        return answer
    if root.pos < c.game.size and not c.off >> CUT_POOL & 1:
        steps = ROOT_POOL_STEPS
        if pooled(&c.game, root.pos, root.played, held_types(&c.game, root), c.target, &steps) == 0:
            c.cuts[CUT_POOL] += 1
            return FAILED
    for i in range(SHORT_RUNS):
        answer = run(c, root, SHORT_RUN, NOISE)
        if answer != UNKNOWN or c.stopped:
            return answer
    c.table.mask = c.entries - 1
    return run(c, root, c.node_limit, 0)


cdef class Context:
    """Everything a search needs, its table included. One for each thread."""

    cdef Search* c
    cdef State root
    cdef object pending

    def __cinit__(self, uint64_t memory):
        cdef uint64_t entries = 16
        while entries * 2 * sizeof(Entry) <= memory:
            entries *= 2
        self.c = <Search*>calloc(1, sizeof(Search))
        if self.c == NULL:
            raise MemoryError
        # WAYS neighbours of the last entry wrap around, so the table needs no margin. calloc
        # leaves untouched pages unused: an easy deal does not pay for a large table.
        self.c.table.entries = <Entry*>calloc(entries, sizeof(Entry))
        if self.c.table.entries == NULL:
            raise MemoryError
        self.c.entries = entries
        self.c.owner = <void*>self

    def __dealloc__(self):
        if self.c != NULL:
            free(self.c.table.entries)
            free(self.c)

    def stop(self):
        """Ask a search that runs in another thread to end."""
        self.c.stop_asked = True

    def take_pending(self):
        """The exception that a signal handler raised during the search, if any."""
        error, self.pending = self.pending, None
        return error

    def load(
        self, *, sizes, top_copies, int hand_size, int max_tokens, int max_strikes, bint bouquet,
        bint announce, levels, hands, pile, int tokens, int strikes, int to_move, int turns_left,
    ):
        """Set up the game and the state to start from; types are 8 * suit + level - 1."""
        cdef Game* g = &self.c.game
        cdef int i, size
        self.c.stop_asked = False
        memset(self.c.cuts, 0, sizeof(self.c.cuts))
        memset(g, 0, sizeof(Game))
        g.players = len(hands)
        g.hand_size = hand_size
        g.max_tokens = max_tokens
        g.max_strikes = max_strikes
        g.bouquet = bouquet
        g.announce = announce
        for i, size in enumerate(sizes):
            g.full |= ((<uint64_t>1 << size) - 1) << 8 * i
            g.ones |= <uint64_t>1 << 8 * i
            g.tops |= <uint64_t>1 << (8 * i + size - 1)
            if announce and top_copies[i] > 1:
                g.twin_tops |= <uint64_t>1 << (8 * i + size - 1)
        g.goal = popcount(g.full)
        g.size = len(pile)
        for i in range(g.size):
            g.pile[i] = <uint64_t>1 << <int>pile[i]
        for i in range(g.size - 1, -1, -1):
            g.rest[i] = g.rest[i + 1] | g.pile[i]
            g.inner[i] = g.inner[i + 1] | (g.pile[i] if i < g.size - 1 else 0)
        if g.size:
            g.above_last = suit_of(g.pile[g.size - 1]) & ~(g.pile[g.size - 1] * 2 - 1)
        self.load_state(levels, hands, tokens, strikes, to_move, turns_left)

    cdef load_state(self, levels, hands, int tokens, int strikes, int to_move, int turns_left):
        cdef State* s = &self.root
        cdef int i, level, card
        memset(s, 0, sizeof(State))
        for i, level in enumerate(levels):
            s.played |= ((<uint64_t>1 << level) - 1) << 8 * i
        for i, hand in enumerate(hands):
            s.count[i] = len(hand)
            for card in hand:
                add_card(&self.c.game, s, i, <uint64_t>1 << card)
        s.tokens = tokens
        s.strikes = strikes
        s.to_move = to_move
        s.turns_left = turns_left

    def decide(self, int target, uint64_t nodes, double seconds, int off=0):
        """Search for the target: (answer, nodes used, total of the best line, why it stopped)."""
        cdef Search* c = self.c
        cdef int answer
        c.target = target
        c.off = off
        c.can_finish = not c.game.bouquet and c.game.hand_size > 1
        c.nodes = 0
        c.node_limit = nodes
        c.next_poll = POLL_NODES
        c.deadline = now() + seconds if seconds > 0 else 0
        c.stopped = RUNNING
        c.best = -1
        c.best_length = 0
        with nogil:
            answer = decide(c, &self.root)
        if answer == UNKNOWN and c.stopped == RUNNING:
            c.stopped = BY_NODES
        return answer, c.nodes, c.best, STOPPED_NAMES[c.stopped]

    def line(self):
        """The line that reached the target: (kind, type or -1, useful types) for each move."""
        return [move_tuple(&self.c.line[i]) for i in range(self.c.length)]

    def best_line(self):
        """The line to the highest total seen."""
        return [move_tuple(&self.c.best_line[i]) for i in range(self.c.best_length)]

    def cuts(self):
        return [self.c.cuts[i] for i in range(CUTS)]


cdef tuple move_tuple(const Move* m):
    cdef int card = -1
    if m.bit:
        card = popcount(m.bit - 1)
    return m.kind, card, m.useful
