"""Prunings 1 and 4, dead type and last card: the types that can still be on the table at the end.

They are the `reach` of all other prunings, an unbroken run in every suit. "Total" everywhere is the
number of cards on the fireworks; the score is the total less a constant. A state fails for the
target if its final total is bound below it.

With bonus tiles: a tile 5 or 6 that may still be turned ("takes") brings a discarded card back, so
that it adds a card to the total for which there was no turn, or a turn. Prunings 1 to 4 and 7 allow
for it; 5, 6 and 13 (final round, last draw, end phase) wait until no such tile can come. Other
tiles give at most the token that they come in place of, and prunings 1 to 7 do not count tokens; 13
does, and may count that token.
"""

from libc.stdint cimport uint64_t

from solver.kernel.bits cimport popcount, runs
from solver.kernel.state cimport Game, State, next_types
from solver.kernel.tiles cimport INTO_PILE


# 1. Dead type. A type that is neither on the table nor in a hand nor in the pile will never be
# played, and so nothing above it in its suit. Holds for every rule set without bonus tiles, and in
# Bouquet final with them: there the last copy in the discard pile is a defeat.
cdef inline uint64_t reachable(const Game* g, const State* s, uint64_t held) noexcept nogil:
    return runs((s.played | held | g.rest[s.pos]) & g.full, g.ones)


# 1 with tiles. Each of the `takes` tiles that take fills at most one gap: what lies above more gaps
# than that in its suit is out of reach, and the total is bound by the best use of the tiles, which
# is for one suit or for two. Standard ending.
cdef inline uint64_t reachable_with_tiles(
    const Game* g, const State* s, uint64_t held, int takes, int* bound
) noexcept nogil:
    cdef uint64_t alive = (s.played | held | g.rest[s.pos]) & g.full
    cdef uint64_t none = runs(alive, g.ones)
    cdef uint64_t one, two, suit
    cdef int i, gain, both, best = 0, second = 0, best_both = 0
    alive |= next_types(g, none)
    one = runs(alive, g.ones)
    two = one
    if takes > 1:
        alive |= next_types(g, one)
        two = runs(alive, g.ones)
    if none != g.full:
        for i in range(8):
            suit = <uint64_t>255 << 8 * i
            gain = popcount((one & ~none) & suit)
            both = popcount((two & ~none) & suit)
            best_both = max(best_both, both)
            if gain > best:
                second = best
                best = gain
            else:
                second = max(second, gain)
    if takes > 1:
        best = max(best + second, best_both)
    bound[0] = popcount(none) + best
    return two


cdef inline uint64_t reach_of(
    const Game* g, const State* s, uint64_t held, int takes, int* bound
) noexcept nogil:
    """The types in reach, with `takes` tiles that take, and a bound of the final total."""
    cdef uint64_t reach
    if takes:
        return reachable_with_tiles(g, s, held, takes, bound)
    reach = reachable(g, s, held)
    bound[0] = popcount(reach)
    return reach


# 4. Last card. Whoever draws the pile's last card has the last turn of the game, so if no other
# copy of it is in a hand or in the pile, it is played on the very last turn or never, and
# nothing above it in its suit can be played. Standard ending only. Not with plays from the pile:
# who plays the last card from there is followed by a turn of everybody.
#
# With tiles: a copy in the discard pile (in `held`, then) may come back. Tile 6 changes nothing
# else, because after the last turn nothing is put into play, and during it only by a 5, which has
# nothing above it. Tile 5 leaves the last card the last unless it puts a card behind it, which
# takes a number u of at least n / (n + 1) with n > 0 cards left, and so at least a half.
cdef inline bint last_stays_last(const Game* g, int tiles) noexcept nogil:
    return not tiles & INTO_PILE or g.tile5 < 0.5


# Nor can tile 5 do so if the target is out of reach when it is turned with n cards left, for the
# largest such n: then no more fives are complete than its place in the order, all without the last
# card, and n actions that draw, the last round and what the tiles that take give come after that.
cdef inline bint last_must_stay_last(
    const Game* g, const State* s, uint64_t held, int tiles, uint64_t reach, int target
) noexcept nogil:
    cdef uint64_t levels = runs((s.played | held | g.inner[s.pos]) & reach, g.ones)
    cdef int late = max(0, popcount(levels & g.fives) - g.place5)
    cdef int n = <int>(g.tile5 / (1 - g.tile5) + 1)     # rounded up, to be safe
    return popcount(levels) - late + n + g.players + popcount(tiles) < target


cdef inline uint64_t without_last(
    const Game* g, const State* s, uint64_t held, uint64_t reach
) noexcept nogil:
    if g.pile[g.size - 1] & ~(s.played | held | g.inner[s.pos]):
        return reach & ~g.above_last
    return reach
