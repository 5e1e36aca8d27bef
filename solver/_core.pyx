"""The search kernel: can a target still be reached from a state, and by which line?

Depth-first search over the states of `kernel/state.pxd`, cut by `kernel/bounds.pxd`, with the proven failures
kept in `kernel/table.pxd`; `kernel/beam.pxd` looks for narrow wins before it. All state of a search is in one
`Context`, one for each thread; there are no globals, and nothing below `Context` touches a Python
object except `poll`.
"""

from libc.stdint cimport uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset
from cpython.exc cimport PyErr_CheckSignals

from solver.kernel.beam cimport MAX_WIDTH, Beam, beam
from solver.kernel.bounds cimport CUT_PHASE, CUT_POOL, CUTS, PoolTable, pooled, reachable
from solver.kernel.end_phase cimport MAX_PHASE, PhaseTable, end_phase
from solver.kernel.search cimport (
    BOLD, BY_CALLER, BY_NODES, BY_SECONDS, EXACT, FAILED, LENIENT, MAX_TYPES, PLAIN, REACHED,
    RUNNING, UNKNOWN, Search, View, examine, list_moves,
)
from solver.game._shuffle cimport TILES, Tables, Tiles, get_tables, shuffle_into
from solver.kernel.state cimport (
    DISCARD, INTO_PILE, INTO_PLAY, MAX_FIVES, MAX_LINE, MAX_MOVES, MAX_PILE, PUT, STRIKE_BACK,
    TAKES, UNEQUAL, Game, Move, Piles, State, add_card, advance, check, coming, forget_piles,
    game_of, held_types, look_ahead, popcount, refresh,
)
from solver.kernel.table cimport TILE_WORDS, WORDS, pack, remember

cdef extern from "solver/kernel/systems.h":
    double now "clock_now"() noexcept nogil
    double worked "clock_worked"() noexcept nogil

CUT_NAMES = (
    "dead-type", "pace", "must-hold", "last-card", "final-round", "last-draw", "pool", "table",
    "trash-first", "misplay-at-maximum", "last-round-pass", "play-first", "end-phase",
)

STOPPED_NAMES = (None, "nodes", "seconds", "interrupt")

cdef enum:
    FIRST_RUN = 0
    LONG_PROOF = 1
    SHORT_RUNS = 2
    BEAM = 3
    EXHAUSTIVE = 4

STAGES = ("first-run", "long-proof", "short-runs", "beam", "exhaustive")

cdef enum:
    POLL_NODES = 2048       # a millisecond or two between two looks at the clock
    SMALL_TABLE = 1 << 14   # entries that the short runs use: 1 MiB stays in the cache
    FIRST_NODES = 400       # nodes of the run in plain order
    LONG_PROOF_AFTER = 1000  # nodes below a state after which long proofs are tried
    SHORT_RUNS_EACH = 8     # runs in randomised orders …
    SHORT_RUN = 2500        # … of so many nodes each
    ROUNDS = 4              # of beams and exhaustive runs
    NOISE = 300             # of the randomised orders, on the scale of `rate`
    FIRST_PROOF = 5000      # steps of the first long proof at the root
    LONGEST_PROOF = 50000   # … and of the longest inside the search
    FIRST_WIDTH = 200       # of the first round's beams
    FIRST_ROUND = 200000    # nodes of the first round's run
    BEAMS = 5               # of each round
    BOLD_NODES = 20000      # of each try before an exact search with tiles


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


cdef bint stop_proof(void* search) noexcept nogil:
    """Asked by the long proofs."""
    cdef Search* c = <Search*>search
    c.poll(c)
    return c.stopped != RUNNING


cdef inline void note_best(Search* c, int total, int depth) noexcept nogil:
    c.best = total
    c.best_length = depth
    memcpy(c.best_line, c.line, depth * sizeof(Move))


