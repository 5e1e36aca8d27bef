"""One search: its context, the examination of a state and the moves worth trying."""

from libc.stdint cimport uint32_t, uint64_t

from solver.kernel.bounds cimport (
    CUT_DEAD, CUT_LAST_CARD, CUT_LAST_PASS, CUT_MISPLAY, CUT_PACE, CUT_PLAY_FIRST, CUT_POOL,
    CUT_TABLE, CUT_TRASH_FIRST, CUTS, PoolTable, Sweep, final_turns, last_must_stay_last,
    last_stays_last, pooled, reachable, reachable_with_tiles, sweep, without_last,
)
from solver.kernel.end_phase cimport PhaseTable
from solver.kernel.state cimport (
    ANNOUNCED, CLUE, DISCARD, MAX_LINE, MAX_MOVES, MISPLAY, PLAY, PUT, SHUFFLE, SKIP,
    TAKES, Game, Move, State, check, coming, game_of, held_types, make_pile, next_types,
    others_discarded, pile_with, popcount, refresh, suit_of, trash_in,
)
from solver.kernel.table cimport TILE_WORDS, Table, failures_of, pack

cdef enum:
    FAILED = 0              # proven: the target is out of reach
    REACHED = 1             # `line` reaches it
    UNKNOWN = 2             # a limit ran out, or nothing decides yet

cdef enum:
    RUNNING = 0
    BY_NODES = 1
    BY_SECONDS = 2
    BY_CALLER = 3           # Ctrl-C, or another thread asked for it

# With bonus tiles searches of other games come before the search that decides; see `decide`.
cdef enum:
    EXACT = 0
    BOLD = 1                # no care about what tiles may still do when moves are left out
    PLAIN = 2               # tiles 5 and 6 taken for tiles without effect, too
    LENIENT = 3             # discards allowed at the maximum of tokens, too
    MODES = 4

cdef enum:
    MAX_TYPES = 64          # bits of a word
    POOL_STEPS = 64         # branchings of the pooled game inside the search

cdef struct Search:
    Game game
    Table table
    uint64_t entries        # the size of the table
    # Of each target that was searched for since `load`, with each use of the tiles, or 0.
    uint32_t generations[MODES][MAX_TYPES + 1]
    uint32_t last_generation
    PoolTable* pools
    PhaseTable* phases
    int target
    int mode                # EXACT but for some searches with bonus tiles
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
    uint64_t key[TILE_WORDS]
    uint64_t hash


cdef inline uint64_t draw_random(Search* c) noexcept nogil:
    c.random ^= c.random << 13
    c.random ^= c.random >> 7
    c.random ^= c.random << 17
    return c.random


cdef inline bint is_known(Search* c, const State* s, const View* v) noexcept nogil:
    """Whether the table knows that the state fails; in the lenient game also with more tokens."""
    cdef uint64_t failed = failures_of(&c.table, v.key, v.hash) >> s.tokens
    return failed != 0 if c.mode == LENIENT else failed & 1


