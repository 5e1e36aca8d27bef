"""The numbers of states by depth, which tie the kernel's moves to the referee's; nothing pruned."""

from libc.stdint cimport uint64_t
from libc.string cimport memcpy

from solver._core cimport RUNNING, SKIP
from solver.kernel.bits cimport popcount
from solver.kernel.context cimport Search
from solver.kernel.hands cimport refresh
from solver.kernel.moves cimport list_moves
from solver.kernel.reach cimport reach_of
from solver.kernel.rules cimport advance
from solver.kernel.state cimport MAX_MOVES, Game, Move, State, game_of, held_types
from solver.kernel.table cimport MANY_WORDS, pack
from solver.kernel.tiles cimport EXACT, TAKES, coming, use_tiles


cdef inline list count_states(Search* c, const State* root, int depth):
    """The numbers of different states after 0, 1, … `depth` turns.

    What is done with a tile belongs to the turn of the play that turned it.
    """
    cdef State s
    c.off = -1
    c.target = c.game.goal
    c.noise = 0
    c.stopped = RUNNING
    use_tiles(&c.game, EXACT)
    layer = {}
    add_state(c, root, layer)
    counts = [len(layer)]
    for _ in range(depth):
        following = {}
        for state in layer.values():
            memcpy(&s, <const char*>state, sizeof(State))
            add_following(c, &s, following)
        if c.stopped:
            raise MemoryError
        layer = following
        counts.append(len(layer))
    return counts


cdef inline int add_following(Search* c, const State* s, dict layer) except -1:
    """Add what can follow a state, if it is not the last of its game.

    The tile of the very last 5 is left alone: its game is over.
    """
    cdef Game* g = game_of(&c.game, s)
    cdef Move moves[MAX_MOVES]
    cdef State t
    cdef int i, n
    if s.played == g.full and s.choosing:
        moves[0].kind = SKIP
        n = 1
    elif s.played == g.full or (not g.bouquet and s.pos == g.size and s.turns_left == 0):
        return 0
    else:
        n = list_moves(c, s, reach_at(g, s), moves)
    for i in range(n):
        advance(&c.game, s, &moves[i], &t)
        if t.choosing:
            add_following(c, &t, layer)
        else:
            add_state(c, &t, layer)
    return 0


cdef inline int add_state(Search* c, const State* s, dict layer) except -1:
    """Add a state that is not lost to a layer in which equal states are joined."""
    cdef Game* g = game_of(&c.game, s)
    cdef State t = s[0]
    cdef uint64_t key[MANY_WORDS]
    cdef uint64_t reach = reach_at(g, &t)
    if g.bouquet and reach != g.full:
        return 0
    refresh(g, &t, reach)
    pack(&t, key, c.table.words)
    layer[(<char*>key)[:c.table.words * sizeof(uint64_t)], t.tokens] = (<char*>&t)[:sizeof(State)]
    return 0


cdef inline uint64_t reach_at(const Game* g, const State* s) noexcept nogil:
    cdef int bound
    cdef int takes = 0 if g.bouquet else popcount(coming(g, s.played) & TAKES)
    return reach_of(g, s, held_types(g, s), takes, &bound)
