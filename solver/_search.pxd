"""One search: its context, the examination of a state and the moves worth trying."""

from libc.stdint cimport uint32_t, uint64_t

from solver._bounds cimport (
    CUT_DEAD, CUT_LAST_CARD, CUT_LAST_PASS, CUT_MISPLAY, CUT_PACE, CUT_PLAY_FIRST, CUT_POOL,
    CUT_TABLE, CUT_TRASH_FIRST, CUTS, PoolTable, Sweep, final_turns, pooled, reachable, sweep,
    without_last,
)
from solver._phase cimport PhaseTable
from solver._state cimport (
    ANNOUNCED, CLUE, DISCARD, MAX_LINE, MAX_MOVES, MISPLAY, PLAY, Game, Move, State, check,
    held_types, next_types, popcount, refresh, suit_of, trash_in,
)
from solver._table cimport Entry, Table, find, pack

cdef enum:
    FAILED = 0              # proven: the target is out of reach
    REACHED = 1             # `line` reaches it
    UNKNOWN = 2             # a limit ran out, or nothing decides yet

cdef enum:
    MAX_TYPES = 64          # bits of a word
    POOL_STEPS = 64         # branchings of the pooled game inside the search

cdef struct Search:
    Game game
    Table table
    uint64_t entries        # the size of the table
    uint32_t generations[MAX_TYPES + 1]  # of each target that was searched for since `load`, or 0
    uint32_t last_generation
    PoolTable* pools
    PhaseTable* phases
    int target
    int off                 # bit c: pruning c is switched off
    bint can_finish         # any unfinished state can be played out without losing its total
    int least_hand          # cards of the shortest hand at the start
    uint64_t nodes
    uint64_t run_end        # nodes at which the present run ends
    uint64_t node_limit
    uint64_t long_proof     # nodes below a state after which long proofs are tried
    uint64_t next_poll
    double deadline
    int stopped
    int stage
    bint stop_asked
    void* owner             # the Context, for `poll`
    void (*poll)(Search*) noexcept nogil
    uint64_t random
    int noise
    uint64_t cuts[CUTS]
    int best                # highest total seen, with the line that leads to it
    int best_length
    int length
    Move line[MAX_LINE]
    Move best_line[MAX_LINE]

cdef struct View:
    int total
    uint64_t reach          # the types that can still be on the table at the end
    uint64_t held           # the useful ones in any hand
    Sweep swept
    uint64_t key[7]
    uint64_t hash


cdef inline uint64_t draw_random(Search* c) noexcept nogil:
    c.random ^= c.random << 13
    c.random ^= c.random >> 7
    c.random ^= c.random << 17
    return c.random


cdef inline int examine(Search* c, State* s, View* v) noexcept nogil:
    """What can be said of a state without a move: FAILED, REACHED or UNKNOWN.

    Brings the hands' masks up to date. The prunings come in the order of their cost.
    """
    cdef Game* g = &c.game
    cdef Entry* entry
    cdef int cut, steps
    cdef bint over = not g.bouquet and s.pos == g.size and s.turns_left == 0

    v.total = popcount(s.played)
    if s.played == g.full or (v.total >= c.target and (c.can_finish or over)):
        return REACHED
    if over:
        return FAILED

    v.held = held_types(g, s)
    v.reach = reachable(g, s, v.held)
    if popcount(v.reach) < c.target and not c.off >> CUT_DEAD & 1:
        c.cuts[CUT_DEAD] += 1
        return FAILED
    if not g.bouquet and s.pos < g.size and not c.off >> CUT_LAST_CARD & 1:
        v.reach = without_last(g, s, v.held, v.reach)
        if popcount(v.reach) < c.target:
            c.cuts[CUT_LAST_CARD] += 1
            return FAILED
    refresh(g, s, v.reach)
    v.held &= v.reach & ~s.played

    if s.pos < g.size:
        cut = sweep(g, s, v.held, v.reach, c.target, c.off, &v.swept)
        if cut >= 0:
            c.cuts[cut] += 1
            return FAILED
    elif not g.bouquet and v.total + s.turns_left < c.target and not c.off >> CUT_PACE & 1:
        c.cuts[CUT_PACE] += 1
        return FAILED

    v.hash = pack(s, v.key)
    if not c.off >> CUT_TABLE & 1:
        entry = find(&c.table, v.key, v.hash)
        if entry != NULL and entry.failed >> s.tokens & 1:
            c.cuts[CUT_TABLE] += 1
            return FAILED

    if s.pos < g.size and v.total < c.target:
        if not g.bouquet:
            cut = final_turns(g, s, v.reach, c.target, c.off, &v.swept)
            if cut >= 0:
                c.cuts[cut] += 1
                return FAILED
        if not c.off >> CUT_POOL & 1:
            steps = POOL_STEPS
            if pooled(g, c.pools, s.pos, s.played, v.held, c.target, c.off, &steps) == 0:
                c.cuts[CUT_POOL] += 1
                return FAILED
    return UNKNOWN


