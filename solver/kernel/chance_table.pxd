"""The table of the chance search: proven bounds of states, each complete in its key.

The words of a key: the played types with the player to move and the strikes; the hands with their
numbers of cards; the digits of the pile's copies, in the first of which are the cards of the pile
and the turns left, in the second the tokens. Where copies in the hands are counted, these follow.
A hit compares all words. The table belongs to one game with one aim and is made anew for another.

It begins small and doubles as it fills: most positions need little of what they may have, and to
touch a fresh page of memory for every state takes longer than to look at the state.
"""

from libc.stdint cimport int64_t, uint64_t
from libc.stdlib cimport calloc, free

from solver.kernel.state cimport DIGITS, MAX_PLAYERS, Game, State
from solver.kernel.unseen cimport Unseen

cdef enum:
    KEY_WORDS = 1 + MAX_PLAYERS + DIGITS + DIGITS * MAX_PLAYERS     # at most
    SORTED_WORDS = 16       # of a key in which suits are sorted: two words for each suit's bytes
    CHANCE_WAYS = 4         # neighbouring entries in which a state may stand
    FIRST_ENTRIES = 1 << 12
    OCCUPIED = 128          # above the tokens: no entry is all zeros

# Proven bounds of a value.
cdef struct Bounds:
    int64_t low
    int64_t high

cdef struct ChanceTable:
    uint64_t* entries       # the words of a key, then the bounds
    uint64_t mask           # number of entries - 1, a power of two less one
    uint64_t used           # entries that hold a state
    uint64_t most           # entries that there may be
    int words               # of a key
    int digits              # of the copies in the pile
    int sizes[8]            # of the suits, in their order; 0 after the last
    bint sorts              # suits of the same size are sorted


cdef inline uint64_t pack_unseen(
    const ChanceTable* t, const Game* g, const State* s, const Unseen* u, uint64_t* key
) noexcept nogil:
    """Write the state into the key; the result is its hash."""
    cdef int i, j, n = g.players
    key[0] = s.played | <uint64_t>s.to_move << 56 | <uint64_t>s.strikes << 59
    for i in range(n):
        key[1 + i] = s.hand[i] | <uint64_t>s.count[i] << 56
    for i in range(t.digits):
        key[1 + n + i] = u.copies[i]
    if g.many:
        for i in range(DIGITS):
            for j in range(n):
                key[1 + n + t.digits + i * n + j] = s.more[i][j]
    if t.sorts:
        sort_suits(t, key)
    key[1 + n] |= <uint64_t>u.cards << 56 | <uint64_t>s.turns_left << 61
    key[2 + n] |= <uint64_t>(s.tokens | OCCUPIED) << 56
    return hash_of(t, key)


cdef inline uint64_t hash_of(const ChanceTable* t, const uint64_t* key) noexcept nogil:
    cdef uint64_t h = 0
    cdef int i
    for i in range(t.words):
        h = (h ^ key[i]) * <uint64_t>0x9E3779B97F4A7C15
        h ^= h >> 29
    return h


# Renamed suits. No rule asks for the name of a suit, and everything about a suit that the future
# depends on is in its byte of each word: what is played, held and in the pile. So two states that
# differ by exchanging suits of the same size have the same value, and one key will do.
cdef inline void sort_suits(const ChanceTable* t, uint64_t* key) noexcept nogil:
    """Bring suits of the same size into the order of their bytes."""
    cdef uint64_t first[8]
    cdef uint64_t rest[8]
    cdef uint64_t a, b
    cdef int i, w, suits = 0, half = min(t.words, 8)
    cdef bint moved = False
    while suits < 8 and t.sizes[suits]:
        a = b = 0
        for w in range(half):
            a |= (key[w] >> 8 * suits & 255) << 8 * w
        for w in range(half, t.words):
            b |= (key[w] >> 8 * suits & 255) << 8 * (w - 8)
        i = suits
        while i > 0 and t.sizes[i - 1] == t.sizes[suits] and (
            first[i - 1] > a or (first[i - 1] == a and rest[i - 1] > b)
        ):
            first[i] = first[i - 1]
            rest[i] = rest[i - 1]
            i -= 1
            moved = True
        first[i] = a
        rest[i] = b
        suits += 1
    if not moved:
        return
    for w in range(t.words):
        key[w] &= <uint64_t>255 << 56
    for i in range(suits):
        a = first[i]
        b = rest[i]
        for w in range(half):
            key[w] |= (a >> 8 * w & 255) << 8 * i
        for w in range(half, t.words):
            key[w] |= (b >> 8 * (w - 8) & 255) << 8 * i


