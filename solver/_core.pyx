"""The search kernel's door: can a target still be reached from a state, and by which line?

Behind it are the parts in `kernel/`. All state of a search is in one `Context`, one for each
thread; there are no globals, and nothing in a search touches a Python object except `poll`.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from solver._engine cimport Engine
from solver.game._shuffle cimport Tables, get_tables
from solver.kernel.beam cimport Beam
from solver.kernel.bits cimport popcount
from solver.kernel.clock cimport Watch, lap, now, start
from solver.kernel.context cimport Search
from solver.kernel.decide cimport begin, decide
from solver.kernel.end_phase cimport PhaseTable
from solver.kernel.loading cimport load_game, load_state
from solver.kernel.perft cimport count_states
from solver.kernel.pool cimport PoolTable, pooled
from solver.kernel.rows cimport Row, deal, solve_soon
from solver.kernel.stages cimport (
    BOLD_NODES, FIRST_NODES, LINES, LONG_PROOF_AFTER, MENDING_NODES, ROUNDS, SHORT_RUNS_EACH, Plan,
    usual_plan,
)
from solver.kernel.state cimport MAX_PILE, PILES, Game, Move, Piles, State, held_types
from solver.kernel.table cimport MANY_WORDS, TILE_WORDS, WORDS
from solver.kernel.tiles cimport EXACT, TAKES, coming, forget_piles, use_tiles
from solver.kernel.walks cimport Walks


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


cdef bint stop_proof(void* search) noexcept nogil:
    """Asked by the long proofs."""
    cdef Search* c = <Search*>search
    c.poll(c)
    return c.stopped != RUNNING


cdef class Context(Engine):
    """Everything a search needs. One for each thread.

    `memory` is the size of the table in bytes. Bonus tile 5 may make a pile of 8 KiB wherever it is
    turned: `piles` is the most that there may be at a time.
    """

    cdef Beam* beam
    cdef Piles* piles
    cdef State root
    cdef uint64_t memory

    def __cinit__(self, uint64_t memory, *, int piles=PILES):
        self.memory = memory
        self.beam = <Beam*>calloc(1, sizeof(Beam))
        self.piles = <Piles*>calloc(1, sizeof(Piles))
        self.c.phases = <PhaseTable*>calloc(1, sizeof(PhaseTable))
        self.c.pools = <PoolTable*>calloc(1, sizeof(PoolTable))
        self.c.walks = <Walks*>calloc(1, sizeof(Walks))
        if (
            self.beam == NULL or self.piles == NULL or self.c.phases == NULL
            or self.c.pools == NULL or self.c.walks == NULL
        ):
            raise MemoryError
        self.piles.most = piles
        self.make_table(WORDS)
        self.c.pools.stop = self.c.phases.stop = stop_proof
        self.c.pools.search = self.c.phases.search = <void*>self.c

    def __dealloc__(self):
        if self.c != NULL:
            free(self.c.table.entries)
            free(self.c.pools)
            free(self.c.walks)
            free(self.c.phases)
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

    def load(
        self, *, sizes, top_copies, int most_copies, int hand_size, int max_tokens,
        int max_strikes, bint bouquet, bint announce, int players, pile, bint deck_plays=False,
        turning=(), tiles=(), int turned=0, double tile5=0, deck=(),
    ):
        """Set up the game; types are 8 * suit + level - 1. `place` says where to start.

        With bonus tiles: the suits of which the last card turns one, the tiles to come, how many
        such suits are complete, and the types of all cards of the game.
        """
        cdef Game* g = &self.c.game
        cdef int words
        self.c.stop_asked = False
        memset(self.c.cuts, 0, sizeof(self.c.cuts))
        memset(self.c.generations, 0, sizeof(self.c.generations))
        load_game(
            g, sizes, top_copies, most_copies, hand_size, max_tokens, max_strikes, bouquet,
            announce, players, pile, deck_plays, turning, tiles, turned, tile5, deck,
        )
        g.piles = self.piles
        words = MANY_WORDS if g.many else TILE_WORDS if g.fives else WORDS
        if words != self.c.table.words:
            self.make_table(words)

    def place(
        self, *, levels, hands, int drawn, int tokens, int strikes, int to_move, int turns_left,
        discards=(),
    ):
        """Set up a state of the loaded game to start from, after `drawn` cards of its pile.

        The discard pile is asked for by bonus tiles only.
        """
        use_tiles(&self.c.game, EXACT)
        # Once the pile is empty hands may be shorter than usual.
        self.c.least_hand = min(map(len, hands))
        load_state(
            &self.c.game, &self.root, levels, hands, drawn, tokens, strikes, to_move, turns_left,
            discards,
        )

    def decide(
        self, int target, uint64_t nodes, double seconds, int off=0, *,
        int lines=LINES, uint64_t mending=MENDING_NODES, uint64_t first_run=FIRST_NODES,
        uint64_t long_proof=LONG_PROOF_AFTER,
        int short_runs=SHORT_RUNS_EACH, int rounds=ROUNDS, uint64_t bold=BOLD_NODES,
    ):
        """Search for the target.

        Gives the answer, the nodes used, the total of the best line, why it stopped if it did, and
        the stage it came to.

        A change of the stages' sizes changes the order of the search, never the answer.
        """
        cdef Search* c = self.c
        cdef int answer
        cdef Plan plan = Plan(lines, mending, first_run, long_proof, short_runs, rounds, bold)
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
        cdef Plan plan = usual_plan()
        cdef const Tables* tables = get_tables()
        cdef int cards = <int>len(types)
        cdef Py_ssize_t i, done = 0
        cdef Watch watch
        if cards > MAX_PILE:
            raise ValueError(f"a deck of {cards} cards: at most {MAX_PILE} can be solved")
        if len(rows) != len(starts):
            raise ValueError(f"{len(rows)} rows for {len(starts)} deals")
        c.off = 0
        c.least_hand = c.game.hand_size
        self.find_stack()
        with nogil:
            start(&watch)
            for i in range(len(starts)):
                if c.stop_asked or c.no_stack:
                    break
                deal(&c.game, &self.root, tables, starts[i], &types[0], cards)
                self.root.tokens = tokens
                self.root.turns_left = turns_left
                solve_soon(c, self.beam, &self.root, &plan, floor, soon, budget, &rows[i])
                rows[i].start = starts[i]
                rows[i].microseconds = lap(&watch) * 1e6
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

    def pooled(self, int target, int steps=1 << 24, int off=0):
        """Whether the pooled game of pruning 7 reaches the target from the root."""
        cdef Search* c = self.c
        cdef State* s = &self.root
        cdef uint64_t held = held_types(&c.game, s) | s.gone
        cdef int found, tiles = coming(&c.game, s.played) & TAKES
        begin(c, target, steps, 0)
        c.last_generation += 1
        c.pools.generation = c.last_generation
        with nogil:
            found = pooled(
                &c.game, c.pools, s.pos, s.played, held, tiles, target, off, &steps
            )
        return UNKNOWN if found < 0 else REACHED if found else FAILED

    def cuts(self):
        """How often each pruning applied since `load`, in the order of CUT_NAMES."""
        return [self.c.cuts[i] for i in range(len(CUT_NAMES))]


cdef tuple move_tuple(const Move* m):
    cdef int card = -1
    if m.bit:
        card = popcount(m.bit - 1)
    return m.kind, card, m.useful
