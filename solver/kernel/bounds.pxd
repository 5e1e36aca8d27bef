"""The prunings: reasons why a state cannot reach the target any more.

Each is one function with its argument above it, its counter in `Cut` and its switch (a bit of
`off`). "Total" is the number of cards on the fireworks; the score is the total less a constant.
`reach` is the set of types that can still be on the table at the end, as far as prunings 1 and 4
know; it is an unbroken run in every suit. A state fails for the target if its final total is
bound below the target.

With bonus tiles: a tile 5 or 6 that may still be turned ("takes") brings a discarded card back, so
that it adds a card to the total for which there was no turn, or a turn. Prunings 1 to 4 and 7 allow
for it; 5, 6 and 10 wait until no such tile can come. Other tiles give at most the token that they
come in place of, and prunings 1 to 7 do not count tokens; 10 does, and may count that token.
"""

from libc.stdint cimport uint32_t, uint64_t

from solver.kernel.state cimport (
    INTO_PILE, INTO_PLAY, MAX_PLAYERS, Game, State, highest, next_types, popcount, runs,
)

cdef enum:
    CUT_DEAD = 0            # 1. dead type
    CUT_PACE = 1            # 2. pace sweep
    CUT_HOLD = 2            # 3. must-hold
    CUT_LAST_CARD = 3       # 4. last card of the pile
    CUT_FINAL_ROUND = 4     # 5. final-round assignment
    CUT_LAST_DRAW = 5       # 6. the same with the last draw
    CUT_POOL = 6            # 7. the pooled game
    CUT_TABLE = 7           # the transposition table
    CUT_TRASH_FIRST = 8     # moves left out: useful card given up with trash in hand
    CUT_MISPLAY = 9         # moves left out: misplay below the maximum of tokens
    CUT_LAST_PASS = 10      # moves left out: all but one way to pass in the last round
    CUT_PLAY_FIRST = 11     # moves left out: trash misplayed with a playable card in hand
    CUT_PHASE = 12          # 10. the end phase
    CUTS = 13

cdef struct Sweep:
    uint64_t before_last    # levels the sweep reaches before the pile's last card is drawn
    uint64_t before_second  # … before the last but one is drawn
    int final_plays         # plays that must fall into the last round
    int draw_plays          # … into the last round and the action that draws the last card


# 1. Dead type. A type that is neither on the table nor in a hand nor in the pile will never be
# played, and so nothing above it in its suit. Holds for every rule set without bonus tiles, and in
# Bouquet final with them: there the last copy in the discard pile is a defeat.
cdef inline uint64_t reachable(const Game* g, const State* s, uint64_t held) noexcept nogil:
    return runs((s.played | held | g.rest[s.pos]) & g.full, g.ones)


# 1 with tiles. Each tile that takes fills at most one gap: of the dead types, those above so many
# gaps in their suit are out of reach, and the total is bound by the best use of the tiles, which is
# for one suit or for two. Standard ending.
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


# 4. Last card. Whoever draws the pile's last card has the last turn of the game, so if no other
# copy of it is in a hand or in the pile, it is played on the very last turn or never, and
# nothing above it in its suit can be played. Standard ending only.
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


# Of the tiles that take, those that can help after a card is drawn. `levels` are the types that may
# be on the table then, `behind` the cards after it. To be turned later, a tile needs that so many
# fives are complete and no more: as many as its place in the order. If the levels have more, each
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
# In the pool each tile counts whenever it comes (`flat`).
#
# The function returns the cut that applies, or -1, and what prunings 5 and 6 need to know.
cdef inline int sweep(
    const Game* g, const State* s, uint64_t held, uint64_t gone, int tiles, bint flat,
    uint64_t reach, int target, int off, Sweep* out
) noexcept nogil:
    cdef int room = g.players * g.hand_size - 1
    cdef int reached = popcount(reach)
    cdef int i, bound, excess
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
        if not g.bouquet:
            if tiles and not flat:
                takes = helpers(g, tiles, levels, g.size - 1 - i)
            bound = popcount(levels) + g.size - 1 - i + g.players + takes
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
        excess = popcount(seen & ~levels & ~g.rest[i]) - room - takes
        if excess > 0 and reached - excess < target and not off >> CUT_HOLD & 1:
            return CUT_HOLD
        seen |= g.pile[i] & reach
    out.before_last = levels
    out.final_plays = target - (low - g.players)
    out.draw_plays = target - (low_second - g.players - 1)
    return -1


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
# Turns are filled from the last one backwards: turn j from the end belongs to player d - j, and
# j = players is the action that draws the last card.
cdef enum:
    MAX_FAILED = 24

cdef struct Turns:
    const Game* game
    const State* state
    const Sweep* swept
    int last_player
    bint with_draw
    # What was left before turn j when the rest could not be filled: the same sets come up again
    # in other orders. The number of plays follows from the set.
    int failures[MAX_PLAYERS + 1]
    uint64_t failed[MAX_PLAYERS + 1][MAX_FAILED]


cdef inline bint fill_turns(Turns* z, int j, uint64_t reach, int plays) noexcept nogil:
    """Whether the turns from j backwards can be filled; `reach` is what lies before them."""
    cdef const Game* g = z.game
    cdef const State* s = z.state
    cdef uint64_t late = reach & ~z.swept.before_last
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
        choice = highest(reach, g.ones) & ~s.played & (s.hand[z.last_player] | g.inner[s.pos])
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
    if j == 0:
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


