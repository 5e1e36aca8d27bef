"""A bound of chances: the game in which all hands are one, and hold everything.

Let all cards that were ever seen stay at hand, let anybody play any of them, and let clues be free.
Then there is nothing to decide: whoever draws a card plays one before that, if one fits, and in the
last round everybody does. Take any order of the pile and any plan. Before a card is drawn the table
has at most the runs of what was seen until then, and each action that draws adds at most one card
to it. So by induction the plan's total is never above the one of this game, and the orders in which
this game reaches the aim are an upper bound. The last card is treated as in pruning 4: if it is the
only copy, nothing above it is played, and it is played on the very last turn.

Which cards were seen, what the pile holds and the total decide everything, so there are few states;
they are remembered. If a question takes too many new ones, what is left of it is bounded by pace
alone. Standard ending only.
"""

from libc.stdint cimport int64_t, uint64_t

from solver.kernel.bits cimport popcount, runs, suit_of
from solver.kernel.state cimport DIGITS, Game
from solver.kernel.unseen cimport Unseen, copies_in, take_out, types_in

cdef enum:
    CHANCE_POOL_BITS = 15
    CHANCE_POOL_STEPS = 400     # states that may be made for one question

cdef struct ChancePoolEntry:
    uint64_t seen
    uint64_t copies[DIGITS]
    int total
    int cards
    int64_t value

cdef struct ChancePool:
    const Game* game
    int target
    bint mean
    int unscored
    int steps               # left for this question
    const int64_t* orders
    ChancePoolEntry entries[1 << CHANCE_POOL_BITS]


cdef inline int64_t pool_worth(const ChancePool* q, int total) noexcept nogil:
    if q.mean:
        return max(0, total - q.unscored)
    return 1 if total >= q.target else 0


cdef inline int64_t pool_value(
    ChancePool* q, uint64_t seen, const Unseen* u, int total
) noexcept nogil:
    """The value of the pooled game with at least one card in the pile."""
    cdef const Game* g = q.game
    cdef int i, copies, most, left = u.cards, now = popcount(runs(seen, g.ones))
    cdef uint64_t bit, types, h = seen
    cdef int64_t value = 0
    cdef Unseen rest
    cdef ChancePoolEntry* entry
    if not q.mean and total + left + g.players < q.target:
        return 0
    for i in range(DIGITS):
        h = (h ^ u.copies[i]) * <uint64_t>0x9E3779B97F4A7C15
        h ^= h >> 29
    h = (h ^ <uint64_t>(total << 8 | left)) * <uint64_t>0x9E3779B97F4A7C15
    entry = &q.entries[h >> (64 - CHANCE_POOL_BITS)]
    if (
        entry.seen == seen and entry.total == total and entry.cards == left
        and entry.copies[0] == u.copies[0] and entry.copies[1] == u.copies[1]
        and entry.copies[2] == u.copies[2] and entry.copies[3] == u.copies[3]
    ):
        return entry.value
    if q.steps <= 0:
        return q.orders[left] * pool_worth(q, min(g.goal, total + left + g.players))
    q.steps -= 1
    types = types_in(u)
    i = min(now, total + 1)
    while left:
        bit = types & (0 - types)
        types ^= bit
        copies = copies_in(u, bit) if bit else left
        left -= copies
        if u.cards == 1:
            # The last round, in which the last card comes too late for those above it.
            most = popcount(runs(seen | bit, g.ones))
            if bit & ~seen:
                most = popcount(runs(seen | bit, g.ones) & ~(suit_of(bit) & ~(bit * 2 - 1)))
            value += pool_worth(q, min(most, i + g.players))
        else:
            rest = u[0]
            take_out(&rest, bit)
            value += copies * pool_value(q, seen | bit, &rest, i)
    entry.seen = seen
    entry.total = total
    entry.cards = u.cards
    for i in range(DIGITS):
        entry.copies[i] = u.copies[i]
    entry.value = value
    return value
