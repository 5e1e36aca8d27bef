"""The pile face down: in how many of its orders does the best plan reach the aim?

The value of a state is a whole number. For a target it is the number of orders of the pile, all
cards told apart, in which the best plan reaches it; for the mean it is the sum of the scores over
all orders. A finished game has its worth times the number of orders; a move that draws has the sum
over the types in the pile of their copies times the value after that draw; a state has the value
of its best move. Divided by the number of orders, k! for k cards, it is the chance or the mean.

**Why moves may be left out.** The arguments above `list_moves`, and the one in `add_card` for
second copies, turn a line into another that does at least as well, move by move, with the same
draws. What the copy does next depends on what the line did and on the cards that are seen by then.
So it turns a plan for a pile face down into a plan, too, and in every order of the pile the final
total of the copy is at least that of the first one: all aims are served. Last-round pass and the
reach do not depend on the pile's order.

Bonus tiles are not known here.
"""

from libc.stdint cimport int64_t, uint64_t

from solver._core cimport BY_MEMORY, CLUE, CUT_DEAD_TYPE, CUT_PACE, CUT_TABLE
from solver.kernel.bits cimport popcount
from solver.kernel.chance_table cimport KEY_WORDS, Bounds, ChanceTable, note, pack_unseen, recall
from solver.kernel.context cimport Search, count_cut
from solver.kernel.final_round cimport final_turns
from solver.kernel.hands cimport refresh
from solver.kernel.moves cimport list_moves
from solver.kernel.reach cimport reachable
from solver.kernel.rules cimport advance
from solver.kernel.stack cimport stack_here
from solver.kernel.state cimport DIGITS, MAX_MOVES, Game, Move, State, held_types
from solver.kernel.sweep cimport Sweep
from solver.kernel.tails cimport orders_in_time
from solver.kernel.unseen cimport Unseen, copies_in, take_out, types_in

cdef enum:
    MOST_CARDS = 20         # in a pile: 20! fits into 63 bits, and 19! times any score
    # Prunings that only this search has, after the members of `Cut`.
    CUT_DRAWS = 16
    CUT_SUITS = 17          # states that differ by the names of suits are one: see chance_table.pxd
    CUT_TAILS = 18          # cards that come too late: see tails.pxd

# A state with what is known of its value.
cdef struct Node:
    State state
    Unseen pile
    Bounds bounds
    uint64_t reach
    uint64_t hash
    uint64_t key[KEY_WORDS]
    int copies              # of the card whose draw led here

cdef struct Chances:
    Search* search          # the game, the target, the limits, and what `list_moves` asks for
    ChanceTable table
    bint mean               # the aim is the mean score, and not the target
    int unscored            # the cards of suits that do not score
    int64_t orders[MOST_CARDS + 1]
    # What the draws lead to, by the cards of the pile before them: a state with as many cards that
    # is searched meanwhile is only ever one after a clue, when the draws have been dealt with.
    Node drawn[MOST_CARDS + 1][MOST_CARDS]


cdef inline int64_t worth(const Chances* q, int total, int cards) noexcept nogil:
    """What a final total is worth, over all orders of so many cards."""
    if q.mean:
        return q.orders[cards] * max(0, total - q.unscored)
    return q.orders[cards] if total >= q.search.target else 0


# Bounds that need no search. Dead type and pace are those of kernel/reach.pxd and kernel/sweep.pxd
# for all orders at once: what cannot be played in any order is counted in none.
#
# From below, for the mean: where every hand has two cards, a game can always be played out without
# a strike, so what is on the table stays.
cdef inline bint examine_unseen(Chances* q, Node* x) noexcept nogil:
    """Bring a state up to date and bound its value; whether that decides it."""
    cdef Search* c = q.search
    cdef Game* g = &c.game
    cdef State* s = &x.state
    cdef int i, cut, most, total = popcount(s.played), cards = x.pile.cards
    cdef bint over = not g.bouquet and cards == 0 and s.turns_left == 0
    cdef uint64_t held
    if s.played == g.full or over or (not q.mean and total >= c.target and c.can_finish):
        x.bounds.low = x.bounds.high = worth(q, total, cards)
        return True
    held = held_types(g, s)
    g.rest[s.pos] = types_in(&x.pile)
    x.reach = reachable(g, s, held)
    x.bounds.low = worth(q, total, cards) if q.mean and c.can_finish else 0
    x.bounds.high = worth(q, g.goal, cards)
    if not c.off >> CUT_DEAD_TYPE & 1:
        lower(c, x, worth(q, popcount(x.reach), cards), CUT_DEAD_TYPE)
    if not g.bouquet and not c.off >> CUT_PACE & 1:
        most = min(g.goal, total + (cards + g.players if cards else s.turns_left))
        lower(c, x, worth(q, most, cards), CUT_PACE)
    if x.bounds.low >= x.bounds.high:
        return True
    refresh(g, s, x.reach)
    for i in range(DIGITS):
        x.pile.copies[i] &= x.reach & ~s.played
    g.rest[s.pos] = types_in(&x.pile)
    if cards and not g.bouquet and not q.mean and not c.off >> CUT_TAILS & 1:
        most = popcount(x.reach) - c.target
        lower(c, x, orders_in_time(g, s, &x.pile, held, x.reach, most, q.orders), CUT_TAILS)
    if q.table.sorts:
        count_cut(c, CUT_SUITS)
    x.hash = pack_unseen(&q.table, g, s, &x.pile, x.key)
    if not c.off >> CUT_TABLE & 1 and recall(&q.table, x.key, x.hash, &x.bounds):
        count_cut(c, CUT_TABLE)
    if x.bounds.low < x.bounds.high and cards and not g.bouquet and not q.mean:
        cut = last_turns(q, x)
        if cut >= 0:
            lower(c, x, 0, cut)
    return x.bounds.low >= x.bounds.high


