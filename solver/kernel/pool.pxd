"""Pruning 7, the pool: the game with one shared hand."""

from libc.stdint cimport uint32_t, uint64_t

from solver._core cimport CUT_LAST_CARD
from solver.kernel.bits cimport above, popcount, runs, scatter
from solver.kernel.clock cimport POLL_STEPS
from solver.kernel.reach cimport last_stays_last
from solver.kernel.state cimport Game, State, next_types
from solver.kernel.sweep cimport Sweep, sweep

cdef enum:
    POOL_SLOTS = 1 << 16


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
# Of these choices few are worth a try. Let a line S give up z. The pool does no less if it gives up
# x in place of z and then does what S does, with z in the place of x, as long as S does not play x.
# When S gives up x, z goes; then both have the same cards. When S draws x again, what S has twice
# is trash; so there is room for z beside x, and when S puts that trash away, z goes. So:
# - x comes again before it could be played even if everything were kept until then. S does not play
#   x before that, so x can be given up at once, and nothing else need be tried. (Nor is that the
#   pile's last card: all that x waits for is in reach, and comes before.)
# - x is above z in its suit, and z does not come again: then S plays neither. Or both come again,
#   x first: S does not play x while z is away, and when x comes again z is kept beside it.
# - x was given up at an earlier choice, in vain. Whoever gave up another card there, has not played
#   x since and gives it up now, could have done so in the other order. So that is in vain, too.
#
# With tiles that take, the pool may bring cards back. It is given a place more for each of them,
# where it can keep such a card instead, and what lies in the discard pile at the start; and a play
# for which it needs no turn, in place of the tile's play or of the turn that a card more in the
# pile makes. Such a play is best saved up: instead of playing c without a turn and then doing
# something that draws, play c with the draw, and use the free play if that something was a play.
#
# Plays from the pile: as long as the pool holds a playable card c, playing it and drawing the last
# card is as good as playing the last one: that one takes c's turn later. Else, if the last
# card fits, it is played from the pile, which is better than to draw it: whatever is put away for
# it could be kept, and the play would cost a turn. To misplay it there never helps the pool:
# nothing of what it holds can be played then, and nothing else comes.
#
# The states of the pool in which a card must be given up are remembered once they have failed:
# the same ones come up in other orders and under other hands of the real game. As everywhere, a
# hit compares the whole state, and a generation belongs to one target of one deal.
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


cdef inline uint64_t worth_giving(
    const Game* g, int pos, uint64_t played, uint64_t pool, bint* is_free
) noexcept nogil:
    """The types of a full pool that are worth a try, or one that can be given up at once.

    All types of the pool are in reach, and none is playable.
    """
    cdef uint64_t again = pool & g.rest[pos]
    cdef uint64_t once = pool & ~again
    cdef uint64_t seen = played | pool
    cdef uint64_t came = 0, worse = 0, bit
    cdef int i = pos
    is_free[0] = True
    while came != again:
        bit = g.pile[i] & again & ~came
        if bit:
            if not bit & runs(seen, g.ones):
                return bit
            if above(bit) & came:
                worse |= bit
            came |= bit
        seen |= g.pile[i]
        i += 1
    is_free[0] = False
    while once:
        bit = once & (0 - once)
        once ^= bit
        if above(bit) & pool:
            worse |= bit
    return pool & ~worse


cdef inline int pooled(
    const Game* g, PoolTable* table, int pos, uint64_t played, uint64_t pool, int tiles, int target,
    int off, int* steps, uint64_t tried=0
) noexcept nogil:
    """Whether the pool reaches the target: 1, 0 if it cannot, -1 if `steps` ran out.

    `tiles` are those that take and may still come. The types that were `tried` at earlier choices
    were given up in vain.
    """
    cdef int takes = popcount(tiles)
    cdef int room = g.players * g.hand_size + takes
    cdef int found, total
    cdef uint64_t reach, choice, bit
    cdef PoolEntry* entry
    cdef State ahead
    cdef Sweep swept
    cdef bint unknown = False, is_free = False
    # Pruning 4 holds for the pool too, which may never draw its last card before the last turn.
    cdef uint64_t last = 0
    if not (g.bouquet or g.deck_plays) and pos < g.size and not off >> CUT_LAST_CARD & 1:
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
        elif g.deck_plays and pos == g.size - 1 and g.pile[pos] & next_types(g, played):
            played |= g.pile[pos]
            pos += 1
            continue
        elif popcount(pool) >= room:
            choice = worth_giving(g, pos, played, pool, &is_free)
            if not is_free:
                break
            if choice & tried:
                return 0
            pool ^= choice
        pool |= g.pile[pos]
        pos += 1
    # Every card of the pool is useful and none is playable: one of them must go.
    entry = &table.entries[scatter(played, pool) & (POOL_SLOTS - 1)]
    if (
        entry.generation == table.generation and entry.pos == pos and entry.tiles == tiles
        and entry.pile == g.pile_number and entry.played == played and entry.pool == pool
    ):
        return 0
    ahead.pos = pos
    ahead.played = played
    if sweep(g, &ahead, pool, 0, tiles, True, reach, target, off, &swept) >= 0:
        return 0            # prunings 2 and 3 ask for the place, the table and the cards only
    choice &= ~tried
    while choice:
        bit = choice & (0 - choice)
        choice ^= bit
        steps[0] -= 1
        if steps[0] % POLL_STEPS == 0 and table.stop(table.search):
            steps[0] = 0
        if steps[0] <= 0:
            return -1
        found = pooled(
            g, table, pos + 1, played, pool & ~bit | g.pile[pos], tiles, target, off, steps,
            tried
        )
        if found == 1:
            return 1
        if found < 0:
            unknown = True
        else:
            tried |= bit
    if unknown:
        return -1
    entry.generation = table.generation
    entry.played = played
    entry.pool = pool
    entry.pos = <short>pos
    entry.tiles = <short>tiles
    entry.pile = g.pile_number
    return 0