cdef bint fails_at_length(Search* c, const State* s, const View* v, int room) noexcept nogil:
    """Whether a proof that costs too much for every state shows that this one fails.

    The pooled game with more branchings, and the end phase for every number of cards, each with
    so many steps, of which the pool's are cheap. Worth it where the search below the state has cost
    as much already.
    """
    cdef Game* g = game_of(&c.game, s)
    cdef int r, steps = min(16 * room, 1 << 24)
    cdef int tiles = coming(g, s.played) & TAKES
    if s.pos == g.size or v.total >= c.target or s.choosing:
        return False
    if not c.off >> CUT_POOL & 1:
        if pooled(
            g, c.pools, s.pos, s.played, v.held | s.gone, tiles, c.target, c.off, &steps
        ) == 0:
            c.cuts[CUT_POOL] += 1
            return True
    if g.bouquet or tiles or c.off >> CUT_PHASE & 1:
        return False
    for r in range(1, min(MAX_PHASE, g.size - s.pos) + 1):
        if c.stopped:
            return False
        if end_phase(g, s, v.held, v.reach, c.target, r, room, c.phases) == 0:
            c.cuts[CUT_PHASE] += 1
            return True
    return False


cdef int search(Search* c, State* s, int depth) noexcept nogil:
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
            due = 4 * (c.nodes - before)
            if fails_at_length(c, s, &v, <int>min(c.nodes - before, <uint64_t>LONGEST_PROOF)):
                break
    remember(&c.table, s, v.key, v.hash)
    return FAILED


cdef int run(Search* c, const State* root, uint64_t nodes, int noise) noexcept nogil:
    """One search from the root, ended after so many nodes."""
    cdef State s = root[0]
    c.run_end = min(c.nodes + nodes, c.node_limit)
    c.noise = noise
    return search(c, &s, 0)


cdef bint ended(Search* c, int answer) noexcept nogil:
    """Whether no further stage is to come."""
    if answer == UNKNOWN and c.nodes >= c.node_limit:
        c.stopped = BY_NODES
    return answer != UNKNOWN or c.stopped != RUNNING


cdef struct Plan:
    uint64_t first_run      # nodes of the run in plain order
    uint64_t long_proof     # nodes below a state after which long proofs are tried
    int short_runs
    int rounds
    uint64_t bold           # nodes of each of the two tries before an exact search with tiles


cdef void begin(Search* c, int target, uint64_t nodes, double deadline) noexcept nogil:
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


cdef void use_tiles(Search* c, int mode) noexcept nogil:
    """What the tiles may still do once so many fives are complete, as the mode has it.

    Where every firework ends with a 5 the last of them ends the game, so that its tile does
    nothing. Tile 2 is like tile 1 where the first strike loses, and where strikes do not matter.
    """
    cdef Game* g = &c.game
    cdef int fives = popcount(g.fives)
    cdef int last = fives - 1 if g.fives == g.tops else fives
    cdef int i, tile, effect, after = -1
    c.mode = mode
    if not fives:
        return
    forget_piles(g.piles)
    g.coming[MAX_FIVES + 1] = 0
    for i in range(MAX_FIVES, -1, -1):
        g.coming[i] = g.coming[i + 1]
        if i < last:
            tile = g.order[i]
            effect = 0
            if tile == 5:
                effect = INTO_PILE
            elif tile == 6:
                effect = INTO_PLAY
            elif tile == 2 and g.max_strikes > 1 and mode != LENIENT:
                effect = STRIKE_BACK
            g.coming[i] |= effect
            # 0: a token, 1: nothing, or something of its own
            effect = 1 if tile == 3 or tile == 4 else effect << 4
            if after >= 0 and effect != after and mode == EXACT:
                g.coming[i] |= UNEQUAL
            after = effect
    for i in range(MAX_FIVES + 2):
        g.careful[i] = g.coming[i] if mode == EXACT else 0
        if mode == PLAIN:
            g.coming[i] = 0
    for i in range(MAX_FIVES + 1):
        if g.order[i] == 5:
            g.place5 = i
        elif g.order[i] == 6:
            g.place6 = i
        g.tile[i] = 3 if mode == PLAIN and g.order[i] >= 5 else g.order[i]