# Final round and last draw (kernel/final_round.pxd, prunings 5 and 6). Each card of the pile is
# drawn by at most one play, so at least `final_plays` plays fall into the last round, in every
# order; and whatever the pile holds may be in any hand by then.
cdef inline int last_turns(Chances* q, const Node* x) noexcept nogil:
    """The cut that says that the last turns cannot be filled in any order, or -1."""
    cdef Game* g = &q.search.game
    cdef const State* s = &x.state
    cdef Sweep swept
    g.inner[s.pos] = types_in(&x.pile)
    g.pile[g.size - 1] = 0
    swept.before_last = swept.before_second = x.reach
    swept.final_plays = q.search.target - popcount(s.played) - x.pile.cards
    swept.draw_plays = swept.final_plays + 1
    return final_turns(g, s, x.reach, q.search.target, q.search.off, &swept)


cdef inline void lower(Search* c, Node* x, int64_t high, int cut) noexcept nogil:
    if high < x.bounds.high:
        count_cut(c, cut)
        x.bounds.high = high


cdef inline void follow(
    Chances* q, const Node* x, const Move* m, uint64_t drawn, int copies, Node* y
) noexcept nogil:
    """What a move leads to if this card is drawn; 0 bits are trash."""
    cdef Game* g = &q.search.game
    y.pile = x.pile
    y.copies = copies
    if x.pile.cards and m.kind != CLUE:
        g.pile[x.state.pos] = drawn
        take_out(&y.pile, drawn)
    advance(g, &x.state, m, &y.state)


cdef inline Node* least_known(Node* row, int n) noexcept nogil:
    """The draw whose bounds leave the most open, or NULL if all are known."""
    cdef Node* found = NULL
    cdef int64_t is_open, most = 0
    cdef int i
    for i in range(n):
        is_open = row[i].copies * (row[i].bounds.high - row[i].bounds.low)
        if is_open > most:
            most = is_open
            found = &row[i]
    return found


cdef inline Bounds value_of_move(
    Chances* q, const Node* x, const Move* m, int64_t enough
) noexcept nogil:
    """The exact value of a move, or bounds of which the upper one is not above `enough`.

    Draws. A move whose upper bound, made of the bounds after each draw, is not above `enough` need
    not be searched further. And a draw need not be valued exactly if even the others at their upper
    bounds do not lift the move above it: it is told how much is enough for that. (Ballard's Star1.)
    """
    cdef Search* c = q.search
    cdef Bounds found
    cdef Node only
    cdef Node* row = q.drawn[x.pile.cards]
    cdef Node* y
    cdef uint64_t bit, types = types_in(&x.pile)
    cdef int n = 0, copies, left = x.pile.cards
    cdef int64_t others
    if x.pile.cards == 0 or m.kind == CLUE:
        follow(q, x, m, 0, 1, &only)
        if not examine_unseen(q, &only) and only.bounds.high > enough:
            search_unseen(q, &only, enough)
        return only.bounds
    found.low = found.high = 0
    while left:
        bit = types & (0 - types)
        types ^= bit
        copies = copies_in(&x.pile, bit) if bit else left
        left -= copies
        y = &row[n]
        n += 1
        follow(q, x, m, bit, copies, y)
        examine_unseen(q, y)
        found.low += copies * y.bounds.low
        found.high += copies * y.bounds.high
    while not c.stopped:
        y = least_known(row, n)
        if y == NULL:
            break
        if found.high <= enough and not c.off >> CUT_DRAWS & 1:
            count_cut(c, CUT_DRAWS)
            break
        others = found.high - y.copies * y.bounds.high
        found.low -= y.copies * y.bounds.low
        if others > enough or c.off >> CUT_DRAWS & 1:
            search_unseen(q, y, -1)
        else:
            search_unseen(q, y, (enough - others) // y.copies)
        found.low += y.copies * y.bounds.low
        found.high = others + y.copies * y.bounds.high
    return found


cdef inline void search_unseen(Chances* q, Node* x, int64_t enough) noexcept nogil:
    """Narrow the bounds of a state that was examined: to its value, or to `enough` from above.

    If the search is stopped they are what is proven until then.
    """
    cdef Search* c = q.search
    cdef Move moves[MAX_MOVES]
    cdef Move swap
    cdef Bounds found
    cdef int64_t best = max(enough, x.bounds.low), most = x.bounds.low
    cdef int n, i, j, top
    c.nodes += 1
    if c.nodes >= c.next_poll or c.nodes >= c.node_limit:
        c.poll(c)
    if stack_here() < c.stack_end:
        c.no_stack = True
        c.stopped = BY_MEMORY
    if c.stopped:
        return
    c.game.rest[x.state.pos] = types_in(&x.pile)
    n = list_moves(c, &x.state, x.reach, moves)
    for i in range(n):
        top = i
        for j in range(i + 1, n):
            if moves[j].order > moves[top].order:
                top = j
        swap = moves[top]
        moves[top] = moves[i]
        moves[i] = swap
        found = value_of_move(q, x, &moves[i], best)
        x.bounds.low = max(x.bounds.low, found.low)
        best = max(best, found.low)
        most = max(most, found.high)
        if c.stopped:
            return
        if x.bounds.low >= x.bounds.high:
            most = x.bounds.high
            break
    x.bounds.high = min(x.bounds.high, most)
    note(&q.table, &c.game, x.key, x.hash, &x.bounds)
