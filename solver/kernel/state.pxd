"""The kernel's view of a game: bit masks of card types, states and moves.

A card type is one bit of a 64-bit mask: one byte for each suit, bit `level - 1` within it. The
kernel knows levels only; a downward suit is mirrored before it gets here. Because a firework is
always a run of low bits in its byte, adding `ones` (the lowest bit of every suit's byte) carries
each run into the next bit, which gives the next cards and the reachable runs in three
instructions. A suit has at most five values, so the carry never leaves its byte.
"""

from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free

cdef extern from "assert.h":
    # On in the debug build (HANABI_SOLVE_DEBUG=1), where it ends the process.
    void check "assert"(bint) noexcept nogil

cdef extern from "solver/kernel/systems.h":
    int popcount "count_bits"(uint64_t) noexcept nogil

cdef enum:
    MAX_PLAYERS = 6
    MAX_PILE = 322      # tile 5 puts a card more into it
    MAX_LINE = 1200     # more turns than any game of 320 cards and 30 tokens can have
    MAX_MOVES = 48

cdef enum:
    PLAY = 0
    DISCARD = 1
    CLUE = 2
    ANNOUNCED = 3
    MISPLAY = 4
    # What is done with a tile: moves of their own, by the player who turned it, before the draw.
    PUT = 5                 # a discarded card into play
    SHUFFLE = 6             # a discarded card into the pile
    SKIP = 7

# What the tiles that may still be turned can do, as far as a pruning must know it.
cdef enum:
    STRIKE_BACK = 1         # tile 2, where a strike does not lose the game
    INTO_PILE = 2           # tile 5
    INTO_PLAY = 4           # tile 6
    UNEQUAL = 8             # it matters when a five completes: not all do the same
    TAKES = 6               # tiles that take from the discard pile

cdef enum:
    MAX_FIVES = 7           # fireworks that a 5 completes
    TRASH_CODE = 63         # in place of the number of a type
    PILES = (MAX_PILE + 1) << 6

cdef struct Game

# The piles into which tile 5 may have put a card, each made when it comes up. A number says where
# it lies and what it is (see `pile_with`), so it means the same in every search.
cdef struct Piles:
    Game* made[PILES]
    int count
    int numbers[PILES]      # of those made

cdef struct Game:
    int players
    int hand_size
    int max_tokens
    int max_strikes
    bint bouquet            # the ending: Bouquet final, or else the last round
    bint announce
    uint64_t full           # all card types
    uint64_t ones           # the lowest type of each suit
    uint64_t tops           # the completing type of each suit
    uint64_t twin_tops      # with announcing or tiles: completing types that exist more than once
    uint64_t fives          # with tiles: the completing types that turn one
    int order[MAX_FIVES + 1]    # the tile to turn when so many fives are complete; 0: a token
    int tile[MAX_FIVES + 1]     # the same, as the search takes them
    int coming[MAX_FIVES + 2]   # what may come then: STRIKE_BACK and so on
    int careful[MAX_FIVES + 2]  # the same for what moves may be left out
    double tile5
    int place5              # how many fives are complete when tile 5 is turned, and tile 6
    int place6
    Piles* piles
    int pile_number         # of this pile; 0: as loaded
    unsigned char copies[64]    # with tiles: of each type
    int cards               # with tiles: in the whole game
    int goal                # the number of card types: the total of a finished display
    int size                # cards in the pile at the start
    uint64_t pile[MAX_PILE]
    uint64_t rest[MAX_PILE + 1]       # the types in pile[i:]
    uint64_t inner[MAX_PILE + 1]      # the types in pile[i:size - 1]: the last card left out
    uint64_t above_last     # the types above the pile's last card in its suit

cdef struct State:
    uint64_t played
    uint64_t hand[MAX_PLAYERS]        # useful types; all other cards are trash and only counted
    int pos                 # cards drawn from the pile
    int to_move
    int tokens
    int strikes
    int turns_left          # in the last round; 0 before it
    unsigned char count[8]  # cards in each hand
    # With tiles to come of those kinds, further copies in a hand: their number in binary digits.
    uint64_t once_more[MAX_PLAYERS]
    uint64_t twice_more[MAX_PLAYERS]
    uint64_t gone           # with TAKES to come: types in the discard pile
    int pile                # the number of the pile; 0: as loaded
    int loans               # useful cards that may be put away beside trash for a tile's sake
    int choosing            # the tile for which the player to move has a choice, or 0

cdef struct Move:
    uint64_t bit            # the card's type; 0 for a trash card and for a clue
    uint64_t useful         # the mover's useful types, by which the caller tells trash cards
    int kind
    int order               # what the move ordering thinks of it


cdef inline uint64_t runs(uint64_t types, uint64_t ones) noexcept nogil:
    """The part of each suit that is an unbroken run from its lowest type."""
    return types & (types ^ (types + ones))