cdef inline bint some_order(Turns* z, uint64_t reach, int spare) noexcept nogil:
    """Whether the turns can be filled for some last player, with up to `spare` types left out."""
    cdef uint64_t choice, bit
    cdef int j
    for z.last_player in range(z.game.players):
        for j in range(z.game.players):
            z.failures[j] = 0
        if fill_turns(z, 0, reach, 0):
            return True
    if spare:
        choice = highest(reach, z.game.ones) & ~z.state.played
        while choice:
            bit = choice & (0 - choice)
            if some_order(z, reach & ~bit, spare - 1):
                return True
            choice ^= bit
    return False


cdef enum:
    MAX_SPARE = 1           # with more types to leave out, 5 and 6 rarely say no


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


# 7. The pooled game. Forget who holds what: one shared hand of players * hand size cards, clues
# free and unlimited, no strikes. Whatever the players can do, the pool can do in the same order,
# so a target out of the pool's reach is out of theirs. In the pool
# - a playable card may be played at once: a line that puts card x away now and plays c later is
#   copied by playing c now, keeping x in its place, and putting x away when the line plays c;
# - trash may be put away before any useful card, by the same exchange;
# so the only choice is which useful type to give up when the pool is full of different useful
# types. Both endings; in the last round the pool has one play for each player, and in Bouquet
# final as many as it wants. Every draw costs an action, as in the real game.
#
# With tiles that take, the pool may bring cards back. It is given a place more for each of them,
# where it can keep such a card instead, and what lies in the discard pile at the start; and a play
# for which it needs no turn, in place of the tile's play or of the turn that a card more in the
# pile makes. Such a play is best saved up: instead of playing c without a turn and then doing
# something that draws, play c with the draw, and use the free play if that something was a play.
#
# The states of the pool in which a card must be given up are remembered once they have failed:
# the same ones come up in other orders and under other hands of the real game. As everywhere, a
# hit compares the whole state, and a generation belongs to one target of one deal.
cdef enum:
    POOL_SLOTS = 1 << 16

cdef struct PoolEntry:
    uint64_t played
    uint64_t pool
    short pos
    short tiles
    int pile
    uint32_t generation

cdef struct PoolTable:
    PoolEntry entries[POOL_SLOTS]
    uint32_t generation
    bint (*stop)(void*) noexcept nogil  # asked now and then whether to give up
    void* search


cdef inline int pooled(
    const Game* g, PoolTable* table, int pos, uint64_t played, uint64_t pool, int tiles, int target,
    int off, int* steps
) noexcept nogil:
    """Whether the pool reaches the target: 1, 0 if it cannot, -1 if `steps` ran out.

    `tiles` are those that take and may still come.
    """
    cdef int takes = popcount(tiles)
    cdef int room = g.players * g.hand_size + takes
    cdef int found, total
    cdef uint64_t reach, choice, bit, slot
    cdef PoolEntry* entry
    cdef State ahead
    cdef Sweep swept
    cdef bint unknown = False
    # Pruning 4 holds for the pool too, which may never draw its last card before the last turn.
    cdef uint64_t last = 0
    if not g.bouquet and pos < g.size and not off >> CUT_LAST_CARD & 1:
        if last_stays_last(g, tiles):
            last = g.pile[g.size - 1]
    while True:
        reach = runs((played | pool | g.rest[pos]) & g.full, g.ones)
        if last and last & ~(played | pool | g.inner[pos]):
            reach &= ~g.above_last
        if popcount(reach) < target:
            return 0
        pool &= reach & ~played
        total = popcount(played)
        if total >= target:
            return 1
        if pos == g.size:
            reach = runs(played | pool, g.ones)
            if g.bouquet:
                return popcount(reach) >= target
            return min(popcount(reach), total + g.players + takes) >= target
        if not g.bouquet and total + g.size - pos + g.players + takes < target:
            return 0
        choice = next_types(g, played) & pool
        if choice:
            bit = choice & (0 - choice)
            played |= bit
            pool ^= bit
        elif popcount(pool) >= room:
            break
        pool |= g.pile[pos]
        pos += 1
    # Every card of the pool is useful and none is playable: one of them must go.
    slot = (played * <uint64_t>0x9E3779B97F4A7C15 ^ pool) * <uint64_t>0xD6E8FEB86659FD93
    entry = &table.entries[slot >> 40 & (POOL_SLOTS - 1)]
    if (
        entry.generation == table.generation and entry.pos == pos and entry.tiles == tiles
        and entry.pile == g.pile_number and entry.played == played and entry.pool == pool
    ):
        return 0
    ahead.pos = pos
    ahead.played = played
    if sweep(g, &ahead, pool, 0, tiles, True, reach, target, off, &swept) >= 0:
        return 0            # prunings 2 and 3 ask for the place, the table and the cards only
    choice = pool
    while choice:
        bit = choice & (0 - choice)
        choice ^= bit
        steps[0] -= 1
        if steps[0] & 0x3FFF == 0 and table.stop(table.search):
            steps[0] = 0
        if steps[0] <= 0:
            return -1
        found = pooled(
            g, table, pos + 1, played, pool & ~bit | g.pile[pos], tiles, target, off, steps
        )
        if found == 1:
            return 1
        if found < 0:
            unknown = True
    if unknown:
        return -1
    entry.generation = table.generation
    entry.played = played
    entry.pool = pool
    entry.pos = <short>pos
    entry.tiles = <short>tiles
    entry.pile = g.pile_number
    return 0
