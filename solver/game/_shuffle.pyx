"""hanab.live's shuffle, compiled; `solver/game/shuffle.py` is its readable twin.

The site fills all 607 words of a generator for each deck, 1841 dependent multiplications, of
which a deck of 50 cards looks at 100 words. Here a word is made when it is first looked at, by a
jump: k steps of x <- 48271 x are one multiplication with 48271^k, and these powers are
the same for every seed.
"""

from libc.string cimport memcpy

cdef extern from "<assert.h>" nogil:
    void c_assert "assert"(bint condition)


cdef enum:
    FEED_START = 334
    TAP_LAG = 273            # draws after which the tap meets the feed's first output
    PRIME = 0x7FFFFFFF       # 2^31 - 1
    MULTIPLIER = 48271
    WARM_UP = 20
    ZERO_START = 89482311    # stands in for the start value 0, which would stay 0


# --- the tables ------------------------------------------------------------------------------

# Both are written once, by get_tables(), and by one thread only, as it keeps the GIL meanwhile.
cdef Tables _tables
cdef bint _ready = False


cdef const Tables *get_tables() noexcept:
    global _ready
    if not _ready:
        _fill_crc(_tables.crc)
        _fill_multipliers(_tables.multipliers)
        _fill_mask(&_tables)
        _ready = True
    return &_tables


cdef void _fill_crc(uint64_t *crc) noexcept nogil:
    cdef uint64_t value
    cdef int byte, _
    for byte in range(256):
        value = <uint64_t>byte
        for _ in range(8):
            value = (value >> 1) ^ (<uint64_t>0xC96C5795D7870F42 if value & 1 else 0)
        crc[byte] = value


cdef void _fill_multipliers(uint32_t (*multipliers)[3]) noexcept nogil:
    cdef uint64_t power = 1
    cdef int _, word, part
    for _ in range(WARM_UP):
        power = _times(power, MULTIPLIER)
    for word in range(STATE_WORDS):
        for part in range(3):
            power = _times(power, MULTIPLIER)
            multipliers[word][part] = <uint32_t>power


cdef void _fill_mask(Tables *tables) noexcept nogil:
    """The table T: the state of the generator itself after 7.8e12 steps from the start value 1.

    y[m], the value that step m + 1 overwrites, is y[m - 607] + y[m - 273]. So y[N + j] is the
    sum of P_i y[i + j], where P is t^N mod t^607 - t^334 - 1: squarings in place of steps.
    """
    cdef uint64_t[STATE_WORDS] poly
    cdef uint64_t[2 * STATE_WORDS] y
    cdef uint64_t steps = 7_800_000_000_000
    cdef uint64_t total
    cdef uint32_t *parts
    cdef int i, j, m
    for m in range(STATE_WORDS):
        parts = tables.multipliers[_slot_before(m)]
        y[m] = (<uint64_t>parts[0] << 20) ^ (<uint64_t>parts[1] << 10) ^ parts[2]
    for m in range(STATE_WORDS, 2 * STATE_WORDS):
        y[m] = y[m - STATE_WORDS] + y[m - TAP_LAG]
    _power_of_t(steps, poly)
    for j in range(STATE_WORDS):
        total = 0
        for i in range(STATE_WORDS):
            total += poly[i] * y[i + j]
        tables.mask[_slot_before(steps + j)] = total


cdef int _slot_before(uint64_t steps) noexcept nogil:
    """The slot that step number `steps` + 1 overwrites."""
    return <int>((FEED_START - 1 + STATE_WORDS - steps % STATE_WORDS) % STATE_WORDS)


