"""The moves worth trying, each with its rating: prunings 9 to 12 leave the others out."""

from libc.stdint cimport uint64_t

from solver._core cimport (
    ANNOUNCED, CLUE, CUT_DEAD_TYPE, CUT_LAST_ROUND_PASS, CUT_MISPLAY_AT_MAXIMUM, CUT_PLAY_FIRST,
    CUT_TRASH_FIRST, DISCARD, FROM_PILE, MISPLAY, PLAY,
)
from solver.kernel.bits cimport check, popcount, suit_of
from solver.kernel.choices cimport list_choices
from solver.kernel.context cimport Search, count_cut, draw_random
from solver.kernel.ratings cimport rate
from solver.kernel.state cimport (
    MAX_MOVES, Game, Move, State, game_of, next_types, repeated, trash_in,
)
from solver.kernel.tiles cimport LENIENT, TAKES, coming


# What may be left out of the moves. Let a line be any continuation; "copies" means that the
# other player of the argument mirrors it move by move, with the same draws.
#
# 10. Misplay at maximum only. Below the maximum, discarding the card in place
# of misplaying it leaves a strike less and a token more. It copies the line until the line
# discards, or gains a token, when the copy is at the maximum: a discard it replaces by a misplay
# of the same card, which uses up the strike, a gain is lost; from then on both are equal.
#
# 9. Trash first. With a trash card t in hand, giving up a useful card u is no better
# than giving up t the same way. The copy holds u where the line holds t and mirrors it. If the
# line discards t, the copy discards u. If it misplays t, by the above at the maximum of tokens,
# the copy plays u if it fits (a token for completing is lost at the maximum), else misplays it;
# in the first case it is a strike and a card ahead. When the line later plays another copy of u,
# the copy misplays that card if the line's play gained nothing and discards it if it gained a
# token. With announcing a completing card may gain two, so there u must not be a completing type.
#
# 12. Play first. A misplay of trash with a playable card c in hand, at the maximum, is no
# better than playing c, by the same copying with t in c's place (again unless announcing and c
# completes). The masks rely on this: a second copy of c counts as trash but would not misplay.
# With this pruning switched off maxima are the same, but a line may contain such a move.
#
# 11. Last-round pass. In the last round with hands of two or more nobody runs out of cards
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
#
# Plays from the pile are mirrored by the copy: they touch no hand, and there is only one in a game.
# What differs is a card that the copy has on the table already (u or c, for a strike less than the
# line). If the line plays another copy of it from the pile, the copy misplays that one there, which
# uses up the strike; but if the line's play gains a token, the copy cannot get one, because nobody
# discards from the pile. Nothing is announced there, so the card must complete its suit, and have
# two copies: 9 and 12 leave such types out (`held_tops`). If the line misplays from the pile what
# fits on the copy's table, the copy plays it and is another strike and card ahead; a token that it
# gains is one it may have more, as in 10. A misplay from the pile is itself useful at any number of
# tokens, because no card of a hand has to go: it is always among the moves. After it, and after a
# play, the last round is like any other, for 11; the hand that is a card longer changes nothing.
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
    if last_round and not coming(g, s.played) & TAKES and not c.off >> CUT_LAST_ROUND_PASS & 1:
        count_cut(c, CUT_LAST_ROUND_PASS)
        if s.tokens:
            return add_move(c, s, moves, n, CLUE, 0, others)
        bit = 0 if trash else types & (0 - types)
        return add_move(c, s, moves, n, DISCARD, bit, others)
    if g.deck_plays and s.pos == g.size - 1:
        bit = g.pile[s.pos]
        if s.strikes + 1 < g.max_strikes or bit & next_types(g, s.played):
            n = add_move(c, s, moves, n, FROM_PILE, bit, others)
    if s.tokens and someone:
        n = add_move(c, s, moves, n, CLUE, 0, others)
    if not full_tokens or g.mode == LENIENT:
        if trash:
            n = add_move(c, s, moves, n, DISCARD, 0, others)
        n = give_up(c, s, moves, n, DISCARD, types, trash, reach, others)
    if s.strikes + 1 < g.max_strikes and g.mode != LENIENT:
        if full_tokens or careful or c.off >> CUT_MISPLAY_AT_MAXIMUM & 1:
            fits &= ~g.held_tops
            if trash:
                # Searches of other games cannot do without it: the masks rely on it there.
                if not fits or careful or (c.off >> CUT_PLAY_FIRST & 1 and not g.mode):
                    n = add_move(c, s, moves, n, MISPLAY, 0, others)
                else:
                    count_cut(c, CUT_PLAY_FIRST)
            choice = types & ~next_types(g, s.played)
            n = give_up(c, s, moves, n, MISPLAY, choice, trash, reach, others)
        else:
            count_cut(c, CUT_MISPLAY_AT_MAXIMUM)
    return n


cdef inline int give_up(
    Search* c, const State* s, Move* moves, int n, int kind, uint64_t choice, int trash,
    uint64_t reach, uint64_t others
) noexcept nogil:
    """Add the moves that put away a useful card."""
    cdef Game* g = game_of(&c.game, s)
    cdef int done = popcount(s.played & g.fives)
    cdef bint comes_back = g.coming[done] & TAKES and not g.bouquet
    cdef uint64_t bit, twins = repeated(s, s.to_move)
    cdef int lost, spare = popcount(reach) - c.target
    if s.loans:
        pass                    # see `prove_leniently`
    elif trash and not g.careful[done] and not c.off >> CUT_TRASH_FIRST & 1:
        count_cut(c, CUT_TRASH_FIRST)
        if not g.held_tops or g.mode == LENIENT:
            return n
        choice &= g.held_tops
    while choice:
        bit = choice & (0 - choice)
        choice ^= bit
        # Pruning 1 one move ahead: the last copy takes itself and all above it away, unless a tile
        # may bring it back.
        if not (others | twins) & bit and not comes_back and not c.off >> CUT_DEAD_TYPE & 1:
            lost = popcount(reach & suit_of(bit) & ~(bit - 1))
            if lost > spare and not s.hand[s.to_move] & bit << 1 & ~g.full:
                count_cut(c, CUT_DEAD_TYPE)
                continue
        n = add_move(c, s, moves, n, kind, bit, others)
    return n


cdef inline int add_move(
    Search* c, const State* s, Move* moves, int n, int kind, uint64_t bit, uint64_t others
) noexcept nogil:
    check(n < MAX_MOVES)
    moves[n].kind = kind
    moves[n].lenient = kind == DISCARD and s.tokens == c.game.max_tokens
    moves[n].bit = bit
    moves[n].useful = s.hand[s.to_move] & c.game.full
    moves[n].order = rate(c, s, kind, bit, others)
    if c.noise:
        moves[n].order += <int>(draw_random(c) % <uint64_t>c.noise)
    return n + 1