cdef inline uint64_t next_types(const Game* g, uint64_t played) noexcept nogil:
    """The card that each unfinished firework waits for."""
    return (played + g.ones) & g.full


cdef inline uint64_t highest(uint64_t run, uint64_t ones) noexcept nogil:
    """The topmost type of each suit's run."""
    return ((run + ones) >> 1) & run


cdef inline uint64_t suit_of(uint64_t bit) noexcept nogil:
    """All 8 bits of the suit's byte."""
    cdef uint64_t low = bit | bit >> 1 | bit >> 2 | bit >> 3 | bit >> 4
    low &= <uint64_t>0x0101010101010101
    return low * 255


cdef inline int coming(const Game* g, uint64_t played) noexcept nogil:
    """What the tiles that may still be turned can do; 0 without tiles."""
    return g.coming[popcount(played & g.fives)]


cdef inline Game* game_of(Game* g, const State* s) noexcept nogil:
    """The game with the state's pile."""
    return g if s.pile == 0 else g.piles.made[s.pile]


cdef inline uint64_t held_types(const Game* g, const State* s) noexcept nogil:
    """All useful types in any hand."""
    return (s.hand[0] | s.hand[1] | s.hand[2] | s.hand[3] | s.hand[4] | s.hand[5]) & g.full


cdef inline void refresh(const Game* g, State* s, uint64_t reach) noexcept nogil:
    """Bring the hands' masks up to date: what cannot be played any more is trash now.

    With announcing, a second copy of a completing card in the same hand is not trash (see
    `add_card`); the three bits above the completing type stand for such copies.
    """
    cdef uint64_t useful = reach & ~s.played
    cdef uint64_t twins = useful & g.twin_tops
    cdef int player, now
    useful |= twins << 1 | twins << 2 | twins << 3
    for player in range(g.players):
        s.hand[player] &= useful
    if g.fives:
        now = coming(g, s.played)
        if not now & TAKES:
            s.gone = 0
            s.loans = 0
        s.gone &= useful
        for player in range(g.players):
            if not now:
                join_copies(g, s, player)
            s.once_more[player] &= useful
            s.twice_more[player] &= useful


cdef inline void join_copies(const Game* g, State* s, int player) noexcept nogil:
    """The copies in a hand as they are told apart once no tile asks for more."""
    cdef uint64_t twins = (s.once_more[player] | s.twice_more[player]) & g.twin_tops
    cdef uint64_t bit
    while twins:
        bit = twins & (0 - twins)
        twins ^= bit
        if s.once_more[player] & bit:
            add_twin(s, player, bit)
        if s.twice_more[player] & bit:
            add_twin(s, player, bit)
            add_twin(s, player, bit)
    s.once_more[player] = 0
    s.twice_more[player] = 0


cdef inline void add_twin(State* s, int player, uint64_t bit) noexcept nogil:
    if not s.hand[player] & bit << 1:
        s.hand[player] |= bit << 1
    elif not s.hand[player] & bit << 2:
        s.hand[player] |= bit << 2
    else:
        s.hand[player] |= bit << 3


cdef inline void add_card(const Game* g, State* s, int player, uint64_t bit) noexcept nogil:
    """Put a card into a hand's mask.

    A second copy of a type in the same hand is trash: the player needs one copy only, and giving
    up either copy is the same. The one exception is a completing type with announcing. There two
    tokens come back for the card, so that it can be right to hold it back; then it matters
    whether another card of the hand could be misplayed meanwhile, and its own second copy
    could not: it would fit. Such copies are kept as bits above the type. With tiles the same goes
    for every completing type, because the next tile may be another one.

    As long as tile 5 or 6 may come, what is put away has a value too, and with tile 2 or tiles of
    different effects to come misplays have their uses (see `list_moves`): then all copies count.
    """
    if s.hand[player] & bit:
        if coming(g, s.played):
            check(not s.once_more[player] & s.twice_more[player] & bit)
            s.twice_more[player] ^= s.once_more[player] & bit
            s.once_more[player] ^= bit
        elif bit & g.twin_tops:
            add_twin(s, player, bit)
    else:
        s.hand[player] |= bit & ~s.played


cdef inline void drop_card(const Game* g, State* s, int player, uint64_t bit) noexcept nogil:
    """Take a useful card out of a hand's mask, further copies first."""
    cdef int shift
    if (s.once_more[player] | s.twice_more[player]) & bit:
        s.once_more[player] ^= bit
        s.twice_more[player] ^= s.once_more[player] & bit
        return
    if bit & g.twin_tops:
        for shift in range(3, 0, -1):
            if s.hand[player] & bit << shift:
                s.hand[player] &= ~(bit << shift)
                return
    s.hand[player] &= ~bit


