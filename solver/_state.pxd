"""The kernel's view of a game: bit masks of card types, states and moves.

A card type is one bit of a 64-bit mask: one byte for each suit, bit `level - 1` within it. The
kernel knows levels only; a downward suit is mirrored before it gets here. Because a firework is
always a run of low bits in its byte, adding `ones` (the lowest bit of every suit's byte) carries
each run into the next bit, which gives the next cards and the reachable runs in three
instructions. A suit has at most five values, so the carry never leaves its byte.
"""

from libc.stdint cimport uint64_t

cdef extern from "assert.h":
    # On in the debug build (HANABI_SOLVE_DEBUG=1), where it ends the process.
    void check "assert"(bint) noexcept nogil

cdef extern from *:
    int popcount "__builtin_popcountll"(uint64_t) noexcept nogil

cdef enum:
    MAX_PLAYERS = 6
    MAX_PILE = 320
    MAX_LINE = 1200     # more turns than any game of 320 cards and 30 tokens can have
    MAX_MOVES = 48

cdef enum:
    PLAY = 0
    DISCARD = 1
    CLUE = 2
    ANNOUNCED = 3
    MISPLAY = 4

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
    uint64_t twin_tops      # with announcing only: completing types that exist more than once
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
    cdef int player
    useful |= twins << 1 | twins << 2 | twins << 3
    for player in range(g.players):
        s.hand[player] &= useful


cdef inline void add_card(const Game* g, State* s, int player, uint64_t bit) noexcept nogil:
    """Put a card into a hand's mask.

    A second copy of a type in the same hand is trash: the player needs one copy only, and giving
    up either copy is the same. The one exception is a completing type with announcing. There two
    tokens come back for the card, so that it can be right to hold it back; then it matters
    whether another card of the hand could be misplayed meanwhile, and its own second copy
    could not: it would fit. Such copies are kept as bits above the type.
    """
    if s.hand[player] & bit:
        if bit & g.twin_tops:
            if not s.hand[player] & bit << 1:
                s.hand[player] |= bit << 1
            elif not s.hand[player] & bit << 2:
                s.hand[player] |= bit << 2
            else:
                s.hand[player] |= bit << 3
    else:
        s.hand[player] |= bit & ~s.played


cdef inline void drop_card(const Game* g, State* s, int player, uint64_t bit) noexcept nogil:
    """Take a useful card out of a hand's mask, second copies of a completing type first."""
    cdef int shift
    if bit & g.twin_tops:
        for shift in range(3, 0, -1):
            if s.hand[player] & bit << shift:
                s.hand[player] &= ~(bit << shift)
                return
    s.hand[player] &= ~bit


cdef inline int trash_in(const State* s, int player) noexcept nogil:
    """The number of trash cards in a hand whose mask is up to date."""
    return s.count[player] - popcount(s.hand[player])


cdef inline void advance(const Game* g, const State* s, const Move* m, State* t) noexcept nogil:
    """The state after a legal move. This is the kernel's one copy of the rules."""
    cdef int player = s.to_move
    cdef int gained = 0
    t[0] = s[0]
    t.to_move = 0 if player + 1 == g.players else player + 1
    if m.kind == CLUE:
        t.tokens -= 1
    else:
        if m.kind == DISCARD:
            gained = 1
        elif m.kind == MISPLAY:
            t.strikes += 1
        else:
            t.played |= m.bit
            gained = (1 if m.bit & g.tops else 0) + (1 if m.kind == ANNOUNCED else 0)
        t.tokens = min(g.max_tokens, t.tokens + gained)
        if m.bit:
            drop_card(g, t, player, m.bit)
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