cdef void _power_of_t(uint64_t exponent, uint64_t *poly) noexcept nogil:
    """Set poly to t^exponent mod t^607 - t^334 - 1, coefficients mod 2^64."""
    cdef uint64_t[2 * STATE_WORDS] square
    cdef int bit, i, j, shift
    for i in range(STATE_WORDS):
        poly[i] = 0
    poly[0] = 1
    for bit in range(63, -1, -1):
        if exponent >> bit == 0:
            continue
        # Times t for a set bit: the square goes one place up.
        shift = <int>((exponent >> bit) & 1)
        for i in range(2 * STATE_WORDS):
            square[i] = 0
        for i in range(STATE_WORDS):
            square[2 * i + shift] += poly[i] * poly[i]
            for j in range(i):
                square[i + j + shift] += 2 * poly[i] * poly[j]
        for i in range(2 * STATE_WORDS - 1, STATE_WORDS - 1, -1):
            square[i - TAP_LAG] += square[i]
            square[i - STATE_WORDS] += square[i]
        for i in range(STATE_WORDS):
            poly[i] = square[i]


# --- the generator ---------------------------------------------------------------------------

# 4.8 KiB on the stack; words that were not looked at hold rubbish.
ctypedef struct Generator:
    const Tables *tables
    uint64_t start
    Py_ssize_t draws
    int tap
    int feed
    uint64_t[STATE_WORDS] words


cdef inline uint64_t _times(uint64_t a, uint64_t b) noexcept nogil:
    """a b mod 2^31 - 1 for factors from 1 to 2^31 - 2.

    2^31 is 1 here, so the upper bits are added to the lower ones. The modulus is prime: the
    product is no multiple of it, so one subtraction is enough and the result is not 0.
    """
    cdef uint64_t product = a * b
    product = (product & PRIME) + (product >> 31)
    return product - PRIME if product > PRIME else product


cdef inline uint64_t _fresh(const Generator *generator, int slot) noexcept nogil:
    """The word that the filling puts into a slot."""
    cdef const uint32_t *by = generator.tables.multipliers[slot]
    return (
        (_times(generator.start, by[0]) << 40)
        ^ (_times(generator.start, by[1]) << 20)
        ^ _times(generator.start, by[2])
        ^ generator.tables.mask[slot]
    )


cdef inline uint32_t _draw(Generator *generator) noexcept nogil:
    """The next 31-bit number.

    A slot still has its filling until the feed has been there, which comes down from 333: the
    tap, which comes down from 606, meets the first changed slot after 273 draws, and the feed
    itself after 607.
    """
    cdef int tap = generator.tap - 1 if generator.tap else STATE_WORDS - 1
    cdef int feed = generator.feed - 1 if generator.feed else STATE_WORDS - 1
    cdef uint64_t left, right
    left = generator.words[feed] if generator.draws >= STATE_WORDS else _fresh(generator, feed)
    right = generator.words[tap] if generator.draws >= TAP_LAG else _fresh(generator, tap)
    generator.tap = tap
    generator.feed = feed
    generator.draws += 1
    generator.words[feed] = left + right
    return <uint32_t>((left + right) >> 32) & 0x7FFFFFFF


cdef inline uint32_t _below(Generator *generator, uint32_t bound) noexcept nogil:
    """A number below the bound, all equally likely.

    The site draws again when a number exceeds 2^31 - 1 - (2^31 mod bound), that is, when its
    block of `bound` numbers is the last one and incomplete. A power of two has no such block,
    and its low bits are the remainder, so it needs no case of its own.
    """
    cdef uint32_t number, rest
    while True:
        number = _draw(generator)
        rest = number % bound
        if number - rest <= (<uint32_t>1 << 31) - bound:
            return rest


cdef uint32_t start_value_of(
    const Tables *tables, const unsigned char *seed, Py_ssize_t length
) noexcept nogil:
    cdef uint64_t crc = ~<uint64_t>0
    cdef int64_t rest
    cdef Py_ssize_t i
    for i in range(length):
        crc = tables.crc[(crc ^ seed[i]) & 0xFF] ^ (crc >> 8)
    crc = ~crc
    rest = <int64_t>(crc % PRIME)
    if crc >> 63:
        # As a signed number it is 2^64 less, and 2^64 is 4 mod 2^31 - 1.
        rest -= 4
        if rest < 0:
            rest += PRIME
    return <uint32_t>rest if rest else ZERO_START


