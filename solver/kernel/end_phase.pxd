"""Pruning 13, the end phase as an exact little game.

Take the last r cards of the pile and the last round. Let q be the first of these cards. From the
sweep, before q is drawn the fireworks are at most at L, so the types of `reach` above L, the late
types, are played in the phase or never. The little game asks only for them:

- real seats, real draws of the r cards; the player to move at its start is anybody, unless the
  phase begins with the very state that is examined;
- a late type can be played by a player who holds it now or drew it in the phase, and by anyone if a
  copy lies in the pile before q (somebody may have drawn it);
- with plays from the pile a late type that is the pile's last card can be played as that card is
  taken, by anybody; to play it there in vain is no better than another action that draws;
- a turn is a late play, or another action that draws (a play of a type not above L, a misplay: no
  token), or a discard (a token, below the maximum), or a clue (a token less);
- tokens are at the maximum at the start (the real number if the phase begins with the state), and a
  late play that completes its suit gives one; with announcing every late play gives one more.

Two counts keep it honest. By the sweep at most L's cards lie on the table at the start; more
exactly, at least `needed` plays fall into the phase, which has r + players turns that draw or come
in the last round, so at most r + players - needed of them are discards. And a suit that L completes
may be completed in the phase by a play that is not late and give its token: each such suit
allows one more action that draws and gives a token. With announcing so does every type of L that is
not played yet.

Whatever the players do in the phase is a line of the little game with at least as many tokens at
every turn, and more tokens never hurt there, because an action that draws without a token is always
allowed. It is won when all but |reach| - target late types are played: whatever else is left out
takes the total below the target. So if it cannot be won, the state fails. It sees the losses
in which late key cards cost more waiting than there are tokens. Standard ending.
"""

from libc.stdint cimport uint64_t

from solver.kernel.bits cimport popcount, runs, scatter
from solver.kernel.clock cimport POLL_STEPS
from solver.kernel.state cimport MAX_PLAYERS, Game, State, next_types

cdef enum:
    MAX_PHASE = 24          # cards of the pile
    MAX_LATE = 14           # late ones among them whose drawer matters
    MAX_GAINS = 31          # five bits of a key
    NOBODY = 7              # in place of a player: the card is no longer needed
    PHASE_SLOTS = 1 << 17

cdef struct PhaseEntry:
    uint64_t played
    uint64_t rest
    uint64_t generation

cdef struct PhaseTable:
    PhaseEntry entries[PHASE_SLOTS]     # little states that are proven to fail
    uint64_t generation
    int room                            # states that may still be looked at
    bint (*stop)(void*) noexcept nogil  # asked now and then whether to give up
    void* search

cdef struct Phase:
    const Game* game
    PhaseTable* table
    int r
    uint64_t goal                       # all types of reach
    int spare                           # how many of them may be left out
    uint64_t can[MAX_PLAYERS]           # late types that the player may hold at the start
    uint64_t late[MAX_LATE]             # the cards of the phase whose drawer matters, in order
    unsigned char before[MAX_PHASE + 1]  # how many of them come before each card

cdef struct PhaseState:
    uint64_t played
    int drawn
    int player
    int tokens
    int gains                           # actions that draw and give a token, still allowed
    int turns_left
    unsigned char owner[MAX_LATE + 2]   # of the late cards drawn, or NOBODY


cdef inline int after_play(
    Phase* z, const PhaseState* s, uint64_t bit, int announced
) noexcept nogil:
    """What `play_phase` says once this card is played, which then nobody holds any more."""
    cdef const Game* g = z.game
    cdef PhaseState t
    cdef int j
    draw_in_phase(z, s, &t)
    t.played |= bit
    t.tokens = min(g.max_tokens, t.tokens + announced + (1 if bit & g.tops else 0))
    for j in range(z.before[t.drawn]):
        if z.late[j] == bit:
            t.owner[j] = NOBODY
    return play_phase(z, &t)


