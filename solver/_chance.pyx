"""The door of the chance kernel: what a position is worth while its pile lies face down.

Behind it is `kernel/chances.pxd`. All state of a search is in one `ChanceContext`, one for each
thread; nothing in a search touches a Python object except `poll`.
"""

from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from solver._core cimport RUNNING
from solver._core import CUT_NAMES, STOPPED_BY
from solver._engine cimport Engine
from solver.kernel.chance_table cimport (
    FIRST_ENTRIES, SORTED_WORDS, ChanceTable, make_entries,
)
from solver.kernel.chances cimport (
    CUT_DRAWS, CUT_SUITS, CUT_TAILS, MOST_CARDS, Chances, Node, examine_unseen, search_unseen,
)
from solver.kernel.clock cimport now
from solver.kernel.loading cimport load_game, load_state
from solver.kernel.state cimport DIGITS
from solver.kernel.unseen cimport put_in

# The largest pile.
MOST = MOST_CARDS
# The prunings that there are here, by their numbers in `off`.
CHANCE_CUTS = {
    **{
        name: CUT_NAMES.index(name)
        for name in (
            "dead-type", "pace", "final-round", "last-draw", "table", "trash-first",
            "misplay-at-maximum", "last-round-pass", "play-first",
        )
    },
    "draws": CUT_DRAWS,
    "renamed-suits": CUT_SUITS,
    "tails": CUT_TAILS,
}


cdef class ChanceContext(Engine):
    """Everything a chance search needs. One for each thread.

    `memory` is the size of the table in bytes.
    """

    cdef Chances* q
    cdef uint64_t memory

    def __cinit__(self, uint64_t memory):
        cdef int i
        self.memory = memory
        self.q = <Chances*>calloc(1, sizeof(Chances))
        if self.q == NULL:
            raise MemoryError
        self.q.search = self.c
        self.q.orders[0] = 1
        for i in range(MOST_CARDS):
            self.q.orders[i + 1] = self.q.orders[i] * (i + 1)

    def __dealloc__(self):
        if self.q != NULL:
            free(self.q.table.entries)
        free(self.q)

    def load(
        self, *, sizes, top_copies, int most_copies, int hand_size, int max_tokens,
        int max_strikes, bint bouquet, bint announce, int players, int least_hand, int target,
        bint mean, int unscored, int off=0,
    ):
        """Set up the game and the aim; all that is known of others is forgotten.

        `least_hand` is the shortest hand of the position that all others follow. The aim is the
        `target`, a number of cards on the fireworks, or the `mean` score; the score is less than
        the cards by `unscored`.
        """
        cdef Chances* q = self.q
        cdef int i
        load_game(
            &self.c.game, sizes, top_copies, most_copies, hand_size, max_tokens, max_strikes,
            bouquet, announce, players, (), False, (), (), 0, 0, (),
        )
        self.c.stop_asked = False
        self.c.target = target
        self.c.least_hand = least_hand
        self.c.can_finish = not bouquet and least_hand > 1
        self.c.off = off
        self.c.nodes = 0
        memset(self.c.cuts, 0, sizeof(self.c.cuts))
        q.mean = mean
        q.unscored = unscored
        memset(q.table.sizes, 0, sizeof(q.table.sizes))
        for i in range(len(sizes)):
            q.table.sizes[i] = sizes[i]
        # Digits of the copies in the pile; the key has room for the tokens in the second.
        q.table.digits = 2 if most_copies < 4 else DIGITS
        q.table.words = 1 + players + q.table.digits
        if self.c.game.many:
            q.table.words += DIGITS * players
        q.table.sorts = q.table.words <= SORTED_WORDS and not off >> CUT_SUITS & 1
        self.make_table()

    cdef int make_table(self) except -1:
        cdef ChanceTable* t = &self.q.table
        cdef uint64_t size = (t.words + 2) * sizeof(uint64_t)
        t.most = 16
        while t.most * 2 * size <= self.memory:
            t.most *= 2
        free(t.entries)
        t.entries = NULL
        if not make_entries(t, min(t.most, <uint64_t>FIRST_ENTRIES)):
            raise MemoryError
        return 0

    def value(
        self, *, pile, levels, hands, int tokens, int strikes, int to_move, int turns_left,
        uint64_t nodes, double seconds,
    ):
        """Bounds of the value of a state of the loaded game, and what stopped the search.

        They are numbers of orders of the pile, or sums of scores over all orders.
        """
        cdef Chances* q = self.q
        cdef Node x
        cdef int card
        if len(pile) > MOST_CARDS - mean_costs_one(q):
            raise ValueError(f"a pile of {len(pile)} cards: too many to count its orders")
        self.c.game.size = len(pile)
        memset(&x, 0, sizeof(Node))
        load_state(
            &self.c.game, &x.state, levels, hands, 0, tokens, strikes, to_move, turns_left, (),
        )
        for card in pile:
            put_in(&x.pile, <uint64_t>1 << card)
        self.c.stopped = RUNNING
        self.c.node_limit = self.c.nodes + nodes
        self.c.deadline = now() + seconds if seconds > 0 else 0
        self.find_stack()
        with nogil:
            if not examine_unseen(q, &x):
                self.c.poll(self.c)
                if not self.c.stopped:
                    search_unseen(q, &x, -1)
        self.check_stack()
        return x.bounds.low, x.bounds.high, STOPPED_BY[self.c.stopped]

    def nodes(self):
        """The states that were looked at since `load`."""
        return self.c.nodes

    def cuts(self):
        """How often each pruning applied since `load`."""
        return {name: self.c.cuts[number] for name, number in CHANCE_CUTS.items()}


cdef inline int mean_costs_one(const Chances* q) noexcept nogil:
    return 1 if q.mean else 0