cdef void begin_generation(Search* c) noexcept nogil:
    """Let the tables believe what was proven for this target and use of tiles since `load`.

    A proof holds whatever state the search began with, so the positions that follow a loaded one
    share what they prove. When the numbers are used up the tables are cleared.
    """
    if c.last_generation == <uint32_t>0xFFFFFFFF:
        memset(c.table.entries, 0, c.entries * (c.table.words + 1) * sizeof(uint64_t))
        memset(c.pools.entries, 0, sizeof(c.pools.entries))
        memset(c.generations, 0, sizeof(c.generations))
        c.last_generation = 0
    if c.generations[c.mode][c.target] == 0:
        c.last_generation += 1
        c.generations[c.mode][c.target] = c.last_generation
    c.table.generation = c.generations[c.mode][c.target]
    c.pools.generation = c.generations[c.mode][c.target]


# 8. Clear winner first. A short run in plain order decides most deals. Then come the long proofs at
# the root, short runs in randomised orders, which find many of the narrow wins, and then rounds of
# beams and an exhaustive run in turn, each round with wider beams and a longer run, and with no
# end to the last. Every run is the same search with a limit, so what it proves is proven,
# and the table keeps it for the next.
cdef int decide_exactly(Search* c, Beam* b, const State* root, const Plan* plan) noexcept nogil:
    """Whether the target can be reached from the root: all stages."""
    cdef View v
    cdef State s = root[0]
    cdef int answer, _round, _try, width = FIRST_WIDTH, room = FIRST_PROOF
    cdef uint64_t nodes = FIRST_ROUND
    begin_generation(c)
    c.table.mask = min(c.entries, <uint64_t>SMALL_TABLE) - 1
    c.random = <uint64_t>0x2545F4914F6CDD1D
    c.long_proof = plan.long_proof
    c.stage = FIRST_RUN
    answer = run(c, root, plan.first_run, 0)
    if ended(c, answer):
        return answer
    c.stage = LONG_PROOF
    if examine(c, &s, &v) == UNKNOWN and fails_at_length(c, &s, &v, room):
        return FAILED
    c.stage = SHORT_RUNS
    for _try in range(plan.short_runs):
        answer = run(c, root, SHORT_RUN, NOISE)
        if ended(c, answer):
            return answer
    c.table.mask = c.entries - 1
    for _round in range(plan.rounds):
        room *= 8
        c.stage = LONG_PROOF
        if examine(c, &s, &v) == UNKNOWN and fails_at_length(c, &s, &v, room):
            return FAILED
        c.stage = BEAM
        c.noise = 0
        for _try in range(BEAMS):
            answer = beam(c, b, root, width)
            if ended(c, answer):
                return answer
        c.stage = EXHAUSTIVE
        answer = run(c, root, nodes, 0)
        if ended(c, answer):
            return answer
        width = min(3 * width, MAX_WIDTH)
        nodes *= 4
    c.stage = EXHAUSTIVE
    return run(c, root, c.node_limit, 0)


# 11. Bonus tiles: wins first. While tiles are to come, most of what makes the search short does not
# hold. But nearly all deals are won as if it did, so two quick tries come first: one that takes the
# tiles 5 and 6 for tiles without effect, and one that uses them, but leaves moves out as if nothing
# came. What they reach is reached, by lines that are legal; that they fail means nothing.
#
# 12. The lenient game. Then comes a proof that there is no win, in a game in which one may discard
# at the maximum of tokens (nothing comes back then). There a misplay is never better than a
# discard of the same card, so nobody needs to misplay, and strikes do not matter. More tokens
# never hurt: whoever has more can do the same. Whatever can be done in the real game can be done
# there, so what is out of reach there is out of reach. A line there counts only if it is legal.
# After it the bold try goes on with wider beams.
#
# Trash first holds there, with the loans that tiles ask for. Let a line discard a useful card u
# beside trash t, and let no tile take that u later. The copy discards t, holds u in the place of t
# and discards it when the line discards t (if it ever does): until then it has t in the discard
# pile in the place of a card that nobody takes, and as good a card for tile 5 to lengthen the
# game with. Done again and again this leaves only useful cards that a tile takes later, at most
# one for each tile that takes: the state's `loans`. The bold try uses the same.
cdef int try_boldly(
    Search* c, Beam* b, const State* root, const Plan* plan, int mode, uint64_t nodes
) noexcept nogil:
    """A short search for a line to the target that may overlook some: REACHED or UNKNOWN."""
    cdef int answer, _try, width = FIRST_WIDTH
    cdef uint64_t limit = c.node_limit
    cdef State lender = root[0]
    c.node_limit = min(limit, c.nodes + nodes)
    use_tiles(c, mode)
    lender.loans = popcount(coming(&c.game, root.played) & TAKES)
    begin_generation(c)
    c.table.mask = min(c.entries, <uint64_t>SMALL_TABLE) - 1
    c.random = <uint64_t>0x2545F4914F6CDD1D
    c.long_proof = plan.long_proof
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
            width = min(3 * width, MAX_WIDTH)
    c.node_limit = limit
    if c.stopped == BY_NODES and c.nodes < limit:
        c.stopped = RUNNING
    return answer if answer == REACHED else UNKNOWN