cdef inline bint equal_keys(const uint64_t* a, const uint64_t* b, int words) noexcept nogil:
    cdef int i
    for i in range(words):
        if a[i] != b[i]:
            return False
    return True


cdef inline uint64_t* place_of(ChanceTable* t, uint64_t h) noexcept nogil:
    return t.entries + (h & t.mask) * <uint64_t>(t.words + 2)


cdef inline bint recall(
    ChanceTable* t, const uint64_t* key, uint64_t h, Bounds* bounds
) noexcept nogil:
    """Narrow the bounds by what is known of the state; whether something is."""
    cdef int way
    cdef uint64_t* entry
    for way in range(CHANCE_WAYS):
        entry = place_of(t, h + way)
        if equal_keys(entry, key, t.words):
            bounds.low = max(bounds.low, <int64_t>entry[t.words])
            bounds.high = min(bounds.high, <int64_t>entry[t.words + 1])
            return True
    return False


cdef inline void note(
    ChanceTable* t, const Game* g, const uint64_t* key, uint64_t h, const Bounds* bounds
) noexcept nogil:
    """Remember the bounds of a state."""
    store(t, g, key, h, bounds)
    if 2 * t.used > t.mask and 2 * t.mask < t.most:
        double_table(t, g)


cdef inline void store(
    ChanceTable* t, const Game* g, const uint64_t* key, uint64_t h, const Bounds* bounds
) noexcept nogil:
    """If there is no room, the entry with the smallest pile is given up: the least work."""
    cdef int way, i, cards, least = 1 << 8
    cdef uint64_t* entry
    cdef uint64_t* place = NULL
    for way in range(CHANCE_WAYS):
        entry = place_of(t, h + way)
        if not is_occupied(g, entry):
            place = entry
            t.used += 1
            break
        if equal_keys(entry, key, t.words):
            place = entry
            break
        cards = <int>(entry[1 + g.players] >> 56 & 31)
        if cards < least:
            least = cards
            place = entry
    for i in range(t.words):
        place[i] = key[i]
    place[t.words] = <uint64_t>bounds.low
    place[t.words + 1] = <uint64_t>bounds.high


cdef inline bint is_occupied(const Game* g, const uint64_t* entry) noexcept nogil:
    return entry[2 + g.players] >> 63


cdef inline bint make_entries(ChanceTable* t, uint64_t number) noexcept nogil:
    """An empty table of this size; without memory for it everything stays as it is."""
    cdef uint64_t* entries = <uint64_t*>calloc(number, (t.words + 2) * sizeof(uint64_t))
    if entries == NULL:
        return False
    t.entries = entries
    t.mask = number - 1
    t.used = 0
    return True


cdef inline void double_table(ChanceTable* t, const Game* g) noexcept nogil:
    """Make the table twice as large; what it knows stays."""
    cdef uint64_t* old = t.entries
    cdef uint64_t* entry = old
    cdef uint64_t entries = t.mask + 1
    cdef uint64_t* end = old + entries * <uint64_t>(t.words + 2)
    cdef Bounds bounds
    if not make_entries(t, 2 * entries):
        t.most = entries
        return
    while entry < end:
        if is_occupied(g, entry):
            bounds.low = <int64_t>entry[t.words]
            bounds.high = <int64_t>entry[t.words + 1]
            store(t, g, entry, hash_of(t, entry), &bounds)
        entry += t.words + 2
    free(old)
