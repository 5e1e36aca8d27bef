"""How the cards of a hand are kept: useful types as bits, trash as a number."""

from libc.stdint cimport uint64_t

from solver.kernel.bits cimport check
from solver.kernel.state cimport DIGITS, Game, State, repeated
from solver.kernel.tiles cimport TAKES, coming


cdef inline void refresh(const Game* g, State* s, uint64_t reach) noexcept nogil:
    """Bring the hands' masks up to date: what cannot be played any more is trash now.

    With announcing, a second copy of a completing card in the same hand is not trash (see
    `add_card`); the three bits above the completing type stand for such copies.
    """
    cdef uint64_t useful = reach & ~s.played
    cdef uint64_t twins = useful & g.twin_tops
    cdef int player, digit, now
    useful |= twins << 1 | twins << 2 | twins << 3
    for player in range(g.players):
        s.hand[player] &= useful
    if g.fives or g.many:
        now = coming(g, s.played)
        if not now & TAKES:
            s.gone = 0
            s.loans = 0
        s.gone &= useful
        for player in range(g.players):
            for digit in range(DIGITS):
                s.more[digit][player] &= useful
            if not now:
                join_copies(g, s, player)


cdef inline void join_copies(const Game* g, State* s, int player) noexcept nogil:
    """The copies in a hand as they are told apart once no tile asks for more."""
    cdef uint64_t twins = repeated(s, player) & g.twin_tops
    cdef uint64_t bit
    cdef int digit
    if g.many:
        for digit in range(DIGITS):
            s.more[digit][player] &= g.twin_tops
        return
    while twins:
        bit = twins & (0 - twins)
        twins ^= bit
        while repeated(s, player) & bit:
            drop_copy(s, player, bit)
            add_twin(s, player, bit)
    for digit in range(DIGITS):
        s.more[digit][player] = 0


cdef inline void add_twin(State* s, int player, uint64_t bit) noexcept nogil:
    if not s.hand[player] & bit << 1:
        s.hand[player] |= bit << 1
    elif not s.hand[player] & bit << 2:
        s.hand[player] |= bit << 2
    else:
        check(not s.hand[player] & bit << 3)
        s.hand[player] |= bit << 3


cdef inline void add_copy(State* s, int player, uint64_t bit) noexcept nogil:
    """Count one further copy more."""
    cdef int digit = 0
    while s.more[digit][player] & bit:
        s.more[digit][player] ^= bit
        digit += 1
        check(digit < DIGITS)
    s.more[digit][player] ^= bit


cdef inline void drop_copy(State* s, int player, uint64_t bit) noexcept nogil:
    """Count one further copy less; there is one."""
    cdef int digit = 0
    while not s.more[digit][player] & bit:
        s.more[digit][player] ^= bit
        digit += 1
        check(digit < DIGITS)
    s.more[digit][player] ^= bit


cdef inline void add_card(const Game* g, State* s, int player, uint64_t bit) noexcept nogil:
    """Put a card into a hand's mask.

    A second copy of a type in the same hand is trash: the player needs one copy only, and giving
    up either copy is the same. The one exception is a completing type with announcing. There two
    tokens come back for the card, so that it can be right to hold it back; then it matters
    whether another card of the hand could be misplayed meanwhile, and its own second copy
    could not: it would fit. Such copies are kept as bits above the type, and counted where these
    may be too few. With tiles the same goes for every completing type, because the next tile may be
    another one; and with plays from the pile, because it may be held back until its last copy is
    played from there (see `list_moves`).

    As long as tile 5 or 6 may come, what is put away has a value too, and with tile 2 or tiles of
    different effects to come misplays have their uses (see `list_moves`): then all copies count.
    """
    if s.hand[player] & bit:
        if coming(g, s.played) or (g.many and bit & g.twin_tops):
            add_copy(s, player, bit)
        elif bit & g.twin_tops:
            add_twin(s, player, bit)
    else:
        s.hand[player] |= bit & ~s.played


cdef inline void drop_card(const Game* g, State* s, int player, uint64_t bit) noexcept nogil:
    """Take a useful card out of a hand's mask, further copies first."""
    cdef int shift
    if repeated(s, player) & bit:
        drop_copy(s, player, bit)
        return
    if bit & g.twin_tops:
        for shift in range(3, 0, -1):
            if s.hand[player] & bit << shift:
                s.hand[player] &= ~(bit << shift)
                return
    s.hand[player] &= ~bit
