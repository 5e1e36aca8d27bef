"""The search kernel's door: can a target still be reached from a state, and by which line?

Behind it are the parts in `kernel/`. All state of a search is in one `Context`, one for each
thread; there are no globals, and nothing in a search touches a Python object except `poll`.
"""

from libc.stdint cimport uint32_t, uint64_t, uintptr_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset
from cpython.exc cimport PyErr_CheckSignals

from solver.game._shuffle cimport Tables, get_tables
from solver.kernel.beam cimport Beam
from solver.kernel.bits cimport popcount
from solver.kernel.clock cimport POLL_NODES, now, worked
from solver.kernel.context cimport Search
from solver.kernel.decide cimport begin, decide
from solver.kernel.end_phase cimport PhaseTable
from solver.kernel.hands cimport add_card
from solver.kernel.perft cimport count_states
from solver.kernel.pool cimport PoolTable
from solver.kernel.rows cimport Row, deal, solve_soon
from solver.kernel.stages cimport (
    BOLD_NODES, FIRST_NODES, LONG_PROOF_AFTER, ROUNDS, SHORT_RUNS_EACH, Plan,
)
from solver.kernel.stack cimport STACK_EACH_CARD, STACK_LEAST, stack_here, stack_lowest
from solver.kernel.state cimport (
    APART, MAX_FIVES, MAX_PILE, PILES, Game, Move, Piles, State, look_ahead,
)
from solver.kernel.table cimport MANY_WORDS, TILE_WORDS, WORDS
from solver.kernel.tiles cimport EXACT, forget_piles, use_tiles


def _words(members, prefix=""):
    return tuple(name.removeprefix(prefix).lower().replace("_", "-") for name in members)


CUT_NAMES = _words(Cut.__members__, "CUT_")
STAGES = _words(Stage.__members__)
STOPPED_BY = (None, *_words(list(Stop.__members__)[1:], "BY_"))


def blank_row():
    """A row of `Context.solve_block`; its buffer tells numpy the names and types of the fields."""
    cdef Row row
    memset(&row, 0, sizeof(Row))
    return memoryview((<Row[:1]>&row).copy())


cdef void poll(Search* c) noexcept nogil:
    """Look at the clock, at Ctrl-C and at the wishes of other threads."""
    c.next_poll = c.nodes + POLL_NODES
    if c.stopped == RUNNING:
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
        c.stopped = BY_INTERRUPT


cdef bint stop_proof(void* search) noexcept nogil:
    """Asked by the long proofs."""
    cdef Search* c = <Search*>search
    c.poll(c)
    return c.stopped != RUNNING


