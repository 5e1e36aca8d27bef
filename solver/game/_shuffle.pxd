"""What other compiled modules may use of the shuffle; the argument is in `_seeding.pyx`."""

from libc.stdint cimport int64_t, uint16_t, uint32_t, uint64_t

cdef enum:
    STATE_WORDS = 607
    # An order is an array of uint16_t. The largest deck that the rules allow has 315 cards.
    MAX_CARDS = 65535


# The constants of the algorithm, 14 KiB. Never written after they are computed.
ctypedef struct Tables:
    uint64_t[256] crc                        # CRC-64/XZ of each byte
    uint32_t[STATE_WORDS][3] multipliers     # from a start value to the parts of each word
    uint64_t[STATE_WORDS] mask               # the table T: what each word is xored with


# To be called with the GIL, once, before the functions below; the first call takes some ms.
cdef const Tables *get_tables() noexcept

# The generator's start value for the bytes of a seed (without a "legacy-N-" prefix).
cdef uint32_t start_value_of(
    const Tables *tables, const unsigned char *seed, Py_ssize_t length
) noexcept nogil

cdef enum:
    TILES = 6

# The bonus tiles of a deal: their order, and the number of tile 5.
ctypedef struct Tiles:
    int[TILES] order
    double number

# Writes to order[0 … size-1] which card of the unshuffled deck lies at each place, and draws the
# tiles after that unless they are NULL.
cdef void shuffle_into(
    const Tables *tables, uint32_t start, int size, uint16_t *order, Tiles *tiles
) noexcept nogil