cdef inline int examine(Search* c, State* s, View* v) noexcept nogil:
    """What can be said of a state without a move: FAILED, REACHED or UNKNOWN.

    Brings the hands' masks up to date. The prunings come in the order of their cost.
    """
    cdef Game* g = game_of(&c.game, s)
    cdef int cut, steps, bound
    cdef bint over = not g.bouquet and s.pos == g.size and s.turns_left == 0
    cdef int tiles = coming(g, s.played) & TAKES
    cdef int takes = 0 if g.bouquet else popcount(tiles)
    cdef uint64_t known

    v.total = popcount(s.played)
    if s.played == g.full or (v.total >= c.target and (c.can_finish or over)):
        return REACHED
    if over:
        return FAILED

    v.held = held_types(g, s)
    if s.choosing:
        # Half a turn: only the table may know it.
        v.reach = g.full
        v.hash = pack(s, v.key, c.table.words)
        if not c.off >> CUT_TABLE & 1 and is_known(c, s, v):
            c.cuts[CUT_TABLE] += 1
            return FAILED
        return UNKNOWN
    if takes:
        v.reach = reachable_with_tiles(g, s, v.held, takes, &bound)
    else:
        v.reach = reachable(g, s, v.held)
        bound = popcount(v.reach)
    if bound < c.target and not c.off >> CUT_DEAD & 1:
        c.cuts[CUT_DEAD] += 1
        return FAILED
    if not g.bouquet and s.pos < g.size and not c.off >> CUT_LAST_CARD & 1:
        known = v.held | (s.gone if tiles else 0)
        if last_stays_last(g, tiles) or last_must_stay_last(
            g, s, known, tiles, v.reach, c.target
        ):
            v.reach = without_last(g, s, known, v.reach)
            if popcount(v.reach) < c.target:
                c.cuts[CUT_LAST_CARD] += 1
                return FAILED
    refresh(g, s, v.reach)
    v.held &= v.reach & ~s.played

    if s.pos < g.size:
        cut = sweep(
            g, s, v.held, s.gone if tiles else 0, tiles, False, v.reach, c.target, c.off,
            &v.swept
        )
        if cut >= 0:
            c.cuts[cut] += 1
            return FAILED
    elif not g.bouquet and v.total + s.turns_left + takes < c.target and not c.off >> CUT_PACE & 1:
        c.cuts[CUT_PACE] += 1
        return FAILED

    v.hash = pack(s, v.key, c.table.words)
    if not c.off >> CUT_TABLE & 1 and is_known(c, s, v):
        c.cuts[CUT_TABLE] += 1
        return FAILED

    if s.pos < g.size and v.total < c.target:
        if not g.bouquet and not tiles:
            cut = final_turns(g, s, v.reach, c.target, c.off, &v.swept)
            if cut >= 0:
                c.cuts[cut] += 1
                return FAILED
        if not c.off >> CUT_POOL & 1:
            steps = POOL_STEPS
            if pooled(
                g, c.pools, s.pos, s.played, v.held | s.gone, tiles, c.target, c.off, &steps
            ) == 0:
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
#
# With bonus tiles the copy may lose its lead. A strike that it is ahead is gone when tile 2 takes
# one back from the line that has one and nothing from the copy. A card on the table in place of the
# discard pile, or another card there, is no lead while tile 5 or 6 may take it. And a five that the
# copy completes at another time turns another tile. So misplay, trash first and play first need
# that none of the tiles 2, 5 and 6 can come and that all tiles to come do the same; then a five
# gives a token or nothing, whenever it completes. For trash first and play first the exception for
# completing types stays, as with announcing. Last-round pass needs that no tile 5 or 6 can come:
# nothing else asks for what was put away, or for strikes and tokens, in the last round.
cdef inline int list_moves(
    Search* c, const State* s, uint64_t reach, Move* moves
) noexcept nogil:
    """The moves worth trying for the target, each with its rating."""
    cdef Game* g = game_of(&c.game, s)
    cdef int careful = g.careful[popcount(s.played & g.fives)]
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
    if s.choosing:
        return list_choices(c, s, moves)
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
    if last_round and not coming(g, s.played) & TAKES and not c.off >> CUT_LAST_PASS & 1:
        c.cuts[CUT_LAST_PASS] += 1
        if s.tokens:
            return add_move(c, s, moves, n, CLUE, 0, others)
        bit = 0 if trash else types & (0 - types)
        return add_move(c, s, moves, n, DISCARD, bit, others)
    if s.tokens and someone:
        n = add_move(c, s, moves, n, CLUE, 0, others)
    if not full_tokens or c.mode == LENIENT:
        if trash:
            n = add_move(c, s, moves, n, DISCARD, 0, others)
        n = give_up(c, s, moves, n, DISCARD, types, trash, reach, others)
    if s.strikes + 1 < g.max_strikes and c.mode != LENIENT:
        if full_tokens or careful or c.off >> CUT_MISPLAY & 1:
            if g.announce or g.fives:
                fits &= ~g.tops
            if trash:
                # Searches of other games cannot do without it: the masks rely on it there.
                if not fits or careful or (c.off >> CUT_PLAY_FIRST & 1 and not c.mode):
                    n = add_move(c, s, moves, n, MISPLAY, 0, others)
                else:
                    c.cuts[CUT_PLAY_FIRST] += 1
            choice = types & ~next_types(g, s.played)
            n = give_up(c, s, moves, n, MISPLAY, choice, trash, reach, others)
        else:
            c.cuts[CUT_MISPLAY] += 1
    return n