cdef inline int play_phase(Phase* z, const PhaseState* s) noexcept nogil:
    """Whether the little game can be won: 1, 0, or -1 if too many states came up."""
    cdef const Game* g = z.game
    cdef PhaseState t
    cdef uint64_t rest, own, choice, bit
    cdef PhaseEntry* entry
    cdef int j, answer, missing
    cdef bint unknown = False

    missing = popcount(z.goal & ~s.played) - z.spare
    if missing <= 0:
        return 1
    if missing > (s.turns_left if s.drawn == z.r else z.r - s.drawn + g.players):
        return 0

    rest = <uint64_t>s.drawn | <uint64_t>s.player << 6 | <uint64_t>s.tokens << 9
    rest |= <uint64_t>s.gains << 14 | <uint64_t>s.turns_left << 19
    own = z.can[s.player]
    for j in range(z.before[s.drawn]):
        rest |= <uint64_t>s.owner[j] << (22 + 3 * j)
        if s.owner[j] == s.player:
            own |= z.late[j]
    entry = &z.table.entries[scatter(s.played, rest) & (PHASE_SLOTS - 1)]
    if entry.generation == z.table.generation and entry.played == s.played and entry.rest == rest:
        return 0
    z.table.room -= 1
    if z.table.room % POLL_STEPS == 0 and z.table.stop(z.table.search):
        z.table.room = 0
    if z.table.room <= 0:
        return -1

    choice = next_types(g, s.played) & own & z.goal
    while choice:
        bit = choice & (0 - choice)
        choice ^= bit
        answer = after_play(z, s, bit, 1 if g.announce else 0)
        if answer == 1:
            return 1
        unknown = unknown or answer < 0
    if g.deck_plays and s.drawn == z.r - 1:
        bit = next_types(g, s.played) & g.pile[g.size - 1] & z.goal
        if bit:
            answer = after_play(z, s, bit, 0)
            if answer == 1:
                return 1
            unknown = unknown or answer < 0
    draw_in_phase(z, s, &t)
    if s.gains > 0 and s.tokens < g.max_tokens and s.drawn < z.r:
        t.tokens += 1
        t.gains -= 1
        answer = play_phase(z, &t)
        if answer == 1:
            return 1
        unknown = unknown or answer < 0
        t.tokens -= 1
        t.gains += 1
    answer = play_phase(z, &t)
    if answer == 1:
        return 1
    unknown = unknown or answer < 0
    if s.tokens > 0 and s.drawn < z.r:
        t = s[0]
        t.player = 0 if s.player + 1 == g.players else s.player + 1
        t.tokens -= 1
        answer = play_phase(z, &t)
        if answer == 1:
            return 1
        unknown = unknown or answer < 0
    if unknown:
        return -1
    entry.generation = z.table.generation
    entry.played = s.played
    entry.rest = rest
    return 0


cdef inline void draw_in_phase(const Phase* z, const PhaseState* s, PhaseState* t) noexcept nogil:
    """The next player's turn after an action that draws, or after a turn of the last round."""
    cdef int j
    t[0] = s[0]
    t.player = 0 if s.player + 1 == z.game.players else s.player + 1
    if s.drawn == z.r:
        t.turns_left -= 1
        return
    t.drawn += 1
    j = z.before[s.drawn]
    if z.before[t.drawn] > j:
        t.owner[j] = NOBODY if z.late[j] & s.played else s.player
    if t.drawn == z.r:
        t.turns_left = z.game.players


cdef inline int end_phase(
    const Game* g, const State* s, uint64_t held, uint64_t reach, int target, int r, int room,
    PhaseTable* table
) noexcept nogil:
    """Whether the last r cards and the last round can go well: 1, 0, or -1 for unknown.

    For states with at least r cards in the pile; at most `room` little states are looked at.
    """
    cdef Phase z
    cdef PhaseState start
    cdef uint64_t seen, levels, bit, inner = 0
    cdef int i, p, answer
    cdef int q = g.size - r
    cdef int most = popcount(s.played) + q - s.pos      # cards on the table when q is next
    cdef bint unknown = False
    seen = (s.played | held) & reach
    for i in range(s.pos, q):
        most = min(most, popcount(runs(seen, g.ones)) + q - 1 - i)
        inner |= g.pile[i]
        seen |= g.pile[i] & reach
    levels = runs(seen, g.ones) if q > s.pos else s.played
    z.game = g
    z.table = table
    z.r = r
    z.goal = reach
    z.spare = popcount(reach) - target
    for p in range(g.players):
        z.can[p] = (s.hand[p] | inner) & reach & ~levels
    z.before[0] = 0
    for i in range(r):
        bit = g.pile[q + i] & reach & ~levels & ~inner
        z.before[i + 1] = z.before[i]
        if bit:
            if z.before[i] == MAX_LATE:
                return -1
            z.late[z.before[i]] = bit
            z.before[i + 1] += 1
    start.played = levels
    start.drawn = 0
    start.turns_left = 0
    start.gains = r + g.players - (target - most)
    start.gains += popcount(levels & g.tops & ~s.played)
    if g.announce:
        start.gains += popcount(levels & ~s.played)
    start.gains = max(0, min(MAX_GAINS, start.gains))
    table.generation += 1
    table.room = room
    if q == s.pos:
        start.player = s.to_move
        start.tokens = s.tokens
        return play_phase(&z, &start)
    start.tokens = g.max_tokens
    for p in range(g.players):
        start.player = p
        answer = play_phase(&z, &start)
        if answer == 1:
            return 1
        unknown = unknown or answer < 0
    return -1 if unknown else 0