cdef void shuffle_into(
    const Tables *tables, uint32_t start, int size, uint16_t *order, Tiles *tiles
) noexcept nogil:
    cdef Generator generator
    cdef int i
    cdef uint32_t j
    c_assert(0 < start < PRIME)
    c_assert(0 <= size <= MAX_CARDS)
    generator.tables = tables
    generator.start = start
    generator.draws = 0
    generator.tap = 0
    generator.feed = FEED_START
    for i in range(size):
        # Even for i = 0, where there is nothing to choose, the site draws a number.
        j = _below(&generator, <uint32_t>i + 1)
        order[i] = order[j]
        order[j] = <uint16_t>i
    if tiles != NULL:
        for i in range(TILES):
            j = _below(&generator, <uint32_t>i + 1)
            tiles.order[i] = tiles.order[j]
            tiles.order[j] = i + 1
        tiles.number = _draw(&generator) / 2147483648.0


# --- for Python ------------------------------------------------------------------------------

def start_value(seed: str) -> int:
    """The generator's start value for a full seed; a "legacy-N-" prefix does not count."""
    cdef bytes text = seed.encode()
    if len(text) >= 9 and text.startswith(b"legacy-") and text[7:8].isdigit() and text[8:9] == b"-":
        text = text[9:]
    return start_value_of(get_tables(), text, len(text))


def shuffled_from_start(start: int, size: int) -> list[int]:
    """The order of a deck of `size` cards after the shuffle from a start value."""
    _check(start, size)
    cdef uint16_t[::1] order = _unordered(size)
    cdef int i
    shuffle_into(get_tables(), start, size, &order[0], NULL)
    return [order[i] for i in range(<int>size)]


def tiles_from_start(start: int, size: int) -> tuple[list[int], float]:
    """The order of the six bonus tiles and tile 5's number, after a deck of `size` cards."""
    _check(start, size)
    cdef uint16_t[::1] order = _unordered(size)
    cdef Tiles tiles
    cdef int i
    shuffle_into(get_tables(), start, size, &order[0], &tiles)
    return [tiles.order[i] for i in range(TILES)], tiles.number


def _check(start: int, size: int) -> None:
    if not 0 < start < PRIME:
        raise ValueError(f"the start value {start} is not in 1 to {PRIME - 1}")
    if not 0 <= size <= MAX_CARDS:
        raise ValueError(f"a deck of {size} cards: 0 to {MAX_CARDS} can be shuffled")


def _unordered(size: int) -> memoryview:
    """Room for a deck; not on the stack, which a thread may have little of."""
    return memoryview(bytearray(2 * max(size, 1))).cast("H")


def shuffled(seed: str, size: int) -> list[int]:
    """The order of a deck of `size` cards after hanab.live's shuffle of a full seed.

    The number at each place is the index in the unshuffled deck of the card that lies there.
    """
    return shuffled_from_start(start_value(seed), size)


def start_values(prefix: str, unsigned long long first, uint32_t[::1] starts):
    """Write the start values of the seeds that end with the numbers from `first` on."""
    cdef const Tables *tables = get_tables()
    cdef unsigned char[128] seed
    cdef bytes text = prefix.encode()
    cdef Py_ssize_t begin = len(text)
    cdef Py_ssize_t length, i
    if begin > 96:
        raise ValueError(f"the prefix {prefix!r} is too long")
    text += str(first).encode()
    length = len(text)
    memcpy(seed, <const char *>text, length)
    with nogil:
        for i in range(starts.shape[0]):
            starts[i] = start_value_of(tables, seed, length)
            length = begin + _count_up(seed + begin, length - begin)


cdef Py_ssize_t _count_up(unsigned char *digits, Py_ssize_t length) noexcept nogil:
    """Add 1 to a decimal number where it stands; this is its length then."""
    cdef Py_ssize_t i
    for i in range(length - 1, -1, -1):
        if digits[i] != c"9":
            digits[i] += 1
            return length
        digits[i] = c"0"
    # Only nines: a 1, and as many zeros as there were nines.
    digits[0] = c"1"
    digits[length] = c"0"
    return length + 1


def mask_table() -> list[int]:
    """The table T as signed numbers, for comparison with the twin's."""
    cdef const Tables *tables = get_tables()
    cdef int i
    return [<int64_t>tables.mask[i] for i in range(STATE_WORDS)]