cdef inline int give_up(
    Search* c, const State* s, Move* moves, int n, int kind, uint64_t choice, int trash,
    uint64_t reach, uint64_t others
) noexcept nogil:
    """Add the moves that put away a useful card."""
    cdef Game* g = game_of(&c.game, s)
    cdef int done = popcount(s.played & g.fives)
    cdef bint comes_back = g.coming[done] & TAKES and not g.bouquet
    cdef uint64_t bit, twins = s.once_more[s.to_move] | s.twice_more[s.to_move]
    cdef int lost, spare = popcount(reach) - c.target
    if s.loans:
        pass                    # see `prove_leniently`
    elif trash and not g.careful[done] and not c.off >> CUT_TRASH_FIRST & 1:
        c.cuts[CUT_TRASH_FIRST] += 1
        if not (g.announce or g.fives) or c.mode == LENIENT:
            return n
        choice &= g.tops
    while choice:
        bit = choice & (0 - choice)
        choice ^= bit
        # Pruning 1 one move ahead: the last copy takes itself and all above it away, unless a tile
        # may bring it back.
        if not (others | twins) & bit and not comes_back and not c.off >> CUT_DEAD & 1:
            lost = popcount(reach & suit_of(bit) & ~(bit - 1))
            if lost > spare and not s.hand[s.to_move] & bit << 1 & ~g.full:
                c.cuts[CUT_DEAD] += 1
                continue
        n = add_move(c, s, moves, n, kind, bit, others)
    return n


cdef inline int list_choices(Search* c, const State* s, Move* moves) noexcept nogil:
    """What can be done with the tile that was turned; the best guess first.

    In the last round a card in the pile is of no use, so tile 5 serves as tile 6 or not at all.
    """
    cdef Game* g = game_of(&c.game, s)
    cdef uint64_t choice = 0, bit
    cdef int n = 0
    if s.choosing == 6 or s.pos == g.size:
        choice = s.gone & next_types(g, s.played)
    while choice:
        bit = choice & (0 - choice)
        choice ^= bit
        n = add_choice(c, s, moves, n, PUT, bit, 1000)
    if s.choosing == 5 and (s.pos < g.size or g.bouquet):
        choice = s.gone
        while choice:
            bit = choice & (0 - choice)
            choice ^= bit
            # A type of which no other copy is left is what the tile is for.
            n = add_choice(
                c, s, moves, n, SHUFFLE, bit,
                500 if (held_types(g, s) | g.rest[s.pos]) & bit else 800,
            )
        if others_discarded(g, s, s.gone):
            n = add_choice(c, s, moves, n, SHUFFLE, 0, 700)
    return add_choice(c, s, moves, n, SKIP, 0, 600)


cdef inline int add_choice(
    Search* c, const State* s, Move* moves, int n, int kind, uint64_t bit, int order
) noexcept nogil:
    cdef Game* g = game_of(&c.game, s)
    check(n < MAX_MOVES)
    if kind == SHUFFLE and not make_pile(g, pile_with(g, s, bit)):
        c.stopped = BY_NODES    # no room for it: nothing is decided
        return n
    moves[n].kind = kind
    moves[n].bit = bit
    moves[n].useful = s.gone
    moves[n].order = order
    if c.noise:
        moves[n].order += <int>(draw_random(c) % <uint64_t>c.noise)
    return n + 1


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
    cdef Game* g = game_of(&c.game, s)
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
