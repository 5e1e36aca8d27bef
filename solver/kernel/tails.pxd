"""Cards that come too late: how many orders of a pile that lies face down can be won at most.

Take a type of which all copies lie in the pile, and the first of them to be drawn, with r cards
behind it. It and what is above it in its suit, the chain, is played after that draw. As long as
there are cards in the pile every play draws one, so at most r cards of the chain are played before
the last round. The rest is the end of the chain, and the last round plays it in the order of the
seats, one turn each, beginning after whoever drew the last card. A type can be played by those who
hold it now, and by anybody if a copy lies in the pile.

So if the last round has room for the last s cards of a chain of n, whoever draws the last card, the
orders with r < n - s fail. If the card itself is the last one (r = 0), it is played on the very
last turn, and nothing above it. In other words: an order fails if all copies of the type are among
its last `late` cards. With a target below what is in reach, up to `spare` cards may be missed, in
the worst case all at the end of this chain; so the chain is taken without them.

How many orders have none of these faults? Types with a single copy, those with the longest tails
first: each may lie anywhere before its tail, less the places that are taken, and all of these are
before the next tail, too. That is a product. From it come off the orders in which all copies of
another type lie in its tail, for types of which no two can do so at once, as there is no room for
both; counted from below, as if the copies took the places of single ones wherever they may.

Standard ending, for a target, every rule set without bonus tiles.
"""

from libc.stdint cimport int64_t, uint64_t

from solver.kernel.bits cimport above, popcount
from solver.kernel.state cimport Game, State
from solver.kernel.unseen cimport Unseen, copies_in, types_in

cdef enum:
    MAX_TAILS = 20          # types in a pile

cdef struct Tail:
    int late                # an order fails if all copies are among so many last cards
    int copies


cdef inline unsigned int owners(
    const Game* g, const State* s, uint64_t pile, uint64_t bit
) noexcept nogil:
    """Who may have a type in the last round, a bit for each player."""
    cdef unsigned int found = 0
    cdef int p
    if pile & bit:
        return (1 << g.players) - 1
    for p in range(g.players):
        if s.hand[p] & bit:
            found |= 1 << p
    return found


cdef inline int in_last_round(
    const unsigned int* chain, int n, int players
) noexcept nogil:
    """How many cards at the end of a chain the last round has turns for, at most."""
    cdef unsigned int all_seats = (1 << players) - 1
    cdef unsigned int turn, can
    cdef int last, i, best = 0
    for last in range(players):
        # Bit j of `can` is the player with turn j of the round; the latest turn is always best.
        turn = 1 << players
        i = n
        while i:
            can = chain[i - 1] >> (last + 1) | chain[i - 1] << (players - last - 1)
            can &= all_seats & (turn - 1)
            if not can:
                break
            can |= can >> 1
            can |= can >> 2
            can |= can >> 4
            turn = can ^ can >> 1
            i -= 1
        best = max(best, n - i)
    return best


cdef inline int late_cards(
    const Game* g, const State* s, uint64_t pile, uint64_t bit, uint64_t reach, int spare
) noexcept nogil:
    """The length of the tail that a type must not lie in."""
    cdef unsigned int chain[8]
    cdef int i, n = 1 + popcount(reach & above(bit)) - spare
    if n < 2:
        return 0
    chain[0] = (1 << g.players) - 1
    for i in range(1, n):
        chain[i] = owners(g, s, pile, bit << i)
    return max(1, n - in_last_round(chain, n, g.players))


cdef inline int64_t orders_in_time(
    const Game* g, const State* s, const Unseen* u, uint64_t held, uint64_t reach, int spare,
    const int64_t* orders
) noexcept nogil:
    """At most so many orders of the pile can be won; `orders` are the factorials."""
    cdef Tail single[MAX_TAILS]
    cdef Tail several[MAX_TAILS]
    cdef Tail tail, other
    cdef uint64_t bit, pile = types_in(u), waiting = pile & ~held
    cdef int singles = 0, severals = 0, i, j, k = u.cards
    cdef int64_t found, fail
    cdef bint apart
    while waiting:
        bit = waiting & (0 - waiting)
        waiting ^= bit
        tail.late = late_cards(g, s, pile, bit, reach, spare)
        tail.copies = copies_in(u, bit)
        if tail.late < tail.copies:
            continue
        if tail.late >= k:
            return 0
        if tail.copies > 1:
            several[severals] = tail
            severals += 1
            continue
        i = singles
        while i and single[i - 1].late < tail.late:
            single[i] = single[i - 1]
            i -= 1
        single[i] = tail
        singles += 1
    found = orders[k - singles]
    for i in range(singles):
        found *= max(0, k - single[i].late - i)
    for i in range(severals):
        tail = several[i]
        apart = True
        for j in range(i):
            other = several[j]
            if other.copies and tail.copies + other.copies <= max(tail.late, other.late):
                apart = False
        if not apart or k < singles + tail.copies:
            several[i].copies = 0       # not counted
            continue
        fail = orders[tail.late] // orders[tail.late - tail.copies]
        for j in range(singles):
            fail *= max(
                0, k - single[j].late - j - (tail.copies if tail.late > single[j].late else 0)
            )
        found -= fail * orders[k - singles - tail.copies]
    return found