cdef int decide(Search* c, Beam* b, const State* root, const Plan* plan) noexcept nogil:
    """Whether the target can be reached from the root."""
    cdef int answer
    if c.game.fives and plan.bold:
        answer = try_boldly(c, b, root, plan, PLAIN, min(plan.bold, c.node_limit // 3))
        if not ended(c, answer):
            answer = try_boldly(c, b, root, plan, BOLD, min(plan.bold, c.node_limit // 3))
        if not ended(c, answer):
            answer = prove_leniently(c, root, c.node_limit // 3)
        if not ended(c, answer):
            answer = try_boldly(c, b, root, plan, BOLD, c.node_limit // 3)
        if ended(c, answer):
            return answer
    use_tiles(c, EXACT)
    return decide_exactly(c, b, root, plan)


cdef int prove_leniently(Search* c, const State* root, uint64_t nodes) noexcept nogil:
    """A search of the lenient game."""
    cdef int answer
    cdef int best = c.best
    cdef State lender = root[0]
    use_tiles(c, LENIENT)
    lender.loans = popcount(coming(&c.game, root.played) & TAKES)
    begin_generation(c)
    c.table.mask = c.entries - 1
    c.stage = EXHAUSTIVE
    c.best = MAX_TYPES      # lines may not be legal
    answer = run(c, &lender, nodes, 0)
    c.best = best
    return UNKNOWN if answer == REACHED and not is_legal(c, root) else answer


cdef bint is_legal(Search* c, const State* root) noexcept nogil:
    """Whether a line of the lenient game is one of the real game, too."""
    cdef State s = root[0]
    cdef State t
    cdef int i
    for i in range(c.length):
        if c.line[i].kind == DISCARD and s.tokens == c.game.max_tokens:
            return False
        advance(&c.game, &s, &c.line[i], &t)
        s = t
    return True


cdef struct Row:
    uint64_t nodes
    uint64_t digest         # of the line's moves, see `digest_of`
    uint32_t start
    float microseconds
    short low               # bounds of the total
    short high
    unsigned short length   # moves of the line
    unsigned char stage
    unsigned char decided


cdef uint64_t digest_of(const Move* line, int length) noexcept nogil:
    """FNV-1a of two bytes for each move: its kind, and its type plus one; 0: trash or a clue."""
    cdef uint64_t h = <uint64_t>0xCBF29CE484222325
    cdef int i
    for i in range(length):
        h = (h ^ line[i].kind) * <uint64_t>0x100000001B3
        h = (h ^ (popcount(line[i].bit - 1) + 1 if line[i].bit else 0)) * <uint64_t>0x100000001B3
    return h


cdef int turns_of(const Move* line, int length) noexcept nogil:
    """The number of turns: what is done with a tile belongs to the play that turned it."""
    cdef int i, turns = 0
    for i in range(length):
        turns += line[i].kind < PUT
    return turns


cdef void solve_soon(
    Search* c, Beam* b, const State* root, const Plan* plan, int floor, uint64_t soon,
    uint64_t budget, Row* row
) noexcept nogil:
    """The maximum of a deal by short searches; `decided` is false if one of them does not do.

    As `Searcher.prove` does it, for all deals but the few that need more than that.
    """
    cdef int answer
    cdef int low = floor, high = c.game.goal
    row.nodes = 0
    row.stage = FIRST_RUN
    row.length = 0
    row.digest = digest_of(c.line, 0)
    row.decided = True
    memset(c.generations, 0, sizeof(c.generations))
    while low < high and row.decided and row.nodes < budget:
        begin(c, high, min(soon, budget - row.nodes), 0)
        answer = decide(c, b, root, plan)
        row.nodes += c.nodes
        row.stage = max(row.stage, <unsigned char>c.stage)
        if answer == REACHED:
            low = high
            row.length = turns_of(c.line, c.length)
            row.digest = digest_of(c.line, c.length)
        elif c.best > low:
            low = c.best
            row.length = turns_of(c.best_line, c.best_length)
            row.digest = digest_of(c.best_line, c.best_length)
        if answer == FAILED:
            high = floor if c.game.bouquet else max(high - 1, low)
        row.decided = answer != UNKNOWN     # or else the next target would be tried
    row.low = low
    row.high = high
    row.decided = low == high


cdef class Context:
    """Everything a search needs, its table included. One for each thread."""

    cdef Search* c
    cdef Beam* beam
    cdef Piles* piles
    cdef State root
    cdef uint64_t memory
    cdef object pending

    def __cinit__(self, uint64_t memory):
        self.memory = memory
        self.c = <Search*>calloc(1, sizeof(Search))
        if self.c == NULL:
            raise MemoryError
        self.beam = <Beam*>calloc(1, sizeof(Beam))
        self.piles = <Piles*>calloc(1, sizeof(Piles))
        self.c.phases = <PhaseTable*>calloc(1, sizeof(PhaseTable))
        self.c.pools = <PoolTable*>calloc(1, sizeof(PoolTable))
        if (
            self.beam == NULL or self.piles == NULL or self.c.phases == NULL
            or self.c.pools == NULL
        ):
            raise MemoryError
        self.make_table(WORDS)
        self.c.owner = <void*>self
        self.c.poll = poll
        self.c.pools.stop = self.c.phases.stop = stop_proof
        self.c.pools.search = self.c.phases.search = <void*>self.c

    def __dealloc__(self):
        if self.c != NULL:
            free(self.c.table.entries)
            free(self.c.pools)
            free(self.c.phases)
            free(self.c)
        free(self.beam)
        if self.piles != NULL:
            forget_piles(self.piles)
        free(self.piles)

    cdef int make_table(self, int words) except -1:
        """Make the table for keys of so many words, in place of one for others."""
        cdef Search* c = self.c
        cdef uint64_t entries = 16, size = (words + 1) * sizeof(uint64_t)
        while entries * 2 * size <= self.memory:
            entries *= 2
        free(c.table.entries)
        # WAYS neighbours of the last entry wrap around, so the table needs no margin. calloc
        # leaves untouched pages unused: an easy deal does not pay for a large table.
        c.table.entries = <uint64_t*>calloc(entries, size)
        c.table.words = 0
        if c.table.entries == NULL:
            raise MemoryError
        c.table.words = words
        c.entries = entries
        return 0

    def stop(self):
        """Ask a search that runs in another thread to end."""
        self.c.stop_asked = True

    def is_stopping(self):
        """Whether somebody asked for that since `load`."""
        return self.c.stop_asked

    def take_pending(self):
        """The exception that a signal handler raised during the search, if any."""
        error, self.pending = self.pending, None
        return error

    def load(
        self, *, sizes, top_copies, int hand_size, int max_tokens, int max_strikes, bint bouquet,
        bint announce, int players, pile, turning=(), tiles=(), int turned=0, double tile5=0,
        deck=(),
    ):
        """Set up the game; types are 8 * suit + level - 1. `place` says where to start.

        With bonus tiles: the suits of which the last card turns one, the tiles to come, how many
        such suits are complete, and the types of all cards of the game.
        """
        cdef Game* g = &self.c.game
        cdef int i, size, words
        self.c.stop_asked = False
        memset(self.c.cuts, 0, sizeof(self.c.cuts))
        memset(self.c.generations, 0, sizeof(self.c.generations))
        memset(g, 0, sizeof(Game))
        g.players = players
        g.hand_size = hand_size
        g.max_tokens = max_tokens
        g.max_strikes = max_strikes
        g.bouquet = bouquet
        g.announce = announce
        g.piles = self.piles
        g.tile5 = tile5
        for i in turning:
            g.fives |= <uint64_t>1 << (8 * i + <int>sizes[i] - 1)
        for i in range(min(len(tiles), MAX_FIVES + 1 - turned)):
            g.order[turned + i] = tiles[i]
        for i in deck:
            g.copies[i] += 1
        g.cards = len(deck)
        words = TILE_WORDS if g.fives else WORDS
        if words != self.c.table.words:
            self.make_table(words)
        for i, size in enumerate(sizes):
            g.full |= ((<uint64_t>1 << size) - 1) << 8 * i
            g.ones |= <uint64_t>1 << 8 * i
            g.tops |= <uint64_t>1 << (8 * i + size - 1)
            if (announce or g.fives) and top_copies[i] > 1:
                g.twin_tops |= <uint64_t>1 << (8 * i + size - 1)
        g.goal = popcount(g.full)
        g.size = len(pile)
        for i in range(g.size):
            g.pile[i] = <uint64_t>1 << <int>pile[i]
        look_ahead(g)

    def place(
        self, *, levels, hands, int drawn, int tokens, int strikes, int to_move, int turns_left,
        discards=(),
    ):
        """Set up a state of the loaded game, so many cards of the pile later, to start from.

        The discard pile is asked for by bonus tiles only.
        """
        cdef State* s = &self.root
        cdef int i, level, card
        memset(s, 0, sizeof(State))
        use_tiles(self.c, EXACT)
        s.pos = drawn
        # Once the pile is empty hands may be shorter than usual.
        self.c.least_hand = min(map(len, hands))
        for i, level in enumerate(levels):
            s.played |= ((<uint64_t>1 << level) - 1) << 8 * i
        for i, hand in enumerate(hands):
            s.count[i] = len(hand)
            for card in hand:
                add_card(&self.c.game, s, i, <uint64_t>1 << card)
        for card in discards:
            s.gone |= <uint64_t>1 << card
        s.gone &= ~s.played
        s.tokens = tokens
        s.strikes = strikes
        s.to_move = to_move
        s.turns_left = turns_left

    def decide(
        self, int target, uint64_t nodes, double seconds, int off=0, *,
        uint64_t first_run=FIRST_NODES, uint64_t long_proof=LONG_PROOF_AFTER,
        int short_runs=SHORT_RUNS_EACH, int rounds=ROUNDS, uint64_t bold=BOLD_NODES,
    ):
        """Search for the target.

        Gives the answer, the nodes used, the total of the best line, why it stopped if it did, and
        the stage it came to.

        A change of the stages' sizes changes the order of the search, never the answer.
        """
        cdef Search* c = self.c
        cdef int answer
        cdef Plan plan = Plan(first_run, long_proof, short_runs, rounds, bold)
        c.off = off
        begin(c, target, nodes, now() + seconds if seconds > 0 else 0)
        with nogil:
            answer = decide(c, self.beam, &self.root, &plan)
        if answer == UNKNOWN and c.stopped == RUNNING:
            c.stopped = BY_NODES
        return answer, c.nodes, c.best, STOPPED_NAMES[c.stopped], STAGES[c.stage]

    def solve_block(
        self, const uint32_t[::1] starts, const unsigned char[::1] types, int floor, uint64_t soon,
        uint64_t budget, int tokens, int turns_left,
    ):
        """Solve the deals of the loaded game that are shuffled from these start values.

        `types` is the unshuffled deck. Gives a row for each deal, in memory as `Row` has it. A
        deal that `soon` nodes for each target and `budget` in all do not decide is left undecided.
        """
        cdef Search* c = self.c
        cdef Plan plan = Plan(FIRST_NODES, LONG_PROOF_AFTER, SHORT_RUNS_EACH, ROUNDS, BOLD_NODES)
        cdef Tiles tiles
        cdef const Tables* tables = get_tables()
        cdef bytearray memory = bytearray(len(starts) * sizeof(Row))
        cdef Row* rows = <Row*><char*>memory
        cdef uint16_t order[MAX_PILE]
        cdef Py_ssize_t i, done = 0
        cdef double began
        if len(types) > MAX_PILE:
            raise ValueError(f"a deck of {len(types)} cards: at most {MAX_PILE} can be solved")
        c.off = 0
        c.least_hand = c.game.hand_size
        with nogil:
            for i in range(len(starts)):
                if c.stop_asked:
                    break
                began = worked()
                shuffle_into(
                    tables, starts[i], <int>len(types), order, &tiles if c.game.fives else NULL
                )
                if c.game.fives:
                    lay_tiles(c, &tiles)
                deal_cards(&c.game, &self.root, &types[0], order, <int>len(types))
                self.root.tokens = tokens
                self.root.turns_left = turns_left
                solve_soon(c, self.beam, &self.root, &plan, floor, soon, budget, &rows[i])
                rows[i].start = starts[i]
                rows[i].microseconds = (worked() - began) * 1e6
                done += 1
        return memory, done

    def line(self):
        """The line that reached the target: (kind, type or -1, useful types) for each move."""
        return [move_tuple(&self.c.line[i]) for i in range(self.c.length)]

    def best_line(self):
        """The line to the highest total seen."""
        return [move_tuple(&self.c.best_line[i]) for i in range(self.c.best_length)]

    def count_states(self, int depth):
        """The numbers of different states after 0, 1, … `depth` moves, nothing pruned."""
        cdef Search* c = self.c
        cdef Move moves[MAX_MOVES]
        cdef State s, t
        cdef int n, i
        c.off = -1
        c.target = c.game.goal
        c.noise = 0
        layer = {}
        add_state(&c.game, &self.root, layer)
        counts = [len(layer)]
        for _ in range(depth):
            following = {}
            for state in layer.values():
                memcpy(&s, <const char*>state, sizeof(State))
                if s.played == c.game.full:
                    continue
                if not c.game.bouquet and s.pos == c.game.size and s.turns_left == 0:
                    continue
                n = list_moves(c, &s, reachable(&c.game, &s, held_types(&c.game, &s)), moves)
                for i in range(n):
                    advance(&c.game, &s, &moves[i], &t)
                    add_state(&c.game, &t, following)
            layer = following
            counts.append(len(layer))
        return counts

    def cuts(self):
        """How often each pruning applied since `load`, in the order of CUT_NAMES."""
        return [self.c.cuts[i] for i in range(CUTS)]


cdef void lay_tiles(Search* c, const Tiles* tiles) noexcept nogil:
    """The tiles of a new deal."""
    cdef int i
    for i in range(TILES):
        c.game.order[i] = tiles.order[i]
    c.game.tile5 = tiles.number
    use_tiles(c, EXACT)


cdef void deal_cards(
    Game* g, State* s, const unsigned char* types, const uint16_t* order, int cards
) noexcept nogil:
    """Deal a shuffled deck: the whole hand of player 0 first, and so on; the rest is the pile."""
    cdef int i
    cdef int dealt = g.players * g.hand_size
    memset(s, 0, sizeof(State))
    for i in range(dealt):
        s.count[i // g.hand_size] += 1
        add_card(g, s, i // g.hand_size, <uint64_t>1 << types[order[i]])
    g.size = cards - dealt
    for i in range(dealt, cards):
        g.pile[i - dealt] = <uint64_t>1 << types[order[i]]
    look_ahead(g)


cdef void add_state(const Game* g, const State* s, dict layer):
    """Add a state that is not lost to a layer in which equal states are joined."""
    cdef State t = s[0]
    cdef uint64_t key[WORDS]
    cdef uint64_t reach = reachable(g, &t, held_types(g, &t))
    if g.bouquet and reach != g.full:
        return
    refresh(g, &t, reach)
    pack(&t, key, WORDS)
    layer[(<char*>key)[:sizeof(key)], t.tokens] = (<char*>&t)[:sizeof(State)]


cdef tuple move_tuple(const Move* m):
    cdef int card = -1
    if m.bit:
        card = popcount(m.bit - 1)
    return m.kind, card, m.useful
