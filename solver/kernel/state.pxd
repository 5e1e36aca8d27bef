"""The kernel's view of a game: what is the same in all of it, a state, a move."""

from libc.stdint cimport uint64_t

from solver.kernel.bits cimport above, popcount

cdef enum:
    MAX_PLAYERS = 6
    MAX_PILE = 322          # tile 5 puts a card more into it
    MAX_LINE = 1200         # more turns than any game of 320 cards and 30 tokens can have
    MAX_MOVES = 48
    MAX_FIVES = 7           # fireworks that a 5 completes
    TYPE_BITS = 6           # of the number of a type
    PILES = (MAX_PILE + 1) << TYPE_BITS
    APART = 4               # copies of a completing card that the bits of a hand tell apart
    DIGITS = 4              # binary digits of a number of further copies: hands of 10

cdef struct Game

# The piles into which tile 5 may have put a card, each made when it comes up. A number says where
# it lies and what it is (see `pile_with`), so it means the same in every search.
cdef struct Piles:
    Game* made[PILES]
    int most                # that there may be at a time
    int count
    int numbers[PILES]      # of those made

cdef struct Game:
    int players
    int hand_size
    int max_tokens
    int max_strikes
    bint bouquet            # the ending: Bouquet final, or else the last round
    bint announce
    bint deck_plays         # the pile's last card may be played from there
    uint64_t full           # all card types
    uint64_t ones           # the lowest type of each suit
    uint64_t tops           # the completing type of each suit
    # With announcing, tiles or plays from the pile: completing types that exist more than once, and
    # those for which prunings 9 and 12 do not hold.
    uint64_t twin_tops
    uint64_t held_tops
    bint many               # a hand may have more copies to tell apart than APART
    uint64_t fives          # with tiles: the completing types that turn one
    int order[MAX_FIVES + 1]    # the tile to turn, by the number of complete fives; 0: a token
    int tile[MAX_FIVES + 1]     # the same, as the search takes them
    int coming[MAX_FIVES + 2]   # what may come then: STRIKE_BACK and so on
    int careful[MAX_FIVES + 2]  # the same for what moves may be left out
    int mode                # how the search takes the tiles: EXACT and so on
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
    # With tiles to come of those kinds, further copies in a hand: their number in binary digits,
    # the lowest first.
    uint64_t more[DIGITS][MAX_PLAYERS]
    uint64_t gone           # with TAKES to come: types in the discard pile
    int pile                # the number of the pile; 0: as loaded
    int loans               # useful cards that may be put away beside trash for a tile's sake
    int choosing            # the tile for which the player to move has a choice, or 0

cdef struct Move:
    uint64_t bit            # the card's type; 0 for a trash card and for a clue
    uint64_t useful         # the mover's useful types, by which the caller tells trash cards
    short kind
    short lenient           # a discard at the maximum of tokens: only in the lenient game
    int order               # what the move ordering thinks of it


cdef inline uint64_t next_types(const Game* g, uint64_t played) noexcept nogil:
    """The card that each unfinished firework waits for."""
    return (played + g.ones) & g.full


cdef inline Game* game_of(Game* g, const State* s) noexcept nogil:
    """The game with the state's pile."""
    return g if s.pile == 0 else g.piles.made[s.pile]


cdef inline uint64_t held_types(const Game* g, const State* s) noexcept nogil:
    """All useful types in any hand."""
    return (s.hand[0] | s.hand[1] | s.hand[2] | s.hand[3] | s.hand[4] | s.hand[5]) & g.full


cdef inline int trash_in(const State* s, int player) noexcept nogil:
    """The number of trash cards in a hand whose mask is up to date."""
    return (
        s.count[player] - popcount(s.hand[player])
        - popcount(s.more[0][player]) - 2 * popcount(s.more[1][player])
        - 4 * popcount(s.more[2][player]) - 8 * popcount(s.more[3][player])
    )


cdef inline uint64_t repeated(const State* s, int player) noexcept nogil:
    """The types of which the hand has further copies that are counted."""
    return s.more[0][player] | s.more[1][player] | s.more[2][player] | s.more[3][player]


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
        g.above_last = above(last)
