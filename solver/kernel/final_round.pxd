"""Prunings 5 and 6, final round and last draw: who plays what on the last turns."""

from libc.stdint cimport uint64_t

from solver._core cimport CUT_FINAL_ROUND, CUT_LAST_DRAW
from solver.kernel.bits cimport highest, popcount
from solver.kernel.state cimport MAX_PLAYERS, Game, State, next_types
from solver.kernel.sweep cimport Sweep

cdef enum:
    MAX_FAILED = 24
    MAX_SPARE = 1           # with more types to leave out, 5 and 6 rarely say no


# 5. Final-round assignment. Let d draw the pile's last card. The last round is then the turns of
# d + 1, …, d in this order, one play at most in each. From the sweep: every type of `reach` above
# `before_last` is played there or not at all, and at least `final_plays` plays happen there. In
# each suit the plays of the last round are the topmost ones of what is played of it. A type can
# be played by a player who holds it now or who may still draw it: anyone, if a copy is in the
# pile before its last card; only d, on the last turn, if it is the last card. If for no d and
# no choice of what is left unplayed (at most |reach| - target types, from the top of the
# suits) the turns can be filled so, the state fails. Standard ending, pile not empty.
#
# 6. Last draw. The same with one turn more in front: the action of d that draws the last card.
# The types above `before_second` are played in these turns, and at least `draw_plays` plays.
#
# Plays from the pile: d may also take the last card by playing it from there, in front of the last
# round. Then it may be on the table before that round, nobody plays it in it, and the action is
# no other play. (If it fails, it is as if the card were drawn and not played.) That is a second
# case for each d.
#
# Turns are filled from the last one backwards: turn j from the end belongs to player d - j, and
# j = players is the action that draws the last card.
cdef struct Turns:
    const Game* game
    const State* state
    const Sweep* swept
    int last_player
    bint with_draw
    uint64_t from_pile      # the last card, in the case that it is played from the pile
    uint64_t before_last    # levels before the last round
    # What was left before turn j when the rest could not be filled: the same sets come up again
    # in other orders. The number of plays follows from the set.
    int failures[MAX_PLAYERS + 1]
    uint64_t failed[MAX_PLAYERS + 1][MAX_FAILED]


cdef inline bint fill_turns(Turns* z, int j, uint64_t reach, int plays) noexcept nogil:
    """Whether the turns from j backwards can be filled; `reach` is what lies before them."""
    cdef const Game* g = z.game
    cdef const State* s = z.state
    cdef uint64_t late = reach & ~z.before_last
    cdef uint64_t later = reach & ~z.swept.before_second
    cdef uint64_t choice, bit, can
    cdef int player, i
    if j == g.players:
        if late or plays < z.swept.final_plays:
            return False
        if not z.with_draw or (not later and plays >= z.swept.draw_plays):
            return True
        if popcount(later) > 1 or plays + 1 < z.swept.draw_plays:
            return False
        can = z.from_pile if z.from_pile else s.hand[z.last_player] | g.inner[s.pos]
        choice = highest(reach, g.ones) & ~s.played & can
        return (choice & later if later else choice) != 0
    if popcount(late) > g.players - j or plays + g.players - j < z.swept.final_plays:
        return False
    for i in range(z.failures[j]):
        if z.failed[j][i] == reach:
            return False
    player = z.last_player - j
    if player < 0:
        player += g.players
    can = s.hand[player] | g.inner[s.pos]
    if j == 0 and not z.from_pile:
        can |= g.pile[g.size - 1]
    choice = highest(reach, g.ones) & ~s.played & can
    # Cards that need not be this late matter only for the number of plays.
    if z.with_draw:
        if plays + popcount(later) >= max(z.swept.draw_plays, z.swept.final_plays + 1):
            choice &= later
    elif plays + popcount(late) >= z.swept.final_plays:
        choice &= late
    while choice:
        bit = choice & (0 - choice)
        if fill_turns(z, j + 1, reach & ~bit, plays + 1):
            return True
        choice ^= bit
    if fill_turns(z, j + 1, reach, plays):
        return True
    if z.failures[j] < MAX_FAILED:
        z.failed[j][z.failures[j]] = reach
        z.failures[j] += 1
    return False


cdef inline bint some_player(Turns* z, uint64_t reach, uint64_t from_pile) noexcept nogil:
    """Whether the turns can be filled for some last player, who takes the last card so."""
    cdef int j
    z.from_pile = from_pile
    z.before_last = z.swept.before_last
    z.before_last |= from_pile & next_types(z.game, z.before_last)
    for z.last_player in range(z.game.players):
        for j in range(z.game.players):
            z.failures[j] = 0
        if fill_turns(z, 0, reach, 0):
            return True
    return False


cdef inline bint some_order(Turns* z, uint64_t reach, int spare) noexcept nogil:
    """Whether the turns can be filled for some last player, with up to `spare` types left out."""
    cdef uint64_t choice, bit
    if some_player(z, reach, 0):
        return True
    if z.game.deck_plays and some_player(z, reach, z.game.pile[z.game.size - 1]):
        return True
    if spare:
        choice = highest(reach, z.game.ones) & ~z.state.played
        while choice:
            bit = choice & (0 - choice)
            if some_order(z, reach & ~bit, spare - 1):
                return True
            choice ^= bit
    return False


cdef inline int final_turns(
    const Game* g, const State* s, uint64_t reach, int target, int off, const Sweep* swept
) noexcept nogil:
    """Prunings 5 and 6: the cut that applies, or -1."""
    cdef Turns z
    cdef int spare = popcount(reach) - target
    if spare > MAX_SPARE or swept.draw_plays < 2:
        return -1
    z.game = g
    z.state = s
    z.swept = swept
    # What 6 can order 5 can order too, so 5 is asked only to say which of them applies.
    if not off >> CUT_LAST_DRAW & 1:
        z.with_draw = True
        if some_order(&z, reach, spare):
            return -1
    if not off >> CUT_FINAL_ROUND & 1:
        z.with_draw = False
        if not some_order(&z, reach, spare):
            return CUT_FINAL_ROUND
    return -1 if off >> CUT_LAST_DRAW & 1 else CUT_LAST_DRAW
