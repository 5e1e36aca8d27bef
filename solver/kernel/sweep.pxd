"""Prunings 2 and 3, pace and must-hold: one sweep through the pile, card by card."""

from libc.stdint cimport uint64_t

from solver._core cimport CUT_MUST_HOLD, CUT_PACE
from solver.kernel.bits cimport popcount, runs
from solver.kernel.state cimport Game, State, next_types
from solver.kernel.tiles cimport INTO_PILE, INTO_PLAY

cdef struct Sweep:
    uint64_t before_last    # levels the sweep reaches before the pile's last card is drawn
    uint64_t before_second  # … before the last but one is drawn
    int final_plays         # plays that must fall into the last round
    int draw_plays          # … into the last round and the action that draws the last card


# Of the tiles that take, those that can help after a card is drawn. `levels` are the types that may
# be on the table then, `behind` the cards after it. To be turned later, a tile needs that as many
# fives are complete as its place in the order says, and no more. If the levels have more, each
# of these is a card that is not on the table then, and costs what the tile gives. Of fives that
# are to be held in a hand the same is true if no copy comes later, so for must-hold the caller
# leaves out those that do. A tile 6 that was turned before has done its work. A tile 5 may have put
# its card behind this one: with o cards before this one in the pile that takes a number u with
# u (o + behind + 2) >= o + 1, and because u is below 1 it must hold for o = 0 then.
cdef inline int helpers(
    const Game* g, int tiles, uint64_t levels, int behind
) noexcept nogil:
    cdef int fives = popcount(levels & g.fives)
    cdef int n = 0
    if tiles & INTO_PLAY and fives <= g.place6:
        n += 1
    if tiles & INTO_PILE and (fives <= g.place5 or g.tile5 * (behind + 2) >= 1):
        n += 1
    return n


# In Bouquet final a needed type is always alive, so no tile brings one back. But tile 5 may have
# put another copy behind the card, so that the one in a hand could be put away. For that it must
# have been turned, the play that draws the card included, and by one five more than its place in
# the order; and its number must be large enough, as above.
cdef inline bint may_lie_behind(
    const Game* g, int tiles, uint64_t levels, int behind
) noexcept nogil:
    return (
        tiles & INTO_PILE and popcount(levels & g.fives) > g.place5
        and g.tile5 * (behind + 2) >= 1
    )


# 2. Pace sweep. Keep every card ever seen and play at once without turns: before pile card i is
# drawn, the table can be at most at the runs of what was seen until then, M(i). The action that
# draws card i comes before that draw, so it is counted in M(i); after it come size - 1 - i
# actions that draw and then one turn for each player, each at most one play. So the final total
# is at most M(i) + (size - 1 - i) + players, and at most the present total + cards in the pile +
# players. Standard ending only.
#
# 3. Must-hold. At the moment when card i is drawn, a type that was seen, is above M(i)'s run and
# has no copy among the cards from i on is unplayed, and it is lost unless it is in a hand.
# The player who draws has just put a card away, so the hands hold at most
# players * hand size - 1 cards then. If more types than that must be held, the excess is dead at
# the end, and each dead type takes at least itself off the total. Holds for both endings.
#
# With tiles, what lies in the discard pile (`gone`) has been seen, too. After card i each tile that
# takes adds at most one play, or one turn, to those counted; and it may bring back one of the types
# that are in no hand when card i is drawn. How many do so is for `helpers` to say.
#
# Plays from the pile: the action that takes the last card may play that card, which M(size - 1)
# does not have; it fits at best where M(size - 1) ends, and is one play more. Nor does that action
# put a card away, so that the hands may be full then. Earlier bounds count it among the actions
# that draw.
#
# In the pool each tile counts whenever it comes (`flat`).
#
# The function returns the cut that applies, or -1, and what prunings 5 and 6 need to know.
cdef inline int sweep(
    const Game* g, const State* s, uint64_t held, uint64_t gone, int tiles, bint flat,
    uint64_t reach, int target, int off, Sweep* out
) noexcept nogil:
    cdef int room = g.players * g.hand_size - 1
    cdef int reached = popcount(reach)
    cdef int i, bound, excess, from_pile
    cdef int left = g.size - s.pos
    cdef int takes = popcount(tiles)
    cdef int low = popcount(s.played) + left + g.players + takes
    cdef int low_second = low
    cdef uint64_t seen = (s.played | held | gone) & reach
    cdef uint64_t levels = s.played
    out.before_second = s.played
    if not g.bouquet and low < target and not off >> CUT_PACE & 1:
        return CUT_PACE
    for i in range(s.pos, g.size):
        levels = runs(seen, g.ones)
        if i == g.size - 2:
            out.before_second = levels
        from_pile = g.deck_plays and i == g.size - 1
        if not g.bouquet:
            if tiles and not flat:
                takes = helpers(g, tiles, levels, g.size - 1 - i)
            bound = popcount(levels) + g.size - 1 - i + g.players + takes
            if from_pile and g.pile[i] & next_types(g, levels):
                bound += 1
            if bound < low:
                if bound < target and not off >> CUT_PACE & 1:
                    return CUT_PACE
                low = bound
                if i < g.size - 1:
                    low_second = bound
        if tiles and not flat:
            if g.bouquet:
                takes = 1 if may_lie_behind(g, tiles, levels, g.size - 1 - i) else 0
            else:
                takes = helpers(g, tiles, levels & ~g.rest[i], g.size - 1 - i)
        excess = popcount(seen & ~levels & ~g.rest[i]) - room - takes - from_pile
        if excess > 0 and reached - excess < target and not off >> CUT_MUST_HOLD & 1:
            return CUT_MUST_HOLD
        seen |= g.pile[i] & reach
    out.before_last = levels
    out.final_plays = target - (low - g.players)
    out.draw_plays = target - (low_second - g.players - 1)
    return -1
