"""Pruning 8, the transposition table: states from which the target is proven to be out of reach.

An entry is one cache line of 64 bytes: the complete state in seven words, and one word with the
generation and the set of token counts for which the state has failed. A hit compares all seven
words, so it can only be about the very same state; a hash merely says where to look.

The words: the played types with the player to move and the strikes in the free top byte, then six
hands, each with its number of cards in the top byte and one more nibble, which spell the
position in the pile (hands 0 to 2) and the turns left (hand 3).

With bonus tiles a state has more words: further copies in the hands (two for each), the discard
pile, and the number of the pile with the tile that offers a choice and the loans. Where a hand may
have very many copies of a card there are two more for each hand.

A generation belongs to one target of one loaded game: entries of other searches are never believed,
and the table needs no clearing. An entry that is overwritten costs time later, never an answer.
"""

from libc.stdint cimport uint32_t, uint64_t

from solver.kernel.state cimport State

cdef enum:
    WORDS = 7
    TILE_WORDS = 21
    MANY_WORDS = 33         # the most that there are
    WAYS = 4                # neighbouring entries in which a state may stand

# An entry: the words of the key, then the generation and, in the low half of that word, the tokens
# with which the state fails (bit t: with t tokens).
cdef struct Table:
    uint64_t* entries
    int words               # of a key
    uint64_t mask           # number of entries - 1, a power of two less one
    uint32_t generation


cdef inline uint64_t pack(const State* s, uint64_t* key, int words) noexcept nogil:
    """Write the state, tokens left out, into the key; the result is its hash."""
    cdef int i
    cdef uint64_t h = 0
    key[0] = s.played | <uint64_t>s.to_move << 56 | <uint64_t>s.strikes << 59
    for i in range(6):
        key[i + 1] = s.hand[i] | <uint64_t>s.count[i] << 56
    key[1] |= <uint64_t>(s.pos & 15) << 60
    key[2] |= <uint64_t>(s.pos >> 4 & 15) << 60
    key[3] |= <uint64_t>(s.pos >> 8) << 60
    key[4] |= <uint64_t>s.turns_left << 60
    for i in range(WORDS):
        h = (h ^ key[i]) * <uint64_t>0x9E3779B97F4A7C15
        h ^= h >> 29
    if words > WORDS:
        for i in range(6):
            key[WORDS + i] = s.more[0][i]
            key[WORDS + 6 + i] = s.more[1][i]
        key[WORDS + 12] = s.gone
        key[WORDS + 13] = (
            <uint64_t>s.loans << 32 | <uint64_t>s.pile << 4 | <uint64_t>s.choosing
        )
        if words > TILE_WORDS:
            for i in range(6):
                key[TILE_WORDS + i] = s.more[2][i]
                key[TILE_WORDS + 6 + i] = s.more[3][i]
        for i in range(WORDS, words):
            h = (h ^ key[i]) * <uint64_t>0x9E3779B97F4A7C15
            h ^= h >> 29
    return h


cdef inline bint same(const uint64_t* a, const uint64_t* b, int words) noexcept nogil:
    """Whether two keys are the same state."""
    cdef uint64_t differ = (
        (a[0] ^ b[0]) | (a[1] ^ b[1]) | (a[2] ^ b[2]) | (a[3] ^ b[3])
        | (a[4] ^ b[4]) | (a[5] ^ b[5]) | (a[6] ^ b[6])
    )
    cdef int i
    for i in range(WORDS, words):
        differ |= a[i] ^ b[i]
    return differ == 0


cdef inline uint64_t* entry_at(Table* table, uint64_t place) noexcept nogil:
    return table.entries + (place & table.mask) * <uint64_t>(table.words + 1)


cdef inline uint64_t* find(Table* table, const uint64_t* key, uint64_t h) noexcept nogil:
    """The entry of this state in the running search, or NULL."""
    cdef int way
    cdef uint64_t* entry
    for way in range(WAYS):
        entry = entry_at(table, h + way)
        if entry[table.words] >> 32 == table.generation and same(entry, key, table.words):
            return entry
    return NULL


cdef inline uint32_t failures_of(Table* table, const uint64_t* key, uint64_t h) noexcept nogil:
    """The numbers of tokens with which the state is proven to fail, as bits."""
    cdef uint64_t* entry = find(table, key, h)
    return 0 if entry == NULL else <uint32_t>entry[table.words]


cdef inline void remember(
    Table* table, const State* s, const uint64_t* key, uint64_t h
) noexcept nogil:
    """Note that the state is proven to fail with its tokens.

    Gives up, in this order: an entry of another search, else the one whose state has drawn the
    most cards, because it stands for the smallest search.
    """
    cdef int way, i, drawn, most = -1
    cdef uint64_t* entry = find(table, key, h)
    cdef uint64_t* victim = NULL
    if entry != NULL:
        entry[table.words] |= <uint64_t>1 << s.tokens
        return
    for way in range(WAYS):
        entry = entry_at(table, h + way)
        if entry[table.words] >> 32 != table.generation:
            victim = entry
            break
        drawn = <int>(entry[1] >> 60 | entry[2] >> 60 << 4 | entry[3] >> 60 << 8)
        if drawn > most:
            most = drawn
            victim = entry
    for i in range(table.words):
        victim[i] = key[i]
    victim[table.words] = <uint64_t>table.generation << 32 | <uint64_t>1 << s.tokens