cdef inline int trash_in(const State* s, int player) noexcept nogil:
    """The number of trash cards in a hand whose mask is up to date."""
    return (
        s.count[player] - popcount(s.hand[player])
        - popcount(s.once_more[player]) - 2 * popcount(s.twice_more[player])
    )


cdef inline int discarded(const Game* g, const State* s, uint64_t bit) noexcept nogil:
    """The copies of a useful type in the discard pile, while copies are told apart."""
    cdef int i, n = g.copies[popcount(bit - 1)]
    for i in range(g.players):
        if s.hand[i] & bit:
            n -= 1 + (1 if s.once_more[i] & bit else 0) + (2 if s.twice_more[i] & bit else 0)
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
    return (place + 1) << 6 | (popcount(bit - 1) if bit else TRASH_CODE)


cdef inline bint make_pile(const Game* g, int number) noexcept nogil:
    """Make a pile unless it is there; false if there is no room."""
    cdef Piles* piles = g.piles
    cdef int i, place = (number >> 6) - 1
    cdef Game* made = piles.made[number]
    if made != NULL:
        return True
    made = <Game*>calloc(1, sizeof(Game))
    if made == NULL:
        return False
    made[0] = g[0]
    made.pile_number = number
    made.size = g.size + 1
    made.pile[place] = 0
    if number & 63 != TRASH_CODE:
        made.pile[place] = <uint64_t>1 << (number & 63)
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


cdef inline void look_ahead(Game* g) noexcept nogil:
    """Note what is still to come at each place of the pile."""
    cdef int i
    cdef uint64_t last
    g.rest[g.size] = 0
    g.inner[g.size] = 0
    g.above_last = 0
    for i in range(g.size - 1, -1, -1):
        g.rest[i] = g.rest[i + 1] | g.pile[i]
        g.inner[i] = g.inner[i + 1] | (g.pile[i] if i < g.size - 1 else 0)
    last = g.pile[g.size - 1] if g.size else 0
    if last:
        g.above_last = suit_of(last) & ~(last * 2 - 1)


cdef inline void advance(Game* loaded, const State* s, const Move* m, State* t) noexcept nogil:
    """The state after a legal move. This is the kernel's one copy of the rules."""
    cdef Game* g = game_of(loaded, s)
    cdef int player = s.to_move
    t[0] = s[0]
    t.choosing = 0
    if m.kind == CLUE:
        t.tokens -= 1
    elif m.kind == DISCARD or m.kind == MISPLAY:
        if m.kind == DISCARD:
            t.tokens = min(g.max_tokens, t.tokens + 1)
        else:
            t.strikes += 1
        if m.bit:
            drop_card(g, t, player, m.bit)
            if g.fives:
                t.gone |= m.bit
                if t.loans and trash_in(s, player) > 0:
                    t.loans -= 1
    elif m.kind == PLAY or m.kind == ANNOUNCED:
        drop_card(g, t, player, m.bit)
        if m.kind == ANNOUNCED:
            t.tokens = min(g.max_tokens, t.tokens + 1)
        grow(g, t, m.bit)
    elif m.kind == PUT:
        grow(g, t, m.bit)
    elif m.kind == SHUFFLE:
        if m.bit and discarded(g, s, m.bit) == 1:
            t.gone &= ~m.bit
        t.pile = pile_with(g, s, m.bit)
        g = g.piles.made[t.pile]
    if t.choosing:
        return
    t.to_move = 0 if player + 1 == g.players else player + 1
    if m.kind != CLUE:
        if s.pos < g.size:
            add_card(g, t, player, g.pile[s.pos])
            t.pos = s.pos + 1
        else:
            check(s.count[player] > 0)
            t.count[player] -= 1
    check(0 <= t.tokens <= g.max_tokens)
    check(t.strikes < g.max_strikes)
    if not g.bouquet:
        if s.pos == g.size:
            t.turns_left = s.turns_left - 1
        elif t.pos == g.size:
            t.turns_left = g.players


cdef inline void grow(Game* g, State* t, uint64_t bit) noexcept nogil:
    """Put a card on its firework; a complete one gives a token, or turns a tile for its 5.

    Where a tile offers a choice that is not empty, it is left to the moves that follow.
    """
    cdef int tile = g.tile[popcount(t.played & g.fives)] if bit & g.fives else 0
    t.played |= bit
    t.gone &= ~bit
    if not bit & g.tops:
        return
    if tile == 5 and t.pos < g.size or tile == 5 and g.bouquet:
        t.choosing = 5 if others_discarded(g, t, 0) else 0
    elif tile >= 5:
        t.choosing = tile if t.gone & next_types(g, t.played) else 0
    elif tile <= 2:
        t.tokens = min(g.max_tokens, t.tokens + 1)
        if tile == 2 and t.strikes:
            t.strikes -= 1
