"""What bonus tiles add: which may still come, what they can do, and the piles that tile 5 makes."""

from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free

from solver.game._shuffle cimport TILES, Tiles
from solver.kernel.bits cimport popcount
from solver.kernel.state cimport DIGITS, MAX_FIVES, TYPE_BITS, Game, Piles, State, look_ahead

# What the tiles that may still be turned can do, as far as a pruning must know it.
cdef enum:
    STRIKE_BACK = 1         # tile 2, where a strike does not lose the game
    INTO_PILE = 2           # tile 5
    INTO_PLAY = 4           # tile 6
    UNEQUAL = 8             # it matters when a five completes: not all do the same
    TAKES = INTO_PILE | INTO_PLAY   # tiles that take from the discard pile

# How a search takes the tiles. Searches of other games come before the one that decides; see
# `kernel/tile_stages.pxd`.
cdef enum:
    EXACT = 0
    BOLD = 1                # no care about what tiles may still do when moves are left out
    PLAIN = 2               # tiles 5 and 6 taken for tiles without effect, too
    LENIENT = 3             # discards allowed at the maximum of tokens, too
    MODES = 4

cdef enum:
    TRASH_CODE = (1 << TYPE_BITS) - 1   # in place of the number of a type


cdef inline int coming(const Game* g, uint64_t played) noexcept nogil:
    """What the tiles that may still be turned can do; 0 without tiles."""
    return g.coming[popcount(played & g.fives)]


cdef inline int discarded(const Game* g, const State* s, uint64_t bit) noexcept nogil:
    """The copies of a useful type in the discard pile, while copies are told apart."""
    cdef int i, digit, n = g.copies[popcount(bit - 1)]
    for i in range(g.players):
        if s.hand[i] & bit:
            n -= 1
            for digit in range(DIGITS):
                if s.more[digit][i] & bit:
                    n -= 1 << digit
    for i in range(s.pos, g.size):
        if g.pile[i] == bit:
            n -= 1
    return n


cdef inline int others_discarded(const Game* g, const State* s, uint64_t types) noexcept nogil:
    """The number of cards in the discard pile but for these types, after a play, before the draw.

    The hand still counts the card that was played.
    """
    cdef int i, n = g.cards - (g.size - s.pos) - popcount(s.played) + 1
    cdef uint64_t bit
    for i in range(g.players):
        n -= s.count[i]
    while types:
        bit = types & (0 - types)
        types ^= bit
        n -= discarded(g, s, bit)
    return n


cdef inline int pile_with(const Game* g, const State* s, uint64_t bit) noexcept nogil:
    """The number of the pile in which tile 5 has put this type where it goes; 0 bits are trash."""
    cdef int place = s.pos + <int>(g.tile5 * (g.size - s.pos + 1))
    return (place + 1) << TYPE_BITS | (popcount(bit - 1) if bit else TRASH_CODE)


cdef inline bint make_pile(const Game* g, int number) noexcept nogil:
    """Make a pile unless it is there; false if there is no room."""
    cdef Piles* piles = g.piles
    cdef int i, place = (number >> TYPE_BITS) - 1
    cdef Game* made = piles.made[number]
    if made != NULL:
        return True
    if piles.count == piles.most:
        return False
    made = <Game*>calloc(1, sizeof(Game))
    if made == NULL:
        return False
    made[0] = g[0]
    made.pile_number = number
    made.size = g.size + 1
    made.pile[place] = 0
    if number & TRASH_CODE != TRASH_CODE:
        made.pile[place] = <uint64_t>1 << (number & TRASH_CODE)
    for i in range(place, g.size):
        made.pile[i + 1] = g.pile[i]
    look_ahead(made)
    piles.made[number] = made
    piles.numbers[piles.count] = number
    piles.count += 1
    return True


cdef inline void forget_piles(Piles* piles) noexcept nogil:
    cdef int i
    for i in range(piles.count):
        free(piles.made[piles.numbers[i]])
        piles.made[piles.numbers[i]] = NULL
    piles.count = 0


cdef inline void use_tiles(Game* g, int mode) noexcept nogil:
    """What the tiles may still do, by the number of complete fives, as the mode has it.

    Where every firework ends with a 5 the last of them ends the game, so that its tile does
    nothing. Tile 2 is like tile 1 where the first strike loses, and where strikes do not matter.
    """
    cdef int fives = popcount(g.fives)
    cdef int last = fives - 1 if g.fives == g.tops else fives
    cdef int i, tile, effect, after = -1
    g.mode = mode
    if not fives:
        return
    forget_piles(g.piles)
    g.coming[MAX_FIVES + 1] = 0
    for i in range(MAX_FIVES, -1, -1):
        g.coming[i] = g.coming[i + 1]
        if i < last:
            tile = g.order[i]
            effect = 0
            if tile == 5:
                effect = INTO_PILE
            elif tile == 6:
                effect = INTO_PLAY
            elif tile == 2 and g.max_strikes > 1 and mode != LENIENT:
                effect = STRIKE_BACK
            g.coming[i] |= effect
            # 0: a token, 1: nothing, or something of its own
            effect = 1 if tile == 3 or tile == 4 else effect << 4
            if after >= 0 and effect != after and mode == EXACT:
                g.coming[i] |= UNEQUAL
            after = effect
    for i in range(MAX_FIVES + 2):
        g.careful[i] = g.coming[i] if mode == EXACT else 0
        if mode == PLAIN:
            g.coming[i] = 0
    for i in range(MAX_FIVES + 1):
        if g.order[i] == 5:
            g.place5 = i
        elif g.order[i] == 6:
            g.place6 = i
        g.tile[i] = 3 if mode == PLAIN and g.order[i] >= 5 else g.order[i]


cdef inline void lay_tiles(Game* g, const Tiles* tiles) noexcept nogil:
    """The tiles of a new deal."""
    cdef int i
    for i in range(TILES):
        g.order[i] = tiles.order[i]
    g.tile5 = tiles.number
    use_tiles(g, EXACT)