# What may be left out of the moves. Let a line be any continuation; "copies" means that the
# other player of the argument mirrors it move by move, with the same draws.
#
# Misplay only at the maximum of tokens (MISPLAY). Below the maximum, discarding the card in place
# of misplaying it leaves a strike less and a token more. It copies the line until the line
# discards, or gains a token, when the copy is at the maximum: a discard it replaces by a misplay
# of the same card, which uses up the strike, a gain is lost; from then on both are equal.
#
# Trash first (TRASH_FIRST). With a trash card t in hand, giving up a useful card u is no better
# than giving up t the same way. The copy holds u where the line holds t and mirrors it. If the
# line discards t, the copy discards u. If it misplays t, by the above at the maximum of tokens,
# the copy plays u if it fits (a token for completing is lost at the maximum), else misplays it;
# in the first case it is a strike and a card ahead. When the line later plays another copy of u,
# the copy misplays that card if the line's play gained nothing and discards it if it gained a
# token. With announcing a completing card may gain two, so there u must not be a completing type.
#
# Play first (PLAY_FIRST). A misplay of trash with a playable card c in hand, at the maximum, is no
# better than playing c, by the same copying with t in c's place (again unless announcing and c
# completes). The masks rely on this: a second copy of c counts as trash but would not misplay.
# With this pruning switched off maxima are the same, but a line may contain such a move.
#
# Last-round pass (LAST_PASS). In the last round with hands of two or more nobody runs out of cards
# to point at, everybody has one turn, and tokens serve only to pass. With a token a clue passes,
# without one a discard of any own card does, and neither changes what others can play; so one
# way to pass is enough, and a misplay is never needed.
#
# All hold for every rule set without bonus tiles; each names a move of the same position that is
# at least as good and is kept, or is itself no better than one that is kept.
cdef inline int list_moves(
    Search* c, const State* s, uint64_t reach, Move* moves
) noexcept nogil:
    """The moves worth trying for the target, each with its rating."""
    cdef Game* g = &c.game
    cdef int player = s.to_move
    cdef uint64_t hand = s.hand[player]
    cdef uint64_t types = hand & g.full
    cdef uint64_t fits = next_types(g, s.played) & types
    cdef uint64_t others = g.rest[s.pos]
    cdef uint64_t bit, choice
    cdef int trash = trash_in(s, player)
    cdef int n = 0, p
    cdef bint someone = False
    cdef bint full_tokens = s.tokens == g.max_tokens
    cdef bint last_round = not g.bouquet and s.pos == g.size and c.least_hand > 1
    for p in range(g.players):
        if p != player:
            others |= s.hand[p]
            if s.count[p]:
                someone = True
    choice = fits
    while choice:
        bit = choice & (0 - choice)
        choice ^= bit
        if g.announce and not full_tokens:
            n = add_move(c, s, moves, n, ANNOUNCED, bit, others)
        n = add_move(c, s, moves, n, PLAY, bit, others)
    if last_round and not c.off >> CUT_LAST_PASS & 1:
        c.cuts[CUT_LAST_PASS] += 1
        if s.tokens:
            return add_move(c, s, moves, n, CLUE, 0, others)
        bit = 0 if trash else types & (0 - types)
        return add_move(c, s, moves, n, DISCARD, bit, others)
    if s.tokens and someone:
        n = add_move(c, s, moves, n, CLUE, 0, others)
    if not full_tokens:
        if trash:
            n = add_move(c, s, moves, n, DISCARD, 0, others)
        n = give_up(c, s, moves, n, DISCARD, types, trash, reach, others)
    if s.strikes + 1 < g.max_strikes:
        if full_tokens or c.off >> CUT_MISPLAY & 1:
            if trash:
                if not (fits & ~g.tops if g.announce else fits) or c.off >> CUT_PLAY_FIRST & 1:
                    n = add_move(c, s, moves, n, MISPLAY, 0, others)
                else:
                    c.cuts[CUT_PLAY_FIRST] += 1
            n = give_up(c, s, moves, n, MISPLAY, types & ~fits, trash, reach, others)
        else:
            c.cuts[CUT_MISPLAY] += 1
    return n


cdef inline int give_up(
    Search* c, const State* s, Move* moves, int n, int kind, uint64_t choice, int trash,
    uint64_t reach, uint64_t others
) noexcept nogil:
    """Add the moves that put away a useful card."""
    cdef uint64_t bit
    cdef int lost, spare = popcount(reach) - c.target
    if trash and not c.off >> CUT_TRASH_FIRST & 1:
        c.cuts[CUT_TRASH_FIRST] += 1
        choice = choice & c.game.tops if c.game.announce else 0
    while choice:
        bit = choice & (0 - choice)
        choice ^= bit
        # Pruning 1 one move ahead: the last copy takes itself and all above it away.
        if not others & bit and not c.off >> CUT_DEAD & 1:
            lost = popcount(reach & suit_of(bit) & ~(bit - 1))
            if lost > spare and not s.hand[s.to_move] & bit << 1 & ~c.game.full:
                c.cuts[CUT_DEAD] += 1
                continue
        n = add_move(c, s, moves, n, kind, bit, others)
    return n


cdef inline int add_move(
    Search* c, const State* s, Move* moves, int n, int kind, uint64_t bit, uint64_t others
) noexcept nogil:
    check(n < MAX_MOVES)
    moves[n].kind = kind
    moves[n].bit = bit
    moves[n].useful = s.hand[s.to_move] & c.game.full
    moves[n].order = rate(c, s, kind, bit, others)
    if c.noise:
        moves[n].order += <int>(draw_random(c) % <uint64_t>c.noise)
    return n + 1


cdef inline int rate(
    Search* c, const State* s, int kind, uint64_t bit, uint64_t others
) noexcept nogil:
    """How promising a move is; this orders the moves and decides nothing."""
    cdef Game* g = &c.game
    cdef int pace = popcount(s.played) + g.size - s.pos + g.players - c.target
    cdef int level = popcount((bit - 1) & suit_of(bit)) + 1
    if kind == PLAY or kind == ANNOUNCED:
        return (
            1000 + (60 if others & bit << 1 & g.full else 0) + 10 * (5 - level)
            + (20 if kind == ANNOUNCED else 0)
        )
    if kind == CLUE:
        return 460 + 20 * s.tokens
    if bit == 0:
        if kind == MISPLAY:
            return 300
        return 600 + 15 * min(pace, 6) - 10 * s.tokens
    return (300 if kind == DISCARD else 100) + (100 if others & bit else -200) + 10 * level