cdef class Context:
    """Everything a search needs. One for each thread.

    `memory` is the size of the table in bytes. Bonus tile 5 may make a pile of 8 KiB wherever it is
    turned: `piles` is the most that there may be at a time.
    """

    cdef Search* c
    cdef Beam* beam
    cdef Piles* piles
    cdef State root
    cdef uint64_t memory
    cdef object pending
    cdef bint busy

    def __cinit__(self, uint64_t memory, *, int piles=PILES):
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
        self.piles.most = piles
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
        """Make the table for keys of this number of words, in place of one for others."""
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

    def is_busy(self):
        """Whether somebody is `alone` with it."""
        return self.busy

    def alone(self, function, *args, **settings):
        """What the function gives; until it returns nobody else can be alone with this context.

        Here and not in Python, where Ctrl-C may come between any two steps.
        """
        if self.busy:
            raise RuntimeError(
                "this search context is at work, in another thread or for whom a signal handler "
                "interrupted: each needs a Searcher of its own"
            )
        self.busy = True
        try:
            return function(*args, **settings)
        finally:
            self.busy = False

    cdef int find_stack(self) except -1:
        """Note how deep this thread can search."""
        cdef uintptr_t lowest = stack_lowest()
        self.c.stack_end = 0
        if lowest:
            self.c.stack_end = lowest + STACK_LEAST + STACK_EACH_CARD * self.c.game.size
        self.c.no_stack = stack_here() < self.c.stack_end
        return self.check_stack()

    cdef int check_stack(self) except -1:
        if self.c.no_stack:
            raise RuntimeError(
                "the stack of this thread is too small for the search: give it more, with "
                "threading.stack_size before it starts; 4 MiB are enough for every game"
            )
        return 0

    def take_pending(self):
        """The exception that a signal handler raised during the search, if any."""
        error, self.pending = self.pending, None
        return error

    def load(
        self, *, sizes, top_copies, int most_copies, int hand_size, int max_tokens,
        int max_strikes, bint bouquet, bint announce, int players, pile, turning=(), tiles=(),
        int turned=0, double tile5=0, deck=(),
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
        g.many = (announce or g.fives) and min(most_copies, hand_size) > APART
        words = MANY_WORDS if g.many else TILE_WORDS if g.fives else WORDS
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
        """Set up a state of the loaded game to start from, after `drawn` cards of its pile.

        The discard pile is asked for by bonus tiles only.
        """
        cdef State* s = &self.root
        cdef int i, level, card
        memset(s, 0, sizeof(State))
        use_tiles(&self.c.game, EXACT)
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
        self.find_stack()
        with nogil:
            answer = decide(c, self.beam, &self.root, &plan)
        self.check_stack()
        if answer == UNKNOWN and c.stopped == RUNNING:
            c.stopped = BY_NODES
        return answer, c.nodes, c.best, STOPPED_BY[c.stopped], STAGES[c.stage]

    def solve_block(
        self, const uint32_t[::1] starts, const unsigned char[::1] types, Row[::1] rows, *,
        int floor, uint64_t soon, uint64_t budget, int tokens, int turns_left,
    ):
        """Solve the deals of the loaded game that are shuffled from these start values.

        `types` is the unshuffled deck. Writes a row for each deal and gives their number, which is
        lower if somebody asked for an end. A deal that `soon` nodes for each target and `budget`
        in all do not decide is left undecided.
        """
        cdef Search* c = self.c
        cdef Plan plan = Plan(FIRST_NODES, LONG_PROOF_AFTER, SHORT_RUNS_EACH, ROUNDS, BOLD_NODES)
        cdef const Tables* tables = get_tables()
        cdef int cards = <int>len(types)
        cdef Py_ssize_t i, done = 0
        cdef double began
        if cards > MAX_PILE:
            raise ValueError(f"a deck of {cards} cards: at most {MAX_PILE} can be solved")
        if len(rows) != len(starts):
            raise ValueError(f"{len(rows)} rows for {len(starts)} deals")
        c.off = 0
        c.least_hand = c.game.hand_size
        self.find_stack()
        with nogil:
            for i in range(len(starts)):
                if c.stop_asked or c.no_stack:
                    break
                began = worked()
                deal(&c.game, &self.root, tables, starts[i], &types[0], cards)
                self.root.tokens = tokens
                self.root.turns_left = turns_left
                solve_soon(c, self.beam, &self.root, &plan, floor, soon, budget, &rows[i])
                rows[i].start = starts[i]
                rows[i].microseconds = (worked() - began) * 1e6
                done += 1
        self.check_stack()
        return done

    def line(self):
        """The line that reached the target: (kind, type or -1, useful types) for each move."""
        return [move_tuple(&self.c.line[i]) for i in range(self.c.length)]

    def best_line(self):
        """The line to the highest total seen."""
        return [move_tuple(&self.c.best_line[i]) for i in range(self.c.best_length)]

    def count_states(self, int depth):
        """The numbers of different states after 0, 1, … `depth` turns, nothing pruned."""
        return count_states(self.c, &self.root, depth)

    def cuts(self):
        """How often each pruning applied since `load`, in the order of CUT_NAMES."""
        return [self.c.cuts[i] for i in range(len(CUT_NAMES))]


cdef tuple move_tuple(const Move* m):
    cdef int card = -1
    if m.bit:
        card = popcount(m.bit - 1)
    return m.kind, card, m.useful
